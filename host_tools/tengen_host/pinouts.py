"""The parts' terminals, numbered as in their data sheets: number, name, and electrical role.

A kind here is a part in the circuit; board.toml [parts] has the product to buy (maker, value, package, price).
"""

from __future__ import annotations

from typing import NamedTuple

# The roles of terminals. "supply": takes power; "source": gives power; "input", "output", "both": logic;
# "passive": everything else.
ROLES = ("supply", "source", "input", "output", "both", "passive")


class Terminal(NamedTuple):
    """One terminal of a part: its `number` on the footprint, its `name`, its role (one of ROLES)."""

    number: str
    name: str
    role: str


def _terminals(*rows: str) -> tuple[Terminal, ...]:
    """Return terminals from lines of `number name role`."""
    return tuple(Terminal(*row.split()) for row in rows)


def _two(first: str, second: str) -> tuple[Terminal, ...]:
    return _terminals(f"1 {first} passive", f"2 {second} passive")


def _row(count: int) -> tuple[Terminal, ...]:
    return _terminals(*(f"{number} {number} passive" for number in range(1, count + 1)))


# Raspberry Pi Pico data sheet, the pinout: terminals 1 to 40 as seen from above, USB at the top.
_PICO = (
    "GP0", "GP1", "GND", "GP2", "GP3", "GP4", "GP5", "GND", "GP6", "GP7",
    "GP8", "GP9", "GND", "GP10", "GP11", "GP12", "GP13", "GND", "GP14", "GP15",
    "GP16", "GP17", "GND", "GP18", "GP19", "GP20", "GP21", "GND", "GP22", "RUN",
    "GP26", "GP27", "AGND", "GP28", "ADC_VREF", "3V3", "3V3_EN", "GND", "VSYS", "VBUS",
)  # fmt: skip
_PICO_ROLES = {
    "GND": "supply", "AGND": "supply", "VSYS": "supply", "3V3": "source", "VBUS": "source",
    "RUN": "passive", "ADC_VREF": "passive", "3V3_EN": "passive",
}  # fmt: skip

KINDS: dict[str, tuple[Terminal, ...]] = {
    "pico": _terminals(
        *(f"{at} {name} {_PICO_ROLES.get(name, 'both')}" for at, name in enumerate(_PICO, 1)),
    ),
    # 74xx595, SO16 and DIP16: Q0 is QA. Output n of the chain is Q(n % 8) of chip n // 8.
    "row_driver": _terminals(
        *(f"{q} Q{q} output" for q in range(1, 8)),
        "8 GND supply", "9 Q7S output", "10 MR input", "11 SHCP input", "12 STCP input", "13 OE input", "14 DS input",
        "15 Q0 output", "16 VCC supply",
    ),
    # 74AHCT125, SO14: four buffers, each with an enable that is active low
    "level_shifter": _terminals(
        "1 1OE input", "2 1A input", "3 1Y output", "4 2OE input", "5 2A input", "6 2Y output", "7 GND supply",
        "8 3Y output", "9 3A input", "10 3OE input", "11 4Y output", "12 4A input", "13 4OE input", "14 VCC supply",
    ),
    # WS2812B (5050), numbered as in its data sheet
    "pixel": _terminals("1 VDD supply", "2 DOUT output", "3 VSS supply", "4 DIN input"),
    # a strip of WS2812B, like an edge bar: its four wires
    "bar": _terminals("1 VDD supply", "2 GND supply", "3 DIN input", "4 DOUT output"),
    # KiCad's own order for diodes: 1 is the cathode (the ring)
    "diode": _two("K", "A"),
    "schottky": _two("K", "A"),
    "clamp": _two("K", "A"),
    "inlet_clamp": _two("1", "2"),
    "zener": _two("K", "A"),
    # P-channel MOSFET in SO8
    "pass_fet": _terminals(
        *(f"{at} S passive" for at in (1, 2, 3)), "4 G passive", *(f"{at} D passive" for at in (5, 6, 7, 8)),
    ),
    # PNP transistor in SOT-23
    "pnp": _terminals("1 B passive", "2 E passive", "3 C passive"),
    # four pairs of diodes and a clamp in SOT-23-6, as ST and Bourns number them: each line has a diode to ground and
    # one to the clamp
    "line_clamp": _terminals("1 IO1 passive", "2 GND supply", "3 IO2 passive", "4 IO3 passive", "5 VBUS passive",
                             "6 IO4 passive"),
    # TL431 in TO-92, from the left, seen from its flat side
    "reference": _terminals("1 REF passive", "2 A passive", "3 K passive"),
    "test_pad": _terminals("1 1 passive"),
    "reed": _two("1", "2"),
    "button": _two("1", "2"),
    "buzzer": _two("1", "2"),
    "fuse": _two("1", "2"),
    "usb_fuse": _two("1", "2"),
    "jumper": _two("1", "2"),
    "solder_jumper": _two("1", "2"),
    "supply_inlet": _terminals("1 PLUS source", "2 MINUS source"),
    "feed_header": _row(10),
    "column_header": _row(6),
    "bar_header": _row(4),
    "button_header": _row(2),
    # rows of holes along a tile's edges, connected to those of the next tile by wire bridges
    "side_joint": _row(12),
    "end_joint": _row(8),
}  # fmt: skip
RESISTORS = (
    "pull_down", "data_resistor", "chain_resistor", "return_upper", "return_lower",
    "rail_upper", "rail_lower",
    "button_resistor", "buzzer_resistor", "column_resistor",
    "gate_resistor", "trip_bleed", "trip_base", "trip_upper", "trip_lower", "trip_back", "ramp_resistor",
)  # fmt: skip
for _kind in (*RESISTORS, "pixel_capacitor", "chip_capacitor", "tile_capacitor", "hold_capacitor", "ramp_capacitor"):
    KINDS[_kind] = _two("1", "2")
KINDS["bulk_capacitor"] = _two("PLUS", "MINUS")


def number(kind: str, name: str) -> str:
    """Return the number of a kind's terminal by its name; the first one for a repeated name (GND).

    Raises KeyError if the kind has no terminal with this name.
    """
    for terminal in KINDS[kind]:
        if terminal.name == name:
            return terminal.number
    raise KeyError(f"a {kind} has no terminal {name}")
