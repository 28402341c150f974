"""Pente with two neutral stones for each player, by T. Maltell. Source: firmware/docs/games/variations.md#neutral."""

from . import EMPTY, NEUTRAL
from .pente import Pente


class NeutralPente(Pente):
    """Pente where each player may place a neutral stone twice. It blocks both colours.

    A neutral stone flanks no row for a capture, and can't be captured.
    """

    name = "neutral-pente"
    special = "neutral"
    specials = 2

    def _changes(self, point, kind):
        if kind == self.special:
            return ((point, EMPTY, NEUTRAL),)
        return Pente._changes(self, point, kind)


new = NeutralPente
