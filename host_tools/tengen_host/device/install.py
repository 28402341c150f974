"""From whatever is plugged in to a board that runs this firmware: a port, or a Pico in BOOTSEL mode."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from ..image import Image, pico_image
from . import bootsel, firmware, ports
from .board import Snapshot
from .bootsel import Drive
from .errors import DeviceError, NoBoard
from .find import the_only_one
from .flash import LIMITS, Limits, Talk, ask_to_interrupt, flash
from .ports import Port
from .repl import Repl

T = TypeVar("T")

# A Pico that restarts is there again after one or two seconds; some systems look at a new drive for longer
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
) -> Snapshot | None:
    """Let the board at `port`, or the only one that is plugged in, run the firmware of this installation.

    `uf2`: with a new MicroPython first, that of `image` or one that is built or fetched. A Pico in BOOTSEL mode gets
    one in any case. Returns the board's first snapshot, None after a `dry_run`; raises DeviceError or ImageError.
    """
    own = firmware.present()
    target = found(port)
    if isinstance(target, str) and not uf2:
        return flash(target, own, talk, full, dry_run, limits)
    chosen = pico_image(image)
    talk.say(f"The image: {chosen.uf2.name} ({chosen.source}), {'with' if chosen.frozen else 'without'} Tengen in it")
    if dry_run:
        where = f"the board at {target}" if isinstance(target, str) else target.path
        talk.say(f"It would be put on {where}, and then what it lacks; games and settings would stay")
        return None
    drive = into_bootsel(target, talk, limits) if isinstance(target, str) else target
    there = put_image(chosen, drive, talk)
    talk.say(f"The Pico is back at {there}")
    return flash(there, own, talk, full, limits=limits)


def found(
    port: str | None,
    listing: Callable[[], list[Port]] = ports.ports,
    drives: Callable[[], list[Drive]] = bootsel.drives,
) -> str | Drive:
    """What to flash: a port, or the drive of a Pico in BOOTSEL mode.

    Raises NoBoard where there is neither, DeviceError where more than one may be meant.
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


def into_bootsel(port: str, talk: Talk, limits: Limits = LIMITS) -> Drive:
    """Let the board at a port be a drive. Raises Declined, NoBoard, or another DeviceError."""
    ask_to_interrupt(port, talk, limits.answer_s)
    with Repl(port, limits.byte_s) as repl, contextlib.suppress(DeviceError):
        repl.run("import machine\nmachine.bootloader()", within_s=1.0)  # it is gone before it can answer
    return awaited(bootsel.the_drive)


def put_image(
    image: Image,
    drive: Drive,
    talk: Talk,
    listing: Callable[[], list[Port]] = ports.ports,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> str:
    """Copy an image to a Pico in BOOTSEL mode and wait for its console: the port. Raises DeviceError."""
    before = ports.candidates(listing())
    size, so_far = image.uf2.stat().st_size, 0
    with talk.progress(f"copying {image.uf2.name} to {drive.path}", size) as done:

        def tell(written: int, of: int) -> None:
            nonlocal so_far
            done(written - so_far)
            so_far = written

        bootsel.copy(image.uf2, drive, tell)
    return awaited(lambda: _new(before, ports.candidates(listing())).path, clock, sleep)


def awaited(
    look: Callable[[], T], clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep
) -> T:
    """What `look` finds as soon as it does not raise NoBoard; after COMES_S that is raised."""
    end = clock() + COMES_S
    while True:
        try:
            return look()
        except NoBoard:
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
        "without its BOOTSEL button, and run `tengen flash` once more"
    )
