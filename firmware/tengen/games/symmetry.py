"""Find points that are equivalent by the symmetry of the stones. Source: firmware/docs/openings.md#rules.

Tentative fifths must not be equivalent. A symmetry maps the stones onto themselves, each colour onto itself. The axis
or centre of the symmetry may differ from the board's, and may be between points. So the symmetry may map a point to a
place off the board. Such a point has no equivalent.

A symmetry is the tuple (xx, xy, x, yx, yy, y): it maps (column, row) to (xx * column + xy * row + x, yx * column + yy *
row + y).
"""

# (xx, xy, yx, yy): the identity; rotations by 90, 180 and 270 degrees; mirrored in a row, a column, both diagonals
TURNS = (
    (1, 0, 0, 1),
    (0, -1, 1, 0),
    (-1, 0, 0, -1),
    (0, 1, -1, 0),
    (1, 0, 0, -1),
    (-1, 0, 0, 1),
    (0, 1, 1, 0),
    (0, -1, -1, 0),
)


def symmetries(cells, size):
    """Return the list of symmetries of the stones, without the identity. The board must have a stone."""
    stones = {}
    for point in range(len(cells)):
        if cells[point]:
            stones[(point % size, point // size)] = cells[point]
    low = _lowest(stones)
    found = []
    for xx, xy, yx, yy in TURNS[1:]:
        turned = [(xx * column + xy * row, yx * column + yy * row, stones[(column, row)]) for column, row in stones]
        # only one shift is possible, because the lowest column and row of the image must be the lowest column and row
        # of the stones
        corner = _lowest(turned)
        x, y = low[0] - corner[0], low[1] - corner[1]
        if all(stones.get((column + x, row + y)) == colour for column, row, colour in turned):
            found.append((xx, xy, x, yx, yy, y))
    return found


def _lowest(places):
    return min(place[0] for place in places), min(place[1] for place in places)


def image(symmetry, point, size):
    """Return the point onto which a symmetry maps a point, or -1 if it is off the board."""
    xx, xy, x, yx, yy, y = symmetry
    column, row = point % size, point // size
    x += xx * column + xy * row
    y += yx * column + yy * row
    return y * size + x if 0 <= x < size and 0 <= y < size else -1


def equal(found, points, size):
    """Return the first two points that one of the symmetries in `found` maps onto each other, or None.

    The result is (earlier, later).
    """
    for at in range(len(points)):
        for symmetry in found:
            twin = image(symmetry, points[at], size)
            if twin in points[:at]:
                return twin, points[at]
    return None


def unequal(found, cells, size, enough):
    """Count the empty points; equivalent points count as one. Stop at `enough`."""
    count = 0
    for point in range(len(cells)):
        if count == enough:
            break
        # if points are equivalent, only the lowest is counted
        if not cells[point] and all(not 0 <= image(symmetry, point, size) < point for symmetry in found):
            count += 1
    return count
