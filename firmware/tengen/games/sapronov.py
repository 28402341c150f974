"""Sapronov's Five-In-A-Row: Gomoku on 15x15 with its own opening. Source: firmware/docs/games/five.md#sapronov."""

from .gomoku import Gomoku


class Sapronov(Gomoku):
    """Gomoku on 15x15 with the opening "black's choice", where Black may offer stones 5 and 7.

    Exactly five in a row win. Double-threes and double-fours are legal.
    """

    name = "sapronov"


new = Sapronov
