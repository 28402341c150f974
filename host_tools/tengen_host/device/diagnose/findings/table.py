"""Define the faults as data: the text of each fault, its likely cause, the repair, and the deciding measurement.

A key is a kind of fault, or a variant of it ("dead column: sense"). The module that finds the fault replaces the words
in braces.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from .finding import Finding, Hidden


class Fault(NamedTuple):
    """The texts of a fault. `decide` is needed for a finding with candidates."""

    kind: str
    words: str
    cause: str
    cure: str
    decide: str = ""


# a WS2812B withstands no more (data sheet). The divider (1 %) and the Pico's 3.3 V may make a reading 3 % wrong
HIGHEST_MV = 5300

_LEARN = "exchange the wires; or let the board learn its wiring: tengen diagnose --learn"
_LIGHTS = "let the board learn its wiring (tengen diagnose --learn), or turn the strip and correct board.toml [leds]"

FAULTS = {
    # The whole board
    "sagging supply": Fault(
        "sagging supply",
        "the supply sags: the lights' 5 V is {mv} mV, below the limit of {low} mV",
        "a thin or long cable, a weak charger, a bad contact at the plug, or a short on the 5 V of the lights",
        "measure 5 V at the plug and at the far end of the lights, dark and lit: where it drops is the fault",
    ),
    "sagging supply: missing": Fault(
        "sagging supply",
        "the lights have no 5 V ({mv} mV): the laptop feeds the Pico alone",
        "no supply is plugged in, its plug has a wrong voltage that the inlet blocks, or the fuse has blown",
        "plug the supply in; then measure 5 V at plug, fuse and lights: where it ends is the fault",
        "run this again with 5 V at the lights: only then a break in the chain of lights shows",
    ),
    "high supply": Fault(
        "high supply",
        "the supply is too high: the lights' 5 V is {mv} mV, above the limit of {high} mV",
        "the supply gives more than 5 V plus 5 %",
        "measure it with a multimeter, because the board can be 3 % wrong. Above 5.3 V take another supply: the lights "
        "withstand no more",
    ),
    "slow lines": Fault(
        "slow lines",
        "the columns fall too slowly: {settle} us after its row a contact still shows in the next",
        "pull-downs of too many ohms or not connected to ground, or too much capacitance (long wires)",
        "measure each column to ground with the power off: {pull_down}; then make settle_us in board.toml longer",
        "repair this first and walk again: slow columns look like ghosts of a bridged diode, and a reed that is "
        "always closed looks like a slow column of the one before it",
    ),
    "nothing reads": Fault(
        "nothing reads",
        "no row answers, and no stone is felt ({column})",
        "the 595s have no power, clock, latch or data, or the Pico's wires to the inputs are off",
        "measure 3.3 V at pin {power} of both 595s; then, power off, from GPIO{data}, GPIO{clock} and GPIO{latch} to "
        "the 595s: near 0 Ohm",
    ),
    "bounce": Fault(
        "bounce",
        "bounce below {unseen:.0f} ms is not seen by the scan; the firmware waits {waits} ms for a stone",
        "reeds bounce for 0.5 to 1 ms",
        "no repair is needed",
        "an oscilloscope at a column's GPIO, with only its row driven, shows how long a reed bounces",
    ),
    "not tested": Fault(
        "not tested",
        "{untested}: not tested at {points}",
        "a step of the walk was left out, or another fault hides this",
        "repair the other faults, and walk again, leaving the stones on the board",
        "the next walk",
    ),
    # Rows and columns
    "dead column: sense": Fault(
        "dead column",
        "{column} is dead: no row's sense bit closes, and stones are felt",
        "an open joint or broken wire at that GPIO",
        "with the power off, measure from the GPIO's pin to the diodes of the sixteenth column",
        "a row in which no stone is felt counts as dead; repair this, and each sense bit proves its row",
    ),
    "dead row: sixteenth": Fault(
        "dead row",
        "{row} is dead: no input answers to it, and stones are felt in other rows",
        "an open joint at that pin, or the wire to the sixteenth row",
        "measure from {pin} to the diodes of the sixteenth row, power off",
        "a column in which no stone is felt counts as dead; repair this, and each input is proved",
    ),
    "dead row": Fault(
        "dead row",
        "{line} is dead: {says}",
        "an open joint at {pin}, a broken wire to the row, or that output is burnt",
        "power off, measure from {pin} to the row's first reed: open is the joint or wire; near 0 Ohm is the 595, "
        "replace it",
        "none of these shows while the row is dead: repair it, and walk over row {label} again",
    ),
    "dead column": Fault(
        "dead column",
        "{line} is dead: {says}",
        "an open joint at that GPIO, a broken wire to the column, or the column is shorted to ground",
        "power off, measure column {label} to ground ({pull_down}: not shorted) and to its GPIO ({resistor})",
        "none of these shows while the column is dead: repair it, and walk over column {label} again",
    ),
    "broken line": Fault(
        "broken {line}",
        "{label} is broken: {works} as far as {last}, and {far_end}",
        "the line is open beyond {last}, most likely where two tiles are joined",
        "power off, measure from {pin} to each reed of the {line} beyond {last}: the break is where 0 Ohm ends",
        "no fault of a reed beyond {last} shows while the {line} is broken: repair it, walk over it again",
    ),
    "broken line: its end": Fault(
        "broken {line}",
        "{label} is broken: {works} as far as {last}, and {far_end}",
        "its diode of the sixteenth {sixteenth} is missing or turned round, or that {sixteenth} is open there",
        "power off, measure from {pin} to its diode of the sixteenth {sixteenth}, then across it: it must conduct one "
        "way, and lead on along that {sixteenth}",
    ),
    "high column": Fault(
        "high column",
        "{column} is high with all rows low",
        "shorted to 3.3 V, or without its pull-down",
        "power off, measure it to ground: {pull_down}; more is a missing pull-down; and to 3.3 V: open",
    ),
    "fighting rows": Fault(
        "shorted rows",
        "rows {one} and {other} are both dead: shorted to each other ({pins}), or each by itself",
        "a solder bridge between {pins}, or between the rows' wires: while one is high the other is low",
        "power off, measure between rows {one} and {other}: 0 Ohm is the bridge, remove it; open: each has its own "
        "broken joint",
        "power off, measure between each two of these rows: those with 0 Ohm are shorted, all others dead",
    ),
    "shorted lines": Fault(
        "shorted {lines}",
        "{lines} {one} and {other} are shorted ({pins}): a stone on one is felt on both",
        "a solder bridge between {pins}, or between the two {lines}' wires",
        "power off, measure between {lines} {one} and {other}: they must be open; remove the bridge",
        "while {one} and {other} are joined, they can't be distinguished: repair the short, and walk again",
    ),
    "swapped lines": Fault(
        "{how} {lines}",
        "{lines} {which} are {how}: a stone on one is felt on another (they are connected to {pins})",
        "the wires of {lines} {which} are on each other's pins",
        _LEARN,
    ),
    # Buttons and lights
    "swapped buttons": Fault(
        "swapped buttons",
        "the buttons are not at their assumed pins: {told}",
        "their wires are on each other's pins",
        _LEARN,
    ),
    "broken LED: somewhere": Fault(
        "broken LED", "the chain of lights is broken{told}", "a bad joint", "walk over the board: that finds the place"
    ),
    "broken return": Fault(
        "broken return",
        "every light shines, but nothing comes back on GPIO{pin}{told}",
        "the wire from the last pixel's output, or its divider",
        "measure from the last pixel's DOUT to GPIO{pin}",
    ),
    "broken LED": Fault(
        "broken LED",
        "the strip is dark from pixel {pixel} ({where}) on{told}",
        "the joint from {before} to DIN of pixel {pixel}, or one of the two is dead",
        "measure 5 V and ground at pixel {pixel}, then resolder {before} to its DIN; else replace the pixels",
    ),
    "LEDs elsewhere": Fault(
        "{kind}",
        "the lights are {how} ({example})",
        "the strip begins at another corner, runs another way, or its pieces are joined in another order",
        _LIGHTS,
    ),
    "misplaced bar": Fault(
        "misplaced bar",
        "pixel {pixel} is assumed {where}, but shines in {player}'s bar",
        "the bars are joined in another order",
        _LIGHTS,
    ),
    "reversed bar": Fault(
        "reversed bar", "{player}'s bar runs from its player's right", "the bar is turned round", _LIGHTS
    ),
    # Points
    "stuck closed": Fault(
        "stuck closed",
        "{contact} is always closed: a stone seems to lie there",
        "the reed's blades are welded or bent, a solder bridge across it, or a magnet left below",
        "take any magnet away; power off, measure across the reed: 0 Ohm is the bridge or the reed, replace it",
    ),
    "chattering": Fault(
        "chattering",
        "{contact} opens and closes by itself, without any stone",
        "a cold joint, a cracked reed, or a wire that only touches",
        "move reed and wires while the live picture counts edges; resolder, or replace the reed",
    ),
    "shorted diode": Fault(
        "shorted diode",
        "{contact} has no diode, but a bridge in its place: with stones around it, a ghost stone is felt",
        "the diode is shorted, missing and bridged, or has a solder bridge across it",
        "power off, lift the stone, measure across the diode both ways: it must open one way; replace it",
    ),
    "stuck open": Fault(
        "stuck open",
        "{contact} {says}",
        "an open joint at reed or diode, a diode the wrong way round, a broken reed, or it lies too deep",
        "hold a bare magnet over an end of its glass: closes now, it lies too deep; else measure reed and diode",
    ),
    "weak magnet": Fault(
        "weak magnet",
        "{contact} loses its stone now and then, for some ms ({times} times seen)",
        "the reed lies too deep or off its place, or that stone's magnet is weak",
        "try another stone: lost again, bring the reed nearer or set its middle {beside} off the point; else the stone",
    ),
    "sticking reed": Fault(
        "sticking reed",
        "{contact} opens {late} ms after its stone was lifted",
        "the reed's blades stick, or iron near it stays magnetised",
        "replace the reed; keep screws and steel away from it",
    ),
    "crosstalk": Fault(
        "crosstalk",
        "{contact} closes the reed of {other}, too, for a moment, when a stone is put there",
        "the reeds of {point} and {other} lie too near each other, or one of them askew",
        "set the middle of both {beside} off their points, all the same way round",
    ),
}


def finding(
    fault: str,
    place: str,
    candidates: tuple[str, ...] = (),
    hidden: tuple[Hidden, ...] = (),
    broken: bool = True,
    decide: str | None = None,
    **values: Any,
) -> Finding:
    """Return the finding of a fault (a key of FAULTS) at a place; `values` replace the words in braces.

    `decide`: replaces the table's text. Raises KeyError if a value is missing.
    """
    kind, words, cause, cure, measure = (text.format(**values) for text in FAULTS[fault])
    measure = measure if decide is None else decide
    return Finding(kind, place, words, cause, cure, candidates, measure, broken, hidden)
