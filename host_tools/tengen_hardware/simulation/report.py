"""Compute the tables and figures in hardware/simulation/README.md."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

from .. import pico_inputs, values
from ..markdown import filled, table
from . import data_line, esd, inlet, matrix, parts, supply

_FAULTS = {
    "one": "one stone",
    "row": "a row full of stones",
    "aged": "the same, all reeds aged to 10 Ohm",
    "ghost": "a stone on every point but this one",
    "bare": "stones everywhere and no diodes at all",
    "shorted": "one stone; a diode shorted in its column, with a stone on it too",
    "unpulled": "one stone; its column's pull-down is missing",
}


def text(board: dict[str, Any]) -> str:
    """Return the whole report."""
    known: dict[str, Any] = {"board": board, "parts": parts, "supply": supply}
    for part in (_matrix, _data, _supply, _inlet, _spark):
        known |= part(board)
    known["chosen"] = _chosen(board, known)
    return filled("simulation/README.md", known)


def _chosen(board: dict[str, Any], known: dict[str, Any]) -> str:
    """Return the table of chosen values, results of the simulations, and requirements."""
    here, legs, used = matrix.chosen(board), board["matrix"]["through_hole"], board["parts"]

    def value(kind: str) -> str:
        return str(used[kind]["value"])

    rows = [
        ("row driver, pull-downs", f"{here.driver.name}, {known['pull_down']}",
         f"{known['margin']:.2f} V above a high, at the worst", f"{matrix.MARGIN_V:g} V or more"),
        ("settle time", f"{here.settle_us} us (the firmware waits {here.waits_us})",
         f"slowest fall {known['slowest_fall']:.1f} us", f"three falls, {known['three_falls']:.1f} us"),
        ("with legs (DIP)", f"{legs['row_driver']}, {known['legs_pull_down']}, {legs['settle_us']} us",
         f"{known['legs_margin']:.2f} V, {known['legs_fall']:.1f} us", "the same"),
        ("level shifter of the lights", value("level_shifter"),
         f"a high of {known['reaches']:.2f} of the light's supply", f"{parts.PIXEL_HIGH:g} of it or more"),
        ("divider of the lights' way home", f"{value('return_upper')}, {value('return_lower')}, 1 %",
         f"{known['home_v']:.2f} V or less at the Pico", f"below {known['home_under']:.2f} V"),
        ("divider of the measured 5 V", f"{value('rail_upper')}, {value('rail_lower')}, 1 %",
         f"{known['highest_v']:.2f} V or less at the Pico", f"below {pico_inputs.LEAST_V:.2f} V"),
        ("against sparks", f"{value('line_clamp')}, then {value('column_resistor')} Ohm",
         f"{known['spark_a']:.1f} A into the Pico, from 8 kV by contact", f"below {known['hbm_amperes']:.1f} A"),
        ("supply of the tiles", f"a ribbon a row, {board['leds']['budget_ma']} mA in all",
         f"{known['lowest_v']:.2f} V at the worst light, from a supply of {supply.SUPPLIES[1]:g} V",
         f"{supply.LEAST_V:g} V or more"),
    ]  # fmt: skip
    return table(("what", "chosen", "found", "must be"), rows)


def _matrix(board: dict[str, Any]) -> dict[str, Any]:
    here, legs = matrix.chosen(board), board["matrix"]["through_hole"]
    pulls = matrix.PULL_DOWNS
    rows = []
    for driver in parts.DRIVERS:
        found = [matrix.worst_level(board, driver.name, pull, diode) for pull in pulls for diode in ("typical", "high")]
        pairs = zip(found[::2], found[1::2], strict=True)
        draws = max(each.milliamperes for each in matrix.levels(board) if each.driver == driver.name)
        rows.append((f"{driver.name}, {driver.ohms:.0f} Ohm",
                     *(f"{one.volts:.2f} / {two.volts:.2f}" for one, two in pairs), f"{draws:.1f} mA"))  # fmt: skip
    slowest = matrix.slowest(board, here.pull_down)
    return {
        "pull_down": _k(here.pull_down), "legs_pull_down": _k(legs["pull_down_ohm"]),
        "margin": matrix.worst_level(board, here.driver.name, here.pull_down, "high").margin,
        "legs_margin": matrix.worst_level(board, legs["row_driver"], legs["pull_down_ohm"], "high").margin,
        "slowest_fall": slowest, "three_falls": 3 * slowest,
        "legs_fall": matrix.slowest(board, legs["pull_down_ohm"]),
        "slowest_rise": matrix.slowest_rise(board),
        "supplies": _list(matrix.SUPPLIES), "degrees": _list(matrix.DEGREES),
        "high_at_least": pico_inputs.input_high(matrix.SUPPLIES[0]),
        "high_at_usual": pico_inputs.input_high(matrix.SUPPLIES[1]),
        "levels": table(("driver", *map(_k, pulls), "a row draws at most"), rows),
        "falls": table(
            ("pull-down", *(f"{pf} pF" for pf in matrix.COLUMN_PF), "three times the slowest"),
            ((_k(pull), *(f"{matrix.slowest(board, pull, pf):.1f}" for pf in matrix.COLUMN_PF),
              f"{3 * matrix.slowest(board, pull):.0f}") for pull in pulls),
        ),
        "faults": table(
            ("what", "at the input", "the driver gives", f"{here.settle_us} us after the row's end"),
            [(words, *_fault(board, name)) for name, words in _FAULTS.items()],
        ),
        "sources": table(("figure", "from", "checked"), [*map(_driver, parts.DRIVERS), *parts.SOURCES]),
    }  # fmt: skip


def _driver(each: parts.Driver) -> tuple[str, str, str]:
    """Return the figure of a row driver, its source, and whether it was checked."""
    figure = f"{each.name}: {each.level:g} V at {each.load_ma:g} mA, {each.supply:g} V ({each.ohms:.0f} Ohm)"
    return figure, each.source.split(": ")[0], each.checked


def _fault(board: dict[str, Any], name: str) -> tuple[str, str, str]:
    volts, milliamperes, after = matrix.fault(board, name)
    return f"{volts:.2f} V", f"{milliamperes:.1f} mA", f"{abs(after):.2f} V"


def _data(board: dict[str, Any]) -> dict[str, Any]:
    resistor = board["parts"]["data_resistor"]["value"]
    names = {
        "weak": f"74AHCT125, {resistor} Ohm",
        "strong": f"the same, a strong chip ({data_line.STRONG_SHIFTER_OHM} Ohm)",
        "bare": "strong chip, no resistor",
        "direct": f"the Pico directly ({data_line.SUPPLIES[0]:g} V), {resistor} Ohm",
    }
    out_rows = []
    for case, name in names.items():
        for rail in data_line.RAILS:
            found = data_line.out(board, case, rail)
            wide = "never" if found.high_ns is None else f"{found.high_ns:.0f} ns"
            peak, need = f"{found.most:.2f} V", f"{parts.PIXEL_HIGH * rail:.2f} V"
            out_rows.append((name, f"{rail:g} V", f"{found.volts:.2f} V", need, wide, peak))
    link_rows = []
    for middle, ohms in product(data_line.links(board), parts.PIXEL_OUT_OHM):
        found = data_line.link(board, ohms, middle, 5.0)
        link_rows.append((f"{ohms} Ohm", f"{middle} Ohm" if middle else "none", f"{found.high_ns or 0:.0f} ns",
                          *(f"{volts:.2f} V" for volts in (found.most, found.least_while_high, found.most_while_low)),
                          ))  # fmt: skip
    home_rows = []
    for resistors, words in (("high", "weak upper, strong lower"), ("low", "the other way, weak light")):
        for rail in data_line.HOME_RAILS:
            found = data_line.home(board, resistors, rail)
            home_rows.append((words, f"{rail:g} V", f"{found.volts:.2f} V", f"{found.high_ns or 0:.0f} ns"))
    crossing_rows = [(f"{victim}, by an edge on {by}", f"{data_line.crosstalk(board, victim, by)[0]:.2f} V")
                     for victim, by in data_line.CROSSINGS]  # fmt: skip
    return {
        "zero_ns": parts.ZERO_STEPS * parts.STEP_NS,
        "pixel_high": parts.PIXEL_HIGH * 5, "pixel_low": parts.PIXEL_LOW * 5,
        "reaches": min(data_line.out(board, "weak", rail).reaches for rail in data_line.RAILS),
        "link_ohm": data_line.links(board)[1],
        "home_v": max(data_line.home(board, "high", rail).most for rail in data_line.HOME_RAILS),
        "home_under": pico_inputs.MOST_V,
        "out": table(("driven by", "5 V is", "level", "needed", "high for", "peak"), out_rows),
        "links": table(("light's output", "resistor on the controller", "high for", "peak", "comes back to",
                        "after the fall"), link_rows),
        "crosstalk": table(("disturbed", ", ".join(data_line.NEIGHBOURS)), crossing_rows),
        "home": table(("resistors", "5 V is", "at GPIO20", "high for"), home_rows),
    }  # fmt: skip


def _supply(board: dict[str, Any]) -> dict[str, Any]:
    words = {
        "dark": "all dark", "even": "the budget on all lights alike", "row": "the budget on the uppermost row of tiles",
        "side": "the budget on the tiles farthest from the ribbons", "tile": "one tile white, the farthest",
        "white": "all white, no budget",
    }  # fmt: skip
    rows = []
    for case, name in words.items():
        full, low = (supply.drop(board, case, volts) for volts in supply.SUPPLIES)
        volts = (f"{each:.2f} V" for each in (full.controller, full.lowest, low.lowest))
        rows.append((name, f"{full.supply:.3f} A", f"{full.wire:.2f} A", *volts, f"{low.data:.2f}"))
    weak = [supply.drop(board, case, supply.SUPPLIES[1]) for case in words if case != "white"]
    strips = [(name, *(f"{supply.strip(board, name, volts):.2f} V" for volts in supply.SUPPLIES))
              for name in supply.FEEDS]  # fmt: skip
    heads = ("lit", "in all", "a ribbon's wire", "5 V at the controller", "worst light, supply 5 V", "supply 4.75 V",
             "a high at the next light")  # fmt: skip
    return {
        "tiles": table(heads, rows),
        "strips": table(("fed", *(f"worst light, supply {volts:g} V" for volts in supply.SUPPLIES)), strips),
        "lowest_v": min(each.lowest for each in weak),
        "needed": supply.LEAST_V + max(each.controller - each.lowest for each in weak),
        "highest_v": pico_inputs.highest_v(board), "unpowered_ma": pico_inputs.unpowered_ma(board),
    }  # fmt: skip


def _inlet(board: dict[str, Any]) -> dict[str, Any]:
    slow = [inlet.tripped(board, *corner) for corner in inlet.CORNERS]
    words = {"plug": "{0:g} V plugged in, all dark", "jump": "5 V, then at once {0:g} V",
             "step": "5 V, all lights on at once", "short": "5 V, then a short behind the FETs"}  # fmt: skip
    cases = [("plug", volts) for volts in inlet.PLUGGED] + [("jump", volts) for volts in inlet.JUMPS]
    rows = []
    for what, volts in [*cases, ("step", 5.0), ("short", 5.0)]:
        found = inlet.reached(board, what, volts)
        rows.append((words[what].format(volts), f"{_two(found.least)} to {_two(found.most)} V",
                     f"{_two(found.pico)} V", f"{found.amperes:.1f} A", f"{1000 * found.joules:.0f} mJ"))  # fmt: skip
    heads = ("supply", "at the lights", "VSYS at most", "from the supply", "heat in Q2")
    return {
        "wrong_supplies": table(heads, rows), "jump": inlet.reached(board, "jump", inlet.JUMPS[-1]), "inlet": inlet,
        "leads": [inlet.reached(board, "lead", micro).across for micro in inlet.LEADS_UH],
        "short": [inlet.reached(board, "short", value).watts for value in (inlet.LIMIT_A, 5)],
        "usb": inlet.reached(board, "usb", 5), "dark": supply.drop(board, "dark", 5.0),
        "port_ms": 1000 * (inlet.reached(board, "usb", inlet.PORT_A).seconds or 0),
        "usb_uf": 1e6 * (inlet.TILES_F + values.farads(board["parts"]["bulk_capacitor"]["value"])),
        "usual": slow[0], "off": [edge(each.off for each in slow) for edge in (min, max)],
        "on": [edge(each.on for each in slow) for edge in (min, max)],
        "turned_off_us": max(each.seconds for each in slow) * 1e6,
    }  # fmt: skip


def _spark(board: dict[str, Any]) -> dict[str, Any]:
    words = {"column": "a column", "button": "a button", "home": "lights, home", "lights": "lights, out",
             "row": "a row"}  # fmt: skip
    heads = {"bare": "nothing", "resistor": "the resistor alone", "clamp": "the clamp alone", "both": "both"}
    rows = []
    for line, name in words.items():
        ohms = esd.series_ohm(board, line)
        found = {way: esd.taken(board, line, way) for way in esd.ways(line)}
        rows.append((name, esd.LINES[line].chip, f"{ohms:g} Ohm" + ("" if esd.LINES[line].resistor else " (tried)"),
                     *(_taken(found[way]) if way in found else "" for way in heads)))  # fmt: skip
    stone = esd.stone(board, "both")
    return {
        "sparks": table(("line", "chip", "its resistor", *heads.values()), rows),
        "hbm_amperes": esd.hbm_amperes(),
        "spark_a": esd.taken(board, "column", "both").amperes,
        "left_ma": (5.25 - pico_inputs.LEAST_V - 0.6) / values.resistor_ohms(board, "column_resistor") * 1000,
        "stone": stone, "stone_us": 1e6 * stone[2], "stone_pf": 1e12 * esd.STONE_F,
    }  # fmt: skip


def _taken(what: esd.Taken) -> str:
    times = what.action / esd.hbm_action()
    return f"{what.amperes:.1f} A ({times:.0f})" if times >= 1 else f"{what.amperes:.1f} A ({times:.1g})"


def _two(volts: float) -> str:
    return f"{round(volts, 2) + 0:.2f}"  # + 0: no -0


def _k(ohms: float) -> str:
    return f"{ohms / 1000:g} kOhm"


def _list(numbers: Iterable[float]) -> str:
    return ", ".join(f"{each:g}" for each in numbers)
