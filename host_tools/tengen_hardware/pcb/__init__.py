"""The printed boards, tile and controller. KiCad makes their files from the same net tables as everything else.

tile_layout.py and controller_layout.py place the parts and tracks, and kicad.py lets KiCad make the files.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from .. import controller, tile
from ..circuit import Circuit, CircuitError
from . import bridge_drawing, controller_layout, kicad, picture, pin_one, readme, screws, tile_layout
from .layout import Layout


class Board(NamedTuple):
    """A printed board's circuit and layout, from board.toml. `placed`: the layout without thin tracks from a router."""

    circuit: Callable[[dict[str, Any]], Circuit]
    layout: Callable[[dict[str, Any]], Layout]
    placed: Callable[[dict[str, Any]], Layout]


# Each board by the name of its folder in hardware/pcb/
BOARDS = {
    "tile": Board(tile.circuit, tile_layout.layout, tile_layout.layout),
    "controller": Board(controller.circuit, controller_layout.layout, controller_layout.placed),
}


def made(name: str, board: dict[str, Any]) -> kicad.Made:
    """Make the files of one board with KiCad."""
    of = BOARDS[name]
    return kicad.make(of.layout(board), of.circuit(board), board)


def products(board: dict[str, Any]) -> dict[str, str]:
    """Return all files of hardware/pcb/. Raises CircuitError if a board breaks the design rules."""
    found = {"pcb/README.md": readme.text(board)}
    circuits = {name: of.circuit(board) for name, of in BOARDS.items()}
    layouts = {name: of.layout(board) for name, of in BOARDS.items()}
    if unmarked := pin_one.unmarked(layouts["controller"]):
        raise CircuitError("\n".join(unmarked))
    found["pcb/pin_1.svg"] = pin_one.drawing(layouts["controller"], circuits["controller"], board)
    found["pcb/bridge.svg"] = bridge_drawing.drawing(board)
    for name in BOARDS:
        files, violations = kicad.make(layouts[name], circuits[name], board)
        if violations:
            raise CircuitError("\n".join((f"{name}: the design rules check found faults:", *violations)))
        shorted = screws.under_heads(files[f"{name}.kicad_pcb"])
        if shorted:
            raise CircuitError("\n".join(f"{name}: {line}" for line in shorted))
        differing = kicad.differences(files[f"{name}.kicad_pcb"], circuits[name])
        if differing:
            raise CircuitError(f"{name}: not as the net table has it: " + "; ".join(differing))
        for file, text in (files | picture.pictures(files)).items():
            inside = "gerbers/" if file.endswith((".gbr", ".gbrjob", ".drl")) else ""
            found[f"pcb/{name}/{inside}{file}"] = text
    return found
