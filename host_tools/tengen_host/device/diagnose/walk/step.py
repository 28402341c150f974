"""Define the base class of a walk's steps."""

from __future__ import annotations

from collections.abc import Generator

from ..layout import name
from ..listen import Answer, Felt, Pressed, Prompt
from .knowledge import Knowledge

Script = Generator[Prompt, Answer, None]

FEW = 20  # the most points to repeat
NOT_FELT = "If it lies there and stays unlit, press your button."


class Step:
    """A part of a walk, which asks a person and writes the results into `known`."""

    def __init__(self, known: Knowledge) -> None:
        self.known = known

    def put_alone(self, point: int) -> Script:
        """Ask for a stone on one point of the empty board."""
        while True:
            answer = yield self.known.stone_prompt(point, f"Once more: put a stone on {name(point).upper()}.", True)
            if isinstance(answer, Pressed) and not answer.held:
                return
            if isinstance(answer, Felt) and self.known.layout.cell(point) in answer.cells:
                return
