"""Gravity: the points where a stone comes to rest, and full edges that go. Source: GAMES 11, S2 225-261."""

from . import EMPTY

DOWN, EDGES, INTERIOR = "down", "edges", "interior"


def rests(cells, size, point, drop):
    """Whether a stone on the empty `point` would rest there.

    "down": on the lowest empty point of a column. "edges": on the first empty point from some edge, straight.
    "interior": where the next point towards the nearest edge, on a diagonal towards the corner, is taken or off the
    board.
    """
    column, row = point % size, point // size
    if drop == DOWN:
        return _all_taken(cells, point - size, -size, row)
    if drop == EDGES:
        return (
            _all_taken(cells, point - size, -size, row)
            or _all_taken(cells, point - 1, -1, column)
            or _all_taken(cells, point + size, size, size - 1 - row)
            or _all_taken(cells, point + 1, 1, size - 1 - column)
        )
    aside, along = min(column, size - 1 - column), min(row, size - 1 - row)
    if not min(aside, along):
        return True
    across = (-1 if column < size // 2 else 1) if aside <= along else 0
    up = (-1 if row < size // 2 else 1) if along <= aside else 0
    return cells[point + up * size + across] != EMPTY


def rest_of(cells, size, point, drop):
    """Return where a stone that appears on the empty `point` comes to rest: `point` itself if it rests there.

    "edges": on the side of the nearest edge, of two equally near ones of the first in the order down, left, up, right.
    """
    while not rests(cells, size, point, drop):
        point += _towards(size, point, drop)
    return point


def _towards(size, point, drop):
    """Return the step of a stone that does not rest."""
    if drop == DOWN:
        return -size
    column, row = point % size, point // size
    right, up = size - 1 - column, size - 1 - row
    if drop == EDGES:
        near = (row, column, up, right)
        return (-size, -1, size, 1)[near.index(min(near))]
    aside, along = min(column, right), min(row, up)
    across = (-1 if column < right else 1) if aside <= along else 0
    return across + ((-size if row < up else size) if along <= aside else 0)


def _all_taken(cells, point, step, count):
    """Whether so many points from `point` on, by that step, are taken."""
    for _ in range(count):
        if cells[point] == EMPTY:
            return False
        point += step
    return True


def cleared(cells, size, drop):
    """Return the cells after all full edges have gone; None if no edge is full.

    Everything else moves one step towards the edge that goes, on a diagonal where two edges go together; again, while
    an edge is full. "down": the bottom row only.
    """
    found = None
    while True:
        across, up = _full_edges(found or cells, size, drop)
        if not across and not up:
            return found
        found = _shifted(found or cells, size, across, up)


def _full_edges(cells, size, drop):
    """Return the direction towards the full edges, as (columns, rows). Two opposite ones can't be full at once."""
    top = size * size - size
    up = -1 if _all_taken(cells, 0, 1, size) else 0
    if drop == DOWN:
        return 0, up
    if _all_taken(cells, top, 1, size):
        up = 1
    across = -1 if _all_taken(cells, 0, size, size) else 0
    if _all_taken(cells, size - 1, size, size):
        across = 1
    return across, up


def _shifted(cells, size, across, up):
    """Return the cells after all stones have moved by so many columns and rows; what leaves the board is gone."""
    rows = [cells[at : at + size] for at in range(0, size * size, size)]
    if up:
        rows = rows[1:] + [bytes(size)] if up < 0 else [bytes(size)] + rows[:-1]
    if across:
        rows = [row[1:] + b"\0" if across < 0 else b"\0" + row[:-1] for row in rows]
    return b"".join(rows)
