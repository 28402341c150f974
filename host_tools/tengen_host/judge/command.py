"""`tengen judge`: a position in, its verdicts and their reasons out; with --map, many boards line by line."""

from __future__ import annotations

import codecs
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import typer
from tengen.games import COLOUR_NAMES, EMPTY, points
from tengen.games.moves import move_name
from tengen.games.renju import position
from tengen.games.renju.reasons import reasons

from . import maps
from .drawing import board_drawing, board_svg, reasons_text
from .reading import Reading, ending, read

SIZE = position.SIZE

# Bytes of a line that are read with --map; the rest is dropped, so that memory stays bounded.
LONGEST = 4096
# The number of mistakes that are reported one by one; further mistakes are only counted.
MOST_TOLD = 1000
_BLOCK = 65536


def judge(
    file: Path | None = typer.Argument(None, help="What to read; standard input where none is named, or -."),
    map_: bool = typer.Option(False, "--map", help="Board texts in, verdict lines out, a line each."),
    line_buffered: bool = typer.Option(False, "--line-buffered", help="With --map: answer line by line."),
    point: str | None = typer.Option(None, help="Give the reasons of this point, like d3."),
    depth: int = typer.Option(0, min=0, help="With --point: levels of killed straight-four points to explain."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object instead of text."),
    svg: Path | None = typer.Option(None, help="Draw the board, and the reasons asked for, into this file."),
) -> None:
    """Judge Black's fouls: read a board text, a diagram of 15 lines or moves like h8i9, and say what each point is."""
    if map_ and (point is not None or as_json or svg or depth):
        raise typer.BadParameter("it goes with --line-buffered only", param_hint="--map")
    if line_buffered and not map_:
        raise typer.BadParameter("it goes with --map only", param_hint="--line-buffered")
    if depth and point is None:
        raise typer.BadParameter("it goes with --point only", param_hint="--depth")
    try:
        if map_:
            sys.exit(_maps(file, line_buffered))
        reading = read(_text(file))
        why = None if point is None else _reasons(reading, point, depth)
        if svg:
            moves = reading.game.moves if reading.game else None
            svg.write_text(board_svg(reading.position, why, moves=moves), encoding="utf-8")
        print(json.dumps(_object(reading, why)) if as_json else _words(reading, why))
    except BrokenPipeError:
        # the reader has closed the pipe; Python's flush at exit must not fail, too
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(1)


def _text(file: Path | None) -> str:
    data = sys.stdin.buffer.read() if file is None or str(file) == "-" else file.read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        raise ValueError(f"line {line}, column {column}: this is no UTF-8 text") from None


def _reasons(reading: Reading, name: str, depth: int) -> dict[str, Any]:
    try:
        return reasons(reading.position, points.index(name, SIZE), depth)
    except ValueError as error:
        raise ValueError(f"--point {name}: {error}") from None


def _marked(reading: Reading) -> list[tuple[str, int]]:
    """Return the fives and fouls of Black as (point name, verdict), from a1 on."""
    verdicts = enumerate(reading.position.verdicts)
    return [(points.name(point, SIZE), verdict) for point, verdict in verdicts if verdict in _NAMES]


_NAMES = {position.FIVE: "five", **position.FOUL_NAMES}


def _words(reading: Reading, why: dict[str, Any] | None) -> str:
    said = [board_drawing(reading.position), ""]
    for number, point, verdict in reading.fouls:
        name = points.name(point, SIZE).upper()
        said.append(f"Move {number}, Black {name}: {position.FOUL_NAMES[verdict]}, a foul.")
    if reading.game and reading.game.result:
        said.append(f"The game is over: {ending(reading.game)}.")
    elif reading.game:
        turn = COLOUR_NAMES[reading.game.turn].capitalize()
        said.append(f"{turn} to play move {len(reading.game.moves) + 1}.")
    marked = _marked(reading)
    for verdict, name in _NAMES.items():
        where = [point.upper() for point, its in marked if its == verdict]
        if where:
            said.append(f"{name.capitalize()} for Black at {' '.join(where)}.")
    if not marked:
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


def _maps(file: Path | None, line_buffered: bool) -> int:
    """Print the verdict line of every line of a file; return the exit status."""
    size = 1 if line_buffered else maps.BATCH
    if file is None or str(file) == "-":
        return _answer(sys.stdin.buffer, size)
    with file.open("rb") as lines:
        return _answer(lines, size)


def _answer(file: BinaryIO, size: int) -> int:
    out, before, wrong = sys.stdout.buffer, 0, 0
    for batch in _batches(file, size):
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


def _batches(file: BinaryIO, size: int) -> Iterator[list[bytes]]:
    """Yield lists of up to `size` lines, without line ends and cut to LONGEST bytes, so that memory stays bounded."""
    rest, mark = b"", codecs.BOM_UTF8  # some editors begin a file with it
    while block := file.read1(_BLOCK):  # type: ignore[attr-defined]
        lines = (rest + block).split(b"\n")
        rest = lines.pop()[: LONGEST + len(mark)]
        for at in range(0, len(lines), size):
            yield [line.removeprefix(mark).rstrip(b"\r")[:LONGEST] for line in lines[at : at + size]]
            mark = b""
    if rest:
        yield [rest.removeprefix(mark).rstrip(b"\r")[:LONGEST]]
