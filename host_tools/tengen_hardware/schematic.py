"""The pages of hardware/schematic/: tables of wires, drawings of the circuit, and the rules that it keeps."""

from __future__ import annotations

from typing import Any

from . import drawings, rules, tables
from .markdown import filled

_TITLES = {
    "tile": "one tile with everything fitted (the coupon)",
    "controller": "the controller",
    "board": "the whole board, joined by ribbons, bridges and wires",
}


def products(board: dict[str, Any]) -> dict[str, str]:
    """Return tables, drawings and the README."""
    found = []
    for circuit in rules.circuits(board):
        fitted = sum(part.fitted for part in circuit.parts.values())
        found.append(f"| {_TITLES[circuit.name]} | {fitted} | {len(circuit.nets())} | 0 |")
    # our own rules: name, first line of the docstring, circuits
    asked = [
        f"| {rule.__name__.replace('_', ' ')} | {(rule.__doc__ or '').splitlines()[0]} | "
        f"{', '.join(name for name, its in rules.RULES.items() if rule in its)} |"
        for rule in rules.RULES["board"]
    ]
    readme = filled("schematic/README.md", {"rows": "\n".join(found), "rules": "\n".join(asked)})
    return {**tables.products(board), **drawings.products(board), "schematic/README.md": readme}
