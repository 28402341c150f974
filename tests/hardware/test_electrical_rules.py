"""The electrical rules: the real board breaks none; for each broken copy a rule says what is wrong, and where."""

import copy
import random
import re

import pytest
from tengen_hardware import __main__ as hardware
from tengen_hardware import (
    light_rules,
    matrix_rules,
    name_rules,
    plug_rules,
    power_rules,
    protection_rules,
    rail_rules,
    rules,
    whole,
)
from tengen_hardware.circuit import Circuit, CircuitError, Part
from tengen_host import resources, wiring
from tengen_host.pinouts import KINDS


@pytest.fixture
def board():
    return copy.deepcopy(wiring.load())


@pytest.fixture(scope="module")
def circuits():
    return {circuit.name: circuit for circuit in rules.circuits(wiring.load())}


def rewired(circuit, reference, **nets):
    """A copy in which terminals of a part, by name, are on other nets; `_` stands before a name that is a number."""
    part = circuit.parts[reference]
    names = {terminal.name: terminal.number for terminal in KINDS[part.kind]}
    changed = {names[name.lstrip("_")]: net for name, net in nets.items()}
    return circuit.with_part(part._replace(nets=part.nets | changed))


def and_part(circuit, reference, kind, *nets):
    """A copy with one more part, which has two terminals."""
    return circuit.with_part(Part(reference, kind, {"1": nets[0], "2": nets[1]}))


def test_the_true_board_breaks_no_rule(board, circuits):
    assert {name: rules.broken(circuit, board) for name, circuit in circuits.items()} == {
        "tile": [], "controller": [], "board": [],
    }  # fmt: skip
    rules.check(board)


def test_every_rule_is_asked_of_the_whole_board():
    everything = {rule for of_circuit in rules.RULES.values() for rule in of_circuit}
    assert set(rules.RULES["board"]) == everything


# A broken copy, its circuit, the rule that finds the fault, and words of the rule's sentence.
BROKEN = {
    "two pins of the Pico on one net": (
        "controller", lambda c: rewired(c, "U1", GP28="BUZZER"), power_rules.pins, "GP28 and GP27 .* both on BUZZER"),
    "a pin on another net than board.toml gives it": (
        "board", lambda c: rewired(c, "U1", GP27=None, GP28="BUZZER"), power_rules.pins,
        r"GP27 of the Pico is on nothing: board.toml \[pins\] has BUZZER there"),
    "a pin on a row": (
        "controller", lambda c: rewired(c, "U1", GP28="ROW2"), power_rules.pins,
        r"GP28 of the Pico is on ROW2: board.toml \[pins\] has RAIL there"),
    "the Pico's RUN on some net": (
        "controller", lambda c: rewired(c, "U1", RUN="ROW2"), power_rules.pins,
        "RUN of the Pico is on ROW2: it belongs on nothing"),
    "what comes home from the lights on a pin": (
        "controller", lambda c: rewired(c, "U1", GP28="HOME5"), power_rules.five_volts,
        "GP28 of the Pico is on HOME5, where the light behind J5.10 puts 5 V"),
    "a row of tiles left out of the chain": (
        "controller", lambda c: rewired(c, "R33", _2="CHAIN4"), light_rules.chain,
        "plug 3 of the chain is J5: .* has J4 there"),
    "two outputs on one net": (
        "controller", lambda c: rewired(c, "U3", Q0="ROW1"), power_rules.outputs,
        "ROW1 has 2 outputs, U2 Q0 and U3 Q0"),
    "an output against the Pico's": (
        "controller", lambda c: rewired(c, "U4", _2Y="BUZZER"), power_rules.outputs, "BUZZER has 2 outputs, U1 GP27"),
    "two outputs joined by a solder jumper": (
        "tile", lambda c: rewired(c, "L21", DOUT="DAT2_RIGHT"), power_rules.outputs,
        "2 outputs, L31 DOUT and L21 DOUT"),
    "two rows swapped at their driver": (
        "board", lambda c: rewired(c, "U2", Q2="ROW4", Q3="ROW3"), matrix_rules.drivers,
        "Q2 of U2 is on ROW4: it must drive ROW3"),
    "the second row driver without data": (
        "controller", lambda c: rewired(c, "U3", DS="ROW_CHAIN9"), matrix_rules.drivers,
        "no row driver takes its data from ROW_CHAIN1: rows 9 and on are dead"),
    "the row drivers in the wrong order": (
        "controller", lambda c: rewired(rewired(c, "U2", DS="ROW_CHAIN1"), "U3", DS="ROW_DATA"), matrix_rules.drivers,
        "Q0 of U3 is on ROW9: it must drive ROW1"),
    "clock and latch of a row driver swapped": (
        "controller", lambda c: rewired(c, "U3", SHCP="ROW_LATCH", STCP="ROW_CLOCK"), matrix_rules.drivers,
        "SHCP of U3 is on ROW_LATCH: ROW_CLOCK belongs there"),
    "a row driver that is never on": (
        "controller", lambda c: rewired(c, "U3", OE="3V3"), matrix_rules.drivers,
        "OE of U3 is on 3V3: GND belongs there"),
    "a reed without its diode": (
        "board", lambda c: c.without("T33.D22"), matrix_rules.reeds, r"reed T33.S22 \(h8\) has no diode: put one"),
    "a reed without its diode on the coupon": (
        "tile", lambda c: c.without("D13"), matrix_rules.reeds, "reed S13 has no diode"),
    "a reed's diode the wrong way round": (
        "board", lambda c: rewired(c, "T11.D11", A="COL1", K="T11.K_11"), matrix_rules.reeds,
        r"T11.S11 \(a1\): diode T11.D11 is the wrong way round"),
    "a wire past the diode": (
        "board", lambda c: rewired(c, "T55.S33", _2="COL15"), matrix_rules.reeds,
        r"T55.S33 \(o15\) leads to COL15 past its diode"),
    "a resistor past the diode": (
        "tile", lambda c: and_part(c, "R9", "pull_down", "K_22", "X2"), matrix_rules.reeds,
        "S22: R9 is on K_22 as well"),
    "a diode with both ends on one net": (
        "tile", lambda c: rewired(c, "D22", K="K_22"), matrix_rules.reeds, "both ends of diode D22|D22 is on K_22"),
    "a diode that leads to the wrong column": (
        "tile", lambda c: rewired(c, "D22", K="X3"), matrix_rules.reeds, "0 reeds between Y2 and X2"),
    "a diode that leads to a row": (
        "tile", lambda c: rewired(c, "D22", K="Y1"), matrix_rules.reeds, "diode D22 leads to Y1"),
    "a reed on no row": (
        "tile", lambda c: rewired(c, "S22", _1="GND"), matrix_rules.reeds, "reed S22 is between GND and K_22"),
    "a missing reed": (
        "board", lambda c: c.without("T11.S31").without("T11.D31"), matrix_rules.reeds,
        "0 reeds between ROW1 and COL3"),
    "a row without its diode to the sixteenth column": (
        "board", lambda c: c.without("T52.DS1"), matrix_rules.sixteenth, "no diode from ROW4 to COL16"),
    "a column without its diode from the sixteenth row": (
        "board", lambda c: c.without("T25.DT3"), matrix_rules.sixteenth, "no diode from ROW16 to COL6"),
    "the corner without its diode": (
        "board", lambda c: c.without("T55.DX"), matrix_rules.sixteenth, "no diode from ROW16 to COL16"),
    "a diode of the sixteenth column the wrong way round": (
        "tile", lambda c: rewired(c, "DS2", A="SENSE", K="Y2"), matrix_rules.sixteenth,
        "DS2 from Y2 to SENSE is the wrong"),
    "a diode from a row to a column without a reed": (
        "tile", lambda c: rewired(c, "DS2", K="X1"), matrix_rules.sixteenth, "DS2 leads from Y2 to X1 without a reed"),
    "a column without its pull-down": (
        "controller", lambda c: c.without("R5"), matrix_rules.pull_downs, "COL5 has 0 pull-downs"),
    "the Pico's own supply measured, which a laptop feeds too": (
        "controller", lambda c: rewired(c, "R48", _1="VSYS"), rail_rules.rail,
        "R48 measures VSYS: it belongs on 5V, which no laptop feeds"),
    "the supply measured before it has passed the inlet": (
        "controller", lambda c: rewired(c, "R48", _1="SUPPLY"), rail_rules.rail, "R48 measures SUPPLY"),
    "no divider to measure the 5 V": (
        "controller", lambda c: c.without("R48"), rail_rules.rail, "no divider from 5V to GP28: with a laptop"),
    "the measured 5 V undivided": (
        "controller", lambda c: c.without("R49"), power_rules.five_volts, "GP28 of the Pico is on RAIL, where 5V puts"),
    "the measured 5 V without its lower resistor": (
        "board", lambda c: c.without("R49"), rail_rules.rail, "R48 leads to RAIL: that needs a resistor to ground"),
    "the measured 5 V without its capacitor": (
        "controller", lambda c: c.without("C7"), rail_rules.rail, "RAIL has no capacitor to ground"),
    "the measured 5 V on no pin": (
        "controller", lambda c: rewired(c, "U1", GP28=None), rail_rules.rail,
        "the divider R48 leads to RAIL: GP28 must be on that"),
    "a pull-down to the supply": (
        "controller", lambda c: rewired(c, "R16", _2="3V3"), matrix_rules.pull_downs, "R16 is between COL16 and 3V3"),
    "5 V straight from the last light into the Pico": (
        "board", lambda c: rewired(c, "BAR_P1", DOUT="LED_RETURN"), power_rules.five_volts,
        "GP20 of the Pico is on LED_RETURN, where BAR_P1 DOUT puts 5 V"),
    "the supply on a pin": (
        "controller", lambda c: rewired(c, "U1", GP28="5V"), power_rules.five_volts, "GP28 of the Pico is on 5V"),
    "the level shifter on a pin": (
        "controller", lambda c: rewired(c, "U1", GP28="LED_5V"), power_rules.five_volts,
        "GP28 .* where U4 1Y puts 5 V"),
    "3V3 and 5V joined": (
        "controller", lambda c: rewired(c, "U1", **{"3V3": "5V"}), power_rules.five_volts, "3V3 of the Pico is on 5V"),
    "row drivers on 5 V, through reeds and diodes into the columns": (
        "board", lambda c: rewired(c, "U2", VCC="5V"), power_rules.five_volts,
        "GP0 of the Pico is on IN1, where U2 Q"),
    "a pull-up to 5 V": (
        "controller", lambda c: rewired(c, "R3", _2="5V"), power_rules.five_volts,
        "GP2 of the Pico is on IN3, where 5V"),
    "a light's output on a row of its tile": (
        "tile", lambda c: rewired(c, "L33", DOUT="Y3"), power_rules.five_volts, "Y3 is a net of 3.3 V, but L33 DOUT"),
    "the divider without its lower half lets 5 V through": (
        "board", lambda c: c.without("R19"), power_rules.five_volts, "GP20 of the Pico is on LED_RETURN"),
    "the divider without its lower half": (
        "controller", lambda c: c.without("R19"), power_rules.divider,
        "R18 leads to LED_RETURN: that needs a resistor"),
    "an enable left open": (
        "controller", lambda c: rewired(c, "U4", _1OE=None), power_rules.inputs, "input 1OE of U4 is left open"),
    "an input that nothing drives": (
        "board", lambda c: rewired(c, "U3", DS="ROW_CHAIN9"), power_rules.inputs,
        "DS of U3 is on ROW_CHAIN9, which nothing"),
    "lights driven by 3.3 V": (
        "board", lambda c: rewired(c, "R17", _1="LED_DATA"), power_rules.inputs, "T11.L11 is driven by 3.3 V"),
    "a chip without supply": (
        "controller", lambda c: rewired(c, "U2", VCC=None), power_rules.supplies, "VCC of U2 is on nothing: 3V3"),
    "a light without ground": (
        "tile", lambda c: rewired(c, "L22", VSS="Y1"), power_rules.supplies, "VSS of L22 is on Y1: GND"),
    "no fuse": ("controller", lambda c: c.without("F1"), power_rules.supplies, "J40 does not lead to 5V"),
    "the fuse straight to the lights, as revision A had it": (
        "controller", lambda c: rewired(c, "F1", _2="5V"), power_rules.supplies, "J40 leads to 5V past the FETs"),
    "a FET turned round": (
        "controller", lambda c: rewired(c, "Q1", D="PASSED", S="FUSED"), protection_rules.protection,
        "S of Q1 is on FUSED: PASSED belongs there"),
    "no FET against a wrong polarity": (
        "board", lambda c: c.without("Q1"), protection_rules.protection, "Q1 is missing"),
    "the reference without its divider": (
        "controller", lambda c: rewired(c, "U5", REF=None), protection_rules.protection,
        "REF of U5 is on nothing: TRIP_SENSE belongs there"),
    "a chip's output at the base of the inlet's transistor": (
        "controller", lambda c: rewired(c, "U3", Q7S="TRIP_BASE"), protection_rules.protection,
        "U3 is on TRIP_BASE: only the parts of the inlet"),
    "no test pad on the latch": (
        "controller", lambda c: c.without("TP9"), plug_rules.test_pads, "ROW_LATCH has 0 test pads"),
    "two test pads on one line": (
        "board", lambda c: rewired(c, "TP9", _1="ROW_CLOCK"), plug_rules.test_pads, "ROW_CLOCK has 2 test pads"),
    "a wire past the fuse": (
        "controller", lambda c: rewired(c, "J40", PLUS="5V"), power_rules.supplies, "J40 leads to 5V past the fuse"),
    "the clamp turned": (
        "controller", lambda c: rewired(c, "D2", A="5V", K="GND"), power_rules.supplies, "no clamp from GND to 5V"),
    "the Pico's diode turned": (
        "controller", lambda c: rewired(c, "D1", A="VSYS", K="5V"), power_rules.supplies, "no current from 5V to VSYS"),
    "a jumper past the Pico's diode": (
        "controller", lambda c: and_part(c, "JP9", "jumper", "VSYS", "5V"), power_rules.supplies, "VSYS back to 5V"),
    "the big capacitor turned": (
        "controller", lambda c: rewired(c, "C1", PLUS="GND", MINUS="5V"), power_rules.supplies, "C1: its plus belongs"),
    "no jumper behind the laptop's USB": (
        "controller", lambda c: rewired(c, "F2", _1="VBUS").without("JP1"), power_rules.supplies,
        "no jumper behind VBUS"),
    "the chain of lights cut": (
        "board", lambda c: rewired(c, "T33.L22", DOUT=None), light_rules.chain, "ends at T33.L22"),
    "a light left out": (
        "tile", lambda c: rewired(c, "L22", DIN="D_99"), light_rules.chain, "broken after L32: L22 is next"),
    "two lights swapped": (
        "tile", lambda c: rewired(rewired(c, "L11", DIN="D_11", DOUT="D_21"), "L21", DIN="DAT1_LEFT", DOUT="D_11"),
        light_rules.chain, r"light 0 of the chain is L21: board.toml \[leds\] has L11 there"),
    "two lights on one output": (
        "board", lambda c: rewired(c, "T11.L21", DIN="CHAIN0"), light_rules.chain, "T11.L21 both take their data from"),
    "the turn of a tile not soldered": (
        "tile", lambda c: c.without("JP52"), light_rules.chain, "broken after L12: L13 is next"),
    "the way home of a tile not soldered": (
        "tile", lambda c: c.without("JP53"), light_rules.chain, "JP53 must lead it"),
    "the chain does not come home": (
        "controller", lambda c: rewired(c, "R18", _1="CHAIN6"), light_rules.chain,
        "must come home to the divider of GP20"),
    "the divider on another pin": (
        "controller", lambda c: rewired(c, "U1", GP20=None, GP28="LED_RETURN"), light_rules.chain,
        "GP20 must be on that"),
    "no level shifter": (
        "controller", lambda c: rewired(c, "R17", _1="LED_DATA"), light_rules.chain,
        "do not come through the level shifter"),
    "a light without its capacitor": (
        "board", lambda c: c.without("T33.C22"), light_rules.capacitors, r"light T33.L22 \(h8\) has no capacitor"),
    "a chip without its capacitor": (
        "controller", lambda c: c.without("C3"), light_rules.capacitors, "2 chips on 3V3 have 1 capacitors"),
    "a tile without its large capacitor": (
        "board", lambda c: c.without("T52.C51"), light_rules.capacitors, "tile T52 has no capacitor C51"),
    "an unused input on some net": (
        "controller", lambda c: rewired(c, "U4", _3A="ROW3"), power_rules.inputs,
        "3A of U4 is on ROW3: unused, so GND or 5V"),
    "the Pico's 3.3 V on nothing": (
        "controller", lambda c: rewired(c, "U1", **{"3V3": None}), power_rules.supplies, "3V3 of U1 is on nothing"),
    "no inlet": ("controller", lambda c: c.without("J40"), power_rules.supplies, "no inlet for the supply"),
    "no big capacitor": ("controller", lambda c: c.without("C1"), power_rules.supplies, "no big capacitor"),
    "no way from the laptop's USB to the lights": (
        "controller", lambda c: c.without("F2"), power_rules.supplies, "no way from VBUS"),
    "two wires of a ribbon's plug swapped on the controller": (
        "controller", lambda c: rewired(c, "J13", _1="COL8", _2="COL7"), plug_rules.plugs,
        "J13.1 is on COL8: COL7 belongs there"),
    "two wires of a ribbon's plug swapped on a tile": (
        "tile", lambda c: rewired(c, "J51", _3="Y2", _4="Y1"), plug_rules.plugs, "J51.3 is on Y2: Y1 belongs there"),
    "a bridge between tiles that is missing": (
        "board", lambda c: rewired(c, "T33.J54", _3=None), plug_rules.plugs,
        "T33.J54.3 is on None and T43.J53.3 on ROW7: one wire joins them"),
    "a ribbon that is missing": (
        "board", lambda c: c.without("T12.J51"), plug_rules.plugs, "T12.J51 is missing: it joins J2 and T12.J51"),
    "a button without its resistor": (
        "board", lambda c: c.without("R21"), plug_rules.hands, "BUTTON_P2 does not lead to ground"),
    "a button's plug without ground": (
        "controller", lambda c: rewired(c, "J22", _2=None), plug_rules.hands, "BUTTON_ARBITER does not lead to ground"),
    "two buttons' wires on one plug": (
        "controller", lambda c: rewired(c, "R22", _2="LEAD_P1"), plug_rules.hands,
        "BUTTON_ARBITER does not lead to ground through its own resistor"),
    "no buzzer": ("controller", lambda c: c.without("BZ1"), plug_rules.hands, "BUZZER does not lead to ground"),
    "a capacitor called like a line of the tile, as C1 was": (
        "tile", lambda c: and_part(c, "X1", "tile_capacitor", "5V", "GND"), name_rules.names,
        "X1 is a part of the tile and a line of the tile: rename one"),
    "a jumper of the tile called like one of the controller": (
        "tile", lambda c: and_part(c, "JP1", "solder_jumper", "Y1", "Y2"), name_rules.names,
        "JP1 is a part of the tile and a part of the controller"),
    "a resistor of the controller called like a light": (
        "board", lambda c: and_part(c, "L22", "pull_down", "COL1", "GND"), name_rules.names,
        "L22 is a part of the board and a part of the tile"),
    "a line of the controller called like a part of the tile": (
        "controller", lambda c: rewired(c, "R17", _2="J51"), name_rules.names,
        "J51 is a line of the controller and a part of the tile"),
    "a column's plug straight on a pin of the Pico": (
        "controller", lambda c: rewired(c, "U1", GP4="COL5"), protection_rules.sparks,
        r"J12.\d \(COL5\) leads straight to U1 GP4: put a resistor between"),
    "a column without its clamp": (
        "board", lambda c: c.without("U12"), protection_rules.sparks,
        r"J12.\d \(COL4\) has no clamp: a spark at it goes into U1"),
    "a button's clamp on the Pico's side of the resistor": (
        "controller", lambda c: rewired(c, "U20", IO2="BUTTON_P2"), protection_rules.sparks,
        r"J21.1 \(LEAD_P2\) has no clamp"),
    "the lights' way out without its clamp": (
        "controller", lambda c: c.without("U21"), protection_rules.sparks,
        r"J1.\d \(CHAIN0\) has no clamp: a spark at it goes into U4"),
    "a clamp that leads a spark into the Pico's supply": (
        "controller", lambda c: rewired(c, "U11", VBUS="3V3"), protection_rules.sparks,
        "VBUS of U11 is on 3V3: nothing belongs there"),
    "a ribbon with one wire of 5 V": (
        "board", lambda c: rewired(c, "J3", _9="GND"), power_rules.budget,
        "J3: 45 lights draw up to 1790 mA through 1 contacts that bear 1000 mA"),
}  # fmt: skip


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_circuit_is_told(board, circuits, case):
    name, broken, rule, words = BROKEN[case]
    told = rule(broken(circuits[name]), board)
    assert told, "nothing was noticed"
    assert any(re.search(words, sentence) for sentence in told), told
    assert rule in rules.RULES[name]


@pytest.mark.parametrize("name", ["tile", "controller"])
def test_whatever_terminal_comes_off_is_told(board, circuits, name):
    for part in circuits[name].parts.values():
        for number, net in part.nets.items():
            if net is not None and part.fitted:
                broken = circuits[name].with_part(part._replace(nets=part.nets | {number: None}))
                assert rules.broken(broken, board), (part.reference, number)


@pytest.mark.parametrize(("name", "times"), [("tile", 300), ("controller", 300), ("board", 4)])
def test_whatever_terminal_is_on_another_net_is_told(board, circuits, name, times):
    """A sample of all such faults: a terminal of a random part, on another net of the circuit."""
    chance = random.Random(9)
    nets = list(circuits[name].nets())
    parts = [part for part in circuits[name].parts.values() if part.fitted and part.kind != "solder_jumper"]
    for _ in range(times):
        part = chance.choice(parts)
        number, net = chance.choice(list(part.nets)), chance.choice(nets)
        if part.nets[number] != net:
            broken = circuits[name].with_part(part._replace(nets=part.nets | {number: net}))
            assert rules.broken(broken, board), (part.reference, number, net)


@pytest.mark.parametrize(
    ("table", "name", "value", "words"),
    [
        (
            "parts", "pull_down", {"value": "8k2", "footprint": ""},
            "8200 ohms, .* pull_down_ohm: 12000: they must agree",
        ),
        (
            "parts", "pull_down", {"value": "12 K", "footprint": ""},
            r"\[parts.pull_down\] value: '12 K' is no resistance",
        ),
        ("parts", "return_upper", {"value": "1k", "footprint": ""}, "up to 4.20 V, the Pico takes 3.45 V"),
        ("parts", "return_lower", {"value": "1k5", "footprint": ""}, "1.58 V at worst, the Pico needs 2.09 V"),
        ("supply", "low_mv", 3000, "1.59 V at worst"),
        ("supply", "high_mv", 6000, "up to 3.86 V"),
        ("supply", "high_mv", None, r"\[supply\] high_mv: None is no whole number"),
        ("parts", "fuse", {"value": "2 A slow", "footprint": ""}, "not the 3150 mA of"),
        ("parts", "feed_header", {"value": "2 x 5", "footprint": ""}, r"\[parts.feed_header\] contact_ma: missing"),
        (
            "parts", "feed_header", {"value": "", "footprint": "", "contact_ma": 800},
            "through 2 contacts that bear 800 mA",
        ),
        ("parts", "bar_header", {"value": "", "footprint": "", "contact_ma": 500}, "15 lights draw up to 645 mA"),
        ("parts", "reed", None, r"\[parts.reed\] value is missing"),
        ("tile", "points", 4, "tiles of 4 do not make a board of 15"),
        ("tile", "points", 5, "points: 5, but tile.py has plugs and joints for 3"),
        ("leds", "serpentine_rows", 15, "light 45 of the chain is T12.L11: board.toml .* has T52.L31 there"),
        ("leds", "first", "o1", "light 0 of the chain is T11.L11"),
        ("parts", "trip_upper", {"value": "10k", "footprint": ""}, "turned on again only below 4.84 V, .* gives up to"),
        ("parts", "trip_upper", {"value": "15k", "footprint": ""}, "turned off only at 6.5. V, 5.8 V are the most"),
        ("parts", "rail_upper", {"value": "3k3", "footprint": ""}, "up to 4.3. V at the pin .* the ADC takes 3.15 V"),
        ("parts", "rail_lower", {"value": "12k", "footprint": ""}, "the ADC is full at 6050 mV: .* rail_full_mv must"),
        ("supply", "rail_full_mv", 5000, "the ADC is full at 6600 mV"),
        ("parts", "column_resistor", {"value": "22", "footprint": ""}, "a spark drives 2.2 A .* surely bears 1.3 A"),
        ("leds", "budget_ma", 4500, "draw 4600 mA, but the supply gives 4000 mA: take a stronger supply"),
    ],
)
def test_a_broken_board_toml_is_told(board, table, name, value, words):
    board[table] = {**board[table], name: value}
    if value is None:
        del board[table][name]
    with pytest.raises(CircuitError, match=words):
        rules.check(board)


def test_what_flows_into_a_pico_without_power_is_bounded_by_the_measuring_divider(board):
    assert rail_rules.unpowered_ma(board) < 0.6 and rail_rules.highest_v(board) < 3.0
    for name in ("upper", "lower"):
        board["parts"][f"rail_{name}"] |= {"value": "4k7"}
    with pytest.raises(CircuitError, match=r"1.2 mA into a Pico without power, 1 mA at the most: larger ones"):
        rules.check(board)


def test_the_dividers_resistors_must_be_of_1_percent(board, circuits, monkeypatch):
    low, high = power_rules.divided(board)
    assert power_rules.HIGH_V < low < high < power_rules.MOST_V
    monkeypatch.setattr(power_rules, "SPREAD", 5)
    assert power_rules.divider(circuits["controller"], board)


def test_a_pin_used_twice_is_told_even_if_the_first_check_has_not_seen_it(board):
    board["pins"]["buzzer"] = board["pins"]["led_data"]
    with pytest.raises(CircuitError, match="GPIO19 is both LED_DATA and BUZZER: one of them needs another pin"):
        rules.check(board)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("buzzer = 27", "buzzer = 19", "error: board.toml [pins] buzzer: GPIO19 is already led_data"),
        ("budget_ma = 2000", "budget_ma = 4500", "error: board.toml [supply] current_ma: lights (4500 mA) and Pico"),
        ("budget_ma = 2000", "budget_ma = 3100", "error: board.toml [supply] fuse_ma: a fuse of 3150 mA must bear"),
        (
            '[parts.return_upper]\nwhat = "resistor"\nvalue = "2k2"',
            '[parts.return_upper]\nwhat = "resistor"\nvalue = "220"',
            "error: controller: board.toml [parts.return_upper] and [parts.return_lower]",
        ),
        (
            "pull_down_ohm = 12000", "pull_down_ohm = 8200",
            "error: controller: board.toml [parts.pull_down] value: 12000",
        ),
        ("points = 3 ", "points = 4 ", "error: board.toml [tile] points: tiles of 4"),
    ],
)
def test_nothing_is_made_from_a_board_toml_that_cannot_be_built(tmp_path, capsys, old, new, words):
    text = resources.path("hardware/board.toml").read_text(encoding="utf-8")
    assert text.count(old) == 1
    (tmp_path / "copy.toml").write_text(text.replace(old, new), encoding="utf-8")
    made = tmp_path / "made"
    assert hardware.main(["--board", str(tmp_path / "copy.toml"), "--into", str(made)]) == 1
    assert not made.exists()
    errors = capsys.readouterr().err.splitlines()
    assert errors[0].startswith(words) and len(errors) <= 2


def test_a_circuit_with_two_parts_of_one_name_cannot_be(board):
    part = whole.circuit(board).parts["R1"]
    with pytest.raises(CircuitError, match="two parts are called R1"):
        Circuit("board", [part, part])
