"""Puts the firmware onto a board's flash; it can be interrupted at any moment and run again."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from ...state import State
from ..asking import Declined, Talk, ask_to_interrupt
from ..board import Board
from ..errors import BoardError, DeviceError, FlashFull, NoAnswer, NotRunning
from ..repl import PATIENCE_S, Repl
from . import inventory
from .firmware import Firmware
from .inventory import Prompt
from .plan import Held, Plan, make, room, staged


@dataclass(frozen=True)
class Limits:
    """The longest waits in seconds: for a running board's answer, for the next byte at its prompt, for its start."""

    answer_s: float | None = None  # None: by the kind of port
    byte_s: float = PATIENCE_S
    start_s: float = 120.0


LIMITS = Limits()


def flash(
    port: str,
    firmware: Firmware,
    talk: Talk,
    full: bool = False,
    dry_run: bool = False,
    limits: Limits = LIMITS,
    asked: Collection[str] | None = None,
) -> State | None:
    """Put this firmware on the board at a port; return its first state, or None after a `dry_run`.

    `asked` has the questions answered with yes before the board got a new image. They are not asked again; nor is the
    question whether to interrupt a game, as the image has done that. None: there was no new image.

    Raises Declined, Unsupported, FlashFull or any other DeviceError. The board then runs its old program, or the next
    run finishes the work.
    """
    if asked is None:
        ask_to_interrupt(port, talk, limits.answer_s)
    with Repl(port, limits.byte_s) as repl:
        try:
            plan = prepare(repl, firmware, talk, full, dry_run, asked or ())
            if not dry_run:
                install(repl, plan, firmware, talk)
        except BaseException:
            with contextlib.suppress(DeviceError):
                repl.restart()
            raise
        repl.restart()
    if dry_run:
        talk.say("Nothing was changed. The board was stopped to be asked, and restarts")
        return None
    talk.say("The board starts")
    return check_answer(port, firmware, limits)


def prepare(
    prompt: Prompt,
    firmware: Firmware,
    talk: Talk,
    full: bool,
    dry_run: bool = False,
    asked: Collection[str] = (),
) -> Plan:
    """Make the plan for the board at this prompt, report it and ask. Raises Declined, Unsupported, FlashFull.

    In a `dry_run` the questions are only shown; those in `asked` are not asked again.
    """
    held = inventory.look(prompt)
    plan = make(held, firmware, full)
    for line in in_words(held, plan, firmware):
        talk.say(line)
    for question in plan.questions:
        if question in asked:
            continue
        if dry_run:
            talk.say(f"It would be asked: {question}")
        elif not talk.ask(question):
            raise Declined("nothing was changed on the board")
    return plan


def install(prompt: Prompt, plan: Plan, firmware: Firmware, talk: Talk) -> None:
    """Carry out a plan. Raises DeviceError; a new plan then goes on where this one was interrupted."""
    if plan.is_empty:
        return
    inventory.clear(prompt, plan)
    try:
        _send(prompt, plan, firmware, talk)
    except FlashFull:
        # the board is as before, except for files that an interrupted run had left
        with contextlib.suppress(DeviceError):
            inventory.withdraw(prompt, plan)
        needed = sum(len(firmware.files[path]) for path in plan.send) // 1024 + 1
        raise FlashFull(
            f"the board's flash is full: {needed} kB were to be written and did not fit. Nothing of its firmware was "
            "changed. Remove files of your own from it (`mpremote fs ls`, `mpremote fs rm`), and run it again"
        ) from None
    _verify(prompt, {staged(path): firmware.hashes[path] for path in plan.send}, "sent")
    inventory.settle(prompt, plan)
    _verify(prompt, {path: firmware.hashes[path] for path in plan.wanted}, "in place")


def check_answer(port: str, firmware: Firmware, limits: Limits) -> State:
    """Return the first state of the board that starts now. It must have the firmware's version and build.

    Raises DeviceError if another program answers, or none, with the board's traceback if there is one.
    """
    try:
        with Board.open(port, limits.start_s) as board:
            state = board.snapshot(limits.start_s)
    except (NotRunning, NoAnswer) as error:
        with Repl(port, limits.byte_s) as repl:
            why = _why_not(repl, isinstance(error, NotRunning))
            repl.restart()
        raise DeviceError(f"all files are on the board and right, but Tengen does not start there: {why}") from None
    version, build = state.device["version"], state.device["build"]
    if (version, build) != (firmware.version, firmware.build):
        raise DeviceError(
            f"all files are on the board and right, but Tengen {version} ({build}) answers, not "
            f"{firmware.version} ({firmware.build}): press its reset button and run it again"
        )
    return state


def in_words(held: Held, plan: Plan, firmware: Firmware) -> Iterator[str]:
    """Yield lines for a person: the board's contents, and the plan's work."""
    version = ".".join(map(str, held.version))
    where = "on flash" if held.running == held.installed else "frozen into its image"
    running = f"Tengen {held.running[0]} ({held.running[1]}) {where}" if held.running else "no Tengen that could run"
    yield f"The board: {held.machine}, MicroPython {version}, {running}"
    yield f"Here: Tengen {firmware.version} ({firmware.build})"
    if plan.is_empty:
        yield "The board has exactly this: nothing to copy"
        return
    if not plan.wanted:
        yield "It is frozen into the board's image: nothing to copy, but what hides it is removed from the flash"
    if plan.waiting:
        yield f"{_files(len(plan.waiting))} waited there from an interrupted run"
    if plan.send:
        size = sum(len(firmware.files[path]) for path in plan.send)
        needed, free = room(plan, held, firmware)
        yield f"To copy: {_files(len(plan.send))}, {size / 1024:.1f} kB ({needed} kB of {free} kB free on the flash)"
    if plan.remove:
        yield f"To remove: {_files(len(plan.remove))}: {_some(plan.remove)}"


def _send(prompt: Prompt, plan: Plan, firmware: Firmware, talk: Talk) -> None:
    total = sum(len(firmware.files[path]) for path in plan.send)
    with talk.progress(f"copying {_files(len(plan.send))}", total) as done:
        for path in plan.send:
            prompt.put(staged(path), firmware.files[path], done)


def _verify(prompt: Prompt, expected: dict[str, str], where: str) -> None:
    found = prompt.hashes(expected)
    wrong = [path for path, digest in expected.items() if found[path] != digest]
    if wrong:
        raise DeviceError(
            f"{_files(len(wrong))} {where} {'differs' if len(wrong) == 1 else 'differ'} from what was sent: "
            f"{_some(wrong)}. Run it again; if that does not help, the board's flash is worn or its cable is bad"
        )


def _why_not(prompt: Prompt, ended: bool) -> str:
    try:
        prompt.run("import gc\ngc.threshold(16384)\nimport tengen.app")
    except BoardError as error:
        return str(error)
    if not ended:
        return "it can be loaded, but says nothing. What failed there may be in `mpremote fs cat faults.txt`"
    return "main.py ends at once. Is there a boot.py that keeps it from starting (`mpremote fs ls`)?"


def _files(count: int) -> str:
    return f"{count} file" if count == 1 else f"{count} files"


def _some(paths: Iterable[str]) -> str:
    first, *others = paths
    return f"{first} and {len(others)} more" if others else first
