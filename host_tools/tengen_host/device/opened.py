"""The board that a command is to work on: a port's, the only one there is, or an emulated one booted for it."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator

import typer

from . import ports
from .board import WITHIN_S, Board
from .errors import DeviceError, NoAnswer, NotRunning
from .find import the_only_one


@contextlib.contextmanager
def board_port(port: str | None, emulated: bool, yes: bool) -> Iterator[str]:
    """The port of the board that is meant, while the block runs; asked first where a game is under way, unless `yes`.

    Raises DeviceError where there is none, or it must not be interrupted.
    """
    if not emulated:
        yield _to_interrupt(port, yes)
        return
    if port is not None:
        raise DeviceError("an emulated board has no port to name: leave out --port or --emulated")
    # slow to load, and real boards need none of it
    from ..emulator.board import EmulatedBoard
    from ..emulator.serial import running
    from ..image import ImageError, pico_image

    try:
        image = pico_image()
    except ImageError as error:
        raise DeviceError(str(error)) from None
    typer.echo(f"booting {image.uf2.name} ({image.source}) on an emulated Pico", err=True)
    with contextlib.ExitStack() as stack:
        try:
            here = stack.enter_context(running(lambda: EmulatedBoard(image)))
        except (OSError, TimeoutError) as error:
            raise DeviceError(str(error)) from None
        yield here.path


def _to_interrupt(port: str | None, yes: bool) -> str:
    """The port of a board that may be stopped. One that does not answer as Tengen plays no game."""
    path = ports.chosen(port) or the_only_one(ports.ports(), WITHIN_S).path
    try:
        with Board.open(path) as board:
            snapshot = board.snapshot(WITHIN_S)
    except (NotRunning, NoAnswer):
        return path
    if snapshot.under_way and not yes:
        question = (
            f"A game is under way on the board, at move {len(snapshot.moves)}. It is kept, and waits for its stones "
            "when the board has started anew. Interrupt it?"
        )
        if not sys.stdin.isatty():
            raise DeviceError(f"{question} Nobody is there to be asked: repeat the command with --yes")
        if not typer.confirm(question):
            raise DeviceError("the game goes on, and nothing was changed")
    return path
