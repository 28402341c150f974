"""The page about ordering the printed boards, their Gerbers, and pictures. The boards are KiCad projects: ../kicad."""

from __future__ import annotations

from typing import Any

from tengen_host import wiring

from .. import controller, kicad, tile
from ..circuit import CircuitError
from ..kicad import board_file, checks, fabrication, screws
from ..markdown import filled
from . import picture, pin_one


def products(board: dict[str, Any]) -> dict[str, str]:
    """Return the made files of hardware/pcb/. Raises CircuitError if a board breaks the design rules."""
    known = {
        "board": board, "limits": checks.LIMITS, "wiring": wiring, "screws": screws,
        "controller_mm": kicad.layout("controller").outline[2][0], "bridge_mm": kicad.bridge_mm(board),
        "tiles": controller.tile_rows(board) ** 2,
        "tile_mm": board["tile"]["points"] * board["board"]["pitch_mm"] - board["tile"]["gap_mm"],
        "inner_hoops": 2 * (len(tile.SIDE) + len(tile.END)),
    }  # fmt: skip
    found = {page: filled(page, known) for page in ("pcb/README.md", "pcb/bridge.svg")}
    found["pcb/pin_1.svg"] = pin_one.drawing(board)
    for name in kicad.CIRCUITS:
        made = fabrication.make(kicad.file(name, "kicad_pcb"))
        # the pours are as KiCad fills them now, not as the file has them
        faults = [*made.violations, *screws.under_heads(board_file.read(made.board, name))]
        if faults:
            raise CircuitError("\n".join((f"{name}: KiCad's design rules check found faults:", *faults)))
        found |= {f"pcb/{name}/gerbers/{file}": text for file, text in made.files.items()}
        found |= {f"pcb/{name}/{file}": text for file, text in picture.pictures(made.files).items()}
    return found
