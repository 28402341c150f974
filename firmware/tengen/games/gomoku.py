"""Gomoku: exactly five in a row win. Source: firmware/docs/games/five.md#gomoku."""

from .game import NOTHING, Game


class Gomoku(Game):
    """Exactly five in a row win, one stone in each turn. An overline has no effect. Each row is judged separately."""

    name = "gomoku"
    overline = (NOTHING, NOTHING, NOTHING)


new = Gomoku
