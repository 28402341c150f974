"""A position from a board text: 225 characters for 15x15, `.`, `X` black, `O` white, the highest row first."""

from tengen.rules import BLACK, COLOUR_NAMES, WHITE
from tengen.rules.points import name


class Uneven(ValueError):
    """A position that no game comes to: it is set up all the same if that is confirmed."""


def stones(text, size):
    """The points of the black and of the white stones. Raises ValueError with the place where it can't be read."""
    if len(text) != size * size:
        raise ValueError("a board text has %d characters, this one %d" % (size * size, len(text)))
    found: dict = {".": [], "X": [], "O": []}
    for at, mark in enumerate(text):
        point = (size - 1 - at // size) * size + at % size
        if mark not in found:
            raise ValueError("%s: %r is neither . nor X nor O" % (name(point, size).upper(), mark))
        found[mark].append(point)
    return found["X"], found["O"]


def turn(word, black, white):
    """The colour whose stone comes next: that of the word, or of who has fewer stones; Black has the first."""
    if word is None:
        return BLACK if len(black) <= len(white) else WHITE
    if word not in COLOUR_NAMES[1:]:
        raise ValueError("turn must be black or white, not %r" % word)
    return COLOUR_NAMES.index(word)
