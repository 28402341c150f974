"""Rules of pins and power: no pin is used twice, no 5 V reaches the Pico, no input is open, nothing is overloaded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from tengen_host import wiring
from tengen_host.pinouts import RESISTORS

from . import controller, tile
from .circuit import FIVE, GROUND, THREE, Circuit
from .matrix_rules import lines
from .pico_inputs import DIVIDERS, MOST_V, lower_of
from .tracing import DIODES, FETS, FUSES, PLUGS, SUPPLY_NAMES, ends_text, on, reached


def pins(circuit: Circuit, board: dict[str, Any]) -> Iterator[str]:
    """Each pin of the Pico that board.toml names has the use written there, and no other use."""
    wanted: dict[int, str] = {}
    for net, gpio in controller.pin_nets(board):
        if gpio in wanted:
            yield f"GPIO{gpio} is both {wanted[gpio]} and {net}: one of them needs another pin in [pins]"
        wanted[gpio] = net
    for pico in circuit.of_kind("pico"):
        of_net: dict[str, str] = {}
        for name, net in on(pico, "both"):
            if net in of_net:
                yield f"{name} and {of_net[net]} of the Pico are both on {net}: a net takes one pin"
            of_net[net] = name
        for terminal, spare in pico.terminals():
            if spare is not None and terminal.role == "passive":
                yield f"{terminal.name} of the Pico is on {spare}: it belongs on nothing"
        for gpio, net in wanted.items():
            if pico.net(f"GP{gpio}") != net:
                there = pico.net(f"GP{gpio}") or "nothing"
                yield f"GP{gpio} of the Pico is on {there}: board.toml [pins] has {net} there"


def outputs(circuit: Circuit, board: dict[str, Any]) -> Iterator[str]:
    """No net has two outputs. The Pico's outputs count, too."""
    given = board["pins"]
    driving = {f"GP{given[name]}" for name in ("row_data", "row_clock", "row_latch", "led_data", "buzzer")}
    nets = circuit.nets(fitted_only=True)
    for name in nets:
        joined = sorted(reached(circuit, [name], ["solder_jumper"]))
        if name != joined[0]:
            continue
        ends = [end for net in joined for end in nets[net] if end.terminal.role in ("output", "source")
                or (end.part.kind == "pico" and end.terminal.name in driving)]  # fmt: skip
        if len(ends) > 1:
            yield f"{name} has {len(ends)} outputs, {ends_text(ends)}: a net takes one"


def five_volts(circuit: Circuit, board: dict[str, Any]) -> Iterator[str]:
    """No 5 V reaches a pin of the Pico, the 3.3 V supply, or a line of the matrix."""
    origins = _five(circuit)
    for pico in circuit.of_kind("pico"):
        for terminal, net in pico.terminals():
            if net in origins and terminal.name not in ("VBUS", "VSYS"):
                yield (f"{terminal.name} of the Pico is on {net}, where {origins[net]} puts 5 V: "
                       f"it takes {MOST_V} V at most, so put a divider or a level shifter between")  # fmt: skip
    rows, columns = lines(circuit, board)
    for net in (THREE, *rows, *columns):
        if net in origins:
            yield f"{net} is a net of 3.3 V, but {origins[net]} puts 5 V on it: part them"


@lru_cache(maxsize=4)
def _five(circuit: Circuit) -> dict[str, str]:
    """Return the nets that carry 5 V, each with its origin."""
    through = [*FUSES, *FETS, "jumper", "solder_jumper", *DIODES, "reed", *RESISTORS]
    for upper in DIVIDERS:
        if all(lower_of(circuit, each) for each in circuit.of_kind(upper)):
            through.remove(upper)  # less than 5 V come through a divider; the rules `divider` and `rail` check them
    found: dict[str, str] = {}

    def spread(net: str, origin: str) -> None:
        for one in sorted(reached(circuit, [net], through) - {GROUND}):
            found.setdefault(one, origin)

    spread(FIVE, FIVE)
    for each in circuit.of_kind("supply_inlet", "pico"):
        name = "PLUS" if each.kind == "supply_inlet" else "VBUS"
        spread(str(each.net(name)), f"{each.reference} {name}")
    # the data that return to the controller from the last light have 5 V, like each output of a light
    if circuit.name == "controller":
        home = str(tile.FEED.index(tile.RETURN) + 1)
        for each in circuit.of_kind("feed_header", "bar_header"):
            pin = home if each.kind == "feed_header" else "4"
            spread(str(each.nets[pin]), f"the light behind {each.reference}.{pin}")
    before = -1
    while len(found) > before:
        before = len(found)
        for each in circuit.of_kind("pixel", "bar", "level_shifter", "row_driver"):
            if any(name in SUPPLY_NAMES and net in found for name, net in on(each, "supply")):
                for name, net in on(each, "output"):
                    if net not in found:
                        spread(net, f"{each.reference} {name}")
    return found


def lone(circuit: Circuit, board: dict[str, Any]) -> list[str]:
    """Each net joins two terminals or more."""
    return [
        f"{net} joins nothing: {ends_text(ends)} alone is on it"
        for net, ends in circuit.nets().items() if len(ends) == 1
    ]  # fmt: skip


def inputs(circuit: Circuit, board: dict[str, Any]) -> Iterator[str]:
    """No input is open, and the lights get their data at 5 V."""
    nets = circuit.nets(fitted_only=True)
    roles = {net: {end.terminal.role for end in ends} for net, ends in nets.items()}
    driven = {net for net in nets if net in (GROUND, FIVE, THREE) or roles[net] & {"output", "both", "source"}}
    if circuit.name != "board":  # nets with plugs are checked in the circuit of the whole board
        driven |= {net for net, ends in nets.items() if any(end.part.kind in PLUGS for end in ends)}
    driven = reached(circuit, sorted(driven), [*RESISTORS, "solder_jumper"])
    for part in circuit.parts.values():
        for terminal, net in part.terminals():
            if part.fitted and terminal.role == "input" and net not in driven:
                what = f"is on {net}, which nothing drives" if net else "is left open"
                yield f"input {terminal.name} of {part.reference} {what}: an open input reads anything"
    for shifter in circuit.of_kind("level_shifter"):
        for name, net in on(shifter, "input"):
            if name != "1A" and net not in (GROUND, FIVE):
                yield f"input {name} of {shifter.reference} is on {net}: unused, so {GROUND} or {FIVE}"
    if circuit.name == "board":
        five = _five(circuit)
        for light in circuit.of_kind("pixel", "bar"):
            if light.net("DIN") in driven and light.net("DIN") not in five:
                yield f"DIN of {light.reference} is driven by 3.3 V: it needs 5 V, through the level shifter"


def supplies(circuit: Circuit, board: dict[str, Any]) -> Iterator[str]:
    """Each chip and light has supply and ground, and the supply comes through the fuse and past the clamp."""
    volts = {"row_driver": THREE, "level_shifter": FIVE, "pixel": FIVE, "bar": FIVE, "pico": "VSYS"}
    for part in circuit.of_kind(*volts):
        for terminal, net in part.terminals():
            right = volts[part.kind] if terminal.name in SUPPLY_NAMES else GROUND
            if part.fitted and terminal.role == "supply" and net != right:
                what = f"is on {net}" if net else "is on nothing"
                yield f"{terminal.name} of {part.reference} {what}: {right} belongs there"
    if circuit.name == "tile":
        return
    for pico in circuit.of_kind("pico"):
        for name in (THREE, "VBUS"):
            if pico.net(name) != name:
                yield f"{name} of {pico.reference} is on {pico.net(name) or 'nothing'}: {name} belongs there"
    for inlet in circuit.of_kind("supply_inlet"):
        plus = str(inlet.net("PLUS"))
        if plus == FIVE or FIVE in reached(circuit, [plus], ["jumper", "solder_jumper", *DIODES, *FETS]):
            yield f"{inlet.reference} leads to {FIVE} past the fuse: it must come through F1 and nothing else"
        elif FIVE in reached(circuit, [plus], FUSES):
            yield f"{inlet.reference} leads to {FIVE} past the FETs: a supply of 12 V kills the lights"
        elif FIVE not in reached(circuit, [plus], [*FUSES, *FETS]):
            yield f"{inlet.reference} does not lead to {FIVE}: put the fuse between"
        if inlet.net("MINUS") != GROUND:
            yield f"MINUS of {inlet.reference} is on {inlet.net('MINUS')}: {GROUND} belongs there"
    if not circuit.of_kind("supply_inlet"):
        yield "no inlet for the supply: J40 must lead to the fuse"
    if FIVE not in reached(circuit, ["VBUS"], ["jumper", "usb_fuse", *DIODES]):
        yield f"no way from VBUS through jumper, fuse and Schottky diode to {FIVE}: lights by USB stay dark"
    if "VSYS" not in reached(circuit, [FIVE], DIODES):
        yield f"no current from {FIVE} to VSYS: the Pico is fed through a Schottky diode, its ring at VSYS"
    if FIVE in reached(circuit, ["VSYS"], [*DIODES, *FUSES, "jumper"]):
        yield f"current from VSYS back to {FIVE}: the Pico's USB would feed the lights: turn the Schottky diode"
    if not any((each.net("K"), each.net("A")) == (FIVE, GROUND) for each in circuit.of_kind("clamp")):
        yield f"no clamp from {GROUND} to {FIVE}, its ring at {FIVE}: spikes reach the lights"
    if not circuit.of_kind("bulk_capacitor"):
        yield f"no big capacitor between {FIVE} and {GROUND}: the lights' first current drags the supply down"
    for each in circuit.of_kind("bulk_capacitor"):
        if (each.net("PLUS"), each.net("MINUS")) != (FIVE, GROUND):
            yield f"capacitor {each.reference}: its plus belongs on {FIVE}, its minus on {GROUND}"
    if not any((each.nets["1"], each.nets["2"]) == ("VBUS", "USB_JUMPER") for each in circuit.of_kind("jumper")):
        yield "no jumper behind VBUS: the lights must not be on the laptop's USB by themselves"


def budget(circuit: Circuit, board: dict[str, Any]) -> Iterator[str]:
    """The greatest current of the lights is within the limits of the supply, the fuse, and each plug and its wires."""
    supply, leds = board["supply"], board["leds"]
    try:
        wiring.check_current(supply, leds["budget_ma"])
    except wiring.WiringError as error:
        yield str(error)
    fuse = re.match(r"([\d.]+) A\b", board["parts"]["fuse"]["value"])
    if fuse is None or round(1000 * float(fuse[1])) != supply["fuse_ma"]:
        yield f"board.toml [parts.fuse] value: not the {supply['fuse_ma']} mA of [supply] fuse_ma"
    many = board["board"]["size"] * board["tile"]["points"]
    for kind, pixels in (("feed_header", many), ("bar_header", leds["bar_length"])):
        bears = board["parts"][kind].get("contact_ma")
        if type(bears) is not int:
            yield f"board.toml [parts.{kind}] contact_ma is missing: give the most mA of one contact"
            continue
        drawn = most_ma(board, pixels)
        for plug in circuit.of_kind(kind):
            if circuit.name == "tile":
                continue
            wires = list(plug.nets.values()).count(FIVE)
            if not wires:
                yield f"{plug.reference} has no wire of {FIVE}: the lights behind it stay dark"
            elif drawn / wires > bears:
                yield (f"{plug.reference}: {pixels} lights draw up to {drawn} mA through {wires} contacts that bear "
                       f"{bears} mA each: more wires, a stronger plug, or a smaller [leds] budget_ma")  # fmt: skip


def most_ma(board: dict[str, Any], pixels: int) -> int:
    """Return the greatest current of `pixels` lights in mA: all white, limited by the budget with all others dark."""
    leds = board["leds"]
    white = pixels * (sum(leds["full_ma"].values()) + leds["idle_ma"])
    dark = (wiring.pixel_count(board) - pixels) * leds["idle_ma"]
    return int(min(white, leds["budget_ma"] - dark))

