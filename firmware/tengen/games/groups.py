"""Groups of stones as in Go, and those without a liberty. Source: GAMES 12, S2 263-269."""

from . import EMPTY, opponent


def without_liberty(cells, size, point):
    """Return the stones of the group of the stone on `point` if none of them has an empty neighbour, else []."""
    colour = cells[point]
    group = [point]
    for stone in group:  # it grows meanwhile
        for beside in neighbours(stone, size):
            if cells[beside] == EMPTY:
                return []
            if cells[beside] == colour and beside not in group:
                group.append(beside)
    return group


def taken(cells, size, point):
    """Return the stones of the other colour that the stone on `point` leaves without a liberty."""
    other = opponent(cells[point])
    found: list = []
    for beside in neighbours(point, size):
        if cells[beside] == other and beside not in found:
            found += without_liberty(cells, size, beside)
    return found


def neighbours(point, size):
    """Return the points beside `point` in its row and column."""
    found = []
    if point % size:
        found.append(point - 1)
    if (point + 1) % size:
        found.append(point + 1)
    if point >= size:
        found.append(point - size)
    if point < size * size - size:
        found.append(point + size)
    return found
