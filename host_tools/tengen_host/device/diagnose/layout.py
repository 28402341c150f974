"""Which output, input, pixel and button is which, and how people call them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tengen import wiring
from tengen.rules.points import LETTERS

SIZE = wiring.SIZE
LINES = SIZE + 1  # outputs, and inputs: the last row and column are wired shut
SHUT = SIZE  # their place among rows and columns
POINTS = SIZE * SIZE
BUTTON_NAMES = ("p1", "p2", "arbiter")

Cell = int  # output * 16 + input


@dataclass(frozen=True)
class Layout:
    """`rows`: the output of row 1 ... 15 and of the wired-shut row; `columns`: the input of column a ... o and of the
    row sense; `buttons`: the GPIO of P1, P2 and the arbiter; `pixels`: the pixel under each point; `bars`: the pixels
    of P1's and P2's bar, each from its player's left."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    buttons: tuple[int, ...]
    pixels: tuple[int, ...]
    bars: tuple[tuple[int, ...], tuple[int, ...]]

    @classmethod
    def built(cls) -> Layout:
        """As board.toml says."""
        lines = tuple(range(LINES))
        one, other = (tuple(range(first, first + wiring.BAR_LENGTH)) for first in wiring.BARS)
        return cls(lines, lines, wiring.BUTTONS, tuple(wiring.PIXEL_OF), (one, other))

    @classmethod
    def told(cls, fields: Mapping[str, Any]) -> Layout:
        """As a `probe` event says what holds now."""
        one, other = (tuple(bytes.fromhex(bar)) for bar in fields["bars"])
        return cls(
            tuple(fields["rows"]),
            tuple(fields["columns"]),
            tuple(fields["buttons"]),
            tuple(bytes.fromhex(fields["pixels"])),
            (one, other),
        )

    def with_lines(self, rows: Mapping[int, int], columns: Mapping[int, int]) -> Layout:
        """Another, with some rows on other outputs and columns on other inputs; the rest stay, or take what is left."""
        return replace(self, rows=_moved(self.rows, rows), columns=_moved(self.columns, columns))

    def cell(self, point: int) -> Cell:
        """The contact of a point."""
        row, column = divmod(point, SIZE)
        return self.rows[row] * LINES + self.columns[column]

    def point(self, cell: Cell) -> int | None:
        """The point of a contact; None for those that are wired shut."""
        output, entry = divmod(cell, LINES)
        row, column = self.rows.index(output), self.columns.index(entry)
        return None if SHUT in (row, column) else row * SIZE + column

    def points(self, cells: Iterable[Cell]) -> list[int]:
        """The points of contacts, in their order; those that are wired shut have none."""
        return [point for point in map(self.point, cells) if point is not None]

    def under(self, pixel: int) -> int | None:
        """The point over a pixel; None for one in a bar."""
        return self.pixels.index(pixel) if pixel in self.pixels else None

    def row(self, row: int) -> str:
        """A row with the part and pin that drive it: `row 7 (595 #1 pin Q6)`."""
        name = f"row {row + 1}" if row < SHUT else "the wired-shut row"
        return f"{name} ({part(self.rows[row])})"

    def column(self, column: int) -> str:
        """A column with its pin: `column d (GPIO3)`."""
        return f"{column_name(column)} (GPIO{wiring.COLUMNS + self.columns[column]})"

    def contact(self, point: int) -> str:
        """A point with all that it hangs on: `h9 (row 9, 595 #2 pin Q0; column h, GPIO7)`."""
        row, column = divmod(point, SIZE)
        pin = wiring.COLUMNS + self.columns[column]
        return f"{name(point)} (row {row + 1}, {part(self.rows[row])}; {column_name(column)}, GPIO{pin})"


def name(point: int) -> str:
    """h8"""
    return f"{LETTERS[point % SIZE]}{point // SIZE + 1}"


def names(points: Iterable[int]) -> str:
    """Points in words: whole rows and columns of them would be long, so no more than eight."""
    listed = sorted(points)
    shown = ", ".join(name(point).upper() for point in listed[:8])
    return shown if len(listed) <= 8 else f"{shown} and {len(listed) - 8} more"


def column_name(column: int) -> str:
    """column d, or the row sense."""
    return f"column {LETTERS[column]}" if column < SHUT else "the row sense"


def part(output: int) -> str:
    """The 595 and pin of an output."""
    return f"595 #{output // 8 + 1} pin Q{output % 8}"


def neighbour(point: int) -> int:
    """The next point to the right, at the edge to the left: whose reed a stone that comes down may close, too."""
    return point + 1 if point % SIZE < SIZE - 1 else point - 1


def _moved(lines: tuple[int, ...], found: Mapping[int, int]) -> tuple[int, ...]:
    taken = set(found.values())
    moved = [found.get(at, line if line not in taken else -1) for at, line in enumerate(lines)]
    left = [line for line in lines if line not in moved]
    return tuple(line if line >= 0 else left.pop(0) for line in moved)
