"""Choose the board for a command: the board at a given port, the only board that is found, or an emulated board."""

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
    """Yield the port of the board for a command; an emulated board runs until the block ends.

    Before a real board's game is interrupted, the user is asked, unless `yes`. Raises DeviceError if there is no board,
    or if the answer is no.
    """
    if not emulated:
        path = ports.chosen(port) or the_only_one(ports.ports()).path
        ask_to_interrupt(path, Terminal(yes))
        yield path
        return
    if port is not None:
        raise DeviceError("an emulated board has no port to name: leave out --port or --emulated")
    # imported here because the import is slow, and real boards do not need it
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
