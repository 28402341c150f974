"""The values for the {braces} in the guide's pages, from board.toml and the net tables.

A page gets a value directly from board.toml by {board[table][name]}, and one in mV, mA or ms without "milli" by
{board[table][name]:milli}.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tengen.games.points import LETTERS
from tengen_host import pinouts, reach, wiring
from tengen_host.wiring import ohms, pixel_count

from .. import controller, cost, hours, kicad, tile
from ..circuit import CircuitError
from ..mechanics import figures
from ..pico_inputs import SPREAD
from ..simulation import supply
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


def output_name(output: int) -> str:
    """Return chip and pin of an output of the row drivers, with their names in the programs."""
    return f"595 #{output // controller.OUTPUTS + 1} pin Q{output % controller.OUTPUTS}"


def of(board: dict[str, Any]) -> dict[str, Any]:
    """Return all values by name: texts and numbers, and tables of them by kind of part, terminal or net."""
    here = controller.circuit(board)
    measure, leds, size = board["measure"], board["leds"], board["board"]["size"]
    points, rows = board["tile"]["points"], controller.tile_rows(board)
    percent = measure["resistor_percent"]
    values = {kind: ohm_of(board, kind) for kind in pinouts.RESISTORS}
    five, three = measure["five_mv"] / 1000, measure["three_mv"] / 1000
    rail = five * values["rail_lower"] / (values["rail_upper"] + values["rail_lower"])
    pixels, dark = pixel_count(board), leds["idle_ma"]
    return {
        "board": board, "tile": tile, "reach": reach, "wiring": wiring, "supply": supply, "coil": coil.of(board),
        "rows_of_tiles": rows, "tiles": rows * rows, "lines": 2 * (size + 1),
        "last": LETTERS[size - 1], "pixels": pixels, "tile_points": points * points,
        "side_mm": f"{points * board['board']['pitch_mm'] * rows:g}",
        "leds_a_metre": f"{1000 / board['board']['pitch_mm']:.0f}",
        # of each kind of resistor: its value, and what a meter may show
        "ohms": {kind: ohms(value) for kind, value in values.items()},
        "reads": {kind: resistance(value, percent) for kind, value in values.items()},
        "divider_reads": resistance(values["return_upper"] + values["return_lower"], percent),
        "five_reads": within(five, measure["supply_percent"], "V"),
        "three_reads": within(three, measure["three_percent"], "V"),
        "rail_reads": within(rail, measure["supply_percent"] + SPREAD, "V"),
        "full_a": f"{pixels * (sum(leds['full_ma'].values()) + dark) / 1000:.0f} A",
        "dark_row_ma": points * size * dark,
        "scan_hz": 1000 // board["matrix"]["scan_ms"],
        # the numbers of terminals: by kind of part and name, and by the net of the Pico or of a tile's plug
        "pin": {kind: {each.name: each.number for each in terminals} for kind, terminals in pinouts.KINDS.items()},
        "socket": {net: number for number, net in here.parts["U1"].nets.items()},
        "feed": _pins(tile.FEED), "foot": _pins(tile.FOOT),
        # the controller's first part of each kind
        "ref": {each.kind: each.reference for each in reversed(here.parts.values())},
        "pico_diode": next(each.reference for each in here.of_kind("schottky") if each.net("K") == "VSYS"),
        "driver_refs": " and ".join(each.reference for each in here.of_kind("row_driver")),
        "button_plugs": ", ".join(each.reference for each in here.of_kind("button_header")),
        "plugs": {player: f"J{30 + at}" for at, player in enumerate(controller.bars(board))},
        "coupon_feed": f"J{rows}", "coupon_foot": f"J{10 + rows}", "coupon_last_gpio": points - 1,
        "coupon_rows": f"{size - points + 1} to {size}",
        "coupon_columns": f"{LETTERS[size - points]} to {LETTERS[size - 1]}",
        "side_bridges": len(tile.SIDE), "end_bridges": len(tile.END),
        "shut": f"the always-closed row ({output_name(size)})",
        "column_sense": f"the row sense (GPIO{board['pins']['row_sense']})",
        **_costs(board), **_build(board), **_hand(board), **figures.figures(board), **growth.values(board),
    }  # fmt: skip


def _pins(nets: Sequence[str]) -> dict[str, str]:
    """Return the numbers of a plug's pins by net: `1 and 9`."""
    return {net: " and ".join(str(at) for at, its in enumerate(nets, 1) if its == net) for net in nets}


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
        "bridge_mm": f"{kicad.bridge_mm(board)} mm", "edge_diodes": 2 * board["board"]["size"] + 1,
        "dark_coupon_ma": lights * board["leds"]["idle_ma"] + board["supply"]["pico_ma"],
        "reed_out": f"{(reed_['length_mm'] - reed_['span_mm']) / 2 - stack['reed_axis_mm'] - stack['pcb_mm']:.2g}",
        # each stone is tested on each point and off the point in eight directions, and twice on the middle point among
        # all neighbours
        "tries": round(lights**2 + 8 * lights + 40, -1),
    }  # fmt: skip


def _costs(board: dict[str, Any]) -> dict[str, Any]:
    """Return costs and hours: a table of all ways of building, and the hours of each step."""
    found = cost.lists(board)
    by_hand = {name: time for name, time in hours.words(board, "hand").items() if name[5:].isalpha()}
    return {
        "ways": cost.ways(board, found),
        "span_tiles": "{} to {}".format(*cost.span(board, found, "tiles")),
        **by_hand, **hours.words(board, "tiles"),
    }  # fmt: skip


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
    chain, columns = (controller.circuit(board).of_kind(f"{kind}_resistor") for kind in ("chain", "column"))
    points, last = board["tile"]["points"], LETTERS[size - 1]
    return {
        "leg_mm": f"{leg:.1f}",
        "chain_refs": f"{chain[0].reference} to {chain[-1].reference}", "coupon_diodes": (points + 1) ** 2,
        "column_refs": f"{columns[0].reference} to {columns[-1].reference}",
        "hook_up": board["things"]["hook_up_wire"]["value"].split(":")[0].split(", ten")[0],
        "th_pull": ohms(other["pull_down_ohm"]),
        "th_pull_reads": resistance(other["pull_down_ohm"], board["measure"]["resistor_percent"]),
        "coupon_corner": f"{LETTERS[size - points]}{size - points + 1} to {last}{size}",
        # two joints for each reed, two for its diode; the edge diodes; four for each side of a piece of strip
        "solder_joints": f"{round(4 * size * size + 2 * (2 * size + 1) + 8 * size, -2)}",
    }  # fmt: skip
