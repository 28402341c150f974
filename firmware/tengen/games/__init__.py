"""The family of n-in-a-row games: what all games share, and the contract between a game and everything else.

A game is any object with these attributes and methods. A deed with the board is a sequence of *changes* and nothing
else: a stone that is put, captured or turned, and all that a take-back restores. A change is (point, was, is), with two
of the cells below: added if `was` is EMPTY, removed if `is` is EMPTY, turned if neither is.

    name            "renju" ...
    size, torus     points per side; whether lines go on at the opposite edge
    first           BLACK or WHITE: the colour that begins
    may_foul        the colours whose moves can be fouls that lose
    cells           bytearray(size * size) of EMPTY, BLACK, WHITE, NEUTRAL, COMMON, read-only
    moves           the moves in order: a point, or PASS for a passed turn
    turn            BLACK or WHITE: the colour of the next stone
    result          None, or an Outcome
    wanted()        the number of stones the turn still wants; 0 once the game is over
    zone()          the points allowed for the next stone, or None if the rules allow all
    kinds()         what the next stone may be, in order: (OWN,) or, while they last, also another kind, like "bomb"
    moves_others    whether a stone can make others move on the board, which takes the players' time
    rest_of(point)  where a stone that is refused on the point would come to rest, or -1
    refusal(point, kind)  why the next stone may not be placed on the point (codes.coded), or None if it may
    warning(point, kind)  the name of the foul that the next stone on the point would be, or None
    effect(point, kind)   the changes that play() would return; nothing changes
    fouls()         the points where warning() returns a foul
    seek_fouls(found)  an iterator that appends them to the list `found`. The Pico can't find all of them between two
                    frames: each next() does a few ms of the work
    excused(point)  whether the next stone on the point would look like a foul but be none
    foul_lines(point)  the lines that make this foul, or would make it: one dictionary per line, with `stones` among
                    others, and `counts` if a line may not count
    play(point, kind)  place the next stone
    pass_refusal()  why the turn may not be passed (codes.coded), or None if it may
    pass_()         pass the turn
    take_back()     take the last move back, and the result with it
    colour_of(number)   the colour that made a move (also a pass), by its number from 0 in `moves`; the number after the
                    last gives the turn
    changes_of(number)  the changes that this move made when it was played
    captured        the number of stones that each colour has captured, by colour
    goal            how many captured stones win, or 0 if none do
    counts_removed  whether captured stones are counted although none win: in a game without a goal
    standing        the points of a line that wins unless the next move breaks it, or ()
    pending         None, or the Outcome that the last move has earned and that counts only if it is claimed
    claim()         make the pending Outcome the result. The next move or a take-back discards a pending Outcome
    check_position(black, white, turn)  raises ValueError as set_up() does, and changes nothing
    set_up(black, white, turn)  start from a position: the points with stones, and the colour that plays next
    arranged(black, white)  the cells of such a position; raises ValueError for a wrong point, or no empty one
    opening_name()  (code, name, kanji) of the opening that the first moves have made, or None
    agree()         end the game as a draw by agreement
    resign(colour)  the player of this colour resigns
    time_out(colour)  the player of this colour has no time left; EMPTY: both players

play(), pass_() and take_back() return their changes. `kind` is OWN if it is left out. An illegal call raises ValueError
with the reason, and changes nothing.
"""

# What a point holds: nothing, a player's stone, a stone of nobody (a bomb, a neutral stone), the common centre
EMPTY, BLACK, WHITE, NEUTRAL, COMMON = 0, 1, 2, 3, 4
COLOUR_NAMES = ("empty", "black", "white", "neutral", "common")
CELL_MARKS = ".XONC"  # in board texts

OWN = "own"  # the kind of an ordinary stone

LINE_NAMES = {3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}  # by its stones; the reason of its Outcome

FAULTS = ("overline", "double-four", "double-three", "open four")  # the reasons of results by which the mover loses

PASS = -1  # in `moves`, in place of a point


class Outcome:
    """How a game has ended: the winner (EMPTY for a draw), the reason in one or two words, the points that show it.

    The points have stones of the winner (his line) or of the loser (a foul).
    """

    def __init__(self, winner, reason, points=()):
        self.winner = winner
        self.reason = reason
        self.points = points


def opponent(colour):
    """The other colour."""
    return WHITE if colour == BLACK else BLACK


def added(changes):
    """The points of the changes that were empty before."""
    return [point for point, was, _ in changes if was == EMPTY]


def removed(changes):
    """The points of the changes that are empty now."""
    return [point for point, _, now in changes if now == EMPTY]


def net(changes):
    """The changes from before the first to after the last, one for each point that differs."""
    was: dict = {}
    now: dict = {}
    for point, before, after in changes:
        was.setdefault(point, before)
        now[point] = after
    return tuple((point, was[point], now[point]) for point in sorted(now) if was[point] != now[point])


def undone(changes):
    """The changes that restore what was before, in the order in which they must be made."""
    return tuple((point, now, was) for point, was, now in reversed(changes))
