"""Rules of plugs, joints and names: the right wires are connected, buttons and buzzer work, each name is unique."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from . import controller, tile
from .circuit import FIVE, GROUND, Circuit, Part
from .matrix_rules import lines


def plugs(circuit: Circuit, board: dict[str, Any]) -> Iterator[str]:
    """Each plug and joint has the same nets as its counterpart, pin by pin: rows, columns, supply and ground."""
    if circuit.name == "board":
        for one, two in _mated(board):
            yield from _differing(circuit, one, two)
        return
    wanted = _on_tile(circuit) if circuit.name == "tile" else _on_controller(circuit, board)
    for reference, nets in wanted:
        plug = circuit.parts.get(reference)
        if plug is None:
            yield f"{reference} is missing"
            continue
        for (number, there), right in zip(plug.nets.items(), nets, strict=True):
            if right != "" and there != right:
                yield f"{reference}.{number} is on {there or 'nothing'}: {right or 'nothing'} belongs there"


def _on_tile(circuit: Circuit) -> Iterator[tuple[str, Sequence[str | None]]]:
    for reference, nets, side in (
        ("J51", tile.FEED, "left"), ("J52", tile.FOOT, ""), ("J53", tile.SIDE, "left"), ("J54", tile.SIDE, "right"),
        ("J55", tile.END, ""), ("J56", tile.END, ""),
    ):  # fmt: skip
        yield reference, [tile.crossing(net, side) for net in nets]


def _on_controller(circuit: Circuit, board: dict[str, Any]) -> Iterator[tuple[str, Sequence[str | None]]]:
    """Yield each plug with the nets of its pins. A pin with data for the lights gets "": the rule `chain` checks it."""
    rows, columns = lines(circuit, board)
    many, count = board["tile"]["points"], controller.tile_rows(board)
    data = {"DAT1": "", tile.RETURN: "", FIVE: FIVE, GROUND: GROUND}
    for at in range(count):
        last = at == count - 1
        mine = {tile.row(r + 1): rows[many * at + r] for r in range(many)}
        ends: dict[str, str | None] = {tile.SHUT: rows[-1] if last else None, tile.SENSE: columns[-1] if last else None}
        yield f"J{1 + at}", [{**data, **mine, **ends}[net] for net in tile.FEED]
        mine = {tile.column(c + 1): columns[many * at + c] for c in range(many)}
        yield f"J{11 + at}", [{**data, **mine, **ends}[net] for net in tile.FOOT]
    for at in range(len(controller.bars(board))):
        yield f"J{30 + at}", (FIVE, GROUND, "", "")


def _mated(board: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the pairs of plugs and joints that ribbons and bridges connect."""
    count = controller.tile_rows(board)
    for x in range(1, count + 1):
        yield f"J{10 + x}", f"T{x}1.J52"
        yield f"J{x}", f"T1{x}.J51"
        for y in range(1, count + 1):
            if x < count:
                yield f"T{x}{y}.J54", f"T{x + 1}{y}.J53"
            if y < count:
                yield f"T{x}{y}.J56", f"T{x}{y + 1}.J55"


def _differing(circuit: Circuit, one: str, two: str) -> list[str]:
    halves = [circuit.parts.get(each) for each in (one, two)]
    if None in halves:
        return [f"{one if halves[0] is None else two} is missing: it joins {one} and {two}"]
    first, second = (half.nets for half in halves if half is not None)
    return [
        f"{one}.{number} is on {net} and {two}.{number} on {second[number]}: one wire joins them"
        for number, net in first.items()
        # on a board without a sixteenth row and column here, the tile has a hole but the controller has nothing
        if net != second[number] and not (net is None and str(second[number]).endswith((tile.SHUT, tile.SENSE)))
    ]


def hands(circuit: Circuit, board: dict[str, Any]) -> Iterator[str]:
    """Each button's pin leads through a resistor and the button to ground, and the buzzer's pin in the same way."""
    ways = [(f"BUTTON_{name.upper()}", "button_resistor", "button_header") for name in board["pins"]["buttons"]]
    for pin, resistor, closes in [*ways, ("BUZZER", "buzzer_resistor", "buzzer")]:
        far = {net for part in _between(circuit, resistor, pin) for net in part.nets.values()} - {pin}
        ends = [part for net in far for part in _between(circuit, closes, net)]
        shared = any(len(_between(circuit, resistor, net)) > 1 for net in far)
        if len(far) != 1 or shared or not any(GROUND in part.nets.values() for part in ends):
            yield f"{pin} does not lead to ground through its own resistor and {closes.replace('_', ' ')}"


def _between(circuit: Circuit, kind: str, net: str | None) -> list[Part]:
    return [part for part in circuit.of_kind(kind) if net is not None and net in part.nets.values()]


def test_pads(circuit: Circuit, board: dict[str, Any]) -> list[str]:
    """Each supply, and each line of clock and data, has a test pad on the controller."""
    there = [each.nets["1"] for each in circuit.of_kind("test_pad")]
    return [
        f"{net} has {there.count(net)} test pads: it must have one" for net, _ in controller.TEST_PADS
        if there.count(net) != 1
    ]  # fmt: skip


def names(circuit: Circuit, board: dict[str, Any]) -> Iterator[str]:
    """No two things have the same name: the parts and lines of the tile, and those of the controller."""
    other = controller.circuit(board) if circuit.name == "tile" else tile.circuit(board)
    told: dict[str, str] = {}
    for each in (circuit, other):
        things = [(reference, f"a part of the {each.name}") for reference in each.parts]
        things += [(net, f"a line of the {each.name}") for net in each.nets() if net not in (FIVE, GROUND)]
        for name, what in things:
            if "." in name:  # a tile's part has the tile's place in front of its name, like T11.S22
                continue
            if name in told:
                yield f"{name} is {told[name]} and {what}: rename one, or a builder takes one for the other"
            told.setdefault(name, what)
