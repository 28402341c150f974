"""The shapes of a line, cell by cell, on every tier (firmware/docs/rules.md#shapes, #hard-positions)."""

from tengen.games.renju import kernels
from tengen.games.renju.position import Position

ROW = 7
MARKS = {0: ".", 0x1: "3", 0x10: "4", 0x110: "F", 0x1010: "5", 0x1110: "6"}  # F: two fours


def made(drawn):
    """Return the shape of a stone on each cell of a row, one of MARKS."""
    position = Position()
    for column, mark in enumerate(drawn):
        if mark != ".":
            position.put(15 * ROW + column, ".XO".index(mark))
    first = kernels.SHAPES + 16 * ROW  # see the layout in kernels; bit 3 of each nibble is for rows
    return "".join([MARKS[position.state[first + column] >> 3 & 0x1111] for column in range(15)])


def test_drawn_lines():
    for drawn, expected in (
        ("....XX.........", "..33..33......."),
        ("...XX..........", ".33..33........"),
        ("..XX...........", ".3..33........."),
        ("XX.............", "..............."),  # no room at the edge
        ("..XXX..........", "44...44........"),  # a straight four and one that is not straight both count as one four
        (".OXXX..........", ".....44........"),
        ("XXXX...........", "....5.........."),
        ("XXX.XX.........", "...6..........."),
        ("....X.X.X.X....", ".....4.F.4....."),
        ("OX.X.XO........", "..4.4.........."),
        ("O.XX..O........", "..............."),  # five cells between walls: no straight four
        ("X..X.X..X......", "..............."),  # and no straight four if an end can't make exactly five
        ("...XXX...XXX...", ".44...4F4...44."),  # the middle cell: XXX.*.XXX is two fours
        ("..XXXX...XXXX..", ".5....5.5....5."),  # the middle cell: both cells would make overlines
    ):
        assert made(drawn) == expected, (drawn, made(drawn))
