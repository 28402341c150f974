"""Installs this firmware on a Pico that runs it already, runs bare MicroPython, or is in BOOTSEL mode."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from ...image import Image, pico_image
from ...image.uf2 import payload
from ...state import State
from .. import bootsel, ports
from ..asking import Declined, Talk, ask_to_interrupt
from ..bootsel import Drive
from ..errors import DeviceError, Gone, NoBoard, NoPermission, PortTaken, Unsupported
from ..find import the_only_one
from ..line import Line
from ..ports import Port
from ..repl import Repl
from . import firmware, inventory, plan
from .firmware import Firmware
from .inventory import Prompt
from .job import LIMITS, Limits, flash

T = TypeVar("T")

# Seconds to wait. A Pico that restarts is back after one or two seconds; some systems examine a new drive for longer
COMES_S = 30.0
_LOOK_S = 0.25


def install(
    port: str | None,
    talk: Talk,
    full: bool = False,
    dry_run: bool = False,
    uf2: bool = False,
    image: Path | None = None,
    limits: Limits = LIMITS,
) -> State | None:
    """Install this firmware on the board at `port`, or on the only board that is plugged in.

    `uf2`: put a new MicroPython on it first: `image`, or one that is built or fetched. A Pico in BOOTSEL mode always
    gets one. Returns the board's first state, None after a `dry_run`; raises DeviceError or ImageError.
    """
    own = firmware.present()
    target = found(port)
    if isinstance(target, str) and not uf2:
        return flash(target, own, talk, full, dry_run, limits)
    chosen = for_this_board(pico_image(image))
    talk.say(f"The image: {chosen.uf2.name} ({chosen.source}), {'with' if chosen.frozen else 'without'} Tengen in it")
    if dry_run:
        where = f"the board at {target}" if isinstance(target, str) else target.path
        talk.say(f"It would be put on {where}, and then what it lacks; games and settings would stay")
        return None
    asked: tuple[str, ...] = ()
    if isinstance(target, str):
        drive, asked = into_bootsel(target, own, talk, chosen.frozen, limits)
    else:
        drive = target
    there = put_image(chosen, drive, talk)
    talk.say(f"The Pico is back at {there}")
    return flash(there, own, talk, full, limits=limits, asked=asked)


def found(
    port: str | None,
    listing: Callable[[], list[Port]] = ports.ports,
    drives: Callable[[], list[Drive]] = bootsel.drives,
) -> str | Drive:
    """Find the board to flash: a port, or the drive of a Pico in BOOTSEL mode.

    Raises NoBoard if there is neither, DeviceError if the choice is unclear.
    """
    named = ports.chosen(port)
    if named:
        return named
    there = listing()
    picos = [drive for drive in drives() if drive.board_id == bootsel.RP2040]
    if ports.candidates(there):
        board = the_only_one(there).path
        if picos:
            raise DeviceError(
                f"a board is at {board}, and a Pico in BOOTSEL mode at {picos[0].path}: unplug the one that is not "
                "meant, or name the board with --port"
            )
        return board
    try:
        return bootsel.the_drive()
    except NoBoard as error:
        raise NoBoard(f"no board found, and {error}") from None


def for_this_board(image: Image) -> Image:
    """Return the image if it is MicroPython for the Pico that Tengen runs on. Raises Unsupported, ImageError."""
    if plan.MACHINE.encode() not in payload(image.uf2):
        raise Unsupported(
            f"{image.uf2} is not MicroPython for a {plan.MACHINE}: take the one for RPI_PICO. Those of the Pico W and "
            "the Pico 2 are others, and Tengen does not run on these"
        )
    return image


def into_bootsel(
    port: str,
    own: Firmware,
    talk: Talk,
    frozen: bool,
    limits: Limits = LIMITS,
    drives: Callable[[], list[Drive]] = bootsel.drives,
) -> tuple[Drive, tuple[str, ...]]:
    """Put the board at a port into BOOTSEL mode; return its drive, and the questions answered with yes.

    `frozen`: whether the image contains Tengen. Raises Declined, Unsupported, NoBoard, or another DeviceError; except
    after NoBoard, the board goes on as before.
    """
    for drive in drives():
        if drive.board_id == bootsel.RP2040:
            raise DeviceError(
                f"a Pico in BOOTSEL mode is at {drive.path} already: unplug it, so that it is not taken for the board "
                f"at {port}"
            )
    ask_to_interrupt(port, talk, limits.answer_s)
    with Repl(port, limits.byte_s) as repl:
        try:
            asked = ask_before_image(repl, own, talk, frozen)
        except BaseException:
            with contextlib.suppress(DeviceError):
                repl.restart()
            raise
        with contextlib.suppress(DeviceError):
            repl.run("import machine\nmachine.bootloader()", within_s=1.0)  # the board restarts before it can answer
    return awaited(bootsel.the_drive), asked


def ask_before_image(prompt: Prompt, own: Firmware, talk: Talk, frozen: bool) -> tuple[str, ...]:
    """Ask before an image is written; return the questions. Raises Declined, or Unsupported for another board."""
    held = inventory.look(prompt)
    plan.check_machine(held)
    questions = plan.before_image(held, own) if frozen else ()
    for question in questions:
        if not talk.ask(question):
            raise Declined("nothing was changed on the board")
    return questions


def put_image(
    image: Image,
    drive: Drive,
    talk: Talk,
    listing: Callable[[], list[Port]] = ports.ports,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
    opening: Callable[[str], None] = lambda port: Line(port).close(),
) -> str:
    """Copy an image to a Pico in BOOTSEL mode; wait for its console and return its port. Raises DeviceError."""

    def console() -> str:
        port = _new(before, ports.candidates(listing())).path
        opening(port)
        return port

    before = ports.candidates(listing())
    size, so_far = image.uf2.stat().st_size, 0
    with talk.progress(f"copying {image.uf2.name} to {drive.path}", size) as done:

        def tell(written: int, of: int) -> None:
            nonlocal so_far
            done(written - so_far)
            so_far = written

        bootsel.copy(image.uf2, drive, tell)
    return awaited(console, clock, sleep)


def awaited(
    look: Callable[[], T], clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep
) -> T:
    """Call `look` until it returns, and return its result; after COMES_S raise its last error.

    A port that has just appeared is closed to this user for a moment, and other programs may examine it.
    """
    end = clock() + COMES_S
    while True:
        try:
            return look()
        except (NoBoard, NoPermission, PortTaken, Gone):
            if clock() >= end:
                raise
        sleep(_LOOK_S)


def _new(before: Iterable[Port], now: Iterable[Port]) -> Port:
    known = [port.path for port in before]
    for port in now:
        if port.path not in known:
            return port
    raise NoBoard(
        f"the Pico has its image, but its console has not come up within {COMES_S:g} s: unplug it, plug it in again "
        "without its BOOTSEL button, and run `tengen flash` once more. If it does not come then either, "
        "a boot.py of yours on its flash may not end: the console comes after it"
    )
