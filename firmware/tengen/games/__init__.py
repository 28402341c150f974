"""The family of n-in-a-row games: the shared parts, and the interface of a game.

A game is any object with these attributes and methods. A move or a take-back is a sequence of *changes* of the board. A
change is (point, was, is), with two of the cell values below: the stone is added if `was` is EMPTY, removed if `is` is
EMPTY, and changes its colour if neither is EMPTY. Source: firmware/docs/family.md#contract.

    name            "renju" ...
    size, torus     points per side; whether lines continue at the opposite edge
    first           BLACK or WHITE: the colour that begins
    may_foul        the colours that lose by a foul
    cells           bytearray(size * size) of EMPTY, BLACK, WHITE, NEUTRAL, COMMON, read-only
    moves           the moves in order: a point, or PASS for a passed turn
    turn            BLACK or WHITE: the colour of the next stone
    result          None, or an Outcome
    wanted()        the number of stones still to be placed in this turn; 0 once the game is over
    zone()          the points allowed for the next stone, or None if the rules allow all
    kinds()         the kinds of the next stone, in order: (OWN,), or also another kind like "bomb" while the player has
                    some left
    moves_others    whether a stone can make others move on the board, which takes the players' time
    rest_of(point)  the point where a stone refused on `point` would come to rest, or -1
    refusal(point, kind)  why the next stone may not be placed on the point (codes.coded), or None if it may
    warning(point, kind)  the name of the foul that the next stone on the point would make, or None
    effect(point, kind)   the changes that play() would return; nothing changes
    fouls()         the points where warning() returns a foul
    seek_fouls(found)  an iterator that appends them to the list `found`. The Pico can't find all of them between two
                    frames: each next() does a few ms of the work
    excused(point)  whether the next stone on the point looks like a foul but is legal
    foul_lines(point)  the lines that make this foul, or would make it: one dictionary per line (renju/reasons.py), with
                       `stones` and others, and with `counts` if a line may not count
    play(point, kind)  place the next stone
    pass_refusal()  why the turn may not be passed (codes.coded), or None if it may
    pass_()         pass the turn
    take_back()     take the last move back, and the result with it
    colour_of(number)   the colour that made a move (also a pass), by its number from 0 in `moves`; the number after the
                        last gives the colour of the next stone
    changes_of(number)  the changes that this move made when it was played
    captured        the number of stones that each colour has captured, by colour
    goal            how many captured stones win, or 0 if none do
    counts_removed  whether captured stones are counted although they win nothing
    standing        the points of a line that wins unless the next move breaks it, or ()
    pending         None, or the Outcome of the last move that counts only if it is claimed
    claim()         make the pending Outcome the result. The next move or a take-back discards a pending Outcome
    check_position(black, white, turn)  raises ValueError as set_up() does, and changes nothing
    set_up(black, white, turn)  start from a position: the points with stones, and the colour that plays next
    arranged(black, white)  the cells of this position; raises ValueError for a wrong point, or if no point is empty
    opening_name()  (code, name, kanji) of the opening that the first moves have made, or None
    agree()         end the game as a draw by agreement
    resign(colour)  the player of this colour resigns
    time_out(colour)  the player of this colour has no time left; EMPTY: both players

play(), pass_() and take_back() return their changes. `kind` is OWN if it is left out. An illegal call raises ValueError
with the reason, and changes nothing.
"""

# The contents of a point: nothing, a player's stone, a neutral stone (also a bomb that has exploded), the common centre
EMPTY, BLACK, WHITE, NEUTRAL, COMMON = 0, 1, 2, 3, 4
COLOUR_NAMES = ("empty", "black", "white", "neutral", "common")
CELL_MARKS = ".XONC"  # the characters of these values in board texts

OWN = "own"  # the kind of an ordinary stone

# indexed by the number of stones; also the reason of an Outcome
LINE_NAMES = {3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}

FAULTS = ("overline", "double-four", "double-three", "open four")  # results that the mover loses

PASS = -1  # the value in `moves` that means a pass instead of a point


class Outcome:
    """The end of a game: the winner (EMPTY for a draw), the reason (one or two words), the points that show it.

    On the points are stones of the winner (a line) or of the loser (a foul).
    """

    def __init__(self, winner, reason, points=()):
        self.winner = winner
        self.reason = reason
        self.points = points


def opponent(colour):
    """Return the other colour."""
    return WHITE if colour == BLACK else BLACK


def added(changes):
    """Return the changed points that were empty before."""
    return [point for point, was, _ in changes if was == EMPTY]


def removed(changes):
    """Return the changed points that are empty now."""
    return [point for point, _, now in changes if now == EMPTY]


def net(changes):
    """Return the net changes, one for each point that differs in the end."""
    was: dict = {}
    now: dict = {}
    for point, before, after in changes:
        was.setdefault(point, before)
        now[point] = after
    return tuple((point, was[point], now[point]) for point in sorted(now) if was[point] != now[point])


def undone(changes):
    """Return the changes that undo these changes, in the order of execution."""
    return tuple((point, now, was) for point, was, now in reversed(changes))
