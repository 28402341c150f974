"""The printed boards, tile and controller: KiCad projects in hardware/pcb/, which people edit in KiCad.

This package reads them, checks them against board.toml and the net tables, and lets KiCad make the files for a maker.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tengen_host import resources

from .. import controller, tile
from ..circuit import Circuit
from . import board_file, schematic_file
from .layout import Layout
from .schematic_file import Drawn

# The circuit of each board, from board.toml, by the name of its folder in hardware/pcb/
CIRCUITS: dict[str, Callable[[dict[str, Any]], Circuit]] = {"tile": tile.circuit, "controller": controller.circuit}


def file(name: str, kind: str) -> Path:
    """Return a file of a board's project; `kind`: "kicad_pcb", "kicad_sch" or "kicad_pro"."""
    return resources.path(f"hardware/pcb/{name}/{name}.{kind}")


class Project(NamedTuple):
    """A board's project: the board, the schematic, and KiCad's limits for the design rules check, in mm by name."""

    name: str
    board: Layout
    schematic: Drawn
    limits: dict[str, float]


@cache
def project(name: str) -> Project:
    """Return a board's project. Raises CircuitError if one of its files can't be read."""
    where = f"hardware/pcb/{name}/{name}.kicad_sch"
    drawn = schematic_file.read(file(name, "kicad_sch").read_text(encoding="utf-8"), where)
    settings = json.loads(file(name, "kicad_pro").read_text(encoding="utf-8"))["board"]["design_settings"]
    return Project(name, layout(name), drawn, settings["rules"])


@cache
def layout(name: str) -> Layout:
    """Return a board as it is drawn in KiCad. Raises CircuitError if its file can't be read."""
    return board_file.read(file(name, "kicad_pcb").read_text(encoding="utf-8"), name)


def bridge_mm(board: dict[str, Any]) -> float:
    """Return the distance in mm of the two holes of a bridge between neighbouring tiles."""
    return round(2 * layout("tile").part("J53").pad("1")[0] + float(board["tile"]["gap_mm"]), 3)
