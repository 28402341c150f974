"""The shapes that a black stone would make on each cell of a line, for all cells at once, by arithmetic on bits.

A line is two numbers: bit i of `black` is set if cell i has a black stone, bit i of `empty` if cell i is empty. A cell
with neither bit is a wall: a white stone or the edge. Wider numbers hold many lines side by side with walls between
them. In a board of rows, the cells of a column or diagonal are `step` bits apart.

A *window* is five cells in a row without a wall; its position is the bit of its first cell. Black makes a five or a
four in windows whose neighbours on both sides are not black, because RULES 1 requires exactly five. A *slot* is four
cells in a row where a straight four fits: no wall, both neighbours empty, and no black stone beyond the neighbours.

    cells of a window   a stone on an empty cell makes
    4 black, 1 empty    five; an overline if a neighbour is black
    3 black, 2 empty    a four, which the other empty cell completes to five
    cells of a slot
    3 black, 1 empty    a straight four: counted as one four, although it appears in two windows
    2 black, 2 empty    a three, whose straight-four point is the other empty cell
"""


def shapes(black: int, empty: int, step: int = 1) -> tuple[int, int, int, int, int]:
    """Return (slots, threes, fours, fouls, longs), bit sets like `black` and `empty`.

    - slots: the slots with two black stones.
    - threes: the cells where a black stone would make a three in this line. A cell of `fours` is not in `threes`.
    - fours: the cells where it would make a four or more.
    - fouls: the cells where it would make two fours or an overline in this line alone.
    - longs: the cells where it would make five or more in a row. A five is a long that is no foul.
    """
    b, e, n = black, empty, step
    b1, b2, b3, b4 = b >> n, b >> 2 * n, b >> 3 * n, b >> 4 * n

    # For each cell, the count of black stones among four and among five cells, as binary digits: 1s, 2s and 4s.
    ones, twos = b ^ b1 ^ b2, b & b1 | (b ^ b1) & b2
    four1, four2, four4 = ones ^ b3, twos ^ ones & b3, twos & ones & b3
    five1, five2, five4 = four1 ^ b4, four2 ^ four1 & b4, four4 | four2 & four1 & b4

    # The starts of four and of five cells without a wall.
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
