"""The inner loops of a position, in viper. They place or take a stone, and update the verdict of every point.

Without viper the same text is plain Python. CPython runs it unchanged, and MicroPython runs it with the decorators
removed. On every tier, the tests compare the machine code with this plain version.

After each stone three things are updated. First, the shapes on the four lines through the stone, all cells of a line at
once. Second, the verdicts of the points with changed shapes. Third, the verdicts of the *candidates*: the points with
two or more threes and nothing higher, for which RIF 9.3 must be applied.

A cell of a line is black, empty, or a wall: a white stone or the edge. A *window* is five cells in a row without a
wall; its position is its first cell. Black makes a five or a four in windows with no black neighbour on either side,
because firmware/docs/rules.md#shapes requires exactly five. A *slot* is four cells in a row where a straight four fits:
no wall, both neighbours empty, and no black stone beyond the neighbours.

    cells of a window   a stone on an empty cell makes
    4 black, 1 empty    five; an overline if a neighbour is black
    3 black, 2 empty    a four, which the other empty cell completes to five
    cells of a slot
    3 black, 1 empty    a straight four: counted as one four, although it appears in two windows
    2 black, 2 empty    a three; its straight-four point is the other empty cell

`state` is one array of words with the layout below. A line has four words. Bit i of a halfword is the line's i-th cell;
the low and the high halfword of each word are:

    board   black, empty            fouls   fouls, longs
    threes  threes, fours           slots   slots, pending (hypothetical stones)

A point's shapes are four nibbles with one bit per direction: threes, fours, fouls, longs. Inside this file a point is
16 * row + column. Byte d of the word `lines` is the number of the point's line in direction d; byte d of `places` is
the point's place on that line. The difference from one point of a line to the next is its step, modulo 256. The
variable `d` is the byte's shift: 24, 16, 8, 0.

Measured properties of viper: The first two arguments are in registers, so `x`, the second, is used for calculations.
Each access to another local variable costs two cycles. The complicated operand should be on the left. A jump reaches 2
kB, which limits the size of every loop. A call costs 600 to 900 cycles. Numbers have 32 bits, or 64 on the unix port.
No constant may need more than 16 bits, except a shifted byte, because MicroPython 1.25 aligns frozen code to two bytes,
and the RP2040 then reads larger constants from the wrong address. A test searches for such constants.
"""

from tengen.viper import const, micropython, ptr8, ptr32

# The verdicts of a point for Black; OCCUPIED: a stone is on it
LEGAL = const(0)
DOUBLE_THREE = const(3)
DOUBLE_FOUR = const(4)
FIVE = const(5)
OVERLINE = const(6)
OCCUPIED = const(8)

# Offsets in the state. It has four blocks with a word for each of 95 lines (the first block at 0), two blocks with a
# word for each of 240 points (shapes; lines), a word for each row (candidates), and other words
_THREES = const(96)
_FOULS = const(192)
_SLOTS = const(288)
SHAPES = const(384)
_LINES_OF = const(624)
_CANDIDATES = const(864)
_COUNT = const(879)  # of candidates
CHANGED = const(880)  # a word for each direction: the cells to update
_STEP = const(884)
_BIT_OF = const(888)
VERDICTS = const(904)
STACK = const(1129)

# A double-three is decided with hypothetical stones, each on an empty point, so there are at most 225. On the stack
# each stone has one word. Above this word are at most five points that must still be tried, because the stone makes
# three threes with two points each, and one of these points is being tried (the first stone makes four threes). The
# last stone may write six. So the stack can't overflow.
WORDS = 1129 + 225 * (1 + 5) + 2 + 6

# The bit of one cell, times _BIT_HASH, shifted right by 12, is the index into the table at _BIT_OF (a de Bruijn
# sequence). The table holds the bit's number.
_BIT_HASH = const(0x09AF)
_BITS = (0, 1, 2, 5, 3, 9, 6, 11, 15, 4, 8, 10, 14, 7, 13, 12)

# The steps of the directions, from the low byte up: down right, up right, up, right. The numbers of their lines begin
# at 16, 48, 80 and 0.
_STEPS = (-15 & 0xFF, 17, 16, 1)


def clear(state):
    """Fill `state`, an array of WORDS words, with the state of an empty board."""
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
    """Place a stone on the point x, or with `colour` 0 take the stone off the point. Update all verdicts.

    Raises ValueError, and changes nothing, if the point is occupied, has no stone to take or does not exist, or if the
    colour does not exist.
    """
    cells = ptr8(position.cells)
    if x < 0 or x > 224:
        raise ValueError("no such point")
    stone = int(cells[x])
    if colour:
        if stone:
            raise ValueError("occupied")
        if colour >> 2 or colour == 3:
            raise ValueError("no such colour")
        stone = colour
    elif stone == 0:
        raise ValueError("empty")
    state = position.state
    s = ptr32(state)
    cells[x] = colour
    point = x
    row = x * 137 >> 11
    column = row * -15 + x
    lines = s[(row << 4 | column) + _LINES_OF]
    places = (row << 16) + (column << 24) + column * 0x101
    s[VERDICTS + x] = LEGAL
    # a white stone creates no shapes, so a line without shapes needs no computation
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
            # the number of black cells among the four cells from here on is four1 + 2 * four2 + 4 * four4
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
            # the cells where four cells without a white stone begin, and the same for five cells
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
            # windows of three black stones: a cell in two windows makes two fours, unless it makes a straight four
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
        s[(d >> 3) + CHANGED] = x

    d = 32
    while d:
        d -= 8
        changed = s[(d >> 3) + CHANGED]
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
                # the cell's shapes on this line: 1 means a three, 0x10 a four, 0x110 a foul; 0x1000 is added for a long
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
                y |= s[SHAPES + x] & keep
                s[SHAPES + x] = y
                # the order of firmware/docs/rules.md#order
                verdict = LEGAL
                if y >> 4:
                    if y >> 12 & ~(y >> 8):
                        verdict = FIVE
                        y = 0
                    elif y >> 12:
                        verdict = OVERLINE
                        y = 0
                    else:
                        fours = y >> 4 & 15
                        if y >> 8 or fours - 1 & fours:
                            verdict = DOUBLE_FOUR
                            y = 0
                    y &= 15
                bit = 1 << (x & 15)
                four2 = x >> 4
                x -= four2
                s[VERDICTS + x] = verdict
                x = four2 + _CANDIDATES
                if y - 1 & y:
                    if s[x] & bit == 0:
                        s[x] ^= bit
                        s[_COUNT] += 1
                elif s[x] & bit:
                    s[x] ^= bit
                    s[_COUNT] -= 1

    if colour:
        s[VERDICTS + point] = OCCUPIED
    if s[_COUNT]:
        settle(state)


@micropython.viper
def settle(state):
    """Set the verdicts of all candidates (RIF 9.3).

    A three counts if Black could play one of its straight-four points. A stone on such a point makes a four in the
    three's own direction. The point can't be played if the stone makes a four, a five or an overline in another
    direction. Otherwise the point can be played if the stone makes at most one three in another direction. These shapes
    are known, because there are no hypothetical stones yet. A straight-four point where the stone makes two or more
    such threes is in doubt. judge() decides this point if the verdict depends on it.
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
            top = STACK
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
                    # the other empty cells of the slots that contain the candidate
                    x |= x << 1
                    x |= x << 2
                    x = x << place >> 3
                    x &= s[line] >> 16
                    x ^= 1 << place
                    step = s[(d >> 3) + _STEP]
                    origin = (row << 4 | column) - place * step
                    three = 0  # 0: the three does not count so far; 1: this is in doubt; 2: it counts
                    while x:
                        others = x - 1 & x
                        x ^= others
                        x = s[(x * _BIT_HASH >> 12 & 15) + _BIT_OF]
                        x = x * step + origin & 0xFF
                        tried = x
                        x = ~(0x11 << (d >> 3)) & s[x + SHAPES]
                        if x >> 4 & 15 == 0:
                            x &= 15
                            if x - 1 & x:
                                doubts += 1 - three
                                three = 1
                                # and collect the slots of these threes, for judge()
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
                s[STACK] = doubts << 13 | live << 11 | row << 4 | column
                x = int(judge(state, top))
            if x:
                x = DOUBLE_THREE
            s[VERDICTS + row * 15 + column] = x


@micropython.viper
def judge(state, top: int) -> int:
    """Return 1 if a stone on a candidate is a double-three, else 0. The recursion of RIF 9.3 uses a stack in `state`.

    Live threes are threes that count. The stack has one word for each hypothetical stone (the index of the stone below,
    the number of threes in doubt, the number of live threes, the direction that is being tried, the point). Above this
    word is one word for each straight-four point of the stone that must be tried (the slots of the stone's threes by
    direction, the direction, the point). The points of one three are next to each other. The caller has pushed the
    candidate and its points, up to `top`.
    """
    s = ptr32(state)
    look = expand  # local copies, because a global name is slow to look up
    top += 1
    stone = STACK
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
                # the tried point is now decided; check whether the next point on the stack is the second point of the
                # same three
                twin = 0
                if top - stone > 1 and (s[top - 1] ^ x) & 0x300 == 0:
                    twin = 1
                if foul == 0:
                    # the point can be played, so its three counts
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
                # place the hypothetical stone, or take it away again
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
            # x is a point with two or more threes and nothing higher. `foul`: 1 means a foul, 0 no foul, 2 not yet
            # decided
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
    """Examine the straight-four points of all threes of a point, with the hypothetical stones in place.

    The point is on the stack at `x`, as a point to be tried (judge()). Push the straight-four points of its threes that
    are in doubt. Replace the point's own word by top << 8 | doubts << 2 | live, where `top` is the new top, `doubts`
    the number of threes in doubt, and `live` the number of live threes (counted up to two).
    """
    first = top = x
    x = s[x]
    point = x & 0xFF
    slots = x >> 12
    own_lines = s[point + _LINES_OF]
    # the number of threes that may still count
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
            # the other empty cells of the slots that contain the point
            line = own_lines >> d & 0xFF
            x |= x << 1
            x |= x << 2
            x = x << place >> 3
            x &= s[line] >> 16
            x &= ~(s[line + _SLOTS] >> 16)
            x ^= 1 << place
            step = s[(d >> 3) + _STEP]
            origin = point - place * step
            three = 0  # 0: the three does not count so far; 1: this is in doubt; 2: it counts
            while x:
                others = x - 1 & x
                x ^= others
                x = s[(x * _BIT_HASH >> 12 & 15) + _BIT_OF]
                x = x * step + origin & 0xFF
                tried = x
                known = s[x + SHAPES]
                lines = s[x + _LINES_OF]
                # count: the threes that the stone makes in other directions, or 4 if it makes anything higher
                count = code = 0
                k = 32
                while k:
                    k -= 8
                    if k ^ d:
                        line = lines >> k & 0xFF
                        x = s[line + _SLOTS] >> 16
                        if x:
                            # as in change(), with the hypothetical stones, but only for this cell. The cell is
                            # empty, so no window has five stones. Slots of straight fours need not be removed: they do
                            # not change the result.
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
                        # the three's second point on the stack need not be tried
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
