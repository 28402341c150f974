"""Collinear points: in one row, column or diagonal, at any distance, whatever lies between. Source: GAMES 10."""

from .lines import DIRECTIONS


def collinear(one, other, size, torus=False):
    """Whether two different points are collinear; on a torus also across the edges."""
    across = one % size - other % size
    up = one // size - other // size
    if torus:
        return not (across % size and up % size and (across - up) % size and (across + up) % size)
    return not across or not up or across == up or across == -up


def axes(point, size, torus=False):
    """Return the points that are collinear with `point`, each once, without it."""
    column, row = point % size, point // size
    found = []
    for across, up in DIRECTIONS:
        for step in range(1, size) if torus else range(1 - size, size):
            x, y = column + step * across, row + step * up
            if torus:
                found.append(y % size * size + x % size)
            elif step and 0 <= x < size and 0 <= y < size:
                found.append(y * size + x)
    return found
