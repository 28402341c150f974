"""Read positions with known verdicts, pack them for the board, and compare the board's answers.

There are three file formats, by suffix. A .txt file has a position in each line, with 225 characters: X, O, or the
verdict of the empty point. A .jsonl file has an object in each line, with a position and the verdict of one of its
points. A .json file has a list of such objects.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zlib import crc32

from tengen.games import BLACK, points
from tengen.games.renju.position import COLOUR_MARKS, POINTS, SIZE, VERDICT_MARKS, point_of_column

from ... import resources
from ...file_errors import in_words
from ..errors import DeviceError

BUILT_IN = ("verdicts.txt", "tricky.jsonl", "renjunet_advanced_fixtures.json")

# The verdict of each example by its name on renju.net's page on advanced fouls; any other name means no foul
_EXAMPLES = {"3x3": "3", "3x3x3": "3", "4x3x3": "3", "4x4": "4", "4x4x3": "4", "4x4x4": "4", "6": "6"}

_WHOLE = 255  # a value in place of a point, which means the verdicts of all points
_ANSWER = 4  # bytes


@dataclass(frozen=True)
class Vector:
    """A board text, and its verdict line: `?` for a point without a known verdict."""

    file: str
    name: str
    board: str
    expected: str

    @property
    def point(self) -> int | None:
        """The only point with a known verdict; None if the verdicts of all points are known."""
        known = [at for at, mark in enumerate(self.expected) if mark != "?"]
        return point_of_column(known[0]) if len(known) == 1 else None


@dataclass(frozen=True)
class Wrong:
    """A verdict of the board that differs from the expected verdict. Both are marks of a verdict line."""

    vector: Vector
    point: str
    expected: str
    got: str

    def __str__(self) -> str:
        return f"{self.vector.file}, {self.vector.name}, {self.point}: expected {self.expected}, got {self.got}"


def built_in(every: int) -> list[Vector]:
    """Return the project's own vectors.

    These are every `every`-th vector of the file with whole boards, and all vectors of the other files.
    """
    found = []
    for name in BUILT_IN:
        vectors = read(resources.path(f"tests/data/{name}"))
        found += vectors[::every] if name.endswith(".txt") else vectors
    return found


def read(path: Path) -> list[Vector]:
    """Return the vectors of a file. Raises DeviceError, with file and place, for a vector that can't be read."""
    found = []
    for name, case in _cases(path):
        try:
            if path.suffix == ".txt":
                found.append(_whole(path.name, name, case))
            else:
                found.append(_single(path.name, json.loads(case) if path.suffix == ".jsonl" else case))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise DeviceError(f"{path}, {name}: not a valid vector: {_in_words(error)}") from None
    if not found:
        raise DeviceError(f"{path} has no vector")
    return found


def _cases(path: Path) -> Iterator[tuple[str, Any]]:
    """Yield (place in the file, line or object) for everything in a file that may be a vector."""
    try:
        text = path.read_text(encoding="utf-8")
        cases = json.loads(text) if path.suffix == ".json" else text.splitlines()
    except OSError as error:
        raise DeviceError(in_words(error)) from None
    except ValueError as error:
        raise DeviceError(f"{path} can't be read: {error}") from None
    if path.suffix not in (".txt", ".jsonl", ".json") or not isinstance(cases, list):
        raise DeviceError(
            f"{path}: vectors are in files that end in .txt, .jsonl or .json; in the last they are a list"
        )
    what = "number" if path.suffix == ".json" else "line"
    for number, case in enumerate(cases, 1):
        if case:
            yield f"{what} {number}", case


def _in_words(error: Exception) -> str:
    return f"{error} is missing" if isinstance(error, KeyError) else str(error)


def _whole(file: str, name: str, line: str) -> Vector:
    if len(line) != POINTS or set(line) - set("XO.3456"):
        raise ValueError(f"it needs {POINTS} characters X, O, ., 3, 4, 5 or 6")
    board = "".join(mark if mark in "XO" else "." for mark in line)
    return Vector(file, name, board, line.replace("X", "#").replace("O", "#"))


def _single(file: str, case: dict[str, Any]) -> Vector:
    if "probe" in case:
        board = "".join(case["board"]).replace("B", "X").replace("W", "O").replace("?", ".")
        point, verdict = case["probe"], _EXAMPLES.get(case["expected"].split()[0], ".")
    else:
        board, point, verdict = case["board"], case["point"], case["verdict"]
    if len(board) != POINTS or set(board) - set(COLOUR_MARKS):
        raise ValueError(f"its board needs {POINTS} points, each ., X or O")
    if verdict not in VERDICT_MARKS or verdict in "x#":
        raise ValueError(f"{verdict!r} is not a verdict of an empty point")
    known = points.index(point, SIZE)
    expected = "".join(verdict if point_of_column(at) == known else "?" for at in range(POINTS))
    return Vector(file, case["id"], board, expected)


def packed(vector: Vector) -> bytes:
    """Return a vector for the board: the point, the number of stones, their points, and a bit for each stone.

    The bit is 1 for White.
    """
    stones = [(point_of_column(at), mark) for at, mark in enumerate(vector.board) if mark != "."]
    colours = sum(1 << at for at, (_, mark) in enumerate(stones) if mark != COLOUR_MARKS[BLACK])
    point = _WHOLE if vector.point is None else vector.point
    head = bytes((point, len(stones)))
    return head + bytes(point for point, _ in stones) + colours.to_bytes((len(stones) + 7) // 8, "little")


def pieces(vectors: Sequence[Vector], size: int) -> list[bytes]:
    """Pack all vectors in pieces of at most `size` bytes.

    A piece has the number of its vectors, then the vectors.
    """
    made: list[bytes] = []
    piece, count = b"", 0
    for vector in vectors:
        more = packed(vector)
        if count and (1 + len(piece) + len(more) > size or count == 255):
            made.append(bytes((count,)) + piece)
            piece, count = b"", 0
        piece += more
        count += 1
    return [*made, bytes((count,)) + piece] if count else made


def answer(vector: Vector) -> bytes:
    """Return the right answer (4 bytes) to a vector: the CRC-32 of all verdicts, or the verdict of its only point."""
    if vector.point is not None:
        mark = vector.expected[[point_of_column(at) for at in range(POINTS)].index(vector.point)]
        return VERDICT_MARKS.index(mark).to_bytes(_ANSWER, "little")
    words = array("I", bytes(4 * POINTS))
    for at, mark in enumerate(vector.expected):
        words[point_of_column(at)] = VERDICT_MARKS.index(mark)
    return crc32(words.tobytes()).to_bytes(_ANSWER, "little")


def wrong(vectors: Sequence[Vector], answers: bytes) -> list[Vector]:
    """Return the vectors that the board answered wrongly. `answers`: the board's answers, one after another."""
    if len(answers) != _ANSWER * len(vectors):
        raise DeviceError(f"the board has answered {len(answers) // _ANSWER} of {len(vectors)} boards")
    told = (answers[at : at + _ANSWER] for at in range(0, len(answers), _ANSWER))
    return [vector for vector, said in zip(vectors, told, strict=True) if said != answer(vector)]


def differences(vector: Vector, told: str) -> Iterator[Wrong]:
    """Yield each known verdict that differs from the board's verdict line `told`."""
    for at, (expected, got) in enumerate(zip(vector.expected, told, strict=True)):
        if expected not in ("?", got):
            yield Wrong(vector, points.name(point_of_column(at), SIZE).upper(), expected, got)
