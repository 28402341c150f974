"""The steps that bring a board to this firmware, planned from its files. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ..errors import FlashFull, Unsupported
from .firmware import MAIN, Firmware

PACKAGE = "tengen"
# Sent files wait here until all are there and right; then they are moved into place
STAGE = "tengen.new"
MAIN_STAGED = "main.py.new"
# A foreign main.py is renamed to such a name
ASIDE = "main-before-tengen{}.py"

BOOT = "boot.py"  # run before main.py; no part of Tengen

MACHINE = "Raspberry Pi Pico with RP2040"
OLDEST = (1, 23)  # MicroPython: the first version that loads .mpy 6.3

# Blocks of flash beside those of the files: a pair for each folder, and spare blocks for littlefs
_PAIR, _SPARE = 2, 4
_LINKS = 8  # bytes of a block that hold links to other blocks, in most cases


@dataclass(frozen=True)
class Held:
    """The contents of a board, and its MicroPython.

    `files`: sizes of all files under tengen/ and tengen.new/, and of main.py and main.py.new; `hashes`: of the same
    files. `root`: the names in the root folder. `frozen` and `installed`: (version, build) of the firmware in the
    image and on flash, None if there is none that can be loaded; a build is None if the firmware has none. `main`: the
    beginning of main.py. `free`: free blocks of `block` bytes. `mpy`: sys.implementation._mpy.
    """

    name: str = "micropython"
    version: tuple[int, ...] = (1, 25, 0)
    machine: str = MACHINE
    mpy: int = 0
    root: frozenset[str] = frozenset()
    folders: frozenset[str] = frozenset()
    files: Mapping[str, int] = field(default_factory=dict)
    hashes: Mapping[str, str | None] = field(default_factory=dict)
    main: str = ""
    frozen: tuple[str, str | None] | None = None
    installed: tuple[str, str | None] | None = None
    free: int = 340
    block: int = 4096

    @property
    def running(self) -> tuple[str, str | None] | None:
        """The firmware that the board runs: a folder tengen on flash goes before a frozen one."""
        return self.installed if PACKAGE in self.folders else self.frozen


@dataclass(frozen=True)
class Plan:
    """The steps in their order; paths are on the board.

    Ask `questions`. Remove useless staged files (`clear`), make the folders `rooms`, and `send` files (final paths) to
    their staging places. When all are right: rename `aside` (from, to), `remove`, make `folders`, `move` (from, to),
    and remove the folders in `leave` that are empty. Then the firmware's files are exactly those in `wanted`.
    """

    questions: tuple[str, ...] = ()
    clear: tuple[str, ...] = ()
    rooms: tuple[str, ...] = ()
    send: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()  # files to move that were already staged and right
    aside: tuple[tuple[str, str], ...] = ()
    remove: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    move: tuple[tuple[str, str], ...] = ()
    leave: tuple[str, ...] = ()
    wanted: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to do."""
        return not (self.clear or self.send or self.remove or self.move or self.leave)


def staged(path: str) -> str:
    """Return a file's staging path, where it waits until all files are there."""
    return MAIN_STAGED if path == MAIN else STAGE + path.removeprefix(PACKAGE)


def make(held: Held, firmware: Firmware, full: bool = False) -> Plan:
    """Return the plan for a board. `full`: every file is sent, even if it has not changed.

    Raises Unsupported if the board can't run the firmware, FlashFull if there is no room for it.
    """
    check(held, firmware)
    if held.frozen and held.frozen[1] == firmware.build and not full:
        wanted = []
    else:
        # a frozen main.py goes before the one on flash
        wanted = [path for path in sorted(firmware.files) if path != MAIN or not held.frozen]
    ours = _is_ours(held)
    old = {path for path in held.files if not _waits(path)}
    fresh = [path for path in wanted if full or held.hashes.get(path) != firmware.hashes[path]]
    waiting = [path for path in fresh if not full and held.hashes.get(staged(path)) == firmware.hashes[path]]
    send = [path for path in fresh if path not in waiting]
    clear = {path for path in held.files if _waits(path)} - {staged(path) for path in waiting}
    aside = [(MAIN, _aside(held))] if MAIN in fresh and MAIN in old and not ours else []

    move = [(staged(path), path) for path in fresh]
    folders = _folders(wanted)
    if PACKAGE not in held.folders and PACKAGE not in held.files and fresh:
        # all in one rename: a folder with only some of the files would hide a whole frozen firmware
        move = [(STAGE, PACKAGE)] + [pair for pair in move if pair[1] == MAIN]
    else:
        move.sort(key=lambda pair: pair[1] == MAIN)
    rooms = _folders(map(staged, send))
    leave = {*held.folders, *rooms} - set(folders)
    plan = Plan(
        questions=tuple(_questions(held, firmware, aside)),
        clear=tuple(sorted(clear)),
        rooms=tuple(folder for folder in rooms if folder not in held.folders),
        send=tuple(send),
        waiting=tuple(waiting),
        aside=tuple(aside),
        remove=tuple(sorted(path for path in old - set(wanted) if path != MAIN or ours)),
        folders=tuple(folder for folder in folders if folder not in held.folders and move[:1] != [(STAGE, PACKAGE)]),
        move=tuple(move),
        leave=tuple(sorted(leave, key=lambda folder: (-folder.count("/"), folder))),
        wanted=tuple(wanted),
    )
    needed, free = room(plan, held, firmware)
    if needed > free:
        raise FlashFull(
            f"the board's flash is full: {needed} kB are needed and {free} kB are free. Remove files of your own from "
            "it (`mpremote fs ls`, `mpremote fs rm`), and run it again; nothing was changed"
        )
    return plan


def room(plan: Plan, held: Held, firmware: Firmware) -> tuple[int, int]:
    """Return the kB of flash that the plan needs at most, and the kB that are free for it."""
    needed = sum(_blocks(len(firmware.files[path]), held.block) for path in plan.send)
    if needed:
        needed += _PAIR * len(plan.rooms + plan.folders) + _SPARE
    free = held.free + sum(_blocks(held.files[path], held.block) for path in plan.clear)
    return needed * held.block // 1024, free * held.block // 1024


def before_image(held: Held, firmware: Firmware) -> tuple[str, ...]:
    """Return the questions to ask before a board gets a whole image with Tengen in it."""
    questions = list(_questions(held, firmware, ()))
    if MAIN in held.files and not held.frozen and not _is_ours(held):
        questions.append(
            f"{MAIN} on the board is no part of Tengen. It stays, but Tengen starts in its place from then on. Go on?"
        )
    return tuple(questions)


def check_machine(held: Held) -> None:
    """Raise Unsupported if Tengen does not run on this board; the message names the right one."""
    if held.name != "micropython":
        raise Unsupported(
            f"what answers is {held.name}, not MicroPython: press BOOTSEL while you plug the Pico in, and run "
            "`tengen flash` once more; what is on its flash may be lost by that"
        )
    if held.machine != MACHINE:
        raise Unsupported(
            f"this board is a {held.machine or 'board that does not say what it is'}. Tengen runs on a {MACHINE}, and "
            "on that alone: no Pico W, no Pico 2"
        )


def check(held: Held, firmware: Firmware) -> None:
    """Raise Unsupported if Tengen does not run on this board, or its MicroPython can't load the firmware."""
    check_machine(held)
    version = ".".join(map(str, held.version[:3]))
    if held.version[:2] < OLDEST:
        oldest = ".".join(map(str, OLDEST))
        raise Unsupported(
            f"the board has MicroPython {version}, and at least {oldest} is needed: `tengen flash --uf2` puts a newer "
            "one on it; games and settings stay"
        )
    own = (held.mpy & 0xFF, held.mpy >> 8 & 0xFF)
    for version_of, native in sorted(firmware.formats):
        if version_of != own[0] or native not in (0, own[1]):
            raise Unsupported(
                f"the board's MicroPython {version} loads .mpy files of version {own[0]}.{own[1] & 3}, and mpy-cross "
                f"here makes {version_of}.{native & 3}: `tengen flash --uf2` puts a MicroPython on it that fits; games "
                "and settings stay"
            )


def is_newer(version: str, other: str) -> bool:
    """Whether a version is later than another, compared by its numbers."""
    return _numbers(version) > _numbers(other)


def _numbers(version: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", version)]


def _questions(held: Held, firmware: Firmware, aside: Sequence[tuple[str, str]]) -> Iterator[str]:
    running = held.running
    if running and is_newer(running[0], firmware.version):
        yield f"The board has Tengen {running[0]}, which is newer than {firmware.version} here. Go back to the older?"
    for name, kept in aside:
        yield f"{name} on the board is no part of Tengen. Put Tengen in its place, and keep it as {kept}?"
    if BOOT in held.root and not held.installed and not held.frozen:
        yield f"{BOOT} on the board is no part of Tengen; it stays, and runs before it each time. Go on?"


def _is_ours(held: Held) -> bool:
    """Whether main.py starts Tengen, of any version."""
    return "tengen" in held.main


def _aside(held: Held) -> str:
    names = (ASIDE.format(number) for number in ("", *range(2, 1000)))
    return next(name for name in names if name not in held.root)


def _waits(path: str) -> bool:
    return path in (STAGE, MAIN_STAGED) or path.startswith(STAGE + "/")


def _folders(paths: Iterable[str]) -> list[str]:
    """Return all folders of these files, each parent before its subfolders."""
    found: set[str] = set()
    for path in paths:
        parts = path.split("/")[:-1]
        found.update("/".join(parts[: count + 1]) for count in range(len(parts)))
    return sorted(found)


def _blocks(size: int, block: int) -> int:
    return -(-size // (block - _LINKS)) or 1
