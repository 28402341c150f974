"""Draw digits and short words as points of the board, where they cover the fewest stones."""

from array import array

from .kernels import best_box, rows_of

# A font has several parts. Each part is a string of characters and the pixel rows of all these characters side by side.
# Empty columns at the right of a character are not part of its width.
_LARGE = (
    (
        "0123456789",
        ".###...#.....###..#####....#..#####...##..#####..###...###..",
        "#...#.##....#...#....#....##..#......#........#.#...#.#...#.",
        "#..##..#........#...#....#.#..####..#........#..#...#.#...#.",
        "#.#.#..#.......#.....#..#..#......#.####....#....###...####.",
        "##..#..#......#.......#.#####.....#.#...#..#....#...#.....#.",
        "#...#..#.....#....#...#....#..#...#.#...#..#....#...#....#..",
        ".###..###...#####..###.....#...###...###...#.....###...##...",
    ),
    (
        "ABCDEFGHIJKLM",
        ".###..####...###..####..#####.#####..###..#...#.###.....###.#...#.#.....#...#.",
        "#...#.#...#.#...#.#...#.#.....#.....#...#.#...#..#.......#..#..#..#.....##.##.",
        "#...#.#...#.#.....#...#.#.....#.....#.....#...#..#.......#..#.#...#.....#.#.#.",
        "#####.####..#.....#...#.####..####..#.###.#####..#.......#..##....#.....#.#.#.",
        "#...#.#...#.#.....#...#.#.....#.....#...#.#...#..#.......#..#.#...#.....#...#.",
        "#...#.#...#.#...#.#...#.#.....#.....#...#.#...#..#....#..#..#..#..#.....#...#.",
        "#...#.####...###..####..#####.#......####.#...#.###....##...#...#.#####.#...#.",
    ),
    (
        "NOPQRSTUVWXYZ",
        "#...#..###..####...###..####...####.#####.#...#.#...#.#...#.#...#.#...#.#####.",
        "#...#.#...#.#...#.#...#.#...#.#.......#...#...#.#...#.#...#.#...#.#...#.....#.",
        "##..#.#...#.#...#.#...#.#...#.#.......#...#...#.#...#.#...#..#.#...#.#.....#..",
        "#.#.#.#...#.####..#...#.####...###....#...#...#.#...#.#.#.#...#.....#.....#...",
        "#..##.#...#.#.....#.#.#.#.#.......#...#...#...#.#...#.#.#.#..#.#....#....#....",
        "#...#.#...#.#.....#..#..#..#......#...#...#...#..#.#..##.##.#...#...#...#.....",
        "#...#..###..#......##.#.#...#.####....#....###....#...#...#.#...#...#...#####.",
    ),
)
_SMALL = (
    (
        "0123456789:-/+=?!",
        "###..#..###.###.#.#.###.###.###.###.###...........#.........##..#...",
        "#.#.##....#...#.#.#.#...#.....#.#.#.#.#.#.........#..#..###...#.#...",
        "#.#..#..###.###.###.###.###...#.###.###.....###..#..###......#..#...",
        "#.#..#..#.....#...#...#.#.#...#.#.#...#.#.......#....#..###.........",
        "###.###.###.###...#.###.###...#.###.###.........#............#..#...",
    ),
    (
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        ".#..##...##.##..###.###..##.#.#.###...#.#.#.#...#.#.##...#..##...#..##...##.###.#.#.#.#.#.#.#.#.#.#.###.",
        "#.#.#.#.#...#.#.#...#...#...#.#..#....#.#.#.#...###.#.#.#.#.#.#.#.#.#.#.#....#..#.#.#.#.#.#.#.#.#.#...#.",
        "###.##..#...#.#.##..##..#.#.###..#....#.##..#...###.#.#.#.#.##..#.#.##...#...#..#.#.#.#.###..#...#...#..",
        "#.#.#.#.#...#.#.#...#...#.#.#.#..#..#.#.#.#.#...#.#.#.#.#.#.#...##..#.#...#..#..#.#.#.#.###.#.#..#..#...",
        "#.#.##...##.##..###.#....##.#.#.###..#..#.#.###.#.#.#.#..#..#....##.#.#.##...#..###..#..#.#.#.#..#..###.",
    ),
)


# Each font, with a cache of the characters that were read so far, because reading all characters at the start would
# take 0.1 s
_FONTS: tuple = ((_LARGE, {}), (_SMALL, {}))


def _rows(sign, font):
    """Return the rows of a character as bytes, top row first; bit 0 is the leftmost column.

    Raises ValueError if the font does not have the character.
    """
    parts, known = font
    if sign not in known:
        known[sign] = _read(sign, parts)
    return known[sign]


def _read(sign, parts):
    for part in parts:
        signs, rows = part[0], part[1:]
        number = signs.find(sign)
        if number < 0:
            continue
        step = len(rows[0]) // len(signs)
        drawn = bytearray(len(rows))
        for at, row in enumerate(rows):
            for column in range(step):
                if row[number * step + column] == "#":
                    drawn[at] |= 1 << column
        return drawn
    raise ValueError("there is no character for %r" % sign)


def place(text, cells, rows):
    """Draw `text` into `rows`, an array("I") with one word per row of the board, as the points to be lit.

    Row 1 is first, and bit 0 is column a. Words are placed one below the other. The text goes where its box covers the
    fewest stones of `cells` (0 is empty), as near to the middle as possible; the large font is used if it covers no
    more stones than the small font. Points with stones are not lit. Raises ValueError, with `rows` unchanged, if a
    character is unknown or the text is too large for the board.
    """
    size = len(rows)
    stones = array("I", rows)
    rows_of(cells, stones)
    best = -1
    drawn: list = []
    for font in _FONTS:
        try:
            width, lines = _drawn(text, font)
        except ValueError as error:
            reason = str(error)
            continue
        height = len(lines)
        if width > size or height > size:
            reason = "it is %d wide and %d high, the board %d" % (width, height, size)
            continue
        box = best_box(stones, width, height)
        if best < 0 or box >> 16 < best >> 16:
            best, drawn = box, lines
    if best < 0:
        raise ValueError("%r can't be shown on the board: %s" % (text, reason))
    left, row = best >> 5 & 31, (best & 31) + len(drawn)
    for number in range(size):
        rows[number] = 0
    for line in drawn:
        row -= 1
        rows[row] = line << left & ~stones[row]


def _drawn(text, font):
    """Return the text's width, and its rows, top row first; bit 0 is the leftmost column. Words are centred."""
    words = []
    for word in text.split():
        lines = [0] * (len(font[0][0]) - 1)
        width = 0
        for letter in word:
            taken = 0
            for number, row in enumerate(_rows(letter, font)):
                taken |= row
                lines[number] |= row << width
            while taken:
                taken >>= 1
                width += 1
            width += 1  # a gap
        words.append((width - 1, lines))
    if not words:
        raise ValueError("there is nothing to show")
    width = max(word[0] for word in words)
    drawn = []
    for own, lines in words:
        drawn += [0] + [line << (width - own) // 2 for line in lines]
    return width, drawn[1:]
