"""simulation/README.md: the figures, the choices, and the reasons."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import Any

from .. import protection_rules, rail_rules, values
from . import data_line, esd, inlet, matrix, parts, supply


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table in Markdown."""
    lines = [list(head)]
    lines += [["---"] * len(lines[0]), *(list(row) for row in rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def said(words: str) -> str:
    """Return the words as a wrapped paragraph."""
    return textwrap.fill(words, 118, break_long_words=False, break_on_hyphens=False)


def text(board: dict[str, Any]) -> str:
    """Return the whole report."""
    parts_of = (_head, _matrix, _data, _supply, _inlet, _spark, _sources)
    return "\n".join([*(line for part in parts_of for line in part(board)), ""])


def _head(board: dict[str, Any]) -> list[str]:
    here, there = matrix.chosen(board), board["matrix"]["through_hole"]
    worst = matrix.worst_level(board, here.driver.name, here.pull_down, "high")
    slowest = matrix.slowest(board, here.pull_down)
    dropped = [supply.drop(board, case, supply.SUPPLIES[1]).lowest for case in ("even", "row", "side", "tile")]
    out = min(data_line.out(board, "weak", rail).reaches for rail in data_line.RAILS)
    home = max(data_line.home(board, "high", rail).most for rail in data_line.HOME_RAILS)
    return [
        "# The board, simulated",
        "",
        said(
            "Made from `board.toml` by `make hardware`, with ngspice; the tests ask the same simulations. The "
            "decks (`*.cir`) run by themselves: `ngspice -b matrix_levels.cir | grep =`.",
        ),
        "",
        "## What was chosen",
        "",
        table(
            ("what", "chosen", "shown here", "asked for"),
            [
                (
                    "row driver, pull-downs", f"{here.driver.name}, {_k(here.pull_down)}",
                    f"{worst.margin:.2f} V above the input's high, everything at its worst",
                    f"{matrix.MARGIN_V:g} V",
                ),
                (
                    "settle time", f"{here.settle_us} us",
                    f"the slowest fall is {slowest:.1f} us; the firmware waits in turns of 8 us, so {here.waits_us} us",
                    f"3 falls: {3 * slowest:.1f} us",
                ),
                (
                    "with legs instead (DIP)", f"{there['row_driver']}, {_k(there['pull_down_ohm'])}, "
                    f"{there['settle_us']} us",
                    f"{matrix.worst_level(board, there['row_driver'], there['pull_down_ohm'], 'high').margin:.2f} V; "
                    f"{matrix.slowest(board, there['pull_down_ohm']):.1f} us",
                    "the same",
                ),
                (
                    "level shifter for the lights", board["parts"]["level_shifter"]["value"],
                    f"a high of {out:.2f} of the light's supply", f"{parts.PIXEL_HIGH:g} of it",
                ),
                (
                    "divider of the way home",
                    f"{board['parts']['return_upper']['value']}, {board['parts']['return_lower']['value']}, 1 %",
                    f"{home:.2f} V at the Pico at the most",
                    f"under {data_line.SUPPLIES[0] + parts.PICO_OVER_V:.2f} V",
                ),
                (
                    "divider of the measured 5 V",
                    f"{board['parts']['rail_upper']['value']}, {board['parts']['rail_lower']['value']}, 1 %",
                    f"{rail_rules.highest_v(board):.2f} V at the Pico at the most, before the inlet turns off",
                    f"under {rail_rules.LEAST_V:.2f} V",
                ),
                (
                    "against sparks", f"{board['parts']['line_clamp']['value']}, then "
                    f"{board['parts']['column_resistor']['value']} Ohm",
                    f"{esd.taken(board, 'column', 'both').amperes:.1f} A into the Pico, from 8 kV by contact",
                    f"under {esd.hbm_amperes():.1f} A",
                ),
                (
                    "supply of the tiles", f"a ribbon a row, {board['leds']['budget_ma']} mA in all",
                    f"{min(dropped):.2f} V at the worst light, from a supply of {supply.SUPPLIES[1]:g} V",
                    f"{supply.LEAST_V:g} V",
                ),
            ],
        ),
        "",
    ]  # fmt: skip


def _matrix(board: dict[str, Any]) -> list[str]:
    here, there = matrix.chosen(board), board["matrix"]["through_hole"]
    pulls = matrix.PULL_DOWNS
    rows = []
    for driver in parts.DRIVERS:
        found = [matrix.worst_level(board, driver.name, pull, diode) for pull in pulls for diode in ("typical", "high")]
        pairs = zip(found[::2], found[1::2], strict=True)
        gives = max(each.milliamperes for each in matrix.levels(board) if each.driver == driver.name)
        rows.append(
            (f"{driver.name}, {driver.ohms:.0f} Ohm", *(f"{one.volts:.2f} / {two.volts:.2f}" for one, two in pairs),
             f"{gives:.1f} mA")
        )  # fmt: skip
    hottest = [max(each.us or 0 for each in matrix.rises(board) if each.driver == here.driver.name)]
    shown = {name: matrix.fault(board, name) for name in ("one", "row", "aged", "ghost", "bare", "shorted", "unpulled")}
    at = f"{here.settle_us} us"
    return [
        "## The matrix",
        "",
        said(
            "All 16 rows and 16 columns with their 256 diodes. A driver's output is a resistor, the greatest "
            f"that its data sheet allows; a row's line has {here.row_ohm:g} Ohm (ribbon, track, joints), its "
            "load is 16 closed contacts: a row full of stones and the one that is wired shut.",
        ),
        "",
        said(
            f"Supplies {_list(matrix.SUPPLIES)} V, {_list(matrix.DEGREES)} C, pull-downs 5 % off. **The least "
            "level at the inputs**, in V, usual diodes / diodes that drop the most their data sheet allows. "
            "It is always the coldest corner at the lowest supply. The RP2040 surely takes "
            f"{parts.input_high(3.15):g} V for high.",
        ),
        "",
        table(("driver", *(_k(pull) for pull in pulls), "a row draws at most"), rows),
        "",
        "![levels by driver and pull-down](levels.svg)",
        "",
        said(
            "The obvious choice, a 74HC595 with 8.2 kOhm, fails: a full row in a cold hall is not surely "
            f"seen. It fails with 12 kOhm too. The {here.driver.name} with {_k(here.pull_down)} has the "
            f"margin. It has no package with legs. For a board with legged chips take a {there['row_driver']} "
            f"with {_k(there['pull_down_ohm'])}, and `settle_us = {there['settle_us']}` in `board.toml`; with "
            "the smaller pull-downs it has too little in hand. A Pico 2 is another matter: its inputs leak "
            "(erratum RP2350-E9) and want 8.2 kOhm or less.",
        ),
        "",
        said(
            "**The slowest fall** to the input's low, in us, with one contact in the row (the most to fall "
            "from) and stones on all points of the column (their diodes' capacitance). Tracks and ribbon come "
            "to about 100 pF, wires by hand to 200.",
        ),
        "",
        table(
            ("pull-down", *(f"{pf} pF" for pf in matrix.COLUMN_PF), "three times the slowest"),
            [
                (_k(pull), *(f"{matrix.slowest(board, pull, pf):.1f}" for pf in matrix.COLUMN_PF),
                 f"{3 * matrix.slowest(board, pull):.0f}")
                for pull in pulls
            ],
        ),
        "",
        "![a column falls](fall.svg)",
        "",
        said(
            f"The rise of a full row takes {hottest[0]:.1f} us at the most, at 400 pF.",
        ),
        "",
        said(
            f"At 3.3 V and 25 C, with the chosen parts ({here.driver.name}, {_k(here.pull_down)}):",
        ),
        "",
        table(
            ("what", "at the input", "the driver gives", f"{at} after the row's end"),
            [
                (words, f"{shown[name][0]:.2f} V", f"{shown[name][1]:.1f} mA", f"{abs(shown[name][2]):.2f} V")
                for name, words in (
                    ("one", "one stone"),
                    ("row", "a row full of stones"),
                    ("aged", "the same, all reeds aged to 10 Ohm"),
                    ("ghost", "a stone on every point but this one"),
                    ("bare", "stones everywhere and no diodes at all"),
                    ("shorted", "one stone; a diode shorted in its column, with a stone on it too"),
                    ("unpulled", "one stone; its column's pull-down is missing"),
                )
            ],
        ),
        "",
        said(
            "The diodes hold: a point without a stone stays low though every other has one. Without diodes "
            "the one driver that is high fights the fifteen that are low, and stones vanish. A shorted diode "
            "leaves a level that is neither high nor low. A column without its pull-down stays high once it "
            "was.",
        ),
        "",
    ]  # fmt: skip


def _data(board: dict[str, Any]) -> list[str]:
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
    for middle in data_line.links(board):
        for ohms in parts.PIXEL_OUT_OHM:
            found = data_line.link(board, ohms, middle, 5.0)
            link_rows.append(
                (f"{ohms} Ohm", f"{middle} Ohm" if middle else "none", f"{found.high_ns or 0:.0f} ns",
                 f"{found.most:.2f} V", f"{found.least_while_high:.2f} V", f"{found.most_while_low:.2f} V")
            )  # fmt: skip
    home_rows = []
    for resistors, words in (("high", "weak upper, strong lower"), ("low", "the other way, weak light")):
        for rail in data_line.HOME_RAILS:
            found = data_line.home(board, resistors, rail)
            home_rows.append((words, f"{rail:g} V", f"{found.volts:.2f} V", f"{found.high_ns or 0:.0f} ns"))
    orders = (data_line.neighbours(), data_line.OLD_ORDER)
    crossing_rows = [
        (
            f"{victim}, by an edge on {by}",
            *(f"{data_line.crosstalk(board, victim, by, order)[0]:.2f} V" for order in orders),
        )
        for victim, by in data_line.CROSSINGS
    ]
    return [
        "## The lights' data",
        "",
        said(
            f"**Out.** The shortest pulse ({parts.ZERO_STEPS * parts.STEP_NS} ns, a 0) at the first light, "
            f"over {board['cables']['ribbon_mm']} mm of ribbon. A WS2812B surely takes 0.7 of its supply for "
            f"high, 0.3 for low, and wants a 0 of {parts.ZERO_HIGH_NS[0]} to {parts.ZERO_HIGH_NS[1]} ns, a "
            f"WS2812B-V5 of {parts.V5_ZERO_HIGH_NS[0]} to {parts.V5_ZERO_HIGH_NS[1]}.",
        ),
        "",
        table(("driven by", "5 V is", "level", "needed", "high for", "peak"), out_rows),
        "",
        "![a 0 at the first light](data.svg)",
        "",
        said(
            "The Pico alone does not reach the level; where 5 V has sunk to 4.5 V it just touches it. That such "
            f"boards work on some desks is luck. The 74AHCT125 takes {parts.SHIFTER_HIGH_V:g} V for high, and the Pico "
            "gives at least 2.62 V. Without the resistor the line rings far above the supply."
        ),
        "",
        said(
            "**From row to row of tiles.** The last light of three rows drives RETURN: half a metre of track, "
            "a ribbon home, a ribbon out. How strong and fast its output is, no data sheet says; here an edge "
            "of 5 ns. At 5 V, a pulse of 400 ns:",
        ),
        "",
        table(
            ("light's output", "resistor on the controller", "high for", "peak", "comes back to", "after the fall"),
            link_rows,
        ),
        "",
        said(
            f"Bits arrive in every case: {parts.PIXEL_HIGH * 5:g} V and {parts.PIXEL_LOW * 5:g} V are not crossed "
            "twice. But from a strong and fast output without a resistor that is by a hair, and the line swings far "
            "above the supply for some nanoseconds, which the next light's own protection must take. So the controller "
            f"has {data_line.links(board)[1]} Ohm wherever a RETURN, or a bar, goes on into the next."
        ),
        "",
        said(
            "**Neighbours in the ribbon.** It takes 1.5 V to be taken for something. In J5's ribbon a row, the lights' "
            "data and RETURN lay side by side in revision A: two edges at once came to that. Now ground and 5 V lie "
            "between, which costs nothing. A resistor in each row's line would have slowed the edges as well, but a "
            "full row draws 3.5 mA through it, and the level at the inputs has nothing to give away.",
        ),
        "",
        table(("disturbed", ", ".join(orders[0]), f"revision A: {', '.join(orders[1])}"), crossing_rows),
        "",
        said(
            "**Home.** The shortest pulse that a WS2812B may give (250 ns), after the divider, 1 % resistors:",
        ),
        "",
        table(("resistors", "5 V is", "at GPIO20", "high for"), home_rows),
        "",
        said(
            f"High is surely high from {parts.input_high(3.3):g} V. With the Pico at 3.15 V the pin must stay "
            "under 3.45 V: take resistors of 1 %, with 5 % it may come to a little more.",
        ),
        "",
    ]


def _supply(board: dict[str, Any]) -> list[str]:
    leds, cables, tile = board["leds"], board["cables"], board["tile"]
    words = {
        "dark": "all dark",
        "even": "the budget on all lights alike",
        "row": "the budget on the uppermost row of tiles",
        "side": "the budget on the tiles farthest from the ribbons",
        "tile": "one tile white, the farthest",
        "white": "all white, no budget",
    }
    rows = []
    for case, name in words.items():
        full, low = (supply.drop(board, case, volts) for volts in supply.SUPPLIES)
        rows.append(
            (name, f"{full.supply:.3f} A", f"{full.wire:.2f} A", f"{full.controller:.2f} V", f"{full.lowest:.2f} V",
             f"{low.lowest:.2f} V", f"{low.data:.2f}")
        )  # fmt: skip
    weak = [supply.drop(board, case, supply.SUPPLIES[1]) for case in words if case != "white"]
    needed = supply.LEAST_V + max(each.controller - each.lowest for each in weak)
    given, off = board["supply"], protection_rules.trips(board)[3]
    return [
        "## The supply",
        "",
        said(
            f"25 tiles, 5 V and ground each at least {tile['power_mm']:g} mm wide in copper of "
            f"{tile['copper_um']} um (a pour has more), two bridges of wire each at every edge, each row fed "
            f"from the left by a ribbon of {cables['ribbon_mm']} mm (AWG 28, two wires of 5 V and two of "
            f"ground); before that the supply's lead, {cables['lead_mm']} mm of {cables['lead_mm2']:g} mm2, "
            "fuse and screws. Copper at 60 C.",
        ),
        "",
        table(
            ("lit", "in all", "a ribbon's wire", "5 V at the controller", "worst light, supply 5 V", "supply 4.75 V",
             "a high at the next light"),
            rows,
        ),
        "",
        "![5 V at each tile](tiles.svg)",
        "",
        said(
            f"Wanted: {supply.LEAST_V:g} V at every light, our own figure; a WS2812B's levels are said for 4.5 "
            f"V and more, and it lives from {parts.PIXEL_LEAST_V:g} V. A ribbon's wire may carry "
            f"{parts.RIBBON_WIRE_A:g} A. Most of the drop is in the lead and the fuse, not on the board: a "
            "shorter or thicker lead helps most. A high of one light stands near 1.0 of the next one's "
            "supply: neighbours agree. All lights white would draw more than supply and fuse give, and leave "
            f"less than the lights live from: hence the budget of {leds['budget_ma']} mA in the firmware.",
        ),
        "",
        said(
            f"The Pico measures the controller's 5 V itself, on GPIO{board['pins']['rail']}. With {needed:.2f} V there "
            f"the worst light has {supply.LEAST_V:g} V: `low_mv` ({given['low_mv']} mV) lies above that, and below the "
            f"{min(each.controller for each in weak):.2f} V that a supply of 4.75 V leaves at full budget. Below it "
            f"the firmware halves the light until it has measured `good_mv` ({given['good_mv']} mV) for a minute; "
            f"dark, that supply leaves {max(each.controller for each in weak):.2f} V. The ADC's reference and the "
            "divider may make a reading some 3 % wrong. If yours halves the light, take a shorter or a thicker lead, "
            "or a supply that holds its 5 V. Don't turn one up: a WS2812B bears 5.3 V. A laptop's USB feeds the Pico, "
            "and not this: a supply that is missing is seen with a laptop, too."
        ),
        "",
        said(
            f"The divider ({board['parts']['rail_upper']['value']} and {board['parts']['rail_lower']['value']}) gives "
            f"the pin {rail_rules.highest_v(board):.2f} V at the most, if the inlet turns off only at {off:.2f} V. "
            f"Into a Pico without power {rail_rules.unpowered_ma(board):.2f} mA flow at the most, through the pin's "
            "protection diode: its data sheet names no limit, chips of this kind bear some mA."
        ),
        "",
        said(
            f"**By hand.** Three rows of strip (30 a metre, reckoned with {supply.STRIP_OHM_M:g} Ohm a metre "
            "for 5 V and for ground each; measure yours), all of the budget on them, fed by wires of "
            f"{cables['feed_mm2']:g} mm2:",
        ),
        "",
        table(
            ("fed", *(f"worst light, supply {volts:g} V" for volts in supply.SUPPLIES)),
            [
                (name, *(f"{supply.strip(board, name, volts):.2f} V" for volts in supply.SUPPLIES))
                for name in supply.FEEDS
            ],
        ),
        "",
        said(
            "Feed each three rows at both ends of the chain, or each row by itself; one end alone is not "
            "enough.",
        ),
        "",
    ]  # fmt: skip


def _inlet(board: dict[str, Any]) -> list[str]:
    least, back, off, most = protection_rules.trips(board)
    words = {"plug": "{0:g} V plugged in, all dark", "jump": "5 V, then at once {0:g} V",
             "step": "5 V, all lights on at once", "short": "5 V, then a short behind the FETs"}  # fmt: skip
    cases = [("plug", volts) for volts in inlet.PLUGGED] + [("jump", volts) for volts in inlet.JUMPS]
    rows = []
    for what, volts in [*cases, ("step", 5.0), ("short", 5.0)]:
        new, old = (inlet.reached(board, what, volts, which) for which in inlet.INLETS)
        rows.append(
            (words[what].format(volts), f"{_two(new.least)} to {_two(new.most)} V", f"{_two(new.pico)} V",
             f"{new.amperes:.1f} A", f"{1000 * new.joules:.0f} mJ", f"{_two(old.least)} to {_two(old.most)} V",
             f"{old.amperes:.0f} A")
        )  # fmt: skip
    jump = inlet.reached(board, "jump", 12.0)
    cold, bare = (inlet.reached(board, "plug", 5.0, which) for which in inlet.INLETS)
    return [
        "## A wrong supply",
        "",
        said(
            "The plug of 5.5 x 2.1 mm is that of most supplies of 9 V and 12 V. Behind the fuse stand two P-FETs, "
            f"source to source ([drawn](../schematic/inlet.svg)). They are turned off above {off:.2f} V ({most:.2f} V "
            f"at the most, all tolerances added up), and on again below {back:.2f} V ({least:.2f} V at the least). "
            f"The supply is as stiff as can be ({inlet.SUPPLY_OHM:g} Ohm, no limit of its current): a real one gives "
            "fewer amperes. At the right: fuse and clamp alone, as revision A had it, before the fuse has gone."
        ),
        "",
        table(
            ("supply", "at the lights", "VSYS at most", "from the supply", "heat in Q2", "revision A: lights",
             "from the supply"),
            rows,
        ),
        "",
        said(
            "A supply of 12 V or 19 V, and one turned round, reach neither lights nor Pico, and no fuse goes: pull the "
            "plug, take the right supply. The worst is a supply of 5 V that fails upwards while the lights shine: "
            f"{jump.most:.1f} V at the lights, which they draw down again within milliseconds, and "
            f"{jump.between:.0f} V between the FETs, which bear 30 V. Q2 turns on slowly, so a cold board draws "
            f"{cold.amperes:.1f} A at the most, not {bare.amperes:.0f} A. A short behind the FETs is ended by the "
            "supply or the fuse; Q2 gets hot until then (the heat is that of 30 ms)."
        ),
        "",
        said(
            "Not taken: an eFuse (small ones give too few amperes, the others have pads below their belly that no iron "
            "reaches), and a crowbar (the fuse must go each time, and a supply that limits its current at 4 A leaves a "
            "slow fuse of 3.15 A whole for minutes, with the crowbar hot). Not held off: a supply of more than 20 V "
            "(D5 conducts, F1 goes), and one between 5.3 V, what a WS2812B bears for good, and the turning off."
        ),
        "",
    ]


def _spark(board: dict[str, Any]) -> list[str]:
    first, rise, thirty, sixty = esd.generator(board)
    words = {
        "column": "a column", "button": "a button", "home": "lights, home", "lights": "lights, out", "row": "a row",
    }  # fmt: skip
    heads = {"bare": "nothing", "resistor": "the resistor alone", "clamp": "the clamp alone", "both": "both"}
    rows = []
    for line, name in words.items():
        ohms = esd.series_ohm(board, line)
        found = {way: esd.taken(board, line, way) for way in esd.ways(line)}
        rows.append((name, esd.LINES[line].chip, f"{ohms:g} Ohm" + ("" if esd.LINES[line].resistor else " (tried)"),
                     *(_taken(found[way]) if way in found else "" for way in heads)))  # fmt: skip
    alone = esd.taken(board, "column", "resistor")
    volts, amperes, seconds = esd.stone(board, "both")
    here = matrix.chosen(board)
    row_ma = max(each.milliamperes for each in matrix.levels(board) if each.driver == here.driver.name)
    slower = (matrix.slowest(board, here.pull_down, 400) - matrix.slowest(board, here.pull_down, 300)) / 100
    level = matrix.worst_level(board, here.driver.name, here.pull_down, "high")
    return [
        "## A spark from a hand",
        "",
        said(
            "A hand that is charged to 8 kV, touching metal (IEC 61000-4-2, level 4: 150 pF behind 330 Ohm; into the "
            f"standard's target {first:.0f} A in {1e9 * rise:.1f} ns, {thirty:.0f} A after 30 ns, {sixty:.1f} A after "
            "60 ns). **With the case shut** it finds no line: plate, stones and the usual buttons are of plastic, "
            "spacers of nylon; the jack's sleeve, the USB socket's shell and the copper nearest to the controller's "
            "screws are ground; the jack's pin has D5. **Open**, while ribbons are plugged, or at a button of metal, "
            "it finds the plugs.",
        ),
        "",
        said(
            "What the chip's own diodes take then, at the worse polarity: amperes at most, and in brackets how many "
            "times the heat of the discharge that a chip is tested with (2 kV, human body model: "
            f"{esd.hbm_amperes():.1f} A). Without a ribbon on the plug: with one it is less."
        ),
        "",
        table(("line", "chip", "its resistor", *heads.values()), rows),
        "",
        said(
            "A resistor alone is no help: it would have to bear "
            f"{alone.volts / 1000:.1f} kV, and a spark goes over an 0805 long before. A clamp alone leaves the chip "
            "its share, for the chip's own diodes conduct at a lower voltage. So each line that the Pico or the level "
            "shifter reads or drives has both, the clamp beside its plug. A column's level does not fall by it, as the "
            f"pull-down stands before the resistor; the clamp's {1e12 * parts.CLAMP_F:.0f} pF add "
            f"{4 * slower:.2f} us to the fall of a column. If 5 V gets onto a column, the resistor leaves "
            f"{(5.25 - 3.15 - 0.6) / values.resistor_ohms(board, 'column_resistor') * 1000:.0f} mA for the Pico."
        ),
        "",
        said(
            f"**The rows have neither.** A full row draws {row_ma:.1f} mA, so {esd.ROW_OHM} Ohm would cost "
            f"{row_ma * esd.ROW_OHM / 1000:.2f} V of the {level.margin:.2f} V that are left, and even so the driver "
            "would take more than it is tested with. A driver costs less than one EUR; who opens the case touches the "
            "jack's sleeve first (the guide says so). Nor have the lines from light to light: no chip of the "
            "controller is on them."
        ),
        "",
        said(
            f"A spark that goes to a stone couples into the reed below it ({1e12 * esd.STONE_F:.1f} pF, an estimate): "
            f"{volts:.0f} V on its column for a moment, {amperes:.2f} A into the Pico, and {1e6 * seconds:.1f} us "
            "until the column is low again. That can spoil one reading, and a stone takes "
            f"{board['sensing']['stone_on_frames']} of them."
        ),
        "",
    ]


def _taken(what: esd.Taken) -> str:
    times = what.action / esd.hbm_action()
    return f"{what.amperes:.1f} A ({times:.0f})" if times >= 1 else f"{what.amperes:.1f} A ({times:.1g})"


def _sources(board: dict[str, Any]) -> list[str]:
    return [
        "## What the figures stand on",
        "",
        said(
            "`host_tools/tengen_hardware/simulation/parts.py` has every figure beside its source. "
            "Compare those that are to be checked with the data sheets of what you buy.",
        ),
        "",
        table(
            ("figure", "from", "checked"),
            [
                *(
                    (f"{each.name}: {each.level:g} V at {each.load_ma:g} mA, {each.supply:g} V ({each.ohms:.0f} Ohm)",
                     each.source.split(": ")[0], each.checked)
                    for each in parts.DRIVERS
                ),
                ("RP2040: low to 0.8 V, leakage 1 uA, hysteresis 0.2 V", "its data sheet, 5.2.3", "yes"),
                ("RP2040: high from 2.0 V at 3.3 V", "its data sheet, 5.2.3", "to be checked"),
                ("thresholds at 3.15 and 3.45 V", "in proportion, where that is the worse for us", "our choice"),
                ("1N4148W: a public model, 4 pF, 25 nA at 25 C", "data sheets of several makers", "yes"),
                ("1N4148W: 0.715 V at 1 mA at the most", "Diodes Inc.", "to be checked"),
                ("74AHCT125: 2.0 V in; 3.8 V out at 8 mA, 4.5 V", "TI, the same family", "yes"),
                ("WS2812B: 0.7 and 0.3 of VDD, 15 pF, its times", "Worldsemi", "yes"),
                ("WS2812B: strength and speed of its output", "not said; tried from 40 to 150 Ohm", "unknown"),
                ("AWG 28: 0.08 mm2, 0.22 Ohm a metre, 0.8 A a wire", "a maker of cables", "yes"),
                ("ribbon 105 Ohm, coupling, contacts, fuse", "usual figures", "to be checked"),
                ("strip: 0.2 Ohm a metre", "an estimate", "measure it"),
                ("IRF9310: 6.8 mOhm at a gate of 4.5 V, 30 V, 20 V at the gate", "Infineon", "yes"),
                ("TL431A: 1 % (checked); 2.495 V, 4 uA; off below it", "TI, onsemi", "to be checked"),
                ("SMBJ18CA, SMBJ5.0A: where they conduct, and at their most", "Littelfuse", "to be checked"),
                ("USBLC6-4SC6: 12 V at 1 A, 17 V at 5 A, 4 pF at the most", "ST", "to be checked"),
                ("CDSOT236-0504LC, its like: from 6 V, some 12 V at a spark", "Bourns", "yes"),
                ("RP2040, 74AHCT125: 2 kV, human body model; their diodes 1 Ohm", "usual figures", "to be checked"),
                ("lead 1 uH a metre; half of the tiles' 47 uF left at 5 V", "usual figures", "to be checked"),
            ],
        ),
    ]  # fmt: skip


def _two(volts: float) -> str:
    return f"{round(volts, 2) + 0:.2f}"  # + 0: no -0


def _k(ohms: float) -> str:
    return f"{ohms / 1000:g} kOhm"


def _list(values: Iterable[float]) -> str:
    return ", ".join(f"{each:g}" for each in values)
