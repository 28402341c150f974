"""The whole matrix: 16 rows, 16 columns and 256 cells (reed and diode), at all corners of supply, heat and parts."""

from __future__ import annotations

import math
from itertools import product
from typing import Any, NamedTuple

from .. import pico_inputs, values
from . import parts, spice

LINES = 16
# The Pico's own 3.3 V both feeds the drivers and sets the inputs' thresholds.
SUPPLIES = (pico_inputs.LEAST_V, 3.3, pico_inputs.GREATEST_V)
DEGREES = (-10, 25, 60)
# The tracks and the ribbon of a column have about 100 pF, wires by hand 200 pF; 400 pF is more than any board should
# have.
COLUMN_PF = (100, 200, 300, 400)
PULL_DOWNS = (8200, 12000, 27000)
PULL_DOWN_SPREAD = 0.05  # the tolerance of plain resistors; better resistors have 0.01
DRIVER_NAMES = tuple(each.name for each in parts.DRIVERS)
_DRIVER_OHMS = [each.ohms for each in parts.DRIVERS]
# The required margin above the high threshold of the input in the worst case, with the highest diode drop that the data
# sheet allows. The margin is larger than the input's hysteresis (0.2 V). Effects that are not simulated are far
# smaller: the current of the lights does not disturb drivers, pull-downs and inputs, because they share the
# controller's ground; and crosstalk has ended before the columns are read.
MARGIN_V = 0.25
REED_OHM, AGED_REED_OHM = 0.2, 10
OPEN_OHM = 1e11
ROW_PF = 150

# The measured cell is in the middle. Its place does not matter, because the model puts the resistance of a row's whole
# line before the row's first cell.
ROW, COLUMN = 8, 8
# the parameter of a cell's contact, by whether the cell is in that row, and in that column
_CONTACTS = {(True, True): "own", (True, False): "along", (False, True): "across", (False, False): "rest"}


class Chosen(NamedTuple):
    """The values of the matrix in board.toml."""

    driver: parts.Driver
    pull_down: int
    settle_us: int
    waits_us: int  # settle_us, rounded up to steps of 8 us as in the firmware
    row_ohm: float


def chosen(board: dict[str, Any]) -> Chosen:
    """Return the matrix values of board.toml."""
    settle = board["matrix"]["settle_us"]
    driver, pull_down = parts.driver(board["parts"]["row_driver"]["value"]), values.resistor_ohms(board, "pull_down")
    return Chosen(driver, int(pull_down), settle, math.ceil(settle / 8) * 8, row_ohm(board))


def row_ohm(board: dict[str, Any]) -> float:
    """Return the Ohm from a driver to the far end of its row: ribbon, two plugs, tracks, two solder joints a tile."""
    cables, tile = board["cables"], board["tile"]
    ribbon = cables["ribbon_mm"] / 1000 * parts.RIBBON_OHM_M
    track = parts.copper_ohm(board["board"]["pitch_mm"] * board["board"]["size"], tile["track_mm"], tile["copper_um"])
    return round(ribbon + 2 * parts.CONTACT_OHM + track + 2 * 0.005 * 5, 1)


def _high(pull_down: float) -> str:
    return f"{pull_down * (1 + PULL_DOWN_SPREAD):.0f}"


def _low(pull_down: float) -> str:
    return f"{pull_down * (1 - PULL_DOWN_SPREAD):.0f}"


def deck(board: dict[str, Any], title: str, told: str, script: list[str]) -> str:
    """Return a deck of the whole matrix. The script gives the corner as parameters."""
    here = chosen(board)
    lines = [
        "* Contacts, in Ohm: own is the cell that is measured (row 8, column 8), along the others of its row,",
        "* across the others of its column, rest all others. over lies over each diode, short over row 9's there.",
        f".param vdd=3.3 degrees=25 ohms={here.driver.ohms:.0f} saturation={parts.TYPICAL_DIODE}",
        f".param pulldown={here.pull_down} ownpull={{pulldown}} columnpf=100p leak=0 rowohm={here.row_ohm}",
        ".param before={vdd} after=0",
        f".param own={REED_OHM} along={OPEN_OHM:.0g} across={OPEN_OHM:.0g} rest={OPEN_OHM:.0g}",
        f".param over={OPEN_OHM:.0g} short={{over}}",
        ".model diode " + parts.DIODE_MODEL.format(saturation="saturation"),
        # an open reed does not leak; it is a capacitor of 0.3 pF
        ".subckt cell row column contact=1e11 degrees=25 over=1e11",
        "r1 row k {contact}",
        "c1 row k 0.3p",
        "d1 k column diode temp={degrees}",
        "r2 k column {over}",
        ".ends",
    ]
    for row in range(1, LINES + 1):
        source = "dc {vdd} pulse({before} {after} 1u 5n 5n 1 2)" if row == ROW else "dc 0"
        lines += [f"v{row} s{row} 0 {source}", f"ro{row} s{row} q{row} {{ohms}}", f"rl{row} q{row} r{row} {{rowohm}}",
                  f"cr{row} r{row} 0 {ROW_PF}p"]  # fmt: skip
    for column in range(1, LINES + 1):
        lines += [f"rp{column} c{column} 0 {{{'ownpull' if column == COLUMN else 'pulldown'}}}",
                  f"cc{column} c{column} 0 {{columnpf}}", f"il{column} 0 c{column} {{leak}}"]  # fmt: skip
    for row, column in product(range(1, LINES + 1), repeat=2):
        contact = _CONTACTS[row == ROW, column == COLUMN]
        over = "short" if (row, column) == (ROW + 1, COLUMN) else "over"
        lines.append(f"x{row}_{column} r{row} c{column} cell contact={{{contact}}} degrees={{degrees}} over={{{over}}}")
    return spice.deck(title, told, lines, script)


def level_deck(board: dict[str, Any]) -> str:
    """Return the deck of an input's level and the driver's current, if all 16 contacts of the driven row are closed."""
    # leakage of the input, and of the 15 other diodes of a column full of stones, all in the outward direction
    leak = parts.PICO_LEAKAGE_A + (LINES - 1) * parts.DIODE_LEAKAGE_A
    lows = dict.fromkeys(_low(each) for each in (*PULL_DOWNS, chosen(board).pull_down))
    told = spice.echo("level $saturation $vdd $degrees $ohms $pulldown", ("high", "gives"))
    loops = ["reset", "op", f"let high=v(c{COLUMN})", f"let gives=-i(v{ROW})", told]
    for name, given in (
        ("pulldown", lows), ("ohms", _DRIVER_OHMS), ("degrees", DEGREES), ("vdd", SUPPLIES),
        ("saturation", (parts.TYPICAL_DIODE, parts.HIGH_DIODE)),
    ):  # fmt: skip
        loops = spice.each(name, given, loops)
    title = "The matrix: levels at the inputs, all contacts of the driven row closed"
    script = [*spice.changed(along=REED_OHM, leak=f"-{spice.number(leak)}"), *loops]
    return deck(board, title, "the corner : volts at the input, amperes from the driver", script)


def time_deck(board: dict[str, Any]) -> str:
    """Return the deck of a column's fall time to the input's low, and rise time to its high.

    The fall is slowest with one contact in the row (the level is highest) and stones on the whole column (their diodes
    add capacitance). The rise is slowest with all contacts in the row (the level is lowest).
    """
    here = chosen(board)
    highs = dict.fromkeys(_high(each) for each in (*PULL_DOWNS, here.pull_down))
    thresholds = [line for vdd in SUPPLIES for line in (
        f"if $vdd = {vdd:g}", f"set vih={pico_inputs.input_high(vdd):g}", f"set vil={pico_inputs.input_low(vdd):g}",
        "end",
    )]  # fmt: skip
    fall = ["reset", "tran 250n 20u", f"meas tran fall trig at=1u targ v(c{COLUMN}) val=$vil fall=1",
            spice.echo("fall $vdd $degrees $pf $pulldown", ("fall",))]  # fmt: skip
    rise = ["reset", "tran 50n 5u", f"meas tran rise trig at=1u targ v(c{COLUMN}) val=$vih rise=1",
            spice.echo("rise $vdd $degrees $ohms", ("rise",))]  # fmt: skip
    both = [
        "* the fall",
        *spice.changed(before="{vdd}", after=0, leak=spice.number(parts.PICO_LEAKAGE_A), ohms=round(here.driver.ohms)),
        *spice.changed(saturation=str(parts.TYPICAL_DIODE), along=OPEN_OHM, across=REED_OHM),
        *spice.each("pf", COLUMN_PF, spice.each("pulldown", highs, fall), "columnpf={$pf}p"),
        "* the rise",
        *spice.changed(before=0, after="{vdd}", leak=f"-{spice.number(parts.PICO_LEAKAGE_A)}", along=REED_OHM),
        *spice.changed(across=OPEN_OHM, columnpf="400p", saturation=str(parts.HIGH_DIODE)),
        *spice.changed(pulldown=_low(here.pull_down)),
        *spice.each("ohms", _DRIVER_OHMS, rise),
    ]
    loops = spice.each("vdd", SUPPLIES, [*thresholds, *spice.each("degrees", DEGREES, both)])
    return deck(board, "The matrix: how fast the inputs fall and rise", "the corner : seconds", loops)


def faults_deck(board: dict[str, Any]) -> str:
    """Return the deck of the levels at the inputs with ghosts, aged reeds and broken parts, at 3.3 V and 25 C."""
    here = chosen(board)
    everything = {"own": REED_OHM, "along": REED_OHM, "across": REED_OHM, "rest": REED_OHM}
    nothing = dict.fromkeys(everything, OPEN_OHM)
    cases: dict[str, dict[str, float]] = {
        "one": nothing | {"own": REED_OHM},
        "row": nothing | {"own": REED_OHM, "along": REED_OHM},
        "aged": nothing | {"own": AGED_REED_OHM, "along": AGED_REED_OHM},
        "ghost": everything | {"own": OPEN_OHM},
        "bare": everything | {"over": 0.01},
        "shorted": nothing | {"own": REED_OHM, "across": REED_OHM, "short": 0.01},
        "unpulled": nothing | {"own": REED_OHM, "ownpull": 1e9, "leak": 0},
    }
    leak = parts.PICO_LEAKAGE_A
    still = nothing | {"over": OPEN_OHM, "short": OPEN_OHM, "ownpull": here.pull_down, "leak": leak}
    lines = []
    for name, changed in cases.items():
        steps = {"driven": f"find v(c{COLUMN}) at=0.9u", "gives": f"find i(v{ROW}) at=0.9u",
                 "later": f"find v(c{COLUMN}) at={here.settle_us + 1}u"}  # fmt: skip
        lines += spice.case(name, still | changed, f"tran 250n {here.settle_us + 2}u", steps)
    told = "the case : volts at the input, amperes of the row, volts after the row's time"
    return deck(board, "The matrix: ghosts, aged reeds, broken parts", told, lines)


class Level(NamedTuple):
    """The high level at the inputs of a full row at one corner."""

    driver: str
    pull_down: int
    vdd: float
    degrees: int
    diode: str  # "typical" or "high"
    volts: float
    milliamperes: float  # the driver's current

    @property
    def margin(self) -> float:
        """Return the margin in volts above the least level that the input surely reads as high."""
        return self.volts - pico_inputs.input_high(self.vdd)


def levels(board: dict[str, Any]) -> list[Level]:
    """Return all results of level_deck()."""
    pulls = {_low(each): each for each in (*PULL_DOWNS, chosen(board).pull_down)}
    drivers = {f"{each.ohms:g}": each.name for each in parts.DRIVERS}
    return [
        Level(
            drivers[ohms], pulls[pull], float(vdd), int(degrees),
            "typical" if saturation == parts.TYPICAL_DIODE else "high", spice.sure(volts), spice.sure(amperes) * 1000,
        )
        for (_, saturation, vdd, degrees, ohms, pull), (volts, amperes) in spice.run(level_deck(board)).items()
    ]  # fmt: skip


def worst_level(board: dict[str, Any], driver: str, pull_down: int, diode: str) -> Level:
    """Return the corner with the least margin."""
    wanted = (driver, pull_down, diode)
    found = [each for each in levels(board) if (each.driver, each.pull_down, each.diode) == wanted]
    return min(found, key=lambda each: each.margin)


def slowest(board: dict[str, Any], pull_down: int, pf: int = COLUMN_PF[-1]) -> float:
    """Return the slowest fall with this pull-down and capacitance, in microseconds; infinite if one never ends."""
    return _slowest(board, "fall", (str(pf), _high(pull_down)))


def slowest_rise(board: dict[str, Any]) -> float:
    """Return the slowest rise of a full row with the chosen parts, in microseconds; infinite if one never ends."""
    return _slowest(board, "rise", (f"{chosen(board).driver.ohms:g}",))


def _slowest(board: dict[str, Any], kind: str, corner: tuple[str, ...]) -> float:
    found = spice.run(time_deck(board)).items()
    return max(1e6 * (value or math.inf) for key, (value,) in found if key[0] == kind and key[3:] == corner)


def fault(board: dict[str, Any], name: str) -> tuple[float, float, float]:
    """Return the results of a case: the driven level, the driver's mA, and the level read after the row's time."""
    driven, gives, later = spice.run(faults_deck(board))[(name,)]
    return spice.sure(driven), -1000 * spice.sure(gives), spice.sure(later)
