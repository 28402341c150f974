"""A HTML page for each board, from the layout's data. A click on a part in the list shows the part's place.

The page is a single file, and needs no network.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from .. import kicad
from ..circuit import Circuit
from ..kicad.layout import Layout, Placed
from . import board_view

_PAGE = Path(__file__).with_name("placement.html")


def products(board: dict[str, Any]) -> dict[str, str]:
    """Return the page of each board by its name in guide/."""
    page = _PAGE.read_text(encoding="utf-8")
    made = {}
    for name, circuit in kicad.CIRCUITS.items():
        told = json.dumps(data(kicad.layout(name), circuit(board), board), separators=(",", ":"))
        told = told.replace("<", "\\u003c").replace('},{"', '},\n{"')
        made[f"placement-{name}.html"] = page.replace("@NAME@", name).replace("@DATA@", told)
    return made


def data(of: Layout, circuit: Circuit, board: dict[str, Any]) -> dict[str, Any]:
    """Return the page's data: each part with its pads in mm, y upwards; and the lines of the list, low parts first."""
    parts, through = [], []
    lines: dict[tuple[str, str, str], list[str]] = {}
    for each in of.parts:
        its = circuit.parts[each.reference]
        across = round(each.turned) % 180 == 90
        pads = []
        for pad in each.pads:
            wide, high = (pad.height, pad.width) if across else (pad.width, pad.height)
            x, y = each.at(pad.x, pad.y)
            pads.append([pad.number, round(x, 2), round(y, 2), wide, high, its.nets.get(pad.number)])
        if any(pad.drill for pad in each.pads):
            through.append(each.reference)
        box = [round(edge, 2) for edge in each.box()]
        found = board_view.sign(each, its.kind)
        told = [found.what, *([round(x, 2), round(y, 2)] for x, y in found.corners)] if found else []
        parts.append({"name": each.reference, "side": each.side, "box": box, "pads": pads, "sign": told})
        if its.kind == "reed":
            parts[-1]["glass"] = _glass(each, board["reed"])
        entry = board["parts"][its.kind]
        if its.fitted:
            what = f"{its.kind.replace('_', ' ')}, {entry['value']}"
            lines.setdefault((entry["mount"], each.side, what), []).append(each.reference)
    order = ("smd", "made", "tht", "socket", "wire")  # the order of soldering in the guide, from low to high parts
    listed = [
        {"what": what, "side": side, "names": names}
        for (mount, side, what), names in sorted(lines.items(), key=lambda each: (order.index(each[0][0]), each[0]))
    ]
    width, height = of.outline[2]
    return {"name": of.name, "size": [width, height], "through": through, "parts": parts, "lines": listed}


def _glass(part: Placed, reed: dict[str, Any]) -> list[float]:
    """Return both ends of a reed's glass, which lies between its pads, and its diameter."""
    (x, y), (x1, y1) = part.pad("1"), part.pad("2")
    share = (1 - reed["glass_mm"] / reed["span_mm"]) / 2
    ends = (x + (x1 - x) * share, y + (y1 - y) * share, x1 - (x1 - x) * share, y1 - (y1 - y) * share)
    return [*(round(end, 2) for end in ends), reed["glass_diameter_mm"]]
