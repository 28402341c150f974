"""The kernels against their plain twin: the same text without decorators, in the tier that runs this file."""

from support import QUICK, boards, firmware_text, seeded
from tengen.games.renju import kernels
from tengen.games.renju.position import Position, of_text, verdict_text
from tengen_host.judge.shapes import shapes

CUT = "@micropython.viper\n"


def plain_position():
    """A Position that uses the kernels as plain Python."""
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


def test_the_order_of_putting_and_taking_leaves_no_trace():
    number = seeded(15)
    board, verdicts = next(boards("verdicts.txt"))
    wanted = of_text(board)
    mixed = Position()
    left = [(point, colour) for point, colour in enumerate(wanted.cells) if colour]
    for point, colour in left:
        # at most points a stone of the other colour comes first, and is taken back while others are there
        if number(4):
            mixed.put(point, 3 - colour)
    for point, colour in left[::-1]:
        if mixed.cells[point]:
            mixed.take(point)
        mixed.put(point, colour)
    assert verdict_text(mixed) == verdicts
    kept = kernels.CHANGED  # the rest of the state is computed again each time
    assert list(mixed.state)[:kept] == list(wanted.state)[:kept]


def windows(cells):
    """Go through all contents of ten cells, one cell changed at each step: yields (cell, colour)."""
    held, ways = [0] * len(cells), [1] * len(cells)
    at = 0
    while at < len(cells):
        if 0 <= held[at] + ways[at] <= 2:
            held[at] += ways[at]
            yield cells[at], held[at]
            at = 0
        else:
            ways[at] = -ways[at]
            at += 1


def test_every_window_in_every_direction():
    """Ten cells decide what a stone between them makes. All 15 cells of each line are compared with judge/shapes.py."""
    black, empty, steps = 0, 0x7FFF, 0
    # the bit of each direction in the state's nibbles, and its step between points: down right, up right, up, right
    lines = [
        (Position(), bit, [112 + (place - 7) * step for place in range(15)])
        for bit, step in enumerate((-14, 16, 15, 1))
    ]
    cells = [3, 4, 5, 6, 8, 9, 10, 11] if QUICK else [2, 3, 4, 5, 6, 8, 9, 10, 11, 12]
    for cell, colour in windows(cells):
        empty = empty & ~(1 << cell) | (colour == 0) << cell
        black = black & ~(1 << cell) | (colour == 1) << cell
        _, threes, fours, fouls, longs = shapes(black, empty)
        for position, bit, points in lines:
            if position.cells[points[cell]]:
                position.take(points[cell])
            if colour:
                position.put(points[cell], colour)
            state = position.state
            for place, point in enumerate(points):
                made = (
                    threes >> place & 1
                    | (fours >> place & 1) << 4
                    | (fouls >> place & 1) << 8
                    | (longs >> place & 1) << 12
                )
                assert state[kernels.SHAPES + point + point // 15] == made << bit
        steps += 1
    assert steps == 3 ** len(cells) - 1
