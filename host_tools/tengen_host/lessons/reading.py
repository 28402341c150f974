"""Read lessons.txt, the drawn positions of the lessons. The file's first lines explain its form."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tengen.games import COLOUR_NAMES
from tengen.games.points import LETTERS
from tengen.games.renju.position import SIZE

SOURCE = Path(__file__).with_name("lessons.txt")

# what a mark of a drawing is
BLACK, WHITE, RIGHT, EMPTY = "X", "O", "*", "."
LOOK_BLACK, LOOK_WHITE = BLACK.lower(), WHITE.lower()  # stones that the hint shows

_TASK = re.compile(r"(black|white): ([a-z-]+)")
_ROW = re.compile(r"(\d+)((?: \S)+)")


class LessonError(ValueError):
    """A position can't be read, or the judge contradicts it. The text says where, what is wrong, and what to do."""


@dataclass(frozen=True)
class Drawn:
    """A drawn position: `turn` is the colour with the `task`, `line` the line of lessons.txt where it begins.

    `look`: the stones that the hint shows with the `right` points.
    """

    lesson: str
    line: int
    turn: int
    task: str
    black: tuple[int, ...]
    white: tuple[int, ...]
    right: tuple[int, ...]
    look: tuple[int, ...]

    def wrong(self, text: str) -> LessonError:
        """Return the error of this position."""
        return LessonError(f"lessons.txt, line {self.line}, a position of the lesson {self.lesson}: {text}")


def read(text: str) -> list[Drawn]:
    """Return the drawn positions of lessons.txt in order. Raises LessonError."""
    found: list[Drawn] = []
    lesson, block = "", list[tuple[int, str]]()
    for number, line in enumerate([*text.splitlines(), ""], 1):
        said = line.partition("#")[0].rstrip()
        if said.startswith("lesson "):
            lesson = said.removeprefix("lesson ")
        elif said:
            block.append((number, said))
        elif block:
            found.append(_drawn(lesson, block))
            block = []
    return found


def _drawn(lesson: str, block: list[tuple[int, str]]) -> Drawn:
    (first, head), *rows = block
    asked = _TASK.fullmatch(head)
    if not lesson or not asked:
        raise LessonError(f"lessons.txt, line {first}: {head!r} is no task. Write for example: black: five")
    marked = drawing(
        rows or [(first, "")],
        (BLACK, WHITE, RIGHT, LOOK_BLACK, LOOK_WHITE, EMPTY),
        lambda number, text: LessonError(f"lessons.txt, line {number}: {text}"),
    )
    look = marked[LOOK_BLACK] + marked[LOOK_WHITE]
    kinds = marked[BLACK] + marked[LOOK_BLACK], marked[WHITE] + marked[LOOK_WHITE], marked[RIGHT], look
    return Drawn(lesson, first, COLOUR_NAMES.index(asked[1]), asked[2], *(tuple(sorted(its)) for its in kinds))


def drawing(
    lines: Sequence[tuple[int, str]], marks: Sequence[str], wrong: Callable[[int, str], ValueError]
) -> dict[str, list[int]]:
    """Return the points of each mark of a drawing.

    `lines`: its lines with their numbers, the letters of the columns last. `wrong(number, text)` makes the error for a
    line.
    """
    *rows, (last, letters) = lines
    columns = letters.split()
    if not columns or "".join(columns) not in "".join(LETTERS[:SIZE]):
        raise wrong(last, "below the rows write the letters of their columns: d e f g h")
    marked: dict[str, list[int]] = {mark: [] for mark in marks}
    for number, line in rows:
        row = _ROW.fullmatch(re.sub(r" +", " ", line.strip()))
        found = row[2].split() if row else []
        if not row or len(found) != len(columns) or not 1 <= int(row[1]) <= SIZE or not marked.keys() >= set(found):
            said = f"{', '.join(marks[:-1])} or {marks[-1]}"
            raise wrong(
                number, f"a row is its number and a mark for each of the columns {columns[0]} to {columns[-1]}: {said}"
            )
        for column, mark in zip(columns, found, strict=True):
            marked[mark].append(SIZE * (int(row[1]) - 1) + LETTERS.index(column))
    return marked
