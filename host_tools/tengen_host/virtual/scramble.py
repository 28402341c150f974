"""The true wiring of a board whose builder has not followed board.toml: for tests of `diagnose --learn`."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from tengen import wiring
from tengen.games.points import LETTERS
from tengen.maintenance import wire_map

from .. import wiring as description

_BUILT = wire_map.defaults(wiring)


@dataclass(frozen=True)
class Scramble:
    """The wiring of a board, in the terms of tengen.maintenance.wire_map; by default that of board.toml.

    `rows`: the 595 output of each row, the wired-shut row last; `columns`: the input of each column, the row sense
    last; `pixels`: the pixel under each point; `bars`: the pixels of P1's and P2's bar, each from its player's left;
    `buttons`: the GPIOs of P1, P2 and the arbiter.
    """

    rows: bytes = _BUILT.rows
    columns: bytes = _BUILT.columns
    pixels: Sequence[int] = _BUILT.pixel_of
    bars: tuple[Sequence[int], Sequence[int]] = (_BUILT.bars[0], _BUILT.bars[1])
    buttons: tuple[int, ...] = _BUILT.buttons

    @classmethod
    def built_as(cls, board: dict[str, Any]) -> Scramble:
        """Return the wiring of this board.toml; the firmware may have been built for another one."""
        pins = board["pins"]["buttons"]
        lines = bytes(range(board["board"]["size"] + 1))
        p1, p2 = (wire_map.numbered(description.bar(board, player)) for player in description.SEATS)
        return cls(
            rows=lines,
            columns=lines,
            pixels=wire_map.numbered(description.pixels(board)),
            bars=(p1, p2),
            buttons=tuple(pins[name] for name in description.BUTTONS),
        )

    @classmethod
    def random(cls, seed: int) -> Scramble:
        """Return random wiring whose LED strips run in ways that people use. The same seed gives the same wiring."""
        here = random.Random(seed)
        lines = range(wiring.SIZE + 1)
        points = here.choice((_whole_strip, _row_strips))(here)
        parts = [points, list(range(wiring.BAR_LENGTH)), list(range(wiring.BAR_LENGTH))]
        for bar in parts[1:]:
            if here.random() < 0.5:
                bar.reverse()
        # points and bars follow one another along the chain in any order
        first = 0
        for number in here.sample(range(3), 3):
            parts[number] = [first + pixel for pixel in parts[number]]
            first += len(parts[number])
        return cls(
            rows=bytes(here.sample(lines, len(lines))),
            columns=bytes(here.sample(lines, len(lines))),
            pixels=bytes(parts[0]),
            bars=(bytes(parts[1]), bytes(parts[2])),
            buttons=tuple(here.sample(wiring.BUTTONS, len(wiring.BUTTONS))),
        )

    def wired(self) -> wire_map.WireMap:
        """Return this wiring as the firmware's WireMap."""
        return wire_map.WireMap(self.rows, self.columns, self.buttons, self.pixels, self.bars, True)

    def place(self, pixel: int) -> int | tuple[str, int]:
        """Return where a pixel lies: the index of its point, or (player, place in the bar from the player's left).

        Raises ValueError if the chain has no such pixel.
        """
        if pixel in self.pixels:
            return self.pixels.index(pixel)
        for player, bar in zip(description.SEATS, self.bars, strict=True):
            if pixel in bar:
                return player, bar.index(pixel)
        raise ValueError(f"no pixel {pixel}: the chain has {len(self.pixels) + sum(map(len, self.bars))}")


def _whole_strip(here: random.Random) -> list[int]:
    """Return one strip from a random corner, along the rows or the columns.

    It runs to and fro over all lines, restarts after every three lines, or runs along all lines in one direction.
    """
    letters, rows = (LETTERS[0], LETTERS[wiring.SIZE - 1]), (1, wiring.SIZE)
    board = description.load()
    corner = here.choice([f"{letter}{row}" for letter, row in product(letters, rows)])
    board["leds"].update(
        first=corner, direction=here.choice(("row", "column")), serpentine_rows=here.choice((wiring.SIZE, 3, 1))
    )
    return description.pixels(board)


def _row_strips(here: random.Random) -> list[int]:
    """Return one strip for each row, in random order and each in a random direction."""
    found = []
    for strip in here.sample(range(wiring.SIZE), wiring.SIZE):
        pixels = list(range(strip * wiring.SIZE, (strip + 1) * wiring.SIZE))
        if here.random() < 0.5:
            pixels.reverse()
        found += pixels
    return found
