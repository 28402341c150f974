"""Read a schematic of KiCad 6 to 9: its parts, and the net of each pin, by the same rules as KiCad.

Only what these boards need is read: one sheet, without buses. A net must have a name, because the net table and the
board know it by its name.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from .. import sexpr
from ..circuit import CircuitError
from ..sexpr import each, first

Point = tuple[int, int]

_MM = 10_000  # KiCad's units in a mm
_REFUSED = {
    "sheet": "hierarchical sheet: draw its parts on this sheet",
    "hierarchical_label": "hierarchical label: use a label",
    "bus": "bus: draw a wire, or put a label, for each of its nets",
    "bus_entry": "bus entry: draw a wire, or put a label, for each net of the bus",
}
# The sheet's x and y of a turned symbol's point: factors of the point's own x, y, x, y. On a symbol y counts upwards.
_TURNED = {0: (1, 0, 0, -1), 90: (0, -1, -1, 0), 180: (-1, 0, 0, 1), 270: (0, 1, 1, 0)}
_MIRRORED = {"x": (1, -1), "y": (-1, 1)}


class Symbol(NamedTuple):
    """What a part's symbol says: the value, KiCad's name of the footprint, and the id to which the board refers."""

    value: str
    footprint: str
    uuid: str


class Drawn(NamedTuple):
    """A schematic: the parts by reference, and the net by reference and pin (None: marked as not connected).

    `revision` and `date` are those of the title block.
    """

    parts: dict[str, Symbol]
    nets: dict[tuple[str, str], str | None]
    revision: str
    date: str


class _Pin(NamedTuple):
    """A pin on the sheet. `net`: the name that the pin gives to its net, like a power symbol's."""

    reference: str
    number: str
    type: str
    at: Point
    net: str | None

    def __str__(self) -> str:
        return f"{self.reference} pin {self.number}"


def read(text: str, file: str = "the schematic") -> Drawn:
    """Return what is drawn. Raises CircuitError with a line for each fault: what, where, and what to do."""
    try:
        sheet = sexpr.read(text)
    except IndexError:
        sheet = []
    if sheet[:1] != ["kicad_sch"]:
        raise CircuitError(f"{file}: this is not a whole schematic of KiCad 6 or later; open and save it in KiCad")
    faults = [f"{_place(_at(item))}: a {told}" for name, told in _REFUSED.items() for item in each(sheet, name)]
    parts: dict[str, Symbol] = {}
    nets: dict[tuple[str, str], str | None] = {}
    if not faults:
        pins = list(_pins(sheet, parts, faults))
        nets = _nets(sheet, pins, faults)
    if faults:
        raise CircuitError("\n".join(f"{file}: {fault}" for fault in dict.fromkeys(faults)))
    title = first(sheet, "title_block") or []
    return Drawn(parts, nets, _word(title, "rev"), _word(title, "date"))


def _pins(sheet: list[Any], parts: dict[str, Symbol], faults: list[str]) -> Iterator[_Pin]:
    """Yield all pins, and fill `parts`."""
    library = {kept[1]: kept for kept in each(first(sheet, "lib_symbols") or [], "symbol")}
    # KiCad 6 writes reference, value and footprint a second time, at the file's end, and all releases take these
    second = {path[1].split("/")[-1]: path[2:] for path in each(first(sheet, "symbol_instances") or [], "path")}
    seen = set()
    for symbol in each(sheet, "symbol"):
        fields = {told[1]: told[2] for told in each(symbol, "property")}
        fields |= {name.capitalize(): told for name, told in second.get(_word(symbol, "uuid"), ())}
        reference, unit, at = fields["Reference"], _word(symbol, "unit", "1"), _at(symbol)
        kept = library.get(_word(symbol, "lib_name", _word(symbol, "lib_id")))
        if kept is None:
            faults.append(f"{_place(at)}: the symbol of {reference} is not in the file; place it again")
            continue
        if "?" in reference:
            faults.append(f"{_place(at)}: {reference} has no number; annotate the schematic")
        if (reference, unit) in seen:
            faults.append(f"{_place(at)}: a second symbol is called {reference}; give it its own number")
        seen.add((reference, unit))
        power = first(kept, "power") is not None
        if not power and not reference.startswith("#") and (unit == "1" or reference not in parts):
            parts[reference] = Symbol(fields["Value"], fields.get("Footprint", ""), _word(symbol, "uuid"))
        style = _word(symbol, "convert", _word(symbol, "body_style", "1"))
        for body in each(kept, "symbol"):
            of_unit, of_style = body[1].rsplit("_", 2)[1:]
            if of_unit in ("0", unit) and of_style in ("0", style):
                for pin in each(body, "pin"):
                    name = None
                    if pin[1] == "power_in" and (power or "hide" in pin or ["hide", "yes"] in pin):
                        name = fields["Value"] if power else _word(pin, "name")
                    yield _Pin(reference, _word(pin, "number"), pin[1], _on_sheet(pin, symbol), name)


def _nets(sheet: list[Any], pins: list[_Pin], faults: list[str]) -> dict[tuple[str, str], str | None]:
    """Return the net of each part's pin."""
    wires = [(_xy(wire[1][1]), _xy(wire[1][2])) for wire in each(sheet, "wire")]
    junctions = {_at(item) for item in each(sheet, "junction")}
    labels = [(_at(item), item[1]) for kind in ("label", "global_label") for item in each(sheet, kind)]
    ends = [(pin.at, str(pin)) for pin in pins] + [(end, "a wire's end") for wire in wires for end in wire]
    for at, told in ends:
        if at not in junctions and any(_inside(at, wire) for wire in wires):
            faults.append(f"{_place(at)}: {told} lies on a wire without a junction; add the junction, or move it away")
    through = [*junctions, *(at for at, _ in labels)]  # a pin or an end needs a junction on a wire, a label does not
    group = _groups([*wires, *((at, wire[0]) for at in through for wire in wires if _inside(at, wire))])

    members: dict[Point, list[_Pin]] = defaultdict(list)
    names: dict[Point, dict[str, Point]] = defaultdict(dict)
    for pin in pins:
        members[group(pin.at)].append(pin)
    for at, name in [*labels, *((pin.at, pin.net) for pin in pins if pin.net)]:
        names[group(at)].setdefault(name, at)
    marked = {group(pin.at): pin.at for pin in pins if pin.type in ("no_connect", "free")}
    marked |= {group(_at(item)): _at(item) for item in each(sheet, "no_connect")}
    for at, told in [*((at, f"label {name}") for at, name in labels), *((wire[0], "wire") for wire in wires)]:
        if group(at) not in members:
            faults.append(f"{_place(at)}: the {told} leads to no pin; move it to its pin, or delete it")
    for of, at in marked.items():
        if names[of] or len({pin.reference for pin in members.get(of, ())}) != 1:
            faults.append(f"{_place(at)}: a no-connect mark must be at a pin that has no net; move or delete it")

    nets: dict[tuple[str, str], str | None] = {}
    types: dict[str | None, list[str]] = defaultdict(list)
    for of, its in members.items():
        told = ", ".join(map(str, its))
        if len(names[of]) > 1:
            told = " and ".join(f"{name} {_place(at)}" for name, at in names[of].items())
            faults.append(f"{told} are one net; delete the wire between them, or one of the names")
        elif not names[of] and of not in marked and len(its) > 1:
            faults.append(f"{_place(its[0].at)}: the net of {told} has no name; put a label on it")
        elif not names[of] and of not in marked:
            faults.append(f"{_place(its[0].at)}: {told} is connected to nothing; draw its wire, or mark it as open")
        name = next(iter(names[of]), None)
        nets |= {(pin.reference, pin.number): name for pin in its if not pin.reference.startswith("#")}
        types[name] += [pin.type for pin in its]
    for name, those in types.items():
        if name and "power_in" in those and those.count("power_out") != 1:
            faults.append(f"net {name} has {those.count('power_out')} sources of power; give it one, or one PWR_FLAG")
    return nets


def _groups(pairs: list[tuple[Point, Point]]) -> Callable[[Point], Point]:
    """Join the points of each pair; return a function from a point to one point that stands for all joined to it."""
    to: dict[Point, Point] = {}

    def group(at: Point) -> Point:
        while at in to:
            at = to[at]
        return at

    for one, other in pairs:
        if group(one) != group(other):
            to[group(one)] = group(other)
    return group


def _inside(at: Point, wire: tuple[Point, Point]) -> bool:
    """Whether a point lies on a wire, but not at its ends."""
    (x, y), (left, top), (right, bottom) = at, *wire
    within = min(left, right) <= x <= max(left, right) and min(top, bottom) <= y <= max(top, bottom)
    return within and at not in wire and (x - left) * (bottom - top) == (y - top) * (right - left)


def _on_sheet(pin: list[Any], symbol: list[Any]) -> Point:
    """Return the end of a pin of a symbol that is turned, and then mirrored."""
    (x, y), (left, top) = _at(pin), _at(symbol)
    xx, xy, yx, yy = _TURNED[int(float(first(symbol, "at")[3])) % 360]  # type: ignore[index]
    wide, high = _MIRRORED.get(_word(symbol, "mirror"), (1, 1))
    return left + wide * (xx * x + xy * y), top + high * (yx * x + yy * y)


def _at(item: list[Any]) -> Point:
    return _xy(first(item, "at") or item[1][1])


def _xy(given: list[str]) -> Point:
    return round(float(given[1]) * _MM), round(float(given[2]) * _MM)


def _place(at: Point) -> str:
    return f"at ({at[0] / _MM:g}, {at[1] / _MM:g}) mm"


def _word(of: list[Any], name: str, otherwise: str = "") -> str:
    found = first(of, name)
    return str(found[1]) if found else otherwise
