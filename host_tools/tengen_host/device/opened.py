"""The board that a command works on: at a given port, the only one there is, or an emulated one."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import typer

from . import ports
from .asking import Terminal, ask_to_interrupt
from .errors import DeviceError
from .find import the_only_one


@contextlib.contextmanager
def board_port(port: str | None, emulated: bool, yes: bool) -> Iterator[str]:
    """Yield the port of the board that a command works on; an emulated board runs until the block ends.

    Asks before it interrupts a real board's game, unless `yes`. Raises DeviceError if there is no board, or if the
    answer is no.
    """
    if not emulated:
        path = ports.chosen(port) or the_only_one(ports.ports()).path
        ask_to_interrupt(path, Terminal(yes))
        yield path
        return
    if port is not None:
        raise DeviceError("an emulated board has no port to name: leave out --port or --emulated")
    # slow to import, and not needed for real boards
    from ..image import ImageError, compile_emulator, pico_image

    try:
        image = pico_image()
    except ImageError as error:
        raise DeviceError(str(error)) from None
    compile_emulator()
    from ..emulator.board import EmulatedBoard
    from ..emulator.cable import running

    typer.echo(f"booting {image.uf2.name} ({image.source}) on an emulated Pico", err=True)
    with contextlib.ExitStack() as stack:
        try:
            here = stack.enter_context(running(lambda: EmulatedBoard(image)))
        except (OSError, TimeoutError) as error:
            raise DeviceError(str(error)) from None
        yield here.path
