"""The rule of names: each thing that is printed, drawn or listed has one name, which no other thing has."""

from __future__ import annotations

from typing import Any

from . import controller, tile
from .circuit import FIVE, GROUND, Circuit


def names(circuit: Circuit, board: dict[str, Any]) -> list[str]:
    """No two things have the same name: the parts and lines of the tile, and those of the controller."""
    other = controller.circuit(board) if circuit.name == "tile" else tile.circuit(board)
    told: dict[str, str] = {}
    found = []
    for each in (circuit, other):
        things = [(reference, f"a part of the {each.name}") for reference in each.parts]
        things += [(net, f"a line of the {each.name}") for net in each.nets() if net not in (FIVE, GROUND)]
        for name, what in things:
            if "." in name:  # a tile's part has the tile's place in front of its name, like T11.S22
                continue
            if name in told:
                found.append(f"{name} is {told[name]} and {what}: rename one, or a builder takes one for the other")
            told.setdefault(name, what)
    return found
