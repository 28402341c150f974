"""Read and write the lines of the Gomocup protocol: coordinates, answers, MESSAGEs. No process is used here.

x counts columns from the left and y rows from the top, both from 0, as Piskvork shows them. Point numbers count rows
from the bottom (tengen.games.points). Sources: "Gomoku AI protocol" (Petricek, Lastovicka), Gomocup's announcement of
SWAP2BOARD (2020).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from tengen.games import points

FREE, EXACT, RENJU = 0, 1, 4  # INFO rule: five or more win; exactly five win; Renju
UNLIMITED = 2_147_483_647  # INFO time_left of a match without a limit

OWN_STONE, THEIR_STONE = 1, 2  # the third number of a line of BOARD
END_OF_BOARD = "DONE"

MATE = 30_000  # the value of a win in no moves, if an engine writes a win as "+M5"
MOST_WORDS = 200  # most characters of a message that are stored

_XY = r"(-?[0-9]{1,9})\s*,\s*(-?[0-9]{1,9})"
_POINT_AND_MORE = re.compile(_XY + r"(?:\s+(?!-?[0-9]+\s*,).*)?")
_STONE = re.compile(_XY + r"\s*,\s*(-?[0-9]{1,9})")
_ABOUT = re.compile(r'([A-Za-z_]+)\s*=\s*"([^"]*)"')

# In messages: "Depth 9-14", "depth: 9"; "Eval 120", "ev -30", "+M5"
_DEPTH = re.compile(r"\bdepth\s*[:=]?\s*([0-9]{1,4})", re.IGNORECASE)
_NUMBER = r"([+-]?M?[0-9]{1,9})"
_VALUE = re.compile(r"\b(?:eval|ev|value|val|score)\s*[:=]?\s*" + _NUMBER + r"(?![0-9])", re.IGNORECASE)
# "(2) 814 | 9-14 | H8 I9": the number of a candidate, its value, the depth
_CANDIDATE = re.compile(rf"\(([0-9]{{1,3}})\)\s*{_NUMBER}(?![0-9])(?:[^|]*\|\s*([0-9]{{1,4}})-[0-9]+)?", re.IGNORECASE)
# One or more points after each other: "H8 I9", "h8i9", "7,7 8,8"
_RUN = re.compile(r"(?<![\w+,-])(?:(?:[A-Sa-s][0-9]{1,2}|[0-9]{1,2},[0-9]{1,2})(?:\s+|-|(?![0-9,])))+(?![\w,])")
_NAMED = re.compile(r"[A-Sa-s][0-9]{1,2}|[0-9]{1,2},[0-9]{1,2}")


@dataclass
class Thought:
    """An engine's thoughts about a stone. `moves`: the main line, in the engine's words."""

    value: int | None = None
    depth: int | None = None
    moves: tuple[str, ...] = ()


def parted(line: str) -> tuple[str, str]:
    """Return the first word of a line in capitals, and the rest of the line."""
    word, *rest = line.split(None, 1) or [""]
    return word.upper(), rest[0].strip() if rest else ""


def printable(text: str, most: int = MOST_WORDS) -> str:
    """Return a text of an engine as one printable line of at most `most` characters."""
    words = " ".join("".join(sign if sign.isprintable() else " " for sign in text[: 4 * most]).split())
    return words if len(words) <= most else words[: most - 1] + "…"


# Coordinates


def xy(point: int, size: int) -> str:
    """Return a point as the protocol writes it: `7,7`."""
    row, column = divmod(point, size)
    return f"{column},{size - 1 - row}"


def point_of(x: int, y: int, size: int) -> int | None:
    """Return the point, or None if it is outside the board."""
    return (size - 1 - y) * size + x if 0 <= x < size and 0 <= y < size else None


def pair(text: str) -> tuple[int, int] | None:
    """Return x and y from a text like `7,7`, even if they are not on a board; None for any other text.

    More words may follow, but no other point.
    """
    found = _POINT_AND_MORE.fullmatch(text.strip())
    return (int(found[1]), int(found[2])) if found else None


def stone(text: str) -> tuple[int, int, int] | None:
    """Return x, y and the owner of a line of BOARD; None for any other line."""
    found = _STONE.fullmatch(text.strip())
    return (int(found[1]), int(found[2]), int(found[3])) if found else None


def board(stones: Sequence[tuple[int, int]], turn: int, size: int, word: str = "BOARD") -> list[str]:
    """Return the lines of a position.

    `stones`: (point, colour) in the order of play. Stones of the colour `turn` are the engine's own.
    """
    lines = [f"{xy(point, size)},{OWN_STONE if colour == turn else THEIR_STONE}" for point, colour in stones]
    return [word, *lines, END_OF_BOARD]


# Answers


def about(line: str) -> dict[str, str]:
    """Return the data in an answer to ABOUT. An old engine's plain text is its name."""
    found = {key.lower(): printable(value, 100) for key, value in _ABOUT.findall(line)}
    return found or {"name": printable(line, 100)}


def is_about(line: str) -> bool:
    """Return whether a line has the form of an answer to ABOUT, like name="...", version="..."."""
    return bool(_ABOUT.match(line.strip()))


def swap2(line: str, stones: int) -> tuple[str, tuple[tuple[int, int], ...]] | None:
    """Return the meaning of an answer to SWAP2BOARD: "swap", "stone" or "stones", and x and y of each stone.

    The result is None if the text is not an answer. The first request needs 3 stones. The later requests need SWAP, one
    stone or, after three stones, two stones.
    """
    if line.strip().upper() == "SWAP":
        return ("swap", ()) if stones else None
    pairs = [pair(text) for text in re.sub(r"\s*,\s*", ",", line.strip()).split()]
    known = tuple(its for its in pairs if its is not None)
    if len(known) != len(pairs) or len(known) not in {0: (3,), 3: (1, 2)}.get(stones, (1,)):
        return None
    return ("stone" if len(known) == 1 else "stones", known)


# The engine's messages while it thinks


def thought(lines: Iterable[str]) -> Thought:
    """Return what MESSAGE and INFO lines say about the engine's best stone. The newest line counts."""
    best, block, number = Thought(), Thought(), 0
    for line in lines:
        word, rest = parted(line)
        if word == "MESSAGE" and rest[:5].upper() == "INFO ":
            word, rest = parted(rest)
        if word == "MESSAGE":
            best = _after_message(best, rest)
        elif word == "INFO":
            key, value = parted(rest)
            if key == "PV" and value.upper() == "DONE":
                best, block = (best if number else block), Thought()
            elif key == "PV":
                number, block = int(value) if re.fullmatch("[0-9]{1,3}", value) else 0, Thought()
            elif key == "DEPTH" and re.fullmatch("[0-9]{1,4}", value):
                block.depth = int(value)
            elif key == "EVAL":
                block.value = _value(value)
            elif key == "BESTLINE":
                block.moves = _moves(value)
    return best


def _after_message(best: Thought, text: str) -> Thought:
    moves = _moves(text)
    one = _CANDIDATE.match(text)
    if one and one[1] != "0":
        return Thought(_value(one[2]), int(one[3]) if one[3] else None, moves) if int(one[1]) == 1 else best
    depth, value = _DEPTH.search(text), _VALUE.search(text)
    return Thought(
        _value(value[1]) if value else best.value, int(depth[1]) if depth else best.depth, moves or best.moves
    )


def _value(text: str) -> int | None:
    found = re.fullmatch(r"([+-]?)(M?)([0-9]{1,9})", text.strip(), re.IGNORECASE)
    if not found:
        return None
    number = MATE - int(found[3]) if found[2] else int(found[3])
    return -number if found[1] == "-" else number


def _moves(text: str) -> tuple[str, ...]:
    """Return the last sequence of points in a text, because engines write their line there."""
    runs = _RUN.findall(text)
    return tuple(_NAMED.findall(runs[-1])) if runs else ()


def line_of(moves: Sequence[str], size: int, from_top: bool, taken: Collection[int]) -> tuple[int, ...]:
    """Return the points of a line up to the first word that is not a point, is in `taken`, or is repeated.

    `from_top`: True if the engine counts the rows of names like H8 from the top. Engines use both directions.
    """
    line: list[int] = []
    for move in moves:
        its = pair(move)
        if its is None:
            row = int(move[1:]) - 1
            its = points.LETTERS.index(move[0].lower()), row if from_top else size - 1 - row
        point = point_of(*its, size)
        if point is None or point in taken or point in line:
            break
        line.append(point)
    return tuple(line)
