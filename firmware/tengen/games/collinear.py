"""Collinear points: in one row, column or diagonal, at any distance. Source: firmware/docs/games/connect6.md.

Points are collinear even if there are stones between them.
"""


def collinear(one, other, size, torus=False):
    """Whether two different points are collinear; on a torus also across the edges."""
    across = one % size - other % size
    up = one // size - other // size
    if torus:
        return not (across % size and up % size and (across - up) % size and (across + up) % size)
    return not across or not up or across == up or across == -up


def axes(point, size, torus=False):
    """Return `point` and the points that are collinear with it."""
    column, row = point % size, point // size
    found = list(range(row * size, row * size + size))
    found += range(column, size * size, size)
    if torus:
        for step in range(1, size):
            found.append((row + step) % size * size + (column + step) % size)
            found.append((row - step) % size * size + (column + step) % size)
        return found
    behind = min(column, row)
    length = size - abs(column - row)
    begin = point - behind * (size + 1)
    found += range(begin, begin + length * (size + 1), size + 1)
    behind = min(size - 1 - column, row)
    length = size - abs(column + row - size + 1)
    begin = point - behind * (size - 1)
    found += range(begin, begin + length * (size - 1), size - 1)
    return found
