"""Fours, straight fours, threes and double-threes, by the rules of any year.

`longer`: True if a row of more than five is a five, too. `point` has a stone of `colour` unless stated otherwise.
Source: firmware/docs/rules.md#shapes, RIF 9.3, firmware/docs/games/old_renju.md, firmware/docs/games/ninuki.md.
"""

from . import EMPTY
from .kernels import threes_and_fours
from .lines import row_lengths, run_through, told
from .points import DIRECTIONS, name


def makes_four(cells, size, point, colour, longer):
    """Whether one more stone could make a five with the stone on `point`."""
    return any(_on_line(cells, size, point, direction, colour, longer) >> 16 for direction in DIRECTIONS)


def threes(cells, size, point, colour, longer):
    """Return the threes of the stone on `point`, as (direction, straight-four points) for each direction that has some.

    A straight-four point is where one more stone makes four in a row with the stone on `point`, empty at both ends, and
    each end makes a five. Whether it may be played is not checked.
    """
    found = []
    own = colour << 4 | (256 if longer else 0)
    for direction in DIRECTIONS:
        # _on_line() is not used, because it would take twice the time
        places = threes_and_fours(cells, point, size, own | direction[1] + 1 << 2 | direction[0] + 1) & 0xFFFF
        if places:
            step = direction[0] + direction[1] * size
            found.append((direction, [point + (place - 5) * step for place in range(11) if places >> place & 1]))
    return found


def _on_line(cells, size, point, direction, colour, longer):
    way = colour << 4 | direction[1] + 1 << 2 | direction[0] + 1
    return threes_and_fours(cells, point, size, way | 256 if longer else way)


def killer(cells, size, point, colour, longer, overline_kills):
    """Return why a stone on the empty `point` makes no straight four ("five", "overline": it makes that), or None."""
    lengths = row_lengths(cells, size, point, colour)
    overline = False
    while lengths:
        length = lengths & 31
        lengths >>= 5
        if length == 5 or (longer and length > 5):
            return "five"
        overline |= length > 5
    return "overline" if overline_kills and overline else None


def double_three(cells, size, point, colour, longer, overline_kills, nested):
    """Whether the stone on `point` makes threes in two directions, each with a playable straight-four point.

    A point is playable if a stone there makes no five. With `overline_kills` the stone must also make no overline, and
    with `nested` no double-three by the same rules. The search uses no recursion, because the chip's stack is small.
    `asked` contains the hypothetical stones; each has the straight-four points that must still be tried, by direction,
    and the number of its threes that count.
    """
    found = threes(cells, size, point, colour, longer)
    if len(found) < 2:
        return False
    asked = [[point, [points for _, points in found], 0]]
    while True:
        here, left, count = asked[-1]
        if count < 2 <= count + len(left):
            if not left[-1]:
                left.pop()
                continue
            more = left[-1].pop()
            if killer(cells, size, more, colour, longer, overline_kills):
                continue
            if nested:
                cells[more] = colour
                asked.append([more, [points for _, points in threes(cells, size, more, colour, longer)], 0])
            else:
                left.pop()
                asked[-1][2] += 1
            continue
        asked.pop()
        if not asked:
            return count > 1
        cells[here] = EMPTY
        if count < 2:  # the point `here` may be played, so the three counts
            asked[-1][1].pop()
            asked[-1][2] += 1


def told_threes(cells, size, point, colour, longer, overline_kills, nested, rule):
    """Return the threes of the stone on `point` as data for foul_lines() (games/__init__.py, renju/reasons.py).

    `rule`: the name of the rule that forbids a straight-four point with an overline or a double-three.
    """
    found = []
    for direction, points in threes(cells, size, point, colour, longer):
        by_stones: dict = {}
        for more in points:
            cells[more] = colour
            stones = tuple([stone for stone in run_through(cells, size, point, direction) if stone != more])
            cells[more] = EMPTY
            by_stones.setdefault(stones, []).append(more)
        for stones in sorted(by_stones):
            line = told("three", direction, stones, by_stones[stones], size)
            line["at"] = at = []
            for more in by_stones[stones]:
                why = killer(cells, size, more, colour, longer, overline_kills)
                if nested and not why:
                    cells[more] = colour
                    why = "double-three" if double_three(cells, size, more, colour, longer, True, True) else None
                    cells[more] = EMPTY
                place = {"point": name(more, size), "name": why or "legal"}
                place["rule"] = why and ("definition of three" if why == "five" else rule)
                at.append(place)
            line["counts"] = any(place["rule"] is None for place in at)
            found.append(line)
    return found
