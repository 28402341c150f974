"""The demonstrations of the 26 openings, made from the firmware's table."""

from __future__ import annotations

from tengen.games.renju.opening_names import OPENINGS as TABLE

from ..i18n import Sentence, code_text
from ..records.record import Record
from .demonstration import OPENINGS, Demonstration, Step


def openings() -> list[Demonstration]:
    """Return a demonstration of each opening; its name is the opening's code."""
    return [_opening(code, stones) for code, _, _, stones in TABLE]


def _opening(code: str, stones: str) -> Demonstration:
    title = code_text({"code": f"opening.{code}"})
    second = Sentence("demo.direct" if code[0] == "D" else "demo.indirect")
    says = title, Sentence("demo.centre"), second, title
    steps = tuple(Step(moves, words, finds=code if moves == 3 else "") for moves, words in enumerate(says))
    return Demonstration(code, OPENINGS, title, Record(("h8", stones[:2], stones[2:])), steps)
