"""Read a position from a board text: 225 characters for 15x15, `.`, `X` black, `O` white, the highest row first."""

from tengen.codes import Refused, coded
from tengen.games import BLACK, COLOUR_NAMES, WHITE


def stones(text, size):
    """Return (black points, white points) of a board text. Raises Refused with the place of a wrong character."""
    if len(text) != size * size:
        raise Refused(coded("device.board_text", number=size * size, count=len(text)))
    found: dict = {".": [], "X": [], "O": []}
    for at, mark in enumerate(text):
        point = (size - 1 - at // size) * size + at % size
        if mark not in found:
            raise Refused(coded("refused.at_character", number=at + 1, why=coded("device.board_mark", text=mark)))
        found[mark].append(point)
    return found["X"], found["O"]


def turn(word, black, white):
    """Return the colour to move: from `word`, or the colour with fewer stones; Black if the numbers are equal."""
    if word is None:
        return BLACK if len(black) <= len(white) else WHITE
    if word not in COLOUR_NAMES[1:3]:
        raise ValueError("not a player's colour")
    return COLOUR_NAMES.index(word)


def position(text, word, confirmed, size):
    """Return (black points, white points, the colour to move) of a board text. `word`: see turn().

    Raises ValueError as stones() and turn() do, and for a position that no game can reach, unless `confirmed`.
    """
    black, white = stones(text, size)
    if not confirmed and len(black) - len(white) not in (0, 1):
        raise Refused(coded("device.uneven", black=len(black), white=len(white)))
    return black, white, turn(word, black, white)
