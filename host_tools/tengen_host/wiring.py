"""Reads and checks hardware/board.toml, and generates the firmware's wiring.py from it.

`python -m tengen_host.wiring` writes firmware/tengen/wiring.py, `--check` only compares.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from tengen.games.points import LETTERS
from tengen.maintenance.wire_map import MOST_LINES
from tengen.sensing.kernels import MOST_FRAMES
from tengen.session.arbiter import ARBITER
from tengen.session.players import SEATS

from . import resources

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

# The Pico uses GPIO23 to 25 itself (regulator, VBUS sense, LED), and 29 for ADC3.
USABLE_PINS = frozenset(range(23)) | {26, 27, 28}
# GPIO26 is channel 0 of the ADC, and so on
ADC_PINS = (26, 27, 28)
BUTTONS = (*SEATS, ARBITER)

# The power sources for the lights, and the most mA that the lights may draw from each (None if only the source limits
# them)
SUPPLIES: dict[str, int | None] = {"jack": None, "usb": 350}

# The required content of board.toml: for each value its type, or its least and greatest value; for a list or table,
# that of each item.
_PIN = (0, 29)
_FRAMES = ("touch_on_frames", "touch_off_frames", "stone_on_frames", "stone_off_frames", "slow_frames")
_SHAPE: dict[str, dict[str, Any]] = {
    "board": {"size": (5, len(LETTERS))},
    "pins": {
        "columns": [_PIN],
        "row_sense": _PIN,
        "row_data": _PIN,
        "row_clock": _PIN,
        "row_latch": _PIN,
        "led_data": _PIN,
        "led_return": _PIN,
        "buttons": dict.fromkeys(BUTTONS, _PIN),
        "buzzer": _PIN,
        "rail": _PIN,
    },
    "matrix": {"scan_ms": (1, 100), "settle_us": (1, 1000)},
    "sensing": {
        **dict.fromkeys(_FRAMES, (1, MOST_FRAMES)),
        "dwell_ms": (100, 10_000),
    },
    "supply": {
        **dict.fromkeys(("low_mv", "good_mv"), (1800, 5500)),
        "usb_drop_mv": (0, 1500),
        "rail_full_mv": (3300, 20_000),
        "source": str,
        "current_ma": (100, 30_000),
        "fuse_ma": (100, 30_000),
        "pico_ma": (10, 1000),
    },
    "leds": {
        "order": str,
        "first": str,
        "direction": str,
        "serpentine_rows": (1, len(LETTERS)),
        "bars": dict.fromkeys(SEATS, (0, 1000)),
        "bar_length": (1, 100),
        "brightness": (1, 100),
        "budget_ma": (1, 20_000),
        "full_ma": dict.fromkeys(("red", "green", "blue"), (1, 100)),
        "idle_ma": (0, 10),
    },
}


class WiringError(ValueError):
    """board.toml describes something that can't be built; the message names it and its place."""


def load(path: Path | None = None) -> dict[str, Any]:
    """Return the checked board description from `path` (default: the project's board.toml).

    Raises WiringError for an impossible description, FileNotFoundError if there is no file.
    """
    path = path or resources.path("hardware/board.toml")
    try:
        board = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise WiringError(f"{path.name}: {error}") from None
    check(board)
    return board


def check(board: dict[str, Any]) -> None:
    """Raise WiringError unless all values are given, and all pins are possible.

    Each pin must be usable, used only once, and at the place that the PIO programs need.
    """
    for table, shape in _SHAPE.items():
        if not isinstance(board.get(table), dict):
            raise WiringError(f"board.toml: the table [{table}] is missing")
        for name, kind in shape.items():
            _check_value(f"board.toml [{table}] {name}", board[table].get(name), kind)
    size, pins, leds = board["board"]["size"], board["pins"], board["leds"]
    if size >= MOST_LINES:
        raise WiringError(
            f"board.toml [board] size: {size}, but the matrix has {MOST_LINES} lines each way, one of them always "
            f"closed: {MOST_LINES - 1} at most (19 is for `tengen play --board 19` only)"
        )
    used: dict[int, str] = {}
    for name, value in pins.items():
        numbers = value if isinstance(value, list) else value.values() if isinstance(value, dict) else [value]
        for pin in numbers:
            if pin not in USABLE_PINS:
                raise WiringError(f"board.toml [pins] {name}: GPIO{pin} is not free on a Pico")
            if pin in used:
                raise WiringError(f"board.toml [pins] {name}: GPIO{pin} is already {used[pin]}")
            used[pin] = name
    inputs = [*pins["columns"], pins["row_sense"]]
    if len(pins["columns"]) != size:
        raise WiringError(f"board.toml [pins] columns: {len(pins['columns'])} pins for {size} columns")
    if inputs != list(range(inputs[0], inputs[0] + size + 1)):
        raise WiringError(
            "board.toml [pins]: columns and row_sense must be consecutive, because one `in` reads them all"
        )
    if inputs[0]:
        raise WiringError(
            f"board.toml [pins] columns: the first is on GPIO{inputs[0]}, not on GPIO0: while the flash is erased, "
            "presses are read from GPIO16 to 29, so the buttons must be there"
        )
    row = [pins["row_data"], pins["row_clock"], pins["row_latch"]]
    if row != list(range(row[0], row[0] + 3)):
        raise WiringError("board.toml [pins]: row_data, row_clock, row_latch must be consecutive")
    if pins["rail"] not in ADC_PINS:
        names = ", ".join(f"GPIO{pin}" for pin in ADC_PINS)
        raise WiringError(f"board.toml [pins] rail: GPIO{pins['rail']} can't measure a voltage: {names} can")
    taken = sorted(pixels(board) + [pixel for player in SEATS for pixel in bar(board, player)])
    if taken != list(range(len(taken))):
        raise WiringError("board.toml [leds]: points and bars must use every pixel of the chain exactly once")
    if leds["order"] != "GRB":
        raise WiringError(f"board.toml [leds] order: {leds['order']!r}, but a WS2812B takes GRB")
    dark = leds["idle_ma"] * pixel_count(board)
    if leds["budget_ma"] <= dark:
        raise WiringError(
            f"board.toml [leds] budget_ma: {leds['budget_ma']} is not more than the {dark} mA of the dark chain"
        )
    if board["supply"]["good_mv"] <= board["supply"]["low_mv"]:
        raise WiringError("board.toml [supply] good_mv must be above low_mv")
    check_current(board["supply"], leds["budget_ma"])
    least_us = _least_period_us(size, board["matrix"]["settle_us"])
    if least_us > 1000 * board["matrix"]["scan_ms"]:
        raise WiringError(f"board.toml [matrix] settle_us: then a frame takes {least_us} us, more than scan_ms")


def limits_mv(supply: dict[str, Any]) -> tuple[int, int]:
    """Return two limits of the 5 V rail in mV: below the first it is low, above the second it is good again.

    If the laptop's USB feeds the lights, both are lower by the voltage drop on the way.
    """
    drop = supply["usb_drop_mv"] if supply["source"] == "usb" else 0
    return supply["low_mv"] - drop, supply["good_mv"] - drop


def check_current(supply: dict[str, Any], budget_ma: int) -> None:
    """Raise WiringError unless the supply can feed lights and Pico.

    The fuse's rating must lie between these two currents.
    """
    place = "board.toml [supply]"
    drawn = budget_ma + supply["pico_ma"]
    if supply["source"] not in SUPPLIES:
        raise WiringError(f"{place} source: {supply['source']!r}, not {' or '.join(map(repr, SUPPLIES))}")
    most = SUPPLIES[supply["source"]]
    if most is not None and budget_ma > most:
        raise WiringError(
            f"board.toml [leds] budget_ma: {budget_ma} mA, but {supply['source']} allows at most {most} mA"
        )
    if drawn > supply["current_ma"]:
        raise WiringError(
            f"{place} current_ma: lights ({budget_ma} mA) and Pico ({supply['pico_ma']} mA) draw {drawn} mA, but the "
            f"supply gives {supply['current_ma']} mA: choose a stronger supply, or a smaller [leds] budget_ma"
        )
    if supply["source"] == "jack" and not drawn < supply["fuse_ma"] < supply["current_ma"]:
        raise WiringError(
            f"{place} fuse_ma: a fuse of {supply['fuse_ma']} mA must carry the {drawn} mA that are drawn, and be "
            f"below the supply's {supply['current_ma']} mA"
        )


def _least_period_us(size: int, settle_us: int) -> int:
    """Return the shortest time between two frames (firmware/tengen/drivers/matrix.py): rows, pause, interrupt."""
    settle_us = -(-settle_us // 8) * 8
    return (size + 2) * (settle_us + 4) + settle_us + 180


def _check_value(place: str, value: Any, kind: Any) -> None:
    if value is None:
        raise WiringError(f"{place} is missing")
    if isinstance(kind, list):
        if not isinstance(value, list):
            raise WiringError(f"{place}: {value!r} is not a list")
        for number, item in enumerate(value, 1):
            _check_value(f"{place}, number {number}", item, kind[0])
    elif isinstance(kind, dict):
        if not isinstance(value, dict):
            raise WiringError(f"{place}: {value!r} is not a table")
        for name, inner in kind.items():
            _check_value(f"{place}.{name}", value.get(name), inner)
    elif isinstance(kind, tuple):
        if type(value) is not int or not kind[0] <= value <= kind[1]:
            raise WiringError(f"{place}: {value!r} is not a whole number from {kind[0]} to {kind[1]}")
    elif not isinstance(value, str):
        raise WiringError(f"{place}: {value!r} is not a text")


def pixels(board: dict[str, Any]) -> list[int]:
    """Return the pixel under each point, by point index ((number-1)*size + column).

    The chain runs back and forth over `serpentine_rows` rows (or columns), then starts again from its first side.
    """
    size, leds = board["board"]["size"], board["leds"]
    last = LETTERS[size - 1]
    corners = {"a1": (0, 0), f"{last}1": (1, 0), f"a{size}": (0, 1), f"{last}{size}": (1, 1)}
    if leds["first"] not in corners:
        raise WiringError(f"board.toml [leds] first: {leds['first']!r} is not a corner ({', '.join(corners)})")
    if leds["direction"] not in ("row", "column"):
        raise WiringError(f"board.toml [leds] direction: {leds['direction']!r}, not 'row' or 'column'")
    flip_column, flip_row = corners[leds["first"]]
    found = []
    for row in range(size):
        for column in range(size):
            along = size - 1 - column if flip_column else column
            across = size - 1 - row if flip_row else row
            if leds["direction"] == "column":
                along, across = across, along
            if across % leds["serpentine_rows"] % 2:
                along = size - 1 - along
            found.append(across * size + along)
    return found


def bar(board: dict[str, Any], player: str) -> list[int]:
    """Return the pixels of a player's edge bar, from that player's left to right."""
    first = board["leds"]["bars"][player]
    return list(range(first, first + board["leds"]["bar_length"]))


def pixel_count(board: dict[str, Any]) -> int:
    """Return the number of pixels in the chain: one for each point, and two edge bars."""
    return board["board"]["size"] ** 2 + 2 * board["leds"]["bar_length"]


def ohms(value: int) -> str:
    """Return a resistance as text: 330 Ohm, 12 kOhm."""
    return f"{value / 1000:g} kOhm" if value >= 1000 else f"{value} Ohm"


def module_text(board: dict[str, Any]) -> str:
    """Return the source of firmware/tengen/wiring.py for this board."""
    pins, matrix, sensing, supply, leds = (board[name] for name in ("pins", "matrix", "sensing", "supply", "leds"))
    low_mv, good_mv = limits_mv(supply)
    table = pixels(board)
    rows = "\n".join(
        '    b"' + "".join(f"\\x{pixel:02x}" for pixel in table[start : start + board["board"]["size"]]) + '"'
        for start in range(0, len(table), board["board"]["size"])
    )
    buttons = ", ".join(str(pins["buttons"][name]) for name in BUTTONS)
    full = leds["full_ma"]
    return f'''"""The board's wiring: generated from hardware/board.toml by `make wiring`. Don't edit."""

SIZE = {board["board"]["size"]}

# GPIO numbers
COLUMNS = {pins["columns"][0]}  # the first of SIZE + 1 inputs in a row; the last is the row sense
ROW_DATA = {pins["row_data"]}  # then the clock and the latch
LED_DATA = {pins["led_data"]}
LED_RETURN = {pins["led_return"]}
BUTTONS = ({buttons})  # p1, p2, arbiter
BUZZER = {pins["buzzer"]}
RAIL = {pins["rail"]}

SCAN_MS = {matrix["scan_ms"]}
SETTLE_US = {matrix["settle_us"]}

# Debounce, on and off, in frames of SCAN_MS
TOUCH_FRAMES = ({sensing["touch_on_frames"]}, {sensing["touch_off_frames"]})
STONE_FRAMES = ({sensing["stone_on_frames"]}, {sensing["stone_off_frames"]})
SLOW_FRAMES = {sensing["slow_frames"]}  # both ways
DWELL_MS = {sensing["dwell_ms"]}

# The 5 V rail in mV: at the ADC's full scale; low below the one, good again above the other
RAIL_FULL_MV = {supply["rail_full_mv"]}
LOW_MV = {low_mv}
GOOD_MV = {good_mv}

PIXELS = {pixel_count(board)}
BARS = ({", ".join(str(bar(board, player)[0]) for player in SEATS)})  # the first pixel of each player's edge bar
BAR_LENGTH = {leds["bar_length"]}
BRIGHTNESS = {leds["brightness"]}  # percent

# mA: what a frame may draw, a pixel's channels at full (green, red, blue), a dark pixel
BUDGET_MA = {leds["budget_ma"]}
FULL_MA = ({full["green"]}, {full["red"]}, {full["blue"]})
IDLE_MA = {leds["idle_ma"]}

# The pixel under each point, a row of the board a line, row 1 first
PIXEL_OF = (
{rows}
)
'''


def main(arguments: list[str]) -> int:
    """Write the firmware's wiring module; with --check only compare it. Return the exit code, 1 for an error."""
    target = resources.firmware_package() / "wiring.py"
    try:
        text = module_text(load())
    except (WiringError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    if "--check" in arguments:
        if not target.exists() or target.read_text(encoding="utf-8") != text:
            print(f"error: {target.name} differs from board.toml: run `make wiring`", file=sys.stderr)
            return 1
        return 0
    target.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
