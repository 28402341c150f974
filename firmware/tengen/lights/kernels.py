"""The lights' inner loops, in viper. They write pixels, scale a frame and sum its current, and place words.

Without viper the same text is plain Python, as in games/renju/kernels.py; its docstring describes properties of viper.
No constant here may need more than 16 bits. A colour is one number, green << 16 | red << 8 | blue. The functions do not
check their arguments, so a pixel number beyond the frame would overwrite other memory.
"""

from tengen.viper import micropython, ptr8, ptr32

# viper holds only the first three arguments in registers, so these are the variables that the loops use most.


@micropython.viper
def clear(frame: ptr8, at: int):
    """Set the whole frame (`at` bytes) to dark."""
    while at:
        at -= 3
        frame[at] = 0
        frame[at + 1] = 0
        frame[at + 2] = 0


@micropython.viper
def fill(frame, first: int, count: int, colour: int):
    """Set `count` pixels, from pixel `first` on, to a colour."""
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
    """Set a range of `pixels` (pixel numbers as bytes) to a colour.

    `span` is 256 times the index of the first, plus the count. They are one number, because a fifth argument would not
    be in a register.
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
    """Set the pixels under `points` (a list or tuple) to a colour; `pixel_of` has the pixel of each point, as bytes."""
    f = ptr8(frame)
    p = ptr8(pixel_of)
    for point in points:
        at = 3 * p[int(point)]
        f[at] = colour >> 16
        f[at + 1] = colour >> 8 & 255
        f[at + 2] = colour & 255


@micropython.viper
def fill_rows(frame, pixel_of, rows, colour: int):
    """Set the pixels under the points in `rows` to a colour.

    `rows` has one 32-bit word per row of the board, row 1 first; bit 0 is column a.
    """
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
def scale(frame: ptr8, out: ptr8, at: int, full: int) -> int:
    """Write `frame` times k/256 into `out`, each byte rounded down. Return the weighted sum of the written bytes.

    `at` is 65536 times k, plus the number of bytes. They are one number, because a fifth argument would not be in a
    register. `full` has the weights of the green, red and blue bytes, packed like a colour.
    """
    k = at >> 16
    at &= 0xFFFF
    weight = 0
    while at:
        at -= 3
        if frame[at] | frame[at + 1] | frame[at + 2]:
            x = frame[at] * k >> 8
            out[at] = x
            weight += x * (full >> 16)
            x = frame[at + 1] * k >> 8
            out[at + 1] = x
            weight += x * (full >> 8 & 255)
            x = frame[at + 2] * k >> 8
            out[at + 2] = x
            weight += x * (full & 255)
        else:  # this is faster for dark pixels, which are the most common
            out[at] = 0
            out[at + 1] = 0
            out[at + 2] = 0
    return weight


@micropython.viper
def rows_of(cells, rows):
    """Write into `rows` one 32-bit word per row of the board, row 1 first: a bit for each nonzero item of `cells`."""
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
    """Find where a box covers the fewest bits of `rows`, as near to the middle as possible.

    Return the number of bits << 16 | the distance << 10 | the box's left column << 5 | its lowest row.
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
