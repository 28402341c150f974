"""The controller: the Pico, two row drivers, the level shifter, power, and the plugs for the rest of the board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tengen_host.pinouts import KINDS

from . import tile
from .circuit import FIVE, GROUND, THREE, Circuit, Part, numbered, part

BUTTONS = ("p1", "p2", "arbiter")
OUTPUTS = 8  # the outputs of one row driver
ROWS = 5  # of tiles that the printed board has plugs for


def row_net(row: int) -> str:
    """Return the net of a row, counted from 1. The sixteenth row has no reeds; its contacts are always closed."""
    return f"ROW{row}"


def column_net(column: int) -> str:
    """Return the net of a column, counted from 1 (a). The sixteenth column is the row sense."""
    return f"COL{column}"


def input_net(column: int) -> str:
    """Return the net of the Pico's pin that reads a column, behind the column's resistor."""
    return f"IN{column}"


def tile_rows(board: dict[str, Any]) -> int:
    """Return the number of rows of tiles."""
    return int(board["board"]["size"] // board["tile"]["points"])


def bars(board: dict[str, Any]) -> list[str]:
    """Return the players in the order of their edge bars in the chain."""
    of_player: dict[str, int] = board["leds"]["bars"]
    return sorted(of_player, key=lambda player: of_player[player])


def circuit(board: dict[str, Any]) -> Circuit:
    """Return the controller's net table, with the pins of board.toml."""
    lines = board["board"]["size"] + 1
    ends = tile_rows(board) + len(bars(board))
    parts = [_pico(board), *_row_drivers(lines)]

    for at in range(1, lines + 1):
        parts.append(part(f"R{at}", "pull_down", {"1": column_net(at), "2": GROUND}))
        # the clamp at the plug takes most of a spark, and these resistors keep the rest out of the Pico
        parts.append(part(f"R{50 + at}", "column_resistor", {"1": input_net(at), "2": column_net(at)}))

    # the lights' data: shifted to 5 V, sent through a resistor, and received through a divider
    level: dict[str, str | None] = {"1A": "LED_DATA", "1Y": "LED_5V", "2Y": None, "3Y": None, "4Y": None}
    level |= dict.fromkeys(("GND", "1OE", "2A", "3A", "4A"), GROUND)
    level |= dict.fromkeys(("VCC", "2OE", "3OE", "4OE"), FIVE)
    parts += [
        part("U4", "level_shifter", level),
        part("R17", "data_resistor", {"1": "LED_5V", "2": "CHAIN0"}),
        # the data pass a resistor between two rows of tiles, or bars, because without it the edges from a light with a
        # strong output would ring
        *(part(f"R{30 + at}", "chain_resistor", {"1": f"HOME{at}", "2": f"CHAIN{at}"}) for at in range(1, ends)),
        part("R18", "return_upper", {"1": _chain_end(board), "2": "LED_RETURN"}),
        part("R19", "return_lower", {"1": "LED_RETURN", "2": GROUND}),
    ]

    for at, name in enumerate(BUTTONS):
        pin, lead = f"BUTTON_{name.upper()}", f"LEAD_{name.upper()}"
        parts += [
            part(f"R{20 + at}", "button_resistor", {"1": pin, "2": lead}),
            Part(f"J{20 + at}", "button_header", {"1": lead, "2": GROUND}),
        ]
    parts += [
        part("R23", "buzzer_resistor", {"1": "BUZZER", "2": "BUZZER_LEAD"}),
        part("BZ1", "buzzer", {"1": "BUZZER_LEAD", "2": GROUND}),
        *_power(),
        *(part(f"TP{at}", "test_pad", {"1": net}) for at, (net, _) in enumerate(TEST_PADS, 1)),
        *(part(f"C{at}", "chip_capacitor", {"1": net, "2": GROUND}) for at, net in ((2, THREE), (3, THREE), (4, FIVE))),
    ]

    points, rows = board["tile"]["points"], tile_rows(board)
    for at in range(rows):
        first = at * points
        nets: dict[str, str | None] = {tile.row(r): row_net(first + r) for r in range(1, points + 1)}
        nets |= {tile.SHUT: row_net(lines) if at == rows - 1 else None}
        nets |= {"DAT1": f"CHAIN{at}", tile.RETURN: f"HOME{at + 1}", FIVE: FIVE, GROUND: GROUND}
        parts.append(Part(f"J{1 + at}", "feed_header", numbered(nets[net] for net in tile.FEED)))
        nets = {tile.column(c): column_net(first + c) for c in range(1, points + 1)}
        nets |= {tile.SENSE: column_net(lines) if at == rows - 1 else None, GROUND: GROUND}
        parts.append(Part(f"J{11 + at}", "column_header", numbered(nets[net] for net in tile.FOOT)))
    for at in range(len(bars(board))):
        plug = (FIVE, GROUND, f"CHAIN{rows + at}", f"HOME{rows + at + 1}")
        parts.append(Part(f"J{30 + at}", "bar_header", numbered(plug)))
    return Circuit("controller", [*parts, *_clamps(board)])


def _clamps(board: dict[str, Any]) -> list[Part]:
    """Return the clamps of the lines that go from a plug to the Pico or the level shifter, ordered by plug.

    A clamp's VBUS is left open, because at 3.3 V it would lead a spark into the Pico's supply. The rows have no clamps,
    because a clamp protects a driver only together with a resistor, and a resistor would lower the rows' level too much
    (hardware/simulation/). The lines from HOME1 to CHAIN1 (and from HOME2 to CHAIN2, and so on) have no clamps, because
    no chip is connected to them.
    """
    size, points = board["board"]["size"], board["tile"]["points"]
    of = {
        # the last plug also has the line of the row sense
        f"U{11 + at}": [column_net(first + c) for c in range(1, points + 1 + (first + points == size))]
        for at, first in enumerate(range(0, size, points))
    }
    of |= {"U20": [f"LEAD_{name.upper()}" for name in BUTTONS], "U21": ["CHAIN0"], "U30": [_chain_end(board)]}
    found = []
    for reference, nets in of.items():
        there: dict[str, str | None] = dict.fromkeys(("IO1", "IO2", "IO3", "IO4"))
        there |= {f"IO{number}": net for number, net in enumerate(nets, 1)}
        found.append(part(reference, "line_clamp", {**there, "GND": GROUND, "VBUS": None}))
    return found


def _chain_end(board: dict[str, Any]) -> str:
    """Return the net on which the chain of lights returns to the controller."""
    return f"HOME{tile_rows(board) + len(bars(board))}"


def pin_nets(board: dict[str, Any]) -> Iterator[tuple[str, int]]:
    """Yield (net, GPIO) for each pin of the Pico in board.toml."""
    pins = board["pins"]
    for at, pin in enumerate([*pins["columns"], pins["row_sense"]], 1):
        yield input_net(at), pin
    for name in ("row_data", "row_clock", "row_latch", "led_data", "led_return", "buzzer", "rail"):
        yield name.upper(), pins[name]
    for name, pin in pins["buttons"].items():
        yield f"BUTTON_{name.upper()}", pin


def _pico(board: dict[str, Any]) -> Part:
    of_pin = {pin: net for net, pin in pin_nets(board)}
    fixed: dict[str, str | None] = {
        "GND": GROUND, "AGND": GROUND, "VSYS": "VSYS", "VBUS": "VBUS", "3V3": THREE,
        "RUN": None, "ADC_VREF": None, "3V3_EN": None,
    }  # fmt: skip
    names = {terminal.name for terminal in KINDS["pico"]}
    return part("U1", "pico", {name: fixed[name] if name in fixed else of_pin.get(int(name[2:])) for name in names})


def _row_drivers(lines: int) -> list[Part]:
    """Return the chain of 595s. Output 0 of the first 595 drives row 1."""
    found = []
    data = "ROW_DATA"
    chips = -(-lines // OUTPUTS)
    for chip in range(chips):
        outputs = {f"Q{q}": row_net(chip * OUTPUTS + q + 1) for q in range(OUTPUTS)}
        on = f"ROW_CHAIN{chip + 1}" if chip < chips - 1 else None
        found.append(part(f"U{2 + chip}", "row_driver", {
            **outputs, "Q7S": on, "DS": data, "SHCP": "ROW_CLOCK", "STCP": "ROW_LATCH",
            "OE": GROUND, "MR": THREE, "VCC": THREE, "GND": GROUND,
        }))  # fmt: skip
        data = on or ""
    return found


def _power() -> list[Part]:
    """Return the power parts: from the supply through fuse and FETs to 5V, from 5V to the Pico, and from USB to 5V."""
    return [
        part("J40", "supply_inlet", {"PLUS": "SUPPLY", "MINUS": GROUND}),
        part("F1", "fuse", {"1": "SUPPLY", "2": "FUSED"}),
        *_protection(),
        # the last protection: against a voltage that passes the two FETs, or comes before the FETs react
        part("D2", "clamp", {"K": FIVE, "A": GROUND}),
        part("C1", "bulk_capacitor", {"PLUS": FIVE, "MINUS": GROUND}),
        part("D1", "schottky", {"A": FIVE, "K": "VSYS"}),
        # the Pico measures 5V, not VSYS: a laptop's USB also feeds VSYS, which therefore does not show a missing
        # supply. C7 supplies the charge that the ADC's input takes while it samples.
        part("R48", "rail_upper", {"1": FIVE, "2": "RAIL"}),
        part("R49", "rail_lower", {"1": "RAIL", "2": GROUND}),
        part("C7", "chip_capacitor", {"1": "RAIL", "2": GROUND}),
        # with a small budget, the laptop's USB can power the lights: through a jumper, a fuse, and a Schottky that
        # protects the laptop
        part("JP1", "jumper", {"1": "VBUS", "2": "USB_JUMPER"}),
        part("F2", "usb_fuse", {"1": "USB_JUMPER", "2": "USB_FUSED"}),
        part("D3", "schottky", {"A": "USB_FUSED", "K": FIVE}),
    ]


def _protection() -> list[Part]:
    """Return the parts between the fuse and 5V: two P-FETs, source to source, and the parts that turn them off.

    Q1 conducts only if the supply's polarity is right. Q2 is turned on slowly, because of R41, C5 and C6. Q3 turns Q2
    off when the reference U5 gets too much voltage from the divider R44 and R45. R46 adds hysteresis.
    """
    return [
        # when Q2 turns off, the supply's lead causes spikes; D5 limits them in both directions, to protect the FETs
        part("D5", "inlet_clamp", {"1": "FUSED", "2": GROUND}),
        part("Q1", "pass_fet", {"D": "FUSED", "S": "PASSED", "G": "GATE_IN"}),
        part("R40", "gate_resistor", {"1": "GATE_IN", "2": GROUND}),
        part("D4", "zener", {"K": "PASSED", "A": "GATE_IN"}),
        part("Q2", "pass_fet", {"S": "PASSED", "D": FIVE, "G": "GATE_OUT"}),
        part("R41", "gate_resistor", {"1": "GATE_OUT", "2": GROUND}),
        part("C5", "hold_capacitor", {"1": "PASSED", "2": "GATE_OUT"}),
        part("C6", "ramp_capacitor", {"1": "GATE_OUT", "2": "RAMP"}),
        part("R47", "ramp_resistor", {"1": "RAMP", "2": FIVE}),
        part("Q3", "pnp", {"E": "PASSED", "C": "GATE_OUT", "B": "TRIP_BASE"}),
        part("R42", "trip_bleed", {"1": "PASSED", "2": "TRIP_BASE"}),
        part("R43", "trip_base", {"1": "TRIP_BASE", "2": "TRIP_SINK"}),
        part("U5", "reference", {"K": "TRIP_SINK", "A": GROUND, "REF": "TRIP_SENSE"}),
        part("R44", "trip_upper", {"1": "PASSED", "2": "TRIP_SENSE"}),
        part("R45", "trip_lower", {"1": "TRIP_SENSE", "2": GROUND}),
        part("R46", "trip_back", {"1": "GATE_OUT", "2": "TRIP_SENSE"}),
    ]


# Nets with a test pad, and the label beside the pad
TEST_PADS = (
    (FIVE, "5 V"), (GROUND, "GND"), (THREE, "3.3 V"), ("VSYS", "VSYS"), ("SUPPLY", "supply"), ("PASSED", "FETs"),
    ("ROW_DATA", "rows data"), ("ROW_CLOCK", "clock"), ("ROW_LATCH", "latch"), ("COL16", "sense"),
    ("CHAIN0", "lights out"), ("LED_RETURN", "lights home"),
)  # fmt: skip
