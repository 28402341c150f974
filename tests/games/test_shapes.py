"""A line's shapes on every tier: the arithmetic of judge.shapes, and that of the kernels, cell by cell."""

from support import seeded
from tengen.games.renju import kernels
from tengen.games.renju.position import Position
from tengen_host.judge.shapes import shapes

ROW, MIDDLE = 7, 7
SHAPES = kernels.SHAPES  # a word for each point: see the layout in kernels


def of_row(drawn):
    """Return (black, empty) of a line drawn with X, O and dots."""
    black = empty = 0
    for cell, mark in enumerate(drawn):
        black |= (mark == "X") << cell
        empty |= (mark == ".") << cell
    return black, empty


def made(drawn):
    """What a stone on each cell makes: 3, 4, F (two fours), 5, 6 or a dot."""
    _, threes, fours, fouls, longs = shapes(*of_row(drawn))
    marks = []
    for cell in range(len(drawn)):
        three, four, foul, long = (number >> cell & 1 for number in (threes, fours, fouls, longs))
        marks.append("6" if foul & long else "5" if long else "F" if foul else "4" if four else "3" if three else ".")
    return "".join(marks)


def test_drawn_lines():  # RULES 1 and 4
    for drawn, expected in (
        ("....XX.........", "..33..33......."),
        ("...XX..........", ".33..33........"),
        ("..XX...........", ".3..33........."),
        ("XX.............", "..............."),  # no room at the edge
        ("..XXX..........", "44...44........"),  # straight and not straight: one four each
        (".OXXX..........", ".....44........"),
        ("XXXX...........", "....5.........."),
        ("XXX.XX.........", "...6..........."),
        ("....X.X.X.X....", ".....4.F.4....."),
        ("OX.X.XO........", "..4.4.........."),
        ("O.XX..O........", "..............."),  # five cells between walls: no straight four
        ("X..X.X..X......", "..............."),  # and none if an end can't make exactly five
        ("...XXX...XXX...", ".44...4F4...44."),  # the middle: XXX.*.XXX is two fours
        ("..XXXX...XXXX..", ".5....5.5....5."),  # the middle: both cells would make overlines
    ):
        assert made(drawn) == expected, (drawn, made(drawn))


def row_of(position, row):
    """Return (black, empty) of a row of a position."""
    cells = position.cells[row * 15 : row * 15 + 15]
    return of_row(".XO"[cell] for cell in cells)


def check(position):
    slots, threes, fours, fouls, longs = shapes(*row_of(position, ROW))
    for column in range(15):
        known = position.state[SHAPES + 16 * ROW + column] >> 3 & 0x1111  # the bit for rows in each nibble
        wanted = (
            (threes >> column & 1)
            | (fours >> column & 1) << 4
            | (fouls >> column & 1) << 8
            | (longs >> column & 1) << 12
        )
        assert known == wanted, (bytes(position.cells), column)


def test_the_kernels_know_the_same_shapes_of_a_row():
    number = seeded(7)
    position = Position()
    for _ in range(3000):
        point = 15 * ROW + number(15)
        position.put(point, 0 if position.cells[point] else 1 + number(3) // 2)
        check(position)
