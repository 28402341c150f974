"""The work on each frame, in viper. It finds the proved lines and the changed reeds, and debounces.

Without viper the same text is plain Python. On the Pico all functions can run at interrupt level and allocate nothing.
A word has one bit per column; sensing/__init__.py describes a frame.
"""

from tengen.viper import const, micropython, ptr8, ptr16, ptr32

# The array of a filter: the number of frames until a bit becomes 1, and until it becomes 0; the number of filtered
# words; the mask of their bits; one bit for each word that has a counter other than 0; then four counter words for each
# word, as in debounce.py
_ON = const(0)
_OFF = const(1)
WORDS = const(2)
MASK = const(3)
_ACTIVE = const(4)
_COUNTERS = const(5)

CHANGED = const(1)
PENDING = const(2)

ROWS_SHIFT = 3
UNSETTLED = const(1)
LEAVING = const(2)
DIFFERENT = const(4)

# The array `reeds` begins with one word per row, where each bit has its value from the last frame that proved it. Then
# it has one word per point. The lower half of a point's word is the number of closings, modulo 65536. The upper half is
# the longest opening, in frames, that ended while its point was still touched.
LONGEST_SHIFT = 16

# In the buttons' word, from this bit on: the buttons that had an edge while no frame came
EDGES_SHIFT = 16

# The limit of a four-bit counter. A longer opening can't be distinguished from a lifted stone.
MOST_FRAMES = 15


@micropython.viper
def count(filter: ptr32, state: ptr32, words: ptr32, proved: ptr32, changed: int) -> int:
    """Let a filter count one frame of `words`. Return CHANGED if a bit of `state` has changed, PENDING if one may soon.

    Only the bits in `proved` (one word for each of `words`) are counted. The other bits and their counters do not
    change. `changed` has a bit for each word that may differ from the frame before.
    """
    on = filter[_ON]
    off = filter[_OFF]
    mask = filter[MASK]
    active = filter[_ACTIVE]
    happened = 0
    row = 0
    at = _COUNTERS
    # skip words that have not changed and have only zero counters, because they agree with `state`
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
            # add 1 to the counter of each bit that differs, with carry through the four words; clear the other counters
            turning_on = differs & (was ^ mask)
            turning_off = differs & was
            carry = differs
            bit = 0
            while bit < 4:
                kept = filter[at + bit] & unseen
                word = filter[at + bit] & differs
                filter[at + bit] = word ^ carry | kept
                carry &= word
                # a counter rises by 1 and can't skip its limit, so comparing for equality is enough
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
                happened |= CHANGED
            if differs ^ ripe:
                happened |= PENDING
        todo >>= 1
        row += 1
        at += 4
    filter[_ACTIVE] = active
    return happened


@micropython.viper
def arrange(landed: ptr32, order: ptr8, frame: ptr32, lines: int):
    """Convert `landed`, a frame by outputs and inputs (`lines` of each), into `frame`, by rows and columns.

    `order` comes from WireMap.order(). It contains the output of each row, then `lines` for the word with all rows low,
    then the column of each input. The buttons' word is not written.
    """
    last = 0
    arranged = 0
    at = 0
    while at <= lines:
        word = int(landed[int(order[at])])
        if word != last:  # most rows have no stone, so their words are equal
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
    """Count in `edges` the changed bits between the frame `seen` and this one, then copy this frame into `seen`.

    `edges` has one byte for each pair of output and input, 255 at most. Return whether any word has changed, including
    the word with all rows low and the buttons, which `edges` does not count.
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
    """Write into `proof` the lines that the always-closed row and column prove.

    The words of `proof` are: the rows with a working driver; the columns with an input that answers; the columns that
    fall when no row is driven; the buttons. At the call, `proof` has the result of the frame before; at first all
    columns are set as answering. `sound` has the same words, debounced. If an always-closed line fails in this frame
    but is sound, no column is trusted. While the always-closed row is known to be broken, its last proof of the
    answering columns stays valid.

    Return the columns that may be trusted. Bit `size` is also set if every line is proved. The next bit is set if, in
    addition, all lines and the buttons are as in `sound`.
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
        # the row with contacts that are always closed is dead, so it proves nothing about the columns; keep the earlier
        # proof
        answer = int(proof[1])
        if int(sound[0]) & sense:
            believed = 0
    fall = (int(frame[size + 1]) & all) ^ all
    if fall & sense == 0 and int(sound[2]) & sense:
        # the row sense is high whichever row is driven, so it proves no row
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
    """Write into `proved` the points that a frame proves, one word per row, and add them to `since`.

    A point is proved if the row sense is closed in its row and its column is in `believed`.
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
    """Count the lines that are sound but not proved by this frame.

    `failed` has three words with the failed lines of the frame before. They are replaced by the failed lines of this
    frame. `fails` has two numbers for each line: first for all rows, then for all columns when they must answer, then
    for all columns when they must fall. The two numbers are the failed frames, and the failures (a failed frame after a
    frame that proved the line), modulo 65536.
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
    """Update `reeds` from a frame, for the points in `proved` (one word per row). The other reeds do not change.

    `touch` is the filter of the touches. Its counters contain the number of frames for which a reed has been open.
    Return a bit for each row in which a reed has changed.
    """
    size = int(touch[WORDS])
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
    """Write into `found` the difference: the points in `trusted` that are touched or expected, but not both.

    `words` has three blocks of one word per row: touched, stones, uncertain. `before` has the touched points at the
    last call and is updated. `found` has the number of rows, then the expected points of each row, then the difference
    of each row.

    Return DIFFERENT if the difference has changed; UNSETTLED if touches and stones differ; LEAVING if a point is
    uncertain and was also touched at the last call (if not, a newly closed reed only bounces); and from bit ROWS_SHIFT
    on a bit for each row with a difference.
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
            happened |= DIFFERENT
        if differs:
            happened |= 8 << row
        if (touched ^ int(words[row + size])) & believed:
            happened |= UNSETTLED
        if int(words[row + size + size]) & int(before[row]) & believed:
            happened |= LEAVING
        before[row] = touched
        row += 1
    return happened


@micropython.viper
def list_points(rows: int, found: ptr32, new, missing):
    """Append the points of the difference in `found` (see compare) to two lists: new points and missing points.

    The points are in order. `rows` has a bit for each row with a difference.
    """
    size = int(found[0])
    row = 0
    while rows:
        if rows & 1:
            differs = int(found[row + 1 + size])
            expected = int(found[row + 1])
            point = size * row
            while differs:
                if differs & 1:
                    if expected & 1:
                        missing.append(point)
                    else:
                        new.append(point)
                differs >>= 1
                expected >>= 1
                point += 1
        rows >>= 1
        row += 1


@micropython.viper
def copy(source: ptr32, target: ptr32, words: int):
    """Copy `words` words from `source` to `target`."""
    while words:
        words -= 1
        target[words] = source[words]


@micropython.viper
def gather(touched: ptr32, stones: ptr32, reeds: ptr32, proved: ptr32, words: ptr32, size: int):
    """Write into `words` three blocks of `size` words: the touched points, the stones, the uncertain points.

    A touched point is uncertain if its reed is open or is not in `proved`.
    """
    row = 0
    while row < size:
        words[row] = touched[row]
        words[row + size] = stones[row]
        words[row + size + size] = int(touched[row]) & ((int(reeds[row]) & int(proved[row])) ^ -1)
        row += 1


@micropython.viper
def restless(reeds: ptr32, counts: ptr16, chattering: ptr32) -> int:
    """Add to `chattering` (one word per row) the reeds that close too often, and remove the quiet reeds.

    `counts` contains: the size; the minimum of closings in two windows for a chattering reed; the maximum of closings
    for a quiet reed; 1 if the window ends; then for each point the closing counter when the window began; then for each
    point the closings in the window before. Return a value other than 0 if `chattering` has changed.
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


@micropython.viper
def closed_again(reeds: ptr32, counted: ptr16, row: int, size: int) -> int:
    """Return a bit for each point of a row with a reed that has closed since `counted` (closings per point)."""
    first = row * size
    bits = 0
    bit = 0
    while bit < size:
        if int(reeds[size + first + bit]) & 0xFFFF != int(counted[first + bit]):
            bits |= 1 << bit
        bit += 1
    return bits
