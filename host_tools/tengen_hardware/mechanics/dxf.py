"""Sheets as a DXF file in mm. The same sheets give the same text.

Layers: CUT (the outline, slots and large holes), DRILL (holes up to 5 mm), ENGRAVE (lines that are not cut through).
"""

from __future__ import annotations

import io

import ezdxf
from ezdxf import units

from .sheets import Sheet

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
        space = drawing.modelspace()
        up = 0.0
        for sheet in sheets:
            _add(space, sheet, up)
            up += sheet.high + APART
        out = io.StringIO()
        drawing.write(out)
    finally:
        ezdxf.options.write_fixed_meta_data_for_testing = False
    return out.getvalue()


def _add(space: ezdxf.layouts.Modelspace, sheet: Sheet, up: float) -> None:
    _rectangle(space, 0, up, sheet.wide, up + sheet.high)
    for slot in sheet.slots:
        _rectangle(space, slot.x, up + slot.y, slot.x1, up + slot.y1)
    for hole in sheet.holes:
        layer = "CUT" if hole.across > LARGE else "DRILL"
        space.add_circle(_short(hole.x, up + hole.y), hole.across / 2, dxfattribs={"layer": layer})
    for mark in sheet.marks:
        points = [_short(x, up + y) for x, y in mark.points]
        if mark.across:
            space.add_circle(points[0], mark.across / 2, dxfattribs={"layer": "ENGRAVE"})
        else:
            space.add_lwpolyline(points, dxfattribs={"layer": "ENGRAVE"})


def _rectangle(space: ezdxf.layouts.Modelspace, x: float, y: float, x1: float, y1: float) -> None:
    corners = [_short(*each) for each in ((x, y), (x1, y), (x1, y1), (x, y1))]
    space.add_lwpolyline(corners, close=True, dxfattribs={"layer": "CUT"})


def _short(x: float, y: float) -> tuple[float, float]:
    """Return a place in whole micrometres, so that all machines write the same text."""
    return round(x, 3), round(y, 3)
