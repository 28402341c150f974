"""The shapes that a stone of each colour would make on each empty point, updated after each stone, in viper.

As in partner/kernels.py, inside this file a point is 16 * row + column, byte d of a point's `lines` is the number of
the point's line in direction d, and plain Python runs the same text. In this file a line's word has four more cells on
each side, so cell i of the line is bit i + 4, and the nine cells around a cell are the nine bits from bit i on.

A *pattern* describes the eight cells around a point in one direction, for one colour: the cells with stones of this
colour, and the blocked cells. `brain.patterns` has a byte for each of the 3^8 patterns: the shape that a stone on the
point makes. The low nibble has the shape if exactly five stones win, the high nibble if a longer row wins, too. The
shapes are:

    0 NOTHING  1 a lone stone  2 a two that can become a four only  3 a two that can become a three
    4 a three that can become a four only  5, 6 a three, with one or more points where it becomes a straight four
    7 a four  8 a straight four  9 two fours  10 a five  11 an overline

A point's word has its eight shapes: from bit 0 the four directions for Black, from bit 16 for White.

`brain` has these attributes: `state`, an array("I") with the layout below; `patterns`, a bytearray(6561); `powers`, an
array("H") of 512: the sum of the powers of three of nine cells, without the middle cell; and `table`, an array("I") of
4096 words, for search.py.
"""

from tengen.viper import const, micropython, ptr8, ptr16, ptr32

# Offsets in the state. At 0: a word of shapes for each of 240 points; then three blocks of a word for each of 95 lines
_BLACK = const(240)
_WALL = const(432)  # White's lines are between these two blocks
_LINES_OF = const(528)  # a word for each of 240 points
# the shift of the patterns' bytes, for Black and for White: 0 if exactly five stones win, 4 if a longer row wins, too
_SHIFT = const(768)
VALUES = const(770)  # two words: the sums of _WORTH over all empty points, for Black and for White
DONE = const(772)  # the number of words on the stack of changes
_HASH = const(773)  # two words
_WORTH = const(775)  # two tables of 16 words, for Black and for White: the value of a shape in the sums
PAIRS = const(807)  # 256 words: the combination of two shapes, see prepare()
_KEYS = const(1063)  # 247 random numbers of 24 bits: Black uses them from 0 on, White from 7 on
STACK = const(1310)  # the stack of changes: at most 33 words for each stone, on average fewer
STACK_WORDS = 900
END = 1310 + STACK_WORDS

FOUR, STRAIGHT, TWO_FOURS, FIVE, LONG = 7, 8, 9, 10, 11

# The values of a shape in the sums, and the values for comparing points
_SUMS = (0, 2, 2, 4, 10, 13, 19, 46, 60, 69, 60, 0)
_POINTS = (0, 1, 4, 11, 12, 40, 46, 36, 300, 100, 900, 0)


def prepare(brain):
    """Fill the constant parts of the state, and `powers`; fill() fills the patterns.

    This is a generator: each step takes a few ms.
    """
    state = brain.state
    for line in range(95):
        length, first = 15, 0
        if 16 <= line < 48:
            # falling diagonals: the number is the sum of row and column; the cells of diagonals are numbered by the
            # column
            first = max(line - 16 - 14, 0)
            length = min(line - 16, 14) - first + 1
        elif 48 <= line < 80:
            first = max(62 - line, 0)
            length = min(14 + 62 - line, 14) - first + 1
        inside = (1 << max(length, 0)) - 1 << first + 4
        state[_WALL + line] = 0x7FFFFF & ~inside
    yield
    for row in range(15):
        for column in range(15):
            lines = (row << 24) + (80 + column << 16) + (62 + row - column << 8) + 16 + row + column
            state[_LINES_OF + 16 * row + column] = lines
        if row % 5 == 4:
            yield
    for low in range(16):
        for high in range(16):
            state[PAIRS + 16 * high + low] = _part(low) + _part(high)
        yield
    number, key = 1, 0
    for at in range(247):
        for _ in range(2):  # xorshift, of 16 bits
            number ^= number << 7 & 0xFFFF
            number ^= number >> 9
            number ^= number << 8 & 0xFFFF
            key = (key << 8 ^ number) & 0xFFFFFF
        state[_KEYS + at] = key
        if at % 40 == 39:
            yield
    brain.powers[0], power = 0, 1
    for bit in range(9):
        # the sums of the lower cells are already complete
        for cells in range(1 << bit):
            brain.powers[1 << bit | cells] = brain.powers[cells] + (0 if bit == 4 else power)
            if cells % 32 == 31:
                yield
        power *= 1 if bit == 4 else 3


def _part(shape):
    """Return a shape as a word of PAIRS.

    Bits 0-11: its value; three bits each: threes from bit 12, fours 15, straight fours 18, fives 21, overlines 24.
    """
    if shape > 11:
        return 0
    value = _POINTS[shape]
    if shape in (5, 6):
        value |= 1 << 12
    if shape in (FOUR, STRAIGHT):
        value |= 1 << 15
    if shape == TWO_FOURS:
        value |= 2 << 15
    if shape == STRAIGHT:
        value |= 1 << 18
    if shape == FIVE:
        value |= 1 << 21
    if shape == LONG:
        value |= 1 << 24
    return value


def play_by(state, black_exact, white_exact):
    """Set whether exactly five stones are needed, which selects the nibble of a pattern."""
    for colour, exact in ((0, black_exact), (1, white_exact)):
        state[_SHIFT + colour] = 0 if exact else 4
        is_foul = exact and not white_exact  # two fours are a foul in Renju
        for shape in range(12):
            # the sum of values; the number of fives (bits 16-19); the number of straight fours and two fours (bits
            # 20-24)
            word = _SUMS[shape]
            if shape == FIVE:
                word += 1 << 16
            elif shape == STRAIGHT or (shape == TWO_FOURS and not is_foul):
                word += 1 << 20
            state[_WORTH + 16 * colour + shape] = word


@micropython.viper
def fill(x: int, y: int, brain):
    """Compute the shapes of all patterns with the sets of blocked cells x to y - 1 (there are 256 sets).

    A pattern's shape follows from the patterns with one more own stone.
    """
    t = ptr8(brain.patterns)
    p = ptr16(brain.powers)
    blocked = x
    end = y
    while blocked < end:
        wall = blocked & 15 | (blocked & 0xF0) << 1
        base = int(p[wall]) * 2
        own = 256
        while own:
            own -= 1
            if own & blocked:
                continue
            cells = own & 15 | (own & 0xF0) << 1
            at = base + int(p[cells])
            cells |= 16
            # the row through the middle
            low = 4
            while low and cells >> (low - 1) & 1:
                low -= 1
            high = 4
            while high < 8 and cells >> (high + 1) & 1:
                high += 1
            x = high - low + 1
            if x >= 5:
                if x == 5:
                    t[at] = 0xAA
                else:
                    t[at] = 0xAB
                continue
            both = 0
            kind = 0
            while kind < 8:
                fives = 0
                straights = 0
                best = 0
                first = 0
                last = 0
                e = 0
                while e < 9:
                    if (cells | wall) >> e & 1 == 0:
                        x = int(t[at + int(p[1 << e])]) >> kind & 15
                        if x == 10:
                            if fives == 0:
                                first = e
                            last = e
                            fives += 1
                        elif x == 11:
                            x = 0
                        elif x == 8:
                            straights += 1
                        if x > best:
                            best = x
                    e += 1
                x = 0
                if fives:
                    x = 7
                    if fives > 1:
                        x = 9
                        if fives == 2 and last - first == 5:
                            x = 8
                elif straights:
                    x = 5
                    if straights > 1:
                        x = 6
                elif best >= 7:
                    x = 4
                elif best >= 5:
                    x = 3
                elif best == 4:
                    x = 2
                elif best == 3:
                    x = 1
                both |= x << kind
                kind += 4
            t[at] = both
        blocked += 1


@micropython.viper
def place(x: int, colour: int, brain):
    """Place a stone of colour 0 (Black) or 1 on the empty point x, and update the shapes around it.

    The stack gets a word for each point that changes: point | the direction's shift << 8 | the changed bits << 12.
    White's changed bits are 16 bits above Black's. remove() uses these words. The word of the stone's own point is not
    on the stack.
    """
    s = ptr32(brain.state)
    t = ptr8(brain.patterns)
    p = ptr16(brain.powers)
    point = x
    lines = s[x + _LINES_OF]
    # the stone's own point is no longer empty
    x = s[point]
    s[point] = 0
    done = s[DONE] + STACK
    worth = _WORTH
    black = s[VALUES]
    white = s[VALUES + 1]
    d = 0
    while d < 16:
        black -= s[(x >> d & 15) + worth]
        white -= s[(x >> d >> 16 & 15) + worth + 16]
        d += 4
    side = colour * 96 + _BLACK
    s[_HASH] ^= s[point + _KEYS + colour * 7]
    s[_HASH + 1] ^= s[point + _KEYS + 7 - colour * 7]
    one = s[_SHIFT]
    other = s[_SHIFT + 1]
    pair = 0xF0000
    pair |= 15
    d = 0
    while d < 4:
        line = lines >> (d << 3) & 0xFF
        place = point & 15
        step = 1
        if d == 2:
            place = point >> 4
            step = 16
        elif d == 0:
            step = -15
        elif d == 1:
            step = 17
        s[line + side] |= 1 << place + 4
        blacks = s[line + _BLACK]
        whites = s[line + _BLACK + 96]
        wall = s[line + _WALL]
        free = ~(blacks | whites | wall)
        shift = d << 2
        i = place - 4
        if i < 0:
            i = 0
        end = place + 5
        if end > 15:
            end = 15
        at = (i - place) * step + point
        while i < end:
            if free >> (i + 4) & 1:
                x = int(p[blacks >> i & 0x1FF])
                y = int(p[whites >> i & 0x1FF])
                n = y + y + x
                x += x + y
                y = wall >> i & 0x1FF
                if y:
                    y = int(p[y])
                    y += y
                    x += y
                    n += y
                n = int(t[n]) >> one & 15
                x = int(t[x]) >> other & 15
                y = s[at] >> shift & pair
                n |= x << 16
                if y ^ n:
                    x = y >> 16
                    white += s[(n >> 16) + worth + 16] - s[x + worth + 16]
                    x = y & 15
                    black += s[(n & 15) + worth] - s[x + worth]
                    y ^= n
                    s[at] ^= y << shift
                    s[done] = y << 12 | shift << 8 | at
                    done += 1
            i += 1
            at += step
        d += 1
    s[VALUES] = black
    s[VALUES + 1] = white
    s[DONE] = done - STACK


@micropython.viper
def remove(x: int, to: int, brain, shapes: int):
    """Remove the last stone, which is on x. `to`: DONE before the stone; `shapes`: the point's word before the stone.

    The stone's colour is not needed, because the lines of both colours are cleared. The caller restores the sums and
    the hash.
    """
    s = ptr32(brain.state)
    point = x
    lines = s[x + _LINES_OF]
    d = 0
    while d < 4:
        line = lines >> (d << 3) & 0xFF
        x = 16 << (point & 15)
        if d == 2:
            x = 16 << (point >> 4)
        x = ~x
        s[line + _BLACK] &= x
        s[line + _BLACK + 96] &= x
        d += 1
    pair = 0xF0000
    pair |= 15
    x = s[DONE] + STACK
    to += STACK
    while x > to:
        x -= 1
        n = s[x]
        at = n & 0xFF
        y = (n >> 12 & pair) << (n >> 8 & 15)
        s[at] = s[at] ^ y
    s[DONE] = to - STACK
    s[point] = shapes


@micropython.viper
def begin(x: int, y: int, brain):
    """Begin with the empty board. The arguments x and y are not used."""
    s = ptr32(brain.state)
    t = ptr8(brain.patterns)
    p = ptr16(brain.powers)
    x = _WALL
    while x > _BLACK:
        x -= 1
        s[x] = 0
    s[DONE] = 0
    s[_HASH] = 0
    s[_HASH + 1] = 0
    s[VALUES] = 0
    s[VALUES + 1] = 0
    one = s[_SHIFT]
    other = s[_SHIFT + 1]
    point = 240
    while point:
        point -= 1
        s[point] = 0
        if point & 15 == 15:
            continue
        lines = s[point + _LINES_OF]
        d = 0
        while d < 16:
            x = point & 15
            if d == 8:
                x = point >> 4
            x = s[(lines >> (d + d) & 0xFF) + _WALL] >> x & 0x1FF
            x = int(p[x])
            y = int(t[x + x])
            x = y >> other & 15
            y = y >> one & 15
            s[VALUES] += s[y + _WORTH]
            s[VALUES + 1] += s[x + _WORTH + 16]
            s[point] |= (x << 16 | y) << d
            d += 4
