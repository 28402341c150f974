"""Anti-Renju: five or more win, but an open four loses. Source: firmware/docs/games/variations.md#anti."""

from . import BLACK, WHITE
from .game import Game


class AntiRenju(Game):
    """Five in a row where an open four loses, for both colours. A five made by the same move wins."""

    name = "anti-renju"
    may_foul = (BLACK, WHITE)
    open_four_loses = True


new = AntiRenju
