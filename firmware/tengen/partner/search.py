"""The search for the best move. It is an alpha-beta search with growing depth, in viper, on the shapes of shapes.py.

The search has its own stack with a *frame* for each stone that it has placed, so it can stop after any node and
continue later. A *node* is a tried stone. Values are for the player to move, with 0x8000 added.

A five ends the game, and a four must be answered; neither costs depth. If the other side could make a straight four,
the search tries only stones that make a four or prevent one. It does not try a black stone that makes a double-three, a
double-four or an overline by its shapes; it does not check whether the threes count by RIF 9.3.
"""

from tengen.viper import const, micropython, ptr32

from .shapes import place, remove

# In the state of shapes.py
_VALUES = const(770)
_DONE = const(772)
_HASH = const(773)
_PAIRS = const(807)

# After the state of shapes.py
PLY = const(2210)  # the number of stones of the search that are on the board
PHASE = const(2211)  # 0: enter the frame, 1: try its next stone, 2: leave it, 3: the search has ended
NODES = const(2212)
COLOUR = const(2213)  # the player to move at the root: 0 Black, 1 White
FOULS = const(2214)  # 1 if Black has fouls
WIDTH = const(2215)  # the number of stones that are tried in a position
RESULT = const(2216)  # the value of the frame that the search has just left
LOW = const(2217)  # the area where stones are tried: the first point, and the first point above the highest row
HIGH = const(2218)
COLUMNS = const(2219)  # how many columns
STAND = const(2220)  # the value of having the turn, in a position that is not searched deeper
FRAMES = const(2221)

# A frame: 40 words. The last 24 are its stones: value << 9 | makes or prevents a four << 8 | point
ALPHA = const(0)
BETA = const(1)
DEPTH = const(2)  # the depth that is left to search, in quarters of a stone
NEXT = const(3)
COUNT = const(4)
BEST = const(5)
MOVE = const(6)  # the best stone
_PLAYED = const(7)  # the stone of this frame that is on the board; the words after it save the state before that stone:
_MARK = const(8)
_WAS = const(9)  # two sums of values, two words of the hash
_SHAPES = const(13)
COST = const(14)  # the depth that a stone costs
# 0; or 1 while the stone is searched with a narrow window; or 2 while it is searched with the whole window
NARROW = const(15)
MOVES = const(16)
FRAME_WORDS = 40
MOST_MOVES = 24
MOST_PLIES = const(24)
WORDS = 2221 + FRAME_WORDS * (MOST_PLIES + 1)

MIDDLE, WIN = 0x8000, 30000
_WINS = const(62768)  # MIDDLE + WIN
_LOSES = const(2768)
_TABLE_MASK = const(2047)  # the number of the table's entries minus 1; an entry has two words


@micropython.viper
def clear(x: int, y: int, brain):
    """Clear the table."""
    t = ptr32(brain.table)
    x = 4096
    while x:
        x -= 1
        t[x] = 0


@micropython.viper
def answer(x: int, colour: int, brain) -> int:
    """Return the only point where `colour` (0, 1) stops the other side's five, plus 1, or 0 if no point does."""
    s = ptr32(brain.state)
    found = 0
    point = 239
    while point:
        point -= 1
        x = s[point]
        if x:
            if colour == 0:
                x = x >> 16
            x = s[(x & 0xFF) + _PAIRS] + s[(x >> 8 & 0xFF) + _PAIRS]
            if x >> 21 & 7:
                if found:
                    return 0
                found = point + 1
    if found and colour == 0 and s[FOULS]:
        x = s[found - 1]
        x = s[(x & 0xFF) + _PAIRS] + s[(x >> 8 & 0xFF) + _PAIRS]
        if x >> 24 & 7 or x >> 15 & 7 > 1 or x >> 12 & 7 > 1:
            return 0
    return found


@micropython.viper
def stones(x: int, colour: int, brain, danger: int) -> int:
    """List the stones to try in the frame x, best first. Return 1 if one of them wins at once.

    With `danger` 1 list only stones that make or prevent a four, and return 2 if there was no danger. With `danger` 2,
    at the root, list all stones, also stones that win and stones that are fouls.
    """
    s = ptr32(brain.state)
    fouls = s[FOULS]
    moves = x + MOVES
    width = s[WIDTH]
    count = 0
    least = 0x1FF
    real = 0
    row = s[LOW]
    point = row
    columns = s[COLUMNS]
    end = s[HIGH]
    while point < end:
        x = s[point]
        if x and (x | x >> 16) & 0xEEEE:
            own = s[(x & 0xFF) + _PAIRS] + s[(x >> 8 & 0xFF) + _PAIRS]
            x = x >> 16
            x = s[(x & 0xFF) + _PAIRS] + s[(x >> 8 & 0xFF) + _PAIRS]
            foul = 0
            if colour:
                # x: the shapes of the other side
                n = x
                x = own
                own = n
                if fouls and x >> 13 and x >> 21 & 7 == 0 and (x >> 15 & 7 > 1 or x >> 12 & 7 > 1 or x >> 24 & 7):
                    x = 0
            elif fouls and own >> 13 and danger ^ 2 and (own >> 15 & 7 > 1 or own >> 12 & 7 > 1 or own >> 24 & 7):
                foul = 1
            score = (own & 0xFFF) + ((x & 0xFFF) * 3 >> 2)
            four = own | x
            if foul:
                x = 0
            elif four >> 15 == 0:
                # neither side makes a four
                if danger == 1:
                    score = 0
                elif four >> 12:
                    if own >> 13:
                        score += 120
                    if x >> 13:
                        score += 60
                x = score << 9 | point
            else:
                four = own >> 15 & 7
                if (own >> 18 & 7 or four > 1) and danger ^ 2:
                    return 1
                meets = x >> 15 & 7
                if x >> 18 & 7 or meets > 1:
                    real = 1
                if own >> 12 & 7:
                    if four:
                        score += 200
                    elif own >> 12 & 7 > 1:
                        score += 120
                if x >> 12 & 7:
                    if meets:
                        score += 100
                    elif x >> 12 & 7 > 1:
                        score += 60
                x = score << 9 | 0x100 | point
            if x > least:
                n = count
                if count < width:
                    count += 1
                else:
                    n -= 1
                n += moves
                while n > moves:
                    if s[n - 1] > x:
                        break
                    s[n] = s[n - 1]
                    n -= 1
                s[n] = x
                if count == width:
                    least = s[moves + width - 1]
        point += 1
        if point - row == columns:
            row += 16
            point = row
    s[moves - MOVES + COUNT] = count
    if danger == 1 and real == 0:
        return 2
    return 0


@micropython.viper
def enter(x: int, colour: int, brain) -> int:
    """Return the value of the position of frame x, or 0 if its stones must be tried; then list them."""
    s = ptr32(brain.state)
    t = ptr32(brain.table)
    frame = x
    ply = s[PLY]
    mine = s[colour + _VALUES]
    theirs = s[1 - colour + _VALUES]
    depth = s[frame + DEPTH]
    s[frame + NEXT] = 0
    s[frame + BEST] = 0
    s[frame + MOVE] = 0
    s[frame + NARROW] = 0
    if mine >> 16 & 15:
        return _WINS - ply
    if theirs >> 16 & 15:
        x = int(answer(0, colour, brain))
        if x == 0:
            return _LOSES + 1 + ply
        s[frame + COST] = 0
        s[frame + COUNT] = 1
        s[frame + MOVES] = x - 1 | 0x100
        if ply < MOST_PLIES - 1:
            return 0
        depth = 0
    black = 0
    if colour == 0:
        black = s[FOULS]
    if mine >> 20 and (black == 0 or depth == 0):
        return _WINS - 2 - ply
    if depth == 0 or ply >= MOST_PLIES - 1:
        x = (mine & 0xFFFF) - (theirs & 0xFFFF)
        return (x << 1) + s[STAND] + 0x8000
    best = 0
    y = (s[_HASH] & _TABLE_MASK) << 1
    x = t[y]
    if x >> 8 == s[_HASH + 1] >> 2:
        best = x & 0xFF
        x = t[y + 1]
        if x >> 16 & 0xFF >= depth:
            y = x >> 24
            x = x & 0xFFFF
            if y == 1:
                return x
            if y == 2 and x >= s[frame + BETA]:
                return x
            if y == 3 and x <= s[frame + ALPHA]:
                return x
    s[frame + COST] = 4
    x = 0
    if theirs >> 20:
        s[frame + COST] = 2
        x = int(stones(frame, colour, brain, 1))
    if theirs >> 20 == 0 or x == 2:
        s[frame + COST] = 4
        x = int(stones(frame, colour, brain, 0))
    if x == 1:
        return _WINS - 2 - ply
    x = s[frame + COUNT]
    if x == 0:
        # no stone is worth trying, or all stones are fouls, so return the present value
        x = (mine & 0xFFFF) - (theirs & 0xFFFF)
        return (x << 1) + 0x8000
    if best:
        # the best stone of an earlier search comes first
        y = frame + MOVES
        x += y
        while x > y:
            x -= 1
            if s[x] & 0xFF == best:
                best = s[x]
                while x > y:
                    s[x] = s[x - 1]
                    x -= 1
                s[x] = best
    return 0


@micropython.viper
def forward(x: int, colour: int, brain):
    """Place the next stone of the frame x."""
    s = ptr32(brain.state)
    frame = x
    n = s[frame + NEXT]
    x = s[n + frame + MOVES] & 0xFF
    s[frame + NEXT] = n + 1
    s[frame + _PLAYED] = x
    s[frame + _MARK] = s[_DONE]
    s[frame + _WAS] = s[_VALUES]
    s[frame + _WAS + 1] = s[_VALUES + 1]
    s[frame + _WAS + 2] = s[_HASH]
    s[frame + _WAS + 3] = s[_HASH + 1]
    s[frame + _SHAPES] = s[x]
    place(x, colour, brain)


@micropython.viper
def back(x: int, y: int, brain):
    """Remove the frame's stone. `y` is not used."""
    s = ptr32(brain.state)
    remove(s[x + _PLAYED], s[x + _MARK], brain, s[x + _SHAPES])
    s[_VALUES] = s[x + _WAS]
    s[_VALUES + 1] = s[x + _WAS + 1]
    s[_HASH] = s[x + _WAS + 2]
    s[_HASH + 1] = s[x + _WAS + 3]


@micropython.viper
def remember(x: int, value: int, brain):
    """Store the result of frame x in the table: 1 for the exact value, 2 for a lower bound, 3 for an upper bound."""
    s = ptr32(brain.state)
    t = ptr32(brain.table)
    frame = x
    x = 1
    if value >= s[frame + BETA]:
        x = 2
    elif s[frame + MOVE] == 0:
        x = 3
    n = (s[_HASH] & _TABLE_MASK) << 1
    t[n] = s[_HASH + 1] >> 2 << 8 | s[frame + MOVE]
    t[n + 1] = (x << 8 | s[frame + DEPTH]) << 16 | value


@micropython.viper
def search(x: int, y: int, brain):
    """Search until x nodes have been tried, or until the search has ended (PHASE 3). `y` is not used."""
    s = ptr32(brain.state)
    # local names are faster to look up
    enter_ = enter
    forward_ = forward
    back_ = back
    remember_ = remember
    nodes = x
    while True:
        ply = s[PLY]
        frame = ply * 40 + FRAMES
        colour = (s[COLOUR] + ply) & 1
        if s[PHASE] == 0:
            x = int(enter_(frame, colour, brain))
            s[PHASE] = 1
            if x:
                s[RESULT] = x
                s[PHASE] = 2
        elif s[PHASE] == 1:
            n = s[frame + NEXT]
            if n == s[frame + COUNT] or s[frame + BEST] >= s[frame + BETA]:
                x = s[frame + BEST]
                s[RESULT] = x
                s[PHASE] = 2
                if ply == 0:
                    s[PHASE] = 3
                    return
                if s[frame + COST]:
                    remember_(frame, x, brain)
                continue
            if nodes == 0:
                return
            nodes -= 1
            s[NODES] += 1
            forward_(frame, colour, brain)
            # the window: the whole window for the first stone, a narrow window for the others
            y = s[frame + ALPHA]
            x = s[frame + BETA]
            if s[frame + NARROW] == 2 or n == 0:
                s[frame + NARROW] = 0
            else:
                s[frame + NARROW] = 1
                x = y + 1
            s[frame + 40 + ALPHA] = 0x10000 - x
            s[frame + 40 + BETA] = 0x10000 - y
            x = s[frame + DEPTH] - s[frame + COST]
            if n > 3 and s[frame + COST] == 4 and s[frame + NARROW] == 1:
                # a stone late in the list is searched half a stone less deep, unless the search finds that it is better
                x -= 2
            if x < 0:
                x = 0
            s[frame + 40 + DEPTH] = x
            s[PLY] = ply + 1
            s[PHASE] = 0
        else:
            frame -= 40
            s[PLY] = ply - 1
            back_(frame, 0, brain)
            s[PHASE] = 1
            x = 0x10000 - s[RESULT]
            y = s[frame + ALPHA]
            if s[frame + NARROW] == 1 and x > y and x < s[frame + BETA] and s[frame + BETA] > y + 1:
                s[frame + NARROW] = 2
                s[frame + NEXT] -= 1
                continue
            if x > s[frame + BEST]:
                s[frame + BEST] = x
                if x > y:
                    s[frame + ALPHA] = x
                    s[frame + MOVE] = s[frame + _PLAYED]
