"""A board of real firmware on an emulated Pico."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ..image import ImageError, compile_emulator, pico_image

if TYPE_CHECKING:
    from ..emulator.board import EmulatedBoard
    from ..virtual.tabletop import Tabletop

Say = Callable[[str], None]


def booted(image: Path | None, tell: Say) -> EmulatedBoard:
    """Return a board with this image, by default with the one that is found. Raises OSError without an image."""
    try:
        found = pico_image(image)
    except ImageError as error:
        raise OSError(str(error)) from None
    compile_emulator()
    from ..emulator.board import EmulatedBoard  # imported only here, after the emulator has been compiled

    tell(f"booting {found.uf2.name} ({found.source}) on an emulated Pico; the page shows its speed")
    return EmulatedBoard(found)


@contextlib.contextmanager
def console(board: Tabletop, tell: Say) -> Iterator[None]:
    """Open an emulated Pico's console as a serial port, if this system has pseudo-terminals."""
    from ..emulator.board import EmulatedBoard
    from ..emulator.cable import Cable

    assert isinstance(board, EmulatedBoard)
    cable = Cable(board)
    try:
        cable.open()
    except OSError as error:
        tell(str(error))
        yield
        return
    tell(f"Its serial port is {cable.path}, for tengen, mpremote, or any terminal")
    with contextlib.closing(cable):
        yield
