"""All possible windows of a line against RULES 1: ten cells decide what a stone in their middle makes."""

from itertools import product

from tengen_host.judge.shapes import shapes

FAR = 5  # cells on either side of the middle
WIDTH = 16  # bits of a window in a number of many windows: eleven cells, and walls


def run(line, cell):
    """The unbroken black cells around a black cell."""
    low = high = cell
    while low > 0 and line[low - 1] == "X":
        low -= 1
    while high + 1 < len(line) and line[high + 1] == "X":
        high += 1
    return range(low, high + 1)


def filled(line, cell):
    return line[:cell] + "X" + line[cell + 1 :]


def fours_of(line, cell):
    """The fours that include `cell`: a mapping from four stones to the cells that complete them to exactly five."""
    fours = {}
    for more, mark in enumerate(line):
        if mark == ".":
            five = run(filled(line, more), more)
            if len(five) == 5 and cell in five:
                fours.setdefault(frozenset(five) - {more}, set()).add(more)
    return fours


def made(line, cell):
    """What a stone on an empty cell makes (5, 6, 4, F for two fours, 3 or a dot), and its straight-four points."""
    after = filled(line, cell)
    if len(run(after, cell)) >= 5:
        return "5" if len(run(after, cell)) == 5 else "6", set()
    fours = fours_of(after, cell)
    if fours:
        return "F" if len(fours) > 1 else "4", set()
    straight = set()
    for more, mark in enumerate(after):
        if mark == ".":
            four = run(filled(after, more), more)
            ends = fours_of(filled(after, more), more).get(frozenset(four), ())
            if len(four) == 4 and cell in four and len(ends) == 2:
                straight.add(more)
    return "3" if straight else ".", straight


def of_number(answers, bit):
    """The same as made(), from the numbers that shapes() returns."""
    slots, threes, fours, fouls, longs = (number >> bit for number in answers)
    kind = "."
    if longs & 1:
        kind = "6" if fouls & 1 else "5"
    elif fours & 1:
        kind = "F" if fouls & 1 else "4"
    elif threes & 1:
        kind = "3"
    return kind


def test_every_window_of_eleven_cells():
    arms = ["".join(arm) for arm in product(".XO", repeat=FAR)]
    windows = [left + "." + right for left in arms for right in arms]
    assert len(windows) == 3**10
    # all windows in one number, with walls between them
    black = int.from_bytes(b"".join(bits(window, "X") for window in windows), "little")
    empty = int.from_bytes(b"".join(bits(window, ".") for window in windows), "little")
    answers = [number.to_bytes(len(windows) * 2 + 2, "little") for number in shapes(black, empty)]
    kinds = set()
    for number, window in enumerate(windows):
        own = [int.from_bytes(answer[2 * number : 2 * number + 2], "little") for answer in answers]
        kind, straight = made(window, FAR)
        assert of_number(own, FAR) == kind, window
        # the slots that include the middle give its straight-four points
        named = set()
        for start in range(FAR - 3, FAR + 1):
            if own[0] >> start & 1:
                named |= {cell for cell in range(start, start + 4) if window[cell] == "." and cell != FAR}
        if kind in "3.":
            assert named == straight, window
        assert len(straight) <= 2  # the kernels' stack has room for two
        kinds.add(kind)
    assert kinds == set(".3456F")


def bits(window, mark):
    return sum((cell == mark) << at for at, cell in enumerate(window)).to_bytes(2, "little")


def test_every_line_of_nine_cells_from_edge_to_edge():
    for line in map("".join, product(".XO", repeat=9)):
        black, empty = (int.from_bytes(bits(line, mark), "little") for mark in "X.")
        answers = shapes(black, empty)
        for cell, mark in enumerate(line):
            assert of_number(answers, cell) == (made(line, cell)[0] if mark == "." else "."), (line, cell)


def test_farther_cells_change_nothing():
    # the same window in a longer line, with black stones everywhere outside it
    for window in map("".join, product(".X", repeat=2 * FAR)):
        window = window[:FAR] + "." + window[FAR:]
        wide = "XX" + window + "XX"
        near, far = (
            of_number(shapes(*(int.from_bytes(bits(line, mark), "little") for mark in "X.")), cell)
            for line, cell in ((window, FAR), (wide, FAR + 2))
        )
        assert near == far, window
