"""Run an engine in a process between Tengen and the engine: `watcher.py LIFELINE FOLDER PROGRAM ARGUMENT...`.

The watcher runs the program in the folder. It ends the program and all its child processes as soon as the program ends,
or the other end of the socket LIFELINE is closed. The system closes this end whenever Tengen ends, even by `kill -9`.
The watcher writes 0 to the socket if the program runs, else the number of the error. It passes signals on, and ends
with the program's status.

On Linux a process becomes a child of the watcher when its parent ends, even in another session, so the watcher finds
all processes. On other systems it ends the processes of the program's group.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import select
import signal
import subprocess
import sys
from collections.abc import Callable

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36  # linux/prctl.h
PASSED_ON = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


def watch(lifeline: int, folder: str, command: list[str]) -> None:
    """Run the program until the program ends or the other end of the lifeline is closed. Does not return."""
    end_with_us = None
    if sys.platform == "linux":
        prctl = ctypes.CDLL(None).prctl
        prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)

        def end_with_us() -> None:  # ends the program even if this process itself is killed
            prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)

    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake)  # receives the number of each signal
    for handled in (signal.SIGCHLD, *PASSED_ON):
        signal.signal(handled, lambda *_: None)
    try:
        program = subprocess.Popen(command, cwd=folder, start_new_session=True, preexec_fn=end_with_us).pid
    except OSError as error:
        os.write(lifeline, str(error.errno).encode())
        os._exit(1)
    with contextlib.suppress(OSError):  # the other end is closed, which the loop notices
        os.write(lifeline, b"0")
    _let_go_of_pipes()
    status = None
    while status is None:
        if lifeline in select.select([lifeline, woken], [], [])[0]:
            break
        for number in os.read(woken, 4096):
            if number in PASSED_ON:
                _send(os.killpg, program, number)
        status = _collected(program)
    last = _end_all(program)
    _end_as(last if status is None else status)


def _let_go_of_pipes() -> None:
    """Close the pipes in this process, so that the other side notices if the program closes one."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)


def _collected(program: int) -> int | None:
    """Collect the children that have ended; return the program's status if the program is one of them."""
    found = None
    with contextlib.suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            if ended[0] == program:
                found = ended[1]
    return found


def _end_all(program: int) -> int:
    """Kill all children, again and again, because the children of a killed child become children of the watcher.

    Returns the program's status, if it is collected here.
    """
    status = 0
    while True:
        if sys.platform == "linux":
            for child in _children():
                _send(os.kill, child, signal.SIGKILL)
        else:
            _send(os.killpg, program, signal.SIGKILL)
        try:
            pid, its = os.waitpid(-1, 0)
        except ChildProcessError:
            return status
        if pid == program:
            status = its


def _children() -> list[int]:
    """Return the children of this process, from Linux's /proc."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:
            # "number (name) state parent ...": a name may have brackets and blanks
            if int(file.read().rpartition(b")")[2].split()[1]) == os.getpid():
                found.append(int(name))
    return found


def _send(by: Callable[[int, int], None], whom: int, number: int) -> None:
    with contextlib.suppress(OSError):  # the process has ended
        by(whom, number)


def _end_as(status: int) -> None:
    code = os.waitstatus_to_exitcode(status)
    if code < 0:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.set_wakeup_fd(-1)
        with contextlib.suppress(OSError):  # a handler for SIGKILL can't be set, and is not necessary
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)


if __name__ == "__main__":
    watch(int(sys.argv[1]), sys.argv[2], sys.argv[3:])
