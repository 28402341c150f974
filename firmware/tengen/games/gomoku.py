"""Gomoku: five in a row wins, exactly five. Source: GAMES 5."""

from .game import NOTHING, Game


class Gomoku(Game):
    """By turns, a stone each. An overline is nothing, for both; each row is looked at by itself."""

    name = "gomoku"
    overline = (NOTHING, NOTHING, NOTHING)


new = Gomoku
