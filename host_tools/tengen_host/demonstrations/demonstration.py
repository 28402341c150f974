"""A demonstration: a game's record and the steps that show it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..i18n import fields
from ..records.reasons import Reason
from ..records.record import Record

SHAPES, OPENINGS, OWN = "shapes", "openings", "own"  # the groups, in the order of the list


@dataclass(frozen=True)
class Step:
    """The position after `moves` moves, with a sentence.

    `lines`: how many lines of the last move's reason are shown; None: all. `finds`: what the judge must find for the
    last move (checking.FINDINGS), or "".
    """

    moves: int
    says: str
    lines: int | None = None
    finds: str = ""


@dataclass(frozen=True)
class Demonstration:
    """A record and its steps. `title` and the sentences of the steps are Sentences, or texts of a club."""

    name: str
    group: str
    title: str
    record: Record
    steps: tuple[Step, ...]

    def listed(self) -> dict[str, Any]:
        """Return the entry for the list of a page."""
        return {"name": self.name, "group": self.group, "title": fields(self.title)}


Demonstrations = Mapping[str, Demonstration]  # by name, in the order of the list


@dataclass(frozen=True)
class Showing:
    """A demonstration and the number of its shown step; None in a line that has left the demonstration."""

    its: Demonstration
    number: int | None = 0

    @property
    def step(self) -> Step | None:
        """The shown step."""
        return None if self.number is None else self.its.steps[self.number]

    def at(self, number: int) -> Showing:
        """Return the demonstration at a step, at most the last one."""
        return replace(self, number=min(number, len(self.its.steps) - 1))

    def after(self, moves: int, left: bool) -> Showing:
        """Return the demonstration after an action that shows this number of moves. `left`: it added moves."""
        if left or not self.step or self.step.moves == moves:
            return replace(self, number=None) if left else self
        return self.at(next(number for number, step in enumerate(self.its.steps) if step.moves == moves))

    def fields(self, reasons: list[Reason | None]) -> dict[str, Any]:
        """Return the fields for a page: {"demo": the name, "title"}.

        While a step is shown, also {"step", "steps": their number, "says": its sentence, "reasons": with the shown
        lines only}. Texts are as from i18n.fields().
        """
        its, step = self.its, self.step
        named = {"demo": its.name, "title": fields(its.title)}
        if not step:
            return named
        shown = {"step": self.number, "steps": len(its.steps), "says": fields(step.says)}
        return {**named, **shown, "reasons": _cut(reasons, step)}


def _cut(reasons: list[Reason | None], step: Step) -> list[Reason | None]:
    """Return the reasons of a record's moves as a step shows them."""
    if step.lines is None or not step.moves or not (its := reasons[step.moves - 1]):
        return reasons
    return [*reasons[: step.moves - 1], {**its, "lines": its["lines"][: step.lines]}, *reasons[step.moves :]]
