"""A circuit as a schematic for KiCad 6 and newer: one sheet, with the parts in rows, and each pin with its net.

Pins are connected by global labels instead of wires. So the nets have the names of the net table, like the pads of the
board.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from math import ceil
from typing import Any, NamedTuple

from tengen_host.pinouts import KINDS, Terminal

from ..circuit import FIVE, GROUND, Circuit, CircuitError, Part
from ..sexpr import quoted

GRID = 2.54  # mm: the grid of all pins
_LETTER = 1.3  # mm: the width of a letter of KiCad's usual size, 1.27
_FONT = "(effects (font (size 1.27 1.27)))"
_PAPERS = {"A4": (297, 210), "A3": (420, 297), "A2": (594, 420), "A1": (841, 594)}
_BORDER, _TITLE = 20.0, 40.0  # mm: the margin of the sheet, and the height of its title block
_TYPES = {"supply": "power_in", "source": "power_out", "both": "bidirectional"}
_IDS = uuid.uuid5(uuid.NAMESPACE_URL, "tengen/kicad_sch")
# Nets that may get power through a fuse, a diode or a plug. A power flag in the schematic tells KiCad's check that they
# have power.
_POWERED = (FIVE, GROUND, "VSYS")


class Pin(NamedTuple):
    """A terminal of a symbol: its place in mm from the symbol's middle, y upwards; and its side."""

    terminal: Terminal
    x: float
    y: float
    left: bool


class Symbol(NamedTuple):
    """The symbol of a kind: half of its width and of its height in mm, and its pins."""

    wide: float
    high: float
    pins: tuple[Pin, ...]


def sheet_id(name: str) -> str:
    """Return the id of a board's only sheet."""
    return _id(name, "sheet")


def symbol_id(name: str, reference: str) -> str:
    """Return the id of a part's symbol. The part's footprint on the board refers to this id."""
    return _id(name, reference, "symbol")


def text(circuit: Circuit, board: dict[str, Any]) -> str:
    """Return the .kicad_sch of a circuit, always the same bytes. Raises CircuitError if it fits on no sheet."""
    for paper, (width, height) in _PAPERS.items():
        placed = list(_rows(circuit, board, width))
        if placed[-1][2] < height - _TITLE:
            return "\n".join(_file(circuit, board, paper, placed)) + "\n"
    raise CircuitError(f"{circuit.name}: its schematic is larger than a sheet of {paper}")


def symbol(kind: str) -> Symbol:
    """Return the symbol of a kind: the first half of the terminals at the left, the others at the right."""
    terminals = KINDS[kind]
    if len(terminals) == 2:
        return Symbol(2 * GRID, GRID, tuple(Pin(each, (3 if at else -3) * GRID, 0, not at)
                                            for at, each in enumerate(terminals)))  # fmt: skip
    if kind.endswith("_header") and len(terminals) > 4:  # of a plug with two rows, the odd pins are at the left
        left, right = terminals[::2], terminals[1::2]
    else:
        half = ceil(len(terminals) / 2)
        left, right = terminals[:half], terminals[:half - 1:-1]
    named = max((len(each.name) for each in left), default=0) + max((len(each.name) for each in right), default=0)
    wide = max(2, ceil((named * _LETTER + 4) / 2 / GRID)) * GRID
    top = (len(left) - 1) // 2 * GRID
    pins = [Pin(each, -wide - GRID, top - at * GRID, True) for at, each in enumerate(left)]
    pins += [Pin(each, wide + GRID, top - at * GRID, False) for at, each in enumerate(right)]
    return Symbol(wide, (len(left) // 2 + 1) * GRID, tuple(pins))


def _rows(circuit: Circuit, board: dict[str, Any], width: float) -> Iterator[tuple[Part, float, float]]:
    """Yield each part with its middle's place on a sheet of this width. The parts are in rows, high kinds first."""
    x, y, deep, high = _BORDER, _BORDER, 0.0, None
    kinds = list(KINDS)
    for each in sorted(circuit.parts.values(), key=lambda part: (-symbol(part.kind).high, kinds.index(part.kind))):
        drawn = symbol(each.kind)
        labels = [max([_label(each.nets[pin.terminal.number]) for pin in drawn.pins if pin.left == side] or [0])
                  for side in (True, False)]  # fmt: skip
        wide = labels[0] + 2 * drawn.wide + 2 * GRID + labels[1] + GRID
        # the value is below the part, and may be wider than the part
        spare = (len(board["parts"][each.kind]["value"]) + 2) * _LETTER - wide
        if spare > 0:
            labels[0] += spare / 2
            wide += spare
        if high not in (None, drawn.high) and drawn.high == GRID or x + wide > width - _BORDER:
            x, y, deep = _BORDER, y + deep, 0.0
        middle = x + labels[0] + drawn.wide + GRID
        yield each, _on_grid(middle), _on_grid(y + drawn.high + 2 * GRID)
        x, deep, high = x + wide, max(deep, 2 * drawn.high + 4 * GRID), drawn.high


def _label(net: str | None) -> float:
    return GRID if net is None else (len(net) + 3) * _LETTER


def _on_grid(value: float) -> float:
    return ceil(value / GRID) * GRID


def _file(circuit: Circuit, board: dict[str, Any], paper: str, placed: Sequence[tuple[Part, float, float]]
          ) -> Iterator[str]:  # fmt: skip
    name = circuit.name
    yield f'(kicad_sch (version 20211123) (generator tengen)\n  (uuid {sheet_id(name)})\n  (paper "{paper}")'
    yield f'  (title_block (title "Tengen {name}") (comment 1 "Made from board.toml by make hardware: don\'t edit"))'
    yield "  (lib_symbols"
    for kind in dict.fromkeys(part.kind for part, _, _ in placed):
        yield from _defined(kind)
    yield from _FLAG
    yield "  )"
    for part, x, y in placed:
        for pin in symbol(part.kind).pins:
            yield _joined(name, part, pin, x + pin.x, y - pin.y)
    flags = _unfed(circuit)
    for at, net in enumerate(flags):
        x, y = _BORDER + 10 * GRID * (at + 1), _on_grid(placed[-1][2] + 12 * GRID)
        yield _global(net, x, y, False, _id(name, net, "flag's label"))
        yield _instance(name, f"#FLG{at + 1}", "PWR_FLAG", "", "PWR_FLAG", x, y, GRID, ("1",), False)
    for part, x, y in placed:
        entry, drawn = board["parts"][part.kind], symbol(part.kind)
        numbers = [pin.terminal.number for pin in drawn.pins]
        footprint = entry["footprint"] or f"tengen:{part.kind}"
        bought = entry["mount"] != "made" and part.fitted
        yield _instance(name, part.reference, entry["value"], footprint, part.kind, x, y, drawn.high, numbers, bought)
    yield '  (sheet_instances (path "/" (page "1")))\n  (symbol_instances'
    for at, _ in enumerate(flags):
        yield _listed(name, f"#FLG{at + 1}", "PWR_FLAG", "")
    for part, _, _ in placed:
        entry = board["parts"][part.kind]
        yield _listed(name, part.reference, entry["value"], entry["footprint"] or f"tengen:{part.kind}")
    yield "  )\n)"


def _unfed(circuit: Circuit) -> list[str]:
    """Return the nets of _POWERED that no terminal feeds."""
    nets = circuit.nets()
    return [net for net in _POWERED if net in nets and all(end.terminal.role != "source" for end in nets[net])]


def _defined(kind: str) -> Iterator[str]:
    """Yield the definition of the symbol of a kind."""
    drawn = symbol(kind)
    two = len(drawn.pins) == 2
    hidden = " (pin_numbers hide) (pin_names hide)" if two else ""
    yield f'    (symbol "tengen:{kind}"{hidden} (in_bom yes) (on_board yes)'
    yield f'      (property "Reference" "X" (id 0) (at 0 {_n(drawn.high + 1)} 0) {_FONT})'
    yield f'      (property "Value" "{kind}" (id 1) (at 0 {_n(-drawn.high - 1)} 0) {_FONT})'
    yield f'      (property "Footprint" "" (id 2) (at 0 0 0) {_FONT[:-1]} hide))'
    yield f'      (symbol "{kind}_0_1"'
    yield from (f"        {line}" for line in _picture(kind, drawn))
    yield f'      )\n      (symbol "{kind}_1_1"'
    for pin in drawn.pins:
        kind_of = _TYPES.get(pin.terminal.role, pin.terminal.role)
        yield (
            f"        (pin {kind_of} line (at {_n(pin.x)} {_n(pin.y)} {0 if pin.left else 180}) (length {GRID}) "
            f'(name "{pin.terminal.name}" {_FONT}) (number "{pin.terminal.number}" {_FONT}))'
        )
    yield "      )\n    )"


def _picture(kind: str, drawn: Symbol) -> Iterator[str]:
    """Yield the lines of a kind's symbol; a box if there is no usual symbol."""
    stroke = "(stroke (width 0.254) (type default) (color 0 0 0 0)) (fill (type none))"

    def line(*points: tuple[float, float]) -> str:
        return f"(polyline (pts {' '.join(f'(xy {_n(x)} {_n(y)})' for x, y in points)}) {stroke})"

    names = {pin.terminal.name for pin in drawn.pins}
    if names == {"A", "K"}:
        bar = 1.27 if drawn.pins[0].terminal.name == "K" else -1.27  # the first pin of the symbol is at the left
        yield line((-5.08, 0), (5.08, 0))
        yield line((-bar, -1.27), (-bar, 1.27))
        yield line((bar, -1.27), (bar, 1.27), (-bar, 0), (bar, -1.27))
    elif kind.endswith("capacitor"):
        yield line((-5.08, 0), (-0.6, 0))
        yield line((0.6, 0), (5.08, 0))
        yield line((-0.6, -1.5), (-0.6, 1.5))
        yield line((0.6, -1.5), (0.6, 1.5))
        if "PLUS" in names:
            yield line((-2.6, 1.4), (-1.4, 1.4))
            yield line((-2.0, 0.8), (-2.0, 2.0))
    elif kind in ("reed", "button"):
        yield line((-5.08, 0), (-2.0, 0), (1.8, 1.3))
        yield line((2.0, 0), (5.08, 0))
    elif len(drawn.pins) == 2:
        yield line((-5.08, 0), (-2.54, 0))
        yield line((2.54, 0), (5.08, 0))
        yield f"(rectangle (start -2.54 1.02) (end 2.54 -1.02) {stroke})"
    else:
        wide, high = drawn.wide, drawn.high
        yield f"(rectangle (start {_n(-wide)} {_n(high)}) (end {_n(wide)} {_n(-high)}) {stroke})"


_FLAG = (
    '    (symbol "tengen:PWR_FLAG" (power) (pin_numbers hide) (pin_names hide) (in_bom no) (on_board no)',
    f'      (property "Reference" "#FLG" (id 0) (at 0 2 0) {_FONT[:-1]} hide))',
    f'      (property "Value" "PWR_FLAG" (id 1) (at 0 4 0) {_FONT})',
    '      (symbol "PWR_FLAG_0_1" (polyline (pts (xy 0 0) (xy 0 1.27) (xy -1.27 2.54) (xy 0 3) (xy 1.27 2.54) '
    "(xy 0 1.27)) (stroke (width 0) (type default) (color 0 0 0 0)) (fill (type none))))",
    f'      (symbol "PWR_FLAG_1_1" (pin power_out line (at 0 0 90) (length 0) (name "pwr" {_FONT}) '
    f'(number "1" {_FONT})))',
    "    )",
)


def _joined(name: str, part: Part, pin: Pin, x: float, y: float) -> str:
    net, ident = part.nets[pin.terminal.number], _id(name, part.reference, pin.terminal.number, "label")
    return _global(net, x, y, pin.left, ident) if net else f"  (no_connect (at {_n(x)} {_n(y)}) (uuid {ident}))"


def _global(net: str, x: float, y: float, left: bool, ident: str) -> str:
    turned, side = (180, "right") if left else (0, "left")
    return (
        f"  (global_label {quoted(net)} (shape passive) (at {_n(x)} {_n(y)} {turned}) "
        f"(effects (font (size 1.27 1.27)) (justify {side})) (uuid {ident}))"
    )


def _instance(name: str, reference: str, value: str, footprint: str, kind: str, x: float, y: float, high: float,
              numbers: Sequence[str], bought: bool) -> str:  # fmt: skip
    told = "yes" if bought else "no"
    hide = f"{_FONT[:-1]} hide)"
    pins = " ".join(f'(pin "{number}" (uuid {_id(name, reference, number, "pin")}))' for number in numbers)
    above = hide if reference.startswith("#") else _FONT
    return (
        f'  (symbol (lib_id "tengen:{kind}") (at {_n(x)} {_n(y)} 0) (unit 1) (in_bom {told}) (on_board yes)\n'
        f"    (uuid {symbol_id(name, reference)})\n"
        f'    (property "Reference" "{reference}" (id 0) (at {_n(x)} {_n(y - high - 1)} 0) {above})\n'
        f'    (property "Value" {quoted(value)} (id 1) (at {_n(x)} {_n(y + high + 1)} 0) {_FONT})\n'
        f'    (property "Footprint" {quoted(footprint)} (id 2) (at {_n(x)} {_n(y)} 0) {hide})\n'
        f"    {pins})"
    )


def _listed(name: str, reference: str, value: str, footprint: str) -> str:
    return (
        f'    (path "/{symbol_id(name, reference)}" (reference "{reference}") (unit 1) (value {quoted(value)}) '
        f"(footprint {quoted(footprint)}))"
    )


def _id(*words: str) -> str:
    return str(uuid.uuid5(_IDS, "/".join(words)))


def _n(value: float) -> str:
    return f"{round(value, 2):g}"
