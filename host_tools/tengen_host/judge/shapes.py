"""What a black stone would make on each cell of a line, for all cells at once, by arithmetic on bits.

A line is two numbers: bit i of `black` says that cell i has a black stone, bit i of `empty` that it has none. What
has neither, a white stone or the edge, is a wall. Wider numbers hold many lines side by side with walls between,
and lines that go through a board of rows: their cells are then `step` bits apart.

A *window* is five cells in a row and stands at its first cell's bit; it holds no wall. Black makes five or a four
in windows whose neighbours on both sides are not black: RULES 1 wants exactly five. A *slot* is four cells in a row
where a straight four fits: no wall, both neighbours empty, and no black stone beyond those.

    cells of a window   a stone on an empty one makes
    4 black, 1 empty    five; an overline where a neighbour is black
    3 black, 2 empty    a four, whose fifth stone goes on the other
    of a slot
    3 black, 1 empty    a straight four: one four, though two windows show it
    2 black, 2 empty    a three, whose straight-four point is the other
"""


def shapes(black: int, empty: int, step: int = 1) -> tuple[int, int, int, int, int]:
    """Returns (slots, threes, fours, fouls, longs), numbers like `black` and `empty`.

    `slots` are the slots with two black stones. The others are cells where a black stone would make, in this line:
    a three; a four or more than a four; what is a foul by itself, two fours or an overline; five or more in a row.
    So five is a long that is no foul. A cell that makes a four, or more, makes no three in the same line.
    """
    b, e, n = black, empty, step
    b1, b2, b3, b4 = b >> n, b >> 2 * n, b >> 3 * n, b >> 4 * n

    # How many of four cells are black, and of five: ones, twos and fours of the count, each a number of bits.
    ones, twos = b ^ b1 ^ b2, b & b1 | (b ^ b1) & b2
    four1, four2, four4 = ones ^ b3, twos ^ ones & b3, twos & ones & b3
    five1, five2, five4 = four1 ^ b4, four2 ^ four1 & b4, four4 | four2 & four1 & b4

    # Where there is room: four cells, and five, without a wall.
    open4 = b | e
    open5 = open4 >> 4 * n
    open4 &= open4 >> n
    open4 &= open4 >> 2 * n
    open5 &= open4

    slots = open4 & e << n & e >> 4 * n & four2 & ~(b << 2 * n | b >> 5 * n)
    straight = slots & four1
    slots ^= straight
    threes = e & _cells_of_four(slots, n)

    alone = ~(b << n | b >> 5 * n)  # no black neighbour
    fours = fouls = longs = 0
    windows = open5 & alone & five1 & five2
    if windows:
        for place in range(5):
            hit = e & windows << place * n
            fouls |= fours & hit
            fours |= hit
        fouls &= ~_cells_of_four(straight, n)
    windows = open5 & five4 & ~five1
    if windows:
        longs = e & _cells_of_five(windows, n)
        fours |= longs
        fouls = (fouls | longs) & ~(e & _cells_of_five(windows & alone, n))
    return slots, threes, fours, fouls, longs


def _cells_of_four(starts: int, step: int) -> int:
    starts |= starts << step
    return starts | starts << 2 * step


def _cells_of_five(starts: int, step: int) -> int:
    return _cells_of_four(starts, step) | starts << 4 * step
