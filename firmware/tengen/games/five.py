"""Five in a row: five or more win. Source: GAMES 4."""

from .game import Game


class Five(Game):
    """By turns, a stone each. A longer row wins too, since it has five in a row."""

    name = "five"


new = Five
