"""Unbroken lines of stones of one colour, on a board of any size."""

# The step of each of the four directions, as (columns, rows)
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


def run_through(cells, size, point, direction):
    """Return the points of the unbroken line through `point` in the colour of its stone, in order along `direction`."""
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
