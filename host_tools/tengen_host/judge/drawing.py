"""Show a position as lines of text, and the reasons of a point in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tengen.games import points
from tengen.games.renju.position import COLOUR_MARKS, SIZE, VERDICT_MARKS, Position, point_of_column

# the result of tengen.games.renju.reasons.reasons(), also after a conversion to JSON and back
Reasons = Mapping[str, Any]

LETTERS = points.LETTERS[:SIZE].upper()


def board_drawing(position: Position, marks: bool = True) -> str:
    """Return the board as text lines with coordinates.

    X is a black stone, O is a white one, 6, 4 or 3 is a foul, 5 is a five, and a dot is any other empty point.

    Without `marks`, as after the end of a game, all empty points are dots.
    """
    letters = "    " + " ".join(LETTERS)
    lines = [letters]
    for row in range(SIZE, 0, -1):
        in_row = (point_of_column((SIZE - row) * SIZE + column) for column in range(SIZE))
        lines.append(f"{row:2}  {' '.join(_mark(position, point, marks) for point in in_row)}  {row:2}")
    return "\n".join([*lines, letters])


def _mark(position: Position, point: int, marks: bool) -> str:
    stone = position.cells[point]
    return VERDICT_MARKS[position.verdicts[point]] if marks and not stone else COLOUR_MARKS[stone]


def reasons_text(reasons: Reasons) -> str:
    """Return the reasons in words: the verdict, then one text line for each line.

    If the reasons of a killed point are given, they follow below this point.
    """
    return "\n".join(_reasons_lines(reasons))


def _reasons_lines(reasons: Reasons, before: str = "") -> Iterator[str]:
    yield before + verdict_text(reasons)
    for line in reasons["lines"]:
        yield "  " + line_text(line)
        for other in line.get("at", ()):
            if "why" in other:
                for words in _reasons_lines(other["why"], f"with {reasons['point'].upper()} down, "):
                    yield "    " + words


def verdict_text(reasons: Reasons) -> str:
    """Return the verdict in words, like `H8: double-three, a foul`."""
    words = {"5": "five, Black wins", ".": "legal"}.get(reasons["verdict"], f"{reasons['name']}, a foul")
    return f"{reasons['point'].upper()}: {words}"


def line_text(line: Mapping[str, Any]) -> str:
    """Return a line in words, like `three F8 G8 H8 in the row: straight four at E8 or I8`."""
    words = f"{line['shape']} {' '.join(line['stones']).upper()} in the {line['direction']}"
    if line["shape"] != "three":
        return f"{words}: five at {_either(line['completes'])}" if line["completes"] else words
    playable = [other["point"] for other in line["at"] if not other["rule"]]
    killed = [_killing(other) for other in line["at"] if other["rule"]]
    if not playable:
        return f"{words}: does not count: {'; '.join(killed)}"
    return "; ".join([f"{words}: straight four at {_either(playable)}", *killed])


def _killing(other: Mapping[str, Any]) -> str:
    return f"at {other['point'].upper()} Black would make {with_article(other['name'])} ({other['rule']})"


def with_article(foul: str) -> str:
    """Return the name of a foul with its article, like `an overline` or `a double-four`."""
    return f"an {foul}" if foul == "overline" else f"a {foul}"


def _either(names: Sequence[str]) -> str:
    return " or ".join(name.upper() for name in names)
