"""The virtual board of `tengen play`. A file stores its flash and its stones between two runs."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

from ..virtual.board import Clock, VirtualBoard
from ..virtual.kept import CannotKeep, Kept, default_path
from .interface import Message

Say = Callable[[str], None]


@contextlib.contextmanager
def opened(size: int, fresh: bool, tell: Say) -> Iterator[VirtualBoard]:
    """Yield the board of this size; `fresh`: with an empty flash and no stones.

    If another process uses its file, yield an empty board that is not saved; `tell` gets a line about that.
    """
    try:
        kept = Kept(default_path(size), tell, fresh)
    except CannotKeep as why:
        tell(f"{why}. This board begins empty, and is not saved")
        yield VirtualBoard(size=size)
        return
    with contextlib.closing(kept):
        yield restored(kept, tell, size=size)


def restored(kept: Kept, tell: Say, clock: Clock | None = None, size: int = 15) -> VirtualBoard:
    """Return the board with the flash and the stones of a file; each later change is written to the file."""
    board = VirtualBoard(clock, files=kept.flash, size=size)
    for point, colour in kept.stones.items():
        board.put(point, colour.decode())  # the stones are where they were at the end of the last run

    def hear(message: Message) -> None:
        if message["type"] == "stones":
            try:
                kept.stones.replace({point: colour.encode() for point, colour in message["stones"].items()})
            except OSError as error:
                tell(f"the stones on the table are not saved: {error}")

    board.subscribe(hear)
    return board
