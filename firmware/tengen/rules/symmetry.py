"""Which points are equivalent by the symmetry of the stones on the board. Source: RULES 6, tentative fifths.

A symmetry here maps the stones onto themselves, each colour onto itself. Its axis or centre is the pattern's own, which
may lie beside the board's, and between points. So a point of the board may be mapped off it: then it has no twin.

A symmetry is (xx, xy, x, yx, yy, y): column and row go to (xx * column + xy * row + x, yx * column + yy * row + y).
"""

# xx, xy, yx, yy: as it is, turned by 90, 180 and 270 degrees, mirrored in a row, a column and both diagonals
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
    """The symmetries of the stones on a board, without the one that moves nothing: a list. There must be a stone."""
    stones = {}
    for point in range(len(cells)):
        if cells[point]:
            stones[(point % size, point // size)] = cells[point]
    low = _lowest(stones)
    found = []
    for xx, xy, yx, yy in TURNS[1:]:
        turned = [(xx * column + xy * row, yx * column + yy * row, stones[(column, row)]) for column, row in stones]
        # only one shift may bring them back: the one that lays lowest column and row upon those of the stones
        corner = _lowest(turned)
        x, y = low[0] - corner[0], low[1] - corner[1]
        if all(stones.get((column + x, row + y)) == colour for column, row, colour in turned):
            found.append((xx, xy, x, yx, yy, y))
    return found


def _lowest(places):
    return min(place[0] for place in places), min(place[1] for place in places)


def image(symmetry, point, size):
    """The point that a symmetry maps a point onto, or -1 where that is off the board."""
    xx, xy, x, yx, yy, y = symmetry
    column, row = point % size, point // size
    x += xx * column + xy * row
    y += yx * column + yy * row
    return y * size + x if 0 <= x < size and 0 <= y < size else -1


def equal(found, points, size):
    """The first two of some points that a symmetry maps onto each other: (earlier, later), or None."""
    for at in range(len(points)):
        for symmetry in found:
            twin = image(symmetry, points[at], size)
            if twin in points[:at]:
                return twin, points[at]
    return None


def unequal(found, cells, size, enough):
    """How many empty points there are with no two equal; counts no further than `enough`."""
    count = 0
    for point in range(len(cells)):
        if count == enough:
            break
        # of equal points the lowest counts
        if not cells[point] and all(not 0 <= image(symmetry, point, size) < point for symmetry in found):
            count += 1
    return count
