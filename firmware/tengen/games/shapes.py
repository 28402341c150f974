"""Fours, straight fours, threes and double-threes, by the rules of any year. Source: RULES 1 and 3, GAMES 6 and 8.

`longer`: whether a row of more than five is a five, too. `point` has a stone of `colour`, if nothing else is said.
"""

from . import EMPTY
from .lines import DIRECTIONS, row_length, told
from .points import name

_AT = 5  # the place of the point in a window
_OFF_BOARD = -1


def makes_four(cells, size, point, colour, longer):
    """Whether one more stone could make a five with the stone on `point`."""
    for direction in DIRECTIONS:
        window = _window(cells, size, point, direction)
        for low in range(1, _AT + 1):
            five = window[low : low + 5]
            exact = longer or colour not in (window[low - 1], window[low + 5])
            if five.count(colour) == 4 and EMPTY in five and exact:
                return True
    return False


def threes(cells, size, point, colour, longer):
    """Return the threes of the stone on `point`, as (direction, straight-four points) for each direction that has some.

    A straight-four point is where one more stone makes four in a row with the stone on `point`, empty at both ends, and
    each end makes a five. Whether it may be played is not asked here.
    """
    found = []
    for direction in DIRECTIONS:
        window = _window(cells, size, point, direction)
        # most directions end here, at little cost
        if window[_AT - 3 : _AT + 4].count(colour) < 3:
            continue
        places = [low + window[low : low + 4].index(EMPTY) for low in _threes_in(window, colour, longer)]
        if places:
            step = direction[0] + direction[1] * size
            found.append((direction, [point + (place - _AT) * step for place in places]))
    return found


def _threes_in(window, colour, longer):
    """Return the lowest place of each four cells that have three stones, and with a fourth are a straight four."""
    found = []
    for low in range(_AT - 3, _AT + 1):
        four = window[low : low + 4]
        exact = longer or colour not in (window[low - 2], window[low + 5])
        if four.count(colour) == 3 and EMPTY in four and window[low - 1] == window[low + 4] == EMPTY and exact:
            found.append(low)
    return found


def _window(cells, size, point, direction):
    """Return 11 cells of the line through `point`, which is the sixth, as a list."""
    across, up = direction
    behind, ahead = (point % size, size - 1 - point % size) if across else (_AT, _AT)
    below, above = point // size, size - 1 - point // size
    if up > 0:
        behind, ahead = min(behind, below), min(ahead, above)
    elif up < 0:
        behind, ahead = min(behind, above), min(ahead, below)
    behind, ahead = min(behind, _AT), min(ahead, _AT)
    window = [_OFF_BOARD] * (2 * _AT + 1)
    step = up * size + across
    at = point - behind * step
    for place in range(_AT - behind, _AT + ahead + 1):
        window[place] = cells[at]
        at += step
    return window


def killer(cells, size, point, colour, longer, overline_kills):
    """Return why a stone on the empty `point` makes no straight four that counts: "five", "overline" or None."""
    lengths = [row_length(cells, size, point, direction, colour) for direction in DIRECTIONS]
    if 5 in lengths or (longer and max(lengths) > 5):
        return "five"
    return "overline" if overline_kills and max(lengths) > 5 else None


def double_three(cells, size, point, colour, longer, overline_kills, nested):
    """Whether the stone on `point` makes threes in two directions, each with a straight-four point that may be played.

    Such a point makes no five; with `overline_kills` no overline; with `nested` no double-three of the same kind. That
    is asked without recursion, since the chip's stack is small: `asked` has the stones put in thought, each with the
    straight-four points still to be tried, by direction, and the number of threes that count.
    """
    asked = [[point, [points for _, points in threes(cells, size, point, colour, longer)], 0]]
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
        if count < 2:  # `here` may be played, so the three counts
            asked[-1][1].pop()
            asked[-1][2] += 1


def told_threes(cells, size, point, colour, longer, overline_kills, nested, rule):
    """Return the threes of the stone on `point` as data for foul_lines() (games/__init__.py, renju/reasons.py).

    `rule`: the name of the rule by which a straight-four point that makes an overline or a double-three does not count.
    """
    found = []
    for direction, _ in threes(cells, size, point, colour, longer):
        window = _window(cells, size, point, direction)
        step = direction[0] + direction[1] * size
        by_stones: dict = {}
        for low in _threes_in(window, colour, longer):
            places = [place for place in range(low, low + 4) if window[place] == colour]
            more = point + (low + window[low : low + 4].index(EMPTY) - _AT) * step
            by_stones.setdefault(tuple([point + (place - _AT) * step for place in places]), []).append(more)
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
