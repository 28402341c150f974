"""Sapronov's Five-In-A-Row: Gomoku on 15x15, where Black may offer stones 5 and 7. Source: GAMES 5."""

from .gomoku import Gomoku


class Sapronov(Gomoku):
    """Exactly five win; double-threes and double-fours are free. What is its own is the opening "black's choice"."""

    name = "sapronov"


new = Sapronov
