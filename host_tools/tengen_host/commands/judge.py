"""`tengen judge`: judges a position or a game, with reasons; or with --map or --play many of them, line by line."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from tengen.games import points
from tengen.games.renju.position import SIZE
from tengen.games.renju.reasons import reasons

from .. import game_names
from ..i18n import error_text
from .games import input_file, opened, print_each
from .options import Encoding, Which, ends_with, error, errors, only_with

if TYPE_CHECKING:
    from tengen.session.match import Match

    from ..judge.reading import Reading
    from ..records import judged

_WHAT = "The file to read; - or none: standard input. With --game: the moves."
_SVG = typer.Option(
    callback=ends_with(".svg", "the picture"), help="Draw the board, and the reasons for --point, into this file."
)


def judge(
    what: Annotated[list[str] | None, typer.Argument(metavar="FILE", help=_WHAT)] = None,
    map_: bool = typer.Option(False, "--map", help="Read one board text per line, print one verdict per line."),
    play: bool = typer.Option(False, "--play", help="Read games of any kind as JSON lines, print boards and results."),
    line_buffered: bool = typer.Option(False, "--line-buffered", help="With --map, --play: answer each line at once."),
    game: str | None = typer.Option(None, help="Play the moves of this game, and show board, captures and result."),
    option: list[str] | None = typer.Option(None, help="With --game: an option like keryo, size=19 or opening=swap-2."),
    point: str | None = typer.Option(None, help="Explain the verdict for this point, like d3."),
    depth: int = typer.Option(
        0, min=0, help="With --point: how many levels of blocked straight-four points to explain."
    ),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object instead of text."),
    svg: Annotated[Path | None, _SVG] = None,
    which: Which = None,
    encoding: Encoding = "",
) -> None:
    """Judge Black's fouls: read a board text, a diagram of 15 lines, or moves like h8i9, and judge every point.

    It also judges the games of a file: SGF, text, psq, RIF XML, PGN, Yixin's.

    With --play or --game it plays the moves of any game that Tengen knows.
    """
    line_by_line = "--play" if play else "--map" if map_ else ""
    of_a_position = (point is not None, svg, depth, which, encoding)
    if line_by_line and ((play and map_) or any((*of_a_position, as_json, game is not None, option))):
        raise typer.BadParameter("the only other option that it allows is --line-buffered", param_hint=line_by_line)
    if game is not None and any(of_a_position):
        raise typer.BadParameter("the only other options that it allows are --option and --json", param_hint="--game")
    only_with("--map or --play", line_by_line, line_buffered=line_buffered)
    only_with("--game", game is not None, option=option)
    only_with("--point", point is not None, depth=depth)
    if what and len(what) > 1 and game is None:
        raise typer.BadParameter("name only one file; with --game, several words are its moves", param_hint="FILE")
    file = input_file(Path(what[0])) if what else None
    with errors():
        if line_by_line:
            sound = _answer_lines(file, line_buffered, play)
        elif game is not None:
            print(_played(game, option or (), what, as_json))
            sound = True
        else:

            def answer(found: Reading | Match, of: judged.Game | None) -> str:
                return _answer(found, of, point, depth, svg, as_json)

            sound = print_each(file, which, encoding, answer, not as_json, one=point is not None or bool(svg))
    raise typer.Exit(0 if sound else 1)


def _answer_lines(file: Path | None, line_buffered: bool, play: bool) -> bool:
    from ..judge import line_by_line

    size = 1 if line_buffered else line_by_line.BATCH
    with opened(file) as read:
        if not play:
            return line_by_line.answer_boards(read, sys.stdout.buffer, size, error)
        line_by_line.answer_games(read, sys.stdout.buffer, size)
        return True


def _answer(
    found: Reading | Match, game: judged.Game | None, point: str | None, depth: int, svg: Path | None, as_json: bool
) -> str:
    """Return the verdict on a position, or on a game of a file, as text or as JSON."""
    from ..judge import playing, report
    from ..judge.reading import Reading
    from ..records.position_svg import board_svg

    fields: dict[str, Any]
    if isinstance(found, Reading):
        why = None if point is None else _reasons(found, point, depth)
        if svg:
            moves = found.game.moves if found.game else ()
            drawn = board_svg(found.position, why, moves=moves, marks=not report.is_over(found))
            svg.write_text(drawn, encoding="utf-8")
        if not as_json:
            return report.text(found, why)
        fields = report.fields(found, why)
    else:
        if point is not None or svg:
            option = "--svg" if point is None else "--point"
            name = game.record.game if game else "another"
            raise ValueError(f"{option} is for Renju; this game is {name}: `tengen record draw` draws it")
        if not as_json:
            return playing.in_words(found)
        fields = playing.answer(found)
    if game:
        record = game.record
        players = {"black": record.black, "white": record.white, "date": record.date}
        fields = {"format": game.format, "number": game.number, "of": game.of, "game": record.game, **players, **fields}
    return json.dumps(fields)


def _played(game: str, options: Sequence[str], words: Sequence[str] | None, as_json: bool) -> str:
    """Play the moves of --game, or those of standard input."""
    from ..judge import playing
    from ..records import judged

    match = playing.new_match(game_names.known(game), playing.read_options(options))
    in_words = bool(words) and words != ["-"]
    moves = playing.read_words(" ".join(words or ()) if in_words else judged.decoded(sys.stdin.buffer.read()))
    try:
        playing.play_all(match, moves)
    except playing.Refused as refused:
        raise ValueError(f"move {refused.number + 1}, {moves[refused.number]}: {refused.why}") from None
    return json.dumps(playing.answer(match)) if as_json else playing.in_words(match)


def _reasons(reading: Reading, name: str, depth: int) -> dict[str, Any]:
    try:
        return reasons(reading.position, points.index(name, SIZE), depth)
    except ValueError as trouble:
        raise ValueError(f"--point {name}: {error_text(trouble)}") from None
