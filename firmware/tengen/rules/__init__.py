"""The rules of Renju: points, lines, games, results.

A game is any object with the attributes and methods below. Its constructor takes `calls_fouls`, `calls_fives`,
`free_centre`, `passes_after`, `first_passer_wins_draws` and `beside`; rules/renju.py explains them. The first such
class, and the strictest, is Renju:

    name            "renju" ...
    size, cells     points per side; bytearray(size * size) of EMPTY, BLACK, WHITE, read-only
    moves           the moves in order: a point, or PASS for a passed turn
    turn            BLACK or WHITE: the colour of the next stone
    result          None, or a Result
    wanted()        the number of stones the turn still wants; 0 once the game is over
    zone()          the points allowed for the next stone, or None if the rules allow all
    refusal(point)  why the next stone may not be placed on the point, as a text, or None if it may
    warning(point)  the name of the foul that the next stone on the point would be, or None
    fouls()         the points where warning() returns a foul
    excused(point)  whether the next stone on the point would look like a foul but be none
    foul_lines(point)  the lines that make this foul, or would make it: one dictionary per line, with `stones` among
                    others, and `counts` if a line may not count
    play(point)     place the next stone
    pass_refusal()  why the turn may not be passed, as a text, or None if it may
    pass_()         pass the turn
    take_back()     take the last move back, and the result with it
    pending         None, or the Result that the last move has earned and that counts only if it is claimed
    claim()         make the pending Result the result. The next move or a take-back discards a pending Result
    set_up(black, white, turn)  start from a position: the points with stones, and the colour that plays next
    agree()         end the game as a draw by agreement
    resign(colour)  the player of this colour resigns
    time_out(colour)  the player of this colour has no time left; EMPTY: both players

play(), pass_() and take_back() return (added, removed): two sequences of points, the changes on the board. An illegal
call raises ValueError with the reason, and changes nothing.
"""

EMPTY, BLACK, WHITE = 0, 1, 2
COLOUR_NAMES = ("empty", "black", "white")

PASS = -1  # in `moves`, in place of a point


class Result:
    """The result of a game: the winner (EMPTY for a draw), the reason in one or two words, the points that show it.

    The points have stones of the winner (a five) or of the loser (a foul).
    """

    def __init__(self, winner, reason, points=()):
        self.winner = winner
        self.reason = reason
        self.points = points
