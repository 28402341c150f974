"""The reasons for a point's verdict: the fives, overlines, fours and threes that a black stone would make.

The verdicts come from the position (the full rules). The shapes are computed independently of them, from the four lines
through the point and the definitions of RIF 9. The tests compare verdicts and shapes.

The reasons are plain data, ready for JSON, with points as names:

    point, verdict, name    "h8", "3", "double-three": the point, the mark and the name of its verdict
    lines                   a list of dictionaries: fives first, then overlines, straight fours, fours, threes

A line has:

    shape                   one of SHAPES
    direction               one of DIRECTION_NAMES
    stones                  in order along the line, from the left, in a column from below; the point is one of them
    completes               for a four, the points where one more stone makes exactly five; for a three, its
                            straight-four points

The line of a three also has:

    counts                  False if Black can play none of its straight-four points (RIF 9.3, definition of three)
    at                      one dictionary for each straight-four point: its `point`; after the first stone its
                            `verdict`, `name` and `rule` (the rule that forbids it, or None if Black can play it); and
                            `why`, if requested
"""

from tengen.codes import Refused, coded

from .. import BLACK, EMPTY
from ..points import DIRECTION_NAMES, DIRECTIONS, name
from ..turns import OCCUPIED
from .position import FIVE, FOUL_NAMES, LEGAL, POINTS, SIZE, VERDICT_MARKS

SHAPES = ("five", "overline", "straight four", "four", "three")
VERDICT_NAMES = {LEGAL: "legal", FIVE: "five"}
VERDICT_NAMES.update(FOUL_NAMES)

# The rule that forbids a straight-four point, by the character of its verdict
KILLING_RULES = {"5": "definition of three", "6": "RIF 9.3 a", "4": "RIF 9.3 a", "3": "RIF 9.3 b"}


def reasons(position, point, depth=0):
    """Return the reasons for a black stone on an empty point, 0 to 224. The turn does not matter.

    The position is unchanged afterwards. With `depth` 1 each straight-four point that Black can't play has `why`: the
    point's own reasons after the first stone is placed. With `depth` 2 the straight-four points of these reasons have
    `why`, too, and so on. Raises Refused if the point is occupied or does not exist.
    """
    if not 0 <= point < POINTS:
        raise Refused(coded("refused.no_point"))
    if position.cells[point] != EMPTY:
        raise Refused(OCCUPIED)
    found = _judged(position, point)
    position.put(point, BLACK)
    try:
        lines = []
        for number, direction in enumerate(DIRECTIONS):
            line, at = _line_through(point, direction)
            cells = bytearray([position.cells[other] for other in line])
            for shape, stones, completes in _shapes_with(cells, at):
                entry = {"shape": shape, "direction": DIRECTION_NAMES[number]}
                entry["stones"] = [name(line[place], SIZE) for place in stones]
                entry["completes"] = [name(line[place], SIZE) for place in completes]
                if shape == "three":
                    entry["at"] = [_straight_four_point(position, line[place], depth) for place in completes]
                    entry["counts"] = any(other["rule"] is None for other in entry["at"])
                lines.append(entry)
    finally:
        position.take(point)
    found["lines"] = [entry for shape in SHAPES for entry in lines if entry["shape"] == shape]
    return found


def closed(position, point):
    """Return the rows of a black stone on an empty point that are no shape because something is in the way.

    They are a three that no stone can make a straight four, and a four that no stone can make a five. Each is a
    dictionary like a line, with `counts` False, and with `stopped`: the points of the stones in the way, and "edge".
    """
    found = []
    position.put(point, BLACK)
    for number, direction in enumerate(DIRECTIONS):
        line, at = _line_through(point, direction)
        cells = bytearray([position.cells[other] for other in line])
        for shape, stones, stops in _closed_with(cells, at):
            entry = {"shape": shape, "direction": DIRECTION_NAMES[number], "counts": False, "completes": [], "at": []}
            entry["stones"] = [name(line[place], SIZE) for place in stones]
            entry["stopped"] = [name(line[place], SIZE) if 0 <= place < len(line) else "edge" for place in stops]
            found.append(entry)
    position.take(point)
    return found


def _closed_with(cells, at):
    """Return the closed rows on a line that contain its black stone at place `at`: a list of (shape, stones, stops).

    `stones` and `stops` are places on the line; a place beyond the line is the edge.
    """
    if _sets(cells, at, 5):
        return []
    stones = _run(cells, at)
    if len(stones) == 4:
        return [("four", stones, _stops(cells, stones))]
    found = []
    for stones, completes in _sets(cells, at, 4):
        if not any(_straight(cells, place) for place in completes):
            stops: list = []
            for place in completes:
                stops += [stop for stop in _stops(cells, _run_with(cells, place)) if stop not in stops]
            found.append(("three", stones, stops))
    return found


def _stops(cells, run):
    """Return the places that keep an unbroken row of four from a five at either end."""
    found = []
    for end, step in ((run[0] - 1, -1), (run[-1] + 1, 1)):
        if not 0 <= end < len(cells) or cells[end] != EMPTY:
            found.append(end)
        elif 0 <= end + step < len(cells) and cells[end + step] == BLACK:
            found.append(end + step)  # with this stone it is an overline
    return found


def decisive(reasons):
    """Return the lines that cause the verdict, a foul or a five; none if the point is legal."""
    return [line for line in reasons["lines"] if _makes(line, reasons["verdict"])]


def _makes(line, verdict):
    if verdict == "5":
        return line["shape"] == "five"
    if verdict == "6":
        return line["shape"] == "overline"
    if verdict == "4":
        return line["shape"] in ("four", "straight four")
    return verdict == "3" and line["shape"] == "three" and line["counts"]


def _judged(position, point):
    verdict = position.verdicts[point]
    return {"point": name(point, SIZE), "verdict": VERDICT_MARKS[verdict], "name": VERDICT_NAMES[verdict]}


def _straight_four_point(position, point, depth):
    found = _judged(position, point)
    found["rule"] = KILLING_RULES.get(found["verdict"])
    if found["rule"] and depth > 0:
        found["why"] = reasons(position, point, depth - 1)
    return found


def _line_through(point, direction):
    """Return all points of the board's line through `point`, in order, and the index of `point` in it."""
    across, up = direction
    column, row = point % SIZE, point // SIZE
    at = 0
    while 0 <= column - across < SIZE and 0 <= row - up < SIZE:
        column, row, at = column - across, row - up, at + 1
    line = []
    while 0 <= column < SIZE and 0 <= row < SIZE:
        line.append(row * SIZE + column)
        column, row = column + across, row + up
    return line, at


def _shapes_with(cells, at):
    """Return the shapes on a line that contain its black stone at place `at`: a list of (shape, stones, completes).

    `stones` and `completes` are places on the line.
    """
    stones = _run(cells, at)
    if len(stones) >= 5:
        return [("five" if len(stones) == 5 else "overline", stones, [])]
    found = []
    for stones, completes in _sets(cells, at, 5):
        # if both ends complete the same four stones, they make one four
        found.append(("straight four" if len(completes) == 2 else "four", stones, completes))
    for stones, completes in _sets(cells, at, 4):
        completes = [place for place in completes if _straight(cells, place)]
        if completes:
            found.append(("three", stones, completes))
    return found


def _sets(cells, at, length):
    """Find the sets of stones that include `at` and become a run of exactly `length` with one more stone.

    Return a list of (stones, places for the one more stone), in order.
    """
    found: list = []
    for more in range(max(at - length + 1, 0), min(at + length, len(cells))):
        if cells[more] != EMPTY:
            continue
        run = _run_with(cells, more)
        if len(run) == length and at in run:
            run.remove(more)
            for stones, completes in found:
                if stones == run:
                    completes.append(more)
                    break
            else:
                found.append((run, [more]))
    return found


def _straight(cells, more):
    """Whether a stone on place `more` makes a straight four: four in a row that become exactly five at either end."""
    run = _run_with(cells, more)
    ends = run[0] - 1, run[-1] + 1
    if ends[0] < 0 or ends[1] >= len(cells) or cells[ends[0]] != EMPTY or cells[ends[1]] != EMPTY:
        return False
    cells[more] = BLACK
    exact = [len(_run_with(cells, end)) == 5 for end in ends]
    cells[more] = EMPTY
    return all(exact)


def _run_with(cells, more):
    """Return the places of the unbroken black run that a stone on the empty place `more` would join."""
    cells[more] = BLACK
    run = _run(cells, more)
    cells[more] = EMPTY
    return run


def _run(cells, at):
    low = high = at
    while low > 0 and cells[low - 1] == BLACK:
        low -= 1
    while high + 1 < len(cells) and cells[high + 1] == BLACK:
        high += 1
    return list(range(low, high + 1))
