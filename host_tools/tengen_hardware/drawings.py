"""The drawings of the circuit. Parts, pins, values and nets come from the net tables; this module only places them."""

from __future__ import annotations

from typing import Any

import schemdraw.elements as elm
from tengen_host.pinouts import KINDS, number

from . import controller, inlet_drawing, power_rules, rail_rules, tables
from .circuit import FIVE, Circuit, Part
from .matrix_drawings import cell, chain, matrix
from .sheet import FAINT, say, sheet, source, svg, value, wire


def products(board: dict[str, Any]) -> dict[str, str]:
    """Return each drawing's SVG by its path."""
    here = controller.circuit(board)
    return {
        "schematic/pico.svg": _pico(board),
        "schematic/row_drivers.svg": _row_drivers(board),
        "schematic/light_data.svg": _light_data(board, here),
        "schematic/power.svg": _power(board, here),
        "schematic/inlet.svg": inlet_drawing.drawing(board, here),
        "schematic/buttons.svg": _buttons(board, here),
        "schematic/cell.svg": cell(board, here),
        "schematic/matrix.svg": matrix(board),
        "schematic/chain.svg": chain(board),
    }


def _chip(part: Part, left: list[str], right: list[str], height: float, width: float) -> elm.Ic:
    """Return a chip with these terminals (numbers) at its sides, from top to bottom."""
    names = {terminal.number: terminal.name for terminal in KINDS[part.kind]}
    pins = [
        elm.IcPin(name=names[each], pin=each, side=side, anchorname=f"t{each}")
        for side, column in (("left", left), ("right", right))
        for each in reversed(column)
    ]
    return elm.Ic(pins=pins, size=(width, height), edgepadH=0.5, lsize=12, plblsize=10, leadlen=0.7)


def _pico(board: dict[str, Any]) -> str:
    rows = {row[0]: row for row in tables.pins(board, "U1")}
    part = controller.circuit(board).parts["U1"]
    with sheet() as drawing:
        chip = _chip(part, [str(at) for at in range(1, 21)], [str(at) for at in range(40, 20, -1)], 15.4, 5)
        drawing.add(chip)
        name = f"{part.reference}  {board['parts']['pico']['value']}: seen from above, USB at the top"
        say((2.5, 15.9), name, "center", 14)
        for at, (_, _, what, to) in rows.items():
            side, sign = ("right", -1) if int(at) <= 20 else ("left", 1)
            place = getattr(chip, f"t{at}")
            faint = what in ("ground", "nothing")
            say((place[0] + 0.15 * sign, place[1]), _led(what, to), side, color=FAINT if faint else "black")
    return svg(drawing)


def _row_drivers(board: dict[str, Any]) -> str:
    parts = controller.circuit(board).of_kind("row_driver")
    kind = parts[0].kind
    left = [number(kind, name) for name in ("DS", "SHCP", "STCP", "OE", "MR", "VCC", "GND")]
    right = [number(kind, f"Q{q}") for q in range(8)] + [number(kind, "Q7S")]
    with sheet() as drawing:
        before = None
        for at, part in enumerate(parts):
            chip = _chip(part, left, right, 7, 4.2)
            drawing.add(chip.at((0, -9 * at)).anchor("center"))
            top = getattr(chip, f"t{left[0]}")[1] + 0.75
            say((0, top + 0.35), f"{part.reference}  {board['parts'][kind]['value']}", "center", 14)
            rows = {row[0]: row for row in tables.pins(board, part.reference)}
            for each in [*left, *right]:
                _, name, what, to = rows[each]
                place = getattr(chip, f"t{each}")
                if name == "DS" and before is not None:
                    x = place[0] - 0.6
                    middle = (before[1] + place[1]) / 2 + 0.1
                    out = before[0] + 0.4
                    wire(before, (out, before[1]), (out, middle), (x, middle), (x, place[1]), place)
                    continue
                if name == "Q7S":
                    before = place
                    if at == len(parts) - 1:
                        say((place[0] + 0.15, place[1]), "nothing", "left", color=FAINT)
                    continue
                sign = -1 if each in left else 1
                to = ", ".join(one for one in to.split(", ") if one.startswith(("U1", "J")))
                faint = what in ("ground", "3.3 V")
                side = "right" if sign < 0 else "left"
                say((place[0] + 0.15 * sign, place[1]), _led(what, to), side, color=FAINT if faint else "black")
    return svg(drawing)


def _led(what: str, to: str) -> str:
    return f"{what} \u2192 {to}" if to else what


def _light_data(board: dict[str, Any], here: Circuit) -> str:
    (shifter,) = here.of_kind("level_shifter")
    data = next(each for each in here.of_kind("data_resistor") if each.nets["1"] == shifter.net("1Y"))
    (upper,), (lower,) = here.of_kind("return_upper"), here.of_kind("return_lower")
    nets = here.nets()
    first = next(end for end in nets[str(data.nets["2"])] if end.part.kind == "feed_header")
    last = next(end for end in nets[str(upper.nets["1"])] if end.part.kind == "bar_header")
    low, high = power_rules.divided(board)
    with sheet() as drawing:
        chip = _chip(shifter, [number(shifter.kind, name) for name in ("VCC", "1A", "1OE", "GND")],
                     [number(shifter.kind, "1Y")], 3.4, 3)  # fmt: skip
        drawing.add(chip.at((0, 0)).anchor("center").label(shifter.reference, loc="center", fontsize=14))
        say((0, 2.1), board["parts"]["level_shifter"]["value"], "center", 14)
        for name in ("VCC", "1A", "1OE", "GND"):
            place = getattr(chip, f"t{number(shifter.kind, name)}")
            net = shifter.net(name)
            say((place[0] - 0.15, place[1]), source(board, here, shifter, str(net)), "right")
        out = getattr(chip, f"t{number(shifter.kind, '1Y')}")
        elm.Resistor().at(out).right(3).label(value(board, data), loc="top")
        elm.Arrow().right(1)
        say((out[0] + 4.2, out[1] + 0.25), _plug(board, first.part, first.terminal.number))
        say((out[0] + 4.2, out[1] - 0.25), "to the first light, DIN of T11's L11")
        clamps = [next(each.reference for each in here.of_kind("line_clamp") if line in each.nets.values())
                  for line in (data.nets["2"], upper.nets["1"])]  # fmt: skip
        against = f"Against sparks: {clamps[0]} at {first.part.reference}, {clamps[1]} at {last.part.reference}."
        say((-1.5, -2.8), against, "left", 12, FAINT)
        unused = "The other three buffers: inputs to ground, enables to 5 V, outputs open."
        say((-1.5, -2.3), unused, "left", 12, FAINT)
        y = -4.6
        wire((-4.2, y), (-2.2, y))
        say((-4.4, y + 0.25), _plug(board, last.part, last.terminal.number), "right")
        say((-4.4, y - 0.25), "from the last light, DOUT", "right")
        elm.Resistor().at((-2.2, y)).right(3).label(value(board, upper), loc="top")
        node = elm.Dot().at((0.8, y))
        elm.Resistor().at(node.center).down(2.6).label(value(board, lower), loc="bottom", halign="left")
        elm.Ground()
        elm.Arrow().at(node.center).right(2.4)
        say((3.4, y + 0.25), source(board, here, upper, str(upper.nets["2"])))
        say((3.4, y - 0.25), f"{low:.2f} to {high:.2f} V when high:", "left", 12, FAINT)
        bounds = f"it needs {power_rules.HIGH_V:g} V and takes {power_rules.MOST_V:g} V"
        say((3.4, y - 0.7), bounds, "left", 12, FAINT)
    return svg(drawing)


def _plug(board: dict[str, Any], plug: Part, wire: str) -> str:
    colour = f", {tables.COLOURS[int(wire) - 1]}" if plug.kind in ("feed_header", "column_header") else ""
    return f"{plug.reference} wire {wire}{colour}"


def _power(board: dict[str, Any], here: Circuit) -> str:
    (inlet,), (fuse,), (clamp,) = (here.of_kind(kind) for kind in ("supply_inlet", "fuse", "clamp"))
    (bulk,), (usb_fuse,), (jumper,) = (here.of_kind(kind) for kind in ("bulk_capacitor", "usb_fuse", "jumper"))
    to_pico = next(part for part in here.of_kind("schottky") if part.net("K") == "VSYS")
    from_usb = next(part for part in here.of_kind("schottky") if part.net("K") == FIVE)
    supply = board["supply"]
    drawn = (board["leds"]["budget_ma"] + supply["pico_ma"]) / 1000
    plugs = [plug.reference for plug in here.of_kind("feed_header", "bar_header")]
    with sheet() as drawing:
        say((-0.3, 0.25), f"{inlet.reference} PLUS", "right")
        say((-0.3, -0.25), f"5 V, {supply['current_ma'] / 1000:g} A", "right", 12, FAINT)
        elm.Dot(open=True).at((0, 0))
        elm.Fuse().at((0, 0)).right(3).label(value(board, fuse).replace(", ", "\n"), loc="top")
        wire((3, 0), (12, 0))
        say((3.1, 0.35), "Q1, Q2: see inlet.svg", "left", 12, FAINT)
        say((12.2, 0.5), "5 V")
        say((12.2, 0), f"lights: {plugs[0]} to {plugs[-3]}, {', '.join(plugs[-2:])}", size=12)
        say((12.2, -0.5), f"with the Pico {drawn:g} A at most", "left", 12, FAINT)
        elm.Dot().at((3.4, 0))
        elm.Zener().at((3.4, -3)).up(3).label(value(board, clamp), loc="bottom", halign="left", ofst=0.25)
        elm.Ground().at((3.4, -3))
        elm.Dot().at((6.8, 0))
        elm.Capacitor(polar=True).at((6.8, 0)).down(3).label(value(board, bulk), loc="bottom", halign="left", ofst=0.3)
        elm.Ground().at((6.8, -3))
        elm.Dot().at((10.2, 0))
        elm.Schottky().at((10.2, 0)).down(3).label(value(board, to_pico), loc="bottom", halign="left", ofst=0.25)
        elm.Arrow().at((10.2, -3)).down(0.8)
        say((10.5, -3.6), f"Pico VSYS (terminal {number('pico', 'VSYS')})")
        elm.Dot(open=True).at((0, -3))
        say((-0.3, -3), f"{inlet.reference} MINUS", "right")
        elm.Ground().at((0, -3))
        y = -6.2
        elm.Dot(open=True).at((0, y))
        say((-0.3, y + 0.25), f"Pico VBUS (terminal {number('pico', 'VBUS')})", "right")
        say((-0.3, y - 0.25), "5 V of the laptop's USB", "right", 12, FAINT)
        wire((0, y), (1.1, y))
        elm.Dot(open=True).at((1.2, y))
        elm.Dot(open=True).at((1.9, y))
        wire((2, y), (3, y))
        say((1.55, y + 0.45), jumper.reference, "center")
        elm.Fuse().at((3, y)).right(3).label(value(board, usb_fuse).replace(", ", "\n"), loc="top")
        elm.Schottky().at((6, y)).right(3).label(value(board, from_usb), loc="top", ofst=0.2)
        elm.Arrow().at((9, y)).right(1)
        say((10.2, y), "5 V")
        closed = f"{jumper.reference} is closed only where no supply is at {inlet.reference}."
        say((1.0, y - 1.0), closed, "left", 12, FAINT)
        _rail(board, here, -9.6)
    return svg(drawing)


def _rail(board: dict[str, Any], here: Circuit, y: float) -> None:
    """Draw the divider through which the Pico measures the 5 V, at the height `y`."""
    (upper,), (lower,) = here.of_kind("rail_upper"), here.of_kind("rail_lower")
    capacitor = next(each for each in here.of_kind("chip_capacitor") if each.nets["1"] == upper.nets["2"])
    say((-0.3, y), "5 V", "right")
    elm.Dot(open=True).at((0, y))
    elm.Resistor().at((0, y)).right(3).label(value(board, upper), loc="top")
    for x, element, part in ((3.4, elm.Resistor, lower), (6.8, elm.Capacitor, capacitor)):
        elm.Dot().at((x, y))
        element().at((x, y)).down(2.6).label(value(board, part), loc="bottom", halign="left", ofst=0.25)
        elm.Ground().at((x, y - 2.6))
    wire((3, y), (9, y))
    elm.Arrow().at((9, y)).right(1)
    say((10.2, y + 0.25), source(board, here, upper, str(upper.nets["2"])))
    most = f"{rail_rules.highest_v(board):.2f} V at the most, before the FETs turn off"
    say((10.2, y - 0.25), most, "left", 12, FAINT)


def _buttons(board: dict[str, Any], here: Circuit) -> str:
    with sheet() as drawing:
        y = 0.0
        for resistor in here.of_kind("button_resistor"):
            plug = next(part for part in here.of_kind("button_header") if part.nets["1"] == resistor.nets["2"])
            say((-0.3, y), source(board, here, resistor, str(resistor.nets["1"])), "right")
            elm.Resistor().at((0, y)).right(3).label(value(board, resistor), loc="top")
            elm.Dot(open=True).at((3.2, y)).label(f"{plug.reference}.1", loc="top", fontsize=11)
            wire((3, y), (3.1, y))
            elm.Button().at((3.3, y)).right(3)
            elm.Dot(open=True).at((6.4, y)).label(f"{plug.reference}.2", loc="top", fontsize=11)
            wire((6.5, y), (7, y))
            elm.Ground().at((7, y))
            say((7.7, y), tables.words(board, resistor.nets["1"]))
            y -= 2.3
        clamp = next(each for each in here.of_kind("line_clamp") if resistor.nets["2"] in each.nets.values())
        say((-0.3, y + 0.6), f"{clamp.reference} keeps sparks at the plugs' wires from the Pico", "left", 12, FAINT)
        say((-0.3, y + 1.1), "closed reads 0: pulled up inside the Pico", "left", 12, FAINT)
        (resistor,), (buzzer,) = here.of_kind("buzzer_resistor"), here.of_kind("buzzer")
        y -= 0.6
        say((-0.3, y), source(board, here, resistor, str(resistor.nets["1"])), "right")
        elm.Resistor().at((0, y)).right(3).label(value(board, resistor), loc="top")
        speaker = elm.Speaker().at((3, y)).anchor("in1")
        drawing.add(speaker)
        wire(speaker.in2, (speaker.in2[0], y - 1))
        elm.Ground()
        say((5, y - 0.2), f"{buzzer.reference}, {board['parts']['buzzer']['value']}")
    return svg(drawing)
