"""Anti-Renju: five or more win, but whoever makes an open four loses. Source: GAMES 9, S1 511-516."""

from . import BLACK, WHITE
from .game import Game


class AntiRenju(Game):
    """Five in a row, where an open four loses, for both. A five by the same move wins."""

    name = "anti-renju"
    may_foul = (BLACK, WHITE)
    open_four_loses = True


new = AntiRenju
