"""Follow a circuit from net to net, and name its parts, for the rules and the wiring tables."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from tengen.games import points

from .circuit import GROUND, Circuit, End, Part

DIODES = ("diode", "schottky")
FUSES = ("fuse", "usb_fuse")
FETS = ("pass_fet",)
PLUGS = ("feed_header", "column_header", "bar_header", "button_header", "side_joint", "end_joint")
SUPPLY_NAMES = ("VCC", "VDD", "VSYS")  # the supply terminals that need a voltage; the other supply terminals are ground


def reached(circuit: Circuit, start: Iterable[str], kinds: Iterable[str]) -> set[str]:
    """Return the nets that current from `start` reaches through fitted parts of these kinds, without ground.

    Diodes conduct only in one direction. FETs count as turned on, and conduct between source and drain.
    """
    ways = _ways(circuit, frozenset(kinds))
    found, todo = set(start), list(start)
    while todo:
        for net in ways.get(todo.pop(), ()):
            if net not in found:
                found.add(net)
                todo.append(net)
    return found


@lru_cache(maxsize=64)
def _ways(circuit: Circuit, kinds: frozenset[str]) -> dict[str, set[str]]:
    """Return for each net the nets that the parts of these kinds connect to it."""
    ways: dict[str, set[str]] = {}
    for each in circuit.of_kind(*kinds):
        ends = tuple(each.nets.values())
        if each.kind in DIODES:
            ends = (each.net("A"), each.net("K"))
        elif each.kind in FETS:
            ends = (each.net("S"), each.net("D"))
        if not each.fitted or None in ends or GROUND in ends:
            continue
        one, two = str(ends[0]), str(ends[1])
        ways.setdefault(one, set()).add(two)
        if each.kind not in DIODES:
            ways.setdefault(two, set()).add(one)
    return ways


def on(part: Part, role: str) -> list[tuple[str, str]]:
    """Return (name, net) of a part's terminals with this role, except open terminals."""
    return [(terminal.name, net) for terminal, net in part.terminals() if terminal.role == role and net is not None]


def place_on_tile(reference: str) -> tuple[int, int]:
    """Return column and row on the tile, from 1, for a part that belongs to a point: S13 is column 1, row 3."""
    return int(reference[-2]), int(reference[-1])


def place(board: dict[str, Any], reference: str) -> tuple[int, int]:
    """Return column and row on the board, from 1, for a tile's part of a point: T21.S13 is column 4, row 3."""
    tile, inner = reference.split(".")
    column, row = place_on_tile(inner)
    many = board["tile"]["points"]
    return many * (int(tile[1]) - 1) + column, many * (int(tile[2]) - 1) + row


def called(board: dict[str, Any], part: Part) -> str:
    """Return the name of a part for builders: its reference, and its point if it belongs to one."""
    inner = part.reference.split(".")[-1]
    of_point = part.kind in ("reed", "diode", "pixel", "pixel_capacitor") and inner[1:].isdigit() and len(inner) == 3
    if "." not in part.reference or not of_point:
        return part.reference
    column, row = place(board, part.reference)
    size = board["board"]["size"]
    return f"{part.reference} ({points.name((row - 1) * size + column - 1, size)})"


def ends_text(ends: Iterable[End]) -> str:
    """Return terminals as a text: `U2 Q3 and R5 1`."""
    return " and ".join(f"{end.part.reference} {end.terminal.name}" for end in ends)
