"""Fouls by a slow definition, written directly from the rules (RIF 9.3), as the reference for tests.

A position is two sets of (column, row). Points are judged one at a time, without memory between them.
"""

SIZE = 15
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


def on_board(point):
    return 0 <= point[0] < SIZE and 0 <= point[1] < SIZE


def step(point, direction, count):
    return point[0] + count * direction[0], point[1] + count * direction[1]


def run(stones, point, direction):
    """Return the unbroken stones along a direction that include `point`."""
    low = high = 0
    while step(point, direction, low - 1) in stones:
        low -= 1
    while step(point, direction, high + 1) in stones:
        high += 1
    return [step(point, direction, count) for count in range(low, high + 1)]


def fives_by(black, white, point, direction):
    """Return where one more stone on the line makes exactly five with `point`: pairs (stone, the other four)."""
    found = set()
    for count in range(-4, 5):
        more = step(point, direction, count)
        if on_board(more) and more not in black and more not in white:
            five = run(black | {more}, more, direction)
            if len(five) == 5 and point in five:
                found.add((more, frozenset(five) - {more}))
    return found


def straight_fours_by(black, white, point, direction):
    """Return where one more stone on the line makes a straight four that includes `point`."""
    found = set()
    for count in range(-3, 4):
        more = step(point, direction, count)
        if not on_board(more) or more in black or more in white:
            continue
        after = black | {more}
        four = run(after, more, direction)
        if len(four) != 4 or point not in four:
            continue
        ends = {end for end, stones in fives_by(after, white, more, direction) if stones == frozenset(four)}
        if len(ends) == 2:
            found.add(more)
    return found


def verdict(black, white, point):
    """Return the verdict on an empty point for Black: 5, 6, 4, 3 or a dot (firmware/docs/rules.md#order, RIF 9.3)."""
    after = black | {point}
    runs = [len(run(after, point, direction)) for direction in DIRECTIONS]
    if 5 in runs:
        return "5"
    if max(runs) > 5:
        return "6"
    fours = sum(len({four for _, four in fives_by(after, white, point, direction)}) for direction in DIRECTIONS)
    if fours >= 2:
        return "4"
    threes = 0
    for direction in DIRECTIONS:
        more = straight_fours_by(after, white, point, direction)
        # a three counts only if Black may legally play one of its straight-four points (RIF 9.3)
        threes += any(verdict(after, white, other) == "." for other in more)
    return "3" if threes >= 2 else "."


def whole_map(text):
    """Return the verdict line for a board text: 225 characters, row 15 first."""
    points = [(index % SIZE, SIZE - 1 - index // SIZE) for index in range(SIZE * SIZE)]
    black = {point for point, mark in zip(points, text, strict=True) if mark == "X"}
    white = {point for point, mark in zip(points, text, strict=True) if mark == "O"}
    marks = []
    for point, mark in zip(points, text, strict=True):
        marks.append("#" if mark in "XO" else verdict(black, white, point))
    return "".join(marks)
