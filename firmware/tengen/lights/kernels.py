"""The lights' inner loops, in viper: write pixels, scale a frame and sum its current, find room for words.

The same text is plain Python where there is no viper, as in rules/kernels.py, whose head tells of viper's ways: no
constant here may need more than 16 bits. A colour is one number, green << 16 | red << 8 | blue. Nothing checks its
arguments: a pixel beyond the frame would be written into other memory.
"""


# MicroPython's compiler knows these words by itself; the definitions are for plain Python.
class micropython:
    @staticmethod
    def viper(function):
        return function


def ptr8(buffer):
    return buffer


def ptr32(buffer):
    return buffer


@micropython.viper
def clear(frame):
    """Darken the whole frame."""
    f = ptr8(frame)
    end = int(len(frame))
    at = 0
    while at < end - 4:  # four in a turn: a loop in viper costs more than what it does
        f[at] = 0
        f[at + 1] = 0
        f[at + 2] = 0
        f[at + 3] = 0
        at += 4
    while at < end:
        f[at] = 0
        at += 1


@micropython.viper
def fill(frame, first: int, count: int, colour: int):
    """Give `count` pixels, from `first` on along the chain, a colour."""
    f = ptr8(frame)
    at = 3 * first
    end = at + 3 * count
    while at < end:
        f[at] = colour >> 16
        f[at + 1] = colour >> 8 & 255
        f[at + 2] = colour & 255
        at += 3


@micropython.viper
def fill_places(frame, pixels, span: int, colour: int):
    """Give some of these pixels (bytes, in order) a colour: `span` is 256 times the place of the first, plus how many.

    A fifth argument would not lie in a register.
    """
    f = ptr8(frame)
    p = ptr8(pixels)
    first = span >> 8
    end = first + (span & 255)
    while first < end:
        at = 3 * p[first]
        f[at] = colour >> 16
        f[at + 1] = colour >> 8 & 255
        f[at + 2] = colour & 255
        first += 1


@micropython.viper
def fill_points(frame, pixel_of, points, colour: int):
    """Give the pixels under some points (a list or tuple) a colour; `pixel_of` has the pixel by point, as bytes."""
    f = ptr8(frame)
    p = ptr8(pixel_of)
    for point in points:
        at = 3 * p[int(point)]
        f[at] = colour >> 16
        f[at + 1] = colour >> 8 & 255
        f[at + 2] = colour & 255


@micropython.viper
def fill_rows(frame, pixel_of, rows, colour: int):
    """Give the pixels under some points a colour: a 32-bit word a row of the board, row 1 first, bit 0 its column a."""
    f = ptr8(frame)
    p = ptr8(pixel_of)
    r = ptr32(rows)
    size = int(len(rows))
    for row in range(size):
        bits = r[row]
        point = row * size
        while bits:
            if bits & 1:
                at = 3 * p[point]
                f[at] = colour >> 16
                f[at + 1] = colour >> 8 & 255
                f[at + 2] = colour & 255
            bits >>= 1
            point += 1


@micropython.viper
def scale(frame, out, k: int, full: int) -> int:
    """Write `frame` times k/256 into `out`, each byte rounded down: returns the sum of what is written, weighted.

    `full` has the weight of a green, a red, a blue byte, as a colour has its channels.
    """
    f = ptr8(frame)
    o = ptr8(out)
    green = full >> 16
    red = full >> 8 & 255
    blue = full & 255
    weight = 0
    at = 0
    end = int(len(frame)) - 2
    while at < end:
        if f[at] | f[at + 1] | f[at + 2]:
            x = f[at] * k >> 8
            o[at] = x
            weight += x * green
            x = f[at + 1] * k >> 8
            o[at + 1] = x
            weight += x * red
            x = f[at + 2] * k >> 8
            o[at + 2] = x
            weight += x * blue
        else:  # most pixels, most of the time
            o[at] = 0
            o[at + 1] = 0
            o[at + 2] = 0
        at += 3
    return weight


@micropython.viper
def rows_of(cells, rows):
    """Make `rows` a 32-bit word a row of the board, row 1 first, with a bit for each of its `cells` that is not 0."""
    c = ptr8(cells)
    r = ptr32(rows)
    size = int(len(rows))
    at = 0
    for row in range(size):
        word = 0
        for column in range(size):
            if c[at]:
                word |= 1 << column
            at += 1
        r[row] = word


@micropython.viper
def best_box(rows, width: int, height: int) -> int:
    """Where a box on the board covers the fewest bits of `rows`, and is nearest to the middle.

    Returns the number of bits << 16 | the distance << 10 | the box's left column << 5 | its lowest row.
    """
    r = ptr32(rows)
    size = int(len(rows))
    best = 1 << 28
    for left in range(size - width + 1):
        covering = (1 << width) - 1 << left
        x = 2 * left + width - size
        if x < 0:
            x = 0 - x
        for bottom in range(size - height + 1):
            y = 2 * bottom + height - size
            if y < 0:
                y = 0 - y
            box = x + y << 10 | left << 5 | bottom
            for row in range(bottom, bottom + height):
                word = r[row] & covering
                while word:
                    word &= word - 1
                    box += 1 << 16
            if box < best:
                best = box
    return best
