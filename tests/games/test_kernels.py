"""Compare the kernels with the same text without decorators, which is plain Python, in the tier that runs this file."""

from portable import QUICK, boards, firmware_text, seeded, windows
from tengen.games.renju import kernels
from tengen.games.renju.position import Position, verdict_text

CUT = "@micropython.viper\n"


def plain_position():
    """Return a Position that uses the kernels as plain Python."""
    text = firmware_text("games/renju/kernels.py")
    assert text.count(CUT) == 4
    plain = {}
    exec(text.replace(CUT, ""), plain)

    class Plain(Position):
        put = plain["change"]

    return Plain()


def test_machine_code_and_plain_python_keep_the_same_state():
    number = seeded(225)
    for white_of_ten in (1, 3, 5):
        quick, plain = Position(), plain_position()
        for _ in range(300):
            point = number(225)
            colour = 0 if quick.cells[point] else 2 if number(10) < white_of_ten else 1
            quick.put(point, colour)
            plain.put(point, colour)
            assert bytes(quick.state) == bytes(plain.state), (quick.cells, point, colour)
        assert quick.cells == plain.cells


def test_hard_boards_by_plain_python():
    for name, every in (("hostile.txt", 2), ("verdicts.txt", 300)):
        for board, verdicts in boards(name, every):
            plain = plain_position()
            plain.put_text(board)
            assert verdict_text(plain) == verdicts, board




def test_every_window_in_every_direction():
    """In all lines, every window of ten cells gives the middle stone the shape that plain Python finds in a row."""
    plain, steps = plain_position(), 0
    row = 7 * 15
    # the bit of each direction in the state's nibbles, and its step between points: down right, up right, up, right
    lines = [
        (Position(), bit, [112 + (place - 7) * step for place in range(15)])
        for bit, step in enumerate((-14, 16, 15, 1))
    ]
    cells = [3, 4, 5, 6, 8, 9, 10, 11] if QUICK else [2, 3, 4, 5, 6, 8, 9, 10, 11, 12]
    for cell, colour in windows(cells):
        if plain.cells[row + cell]:
            plain.take(row + cell)
        if colour:
            plain.put(row + cell, colour)
        first = kernels.SHAPES + row + 7
        made = [word >> 3 & 0x1111 for word in plain.state[first : first + 15]]
        for position, bit, points in lines:
            if position.cells[points[cell]]:
                position.take(points[cell])
            if colour:
                position.put(points[cell], colour)
            state = position.state
            assert [state[kernels.SHAPES + point + point // 15] >> bit & 0x1111 for point in points] == made
        steps += 1
    assert steps == 3 ** len(cells) - 1
