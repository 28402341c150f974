"""The inner loops of a position, in viper: put or take a stone, and update the verdict of every point.

The same text is plain Python where there is no viper: CPython runs it as it stands, and so does MicroPython with the
decorators cut off. That plain twin is what the tests compare the machine code with, on every tier.

After a stone three things are worked out again. First the four lines through it, all cells of a line at once: the
laptop's tengen_host/judge/shapes.py explains how, and its names are used here. Then the points whose shapes have
changed. Last the points with two threes or more and nothing higher, the *candidates*, which need rules 9.3.

`state` is one array of words, laid out as below. A line has four words; bit i stands for its i-th cell, and halfwords
go in pairs, low and high:

    board   black, empty            fouls   fouls, longs
    threes  threes, fours           slots   slots, pending: stones put down in thought only

A point's shapes are four nibbles, a bit a direction: threes, fours, fouls, longs. Inside here, a point is 16 * row +
column; of the words `lines` and `places`, byte d holds the number of the point's line in direction d, and its place on
that line; from one point of the line to the next it is a step, modulo 256. `d` counts bits: 24, 16, 8, 0.

Viper's ways, measured: the first two arguments live in registers, so `x`, the second, is where sums are done; other
locals cost two cycles each time; an operation wants its complicated side on the left; a jump reaches 2 kB, which
bounds every loop; a call costs 600 to 900 cycles; numbers are 32 bits wide, on the unix port 64. And no constant may
need more than 16 bits, but for a byte shifted up: MicroPython 1.25 aligns frozen code to two bytes, and on the RP2040
the other constants are then read from the wrong place (a test looks for them).
"""

# MicroPython's compiler knows these words by itself; the definitions are for plain Python.
class micropython:
    @staticmethod
    def viper(function):
        return function


def const(number):
    return number


def ptr8(buffer):
    return buffer


def ptr32(buffer):
    return buffer


# Verdicts of a point for Black, and a stone on it
LEGAL, DOUBLE_THREE, DOUBLE_FOUR, FIVE, OVERLINE, OCCUPIED = 0, 3, 4, 5, 6, 8
_LEGAL = const(0)
_DOUBLE_THREE = const(3)
_DOUBLE_FOUR = const(4)
_FIVE = const(5)
_OVERLINE = const(6)
_OCCUPIED = const(8)

# Where things are in the state: four words for each of 95 lines (the first at 0), a word for each of 240 points (their
# shapes; their lines), a word a row, and so on
_THREES = const(96)
_FOULS = const(192)
_SLOTS = const(288)
_SHAPES = const(384)
_LINES_OF = const(624)
_CANDIDATES = const(864)
_COUNT = const(879)  # of candidates
_CHANGED = const(880)  # a word a direction: cells to look at again
_STEP = const(884)
_BIT_OF = const(888)
_VERDICTS = const(904)
_STACK = const(1129)
SHAPES, CHANGED, VERDICTS = 384, 880, 904

# A double-three is decided by putting stones down in thought, each on an empty point: on 225 at most, whatever the
# depth. Each has a word on the stack, and below the next one at most five points that are still to be tried (three
# threes with two points each, less the one that is being tried; the first stone: four threes); the last may write
# six. So this can't overflow.
WORDS = 1129 + 225 * (1 + 5) + 2 + 6

# One cell's bit times _BIT_HASH, shifted down by 12, is its place in the table at _BIT_OF (a de Bruijn sequence).
_BIT_HASH = const(0x09AF)
_BITS = (0, 1, 2, 5, 3, 9, 6, 11, 15, 4, 8, 10, 14, 7, 13, 12)

# Directions, from the low byte up: down right, up right, up, right. Their lines are numbered from 16, 48, 80 and 0.
_STEPS = (-15 & 0xFF, 17, 16, 1)


def clear(state):
    """Make an array of WORDS words the state of an empty board."""
    for index in range(len(state)):
        state[index] = 0
    for index, bit in enumerate(_BITS):
        state[_BIT_OF + index] = bit
    for index, step in enumerate(_STEPS):
        state[_STEP + index] = step
    for row in range(15):
        for column in range(15):
            lines = (row << 24) + (80 + column << 16) + (62 + row - column << 8) + 16 + row + column
            state[_LINES_OF + 16 * row + column] = lines
            for d, place in ((0, column), (8, column), (16, row), (24, column)):
                state[lines >> d & 0xFF] |= 0x10000 << place


@micropython.viper
def change(position, x: int, colour: int):
    """Put a stone on the point x, or take the stone off it where `colour` is 0, and bring all verdicts up to date.

    Raises ValueError, with nothing changed, where there is a stone already, or none, or no such point.
    """
    cells = ptr8(position.cells)
    if x < 0 or x > 224:
        raise ValueError("no point has that number: 0 to 224")
    stone = int(cells[x])
    if colour:
        if stone:
            raise ValueError("there is a stone already")
        if colour >> 2 or colour == 3:
            raise ValueError("no stone has that colour: 1 is black, 2 white")
        stone = colour
    elif stone == 0:
        raise ValueError("there is no stone to take")
    state = position.state
    s = ptr32(state)
    cells[x] = colour
    point = x
    row = x * 137 >> 11
    column = row * -15 + x
    lines = s[(row << 4 | column) + _LINES_OF]
    places = (row << 16) + (column << 24) + column * 0x101
    s[_VERDICTS + x] = _LEGAL
    # where there is no shape, a white stone more makes none
    grows = -1
    if colour & 2:
        grows = 0
    stone = stone & 1 | 0x10000

    d = 32
    while d:
        d -= 8
        line = lines >> d & 0xFF
        x = 1 << (places >> d & 15)
        x = x * stone ^ s[line]
        s[line] = x
        e = x >> 16
        x &= 0x7FFF
        b = x
        before = s[line + _THREES]
        x = x - 1 & b & grows
        x |= before
        if x:
            b3 = b >> 3
            b4 = b >> 4
            # four1 + 2 * four2 + 4 * four4 of four cells are black
            x = b >> 1 ^ b
            y = b >> 2
            four1 = x ^ y
            x &= y
            four2 = b >> 1 & b | x
            x = four1
            x &= b3
            four1 ^= b3
            four4 = x & four2
            four2 ^= x
            # room for four and for five
            x = b | e
            open5 = x >> 4
            x &= x >> 1
            x &= x >> 2
            open5 &= x
            # slots, straight fours, threes
            x = e << 1 & x
            x = e >> 4 & x & four2
            x &= ~(b << 2)
            x &= ~(b >> 5)
            straight = x & four1
            x ^= straight
            s[line + _SLOTS] = x
            x |= x << 1
            x |= x << 2
            x &= e
            threes = x
            # windows of three black stones: a cell that two of them share makes two fours, unless a straight one
            fours = fouls = longs = 0
            x = four1 & b4 ^ four2
            x &= open5
            x &= ~(b << 1)
            x &= ~(b4 >> 1)
            if x:
                x &= four1 ^ b4
            if x:
                y = x
                again = 5
                while again:
                    again -= 1
                    x = y & e
                    y <<= 1
                    fouls |= x & fours
                    fours |= x
                x = straight
                x |= x << 1
                x |= x << 2
                fouls &= ~x
            # windows of four black stones
            x = four2 & four1 & b4 | four4
            x &= open5
            if x:
                x &= ~(four1 ^ b4)
            if x:
                y = x
                x |= x << 1
                x |= x << 2
                x |= y << 4
                x &= e
                longs = x
                fours |= x
                x = ~(b << 1) & y
                x &= ~(b4 >> 1)
                y = x
                x |= x << 1
                x |= x << 2
                x |= y << 4
                fouls |= longs
                fouls &= ~x
            x = fours << 16 | threes
            s[line + _THREES] = x
            s[line + _FOULS] = longs << 16 | fouls
            x |= before
            x |= x >> 16
            x &= 0x7FFF
        s[(d >> 3) + _CHANGED] = x

    d = 32
    while d:
        d -= 8
        changed = s[(d >> 3) + _CHANGED]
        if changed:
            line = lines >> d & 0xFF
            step = s[(d >> 3) + _STEP]
            origin = (row << 4 | column) - (places >> d & 15) * step
            threes = s[line + _THREES]
            fouls = s[line + _FOULS]
            keep = ~(0x1111 << (d >> 3))
            while changed:
                x = -changed & changed
                changed ^= x
                x = s[(x * _BIT_HASH >> 12 & 15) + _BIT_OF]
                # its shapes in this line: 1 a three, 0x10 a four, 0x110 a foul, 0x1000 more for a long
                y = threes >> x
                if y & 0x10000:
                    y = 0x10
                    verdict = fouls >> x
                    if verdict & 1:
                        y |= 0x100
                    if verdict & 0x10000:
                        y |= 0x1000
                else:
                    y &= 1
                x = x * step + origin & 0xFF
                y <<= d >> 3
                y |= s[_SHAPES + x] & keep
                s[_SHAPES + x] = y
                # RULES 2, in this order
                verdict = _LEGAL
                if y >> 4:
                    if y >> 12 & ~(y >> 8):
                        verdict = _FIVE
                        y = 0
                    elif y >> 12:
                        verdict = _OVERLINE
                        y = 0
                    else:
                        fours = y >> 4 & 15
                        if y >> 8 or fours - 1 & fours:
                            verdict = _DOUBLE_FOUR
                            y = 0
                    y &= 15
                bit = 1 << (x & 15)
                four2 = x >> 4
                x -= four2
                s[_VERDICTS + x] = verdict
                x = four2 + _CANDIDATES
                if y - 1 & y:
                    if s[x] & bit == 0:
                        s[x] ^= bit
                        s[_COUNT] += 1
                elif s[x] & bit:
                    s[x] ^= bit
                    s[_COUNT] -= 1

    if colour:
        s[_VERDICTS + point] = _OCCUPIED
    if s[_COUNT]:
        settle(state)


@micropython.viper
def settle(state):
    """The verdicts of all candidates (RIF 9.3).

    A three counts if Black could play one of its straight-four points. A stone there makes a four already: with one
    more, or a five, or an overline, it could not be played; with at most one three it could. Stones lie on the board
    only, so all that is known. Points with two threes more are in doubt; where they matter, they are judged.
    """
    s = ptr32(state)
    row = 15
    while row:
        row -= 1
        rest = s[_CANDIDATES + row]
        while rest:
            x = -rest & rest
            rest ^= x
            column = s[(x * _BIT_HASH >> 12 & 15) + _BIT_OF]
            lines = s[(row << 4 | column) + _LINES_OF]
            top = _STACK
            live = doubts = 0
            d = 32
            while d:
                d -= 8
                line = lines >> d & 0xFF
                place = column
                if d == 16:
                    place = row
                x = s[line + _SLOTS] << 3 >> place & 15
                if x:
                    # the other empty cells of the slots that it is in
                    x |= x << 1
                    x |= x << 2
                    x = x << place >> 3
                    x &= s[line] >> 16
                    x ^= 1 << place
                    step = s[(d >> 3) + _STEP]
                    origin = (row << 4 | column) - place * step
                    three = 0  # dead so far; 1 in doubt, 2 live
                    while x:
                        others = x - 1 & x
                        x ^= others
                        x = s[(x * _BIT_HASH >> 12 & 15) + _BIT_OF]
                        x = x * step + origin & 0xFF
                        tried = x
                        x = ~(0x11 << (d >> 3)) & s[x + _SHAPES]
                        if x >> 4 & 15 == 0:
                            x &= 15
                            if x - 1 & x:
                                doubts += 1 - three
                                three = 1
                                # and the slots of those threes, for judge()
                                its_lines = s[tried + _LINES_OF]
                                slots = 0
                                k = 32
                                while k:
                                    k -= 8
                                    if x >> (k >> 3) & 1:
                                        y = tried & 15
                                        if k == 16:
                                            y = tried >> 4
                                        y = s[(its_lines >> k & 0xFF) + _SLOTS] << 3 >> y & 15
                                        slots |= y << (k >> 1)
                                top += 1
                                s[top] = slots << 12 | d << 5 | tried
                            else:
                                live += 1
                                doubts -= three
                                top -= three
                                three = 2
                                others = 0
                        x = others
            x = 0
            if live > 1:
                x = 1
            elif live + doubts > 1:
                s[_STACK] = doubts << 13 | live << 11 | row << 4 | column
                x = int(judge(state, top))
            if x:
                x = _DOUBLE_THREE
            s[_VERDICTS + row * 15 + column] = x


@micropython.viper
def judge(state, top: int) -> int:
    """Whether a stone on a candidate is a double-three: the recursion of RIF 9.3, on a stack of our own.

    On the stack lie the stones put down in thought, each as a word (the stone below it, threes in doubt, live threes,
    the direction that is being tried, point) and above that the straight-four points to be tried, a word each (the
    slots of its threes by direction, direction, point), those of one three side by side. The candidate and its points
    lie there already, up to `top`.
    """
    s = ptr32(state)
    look = expand  # looking up a name takes a while
    top += 1
    stone = _STACK
    foul = flip = 2
    x = 1
    while x:
        x = 0
        while stone:
            x = s[stone]
            y = 0
            live = x >> 11 & 3
            doubts = x >> 13 & 7
            if flip == 0:
                # the point that was tried is decided; is the next to be tried its twin, of the same three?
                twin = 0
                if top - stone > 1 and (s[top - 1] ^ x) & 0x300 == 0:
                    twin = 1
                if foul == 0:
                    # it can be played: its three counts
                    live += 1
                    doubts -= 1
                    top -= twin
                elif twin == 0:
                    doubts -= 1
                foul = 2
                if live & 2:
                    foul = 1
                elif live + doubts < 2:
                    foul = 0
            if foul & 2:
                top -= 1
                y = s[top]
                s[stone] = x >> 16 << 16 | doubts << 13 | live << 11 | y & 0x300 | x & 0xFF
            if flip or foul < 2:
                # put the stone down, or take it away again
                lines = s[(x & 0xFF) + _LINES_OF]
                bit = 0x10000 << (x & 15)
                s[(lines & 0xFF) + _SLOTS] ^= bit
                s[(lines >> 8 & 0xFF) + _SLOTS] ^= bit
                s[(lines >> 24) + _SLOTS] ^= bit
                bit = 0x10000 << (x >> 4 & 15)
                s[(lines >> 16 & 0xFF) + _SLOTS] ^= bit
            flip = 0
            if y:
                x = y
                break
            top = stone
            stone = x >> 16
            x = 0
        if x:
            # x: a point with two threes or more and nothing higher. Foul: 1, no foul: 0, not yet decided: 2
            s[top] = x
            look(state, top)
            y = s[top]
            foul = 2
            if y & 2:
                foul = 1
            elif (y & 1) + (y >> 2 & 7) < 2:
                foul = 0
            else:
                s[top] = stone << 16 | (y >> 2 & 7) << 13 | (y & 1) << 11 | x & 0xFF
                stone = top
                top = y >> 8
            flip = foul & 2
    return foul


@micropython.viper
def expand(s: ptr32, x: int):
    """Look at the straight-four points of all threes of a point, with the stones that are put down in thought.

    The point lies on the stack at `x`, in the form that judge() has for points to be tried. Writes those of its
    straight-four points that are in doubt above it; and in its own place the new top, how many threes are in doubt and
    how many live (no more than two are counted): top << 8 | doubts << 2 | live.
    """
    first = top = x
    x = s[x]
    point = x & 0xFF
    slots = x >> 12
    own_lines = s[point + _LINES_OF]
    # how many threes may still count
    x = slots >> 1 | slots
    x |= x >> 2
    threes = (x & 0x1111) * 0x1111 >> 12 & 7
    live = doubts = 0
    d = 32
    while d:
        d -= 8
        x = slots >> (d >> 1) & 15
        if x:
            place = point & 15
            if d == 16:
                place = point >> 4
            # the other empty cells of its slots
            line = own_lines >> d & 0xFF
            x |= x << 1
            x |= x << 2
            x = x << place >> 3
            x &= s[line] >> 16
            x &= ~(s[line + _SLOTS] >> 16)
            x ^= 1 << place
            step = s[(d >> 3) + _STEP]
            origin = point - place * step
            three = 0  # dead so far; 1 in doubt, 2 live
            while x:
                others = x - 1 & x
                x ^= others
                x = s[(x * _BIT_HASH >> 12 & 15) + _BIT_OF]
                x = x * step + origin & 0xFF
                tried = x
                known = s[x + _SHAPES]
                lines = s[x + _LINES_OF]
                # what else a stone there makes: so many threes, or 4 for anything higher
                count = code = 0
                k = 32
                while k:
                    k -= 8
                    if k ^ d:
                        line = lines >> k & 0xFF
                        x = s[line + _SLOTS] >> 16
                        if x:
                            # as in change(), with what is put down in thought, but only for this one cell: it is
                            # empty, so no window has five; and what a straight four's slot says makes no odds
                            place = tried & 15
                            if k == 16:
                                place = tried >> 4
                            y = s[line]
                            b = y & 0x7FFF | x
                            e = y >> 16 & ~x
                            b3 = b >> 3
                            b4 = b >> 4
                            x = b >> 1 ^ b
                            y = b >> 2
                            four1 = x ^ y
                            x &= y
                            four2 = b >> 1 & b | x
                            x = four1
                            x &= b3
                            four1 ^= b3
                            four4 = x & four2
                            four2 ^= x
                            x = b | e
                            open5 = x >> 4
                            x &= x >> 1
                            x &= x >> 2
                            open5 &= x
                            x = e << 1 & x
                            x = e >> 4 & x & four2
                            x &= ~(b << 2)
                            x &= ~(b >> 5)
                            y = x << 3 >> place & 15
                            if y:
                                code |= y << (k >> 1)
                                count += 1
                            x = four1 & b4 ^ four2
                            x &= ~(b << 1)
                            x &= ~(b4 >> 1)
                            x &= four1 ^ b4
                            x |= four2 & four1 & b4 | four4
                            x &= open5
                            if x << 4 >> place & 31:
                                count = 4
                                k = 0
                        else:
                            x = known >> (k >> 3) & 0x11
                            if x:
                                if x & 0x10:
                                    count = 4
                                    k = 0
                                else:
                                    x = tried & 15
                                    if k == 16:
                                        x = tried >> 4
                                    x = s[line + _SLOTS] << 3 >> x & 15
                                    code |= x << (k >> 1)
                                    count += 1
                if count < 2:
                    live += 1
                    if live & 2:
                        s[first] = 2
                        return
                    if three:
                        # its twin need not be tried
                        doubts -= 1
                        top -= 1
                    three = 2
                    others = 0
                elif count < 4:
                    if three == 0:
                        doubts += 1
                    three = 1
                    top += 1
                    s[top] = code << 12 | d << 5 | tried
                x = others
            if three == 0:
                threes -= 1
                if threes < 2:
                    s[first] = 0
                    return
    s[first] = top + 1 << 8 | doubts << 2 | live
