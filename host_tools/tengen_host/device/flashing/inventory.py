"""The files on a board, read at its prompt; and the commands that put new files in their place."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from ..errors import DeviceError
from .firmware import MAIN
from .plan import MAIN_STAGED, PACKAGE, STAGE, Held, Plan, staged

# Runs under MicroPython 1.19 and later, so that a version that is too old can be reported as such
_LOOK = """
def _look(places, head):
    import os, sys
    folders, files = [], {}
    def walk(path):
        try:
            stat = os.stat(path)
        except OSError:
            return
        if not stat[0] & 0x4000:
            files[path] = stat[6]
            return
        folders.append(path)
        for name in os.listdir(path):
            walk(path + '/' + name)
    for place in places:
        walk(place)
    begin = b''
    if head in files:
        with open(head, 'rb') as file:
            begin = file.read(1000)
    own = sys.implementation
    space = os.statvfs('/')
    machine = getattr(own, '_machine', '') or os.uname()[4]
    print(repr((own.name, tuple(own.version)[:3], machine, getattr(own, '_mpy', 0))))
    print(repr((os.listdir(), folders, begin, space[4], space[0])))
    for path in files:
        print(repr((path, files[path])))
"""

_BUILD = """
def _build(place):
    import sys
    path = sys.path[:]
    sys.path[:] = [place]
    try:
        from tengen import __version__
        try:
            from tengen.build import BUILD
        except ImportError:
            BUILD = None
        return __version__, BUILD
    except Exception:
        return None
    finally:
        sys.path[:] = path
        for name in list(sys.modules):
            if name.split('.')[0] == 'tengen':
                del sys.modules[name]
"""

_CLEAR = """
def _clear(paths, rooms):
    import os
    for path in paths:
        os.remove(path)
    for path in rooms:
        os.mkdir(path)
"""

_SETTLE = """
def _settle(aside, remove, folders, move, leave):
    import os
    def prune():
        for path in leave:
            try:
                os.rmdir(path)
            except OSError:
                pass  # there is something in it, or it has gone with the one that it was in
    for old, new in aside:
        os.rename(old, new)
    for path in remove:
        os.remove(path)
    prune()
    for path in folders:
        os.mkdir(path)
    for old, new in move:
        os.rename(old, new)
    prune()
"""

_WITHDRAW = """
def _withdraw(paths, rooms):
    import os
    for act, places in (os.remove, paths), (os.rmdir, rooms):
        for place in places:
            try:
                act(place)
            except OSError:
                pass
"""


class Prompt(Protocol):
    """The part of repl.Repl that is used here."""

    port: str

    def run(self, source: str) -> bytes:
        """Run source on the board; return its output."""

    def hashes(self, paths: Iterable[str]) -> Mapping[str, str | None]:
        """Return the SHA-256 of each file."""

    def put(self, path: str, data: bytes, progress: Callable[[int], None]) -> None:
        """Write a file."""


def look(prompt: Prompt) -> Held:
    """Read the contents of the board at this prompt. Raises DeviceError."""
    places = (PACKAGE, STAGE, MAIN, MAIN_STAGED)
    answers = prompt.run(_LOOK + f"_look({places!r}, {MAIN!r})").decode().splitlines()
    frozen, installed = builds(prompt)
    try:
        own, space, *files = map(ast.literal_eval, answers)
        name, version, machine, mpy = own
        root, folders, main, free, block = space
    except (ValueError, SyntaxError):
        raise _unreadable(prompt) from None
    return Held(
        name=name,
        version=tuple(version),
        machine=machine,
        mpy=mpy,
        root=frozenset(root),
        folders=frozenset(folders),
        files=dict(files),
        hashes=prompt.hashes(path for path, _ in files),
        main=main.decode(errors="replace"),
        frozen=frozen,
        installed=installed,
        free=free,
        block=block,
    )


Build = tuple[str, str | None] | None


def builds(prompt: Prompt) -> tuple[Build, Build]:
    """Return (version, build) of the firmware in the board's image and of the one on its flash, as in plan.Held."""
    answer = prompt.run(_BUILD + "print(repr((_build('.frozen'), _build(''))))").decode()
    try:
        frozen, installed = ast.literal_eval(answer.strip())
    except (ValueError, SyntaxError, TypeError):
        raise _unreadable(prompt) from None
    return frozen, installed


def _unreadable(prompt: Prompt) -> DeviceError:
    return DeviceError(
        f"{prompt.port}: what the board answers can't be read; unplug it, plug it in again, and run it once more"
    )


def clear(prompt: Prompt, plan: Plan) -> None:
    """Remove the plan's useless staged files, and make the folders for the files to send."""
    if plan.clear or plan.rooms:
        prompt.run(_CLEAR + f"_clear({plan.clear!r}, {plan.rooms!r})")


def settle(prompt: Prompt, plan: Plan) -> None:
    """Move the sent files into place, and remove the files that they replace."""
    strokes = (plan.aside, plan.remove, plan.folders, plan.move, plan.leave)
    prompt.run(_SETTLE + f"_settle{strokes!r}")


def withdraw(prompt: Prompt, plan: Plan) -> None:
    """Remove the staged files that were sent, and their new folders."""
    prompt.run(_WITHDRAW + f"_withdraw({tuple(map(staged, plan.send))!r}, {plan.rooms[::-1]!r})")
