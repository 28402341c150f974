"""Sheets as a DXF file in mm. The same sheets give the same text.

Layers: CUT (the outline, slots and large holes), DRILL (holes up to 5 mm), ENGRAVE (lines that are not cut through).
"""

from __future__ import annotations

import io
from collections.abc import Iterable

import ezdxf
from ezdxf import units

from .sheets import Place, Sheet

LARGE = 5.0  # holes wider than this are cut, not drilled
APART = 10.0  # the distance between two sheets in a file
_LAYERS = {"CUT": 1, "DRILL": 5, "ENGRAVE": 3}  # the layers, with the colours that cutters expect: red, blue, green


def text(sheets: list[Sheet]) -> str:
    """Return the text of a file with these sheets, one above another."""
    # leave out the time and a random name, so that the file is always the same
    ezdxf.options.write_fixed_meta_data_for_testing = True
    try:
        drawing = ezdxf.new("R2000", units=units.MM)
        for name, colour in _LAYERS.items():
            drawing.layers.add(name, color=colour)
        up = 0.0
        for sheet in sheets:
            _add(drawing.modelspace(), sheet, up)
            up += sheet.high + APART
        out = io.StringIO()
        drawing.write(out)
    finally:
        ezdxf.options.write_fixed_meta_data_for_testing = False
    return out.getvalue()


def _add(space: ezdxf.layouts.Modelspace, sheet: Sheet, up: float) -> None:
    def at(places: Iterable[Place]) -> list[Place]:
        # in whole micrometres, so that all machines write the same text
        return [(round(x, 3), round(up + y, 3)) for x, y in places]

    for loop in sheet.loops:
        space.add_lwpolyline(at(loop), close=True, dxfattribs={"layer": "CUT"})
    for x, y, across, _ in sheet.holes:
        layer = {"layer": "CUT" if across > LARGE else "DRILL"}
        space.add_circle(at([(x, y)])[0], across / 2, dxfattribs=layer)
    for mark in sheet.marks:
        if mark.across:
            space.add_circle(at(mark.points)[0], mark.across / 2, dxfattribs={"layer": "ENGRAVE"})
        else:
            space.add_lwpolyline(at(mark.points), dxfattribs={"layer": "ENGRAVE"})
