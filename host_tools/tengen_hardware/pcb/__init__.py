"""The printed boards: tile and controller, made by KiCad from the same net tables as everything else.

`BOARDS` names the two modules of each board: its net table (`circuit(board)`) and its layout (`layout(board)`).
"""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Any

from ..circuit import CircuitError
from . import bridge_drawing, kicad, picture, pin_one, readme, screws

# by folder in hardware/pcb/: the module of the net table, and the module of the layout
BOARDS: dict[str, tuple[str, str]] = {
    "tile": ("tile", "tile_layout"),
    "controller": ("controller", "controller_layout"),
}


def modules(name: str) -> tuple[ModuleType, ModuleType]:
    """Return the modules of a board's net table and layout."""
    circuit, layout = BOARDS[name]
    return importlib.import_module(f"..{circuit}", __name__), importlib.import_module(f".{layout}", __name__)


def made(name: str, board: dict[str, Any]) -> kicad.Made:
    """Make one board with KiCad."""
    tables, layouts = modules(name)
    return kicad.make(layouts.layout(board), tables.circuit(board), board)


def products(board: dict[str, Any]) -> dict[str, str]:
    """Return all files of hardware/pcb/. Raises CircuitError if a board breaks the design rules."""
    found = {"pcb/README.md": readme.text(board)}
    circuits = {name: modules(name)[0].circuit(board) for name in BOARDS}
    layouts = {name: modules(name)[1].layout(board) for name in BOARDS}
    controller = layouts["controller"]
    if told := pin_one.unmarked(controller):
        raise CircuitError("\n".join(told))
    found["pcb/pin_1.svg"] = pin_one.drawing(controller, circuits["controller"], board)
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
