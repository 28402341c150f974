"""The winner after a move. Source: firmware/docs/family.md#shared-rules, the list of steps.

The callers find the lines and captures. `mover`: the colour that made the last move. `line` and `theirs`: the points of
a line of the mover and of the other player, or None.
"""

from . import EMPTY, Outcome, opponent


def count_winner(captured, goal):
    """Return the colour that has captured at least `goal` stones, and more than the other colour, or EMPTY."""
    for colour in (1, 2):
        if goal and captured[colour] >= goal and captured[colour] > captured[opponent(colour)]:
            return colour
    return EMPTY


def judged(mover, line, theirs, counted, word, open_four=None):
    """Return the Outcome of a move, or None: steps 3 to 6 of the list.

    `counted`: the winner by captures (count_winner()). `word`: the reason if a line wins. `open_four`: the points of
    the mover's open four, in games where it loses.
    """
    other = opponent(mover)
    if line:
        return Outcome(EMPTY, "both") if theirs or counted == other else Outcome(mover, word, line)
    if (open_four or theirs) and counted == mover:
        return Outcome(EMPTY, "both")
    if open_four:
        return Outcome(other, "open four", open_four)
    if theirs:
        return Outcome(other, word, theirs)
    return Outcome(counted, "captures") if counted else None


def judged_held(mover, stood, theirs, counted, word):
    """Return the Outcome of a move where a line must survive the reply, or None: step 2, (a) to (c) of the list.

    `stood`: the line that the other player had before the move, or the part of it that is still a line, or None.
    `theirs`: a line of the other player that the move has made. The caller decides whether a line of the mover wins at
    once or waits for the reply.
    """
    other = opponent(mover)
    if stood:
        return Outcome(other, word, stood)
    if theirs:
        return Outcome(EMPTY, "both") if counted == mover else Outcome(other, word, theirs)
    return Outcome(counted, "captures") if counted else None
