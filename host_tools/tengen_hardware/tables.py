"""Wiring tables with the ends of each wire, from the net tables. schematic/wires.md shows all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tengen.games.points import LETTERS
from tengen_host import wiring
from tengen_host.pinouts import KINDS, RESISTORS

from . import controller, tile, whole
from .circuit import FIVE, GROUND, THREE, Circuit, End, Part
from .markdown import filled, table

# The wires of a rainbow ribbon in order. They have the colours of the resistor code: brown for 1, black for 10.
COLOURS = ("brown", "red", "orange", "yellow", "green", "blue", "violet", "grey", "white", "black")

Rows = list[list[str]]


def words(board: dict[str, Any], net: str | None) -> str:
    """Return the purpose of a net of the controller, in words for people who build a board."""
    if net is None:
        return "nothing"
    size = board["board"]["size"]
    if net.startswith("ROW") and net[3:].isdigit():
        return f"row {net[3:]}" if int(net[3:]) <= size else f"row {net[3:]}, always closed"
    if net.startswith("COL") and net[3:].isdigit():
        return f"column {LETTERS[int(net[3:]) - 1]}" if int(net[3:]) <= size else "row sense"
    if net.startswith("IN") and net[2:].isdigit():
        return f"{words(board, f'COL{net[2:]}')}, at the Pico"
    if net.startswith("CHAIN"):
        return f"lights: to {_stations(board)[int(net[5:])]}"
    if net.startswith("HOME"):
        return f"lights: from {_stations(board)[int(net[4:]) - 1]}"
    return _WORDS.get(net, net)


_WORDS = {
    GROUND: "ground", FIVE: "5 V", THREE: "3.3 V", "VSYS": "the Pico's supply", "VBUS": "5 V of the laptop's USB",
    "FUSED": "5 V behind the fuse F1", "PASSED": "5 V between the FETs", "GATE_IN": "gate of Q1",
    "GATE_OUT": "gate of Q2", "RAMP": "ramp of Q2", "TRIP_BASE": "base of Q3", "TRIP_SINK": "cathode of U5",
    "TRIP_SENSE": "what U5 measures", "SUPPLY": "5 V before the fuse",
    "RAIL": "5 V, divided", "USB_JUMPER": "behind the jumper", "USB_FUSED": "behind the fuse F2",
    "ROW_DATA": "rows: data", "ROW_CLOCK": "rows: clock", "ROW_LATCH": "rows: latch",
    "ROW_CHAIN1": "rows: data of the second chip",
    "LED_DATA": "lights: data, 3.3 V", "LED_5V": "lights: data, 5 V", "LED_RETURN": "lights: home, divided",
    "BUZZER": "buzzer", "BUZZER_LEAD": "wire of the buzzer",
    "BUTTON_P1": "button P1", "BUTTON_P2": "button P2", "BUTTON_ARBITER": "arbiter's button",
    "LEAD_P1": "wire of button P1", "LEAD_P2": "wire of button P2", "LEAD_ARBITER": "wire of the arbiter's button",
}  # fmt: skip


def _stations(board: dict[str, Any]) -> list[str]:
    """Return the stations of the chain of lights, plug by plug."""
    rows = [f"tiles' row {row}" for row in range(1, controller.tile_rows(board) + 1)]
    return rows + [f"bar {player.upper()}" for player in controller.bars(board)]


def ends(circuit: Circuit, net: str | None, but: str = "") -> str:
    """Return the terminals on a net, except those of part `but`: `J11.1, U1.4 (GP2)`."""
    return ", ".join(_end(end) for end in circuit.nets().get(net or "", []) if end.part.reference != but)


def _end(end: End) -> str:
    name, number = end.terminal.name, end.terminal.number
    return f"{end.part.reference}.{number}" + (f" ({name})" if name != number else "")


def pins(board: dict[str, Any], reference: str) -> Rows:
    """Return the pins of a chip or the Pico: number, name, purpose, and the other ends (empty for supplies)."""
    circuit = controller.circuit(board)
    part = circuit.parts[reference]
    many = (GROUND, FIVE, THREE)
    # for the pin of a column, name the plug behind the resistor, too
    behind = {each.nets["1"]: each for each in circuit.of_kind("column_resistor")}
    found = []
    for terminal, net in part.terminals():
        to, line = "" if net in many else ends(circuit, net, reference), net
        if net in behind:
            line = str(behind[net].nets["2"])
            plugs = [_end(end) for end in circuit.nets()[line] if end.part.kind == "column_header"]
            to += f"; behind {behind[net].reference}: {', '.join(plugs)}"
        found.append([terminal.number, terminal.name, words(board, line), to])
    return found


def rows(board: dict[str, Any]) -> Rows:
    """Return each row of the matrix: the driver's pin, the ribbon and its wire, and the tiles."""
    return _lines(board, "row_driver", "feed_header", {net: net for net in map(controller.row_net, _sixteen(board))})


def columns(board: dict[str, Any]) -> Rows:
    """Return each column: the Pico's pin, the ribbon and its wire, and the tiles."""
    nets = {controller.column_net(column): controller.input_net(column) for column in _sixteen(board)}
    return _lines(board, "pico", "column_header", nets)


def _sixteen(board: dict[str, Any]) -> range:
    return range(1, board["board"]["size"] + 2)


def _lines(board: dict[str, Any], chip: str, plug: str, nets: dict[str, str]) -> Rows:
    """Return the table's rows for lines. `nets`: the net of each line at its chip, by its net at its plug."""
    found = []
    on = controller.circuit(board).nets()
    for net, inner in nets.items():
        (at,) = [end for end in on[inner] if end.part.kind == chip]
        (by,) = [end for end in on[net] if end.part.kind == plug]
        wire = f"{by.terminal.number} {COLOURS[int(by.terminal.number) - 1]}"
        tiles = _tiles(board, by.part)
        found.append([words(board, net), f"{at.part.reference}.{at.terminal.number} ({at.terminal.name})"])
        found[-1] += [by.part.reference, wire, f"{tiles[0]} to {tiles[-1]}"]
    return found


def _tiles(board: dict[str, Any], plug: Part) -> list[str]:
    """Return the tiles behind the plug of a ribbon, the nearest first."""
    many = range(1, controller.tile_rows(board) + 1)
    number = int(plug.reference[1:])
    if plug.kind == "feed_header":
        return [f"T{across}{number}" for across in many]
    return [f"T{number - 10}{up}" for up in many]


def ribbon(board: dict[str, Any], kind: str) -> tuple[list[str], Rows]:
    """Return head and rows for ribbons of a kind ("feed_header", "column_header"): each wire's colour and nets."""
    plugs = controller.circuit(board).of_kind(kind)
    head = ["wire", "colour", *(f"{plug.reference} to {_tiles(board, plug)[0]}" for plug in plugs)]
    wires = [
        [terminal.number, COLOURS[at], *(words(board, plug.nets[terminal.number]) for plug in plugs)]
        for at, terminal in enumerate(KINDS[kind])
    ]
    return head, wires


def small_plugs(board: dict[str, Any]) -> Rows:
    """Return the rows for the plugs of bars and buttons: plug, pin, net, and the terminal of the bar or button."""
    circuit = whole.circuit(board)
    here = controller.circuit(board)
    found = []
    for plug in here.of_kind("bar_header", "button_header"):
        outside = next(part for part in circuit.of_kind("bar", "button") if part.nets == plug.nets)
        for terminal in KINDS[outside.kind]:
            net = plug.nets[terminal.number]
            found.append([plug.reference, terminal.number, words(board, net), f"{outside.reference} {terminal.name}"])
    return found


def joints(side: bool) -> Rows:
    """Return the rows for the holes of a side joint (else an end joint), in order.

    For each hole: number, net in the left or lower tile, and net in the right or upper tile.
    """
    if not side:
        return [[str(at), net, net] for at, net in enumerate(tile.END, 1)]
    return [[str(at), *(tile.crossing(net, end) for end in ("right", "left"))] for at, net in enumerate(tile.SIDE, 1)]


def fitted(board: dict[str, Any]) -> Rows:
    """Return the parts that are not on every tile: reference, purpose, and the tiles."""
    count = controller.tile_rows(board)
    circuits = {(x, y): whole.tile_at(board, x, y) for y in range(count) for x in range(count)}
    everywhere = tile.circuit(board).parts
    found = []
    for reference, its in everywhere.items():
        there, gone = ([f"T{x + 1}{y + 1}" for (x, y), circuit in circuits.items()
                        if circuit.parts[reference].fitted is wanted] for wanted in (True, False))  # fmt: skip
        if gone:
            where = ", ".join(there) if len(there) <= len(gone) else f"all but {', '.join(gone)}"
            found.append([reference, _what(its), where])
    return found


def _what(part: Part) -> str:
    if part.kind == "solder_jumper":
        return f"solder jumper closed: {' to '.join(map(str, part.nets.values()))}"
    if part.kind == "diode":
        return f"diode from {part.net('A')} to {part.net('K')}"
    return {"feed_header": "ribbon of 10", "column_header": "ribbon of 6"}.get(part.kind, "bridges to the neighbour")


def lights(board: dict[str, Any]) -> tuple[list[str], Rows]:
    """Return for each point the number of its light in the chain, the uppermost row first."""
    size = board["board"]["size"]
    numbers = wiring.pixels(board)
    return ["", *LETTERS[:size]], [
        [f"**{row + 1}**", *map(str, numbers[row * size : (row + 1) * size])] for row in range(size - 1, -1, -1)
    ]


_SMALL = (*RESISTORS, "buzzer", "chip_capacitor")
_POWER = (
    "supply_inlet", "fuse", "inlet_clamp", "pass_fet", "zener", "hold_capacitor", "ramp_capacitor", "pnp",
    "reference", "clamp", "bulk_capacitor", "schottky", "jumper", "usb_fuse",
)  # fmt: skip


def _parts(board: dict[str, Any], kinds: Iterable[str], more: Callable[[Part], list[str]]) -> Rows:
    here = controller.circuit(board).of_kind(*kinds)
    return [[part.reference, board["parts"][part.kind]["value"], *more(part)] for part in here]


def products(board: dict[str, Any]) -> dict[str, str]:
    """Return schematic/wires.md with all tables."""
    feed_head, feed = ribbon(board, "feed_header")
    foot_head, foot = ribbon(board, "column_header")
    bars = controller.bars(board)
    first = {player: board["leds"]["bars"][player] for player in bars}
    parts = {
        **{name: table(["pin", "name", "for", "goes to"], pins(board, f"U{at}"))
           for at, name in enumerate(("pico", "driver_1", "driver_2", "shifter"), 1)},
        "small": table(["part", "value", "from", "to"], _parts(board, _SMALL, lambda its: [
            words(board, net) for net in its.nets.values()
        ])),
        "clamps": table(["part", "value", "lines"], _parts(board, ["line_clamp"], lambda its: [
            ", ".join(f"{words(board, net)} ({terminal.number})" for terminal, net in its.terminals() if net)
        ])),
        "power": table(["part", "value", "ends"], _parts(board, _POWER, lambda its: [
            ", ".join(f"{terminal.name}: {words(board, net)}" for terminal, net in its.terminals())
        ])),
        "rows": table(["line", "driven by", "ribbon", "wire", "tiles"], rows(board)),
        "columns": table(["line", "read by", "ribbon", "wire", "tiles"], columns(board)),
        "feed": table(feed_head, feed),
        "foot": table(foot_head, foot),
        "plugs": table(["plug", "pin", "for", "to"], small_plugs(board)),
        "side": table(["hole", "right edge (J54)", "left edge of the next (J53)"], joints(True)),
        "end": table(["hole", "top edge (J56)", "bottom edge of the next (J55)"], joints(False)),
        "fitted": table(["part", "what", "on"], fitted(board)),
        "lights": table(*lights(board)),
        "bars": " and ".join(
            f"{player.upper()}'s bar {at} to {at + board['leds']['bar_length'] - 1}" for player, at in first.items()
        ),
        "last": f"T{controller.tile_rows(board)}{controller.tile_rows(board)}",
    }
    return {"schematic/wires.md": filled("schematic/wires.md", parts)}
