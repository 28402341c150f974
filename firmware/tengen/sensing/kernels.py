"""The work on each frame, in viper: what it proves, what has changed, and all points' counters as whole words.

The same text is plain Python where there is no viper. On the Pico all of it runs at interrupt level and allocates
nothing. A word has a bit a column; frames are as sensing/__init__.py has them.
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


def ptr16(buffer):
    return buffer


def ptr32(buffer):
    return buffer


# A filter: the counts to reach, the words it follows, the bits that count, a bit for each word with a counter that is
# not 0; and four words for each, a bit of every column's counter in each
ON = 0
OFF = 1
WORDS = 2
MASK = 3
ACTIVE = 4
COUNTERS = 5
_ON = const(0)
_OFF = const(1)
_WORDS = const(2)
_MASK = const(3)
_ACTIVE = const(4)
_COUNTERS = const(5)

CHANGED, PENDING = 1, 2
_CHANGED = const(1)
_PENDING = const(2)

UNSETTLED, LEAVING, DIFFERENT, ROWS_SHIFT = 1, 2, 4, 3
_UNSETTLED = const(1)
_LEAVING = const(2)
_DIFFERENT = const(4)

# What is kept of the reeds: a word a row, each bit as in the last frame that proved it; then a word a point, in the
# lower half how often it has closed, modulo 65536, in the upper for how many frames at most it was open and closed
# again while touched
LONGEST_SHIFT = 16

# Longer than this no counter counts, so longer than this no opening is told from a stone that was lifted
MOST_FRAMES = 15


@micropython.viper
def count(filter: ptr32, state: ptr32, words: ptr32, proved: ptr32, changed: int) -> int:
    """Let a filter count one frame of its words: CHANGED where a bit of `state` has changed, PENDING where one may.

    Only the bits in `proved` (as many words) are counted: the others stay, with their counters, as they were.
    `changed` has a bit for each word that may be otherwise than in the frame before.
    """
    on = filter[_ON]
    off = filter[_OFF]
    mask = filter[_MASK]
    active = filter[_ACTIVE]
    happened = 0
    row = 0
    at = _COUNTERS
    # a word that has not changed and has no counter that counts is as `state` has it
    todo = active | changed
    while todo:
        if todo & 1 == 0:
            todo >>= 1
            row += 1
            at += 4
            continue
        was = state[row]
        seen = proved[row] & mask
        unseen = seen ^ mask
        differs = (words[row] ^ was) & seen
        if differs == 0:
            filter[at] &= unseen
            filter[at + 1] &= unseen
            filter[at + 2] &= unseen
            filter[at + 3] &= unseen
            if unseen == 0:
                active &= (1 << row) ^ -1
        else:
            active |= 1 << row
            # one more for each bit that differs, by adding with carry down the four words; none for the others
            turning_on = differs & (was ^ mask)
            turning_off = differs & was
            carry = differs
            bit = 0
            while bit < 4:
                kept = filter[at + bit] & unseen
                word = filter[at + bit] & differs
                filter[at + bit] = word ^ carry | kept
                carry &= word
                # each count is met on the way up, so equal is enough
                word = filter[at + bit]
                if on >> bit & 1:
                    turning_on &= word
                else:
                    turning_on &= word ^ mask
                if off >> bit & 1:
                    turning_off &= word
                else:
                    turning_off &= word ^ mask
                bit += 1
            ripe = turning_on | turning_off
            if ripe:
                state[row] = was ^ ripe
                bit = 0
                while bit < 4:
                    filter[at + bit] &= ripe ^ mask
                    bit += 1
                happened |= _CHANGED
            if differs ^ ripe:
                happened |= _PENDING
        todo >>= 1
        row += 1
        at += 4
    filter[_ACTIVE] = active
    return happened


@micropython.viper
def arrange(landed: ptr32, order: ptr8, frame: ptr32, lines: int):
    """Make of a frame by outputs and inputs, `lines` of each, one by rows and columns.

    `order` is as wired.py has it: the output of each row, and `lines` for the word with all rows low; then the column
    of each input. The word of the buttons is not touched.
    """
    last = 0
    arranged = 0
    at = 0
    while at <= lines:
        word = int(landed[int(order[at])])
        if word != last:  # most rows have no stone, and the same word
            last = word
            arranged = 0
            place = lines + 1
            while word:
                if word & 1:
                    arranged |= 1 << int(order[place])
                word >>= 1
                place += 1
        frame[at] = arranged
        at += 1


@micropython.viper
def tally(frame: ptr32, seen: ptr32, edges: ptr8, lines: int) -> int:
    """Count in `edges`, a byte for each output and input, the bits that are otherwise than in the frame `seen`, up to
    255 of each. `seen` becomes this frame; returns whether anything of it is otherwise, the word with all rows low and
    the buttons among it.
    """
    changed = 0
    at = 0
    while at <= lines + 1:
        differs = int(frame[at]) ^ int(seen[at])
        if differs:
            changed = 1
            seen[at] = frame[at]
            if at < lines:
                place = at * lines
                while differs:
                    if differs & 1 and int(edges[place]) < 255:
                        edges[place] = int(edges[place]) + 1
                    differs >>= 1
                    place += 1
        at += 1
    return changed


@micropython.viper
def prove(frame: ptr32, proof: ptr32, sound: ptr32, size: int) -> int:
    """What the wired-shut row and column prove: into `proof` the rows whose driver drives, the columns whose input
    answers, the columns that fall when no row is driven; and the buttons. Returns the columns that may be believed;
    with bit `size` where every line is proved, and with the next bit too where the buttons are also as in `sound`.

    `proof` comes as it was after the frame before; at first with all columns answering. `sound` has the same words
    as they are known for long: a wired-shut row or column that fails in this frame only proves nothing; while it
    is known as broken, the lines are believed as it proved them last.
    """
    sense = 1 << size
    all = sense + sense - 1
    rows = 0
    at = size
    while at >= 0:
        rows <<= 1
        if frame[at] & sense:
            rows |= 1
        at -= 1
    answer = int(frame[size]) & all
    believed = sense - 1
    if answer & sense == 0:
        # the wired-shut row itself is dead, and says nothing about the columns: they are as they were
        answer = int(proof[1])
        if int(sound[0]) & sense:
            believed = 0
    fall = (int(frame[size + 1]) & all) ^ all
    if fall & sense == 0 and int(sound[2]) & sense:
        # the row sense is high whatever is driven
        rows = int(proof[0])
        believed = 0
    proof[0] = rows
    proof[1] = answer
    proof[2] = fall
    proof[3] = frame[size + 2]
    believed &= answer & fall
    if believed == sense - 1 and rows == all and fall == all:
        believed = all
        if int(sound[0]) & int(sound[1]) & int(sound[2]) == all and int(sound[3]) == int(proof[3]):
            believed = all + sense + sense
    return believed


@micropython.viper
def spread(frame: ptr32, believed: int, proved: ptr32, since: ptr32, size: int):
    """Into `proved` the points that a frame proves, a word a row, where the columns in `believed` may be believed; and
    they are added to those in `since`.
    """
    row = 0
    while row < size:
        sees = 0
        if frame[row] >> size & 1:
            sees = believed
        proved[row] = sees
        since[row] |= sees
        row += 1


@micropython.viper
def fail(proof: ptr32, sound: ptr32, failed: ptr32, fails: ptr16, size: int):
    """Count the lines that this frame does not prove though they are known as sound.

    `failed` has the three words of such lines in the frame before, and becomes this one's. `fails` has for each line,
    first all rows, then all columns that answer, then all that fall, the number of such frames and the number of times
    that one followed a frame that proved the line, each modulo 65536.
    """
    kind = 0
    at = 0
    while kind < 3:
        bad = int(sound[kind]) & (int(proof[kind]) ^ -1)
        if bad:
            fresh = bad & (int(failed[kind]) ^ -1)
            place = at
            left = bad
            while left:
                if left & 1:
                    fails[place] = int(fails[place]) + 1 & 0xFFFF
                    if fresh & 1:
                        fails[place + 1] = int(fails[place + 1]) + 1 & 0xFFFF
                left >>= 1
                fresh >>= 1
                place += 2
        failed[kind] = bad
        at += 2 * size + 2
        kind += 1


@micropython.viper
def hold(frame: ptr32, proved: ptr32, reeds: ptr32, touch: ptr32) -> int:
    """Take into `reeds` what a frame says of the points in `proved`, a word a row; the other reeds stay as they were.
    Returns a bit for each row in which a reed is now otherwise.

    `touch` is the filter of the touches, which counts how long a reed has been open.
    """
    size = int(touch[_WORDS])
    happened = 0
    row = 0
    while row < size:
        changed = (int(reeds[row]) ^ int(frame[row])) & int(proved[row])
        if changed:
            happened |= 1 << row
            reeds[row] ^= changed
            closed = int(reeds[row]) & changed
            at = size + size * row
            counter = _COUNTERS + 4 * row
            bit = 0
            while closed >> bit:
                if closed >> bit & 1:
                    open = 0
                    weight = 3
                    while weight >= 0:
                        open = open << 1 | (int(touch[counter + weight]) >> bit & 1)
                        weight -= 1
                    word = int(reeds[at + bit])
                    longest = word >> 16
                    if open > longest:
                        longest = open
                    reeds[at + bit] = longest << 16 | ((word + 1) & 0xFFFF)
                bit += 1
        row += 1
    return happened


@micropython.viper
def compare(words: ptr32, before: ptr32, trusted: ptr32, found: ptr32) -> int:
    """Into `found` the points that are touched and not expected, or the other way round: those that are trusted.

    `words` has three words for each row: touched, stones, uncertain; `before` the touched ones when this was asked
    last, which it brings up to date; `found` the number of rows, then for each what is expected, and what was found.
    Returns DIFFERENT where that is not what was found last, UNSETTLED where a touch and a stone differ, LEAVING where a
    point is uncertain that was touched before (a reed that has only now been closed bounces), and from bit ROWS_SHIFT
    on a bit for each row in which something was found.
    """
    size = int(found[0])
    happened = 0
    row = 0
    while row < size:
        believed = int(trusted[row])
        touched = int(words[row])
        differs = (touched ^ int(found[row + 1])) & believed
        if differs != int(found[row + 1 + size]):
            found[row + 1 + size] = differs
            happened |= _DIFFERENT
        if differs:
            happened |= 8 << row
        if (touched ^ int(words[row + size])) & believed:
            happened |= _UNSETTLED
        if int(words[row + size + size]) & int(before[row]) & believed:
            happened |= _LEAVING
        before[row] = touched
        row += 1
    return happened


@micropython.viper
def copy(source: ptr32, target: ptr32, words: int):
    """Copy some words."""
    while words:
        words -= 1
        target[words] = source[words]


@micropython.viper
def gather(touched: ptr32, stones: ptr32, reeds: ptr32, proved: ptr32, words: ptr32, size: int):
    """Into `words` what is touched, what counts as a stone, and which touched reeds are open or not `proved` closed:
    `size` words of each."""
    row = 0
    while row < size:
        words[row] = touched[row]
        words[row + size] = stones[row]
        words[row + size + size] = int(touched[row]) & ((int(reeds[row]) & int(proved[row])) ^ -1)
        row += 1


@micropython.viper
def restless(reeds: ptr32, counts: ptr16, chattering: ptr32) -> int:
    """Into `chattering`, a word a row, the reeds that close too often, and out of it those that are quiet; whether it
    has changed. `counts`: size, closings to be too many, closings to be few enough, whether a window ends; then for
    each point its closings when the window began, and for each point those of the window before.
    """
    size = int(counts[0])
    changed = 0
    at = 0
    row = 0
    while row < size:
        words = 0
        bit = 0
        while bit < size:
            closings = int(reeds[size + at]) & 0xFFFF
            place = 4 + at
            new = (closings - int(counts[place])) & 0xFFFF
            total = new + int(counts[place + size * size])
            if total >= int(counts[1]):
                words |= 1 << bit
            elif total > int(counts[2]):
                words |= int(chattering[row]) & 1 << bit
            if counts[3]:
                counts[place] = closings
                counts[place + size * size] = new
            at += 1
            bit += 1
        changed |= words ^ int(chattering[row])
        chattering[row] = words
        row += 1
    return changed
