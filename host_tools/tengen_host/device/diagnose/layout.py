"""Describe the wiring of a board: outputs, inputs, pixels and buttons, and their names for people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tengen import wiring
from tengen.games.points import LETTERS

SIZE = wiring.SIZE
# number of outputs, and of inputs; the contacts of the last row and column are wires and so always closed
LINES = SIZE + 1
SHUT = SIZE  # index of this last row and column, the "always-closed" ones
POINTS = SIZE * SIZE
BUTTON_NAMES = ("p1", "p2", "arbiter")

Cell = int  # output * 16 + input


@dataclass(frozen=True)
class Layout:
    """The wiring of a board by rows, columns, buttons and lights.

    `rows`: the outputs of rows 1 to 15 and of the always-closed row. `columns`: the inputs of columns a to o and of the
    row sense. `buttons`: the GPIOs of P1, P2 and the arbiter. `pixels`: the pixel under each point. `bars`: the pixels
    of P1's and P2's bar, each from the left as its player sees it.
    """

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    buttons: tuple[int, ...]
    pixels: tuple[int, ...]
    bars: tuple[tuple[int, ...], tuple[int, ...]]

    @classmethod
    def built(cls) -> Layout:
        """Return the layout in board.toml."""
        lines = tuple(range(LINES))
        one, other = (tuple(range(first, first + wiring.BAR_LENGTH)) for first in wiring.BARS)
        return cls(lines, lines, wiring.BUTTONS, tuple(wiring.PIXEL_OF), (one, other))

    @classmethod
    def told(cls, fields: Mapping[str, Any]) -> Layout:
        """Return the present layout from an answer `probe`."""
        one, other = (tuple(bytes.fromhex(bar)) for bar in fields["bars"])
        return cls(
            tuple(fields["rows"]),
            tuple(fields["columns"]),
            tuple(fields["buttons"]),
            tuple(bytes.fromhex(fields["pixels"])),
            (one, other),
        )

    def with_lines(self, rows: Mapping[int, int], columns: Mapping[int, int]) -> Layout:
        """Return a copy with some rows and columns on other outputs and inputs.

        The other rows and columns stay on their outputs and inputs, or get a free one.
        """
        return replace(self, rows=_moved(self.rows, rows), columns=_moved(self.columns, columns))

    def cell(self, point: int) -> Cell:
        """Return the contact at a point."""
        row, column = divmod(point, SIZE)
        return self.rows[row] * LINES + self.columns[column]

    def point(self, cell: Cell) -> int | None:
        """Return the point of a contact; None for a contact in the always-closed row or column."""
        output, entry = divmod(cell, LINES)
        row, column = self.rows.index(output), self.columns.index(entry)
        return None if SHUT in (row, column) else row * SIZE + column

    def points(self, cells: Iterable[Cell]) -> list[int]:
        """Return the points of contacts in the order of the contacts, without the always-closed contacts."""
        return [point for point in map(self.point, cells) if point is not None]

    def under(self, pixel: int) -> int | None:
        """Return the point over a pixel; None for a pixel of a bar."""
        return self.pixels.index(pixel) if pixel in self.pixels else None

    def pin(self, kind: str, line: int) -> str:
        """Return the pin that drives a row, like `595 #1 pin Q6`, or the pin that reads a column, like `GPIO3`."""
        return part(self.rows[line]) if kind == "row" else f"GPIO{wiring.COLUMNS + self.columns[line]}"

    def line(self, kind: str, line: int) -> str:
        """Return a row or column with its pin, like `row 7 (595 #1 pin Q6)` or `column d (GPIO3)`."""
        label = (f"row {line + 1}" if line < SHUT else "the always-closed row") if kind == "row" else column_name(line)
        return f"{label} ({self.pin(kind, line)})"

    def contact(self, point: int) -> str:
        """Return a point with its lines, like `h9 (row 9, 595 #2 pin Q0; column h, GPIO7)`."""
        row, column = divmod(point, SIZE)
        pins = self.pin("row", row), self.pin("column", column)
        return f"{name(point)} (row {row + 1}, {pins[0]}; {column_name(column)}, {pins[1]})"


def name(point: int) -> str:
    """Return a point's name, like `h8`."""
    return f"{LETTERS[point % SIZE]}{point // SIZE + 1}"


def names(points: Iterable[int]) -> str:
    """Return the names of points as a text, with at most eight names and the number of the other points."""
    listed = sorted(points)
    shown = ", ".join(name(point).upper() for point in listed[:8])
    return shown if len(listed) <= 8 else f"{shown} and {len(listed) - 8} more"


def column_name(column: int) -> str:
    """Return the name of a column for people, like `column d`, or `the row sense`."""
    return f"column {LETTERS[column]}" if column < SHUT else "the row sense"


def part(output: int) -> str:
    """Return the 595 of an output, and its pin."""
    return f"595 #{output // 8 + 1} pin Q{output % 8}"


def neighbour(point: int) -> int:
    """Return the point to the right (or to the left at the edge), where a stone may also close this point's reed."""
    return point + 1 if point % SIZE < SIZE - 1 else point - 1


def _moved(lines: tuple[int, ...], found: Mapping[int, int]) -> tuple[int, ...]:
    taken = set(found.values())
    moved = [found.get(at, line if line not in taken else -1) for at, line in enumerate(lines)]
    left = [line for line in lines if line not in moved]
    return tuple(line if line >= 0 else left.pop(0) for line in moved)
