"""The figures of the case for the {braces} in the guide's pages. All names begin with `case_`."""

from __future__ import annotations

from typing import Any

from .. import parts
from ..chart import number
from . import assembly
from .case import case


def figures(board: dict[str, Any]) -> dict[str, str]:
    """Return each figure by its name, as a text. Lengths are in mm, without the unit."""
    here = case(board)
    left, low, right, top = here.outside
    screws = {f"case_{where}": str(long) for where, long in parts.screws(board).items()}
    return screws | {
        "case_outside": f"{number(right - left)} x {number(top - low)} x {number(here.plate_top - here.table)}",
        "case_spacer": number(here.base), "case_batten": number(here.batten),
        "case_controller_spacer": number(here.controller_spacer), "case_button": number(here.button_hole),
        "case_blocks": str(len(assembly.blocks(here))), "case_screws": str(len(assembly.base_screws(here))),
        "case_blocks_over": number(-here.frame_low), "case_rail": number(2 * here.batten),
        "case_packing": number(-here.frame_low - here.base_plate), "case_stand": f"{parts.FIT_MM / 2:g}",
        "case_away": number(here.bar_away),
        "case_hand_over": number(board["carrier"]["sheet_mm"] - here.pcb),
    }  # fmt: skip
