"""The blast of a bomb. Source: GAMES 9."""

from . import BLACK, EMPTY, NEUTRAL, WHITE
from .lines import EIGHT, neighbour


def blasted(cells, size, point):
    """Return the changes of a bomb on the empty `point`: it stays, and the players' stones around it go."""
    changes: tuple = ((point, EMPTY, NEUTRAL),)
    for direction in EIGHT:
        beside = neighbour(point, size, direction)
        if beside >= 0 and cells[beside] in (BLACK, WHITE):
            changes += ((beside, cells[beside], EMPTY),)
    return changes
