"""Pente with two neutral stones for each player, after T. Maltell. Source: GAMES 9."""

from . import EMPTY, NEUTRAL
from .pente import Pente


class NeutralPente(Pente):
    """As Pente. Each may put a neutral stone twice: it flanks for nobody, blocks both, and can't be captured."""

    name = "neutral-pente"
    special = "neutral"
    specials = 2

    def _changes(self, point, kind):
        if kind == self.special:
            return ((point, EMPTY, NEUTRAL),)
        return Pente._changes(self, point, kind)


new = NeutralPente
