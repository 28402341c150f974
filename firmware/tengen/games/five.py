"""Five in a row: five or more win. Source: firmware/docs/games/five.md#free."""

from .game import Game


class Five(Game):
    """Five in a row, one stone in each turn. A longer row wins too."""

    name = "five"


new = Five
