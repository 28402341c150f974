"""Drawings of the tiles' circuits: one point, the matrix, and the chain of lights."""

from __future__ import annotations

from typing import Any

import schemdraw.elements as elm

from . import controller, tables, tile, whole
from .circuit import Circuit, End, Part
from .sheet import FAINT, PATH, box, say, sheet, svg, value, wire


def cell(board: dict[str, Any], here: Circuit) -> str:
    """Draw the middle point of the whole board (h8), with its driver and its input."""
    size = board["board"]["size"]
    middle = size // 2 + 1
    row, column = controller.row_net(middle), controller.column_net(middle)
    driver = next(end for end in here.nets()[row] if end.part.kind == "row_driver")
    series = next(end.part for end in here.nets()[column] if end.part.kind == "column_resistor")
    pin = next(end for end in here.nets()[str(series.nets["1"])] if end.part.kind == "pico")
    down = next(end.part for end in here.nets()[column] if end.part.kind == "pull_down")
    diode, reed = _crossing(whole.circuit(board).nets(), row, column)
    assert reed is not None
    kinds = board["parts"]
    with sheet() as drawing:
        by = driver.terminal
        say((-0.3, 0.25), f"{driver.part.reference} {by.name} (terminal {by.number})", "right")
        say((-0.3, -0.25), "high while this row is asked", "right", 12, FAINT)
        wire((0, 0), (3, 0), color=PATH)
        elm.Dot().at((3, 0)).color(PATH)
        wire((3, 0), (9, 0))
        say((9.2, 0.25), tables.words(board, row))
        say((9.2, -0.25), "on to its other points", "left", 12, FAINT)
        elm.SwitchReed().at((3, 0)).down(2.6).color(PATH).label(
            f"{reed.reference}\nreed, closed\nby a stone", loc="bottom", halign="left", ofst=0.35, color="black")
        elm.Diode().at((3, -2.6)).down(2.6).color(PATH).label(
            f"{diode.reference}\n{kinds['diode']['value']}", loc="bottom", halign="left", ofst=0.35, color="black")
        elm.Dot().at((3, -5.2)).color(PATH)
        wire((3, -5.2), (0, -5.2))
        say((-0.3, -4.95), tables.words(board, column), "right")
        say((-0.3, -5.45), "on to its other points", "right", 12, FAINT)
        wire((3, -5.2), (6.6, -5.2), color=PATH)
        elm.Dot().at((6.6, -5.2)).color(PATH)
        elm.Resistor().at((6.6, -5.2)).right(2.4).label(value(board, series), loc="top")
        say((9.2, -4.95), f"Pico {pin.terminal.name} (terminal {pin.terminal.number})")
        say((9.2, -5.45), "reads 1 where a reed is closed", "left", 12, FAINT)
        elm.Resistor().at((6.6, -5.2)).down(2.6).color(PATH).label(
            value(board, down), loc="bottom", halign="left", ofst=0.2, color="black")
        elm.Ground().color(PATH)
        clamps = [each.reference for each in here.of_kind("line_clamp") if str(each.nets["1"]).startswith("COL")]
        say((9.2, -6.3), f"clamps at the columns' plugs,\nagainst sparks: {', '.join(clamps)}", "left", 12, FAINT)
        say((3.6, -9.4), "Red: the current of a closed reed. The diode lets it through to its column only,\n"
             "so that no way leads back through other closed reeds.", "center", 12)  # fmt: skip
    return svg(drawing)


def matrix(board: dict[str, Any]) -> str:
    """Draw the coupon's matrix: rows and columns, and the sixteenth lines with their closed contacts."""
    circuit = tile.circuit(board)
    many = board["tile"]["points"]
    rows = [*(tile.row(r) for r in range(1, many + 1)), tile.SHUT]
    columns = [*(tile.column(c) for c in range(1, many + 1)), tile.SENSE]
    nets = circuit.nets()
    wide, high = 4.2, 3.4
    with sheet() as drawing:
        for r, row in enumerate(rows):
            y = high * r
            wire((-1.2, y), (wide * many + 1.6, y))
            say((-1.4, y), "row 16, always closed" if row == tile.SHUT else f"row {r + 1}", "right")
        for c, column in enumerate(columns):
            x = wide * c + 2.2
            elm.Line().at((x, -2.2)).to((x, high * many + 0.4)).zorder(1)
            say((x, -2.6), "row sense (16)" if column == tile.SENSE else f"column {tables.LETTERS[c]}", "center")
        for r, row in enumerate(rows):
            for c, column in enumerate(columns):
                x, y = wide * c, high * r
                elm.Dot().at((x, y))
                elm.Dot().at((x + 2.2, y - 1.3))
                diode, reed = _crossing(nets, row, column)
                if reed:
                    wire((x, y), (x, y - 1.3))
                    elm.SwitchReed().at((x, y - 1.3)).right(1.2).scale(0.6)
                    elm.Diode().at((x + 1.2, y - 1.3)).right(1.0).scale(0.6)
                    say((x + 0.6, y - 0.75), reed.reference, "center", 11)
                    say((x + 1.7, y - 0.75), diode.reference, "center", 11)
                else:
                    wire((x, y), (x, y - 1.3), (x + 0.8, y - 1.3), color=PATH)
                    elm.Diode().at((x + 0.8, y - 1.3)).right(1.4).scale(0.6).color(PATH)
                    say((x + 1.2, y - 0.75), diode.reference, "center", 11, PATH)
        told = (
            "Red: no reed, only a diode. Row 16 is a row of stones that always lie; the row sense sees each row that\n"
            "is driven. So each frame proves every driver, every input and every line to its far end."
        )
        say((wide * many / 2, -3.8), told, "center", 12)
    return svg(drawing)


def _crossing(nets: dict[str, list[End]], row: str, column: str) -> tuple[Part, Part | None]:
    """Return diode and reed (None on sixteenth lines) at the crossing of two lines. Raises KeyError without a diode."""
    for end in nets[column]:
        if end.part.kind == "diode" and end.terminal.name == "K":
            anode = str(end.part.net("A"))
            if anode == row:
                return end.part, None
            for other in nets[anode]:
                if other.part.kind == "reed" and other.part.nets["1"] == row:
                    return end.part, other.part
    raise KeyError(f"no diode between {row} and {column}")


def chain(board: dict[str, Any]) -> str:
    """Draw the path of the data for the lights through tiles and bars, from above, with the controller at the left."""
    here = controller.circuit(board)
    count, many = controller.tile_rows(board), board["tile"]["points"]
    side = 2.4
    wide, step = side * count, side / many
    edge, inner = -2.2, -3.0  # the x of the controller's edge, and the x of the controller's own tracks
    far, near = wide + 1.0, -1.4  # the heights of the bars, seen from P1's side
    (upper,), (data,) = here.of_kind("return_upper"), here.of_kind("data_resistor")
    (shifter,), (lower,) = here.of_kind("level_shifter"), here.of_kind("return_lower")
    bars, plugs, between = controller.bars(board), here.of_kind("bar_header"), here.of_kind("chain_resistor")
    with sheet() as drawing:
        box(edge - 2.1, near - 1.5, edge, far + 0.7, "black")
        say((edge - 1.05, far + 1.0), "controller", "center", 12)
        for y in range(count):
            for x in range(count):
                box(x * side + 0.06, y * side + 0.06, (x + 1) * side - 0.06, (y + 1) * side - 0.06, "#999999")
                say((x * side + side / 2, y * side + 1.0 * step), f"T{x + 1}{y + 1}", "center", 10, FAINT)
            lane = [y * side + step * (r + 0.5) for r in range(many)]
            home = (y + 1) * side - 0.14
            wire((inner, lane[0]), (0.4, lane[0]), color=PATH)
            for r in range(many):
                ways = (wide - 0.4, 0.4) if tile.runs_back(r + 1) else (0.4, wide - 0.4)
                elm.Arrow().at((ways[0], lane[r])).to((ways[1], lane[r])).color(PATH)
                wire((ways[1], lane[r]), (ways[1], lane[r + 1] if r < many - 1 else home), color=PATH)
            wire((wide - 0.4, home), (inner, home), color=PATH, style="--")
            if y < count - 1:
                wire((inner, home), (inner, home + 0.14 + step / 2), color=PATH)
            say((inner + 0.1, home + 0.1 + step / 4), between[y].reference, "left", 10)
            say((edge - 0.25, lane[1]), f"J{y + 1}", "right", 12)
            first = y * count * many * many
            say((wide + 0.2, lane[1]), f"{first} to {first + count * many * many - 1}", "left", 12)
        at = (inner, wide - 0.14)
        for player, plug, lane_x in zip(bars, plugs, (edge - 1.4, edge - 2.5), strict=True):
            # the bar of P1 is at the near edge and runs from left to right; the bar of P2 is at the far edge and runs
            # from right to left
            mine = player == "p1"
            across = near if mine else far
            come, go = (near, near - 0.45) if mine else (far + 0.45, far)
            start, end = (0.2, wide - 0.2) if mine else (wide - 0.2, 0.2)
            first = board["leds"]["bars"][player]
            box(0, across - 0.25, wide, across + 0.25, "#999999")
            wire(at, (at[0], come), (start, come), (start, across), color=PATH)
            elm.Arrow().at((start, across)).to((end, across)).color(PATH)
            wire((end, across), (end, go), (lane_x, go), color=PATH, style="--")
            at = (lane_x, go)
            last = first + board["leds"]["bar_length"] - 1
            say((wide + 0.2, across), f"bar {player.upper()}: {first} to {last}", "left", 12)
            say((edge - 0.25, across + (0.45 if mine else -0.45)), plug.reference, "right", 12)
        say((edge - 1.3, near + 1.1), between[-1].reference, "left", 10)
        wire((edge - 2.6, step / 2), (inner, step / 2), color=PATH)
        elm.Arrow().at((edge - 2.6, step / 2)).to((edge - 2.1, step / 2)).color(PATH)
        pins = board["pins"]
        say((edge - 2.7, step / 2 + 0.25), f"Pico GP{pins['led_data']}", "right", 12)
        say((edge - 2.7, step / 2 - 0.25), f"{shifter.reference}, {data.reference}", "right", 12)
        elm.Arrow().at((edge - 2.1, at[1])).to((edge - 2.6, at[1])).color(PATH)
        say((edge - 2.7, at[1] + 0.25), f"{upper.reference}, {lower.reference}", "right", 12)
        say((edge - 2.7, at[1] - 0.25), f"Pico GP{pins['led_return']}", "right", 12)
        say((wide / 2, near - 1.1), "Player 1 sits here. Numbers: the lights in the chain. Dashed: the way home.",
             "center", 12, FAINT)  # fmt: skip
    return svg(drawing)
