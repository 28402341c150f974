"""Anti-Pente: Pente where an open four loses. Source: GAMES 9, S1 511-516."""

from . import BLACK, WHITE
from .pente import Pente


class AntiPente(Pente):
    """An open four loses, also one that the own capture opens; with the tenth captured stone it is a draw."""

    name = "anti-pente"
    may_foul = (BLACK, WHITE)
    open_four_loses = True


new = AntiPente
