"""Groups of stones as in Go, and groups without a liberty. Source: firmware/docs/games/irensei.md."""

from . import EMPTY, opponent


def without_liberty(cells, size, point):
    """Return the stones of the group on `point` if the group has no empty neighbour, else []."""
    colour = cells[point]
    group = [point]
    for stone in group:  # the list grows in the loop
        for beside in neighbours(stone, size):
            if cells[beside] == EMPTY:
                return []
            if cells[beside] == colour and beside not in group:
                group.append(beside)
    return group


def taken(cells, size, point):
    """Return the stones of the other colour that the stone on `point` captures: those without a liberty."""
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
