"""Gravity: the points where a stone comes to rest, and the removal of full edges.

Source: firmware/docs/games/four.md (Abstract Play's wiki page "n-in-a-row games", lines 225-261).
"""

from . import EMPTY

DOWN, EDGES, INTERIOR = "down", "edges", "interior"


def rests(cells, size, point, drop):
    """Whether a stone on the empty `point` would rest there.

    "down": a stone rests on the lowest empty point of a column. "edges": it rests on the first empty point from an
    edge, along a row or column. "interior": it rests if the next point towards the nearest edge is taken or off the
    board; if two edges are equally near, the next point is diagonal, towards the corner.
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
    """Return where a stone that is placed on the empty `point` comes to rest: `point` itself if it rests there.

    "edges": the stone moves towards the nearest edge. If several are equally near, the first one in the order down,
    left, up, right is taken.
    """
    while not rests(cells, size, point, drop):
        point += _towards(size, point, drop)
    return point


def _towards(size, point, drop):
    """Return the step of a stone that does not rest yet, as a difference of points."""
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
    """Whether the next `count` points from `point` on are taken, in steps of `step`."""
    for _ in range(count):
        if cells[point] == EMPTY:
            return False
        point += step
    return True


def cleared(cells, size, drop):
    """Return the cells after all full edges are removed; None if no edge is full.

    All other stones move one step towards the removed edge, or diagonally if two edges are removed together. This is
    repeated while an edge is full. With "down", only the bottom row is such an edge.
    """
    found = None
    while True:
        across, up = _full_edges(found or cells, size, drop)
        if not across and not up:
            return found
        found = _shifted(found or cells, size, across, up)


def _full_edges(cells, size, drop):
    """Return the direction towards the full edges, as (columns, rows). Opposite edges can't be full together."""
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
    """Return the cells after all stones have moved by (across, up); stones that leave the board are gone."""
    rows = [cells[at : at + size] for at in range(0, size * size, size)]
    if up:
        rows = rows[1:] + [bytes(size)] if up < 0 else [bytes(size)] + rows[:-1]
    if across:
        rows = [row[1:] + b"\0" if across < 0 else b"\0" + row[:-1] for row in rows]
    return b"".join(rows)
