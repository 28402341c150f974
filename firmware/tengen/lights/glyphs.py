"""Digits and short words as points of the board, where they cover the fewest stones."""

# A font is drawn, in parts: some signs, and the rows of all of them side by side. Columns left empty at the right of a
# sign don't count.
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


def place(text, cells, rows):
    """Put `text` into `rows`, a word a row of the board (row 1 first, bit 0 its column a): the points to be lit.

    Two words go one below the other. The text lies where its box covers the fewest stones of `cells` (0 is empty),
    large where that costs nothing, near the middle; points with stones are left out. Raises ValueError where a sign is
    not known, or the text too long for the board.
    """
    size = len(rows)
    stones = [_word(cells[size * row : size * (row + 1)]) for row in range(size)]
    best = drawn = None
    for font in (_LARGE, _SMALL):
        try:
            lines = _drawn(text, font)
            box = _box(stones, max(_width(line) for line in lines), len(lines))
        except ValueError as error:
            reason = str(error)
            continue
        if best is None or box[0] < best[0]:
            best, drawn = box, lines
    if best is None:
        raise ValueError("%r can't be shown on the board: %s" % (text, reason))
    _, _, left, bottom = best
    for row in range(size):
        rows[row] = 0
    for number, line in enumerate(drawn):
        row = bottom + len(drawn) - 1 - number
        rows[row] = line << left & ~stones[row]


def _word(marks):
    """A row as a word, a bit for each mark that is true."""
    word = 0
    for column, mark in enumerate(marks):
        if mark:
            word |= 1 << column
    return word


def _width(row):
    """The columns that a row of bits takes, from bit 0 to the last that is set."""
    width = 0
    while row >> width:
        width += 1
    return width


def _sign(letter, font):
    """The rows of a sign, the top one first, bit 0 the leftmost column."""
    for part in font:
        signs, rows = part[0], part[1:]
        at, step = signs.find(letter), len(rows[0]) // len(signs)
        if at >= 0:
            return [_word([mark == "#" for mark in row[at * step : (at + 1) * step]]) for row in rows]
    raise ValueError("there is no sign for %r" % letter)


def _drawn(text, font):
    """The rows of the whole text, the top one first, bit 0 the leftmost column; each word in the middle of its line."""
    words = []
    for word in text.split():
        line = [0] * (len(font[0]) - 1)
        at = 0
        for letter in word:
            sign = _sign(letter, font)
            for number, row in enumerate(sign):
                line[number] |= row << at
            at += max(_width(row) for row in sign) + 1
        words.append((at - 1, line))
    if not words:
        raise ValueError("there is nothing to be shown")
    whole = max(width for width, _ in words)
    drawn = []
    for width, line in words:
        drawn += [0] + [row << (whole - width) // 2 for row in line]
    return drawn[1:]


def _box(stones, width, height):
    """(stones covered, distance from the middle, left, bottom): the best place for a box on the board."""
    size = len(stones)
    if width > size or height > size:
        raise ValueError("it is %d wide and %d high, the board %d" % (width, height, size))
    best = None
    for left in range(size - width + 1):
        covering = ((1 << width) - 1) << left
        counts = [_count(row & covering) for row in stones]
        for bottom in range(size - height + 1):
            away = abs(2 * left + width - size) + abs(2 * bottom + height - size)
            box = sum(counts[bottom : bottom + height]), away, left, bottom
            if best is None or box < best:
                best = box
    return best


def _count(word):
    count = 0
    while word:
        word &= word - 1
        count += 1
    return count
