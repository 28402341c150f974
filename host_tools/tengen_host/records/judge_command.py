"""`tengen judge`: positions and games in, their verdicts and reasons out; with --map or --play, many line by line.

It is in this room, above judge/, because it reads records.
"""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, BinaryIO

import typer
from tengen.games import COLOUR_NAMES, EMPTY, points
from tengen.games.moves import move_name
from tengen.games.renju import position
from tengen.games.renju.reasons import reasons

from .. import file_errors, nearest
from ..judge import maps, playing
from ..judge.drawing import board_drawing, board_svg, reasons_text
from ..judge.lines import batches
from ..judge.reading import Reading, ending
from ..said import words_of
from . import judged
from .command import ENCODING, WHICH, warn
from .encoding import recoded

SIZE = position.SIZE

# Bytes of a line that are read with --map; the rest is dropped, so that memory stays bounded.
LONGEST = 4096
# The same for --play: a game of 19x19 with all its answers is shorter by far.
LONGEST_GAME = 1 << 16
_TOO_LONG = b'{"error": "the line is too long for a game"}'
# The number of mistakes that are reported one by one; further mistakes are only counted.
MOST_TOLD = 1000


def judge(
    what: list[str] | None = typer.Argument(
        None, metavar="[FILE]", help="What to read; standard input where none is named, or -. With --game: the moves."
    ),
    map_: bool = typer.Option(False, "--map", help="Board texts in, verdict lines out, a line each."),
    play: bool = typer.Option(False, "--play", help="Games of any kind as JSON lines in, boards and results out."),
    line_buffered: bool = typer.Option(False, "--line-buffered", help="With --map, --play: answer line by line."),
    game: str | None = typer.Option(None, help="Play the moves of this game, and show board, captures and result."),
    option: list[str] | None = typer.Option(None, help="With --game: an option like keryo, size=19, opening=swap-2."),
    point: str | None = typer.Option(None, help="Give the reasons of this point, like d3."),
    depth: int = typer.Option(0, min=0, help="With --point: levels of killed straight-four points to explain."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object instead of text."),
    svg: Path | None = typer.Option(None, help="Draw the board, and the reasons asked for, into this file."),
    which: int | None = WHICH,
    encoding: str = ENCODING,
) -> None:
    """Judge Black's fouls: read a board text, a diagram of 15 lines or moves like h8i9, and say what each point is.

    It also judges the games of a file: SGF, text, psq, RIF XML, PGN, Yixin's.

    With --play or --game it plays the moves of a game of any kind.
    """
    lines = "--play" if play else "--map" if map_ else None
    others = (point is not None, as_json, svg, depth, game is not None, option, which, encoding)
    if lines and ((play and map_) or any(others)):
        raise typer.BadParameter("it goes with --line-buffered only", param_hint=lines)
    if line_buffered and not lines:
        raise typer.BadParameter("it goes with --map or --play only", param_hint="--line-buffered")
    if option and game is None:
        raise typer.BadParameter("it goes with --game only", param_hint="--option")
    if game is not None and (point is not None or svg or depth or which or encoding):
        raise typer.BadParameter("it goes with --option and --json only", param_hint="--game")
    if depth and point is None:
        raise typer.BadParameter("it goes with --point only", param_hint="--depth")
    if what and len(what) > 1 and game is None:
        raise typer.BadParameter("one file can be read; moves of a game go with --game", param_hint="FILE")
    file_errors.check_ending(svg, ".svg", "the picture", "--svg")
    file = Path(what[0]) if what else None
    try:
        if lines:
            sys.exit(_lines(file, line_buffered, play))
        if game is not None:
            print(_played(game, option or (), what, as_json))
            return
        name = "" if file is None or str(file) == "-" else file.name
        found = judged.read(recoded(_data(file), name, encoding), name, warn)
        if isinstance(found, Reading):
            if which:
                raise ValueError(f"--which {which}: there are no games here, but one position or the moves of one game")
            print(_judged(found, point, depth, svg, as_json))
            return
        sys.exit(_games(found, which, point, depth, svg, as_json))
    except (OSError, ValueError) as error:
        print(f"error: {file_errors.in_words(error)}", file=sys.stderr)
        sys.exit(1)


def _judged(reading: Reading, point: str | None, depth: int, svg: Path | None, as_json: bool) -> str:
    why = None if point is None else _reasons(reading, point, depth)
    if svg:
        moves = reading.game.moves if reading.game else None
        drawn = board_svg(reading.position, why, moves=moves, marks=not _over(reading))
        svg.write_text(drawn, encoding="utf-8")
    return json.dumps(_object(reading, why)) if as_json else _words(reading, why)


def _games(
    games: list[judged.Game], which: int | None, point: str | None, depth: int, svg: Path | None, as_json: bool
) -> int:
    """Print the games of a file, or one of them; return the exit status. With --json each is a line."""
    if which and which > len(games):
        count = f"{len(games)} {'game' if len(games) == 1 else 'games'}"
        raise ValueError(f"--which {which}: there are {count}")
    chosen = [games[which - 1]] if which else games
    if len(chosen) > 1 and (point is not None or svg):
        option = "--svg" if point is None else "--point"
        raise ValueError(f"{option}: there are {len(chosen)} games: choose one with --which")
    status = 0
    for game in chosen:
        if not as_json:
            print("\n" * (game is not chosen[0]) + game.heading, flush=True)
        try:
            print(_game(game, point, depth, svg, as_json))
        except ValueError as error:
            status = 1
            number = f"game {game.number}: " if game.of > 1 else ""
            print(f"error: {number}{words_of(error)}", file=sys.stderr)
    return status


def _game(game: judged.Game, point: str | None, depth: int, svg: Path | None, as_json: bool) -> str:
    its = judged.followed(game.record)
    if isinstance(its, Reading):
        said = _judged(its, point, depth, svg, as_json)
    elif point is not None or svg:
        option = "--svg" if point is None else "--point"
        raise ValueError(f"{option} is for Renju; this game is {game.record.game}: `tengen record draw` draws it")
    else:
        said = json.dumps(playing.answer(its)) if as_json else playing.in_words(its)
    if not as_json:
        return said
    record = game.record
    known = {"black": record.black, "white": record.white, "date": record.date}
    told = {"format": game.format, "number": game.number, "of": game.of, "game": record.game, **known}
    return json.dumps({**told, **json.loads(said)})


def _played(game: str, options: Sequence[str], words: Sequence[str] | None, as_json: bool) -> str:
    """Play the moves of --game, or those of standard input."""
    match = playing.new_match(nearest.known(game), playing.read_options(options))
    moves = playing.read_words(judged.decoded(_data(None)) if not words or words == ["-"] else " ".join(words))
    try:
        playing.play_all(match, moves)
    except playing.Refused as refused:
        raise ValueError(f"move {refused.number + 1}, {moves[refused.number]}: {refused.why}") from None
    return json.dumps(playing.answer(match)) if as_json else playing.in_words(match)


def _data(file: Path | None) -> bytes:
    return sys.stdin.buffer.read() if file is None or str(file) == "-" else file.read_bytes()


def _reasons(reading: Reading, name: str, depth: int) -> dict[str, Any]:
    try:
        return reasons(reading.position, points.index(name, SIZE), depth)
    except ValueError as error:
        raise ValueError(f"--point {name}: {words_of(error)}") from None


def _marked(reading: Reading) -> list[tuple[str, int]]:
    """Return the fives and fouls of Black as (point name, verdict), from a1 on."""
    verdicts = enumerate(reading.position.verdicts)
    return [(points.name(point, SIZE), verdict) for point, verdict in verdicts if verdict in _NAMES]


_NAMES = {position.FIVE: "five", **position.FOUL_NAMES}


def _over(reading: Reading) -> bool:
    """Whether the game is over: then there is no next move that could be a five or a foul."""
    return reading.game is not None and reading.game.result is not None


def _words(reading: Reading, why: dict[str, Any] | None) -> str:
    over = _over(reading)
    said = [board_drawing(reading.position, not over), ""]
    for number, point, verdict in reading.fouls:
        name = points.name(point, SIZE).upper()
        said.append(f"Move {number}, Black {name}: {position.FOUL_NAMES[verdict]}, a foul.")
    if reading.game and reading.game.result:
        said.append(f"The game is over: {ending(reading.game)}.")
    elif reading.game:
        turn = COLOUR_NAMES[reading.game.turn].capitalize()
        said.append(f"{turn} to play move {len(reading.game.moves) + 1}.")
    marked = [] if over else _marked(reading)
    for verdict, name in _NAMES.items():
        where = [point.upper() for point, its in marked if its == verdict]
        if where:
            said.append(f"{name.capitalize()} for Black at {' '.join(where)}.")
    if not (marked or over):
        said.append("No five and no foul for Black.")
    if why is not None:
        said += ["", reasons_text(why)]
    return "\n".join(said)


def _object(reading: Reading, why: dict[str, Any] | None) -> dict[str, Any]:
    found: dict[str, Any] = {
        "board": position.board_text(reading.position),
        "verdicts": position.verdict_text(reading.position),
        "points": {point: _NAMES[verdict] for point, verdict in _marked(reading)},
    }
    game = reading.game
    if game:
        result = game.result
        found["moves"] = [move_name(move, SIZE) for move in game.moves]
        found["turn"] = None if result else COLOUR_NAMES[game.turn]
        found["fouls"] = [
            {"move": number, "point": points.name(point, SIZE), "foul": position.FOUL_NAMES[verdict]}
            for number, point, verdict in reading.fouls
        ]
        found["result"] = result and {
            "winner": None if result.winner == EMPTY else COLOUR_NAMES[result.winner],
            "reason": result.reason,
            "line": points.names(result.points, SIZE),
        }
    if why is not None:
        found["reasons"] = why
    return found


def _lines(file: Path | None, line_buffered: bool, play: bool) -> int:
    """Print the answer to every line of a file; return the exit status."""
    size = 1 if line_buffered else maps.BATCH
    with contextlib.ExitStack() as stack:
        there = file is not None and str(file) != "-"
        lines = stack.enter_context(file.open("rb")) if file is not None and there else sys.stdin.buffer
        return _answer_games(lines, size) if play else _answer(lines, size)


def _answer_games(file: BinaryIO, size: int) -> int:
    out = sys.stdout.buffer
    for batch in batches(file, size, LONGEST_GAME):
        for line in batch:
            out.write((playing.answer_line(line) if len(line) < LONGEST_GAME else _TOO_LONG) + b"\n")
            if size == 1:
                out.flush()
    out.flush()
    return 0


def _answer(file: BinaryIO, size: int) -> int:
    out, before, wrong = sys.stdout.buffer, 0, 0
    for batch in batches(file, size, LONGEST):
        mistakes = [at for at, board in enumerate(batch) if len(board) != maps.POINTS or board.translate(None, b".XO")]
        answers = [b""] * len(batch)
        sound = sorted(set(range(len(batch))).difference(mistakes)) if mistakes else range(len(batch))
        for at, answer in zip(sound, maps.verdict_lines([batch[at] for at in sound]), strict=True):
            answers[at] = answer
        out.write(b"\n".join(answers) + b"\n")
        out.flush()
        for at in mistakes[: max(0, MOST_TOLD - wrong)]:
            print(f"error: line {before + at + 1}: {maps.mistake(batch[at], LONGEST)}", file=sys.stderr)
        wrong += len(mistakes)
        before += len(batch)
    if wrong > MOST_TOLD:
        print(f"error: {wrong - MOST_TOLD} more lines are no board texts: is this the right file?", file=sys.stderr)
    return 1 if wrong else 0
