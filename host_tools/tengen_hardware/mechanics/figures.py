"""The figures of the case for the {braces} in the guide's pages. All names begin with `case_`."""

from __future__ import annotations

from typing import Any

from .. import parts
from ..markdown import number
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
        "case_controller_spacer": number(here.controller_spacer), "case_button": number(here.hole),
        "case_blocks": str(len(assembly.blocks(here))), "case_screws": str(len(assembly.base_screws(here))),
        **{f"case_{piece.split()[-1]}_screws": str(len(at)) for piece, at in assembly.plate_screws(here).items()},
        "case_blocks_over": number(-here.frame_low), "case_rail": number(2 * here.batten),
        "case_packing": number(-here.frame_low - here.base_plate), "case_stand": f"{parts.FIT_MM / 2:g}",
        "case_away": number(here.bar_away),
        "case_beside": number(here.bar_away - here.batten / 2),
        "case_clear": number(here.margin - here.batten + here.gap / 2),
        "case_hand_over": number(here.sheet - here.pcb),
    }  # fmt: skip
