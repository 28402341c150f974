"""`tengen solve`: is there a win by continuous fours? In words, as a picture, or line by line for programs."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path

import typer
from tengen.games import BLACK, COLOUR_NAMES, WHITE
from tengen.partner.fours import Fours

from .. import file_errors
from ..judge.drawing import board_drawing
from ..judge.lines import batches
from ..judge.reading import Reading, ending
from ..records import judged
from ..records.command import ENCODING, WHICH
from ..records.encoding import recoded
from ..said import words_of
from . import compiled, maps, searching, words

_TURNS = {"black": BLACK, "x": BLACK, "white": WHITE, "o": WHITE}


def solve(
    file: Path | None = typer.Argument(
        None, metavar="[FILE]", help="What to read; standard input where none is named, or -.", show_default=False
    ),
    map_: bool = typer.Option(False, "--map", help="Lines of board text, tab, X or O in; JSON lines out."),
    turn: str | None = typer.Option(None, metavar="black|white", help="Whose turn it is."),
    limit: int | None = typer.Option(None, min=1, metavar="NODES", help="End the search after so many fours tried."),
    svg: Path | None = typer.Option(None, help="Draw the board with the numbered stones of the win into this file."),
    which: int | None = WHICH,
    encoding: str = ENCODING,
) -> None:
    """Look for a win by fours (VCF): each stone makes a four that must be answered, until one can't be.

    It reads what `tengen judge` reads: a board text, a diagram of 15 lines, moves like h8i9, or files of games, and
    looks at the last position. Where it isn't known whose turn it is, it looks for both.
    """
    if map_ and (turn is not None or svg or which):
        raise typer.BadParameter("it goes with --limit only", param_hint="--map")
    if turn is not None and turn.lower() not in _TURNS:
        raise typer.BadParameter(f"{turn} is no colour: black or white", param_hint="--turn")
    file_errors.check_ending(svg, ".svg", "the picture", "--svg")
    given = None if turn is None else _TURNS[turn.lower()]
    there = file if file is not None and str(file) != "-" else None
    try:
        if map_:
            _answer_lines(there, limit)
        else:
            sys.exit(_answer(there, given, limit, svg, which, encoding))
    except (OSError, ValueError) as error:
        print(f"error: {file_errors.in_words(error)}", file=sys.stderr)
        sys.exit(1)


def _answer_lines(file: Path | None, limit: int | None) -> None:
    with contextlib.ExitStack() as stack:
        lines = stack.enter_context(file.open("rb")) if file else sys.stdin.buffer
        fours = compiled.fastest()
        for batch in batches(lines, 1, maps.LONGEST):
            print(maps.answer_line(fours, batch[0], limit), flush=True)


def _answer(
    file: Path | None, turn: int | None, limit: int | None, svg: Path | None, which: int | None, encoding: str
) -> int:
    """Print what is found in one position, or in each game of a file; return the exit status."""
    name = file.name if file else ""
    found = judged.read(recoded(file.read_bytes() if file else sys.stdin.buffer.read(), name, encoding), name)
    if isinstance(found, Reading):
        if which:
            raise ValueError(f"--which {which}: there are no games here, but one position or the moves of one game")
        print(_solved(compiled.fastest(), found, turn, limit, svg))
        return 0
    if which and which > len(found):
        count = f"{len(found)} {'game' if len(found) == 1 else 'games'}"
        raise ValueError(f"--which {which}: there are {count}")
    chosen = [found[which - 1]] if which else found
    if len(chosen) > 1 and svg:
        raise ValueError(f"--svg: there are {len(chosen)} games: choose one with --which")
    status, fours = 0, compiled.fastest()
    for game in chosen:
        print("\n" * (game is not chosen[0]) + game.heading, flush=True)
        try:
            print(_solved(fours, _renju(game), turn, limit, svg), flush=True)
        except ValueError as error:
            status = 1
            number = f"game {game.number}: " if game.of > 1 else ""
            print(f"error: {number}{words_of(error)}", file=sys.stderr)
    return status


def _renju(game: judged.Game) -> Reading:
    its = judged.followed(game.record)
    if not isinstance(its, Reading):
        raise ValueError(f"wins by fours are searched for in Renju; this game is {game.record.game}")
    return its


def _solved(fours: Fours, reading: Reading, turn: int | None, limit: int | None, svg: Path | None) -> str:
    if reading.game and reading.game.result:
        raise ValueError(f"the game is over: {ending(reading.game)}")
    cells = bytes(reading.position.cells)
    wrong = searching.mistake(cells)
    if wrong:
        raise ValueError(wrong)
    turn = turn or (reading.game.turn if reading.game else searching.turn_by_count(cells))
    if svg and not turn:
        raise ValueError("--svg: it isn't known whose turn it is: name it with --turn")
    said = [board_drawing(reading.position, False), ""]
    if turn:
        said.append(f"{COLOUR_NAMES[turn].capitalize()} to play.")
    else:
        blacks, whites = cells.count(BLACK), cells.count(WHITE)
        said.append(f"Whose turn it is isn't known, with {blacks} black and {whites} white stones.")
    for colour in (turn,) if turn else (BLACK, WHITE):
        answer = searching.search(fours, cells, colour, limit)
        said.append(words.in_words(answer, colour))
        if svg:
            svg.write_text(words.picture(cells, answer.found, colour), encoding="utf-8")
    return "\n".join(said)
