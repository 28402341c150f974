"""`tengen solve`: searches for a win by continuous fours, and answers in words, as a picture, or as JSON lines."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from tengen.games import BLACK, COLOUR_NAMES, WHITE

from .games import input_file, opened, print_each
from .options import Encoding, Which, ends_with, errors

if TYPE_CHECKING:
    from tengen.partner.fours import Fours
    from tengen.session.match import Match

    from ..judge.reading import Reading
    from ..records import judged

_TURNS = {"black": BLACK, "x": BLACK, "white": WHITE, "o": WHITE}
_WHAT = "The file to read; - or none: standard input."
_SVG = typer.Option(
    callback=ends_with(".svg", "the picture"), help="Draw the board with the numbered stones of the win into this file."
)


def solve(
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help=_WHAT, show_default=False)] = None,
    map_: bool = typer.Option(
        False, "--map", help="Read lines of board text, tab, X or O (the side to move); print JSON lines."
    ),
    turn: str | None = typer.Option(None, metavar="black|white", help="The side to move."),
    limit: int | None = typer.Option(
        None, min=1, metavar="NODES", help="End the search after this number of fours; by default it has no limit."
    ),
    svg: Annotated[Path | None, _SVG] = None,
    which: Which = None,
    encoding: Encoding = "",
) -> None:
    """Search for a win by fours (VCF): a series of fours that ends with one that can't be answered.

    It reads the same as `tengen judge`: a board text, a diagram of 15 lines, moves like h8i9, or files of games, and
    searches in the last position. If the side to move is not known, it searches for both.
    """
    if map_ and (turn is not None or svg or which):
        raise typer.BadParameter("the only other option that it allows is --limit", param_hint="--map")
    if turn is not None and turn.lower() not in _TURNS:
        raise typer.BadParameter(f"{turn} is not a colour: choose black or white", param_hint="--turn")
    from ..solve import compiled  # slow to load

    given = None if turn is None else _TURNS[turn.lower()]
    file = input_file(file)
    sound = True
    with errors():
        if map_:
            _answer_lines(file, limit)
        else:
            # cached, and loaded only at the first call, so that an unreadable file is reported at once
            fours = functools.cache(compiled.fastest)
            sound = print_each(
                file,
                which,
                encoding,
                lambda found, game: _solved(_renju(found, game), fours, given, limit, svg),
                one=bool(svg),
            )
    raise typer.Exit(0 if sound else 1)


def _answer_lines(file: Path | None, limit: int | None) -> None:
    from ..judge.line_by_line import batches
    from ..solve import compiled, maps

    with opened(file) as lines:
        fours = compiled.fastest()
        for batch in batches(lines, 1, maps.LONGEST):
            print(maps.answer_line(fours, batch[0], limit), flush=True)


def _solved(reading: Reading, fours: Callable[[], Fours], turn: int | None, limit: int | None, svg: Path | None) -> str:
    """Return the answer for a position, or for the last one of a game of a file. Raises ValueError."""
    from ..judge.drawing import board_drawing
    from ..judge.reading import ending
    from ..solve import searching, words

    if reading.game and reading.game.result:
        raise ValueError(f"the game is over: {ending(reading.game)}")
    cells = bytes(reading.position.cells)
    wrong = searching.mistake(cells)
    if wrong:
        raise ValueError(wrong)
    turn = turn or (reading.game.turn if reading.game else searching.turn_by_count(cells))
    if svg and not turn:
        raise ValueError("--svg: the side to move is not known: add --turn")
    lines = [board_drawing(reading.position, False), ""]
    if turn:
        lines.append(f"{COLOUR_NAMES[turn].capitalize()} to play.")
    else:
        blacks, whites = cells.count(BLACK), cells.count(WHITE)
        lines.append(f"The side to move is not known, with {blacks} black and {whites} white stones.")
    for colour in (turn,) if turn else (BLACK, WHITE):
        answer = searching.search(fours(), cells, colour, limit)
        lines.append(words.in_words(answer, colour))
        if svg:
            found = answer.found
            drawn = words.picture(cells, found.line if found else (), colour, bool(found and found.foul))
            svg.write_text(drawn, encoding="utf-8")
    return "\n".join(lines)


def _renju(found: Reading | Match, game: judged.Game | None) -> Reading:
    from ..judge.reading import Reading

    if not isinstance(found, Reading):
        name = game.record.game if game else "another"
        raise ValueError(f"wins by fours are searched for in Renju; this game is {name}")
    return found
