"""Drawings of the cables, by WireViz from the net tables: each wire with its colour and its ends."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import yaml
from tengen_host.pinouts import KINDS
from wireviz import wireviz

from . import controller, programs, tables, tile, whole
from .circuit import CircuitError, Part
from .markdown import filled

# WireViz's codes of the ribbon's ten colours, in the order of tables.COLOURS
_CODES = ("BN", "RD", "OG", "YE", "GN", "BU", "VT", "GY", "WH", "BK")
# Single wires, in the order of the plug's pins: red and black for the supply, other colours for data in and out
_SINGLE = {"bar_header": ("RD", "BK", "GN", "YE"), "button_header": ("BU", "BK"), "supply_inlet": ("RD", "BK")}
_LIGHTS = {"DAT1": "lights: in", tile.RETURN: "lights: home"}

Harness = dict[str, Any]


def products(board: dict[str, Any]) -> dict[str, str]:
    """Return the drawing of each cable, and its source for WireViz."""
    made = {"cables/README.md": filled("cables/README.md", {})}
    for name, harness in harnesses(board).items():
        made[f"cables/{name}.yml"] = yaml.safe_dump(harness, sort_keys=False, allow_unicode=True, width=110)
        made[f"cables/{name}.svg"] = _svg(harness)
    return made


def harnesses(board: dict[str, Any]) -> dict[str, Harness]:
    """Return the input for WireViz by the cable's name."""
    return {
        "feed": _ribbon(board, "feed_header", tile.FEED, "J51 of a left tile"),
        "columns": _ribbon(board, "column_header", tile.FOOT, "J52 of a bottom tile"),
        "bars": _singles(board, "bar_header", "bar"),
        "buttons": _singles(board, "button_header", "button"),
        "supply": _supply(board),
    }


def _gauge(board: dict[str, Any], kind: str) -> str:
    """Return the thickness of the wires at a kind of plug, as a text."""
    ribbon = ("feed_header", "column_header")
    name = "lead_mm2" if kind == "supply_inlet" else "ribbon_awg" if kind in ribbon else "plug_awg"
    value = board.get("cables", {}).get(name)
    if type(value) not in (int, float) or value <= 0:
        raise CircuitError(f"board.toml [cables] {name}: {value!r} is not a wire's thickness")
    return f"{value:g} mm\u00b2" if name == "lead_mm2" else f"AWG {value}"


def _ribbon(board: dict[str, Any], kind: str, nets: tuple[str, ...], far: str) -> Harness:
    """Return one drawing for all ribbons of one kind, because they have the same wires for different lines."""
    head, wires = tables.ribbon(board, kind)
    plugs = [each.split()[0] for each in head[2:]]
    places = [each.split()[-1] for each in head[2:]]
    here, there, cable = f"{plugs[0]} to {plugs[-1]}", far, "ribbon"
    carried = [_LIGHTS.get(net) or _together(plugs, wire[2:]) for net, wire in zip(nets, wires, strict=True)]
    on_tile = [tile.crossing(net, "left") for net in nets]
    value = board["parts"][kind]["value"]
    return _harness(
        {
            here: {"type": value, "subtype": "on the controller", "pinlabels": carried},
            there: {"type": value, "subtype": ", ".join(places), "pinlabels": on_tile},
        },
        {cable: _cable(board, kind, "flat ribbon", _CODES[: len(nets)])},
        [(here, cable, there, len(nets))],
    )


def _together(plugs: list[str], carried: list[str]) -> str:
    """Return the lines on one wire of several ribbons, like `rows 1, 4, 7`; or the line, if only one ribbon uses it."""
    used = [(plug, what) for plug, what in zip(plugs, carried, strict=True) if what != "nothing"]
    if len(used) == 1:
        return f"{used[0][1]} ({used[0][0]} only)"
    if len(set(carried)) == 1:
        return carried[0]
    kind = carried[0].split()[0]
    return f"{kind}s {', '.join(what.split()[1] for what in carried)}"


def _singles(board: dict[str, Any], kind: str, outside: str) -> Harness:
    """Return the drawing of plugs with single wires, each with the part at its other end."""
    ends, cables, joined = {}, {}, []
    far = {tuple(part.nets.values()): part for part in whole.circuit(board).of_kind(outside)}
    for plug in reversed(controller.circuit(board).of_kind(kind)):  # Graphviz stacks the plugs from the bottom up
        thing = far[tuple(plug.nets.values())]
        wire = f"W{plug.reference[1:]}"
        ends[plug.reference] = _plug(board, plug)
        ends[thing.reference] = {
            "type": board["parts"][outside]["value"],
            "pinlabels": [terminal.name if terminal.name != terminal.number else "" for terminal in KINDS[outside]],
        }
        cables[wire] = _cable(board, kind, "single wires", _SINGLE[kind])
        joined.append((plug.reference, wire, thing.reference, len(plug.nets)))
    return _harness(ends, cables, joined)


def _plug(board: dict[str, Any], plug: Part) -> dict[str, Any]:
    labels = [tables.words(board, net) for net in plug.nets.values()]
    return {"type": board["parts"][plug.kind]["value"], "subtype": "on the controller", "pinlabels": labels}


def _supply(board: dict[str, Any]) -> Harness:
    (inlet,) = controller.circuit(board).of_kind("supply_inlet")
    supply = f"for the plug of the supply, 5 V, {board['supply']['current_ma'] / 1000:g} A"
    jack = {"type": supply, "subtype": "in the case", "pinlabels": ["+", "-"]}
    return _harness(
        {"jack": jack, inlet.reference: _plug(board, inlet)},
        {"W40": _cable(board, "supply_inlet", "two wires", _SINGLE["supply_inlet"])},
        [("jack", "W40", inlet.reference, 2)],
    )


def _cable(board: dict[str, Any], kind: str, what: str, colours: tuple[str, ...]) -> dict[str, Any]:
    return {"type": f"{what}, {_gauge(board, kind)}", "wirecount": len(colours), "colors": [*colours]}


def _harness(ends: Any, cables: Any, joined: list[tuple[str, str, str, int]]) -> Harness:
    return {
        # the layout assumes a wide font, so that the text fits in any font
        "options": {"fontname": "courier", "color_mode": "full"},
        "connectors": {name: {**end, "show_pincount": False} for name, end in ends.items()},
        "cables": {name: {**cable, "show_wirecount": False} for name, cable in cables.items()},
        "connections": [[{each: f"1-{count}"} for each in way] for *way, count in joined],
    }


def _svg(harness: Harness) -> str:
    """Return the drawing without traces of the machine and of Graphviz's release."""
    source = wireviz.parse(harness, return_types="harness").graph.source
    for name in harness["connectors"]:
        # remove the text beside each wire that the connector already shows
        source = re.sub(rf"<td>{re.escape(name)}:[^<]*</td>", "<td></td>", source)
    text = _dot(source.replace("ranksep=2", "ranksep=0.8"))  # nearer together, to be narrow enough for a page
    text = re.sub(r"<!--.*?-->\n?", "", text, flags=re.DOTALL).replace("Courier,monospace", "sans-serif")
    text = re.sub(r"<title>.*?</title>\n?", "", text)
    return text[text.index("<svg") :].rstrip() + "\n"


def _dot(source: str) -> str:
    """Return Graphviz's SVG, laid out with its own table of letter widths, so that the machine's fonts don't matter."""
    programs.graphviz()
    try:
        asked = subprocess.run(["dot", "-v", "-Tdot"], input="digraph {}", capture_output=True, text=True)
        folder = re.findall(r'libdir = "(.*)"', asked.stderr)[0]
        with tempfile.TemporaryDirectory() as only:
            for plugin in ("core", "dot_layout"):
                for library in Path(folder).glob(f"libgvplugin_{plugin}.so.?"):
                    (Path(only) / library.name).symlink_to(library)
            alone = {**os.environ, "GVBINDIR": only}
            subprocess.run(["dot", "-c"], env=alone, check=True, capture_output=True)
            return subprocess.run(
                ["dot", "-Tsvg"], input=source, env=alone, check=True, capture_output=True, text=True
            ).stdout
    except subprocess.CalledProcessError as error:
        raise CircuitError(f"Graphviz stopped: {error.stderr}") from None
