"""The inner loops of the search for wins by continuous fours (VCF), in viper. Plain Python runs the same text.

The *attacker* places fours. The *defender* answers each four on its *point of five*, where one more stone would make it
a five. The search is depth first and has its own stack, so it can stop after any node and continue later. A *node* is a
tried four with its answer.

games/renju/kernels.py describes the limits of viper. As there, inside this file a point is 16 * row + column, bit i of
a halfword is the i-th cell of a line, and byte d of a point's `lines` is the number of the point's line in direction d.
In viper `-x & x` destroys an argument x, so here the lowest bit of x is computed as `x - 1 & x ^ x`.

`solver` has three attributes: `state`, an array of WORDS words with the layout below; `table`, an array with a power of
two as its length; and `core`, a Position. `core` contains the root position, and also the stones of the search when a
double-three of Black must be judged.

A line is one word: the attacker's stones | the defender's stones << 16. A `side` is the number of bits by which the
stones of that side are shifted (0 or 16). 0x100 is added for Black, who needs exactly five stones for a five.

A call costs about 500 cycles, and 100 of these for each buffer among the arguments. So search() passes the results of
ptr32() instead of buffers.
"""

from tengen.viper import const, micropython, ptr8, ptr32

from ..games.renju.kernels import change

# Offsets in the state. The first three blocks have a word for each of 95 lines: the line's stones (at 0); the cells
# where the attacker can make a four; and all cells of the line << 16 | origin << 8 | step of its points
_FOURS = const(96)
ORIGIN = const(192)
LINES_OF = const(288)  # a word for each of 240 points
# 247 random numbers of 24 bits. Each point uses two of them, 7 apart, because no answer is 7 points away
_KEYS = const(528)
_BIT_OF = const(775)
_GROUPS = const(791)  # six words with a bit for each line (16 lines in a word) that has a cell in _FOURS
ATTACKER = const(797)  # the attacker's `side`, and the defender's
STATUS = const(799)  # RUNNING, WON, LOST (there is no win) or DEEP (there is no win within the limit)
DEPTH = const(800)  # the number of fours of the search that are on the board
LIMIT = const(801)  # the maximum number of fours in the search
NODES = const(802)  # the number of fours that were searched
LAST = const(803)  # the four without an answer
WHY = const(804)  # the reason: TWO_FIVES, or the verdict of the only answer, a foul
ANSWER = const(805)  # the answer that is a foul
_MADE = const(806)  # the shapes that the last answer makes
_HASH = const(807)  # two words
MASK = const(809)  # the table's length minus 1
FIVES = const(810)  # the root's points of five, plus 1, the attacker's and the defender's; 0x200: two or more
_SYNCED = const(812)  # the number of pairs of stones of the search that are on the core's board
_SYNC = const(813)  # 60 pairs of stones
LEVELS = const(873)  # eight words for each four on the board and for the next four:
# the next line << 16 | the cells of the line before it that are still to be tried; ONLY; the stones, as four | answer
# << 8; whether the limit cut anything; four words with the saved _FOURS of the four's lines | those of the answer's
# lines << 16. ONLY is 0 if every point is allowed, or the only allowed point plus 1, or 0x1FF after that point was
# tried.
ONLY = const(1)
STONES = const(2)
CUT = const(3)
_SAVED = const(4)
LEVEL_WORDS = 8
# FREE replaces White's `side` if White attacks but Black's fouls must not be judged, so that White can't win by a foul.
# The caller may set it as the attacker's side after begin().
FREE = 0x80
MOST_FOURS = 60
WORDS = 873 + 8 * (MOST_FOURS + 1)

RUNNING = 0
TWO_FIVES = const(1)
WON = const(1)
LOST = const(2)
_DEEP = const(3)
_ENDLESS = const(63)  # an entry of the table that means: no win, with any limit

# In the core's state (games/renju/kernels.py)
_VERDICTS = const(904)
_DOUBLE_THREE = const(3)
_DOUBLE_FOUR = const(4)
_OVERLINE = const(6)
# how to find a bit's number, as in games/renju/kernels.py
_BIT_HASH = const(0x09AF)
_BITS = (0, 1, 2, 5, 3, 9, 6, 11, 15, 4, 8, 10, 14, 7, 13, 12)


def prepare(state, table):
    """Fill the constant parts of `state`, an array of WORDS words, for a `table`, and empty its stack of stones."""
    state[_SYNCED] = 0
    for line in range(95):
        if line < 16:
            origin, step = 16 * line, 1
        elif line < 48:
            origin, step = 16 * (line - 16), -15
        elif line < 80:
            origin, step = 16 * (line - 62), 17
        else:
            origin, step = line - 80, 16
        state[ORIGIN + line] = (origin & 0xFF) << 8 | step & 0xFF
    for row in range(15):
        for column in range(15):
            lines = (row << 24) + (80 + column << 16) + (62 + row - column << 8) + 16 + row + column
            state[LINES_OF + 16 * row + column] = lines
            for d in (0, 8, 16, 24):
                state[ORIGIN + (lines >> d & 0xFF)] |= 1 << (row if d == 16 else column) + 16
    number, key = 1, 0
    for at in range(247):
        for _ in range(2):  # xorshift, of 16 bits
            number ^= number << 7 & 0xFFFF
            number ^= number >> 9
            number ^= number << 8 & 0xFFFF
            key = (key << 8 ^ number) & 0xFFFFFF
        state[_KEYS + at] = key
    for index, bit in enumerate(_BITS):
        state[_BIT_OF + index] = bit
    state[MASK] = len(table) - 1


@micropython.viper
def stone(e: int, x: int, state) -> int:
    """Return the shapes that a stone of the side `e` makes on the empty point x, without changing anything.

    (four + 1) << 9 may be added to the side. Then the attacker's stone on the point `four` also counts.

    Bits 0-7 are a point where one more stone makes a five; bits 8-9 are the number of such points of five (2 means two
    or more). For Black's stones, bit 10 is a straight four, bit 11 an overline, bits 12-14 the number of fours, and the
    bits from 15 on are the lines with a three, whether the three counts or not.
    """
    s = ptr32(state)
    side = e & 0x7F
    exact = e & 0x100
    point = x
    row = x >> 4
    column = x & 15
    lines = s[x + LINES_OF]
    shared = -1
    four = (e >> 9) - 1
    if four >= 0:
        shared = s[four + LINES_OF] ^ lines
    found = 0
    d = 32
    while d:
        d -= 8
        line = lines >> d & 0xFF
        place = column
        if d == 16:
            place = row
        e = s[line]
        b = e >> side & 0x7FFF
        # a four needs three more stones within four cells, and a black three needs two
        x = b << 4 >> place & 0x1FF
        x = x - 1 & x
        if x and (exact or x - 1 & x):
            e = (e >> 16 | e) & 0x7FFF ^ s[line + ORIGIN] >> 16
            x = 1 << place
            b |= x
            if shared >> d & 0xFF == 0:
                one = four & 15
                if d == 16:
                    one = four >> 4
                x |= 1 << one
            e &= ~x
            # of the four cells from each cell on, `one` is set if at least one is empty, and `two` if at least two are
            # empty
            x = e >> 1
            two = e & x
            one = e | x
            x = e >> 2
            two |= one & x
            one |= x
            x = e >> 3
            two |= one & x
            one |= x
            x = b | e
            room = x >> 4
            x &= x >> 1
            x &= x >> 2
            room &= x  # for five
            three = 0
            if exact:
                # a three: three stones in four cells, an empty cell on either side, and no stone beyond these
                x = (one & ~two & x) << 3
                x &= e << 4
                x &= e >> 1
                x &= ~(b << 5)
                x &= ~(b >> 2)
                three = x >> place & 15
                # five stones, and one more
                x = b >> 1 & b
                x = x >> 2 & x
                x = b >> 4 & x
                x = b >> 5 & x
                if x << 5 >> place & 63:
                    found |= 0x800
            # fours: four stones in five cells
            x = e >> 4
            two |= one & x
            one |= x
            x = one & ~two & room
            if exact:
                x &= ~(b << 1)
                x &= ~(b >> 5)
            if x:
                if exact:
                    # two fours on neighbouring cells are one straight four
                    b = x << 1
                    if b & x:
                        found |= 0x400
                    b = x & ~b
                    found += 0x1000
                    if b - 1 & b:
                        found += 0x1000
                b = x << 4
                x |= x << 1
                x |= x << 2
                x |= b
                e &= x
                b = s[line + ORIGIN] & 0xFF
                while e:
                    x = e - 1 & e ^ e
                    e ^= x
                    x = s[(x * _BIT_HASH >> 12 & 15) + _BIT_OF]
                    x = (x - place) * b + point & 0xFF
                    if found & 0x300 == 0:
                        found |= x | 0x100
                    elif found & 0xFF ^ x:
                        found |= 0x200
            elif three:
                found += 0x8000
    return found


@micropython.viper
def fours(e: int, x: int, exact: int) -> int:
    """Return the cells of a line where a stone makes a four. The bits from 0x10000 up are points of five.

    `x`: the stones of one side | the empty cells << 16.
    """
    b = x & 0x7FFF
    e = x >> 16
    x = e >> 1
    three = 0
    two = e & x
    one = e | x
    n = 1
    while n < 4:
        n += 1
        x = e >> n
        three |= two & x
        two |= one & x
        one |= x
    x = b | e
    room = x >> 4
    x &= x >> 1
    x &= x >> 2
    x &= room
    if exact:
        x &= ~(b << 1)
        x &= ~(b >> 5)
    n = x & one & ~two
    x &= two & ~three
    one = x | n << 16
    two = one << 4
    one |= one << 1
    one |= one << 2
    one |= two
    return (e << 16 | e) & one


@micropython.viper
def begin(x: int, y: int, solver, cells):
    """Load a position: 225 colours in `cells`, and the attacker's colour x. Find both sides' points of five.

    All other state is cleared. `y` is not used.
    """
    s = ptr32(solver.state)
    t = ptr32(solver.table)
    core = solver.core
    now = ptr8(cells)
    lies = ptr8(core.cells)
    s[DEPTH] = 0
    follow(solver)
    colour = x
    y = int(len(solver.table))
    while y:
        y -= 1
        t[y] = 0
    y = ORIGIN
    while y:
        y -= 1
        s[y] = 0
    point = 225
    while point:
        point -= 1
        x = int(now[point])
        if int(lies[point]) ^ x:
            if int(lies[point]):
                change(core, point, 0)
            if x:
                change(core, point, x)
        row = point * 137 >> 11
        column = row * -15 + point
        lines = s[(row << 4 | column) + LINES_OF]
        d = 32
        while d:
            d -= 8
            y = 1 << column
            if d == 16:
                y = 1 << row
            line = lines >> d & 0xFF
            if x:
                if x ^ colour:
                    y = y << 16
                s[line] |= y
    s[ATTACKER] = 0
    s[ATTACKER + 1] = 16
    if colour == 1:
        s[ATTACKER] = 0x100
    else:
        s[ATTACKER + 1] = 0x110
    s[FIVES] = 0
    s[FIVES + 1] = 0
    s[_HASH] = 0
    s[_HASH + 1] = 0
    s[NODES] = 0
    y = 6
    while y:
        y -= 1
        s[y + _GROUPS] = 0
    line = 95
    while line:
        line -= 1
        d = 2
        while d:
            d -= 1
            y = s[ATTACKER + d]
            x = s[line]
            row = x >> (y & 0x7F) & 0x7FFF
            column = row & row - 1
            if column - 1 & column:
                x = (x >> 16 | x) & 0x7FFF ^ s[line + ORIGIN] >> 16
                y = int(fours(0, x << 16 | row, y >> 8))
                if d == 0:
                    x = y & 0x7FFF
                    s[line + _FOURS] = x
                    if x:
                        s[(line >> 4) + _GROUPS] |= 1 << (line & 15)
                y = y >> 16
                while y:
                    x = y - 1 & y ^ y
                    y ^= x
                    x = s[(x * _BIT_HASH >> 12 & 15) + _BIT_OF]
                    point = s[line + ORIGIN]
                    x = ((point & 0xFF) * x + (point >> 8) & 0xFF) + 1
                    if s[FIVES + d] == 0:
                        s[FIVES + d] = x
                    elif s[FIVES + d] ^ x:
                        s[FIVES + d] |= 0x200


@micropython.viper
def enter(x: int, y: int, state):
    """Place the four x and its answer y on the board. Save what leave() will restore on this level.

    The caller has already set the hash of the new position, and _MADE to the shapes of the answer.
    """
    s = ptr32(state)
    depth = s[DEPTH]
    saved_at = depth * 8 + LEVELS
    s[saved_at + STONES] = y << 8 | x
    s[DEPTH] = depth + 1
    saved_at += 8
    s[saved_at] = 0
    s[saved_at + CUT] = 0
    s[saved_at + ONLY] = 0
    depth = s[_MADE]
    if depth & 0x100:
        # the defender has a four, which the attacker's next four must answer
        s[saved_at + ONLY] = (depth & 0xFF) + 1
    exact = s[ATTACKER] & 0x100
    lines = s[x + LINES_OF]
    others = s[y + LINES_OF]
    row = 1 << (x >> 4)
    column = 1 << (x & 15)
    other_row = 0x10000 << (y >> 4)
    other_column = 0x10000 << (y & 15)
    d = 32
    while d:
        d -= 8
        saved_at -= 1
        line = lines >> d & 0xFF
        other = others >> d & 0xFF
        if d == 16:
            s[line] ^= row
            s[other] ^= other_row
        else:
            s[line] ^= column
            s[other] ^= other_column
        saved = s[line + _FOURS]
        again = 0
        if other ^ line:
            # an answer creates no possible fours, so its line needs an update only if the line already has some
            x = s[other + _FOURS]
            if x:
                saved |= x << 16
                again = 1
        s[saved_at] = saved
        while line >= 0:
            x = s[line]
            b = x & 0x7FFF
            y = b - 1 & b
            if y - 1 & y:
                # as in fours(), without the points of five
                e = (x >> 16 | x) & 0x7FFF ^ s[line + ORIGIN] >> 16
                x = b | e
                y = x >> 4
                x &= x >> 1
                x &= x >> 2
                y &= x
                if exact:
                    y &= ~(b << 1)
                    y &= ~(b >> 5)
                if y:
                    # cells where five free cells begin; cells among these with two or more empty cells, and with three
                    # or more
                    x = e >> 1
                    two = e & x
                    b = e | x
                    x = e >> 2
                    three = two & x
                    two |= b & x
                    b |= x
                    x = e >> 3
                    three |= two & x
                    two |= b & x
                    b |= x
                    x = e >> 4
                    three |= two & x
                    two |= b & x
                    x = ~three & two & y
                    y = x << 4
                    x |= x << 1
                    x |= x << 2
                    y |= x
                    y &= e
            else:
                y = 0
            x = s[line + _FOURS]
            if x ^ y:
                s[line + _FOURS] = y
                if x == 0 or y == 0:
                    s[(line >> 4) + _GROUPS] ^= 1 << (line & 15)
            line = -1
            if again:
                line = other
                again = 0


@micropython.viper
def leave(x: int, y: int, state, table):
    """Store in the table that all fours of the level have been tried, and remove the last four and its answer.

    If no four is on the board, the search has ended. The arguments x and y are not used.
    """
    s = ptr32(state)
    t = ptr32(table)
    depth = s[DEPTH]
    level = depth * 8 + LEVELS
    x = _ENDLESS
    y = s[level + CUT]
    if y:
        x = s[LIMIT] - depth
    t[s[_HASH] & s[MASK]] = s[_HASH + 1] << 6 | x
    if depth == 0:
        s[STATUS] = LOST
        if y:
            s[STATUS] = _DEEP
        return
    s[level - 8 + CUT] |= y
    s[DEPTH] = depth - 1
    level -= 8
    y = s[level + STONES]
    x = y & 0xFF
    y = y >> 8
    s[_HASH] ^= s[x + _KEYS] ^ s[y + _KEYS + 7]
    s[_HASH + 1] ^= s[x + _KEYS + 7] ^ s[y + _KEYS]
    lines = s[x + LINES_OF]
    others = s[y + LINES_OF]
    row = x >> 4
    x &= 15
    x = 1 << x
    row = 1 << row
    n = y >> 4
    y &= 15
    y = 1 << y
    n = 1 << n
    d = 32
    while d:
        d -= 8
        bit = x
        if d == 16:
            bit = row
        line = lines >> d & 0xFF
        saved = s[(d >> 3) + level + _SAVED]
        s[line] ^= bit
        before = s[line + _FOURS]
        after = saved & 0x7FFF
        if after ^ before:
            s[line + _FOURS] = after
            if after == 0 or before == 0:
                s[(line >> 4) + _GROUPS] ^= 1 << (line & 15)
        bit = y
        if d == 16:
            bit = n
        line = others >> d & 0xFF
        s[line] ^= bit << 16
        after = saved >> 16
        if after:
            before = s[line + _FOURS]
            if after ^ before:
                s[line + _FOURS] = after
                if before == 0:
                    s[(line >> 4) + _GROUPS] ^= 1 << (line & 15)


@micropython.viper
def follow(solver):
    """Place the search's stones on the core's board. Stones that are already on it stay."""
    s = ptr32(solver.state)
    core = solver.core
    black = 1
    if s[ATTACKER] >> 8 == 0:
        black = 2
    depth = s[DEPTH]
    level = LEVELS + STONES
    same = 0
    while same < depth and same < s[_SYNCED]:
        if s[_SYNC + same] ^ s[level]:
            break
        same += 1
        level += 8
    while s[_SYNCED] > same:
        s[_SYNCED] -= 1
        pair = s[_SYNC + s[_SYNCED]]
        four = pair & 0xFF
        answer = pair >> 8
        change(core, four - (four >> 4), 0)
        change(core, answer - (answer >> 4), 0)
    while s[_SYNCED] < depth:
        pair = s[s[_SYNCED] * 8 + LEVELS + STONES]
        s[_SYNC + s[_SYNCED]] = pair
        s[_SYNCED] += 1
        four = pair & 0xFF
        answer = pair >> 8
        change(core, four - (four >> 4), black)
        change(core, answer - (answer >> 4), 3 - black)


@micropython.viper
def verdict(x: int, made: int, solver, four: int) -> int:
    """Return the verdict of a black stone on x with the shapes `made` (of stone()): 0, or the number of a foul.

    `four`: White's four, which is not on the board yet, or -1.
    """
    if made & 0x800:
        return _OVERLINE
    if made >> 12 & 7 > 1:
        return _DOUBLE_FOUR
    if made >> 15 < 2:
        return 0
    follow(solver)
    core = solver.core
    c = ptr32(core.state)
    if four >= 0:
        change(core, four - (four >> 4), 2)
    x -= x >> 4
    x = c[x + _VERDICTS]
    if four >= 0:
        change(core, four - (four >> 4), 0)
    if x ^ _DOUBLE_THREE:
        return 0
    return x


@micropython.viper
def search(x: int, y: int, solver):
    """Search until x nodes have been tried, or until the status is no longer RUNNING. `y` is not used."""
    s = ptr32(solver.state)
    t = ptr32(solver.table)
    # local names are faster to look up
    enter_ = enter
    leave_ = leave
    nodes = x
    stone_ = stone
    while nodes:
        level = s[DEPTH] * 8 + LEVELS
        x = s[level + ONLY]
        if x:
            # only one point is allowed: the answer to a four of the defender
            s[level + ONLY] = 0x1FF
            x -= 1
        else:
            y = s[level]
            line = y >> 16
            y &= 0x7FFF
            if y == 0:
                while line < 96:
                    x = s[(line >> 4) + _GROUPS] >> (line & 15)
                    if x:
                        x = x - 1 & x ^ x
                        line += s[(x * _BIT_HASH >> 12 & 15) + _BIT_OF]
                        y = s[line + _FOURS]
                        line += 1
                        break
                    line = (line | 15) + 1
            x = y - 1 & y ^ y
            s[level] = line << 16 | y ^ x
            if y == 0:
                x = 0x1FE
            else:
                x = s[(x * _BIT_HASH >> 12 & 15) + _BIT_OF]
                line = s[line + ORIGIN - 1]
                x = (line & 0xFF) * x + (line >> 8) & 0xFF
        if x == 0x1FE:
            leave_(0, 0, s, t)
            if s[STATUS]:
                return
            continue
        nodes -= 1
        s[NODES] += 1
        made = int(stone_(s[ATTACKER], x, s))
        if made & 0x300 == 0:
            continue
        if (made & 0x6800 or made >> 16) and int(verdict(x, made, solver, -1)):
            # Black's four is a foul
            continue
        y = made & 0xFF
        s[ANSWER] = y
        s[LAST] = x
        if made & 0x600:
            s[WHY] = TWO_FIVES
            s[STATUS] = WON
            return
        if s[ATTACKER] == 0:
            # the table contains positions but not the last answer, so check first whether the answer is a foul
            made = int(stone_((x + 1 << 9) + s[ATTACKER + 1], y, s))
            s[_MADE] = made
            if made & 0x6800 or made >> 16:
                made = int(verdict(y, made, solver, x))
                if made:
                    s[WHY] = made
                    s[STATUS] = WON
                    return
        rest = s[LIMIT] - s[DEPTH] - 1
        if rest:
            hash1 = s[_HASH] ^ s[x + _KEYS] ^ s[y + _KEYS + 7]
            hash2 = s[_HASH + 1] ^ s[x + _KEYS + 7] ^ s[y + _KEYS]
            line = t[hash1 & s[MASK]]
            if line >> 6 == hash2:
                line &= 63
                if line == _ENDLESS:
                    continue
                if line >= rest:
                    rest = 0
        if rest == 0:
            # White's answer is not examined, because two points of five would end this branch but are rare
            s[level + CUT] = 1
            continue
        if s[ATTACKER]:
            # about four of ten fours reach this line
            s[_MADE] = int(stone_((x + 1 << 9) + 16, y, s))
        if s[_MADE] & 0x200:
            # the answer makes two points of five
            continue
        s[_HASH] = hash1
        s[_HASH + 1] = hash2
        enter_(x, y, s)
