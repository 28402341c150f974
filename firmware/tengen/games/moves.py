"""A game's moves as text: the name of each point, or `--` for a pass."""

from . import PASS
from .points import name


def move_name(move, size):
    """Return the text of a move: `h8` for point 112 of a 15x15 board, `--` for PASS."""
    return "--" if move == PASS else name(move, size)


def moves_text(moves, size):
    """Return all moves as one text without spaces, such as `h8i9--g7`."""
    return "".join([move_name(move, size) for move in moves])
