"""A position from a board text: 225 characters for 15x15, `.`, `X` black, `O` white, the highest row first."""

from tengen.games import BLACK, COLOUR_NAMES, WHITE
from tengen.games.points import name


class Uneven(ValueError):
    """A position that no game can reach. It is set up only if this is confirmed."""


def stones(text, size):
    """Return (black points, white points) of a board text. Raises ValueError with the place of a wrong character."""
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
    """Return the colour to move: that of `word`, or if None, that with fewer stones; with equal numbers Black."""
    if word is None:
        return BLACK if len(black) <= len(white) else WHITE
    if word not in COLOUR_NAMES[1:3]:
        raise ValueError("turn must be black or white, not %r" % word)
    return COLOUR_NAMES.index(word)


def position(text, word, confirmed, size):
    """Return (black points, white points, the colour to move) of a board text; `word` as in turn().

    Raises ValueError as stones() and turn() do, and Uneven, unless `confirmed`.
    """
    black, white = stones(text, size)
    if not confirmed and len(black) - len(white) not in (0, 1):
        counts = "%d black and %d white stones" % (len(black), len(white))
        raise Uneven(counts + ": no game comes to that; confirm to set them up all the same")
    return black, white, turn(word, black, white)
