"""The blast of a bomb. Source: firmware/docs/games/variations.md#bomb."""

from . import BLACK, EMPTY, NEUTRAL, WHITE
from .lines import EIGHT, neighbour


def blasted(cells, size, point):
    """Return the changes of a bomb on the empty `point`: the bomb stays, the players' stones around it are removed."""
    changes: tuple = ((point, EMPTY, NEUTRAL),)
    for direction in EIGHT:
        beside = neighbour(point, size, direction)
        if beside >= 0 and cells[beside] in (BLACK, WHITE):
            changes += ((beside, cells[beside], EMPTY),)
    return changes
