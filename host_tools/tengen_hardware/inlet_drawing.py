"""The drawing of the inlet: the two FETs between the fuse and 5 V, and the parts that turn them on and off."""

from __future__ import annotations

from typing import Any

import schemdraw.elements as elm

from . import controller, protection_rules
from .circuit import Circuit
from .sheet import FAINT, say, sheet, svg, value, wire

_SENSE, _BASE, _GATE, _DOWN = -3.6, -1.5, -2.6, -6.0  # the heights of the lines below the line of the supply


def drawing(board: dict[str, Any], here: Circuit) -> str:
    """Return the drawing of the inlet."""
    back, _, off, _ = protection_rules.trips(board)
    high = board["supply"]["high_mv"] / 1000

    def two(reference: str, start: tuple[float, float], end: tuple[float, float], kind: Any = elm.Resistor,
            loc: str = "bottom") -> None:  # fmt: skip
        words = value(board, here.parts[reference]).replace(", ", "\n")
        flat = start[1] == end[1]
        side = {} if flat else {"halign": "left", "ofst": 0.2}
        elm.Dot().at(start)
        kind().at(start).to(end).label(words, loc="top" if flat else loc, fontsize=11, **side)

    def ground(*at: tuple[float, float]) -> None:
        for each in at:
            elm.Ground().at(each)

    def box(reference: str, left: float, top: float, right: float, low: float) -> None:
        wire((left, top), (right, top), (right, low), (left, low), (left, top))
        say(((left + right) / 2, (top + low) / 2 + 0.22), reference, "center", 12)
        said = board["parts"][here.parts[reference].kind]["value"]
        say(((left + right) / 2, (top + low) / 2 - 0.22), said, "center", 9)

    with sheet() as made:
        say((-0.3, 0.0), "from J40 through F1", "right")
        wire((0, 0), (2.8, 0))
        two("D5", (1.2, 0), (1.2, _DOWN), elm.Zener)
        box("Q1", 2.8, 0.5, 4.6, -0.5)
        say((2.7, 0.3), "D", "right", 10)
        say((4.7, 0.3), "S", "left", 10)
        say((3.8, -0.75), "G", "left", 10)
        wire((4.6, 0), (13.6, 0))
        wire((3.7, -0.5), (3.7, _GATE))
        two("R40", (3.7, _GATE), (3.7, _DOWN))
        wire((3.7, _GATE), (5.2, _GATE))
        two("D4", (5.2, _GATE), (5.2, 0), elm.Zener)
        two("R44", (7.6, 0), (7.6, _SENSE))
        two("R45", (7.6, _SENSE), (7.6, _DOWN))
        two("R42", (9.8, 0), (9.8, _BASE))
        two("R43", (9.8, _BASE), (9.8, -3.1))
        box("U5", 9.1, -3.1, 10.5, -4.1)
        wire((7.6, _SENSE), (9.1, _SENSE))
        wire((9.8, -4.1), (9.8, _DOWN))
        say((9.05, -3.4), "REF", "right", 10)
        box("Q3", 11.0, -1.0, 12.4, -2.0)
        wire((9.8, _BASE), (11.0, _BASE))
        wire((11.7, 0), (11.7, -1.0))
        wire((11.7, -2.0), (11.7, _GATE), (14.5, _GATE), (14.5, -0.5))
        say((10.95, -1.3), "B", "right", 10)
        say((11.8, -0.8), "E", "left", 10)
        say((11.8, -2.2), "C", "left", 10)
        two("C5", (12.9, 0), (12.9, _GATE), elm.Capacitor)
        box("Q2", 13.6, 0.5, 15.4, -0.5)
        say((13.5, 0.3), "S", "right", 10)
        say((15.5, 0.3), "D", "left", 10)
        say((14.6, -0.75), "G", "left", 10)
        wire((15.4, 0), (19.8, 0))
        say((20.0, 0), "5 V")
        two("R41", (14.5, _GATE), (14.5, _DOWN))
        two("C6", (14.5, _GATE), (16.8, _GATE), elm.Capacitor)
        two("R47", (16.8, _GATE), (19.0, _GATE))
        wire((19.0, _GATE), (19.0, 0))
        two("R46", (11.7, _GATE), (11.7, -5.0))
        wire((11.7, -5.0), (8.7, -5.0), (8.7, _SENSE))
        ground((1.2, _DOWN), (3.7, _DOWN), (7.6, _DOWN), (9.8, _DOWN), (14.5, _DOWN))
        words = (
            "Q1 conducts only if the supply is the right way round.",
            f"Q2 is turned off above {off:.2f} V, on again below {back:.2f} V or more (5 V may be {high} V).",
            "Pads for a probe: "
            + ", ".join(f"TP{at} {what}" for at, (_, what) in enumerate(controller.TEST_PADS[:6], 1)),
            "... " + ", ".join(f"TP{at} {what}" for at, (_, what) in enumerate(controller.TEST_PADS[6:], 7)),
        )
        for at, words_of in enumerate(words):
            say((0, -7.4 - 0.55 * at), words_of, "left", 12, FAINT)
    return svg(made)
