"""Rules of the matrix: a diode for each reed, the diodes of the sixteenth lines, a pull-down for each column."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from . import controller, tile
from .circuit import GROUND, THREE, Circuit, Part
from .tracing import called
from .values import resistor_ohms


def lines(circuit: Circuit, board: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Return the nets of the rows and of the columns. The last row and column have no reeds, but diodes only."""
    if circuit.name == "tile":
        many = range(1, board["tile"]["points"] + 1)
        return [*map(tile.row, many), tile.SHUT], [*map(tile.column, many), tile.SENSE]
    many = range(1, board["board"]["size"] + 2)
    return [*map(controller.row_net, many)], [*map(controller.column_net, many)]


def drivers(circuit: Circuit, board: dict[str, Any]) -> list[str]:
    """The row drivers are a chain, and each output drives the row with its number."""
    rows = lines(circuit, board)[0]
    chips = {str(chip.net("DS")): chip for chip in circuit.of_kind("row_driver")}
    data = "ROW_DATA"
    for first in range(0, len(rows), controller.OUTPUTS):
        chip = chips.pop(data, None)
        if chip is None:
            return [f"no row driver takes its data from {data}: rows {first + 1} and on are dead"]
        wanted = {"SHCP": "ROW_CLOCK", "STCP": "ROW_LATCH", "OE": GROUND, "MR": THREE}
        wanted |= {f"Q{q}": row for q, row in enumerate(rows[first : first + controller.OUTPUTS])}
        for name, net in wanted.items():
            if chip.net(name) != net:
                return [f"{name} of {chip.reference} is on {chip.net(name)}: {net} belongs there"]
        data = str(chip.net("Q7S"))
    return []


def reeds(circuit: Circuit, board: dict[str, Any]) -> list[str]:
    """Each crossing has one reed with its own diode, in the right direction."""
    rows, columns = (these[:-1] for these in lines(circuit, board))
    nets = circuit.nets(fitted_only=True)
    found = []
    crossings: Counter[tuple[str, str]] = Counter()
    for reed in circuit.of_kind("reed"):
        who = f"reed {called(board, reed)}"
        ends = [str(net) for net in reed.nets.values()]
        if sum(end in rows for end in ends) != 1:
            found.append(f"{who} is between {ends[0]} and {ends[1]}: one end belongs on its row")
            continue
        row, contact = sorted(ends, key=lambda end: end not in rows)
        if contact in columns:
            found.append(f"{who} leads to {contact} past its diode: put the diode between reed and column")
            continue
        others = [end for end in nets.get(contact, ()) if end.part.reference != reed.reference]
        diodes = [end for end in others if end.part.kind == "diode"]
        if not diodes:
            found.append(f"{who} has no diode: put one from {contact} to its column, the ring at the column")
        elif len(others) > 1:
            more = next(end.part for end in others if end is not diodes[0])
            found.append(f"{who}: {more.reference} is on {contact} as well: only the reed and its diode belong there")
        else:
            crossings[row, str(diodes[0].part.net("K"))] += 1
            found += _turned(who, diodes[0].part, contact, columns)
    for row in rows:
        for column in columns:
            if not found and crossings[row, column] != 1:
                found.append(f"{crossings[row, column]} reeds between {row} and {column}: there must be one")
    return found


def _turned(who: str, diode: Part, contact: str, columns: list[str]) -> list[str]:
    anode, cathode = diode.net("A"), diode.net("K")
    if anode == cathode:
        return [f"{who}: both ends of diode {diode.reference} are on {contact}: its ring belongs on the column"]
    if cathode == contact:
        return [f"{who}: diode {diode.reference} is the wrong way round: turn it, its ring belongs on the column"]
    if cathode not in columns:
        return [f"{who}: diode {diode.reference} leads to {cathode}: its ring belongs on the column"]
    return []


def sixteenth(circuit: Circuit, board: dict[str, Any]) -> Iterator[str]:
    """The sixteenth column has a diode from each of the sixteen rows, the sixteenth row one to each of the columns."""
    rows, columns = lines(circuit, board)
    shut, sense = rows[-1], columns[-1]
    wanted = [(row, sense) for row in rows] + [(shut, column) for column in columns[:-1]]
    by_ends: dict[tuple[str, str], list[str]] = {}
    for diode in circuit.of_kind("diode"):
        ends = (str(diode.net("A")), str(diode.net("K")))
        if diode.fitted and all(end in rows or end in columns for end in ends):
            by_ends.setdefault(ends, []).append(diode.reference)
    for row, column in wanted:
        there = by_ends.pop((row, column), [])
        turned = by_ends.pop((column, row), [])
        if turned:
            yield f"diode {turned[0]} from {row} to {column} is the wrong way round: its ring is at {column}"
        elif not there:
            yield f"no diode from {row} to {column}: an always-closed row or column needs one, ring at {column}"
        elif len(there) > 1:
            yield f"{' and '.join(there)} are both from {row} to {column}: one is enough"
    for (anode, cathode), there in by_ends.items():
        yield f"diode {there[0]} leads from {anode} to {cathode} without a reed: take it out"


def pull_downs(circuit: Circuit, board: dict[str, Any]) -> Iterator[str]:
    """Each column, and the row sense, has one resistor to ground, with the value that the firmware's timing assumes."""
    wanted, given = board["matrix"]["pull_down_ohm"], resistor_ohms(board, "pull_down")
    if given != wanted:
        yield f"board.toml [parts.pull_down] value: {given:g} ohms, [matrix] pull_down_ohm: {wanted}: they must agree"
    down: Counter[str] = Counter()
    for each in circuit.of_kind("pull_down"):
        ends = [str(net) for net in each.nets.values()]
        if GROUND not in ends or ends[0] == ends[1]:
            yield f"pull-down {each.reference} is between {ends[0]} and {ends[1]}: one end belongs on ground"
        down.update(set(ends) - {GROUND})
    for column in lines(circuit, board)[1]:
        if down[column] != 1:
            yield f"{column} has {down[column]} pull-downs to ground: it must have one"
