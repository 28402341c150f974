"""The values for the {braces} in the guide's pages, from board.toml and the net tables.

A page gets a value directly from board.toml by {board[table][name]}.
"""

from __future__ import annotations

import math
from typing import Any

from tengen.games.points import LETTERS
from tengen_host import pinouts
from tengen_host.reach import CLOSES_MM, OPENS_MM
from tengen_host.wiring import ADC_PINS, SUPPLIES, ohms

from .. import controller, parts, tile
from ..circuit import FIVE, GROUND, Circuit, CircuitError, Part
from ..markdown import table
from ..mechanics import figures
from ..pcb import bridge_drawing, tile_layout
from ..power_rules import SPREAD
from ..simulation.supply import LEAST_V, SCHOTTKY_V
from ..values import resistor_ohms
from . import coil, growth

REST_ROOM = 0.5  # mm: the least distance between the table and the glass of the reeds while a tile is face down


def ohm_of(board: dict[str, Any], kind: str) -> int:
    """Return a resistor's value in whole ohms."""
    return round(resistor_ohms(board, kind))


def within(value: float, percent: float, unit: str) -> str:
    """Return the range of a value with a tolerance, like `11.4 to 12.6 kOhm`."""
    low, high = value * (1 - percent / 100), value * (1 + percent / 100)
    return f"{low:.3g} to {high:.3g} {unit}"


def resistance(value: int, percent: float) -> str:
    """Return a resistor's value and the range that a meter may show: `12 kOhm (11.4 to 12.6 kOhm)`."""
    shown = within(value / 1000, percent, "kOhm") if value >= 1000 else within(value, percent, "Ohm")
    return f"{ohms(value)} ({shown})"


def only(circuit: Circuit, kind: str, **nets: str) -> Part:
    """Return the only part of a kind with these nets by terminal name. Raises CircuitError unless exactly one fits."""
    found = [each for each in circuit.of_kind(kind) if all(each.net(name) == net for name, net in nets.items())]
    if len(found) != 1:
        raise CircuitError(f"{circuit.name}: {len(found)} parts are {kind} with {nets}, and the guide names one")
    return found[0]


def pins(part: Part, net: str) -> list[str]:
    """Return the numbers of a part's terminals on a net."""
    return [number for number, its in part.nets.items() if its == net]


def output_name(output: int) -> str:
    """Return chip and pin of an output of the row drivers, with their names in the programs."""
    return f"595 #{output // controller.OUTPUTS + 1} pin Q{output % controller.OUTPUTS}"


def of(board: dict[str, Any]) -> dict[str, str]:
    """Return all values by name, as texts."""
    here = controller.circuit(board)
    measure, supply, leds, size = board["measure"], board["supply"], board["leds"], board["board"]["size"]
    points, rows = board["tile"]["points"], controller.tile_rows(board)
    percent = measure["resistor_percent"]
    pico, pull = here.parts["U1"], board["matrix"]["pull_down_ohm"]
    upper, lower = ohm_of(board, "return_upper"), ohm_of(board, "return_lower")
    rail_upper, rail_lower = ohm_of(board, "rail_upper"), ohm_of(board, "rail_lower")
    five, three = measure["five_mv"] / 1000, measure["three_mv"] / 1000
    pixels = size * size + 2 * leds["bar_length"]
    dark = leds["idle_ma"]
    found: dict[str, Any] = {
        "size": size, "rows_of_tiles": rows, "tiles": rows * rows, "lines": 2 * (size + 1),
        "last": LETTERS[size - 1], "pixels": pixels,
        "tile_points": points * points,
        "side_mm": f"{points * board['board']['pitch_mm'] * rows:g}",
        "leds_a_metre": f"{1000 / board['board']['pitch_mm']:.0f}",
        "pull_down": ohms(pull), "pull_down_reads": resistance(pull, percent),
        "data_reads": resistance(ohm_of(board, "data_resistor"), percent),
        "column_reads": resistance(ohm_of(board, "column_resistor"), percent), "coupon_last_gpio": points - 1,
        "button_reads": resistance(ohm_of(board, "button_resistor"), percent),
        "buzzer_reads": resistance(ohm_of(board, "buzzer_resistor"), percent),
        "lower_reads": resistance(lower, percent), "divider_reads": resistance(upper + lower, percent),
        "upper": ohms(upper), "lower": ohms(lower),
        "five_reads": f"{within(five, measure['supply_percent'], 'V')}",
        "three_reads": f"{within(three, measure['three_percent'], 'V')}",
        "vsys_reads": f"{five * (1 - measure['supply_percent'] / 100) - SCHOTTKY_V:.1f} to {five:g} V",
        "rail_reads": within(five * rail_lower / (rail_upper + rail_lower), measure["supply_percent"] + SPREAD, "V"),
        "rail_pin": pins(pico, "RAIL")[0], "least_v": f"{LEAST_V:g} V",
        "low_v": f"{supply['low_mv'] / 1000:g} V",
        "supply": f"5 V, {supply['current_ma'] / 1000:g} A",
        "fuse_a": f"{supply['fuse_ma'] / 1000:g} A",
        "budget_a": f"{leds['budget_ma'] / 1000:g} A",
        "full_a": f"{pixels * (sum(leds['full_ma'].values()) + dark) / 1000:.0f} A",
        "usb_ma": f"{SUPPLIES['usb']} mA",
        "dark_row_ma": points * size * dark,
        "diode_low": f"{measure['diode_low_mv'] / 1000:g}", "diode_high": f"{measure['diode_high_mv'] / 1000:g}",
        "scan_hz": 1000 // board["matrix"]["scan_ms"],
        "dwell_s": f"{board['sensing']['dwell_ms'] / 1000:g}",
        "driver_supply_pin": pinouts.number("row_driver", "VCC"),
        "shifter_supply_pin": pinouts.number("level_shifter", "VCC"),
        "shifter_out_pin": pinouts.number("level_shifter", "1Y"),
        "pico_three_pin": pinouts.number("pico", "3V3"), "pico_vsys_pin": pinouts.number("pico", "VSYS"),
        "pico_vbus_pin": pinouts.number("pico", "VBUS"),
        "return_pin": pins(pico, "LED_RETURN")[0],
        "cost_tiles": parts.total(parts.lines(board)),
        **{f"paid_{build}": parts.paid(board, parts.lines(board, build)).together for build in parts.BUILDS},
        "inlet": only(here, "supply_inlet", PLUS="SUPPLY").reference,
        "fuse_ref": only(here, "fuse", **{"1": "SUPPLY"}).reference,
        "pico_diode": only(here, "schottky", K="VSYS").reference,
        "usb_jumper": here.of_kind("jumper")[0].reference,
        "bulk_ref": here.of_kind("bulk_capacitor")[0].reference,
        "shifter_ref": here.of_kind("level_shifter")[0].reference,
        "driver_refs": " and ".join(each.reference for each in here.of_kind("row_driver")),
        "button_plugs": ", ".join(each.reference for each in here.of_kind("button_header")),
        "data_ref": here.of_kind("data_resistor")[0].reference,
        "reference_ref": here.of_kind("reference")[0].reference,
        "coupon_feed": f"J{rows}", "coupon_foot": f"J{10 + rows}",
        "coupon_rows": f"{size - points + 1} to {size}",
        "coupon_columns": f"{LETTERS[size - points]} to {LETTERS[size - 1]}",
        "feed_data_pin": str(tile.FEED.index("DAT1") + 1), "feed_return_pin": str(tile.FEED.index(tile.RETURN) + 1),
        "feed_plus_pins": " and ".join(str(at) for at, net in enumerate(tile.FEED, 1) if net == FIVE),
        "feed_ground_pins": " and ".join(str(at) for at, net in enumerate(tile.FEED, 1) if net == GROUND),
        "feed_row_pins": ", ".join(str(tile.FEED.index(tile.row(r)) + 1) for r in range(1, points + 1)),
        "feed_shut_pin": str(tile.FEED.index(tile.SHUT) + 1),
        "foot_column_pins": ", ".join(str(tile.FOOT.index(tile.column(c)) + 1) for c in range(1, points + 1)),
        "foot_sense_pin": str(tile.FOOT.index(tile.SENSE) + 1),
        "side_bridges": len(tile.SIDE), "end_bridges": len(tile.END),
        "first_bar": "J30",
        "last_bar": f"J{29 + len(controller.bars(board))}",
        "bar_out_pin": "4",
    }  # fmt: skip
    found |= _build(board)
    found |= _hand(board)
    found |= figures.figures(board)
    found |= _lines(board, size)
    found |= growth.values(board)
    found |= _coupon_data(board, here)
    found |= coil.values(board)
    found |= _tables(board, here)
    return {name: str(value) for name, value in found.items()}


def reed_top(board: dict[str, Any]) -> float:
    """Return the height in mm of the reeds' glass over the tile."""
    return float(round(board["stack"]["reed_axis_mm"] + board["reed"]["glass_diameter_mm"] / 2, 2))


def _build(board: dict[str, Any]) -> dict[str, Any]:
    """Return the values for building: lengths to cut and bend, and numbers of things."""
    reed_, stack = board["reed"], board["stack"]
    lights = board["tile"]["points"] ** 2
    top = reed_top(board)
    for name, high in (("plate_above_mm", stack["plate_above_mm"]), ("rest_mm", stack["rest_mm"])):
        if high < top + REST_ROOM:
            raise CircuitError(
                f"board.toml [stack] {name}: {high:g}, and the reeds reach {top:g} mm: a tile that lies face down on "
                f"something so low lies on their glass; it takes {top + REST_ROOM:g} mm"
            )
    return {
        "reed_top": f"{top:g} mm",
        "jig_mm": f"{stack['reed_axis_mm'] - reed_['glass_diameter_mm'] / 2:g} mm",
        "bend_mm": f"{(reed_['span_mm'] - reed_['glass_mm']) / 2:g} mm",
        "bridge_mm": f"{tile_layout.BRIDGE_MM} mm", "edge_diodes": 2 * board["board"]["size"] + 1,
        "dark_coupon_ma": lights * board["leds"]["idle_ma"] + board["supply"]["pico_ma"],
        "high_v": f"{board['supply']['high_mv'] / 1000:g} V",
        "five_v": f"{board['measure']['five_mv'] / 1000:g} V",
        "reed_out": f"{(reed_['length_mm'] - reed_['span_mm']) / 2 - stack['reed_axis_mm'] - stack['pcb_mm']:.2g}",
        "jig_wide_mm": f"{board['print']['jig_bar_mm'][0]:g}", "hoop_mm": f"{bridge_drawing.HOOP_MM:g}",
        "closes_mm": f"{CLOSES_MM:g}", "opens_mm": f"{OPENS_MM:g}",
        # each stone is tested on each point and off the point in eight directions, and twice on the middle point among
        # all neighbours
        "tries": round(lights**2 + 8 * lights + 40, -1),
        "turn_mm": turn_board(board),
        "turn_blocks": f"{stack['base_mm'] + stack['pcb_mm'] + stack['plate_above_mm']:g}",
    }  # fmt: skip


def turn_board(board: dict[str, Any]) -> str:
    """Return the size in mm of the board under the tiles while they are joined; it sticks out at front and back."""
    side = board["board"]["pitch_mm"] * board["board"]["size"]
    return f"{math.ceil(side / 10) * 10} x {math.ceil((side + 2 * board['case']['bar_mm']) / 10) * 10}"


def _coupon_data(board: dict[str, Any], here: Circuit) -> dict[str, str]:
    """Return pads, with their nets, where the coupon's first bridge can be soldered.

    A plug covers the pin of the bridge itself.
    """
    (pad, number), (part, pin) = growth.open_pads(board)
    return {"data_from": pad, "data_from_net": str(here.parts[pad].nets[number]),
            "data_pad": f"{pin} of {part}", "data_net": str(here.parts[part].nets[pin])}  # fmt: skip


def _hand(board: dict[str, Any]) -> dict[str, Any]:
    """Return the values that are different for a board wired by hand."""
    size, carrier, reed_ = board["board"]["size"], board["carrier"], board["reed"]
    other = board["matrix"]["through_hole"]
    leg = (reed_["length_mm"] - reed_["span_mm"]) / 2 - board["stack"]["reed_axis_mm"]
    if not 0 < leg < carrier["sheet_mm"]:
        raise CircuitError(
            f"board.toml [carrier] sheet_mm: {carrier['sheet_mm']}, and a reed's leg goes {leg:.1f} mm into the sheet: "
            "it must end inside, for the strip lies below"
        )
    chain = controller.circuit(board).of_kind("chain_resistor")
    points, last = board["tile"]["points"], LETTERS[size - 1]
    return {
        "leg_mm": f"{leg:.1f}",
        "chain_value": ohms(ohm_of(board, "chain_resistor")),
        "chain_refs": f"{chain[0].reference} to {chain[-1].reference}",
        "hook_up": board["things"]["hook_up_wire"]["value"].split(":")[0].split(", ten")[0],
        "chip_capacitor": f"{board['parts']['chip_capacitor']['value']}F",
        "th_pull": ohms(other["pull_down_ohm"]),
        "th_pull_reads": resistance(other["pull_down_ohm"], board["measure"]["resistor_percent"]),
        "coupon_corner": f"{LETTERS[size - points]}{size - points + 1} to {last}{size}",
        # two joints for each reed, two for its diode; the edge diodes; four for each side of a piece of strip
        "solder_joints": f"{round(4 * size * size + 2 * (2 * size + 1) + 8 * size, -2)}",
    }  # fmt: skip


def _lines(board: dict[str, Any], size: int) -> dict[str, str]:
    """Return the programs' names of rows, columns and points: {row7}, {column_d}, {point_h9}."""
    found = {f"row{row}": f"row {row} ({output_name(row - 1)})" for row in range(1, size + 1)}
    found["shut"] = f"the always-closed row ({output_name(size)})"
    inputs = board["pins"]["columns"]
    found |= {f"column_{name}": f"column {name} (GPIO{gpio})" for name, gpio in zip(LETTERS, inputs, strict=False)}
    found["column_sense"] = f"the row sense (GPIO{board['pins']['row_sense']})"
    for row in range(size):
        for column in range(size):
            point = f"{LETTERS[column]}{row + 1}"
            found[f"point_{point}"] = (
                f"{point} (row {row + 1}, {output_name(row)}; column {LETTERS[column]}, GPIO{inputs[column]})"
            )
    return found


def _tables(board: dict[str, Any], here: Circuit) -> dict[str, str]:
    return {
        "pin_table": _pin_table(board),
        "pico_table": _part_table(here.parts["U1"]),
        "row_table": _row_table(here),
        "feed_table": _plugs_table([here.parts[f"J{1 + at}"] for at in range(controller.tile_rows(board))]),
        "foot_table": _plugs_table([here.parts[f"J{11 + at}"] for at in range(controller.tile_rows(board))]),
    }


def _plugs_table(parts: list[Part]) -> str:
    """Return the table of the nets of parts of one kind. Each part has a column."""
    kind = parts[0].kind
    lines = []
    for terminal in sorted(pinouts.KINDS[kind], key=lambda each: int(each.number)):
        name = "" if terminal.name == terminal.number else f" {terminal.name}"
        lines.append([terminal.number + name, *(each.nets[terminal.number] or "open" for each in parts)])
    return table(["pin", *(each.reference for each in parts)], lines)


def _part_table(part: Part) -> str:
    """Return the table of a chip's pins, with its two sides side by side as on the chip."""
    terminals = pinouts.KINDS[part.kind]
    half = len(terminals) // 2
    lines = []
    for left, right in zip(terminals[:half], reversed(terminals[half:]), strict=True):
        one, other = part.nets[left.number] or "", part.nets[right.number] or ""
        lines.append([one, f"{left.name}", left.number, right.number, f"{right.name}", other])
    return table(["wire", "name", "pin", "pin", "name", "wire"], lines)


def _row_table(here: Circuit) -> str:
    lines = []
    data = "ROW_DATA"
    while chips := [each for each in here.of_kind("row_driver") if each.net("DS") == data]:
        chip = chips[0]
        for q in range(controller.OUTPUTS):
            net = chip.net(f"Q{q}") or ""
            lines.append([net, chip.reference, f"Q{q}", pinouts.number("row_driver", f"Q{q}")])
        data = chip.net("Q7S") or ""
    return table(["row", "chip", "output", "pin"], lines)


def _pin_table(board: dict[str, Any]) -> str:
    """Return the table of the GPIOs and their connections. Each group has a line."""
    pins_of, size = board["pins"], board["board"]["size"]
    columns, buttons = pins_of["columns"], pins_of["buttons"]
    pull = ohms(board["matrix"]["pull_down_ohm"])
    pixels = size * size + 2 * board["leds"]["bar_length"]
    players = " then ".join(f"{player.upper()}'s bar" for player in controller.bars(board))
    used = {*columns, *buttons.values(), *(pin for pin in pins_of.values() if isinstance(pin, int))}
    free = ", ".join(f"GPIO{pin}" for pin in (*range(23), 26, 27, 28) if pin not in used)
    lines = [
        [f"columns a to {LETTERS[size - 1]}", f"GPIO{columns[0]}-{columns[-1]}", f"inputs, pulled down by {pull} each"],
        ["row sense", f"GPIO{pins_of['row_sense']}", "the sixteenth column, always closed by a diode in each row"],
        [f"rows 1 to {size}, and the sixteenth, always closed",
         f"GPIO{pins_of['row_data']}, {pins_of['row_clock']}, {pins_of['row_latch']}",
         "data, clock and latch of two 595s in a chain"],
        [f"{pixels} {board['parts']['pixel']['value']}", f"GPIO{pins_of['led_data']}",
         f"through the {board['parts']['level_shifter']['value']}; {board['leds']['first']} first, then {players}"],
        ["the chain's last output", f"GPIO{pins_of['led_return']}", "through a divider"],
        ["buttons " + ", ".join(controller.BUTTONS), ", ".join(f"GPIO{buttons[each]}" for each in controller.BUTTONS),
         "to ground"],
        ["buzzer", f"GPIO{pins_of['buzzer']}", "PWM"],
        ["5 V of the lights", f"ADC{ADC_PINS.index(pins_of['rail'])} (GPIO{pins_of['rail']})", "through a divider"],
        ["VSYS", "ADC3 (GPIO29)", "on the Pico itself, a third"],
        *([["free", free, ""]] if free else []),
    ]  # fmt: skip
    return table(["what", "on", "how"], lines)
