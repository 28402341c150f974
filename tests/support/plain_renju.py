"""Renju by the slow definition in definition.py, with the interface of the games in plain_family.py.

Source: firmware/docs/rules.md#shapes, #order and #play. Nothing of the firmware is used. Every move checks the whole
board.
"""

from definition import DIRECTIONS, SIZE, run, verdict
from plain_family import BLACK, WHITE, Plain

FOULS = {"6": "overline", "4": "double-four", "3": "double-three"}


class PlainRenju(Plain):
    """A running game of Renju, which ends at once with a foul."""

    def __init__(self):
        Plain.__init__(self, "renju", SIZE, {})
        self.may_pass = True

    def stones(self, colour):
        return {place for place in self.board if self.board[place] == colour}

    def may(self, place):
        return not self.result and place not in self.board

    def verdict(self, place):
        """Return the verdict on a black stone on an empty point: 5, 6, 4, 3 or a dot."""
        return verdict(self.stones(BLACK), self.stones(WHITE), place)

    def play(self, place, special=False):
        assert not special
        self.passed = False
        mover, found = self.turn, self.verdict(place)
        self.board[place] = mover
        self.turn = BLACK + WHITE - mover
        rows = [set(run(self.stones(mover), place, direction)) for direction in DIRECTIONS]
        fives = [row for row in rows if len(row) == 5 or (len(row) > 5 and mover == WHITE)]
        assert mover == WHITE or (found == "5") == bool(fives)
        if fives:
            self.result = mover, "five", fives
        elif mover == BLACK and found in FOULS:
            self.result = WHITE, FOULS[found], [{place}]
        elif not self.empty():
            self.result = 0, "full board", ()
