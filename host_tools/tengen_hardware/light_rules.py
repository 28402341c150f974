"""Rules of the lights: they form one unbroken chain, in the firmware's order, and each has a capacitor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tengen_host import wiring

from . import controller, tile
from .circuit import FIVE, GROUND, Circuit, Part
from .tracing import called, place, place_on_tile, reached

# The kinds of parts in the data path between one light and the next
_THROUGH = ("solder_jumper", "chain_resistor")


def chain(circuit: Circuit, board: dict[str, Any]) -> Iterator[str]:
    """The data go to the first DIN (on the way: resistor, level shifter), through each light, and to the divider."""
    if circuit.name == "tile":
        last = board["tile"]["points"]
        way = range(1, last + 1)
        lights, end, forks = _follow(circuit, tile.crossing("DAT1", "left"))
        yield from forks
        wanted = [f"L{c}{r}" for r in way for c in (reversed(way) if tile.runs_back(r) else way)]
        if [each.reference for each in lights] != wanted:
            yield _broken(board, lights, wanted)
        elif tile.RETURN not in end:
            yield f"the chain of lights ends on {min(end)}: solder jumper JP53 must lead it to {tile.RETURN}"
        return
    start, told = _start(circuit)
    if told:
        yield told
        return
    lights, end, forks = _follow(circuit, start)
    yield from forks
    plugs = [each.reference for each in circuit.of_kind("feed_header", "bar_header")]
    wanted = _wanted(board) if circuit.name == "board" else plugs
    if not forks and [each.reference for each in lights] != wanted:
        yield _broken(board, lights, wanted)
        return
    home = {str(each.nets["1"]): each for each in circuit.of_kind("return_upper")}
    divider = next((home[net] for net in end if net in home), None)
    returning = f"GP{board['pins']['led_return']}"
    if divider is None:
        yield f"the chain of lights ends on {min(end)}: it must come home to the divider of {returning}"
    elif any(pico.net(returning) != divider.nets["2"] for pico in circuit.of_kind("pico")):
        yield f"the divider {divider.reference} leads to {divider.nets['2']}: {returning} must be on that"


def _wanted(board: dict[str, Any]) -> list[str]:
    """Return the references of the lights in the order in which the firmware counts them."""
    size, many = board["board"]["size"], board["tile"]["points"]
    of_pixel = {}
    for point, pixel in enumerate(wiring.pixels(board)):
        row, column = divmod(point, size)
        (across, c), (up, r) = divmod(column, many), divmod(row, many)
        of_pixel[pixel] = f"T{across + 1}{up + 1}.L{c + 1}{r + 1}"
    for player in controller.bars(board):
        of_pixel[board["leds"]["bars"][player]] = f"BAR_{player.upper()}"
    return [of_pixel[pixel] for pixel in sorted(of_pixel)]


def _start(circuit: Circuit) -> tuple[str, str]:
    """Return the data net of the first light, traced from the Pico; or "" and the fault that interrupts it."""
    for shifter in circuit.of_kind("level_shifter"):
        if shifter.net("1A") != "LED_DATA":
            return "", f"{shifter.reference} 1A is on {shifter.net('1A')}: the Pico's LED_DATA belongs there"
        for resistor in circuit.of_kind("data_resistor"):
            if resistor.nets["1"] == shifter.net("1Y") is not None:
                return str(resistor.nets["2"]), ""
    return "", "the lights' data do not come through the level shifter and its resistor"


def _follow(circuit: Circuit, net: str) -> tuple[list[Part], set[str], list[str]]:
    """Follow the data from `net`. Return the lights (on the controller: the plugs), the last nets, and the branches."""
    into: dict[str, list[tuple[Part, str | None]]] = {}
    for light in circuit.of_kind("pixel", "bar"):
        into.setdefault(str(light.net("DIN")), []).append((light, light.net("DOUT")))
    if circuit.name == "controller":
        through = [(plug, _number("DAT1"), _number(tile.RETURN)) for plug in circuit.of_kind("feed_header")]
        through += [(plug, "3", "4") for plug in circuit.of_kind("bar_header")]
        for plug, come, go in through:
            into.setdefault(str(plug.nets[come]), []).append((plug, plug.nets[go]))
    lights: list[Part] = []
    seen: set[str] = set()
    here = reached(circuit, [net], _THROUGH)
    while following := [each for one in sorted(here) for each in into.get(one, ())]:
        if len(following) > 1:
            both = " and ".join(part.reference for part, _ in following)
            return lights, here, [f"{both} both take their data from {min(here)}: the chain must not fork"]
        light, out = following[0]
        if out is None or light.reference in seen:
            return lights, here, [f"the chain of lights goes in a circle or ends at {light.reference}"]
        lights.append(light)
        seen.add(light.reference)
        here = reached(circuit, [out], _THROUGH)
    return lights, here, []


def _number(net: str) -> str:
    return str(tile.FEED.index(net) + 1)


def _broken(board: dict[str, Any], lights: list[Part], wanted: list[str]) -> str:
    """Return a sentence about the first place where the chain differs from `wanted`."""
    at = next((at for at, each in enumerate(lights) if at >= len(wanted) or each.reference != wanted[at]), len(lights))
    if at == len(lights):
        before = f"after {lights[-1].reference}" if lights else "at its beginning"
        return f"the chain of lights is broken {before}: {wanted[at]} is next"
    right = wanted[at] if at < len(wanted) else "none"
    what = "light" if lights[at].kind in ("pixel", "bar") else "plug"
    return f"{what} {at} of the chain is {lights[at].reference}: board.toml [leds] has {right} there"


def capacitors(circuit: Circuit, board: dict[str, Any]) -> Iterator[str]:
    """Each light, each chip and each tile has a capacitor across its own supply."""
    places = {
        _place(board, each) for each in circuit.of_kind("pixel_capacitor")
        if each.fitted and set(each.nets.values()) == {FIVE, GROUND}
    }  # fmt: skip
    for light in circuit.of_kind("pixel"):
        if _place(board, light) not in places:
            yield f"light {called(board, light)} has no capacitor: one of its own between {FIVE} and {GROUND}"
    tiles = {each.reference.rpartition(".")[0] for each in circuit.of_kind("pixel")}
    for where in sorted(tiles):
        big = circuit.parts.get(f"{where}.C51" if where else "C51")
        if big is None or set(big.nets.values()) != {FIVE, GROUND}:
            yield f"tile {where or 'coupon'} has no capacitor C51: one of its own between {FIVE} and {GROUND}"
    chips = Counter(str(chip.net("VCC")) for chip in circuit.of_kind("row_driver", "level_shifter"))
    for net, count in chips.items():
        there = [each for each in circuit.of_kind("chip_capacitor") if set(each.nets.values()) == {net, GROUND}]
        if len(there) < count:
            yield f"{count} chips on {net} have {len(there)} capacitors: each needs one beside it"


def _place(board: dict[str, Any], part: Part) -> tuple[int, int]:
    return place(board, part.reference) if "." in part.reference else place_on_tile(part.reference)
