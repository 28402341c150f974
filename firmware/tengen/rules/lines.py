"""Lines of stones on a board of any size: how far a colour runs through a point."""

# (columns, rows) of a step along each of the four directions
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


def run_through(cells, size, point, direction):
    """The points of the unbroken line of `point`'s own colour through it, in order along `direction`."""
    across, up = direction
    colour = cells[point]
    column, row = point % size, point // size
    while 0 <= column - across < size and 0 <= row - up < size:
        if cells[(row - up) * size + column - across] != colour:
            break
        column -= across
        row -= up
    found = []
    while 0 <= column < size and 0 <= row < size and cells[row * size + column] == colour:
        found.append(row * size + column)
        column += across
        row += up
    return found
