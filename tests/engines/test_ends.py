"""Test that neither the engine nor its child processes are left after any end of `tengen play --engine`."""

import contextlib
import os
import pty
import select
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from waiting import LIMIT_S

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="of orphans only Linux tells whose they were")

ENGINE = Path(__file__).with_name("wicked_engine.py")
TENGEN = "from tengen_host.cli import main; main()"
# runs the rest of its command line, with standard input as the terminal
AT_A_TERMINAL = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.argv[1], sys.argv[1:])
"""
PROCESSES = ("the engine", "its child", "a child in a session of its own", "an orphan in a session of its own")


class Play:
    """`tengen play` with an engine, in a separate terminal.

    `pids`: the process ids of the engine and of all its child processes. `until`: the words to wait for.
    """

    def __init__(self, folder, engine, *more, until="plays, with"):  # by these words the engine has reported its name
        mark = folder / "pids"
        command = shlex.join([sys.executable, "-S", "-E", str(ENGINE), engine, str(mark)])
        play = [sys.executable, "-c", TENGEN, "play", "--no-browser", "--port", "0", "--engine", command, *more]
        self.terminal, its = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-c", AT_A_TERMINAL, *play],
            stdin=its, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True, text=True,
            env={**os.environ, "TENGEN_DATA": str(folder)},
        )  # fmt: skip
        os.close(its)
        self.said = ""
        while until not in self.said:
            line = self.process.stdout.readline()
            assert line, self.said
            self.said += line
        # process descriptors instead of ids, because a new process may get the id of a process that has ended
        pids = map(int, mark.read_text().split())
        self.left = {}
        for name, pid in zip(PROCESSES, pids, strict=True):
            with contextlib.suppress(ProcessLookupError):  # it has ended already
                self.left[name] = os.pidfd_open(pid)

    def ready(self):
        """Wait until the page is available."""
        while "http://" not in self.said:
            line = self.process.stdout.readline()
            assert line, self.said
            self.said += line


def close_terminal(play):
    os.close(play.terminal)
    play.terminal = None


WAYS = {
    "SIGHUP": lambda play: play.process.send_signal(signal.SIGHUP),
    "SIGTERM": lambda play: play.process.send_signal(signal.SIGTERM),
    "SIGINT": lambda play: play.process.send_signal(signal.SIGINT),
    "SIGKILL": lambda play: play.process.kill(),
    "SIGKILL to its group": lambda play: os.killpg(play.process.pid, signal.SIGKILL),
    "a closed terminal": close_terminal,
}


def check_nothing_is_left(play):
    play.process.communicate(timeout=LIMIT_S)
    end = time.monotonic() + LIMIT_S
    go_on = []
    for name, descriptor in play.left.items():
        if not select.select([descriptor], [], [], max(0, end - time.monotonic()))[0]:
            go_on.append(name)
            signal.pidfd_send_signal(descriptor, signal.SIGKILL)
        os.close(descriptor)
    assert go_on == []
    if play.terminal is not None:
        os.close(play.terminal)


@pytest.mark.parametrize("engine", ["stubborn", "leaves a child"])
@pytest.mark.parametrize("way", WAYS)
def test_nothing_of_the_engine_is_left(tmp_path, way, engine):
    play = Play(tmp_path, engine)
    play.ready()
    WAYS[way](play)
    check_nothing_is_left(play)


def test_the_engine_itself_ends_with_its_watcher(tmp_path):
    play = Play(tmp_path, "stubborn")
    engine = (tmp_path / "pids").read_text().split()[0]
    status = Path("/proc", engine, "status").read_text(encoding="utf-8")
    os.kill(int(status.split("PPid:")[1].split()[0]), signal.SIGKILL)
    ended = select.select([play.left["the engine"]], [], [], LIMIT_S)[0]
    for descriptor in play.left.values():  # end the engine's children, which no other process ends now
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(descriptor, signal.SIGKILL)
    play.process.kill()
    check_nothing_is_left(play)
    assert ended


@pytest.mark.parametrize("engine", ["stubborn", "leaves a child"])
def test_nothing_is_left_after_an_error(tmp_path, engine):
    (tmp_path / "games").write_text("a file where the folder of games should be")
    play = Play(tmp_path, engine, "--games", str(tmp_path / "games"), until="is not a folder")
    check_nothing_is_left(play)
    assert play.process.returncode == 1
