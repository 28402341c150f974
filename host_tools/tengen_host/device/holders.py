"""Find the programs that have a serial port open, if the operating system reports them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Sequence

_LSOF_S = 5  # seconds; there is a limit because lsof may hang on a network drive
_INTERPRETERS = ("python", "node", "ruby", "perl", "bash", "sh", "java")


def holders(port: str, but: Iterable[int] = ()) -> list[str]:
    """Return the programs that have the port open, like `minicom (pid 4711)`, except the pids in `but`.

    Windows does not report such programs; Linux does not report programs of other users.
    """
    path = os.path.realpath(port)
    if sys.platform == "linux":
        found = {pid: _program(pid) for pid in _pids(path)}
    elif sys.platform == "darwin":
        found = by_lsof(_lsof(path))
    else:
        found = {}
    return [f"{name} (pid {pid})" for pid, name in sorted(found.items()) if pid not in but]


def by_lsof(text: str) -> dict[int, str]:
    """Read the output of `lsof -F pc`: program names by pid.

    A line `p` has a pid, and a line `c` has the name of its program.
    """
    found: dict[int, str] = {}
    pid = 0
    for line in text.splitlines():
        if line[:1] == "p" and line[1:].isdigit():
            pid = int(line[1:])
            found[pid] = "a program"
        elif line[:1] == "c" and pid:
            found[pid] = line[1:]
    return found


def name_of(command: Sequence[str]) -> str:
    """Return a program's name from its command line; if an interpreter runs a script, the script's name."""
    name = os.path.basename(command[0]) if command else ""
    if not name.startswith(_INTERPRETERS):
        return name or "a program"
    for at, word in enumerate(command[1:], 1):
        if word in ("-m", "-c"):
            return command[at + 1] if word == "-m" and at + 1 < len(command) else name
        if not word.startswith("-"):
            return os.path.basename(word)
    return name


def _pids(path: str) -> list[int]:
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        folder = f"/proc/{pid}/fd"
        try:
            if any(_leads_to(f"{folder}/{number}", path) for number in os.listdir(folder)):
                found.append(int(pid))
        except OSError:
            pass  # the process has ended, or belongs to another user
    return found


def _leads_to(link: str, path: str) -> bool:
    try:
        return os.readlink(link) == path
    except OSError:
        return False


def _program(pid: int) -> str:
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return name_of(file.read().decode(errors="replace").rstrip("\0").split("\0"))
    except OSError:
        return "a program"


def _lsof(path: str) -> str:
    try:
        done = subprocess.run(["lsof", "-F", "pc", "--", path], capture_output=True, text=True, timeout=_LSOF_S)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout
