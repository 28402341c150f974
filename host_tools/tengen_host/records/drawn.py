"""Make a picture file of a game: an .svg, a .png, or a .gif that shows all moves."""

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
    """Return a picture file of a game, in the format that the file name's ending gives.

    `look`: the arguments of diagram.shapes().

    `pitch`: pixels between two lines of a .png or .gif. `pace`: ms per move of a .gif. `wanted` is called from time to
    time; if it returns False, picture.GivenUp is raised. Raises ValueError for an impossible pitch or look.
    """
    title = sheet.caption(record)
    if ending == ".gif":
        return picture.gif(record, pitch or 40, pace, wanted, **look)
    shapes = diagram.shapes(record, **look)
    if ending == ".png":
        return picture.png(shapes, pitch or 80, title, wanted)
    return svg.text(shapes, title, sheet.text(record, look.get("upto"))).encode("utf-8")
