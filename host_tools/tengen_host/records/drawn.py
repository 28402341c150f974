"""A game as a picture file: .svg, .png, or .gif for all its moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import diagram, picture, sheet, svg
from .record import Record

ENDINGS = (".svg", ".png", ".gif")


def drawn(
    record: Record,
    ending: str,
    pitch: int | None = None,
    pace: int = picture.MOVE_MS,
    wanted: Callable[[], bool] = lambda: True,
    **look: Any,
) -> bytes:
    """Return the file with this ending of a game. `look`: the arguments of diagram.shapes().

    `pitch`: pixels from line to line, of a .png or .gif. `pace`: ms of a move in a .gif. `wanted` is called now and
    then; if it returns False, picture.GivenUp is raised. Raises ValueError for an impossible pitch or look.
    """
    title = sheet.caption(record)
    if ending == ".gif":
        return picture.gif(record, pitch or 40, pace, wanted, **look)
    shapes = diagram.shapes(record, **look)
    if ending == ".png":
        return picture.png(shapes, pitch or 80, title, wanted)
    return svg.text(shapes, title, sheet.text(record, look.get("upto"))).encode("utf-8")
