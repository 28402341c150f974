"""The true wiring of a board, which may differ from board.toml."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tengen import wiring
from tengen.maintenance import wire_map

from .. import wiring as description

_BUILT = wire_map.defaults(wiring)


@dataclass(frozen=True)
class Scramble:
    """The wiring of a board, in the form of tengen.maintenance.wire_map; by default as in board.toml.

    `rows`: the 595 output of each row; the last row is the one of always-closed contacts. `columns`: the input of each
    column; the last column is the row sense. `pixels`: the pixel under each point; `bars`: the pixels of P1's and P2's
    bar, each from its player's left; `buttons`: the GPIOs of P1, P2 and the arbiter.
    """

    rows: bytes = _BUILT.rows
    columns: bytes = _BUILT.columns
    pixels: Sequence[int] = _BUILT.pixel_of
    bars: tuple[Sequence[int], Sequence[int]] = (_BUILT.bars[0], _BUILT.bars[1])
    buttons: tuple[int, ...] = _BUILT.buttons

    @classmethod
    def built_as(cls, board: dict[str, Any]) -> Scramble:
        """Return the wiring of a board.toml. The firmware may be built for another board.toml."""
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
