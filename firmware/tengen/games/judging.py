"""Who has won after a move: the list of GAMES 1, without a word about how lines and captures come about.

`mover` has just moved. `line` and `theirs` are the points of a line of the mover's and of the other's, or None.
"""

from . import EMPTY, Outcome, opponent


def count_winner(captured, goal):
    """Return the colour that has captured `goal` stones or more, and more than the other has; EMPTY if neither."""
    for colour in (1, 2):
        if goal and captured[colour] >= goal and captured[colour] > captured[opponent(colour)]:
            return colour
    return EMPTY


def judged(mover, line, theirs, counted, word, open_four=None):
    """Return the Outcome of a move, or None: steps 3 to 6 of the list.

    `counted`: who wins by captures (count_winner()). `word`: the reason where a line wins. `open_four`: the points of
    an open four of the mover's, where it loses.
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
    """Return the Outcome of a move where a line must outlive the reply, or None: step 2, (a) to (c).

    `stood`: what is still a line of a line of the other's that stood before the move, or None. `theirs`: a line of his
    that the move has made. A line of the mover's is not judged here: it wins or stands.
    """
    other = opponent(mover)
    if stood:
        return Outcome(other, word, stood)
    if theirs:
        return Outcome(EMPTY, "both") if counted == mover else Outcome(other, word, theirs)
    return Outcome(counted, "captures") if counted else None
