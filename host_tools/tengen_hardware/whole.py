"""The whole board as one circuit: the controller, the tiles joined edge to edge, the bars and the buttons."""

from __future__ import annotations

from typing import Any

from . import controller, tile
from .circuit import Circuit, CircuitError, Part

# The joint at each side of a tile. _RIGHT is connected to the neighbour's _LEFT, _TOP to the neighbour's _BOTTOM.
_RIGHT, _LEFT, _TOP, _BOTTOM = "J54", "J53", "J56", "J55"


def tile_at(board: dict[str, Any], across: int, up: int) -> Circuit:
    """Return the tile at a place, counted from 0 at the lower left, with the parts for its edges of the board."""
    last = controller.tile_rows(board) - 1
    return tile.circuit(board, left=across == 0, bottom=up == 0, right=across == last, top=up == last)


def circuit(board: dict[str, Any]) -> Circuit:
    """Return the circuit of all fitted parts. Nets that wires, ribbons and bridges connect become one net.

    The controller's references are unchanged. A tile's references get the tile's place in front: `T11.S22` (T11 is the
    lower left tile).
    """
    here = controller.circuit(board)
    count = controller.tile_rows(board)
    joined = _Joined()
    tiles = {(x, y): tile_at(board, x, y) for x in range(count) for y in range(count)}

    def inside(x: int, y: int, net: str) -> str:
        return net if net in ("5V", "GND") else f"T{x + 1}{y + 1}.{net}"

    def join(x: int, y: int, mine: Part, other: Part, place: tuple[int, int] | None) -> None:
        for number, net in mine.nets.items():
            theirs = other.nets[number]
            if net is not None and theirs is not None:
                joined.join(inside(x, y, net), theirs if place is None else inside(*place, theirs))

    for (x, y), each in tiles.items():
        if x == 0:
            join(x, y, each.parts["J51"], here.parts[f"J{1 + y}"], None)
        if y == 0:
            join(x, y, each.parts["J52"], here.parts[f"J{11 + x}"], None)
        if x < count - 1:
            join(x, y, each.parts[_RIGHT], tiles[x + 1, y].parts[_LEFT], (x + 1, y))
        if y < count - 1:
            join(x, y, each.parts[_TOP], tiles[x, y + 1].parts[_BOTTOM], (x, y + 1))
        for jumper in each.of_kind("solder_jumper"):
            if jumper.fitted:
                one, two = jumper.nets.values()
                joined.join(inside(x, y, str(one)), inside(x, y, str(two)))

    parts = [each._replace(nets=joined.named(each.nets)) for each in here.parts.values()]
    for (x, y), each in tiles.items():
        for its in each.parts.values():
            if its.fitted:
                nets = {number: net and inside(x, y, net) for number, net in its.nets.items()}
                parts.append(its._replace(reference=f"T{x + 1}{y + 1}.{its.reference}", nets=joined.named(nets)))
    parts += _outside(board, here, joined)
    return Circuit("board", parts)


def coupon(board: dict[str, Any]) -> Circuit:
    """Return one fully fitted tile at the controller's last plugs, which have the sixteenth row and column."""
    here, each = controller.circuit(board), tile.circuit(board)
    last = controller.tile_rows(board)
    named: dict[str, str | None] = {}
    for mine, theirs in (("J51", f"J{last}"), ("J52", f"J{10 + last}")):
        for number, net in each.parts[mine].nets.items():
            named[str(net)] = here.parts[theirs].nets[number]
    parts = [*here.parts.values()]
    for its in each.parts.values():
        nets = {number: named.get(str(net), f"COUPON.{net}") for number, net in its.nets.items()}
        parts.append(its._replace(reference=f"COUPON.{its.reference}", nets=nets))
    return Circuit("coupon", parts)


def _outside(board: dict[str, Any], here: Circuit, joined: _Joined) -> list[Part]:
    """Return the parts that wires connect to the controller's plugs: the edge bars and the buttons."""
    outside = [(f"J{30 + at}", f"BAR_{player.upper()}", "bar") for at, player in enumerate(controller.bars(board))]
    outside += [(f"J{20 + at}", f"SW_{name.upper()}", "button") for at, name in enumerate(controller.BUTTONS)]
    return [Part(name, kind, joined.named(here.parts[plug].nets)) for plug, name, kind in outside]


class _Joined:
    """Merges nets that wires connect. A merged net gets the controller's name for it, if there is one."""

    def __init__(self) -> None:
        self._to: dict[str, str] = {}

    def join(self, one: str, two: str) -> None:
        first, second = self._root(one), self._root(two)
        if first == second:
            return
        # the controller's name has priority, then the first name in sorted order, so that the result does not depend on
        # the order of joining
        keep, drop = sorted((first, second), key=lambda net: ("." in net, net))
        if "." not in drop:
            raise CircuitError(f"{keep} and {drop} are joined by wires between the tiles")
        self._to[drop] = keep

    def named(self, nets: dict[str, str | None]) -> dict[str, str | None]:
        return {number: net and self._root(net) for number, net in nets.items()}

    def _root(self, net: str) -> str:
        while net in self._to:
            net = self._to[net]
        return net
