"""What Renju is: points, lines, games, results.

A game is any object with these; Renju is the first and strictest:

    name            "renju" ...
    size, cells     points a side; bytearray(size * size) of EMPTY, BLACK, WHITE
    moves           the points played, in order
    turn            BLACK or WHITE: whose stone comes next
    wanted()        stones the turn still wants; 0 once the game is over
    zone()          the points it may be put on where the rules confine it, else None
    refusal(point)  why a stone may not be put there, in words, or None where it may
    play(point)     put it: returns (added, removed), two sequences of points
    result          None, or a Result
"""

EMPTY, BLACK, WHITE = 0, 1, 2
COLOUR_NAMES = ("empty", "black", "white")


class Result:
    """How a game ended: the winner (EMPTY for a draw), the reason in a word, the points that show it."""

    def __init__(self, winner, reason, points=()):
        self.winner = winner
        self.reason = reason
        self.points = points
