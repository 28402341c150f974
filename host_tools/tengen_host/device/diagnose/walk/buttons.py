"""Find the button of each player and of the arbiter."""

from __future__ import annotations

from ..layout import BUTTON_NAMES
from ..listen import Pressed, Prompt
from .step import Script, Step


class Buttons(Step):
    """Ask for one press of each of the three buttons."""

    def script(self) -> Script:
        """Ask for the three presses; begin again if one button was pressed twice."""
        found: dict[str, int] = {}
        where = {"p1": "P1 (before row 1)", "p2": "P2 (behind row 15)", "arbiter": "the arbiter"}
        while len(found) < 3:
            player = BUTTON_NAMES[len(found)]
            answer = yield Prompt("button", f"Press the button of {where[player]}.", player=player)
            if isinstance(answer, Pressed):
                if answer.bit in found.values():
                    found.clear()  # one of the two presses was wrong
                else:
                    found[player] = answer.bit
        self.known.buttons = [found[player] for player in BUTTON_NAMES]
