"""`tengen record film`: makes a film of a game with ffmpeg, or an animated picture without it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from .games import game as chosen_game
from .options import Encoding, Force, GameArgument, Games, Which, errors, warn
from .record_draw import warn_of_boxes

if TYPE_CHECKING:
    from ..records.record import Record


def film(
    game: GameArgument,
    out: Path | None = typer.Option(
        None, "--out", "-o", help="The film: .mp4, .webm or .gif; by default an .mp4 with the players' names."
    ),
    size: str = typer.Option("1920x1080", metavar="WIDTHxHEIGHT", help="The size in pixels; not of a .gif."),
    seconds: float = typer.Option(1.5, min=0.1, max=60, help="The seconds for each move."),
    which: Which = None,
    encoding: Encoding = "",
    force: Force = False,
    games: Games = None,
) -> None:
    """Make a film of a game, with names, moves and the reasons of fouls; without ffmpeg a .gif."""
    from rich.console import Console

    from ..records import ffmpeg, files, sheet
    from ..records.library import title

    kinds = (*ffmpeg.ENDINGS, ".gif")
    if out is not None and out.suffix.lower() not in kinds:
        raise typer.BadParameter(f"a film ends with {', '.join(kinds)}", param_hint="--out")
    sides = re.fullmatch(r"(\d{1,5})x(\d{1,5})", size)
    if not sides:
        raise typer.BadParameter("write width and height in pixels, like 1920x1080", param_hint="--size")
    with errors():
        found = chosen_game(game, which, games, encoding)
        place = out or Path(f"{title(found)}.mp4")
        program = ffmpeg.find() if place.suffix.lower() != ".gif" else None
        lacks = program is None and place.suffix.lower() != ".gif"
        place = place.with_name(f"{place.stem}.gif") if lacks else place
        files.check_place(place, force)  # checked first, because a film takes much time
        warn_of_boxes(", ".join((found.black, found.white, found.event)))
        pace = Fraction(str(seconds))
        with Console(stderr=True).status(f"{place} ...") as status:  # shown in a terminal only
            if program:
                size_px = int(sides[1]), int(sides[2])
                data = _filmed(found, program, size_px, pace, place.suffix.lower(), status.update)
            else:
                data = _animated(found, pace)
        files.write(place, data, force)
        if lacks:
            warn(f"there is no ffmpeg, so {place} is an animated picture: {ffmpeg.install()}")
        typer.echo(f"{place}: {sheet.line(found)}", err=True)


def _filmed(
    record: Record,
    program: str,
    size: tuple[int, int],
    pace: Fraction,
    ending: str,
    tell: Callable[[str], None],
) -> bytes:
    """Return a film; `tell` gets a line for each move."""
    from ..records import ffmpeg, film, picture

    its = film.plan(record, size)

    def pictures() -> Iterator[tuple[int, bytes]]:
        number = -1
        for least, shapes in film.pictures(record, its):
            if not least:  # the picture of the next position
                number += 1
                tell(f"move {number} of {len(record.moves)}")
            yield max(1, math.ceil(Fraction(least) / pace)), picture.image(shapes, its.pitch).tobytes()

    return ffmpeg.encode(program, pictures(), size, pace, ending)


def _animated(record: Record, pace: Fraction) -> bytes:
    from ..records import ending, sheet
    from ..records.drawn import drawn

    return drawn(record, ".gif", pace=int(1000 * pace), lines=ending.lines(record), caption=sheet.caption(record))
