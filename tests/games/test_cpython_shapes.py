"""All possible windows of a line by firmware/docs/rules.md#shapes. Ten cells decide the middle stone's shape."""

from portable import windows
from tengen.games import BLACK
from tengen.games.renju import kernels
from tengen.games.renju.position import Position

ROW, MIDDLE = 7, 7
MARKS = {0: ".", 0x1: "3", 0x10: "4", 0x110: "F", 0x1010: "5", 0x1110: "6"}
UP_RIGHT, RIGHT = 1, 3  # the directions' bits in the nibbles of a point's shapes


def change(position, point, colour):
    if position.cells[point]:
        position.take(point)
    if colour:
        position.put(point, colour)


def shape(position, point, direction):
    """Return the shape that a stone on a point makes in a direction, one of MARKS."""
    return MARKS[position.state[kernels.SHAPES + point + point // 15] >> direction & 0x1111]


def run(line, cell):
    """Return the unbroken black cells around a black cell."""
    low = high = cell
    while low > 0 and line[low - 1] == "X":
        low -= 1
    while high + 1 < len(line) and line[high + 1] == "X":
        high += 1
    return range(low, high + 1)


def filled(line, cell):
    return line[:cell] + "X" + line[cell + 1 :]


def fours_of(line, cell):
    """Return the fours that include `cell`: four stones mapped to the cells that complete them to exactly five."""
    fours = {}
    for more, mark in enumerate(line):
        if mark == ".":
            five = run(filled(line, more), more)
            if len(five) == 5 and cell in five:
                fours.setdefault(frozenset(five) - {more}, set()).add(more)
    return fours


def made(line, cell):
    """Return the shape of a stone on an empty cell (5, 6, 4, F: two fours, 3, a dot), and its straight-four points."""
    after = filled(line, cell)
    if len(run(after, cell)) >= 5:
        return "5" if len(run(after, cell)) == 5 else "6", set()
    fours = fours_of(after, cell)
    if fours:
        return "F" if len(fours) > 1 else "4", set()
    straight = set()
    for more, mark in enumerate(after):
        if mark == ".":
            four = run(filled(after, more), more)
            ends = fours_of(filled(after, more), more).get(frozenset(four), ())
            if len(four) == 4 and cell in four and len(ends) == 2:
                straight.add(more)
    return "3" if straight else ".", straight


def test_every_window_of_eleven_cells():
    position, line, kinds = Position(), ["."] * 15, set()
    cells = [cell for cell in range(2, 13) if cell != MIDDLE]
    for cell, colour in windows(cells):
        change(position, 15 * ROW + cell, colour)
        line[cell] = ".XO"[colour]
        kind, straight = made("".join(line), MIDDLE)
        assert shape(position, 15 * ROW + MIDDLE, RIGHT) == kind, line
        # the slots that include the middle cell give its straight-four points
        slots = position.state[kernels._SLOTS + ROW] & 0x7FFF
        named = {
            other
            for start in range(MIDDLE - 3, MIDDLE + 1)
            if slots >> start & 1
            for other in range(start, start + 4)
            if line[other] == "." and other != MIDDLE
        }
        if kind in "3.":
            assert named == straight, line
        assert len(straight) <= 2  # the kernels' stack has room for two points
        kinds.add(kind)
    assert kinds == set(".3456F")


def test_every_line_of_nine_cells_from_edge_to_edge():
    position, line = Position(), ["."] * 9
    points = [15 * cell + 6 + cell for cell in range(9)]  # from g1 to o9
    for cell, colour in windows(range(9)):
        change(position, points[cell], colour)
        line[cell] = ".XO"[colour]
        for at, mark in enumerate(line):
            wanted = made("".join(line), at)[0] if mark == "." else "."
            assert shape(position, points[at], UP_RIGHT) == wanted, (line, at)


def test_farther_cells_change_nothing():
    # both positions have the same window; outside it one has black stones everywhere
    near, far = Position(), Position()
    for cell in (0, 1, 13, 14):
        far.put(15 * ROW + cell, BLACK)
    cells = [cell for cell in range(2, 13) if cell != MIDDLE]
    for cell, colour in windows(cells, 1):
        for position in (near, far):
            change(position, 15 * ROW + cell, colour)
        assert shape(near, 15 * ROW + MIDDLE, RIGHT) == shape(far, 15 * ROW + MIDDLE, RIGHT), bytes(near.cells)
