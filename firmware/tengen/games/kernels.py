"""The inner loops of the games of lines, in viper. They find lengths of rows, and threes and fours on a line.

Without viper the same text is plain Python; renju/kernels.py describes the limits of viper. In all functions `x` is a
point; in most functions `way` encodes the step along the line, (across, up), and the colour: colour * 16 + (up + 1) * 4
+ across + 1.
"""

from tengen.viper import micropython, ptr8


@micropython.viper
def reach(cells, x: int, size: int, way: int) -> int:
    """Return the lengths of the unbroken rows beside `x` on both sides, without `x`: ahead * 256 + behind."""
    c = ptr8(cells)
    colour = way >> 4
    across = (way & 3) - 1
    up = (way >> 2 & 3) - 1
    row = x // size
    column = x - row * size
    found = 0
    sides = 2
    while sides:
        sides -= 1
        count = 0
        i = column + across
        j = row + up
        while i >= 0 and i < size and j >= 0 and j < size:
            if int(c[j * size + i]) != colour:
                break
            count += 1
            i += across
            j += up
        found = found << 8 | count
        across = 0 - across
        up = 0 - up
    return found


@micropython.viper
def ends_of(cells, x: int, size: int, way: int) -> int:
    """Return the two points beyond the row through `x`: ahead * 1024 + behind; 0 if one of them is off the board.

    `size`: at most 31.
    """
    c = ptr8(cells)
    colour = way >> 4
    across = (way & 3) - 1
    up = (way >> 2 & 3) - 1
    row = x // size
    column = x - row * size
    found = 0
    sides = 2
    while sides:
        sides -= 1
        i = column + across
        j = row + up
        while i >= 0 and i < size and j >= 0 and j < size and int(c[j * size + i]) == colour:
            i += across
            j += up
        if i < 0 or i >= size or j < 0 or j >= size:
            return 0
        found = found << 10 | j * size + i
        across = 0 - across
        up = 0 - up
    return found


@micropython.viper
def lengths(cells, x: int, size: int, colour: int) -> int:
    """Return the lengths of the four rows through `x` with a stone of that colour there, 5 bits each.

    The lowest 5 bits belong to the first of points.DIRECTIONS. `size`: at most 31.
    """
    c = ptr8(cells)
    row = x // size
    column = x - row * size
    found = 0
    sides = 8
    across = 1
    up = 0 - 1
    length = 1
    while sides:
        i = column + across
        j = row + up
        while i >= 0 and i < size and j >= 0 and j < size:
            if int(c[j * size + i]) != colour:
                break
            length += 1
            i += across
            j += up
        across = 0 - across
        up = 0 - up
        sides -= 1
        if sides & 1 == 0:
            found = found << 5 | length
            length = 1
            # the next direction: first the falling diagonal, then the rising diagonal, up, across
            if sides == 6:
                up = 1
            if sides == 4:
                across = 0
            if sides == 2:
                across = 1
                up = 0
    return found


@micropython.viper
def arms_of(cells, x: int, size: int, way: int) -> int:
    """Return the directions in which exactly `way` // 16 stones of the colour `way` % 16 are unbroken beside `x`.

    Bit d is 1 for the direction d of lines.EIGHT.
    """
    c = ptr8(cells)
    row = x // size
    column = x - row * size
    found = 0
    sides = 8
    ahead = 8  # the bit of the direction; the opposite direction has 16 times this value
    across = 1
    up = 0 - 1
    while sides:
        count = 0
        i = column + across
        j = row + up
        while i >= 0 and i < size and j >= 0 and j < size:
            if int(c[j * size + i]) != way & 15:
                break
            count += 1
            i += across
            j += up
        if count == way >> 4:
            found |= ahead
        across = 0 - across
        up = 0 - up
        sides -= 1
        ahead <<= 4
        if sides & 1 == 0:
            ahead >>= 9
            # the next direction: first the falling diagonal, then the rising diagonal, up, across
            if sides == 6:
                up = 1
            if sides == 4:
                across = 0
            if sides == 2:
                across = 1
                up = 0
    return found


@micropython.viper
def threes_and_fours(cells, x: int, size: int, way: int) -> int:
    """Return the points where one more stone makes a straight four or a five with the stone on `x`, as bits.

    Bits 0 to 10 are the 11 cells around `x`, which is bit 5. A bit is 1 if one more stone on that cell makes four in a
    row that is empty at both ends, and a stone on either end makes a five. Bit 16 is 1 if one more stone makes a five
    anywhere. 256 is added to `way` if more than five count as a five, too.
    """
    c = ptr8(cells)
    colour = way >> 4 & 15
    across = (way & 3) - 1
    up = (way >> 2 & 3) - 1
    row = x // size
    i = x - row * size - 5 * across
    j = row - 5 * up
    own = 0
    empty = 0
    bit = 1
    while bit < 0x800:
        if i >= 0 and i < size and j >= 0 and j < size:
            cell = int(c[j * size + i])
            if cell == colour:
                own |= bit
            if cell == 0:
                empty |= bit
        bit <<= 1
        i += across
        j += up
    found = 0
    low = 1
    while low < 6:
        # four of the five cells from `low` on have own stones, and one is empty
        gap = empty >> low & 31
        if gap and gap & gap - 1 == 0 and own >> low & 31 | gap == 31:
            beyond = own >> low - 1 | own >> low + 5
            if way & 256 or beyond & 1 == 0:
                found |= 0x10000
        # the same for four cells, and the cells beside them are empty
        gap &= 15
        if low > 1 and gap and gap & gap - 1 == 0 and own >> low & 15 | gap == 15:
            beyond = own >> low - 2 | own >> low + 5
            if empty >> low - 1 & empty >> low + 4 & 1 and (way & 256 or beyond & 1 == 0):
                found |= gap << low
        low += 1
    return found
