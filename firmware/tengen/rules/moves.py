"""A game's moves as text: the name of each point, or `--` for a pass."""

from . import PASS
from .points import name


def move_name(move, size):
    """`h8` for point 112 of a 15x15 board, `--` for PASS."""
    return "--" if move == PASS else name(move, size)


def moves_text(moves, size):
    """A game in one word, such as `h8i9--g7`."""
    return "".join([move_name(move, size) for move in moves])
