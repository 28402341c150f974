"""What Renju is: points, lines, games, results.

A game is any object with these, made by a call with `calls_fouls`, `calls_fives`, `free_centre`, `passes_after`,
`first_passer_wins_draws` and `beside` (rules/renju.py has what they mean). Renju is the first and strictest:

    name            "renju" ...
    size, cells     points a side; bytearray(size * size) of EMPTY, BLACK, WHITE, to be read only
    moves           what was played, in order: points, and PASS where a turn was passed
    turn            BLACK or WHITE: whose stone comes next
    result          None, or a Result
    wanted()        stones the turn still wants; 0 once the game is over
    zone()          the points it may be put on where the rules confine it, else None
    refusal(point)  why a stone may not be put there, in words, or None where it may
    warning(point)  the foul that a stone put there would lose by, in a word, or None
    fouls()         the points where warning() has one
    excused(point)  whether a stone there would look like a foul, and is none for a reason worth telling
    foul_lines(point)  the lines that make that foul, or would: a dictionary each, with `stones` among what it says, and
                    `counts` where a line may not
    play(point)     put it
    pass_refusal()  why the turn may not be passed, in words, or None where it may
    pass_()         pass the turn
    take_back()     take the last move back, and with it the result
    pending         None, or the Result that the last move has earned and that counts only when it is claimed
    claim()         claim it: it is the result. The next move or a take-back forgets it
    set_up(black, white, turn)  begin from a position: the points that have stones, the colour that plays next
    agree()         both players call it a draw
    resign(colour)  that player gives the game up
    time_out(colour)  that player's time has ended; EMPTY: that of both

play(), pass_() and take_back() return (added, removed), two sequences of points: what has changed on the board. What
can't be done raises ValueError, saying why, and changes nothing.
"""

EMPTY, BLACK, WHITE = 0, 1, 2
COLOUR_NAMES = ("empty", "black", "white")

PASS = -1  # among moves, where others have their point


class Result:
    """How a game ended: the winner (EMPTY for a draw), the reason in a word or two, the points that show it.

    The points have stones of the winner's, such as a five, or of the loser's: a foul.
    """

    def __init__(self, winner, reason, points=()):
        self.winner = winner
        self.reason = reason
        self.points = points
