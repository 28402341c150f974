"""The drawings of the circuit: templates in texts/schematic/, which people can edit, and chips from the net tables."""

from __future__ import annotations

from typing import Any

from . import controller, pico_inputs, protection_rules, tables
from .circuit import Circuit, CircuitError
from .drawing import GREY, INK, Drawing
from .markdown import TEXTS, filled


def products(board: dict[str, Any]) -> dict[str, str]:
    """Return each drawing's SVG by its path. Raises CircuitError if a template can't show this board."""
    if [*controller.bars(board)] != ["p2", "p1"]:
        raise CircuitError("board.toml [leds] bars: texts/schematic/chain.svg shows P2's bar first; draw it anew")
    known = _known(board, controller.circuit(board))
    drawn = sorted(file.name for file in (TEXTS / "schematic").glob("*.svg"))
    return {
        **{f"schematic/{name}": filled(f"schematic/{name}", known) for name in drawn},
        "schematic/pico.svg": _chips(board, "pico"),
        "schematic/row_drivers.svg": _chips(board, "row_driver"),
    }


def _known(board: dict[str, Any], here: Circuit) -> dict[str, Any]:
    """Return the values for the templates. A part's reference gives the pieces of its value, as {F1[0]}."""
    leds, supply = board["leds"], board["supply"]
    pads = [f"TP{at} {what}" for at, (_, what) in enumerate(controller.TEST_PADS, 1)]
    return {
        **{name: board["parts"][part.kind]["value"].split(", ") for name, part in here.parts.items()},
        "board": board, "limits": pico_inputs, "divided": pico_inputs.divided(board),
        "high_at": pico_inputs.input_high(pico_inputs.GREATEST_V),
        "at_pico": {end[1]: f"Pico {end[0].name} (terminal {end[0].number})"
                    for pico in here.of_kind("pico") for end in pico.terminals()},
        "lights": {player: f"{first} to {first + leds['bar_length'] - 1}" for player, first in leds["bars"].items()},
        "supply": f"5 V, {supply['current_ma'] / 1000:g} A",
        "drawn": (leds["budget_ma"] + supply["pico_ma"]) / 1000, "most": pico_inputs.highest_v(board),
        "trips": protection_rules.trips(board), "pads": (", ".join(pads[:6]), ", ".join(pads[6:])),
    }  # fmt: skip


def _chips(board: dict[str, Any], kind: str) -> str:
    """Draw the chips of a kind from above, with each terminal, its purpose and the other ends of its wire."""
    chips = controller.circuit(board).of_kind(kind)
    half = len(chips[0].nets) // 2
    high = 24 * half + 60
    sheet = Drawing(1010, high * len(chips), f"{board['parts'][kind]['value']}: each terminal and its wire")
    for at, chip in enumerate(chips):
        top = at * high + 40
        words = f"{chip.reference}  {board['parts'][kind]['value']}, from above"
        sheet.text(480, top - 14, words + (", USB at the top" if kind == "pico" else ""), 15, INK, "middle")
        sheet.box(370, top, 220, 24 * half, round_=6)
        for number, name, what, to in tables.pins(board, chip.reference):
            left = int(number) <= half
            y = top + 24 * (int(number) if left else 2 * half + 1 - int(number)) - 8
            edge, out, inner, outer = (370, -1, "start", "end") if left else (590, 1, "end", "start")
            sheet.line([(edge, y - 5), (edge + 24 * out, y - 5)], INK, 1)
            sheet.text(edge + 12 * out, y - 8, number, 10, INK, "middle")
            sheet.text(edge - 8 * out, y, name, 14, INK, inner)
            colour = GREY if what in ("ground", "nothing", "3.3 V", "5 V") else INK
            sheet.text(edge + 30 * out, y, f"{what} \u2192 {to}" if to else what, 14, colour, outer)
    return sheet.svg()
