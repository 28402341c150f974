"""The tests' own simple search for wins by continuous fours in Renju, written directly from the rules.

Source: firmware/docs/rules.md#shapes and #order. The attacker plays only fours. The defender has one answer to each
four: the point of five. Nothing of the firmware is used. A set of stones is an integer with bit 15 * row + column for
each stone. definition.py judges fouls. `replay` judges a line move by move; the only code that it shares with `solve`
reads boards.
"""

from collections import namedtuple
from functools import lru_cache
from itertools import count
from pathlib import Path

from definition import DIRECTIONS, SIZE, on_board, run, step, verdict

FOULS = {"6": "an overline", "4": "a double-four", "3": "a double-three"}
COLOURS = {"X": "Black", "O": "White"}
VCF = Path(__file__).parents[1] / "data" / "vcf.tsv"

# Windows of five cells, and the cells beyond the two ends of a window, as sets
Window = namedtuple("Window", "cells, beyond")


def problems():
    """Return the positions of vcf.tsv: (board text, turn, least number of fours, or 0 if no fours win).

    The positions are from real games (RenjuNet). The numbers are exact; another search found them.
    """
    lines = VCF.read_text(encoding="ascii").splitlines()
    return [(text, turn, int(fours)) for text, turn, fours in (line.split("\t") for line in lines)]


# Boards and points


def stones(text, mark):
    """Return the points (column, row) with this mark in a board text: 225 characters, row 15 first."""
    return {(at % SIZE, SIZE - 1 - at // SIZE) for at, each in enumerate(text) if each == mark}


def name(point):
    return "abcdefghijklmno"[point[0]] + str(point[1] + 1)


NAMED = {name((column, row)): (column, row) for row in range(SIZE) for column in range(SIZE)}


def bits(points):
    return sum(1 << SIZE * row + column for column, row in points)


def split(several):
    """Yield each stone of a set, as a set of one stone."""
    while several:
        one = several & -several
        yield one
        several ^= one


def points(several):
    return {((one.bit_length() - 1) % SIZE, (one.bit_length() - 1) // SIZE) for one in split(several)}


def _windows():
    for start in ((column, row) for row in range(SIZE) for column in range(SIZE)):
        for direction in DIRECTIONS:
            cells = [step(start, direction, steps) for steps in range(5)]
            beyond = [step(start, direction, steps) for steps in (-1, 5)]
            if all(map(on_board, cells)):
                yield Window(bits(cells), bits(filter(on_board, beyond)))


WINDOWS = list(_windows())
THROUGH = {1 << at: [window for window in WINDOWS if window.cells >> at & 1] for at in range(SIZE * SIZE)}

# By direction, given as the distance of neighbouring cells: the first cells of all windows, as bits
STARTS = dict.fromkeys((1, SIZE - 1, SIZE, SIZE + 1), 0)
for _cells, _ in WINDOWS:
    _lowest = _cells & -_cells
    STARTS[next(apart for apart in STARTS if _cells & _lowest << apart)] |= _lowest


# The search


def lacking(own, other, number):
    """Return the empty points of all windows with `number` stones of one side and no stone of the other side."""
    found = 0
    for apart, starts in STARTS.items():
        ones = twos = fours = others = 0
        rows = [own >> at * apart for at in range(5)]
        for at, row in enumerate(rows):
            # count the stones of all windows in parallel: bit n of each number belongs to the window that begins at n
            carry, ones = ones & row, ones ^ row
            carry, twos = twos & carry, twos ^ carry
            fours |= carry
            others |= other >> at * apart
        starts &= ~others
        for digit, its in enumerate((ones, twos, fours)):
            starts &= its if number >> digit & 1 else ~its
        for at, row in enumerate(rows):
            found |= (starts & ~row) << at * apart
    return found


def fives(own, other, black, windows=None):
    """Return the points where one more stone makes a five: exactly five for Black, five or more for White.

    `windows`: search only these windows; by default all.
    """
    if windows is None:
        near = lacking(own, other, 4)
        if not black:
            return near
        return sum(stone for stone in split(near) if fives(own, other, black, THROUGH[stone]) & stone)
    found = 0
    for cells, beyond in windows:
        if (cells & own).bit_count() == 4 and not cells & other and not (black and beyond & own):
            found |= cells & ~own
    return found


def fours(own, other, black):
    """Yield each stone that makes a four, with its points of five. The side must not be able to make a five at once."""
    for stone in split(lacking(own, other, 3)):
        completing = fives(own | stone, other, black, THROUGH[stone])
        if completing:
            yield stone, completing


@lru_cache(maxsize=100_000)
def is_foul(black, white, stone):
    (point,) = points(stone)
    return verdict(points(black), points(white), point) in FOULS


def can_be_answered(own, other, black, completing, fouls_count=True):
    """Whether the defender, who can't make a five at once, can answer a four with these points of five."""
    if completing.bit_count() > 1:
        return False  # two points of five: a straight four, or a double four of White
    return black or not fouls_count or not is_foul(other, own, completing)


def solve(board_text, turn, limit=None, fouls_count=True):
    """Search for a win by fours of the side to move (X or O) on a board without a five.

    Returns (wins, fours, line): True, the least number of fours, and the points of both sides from the first to the
    last four; (True, 0, [point]) for a five at once; (False, None, []) without a win; (None, None, []) if the search
    ended undecided, after `limit` positions. With `fouls_count` False Black may answer with a foul.

    The search is breadth-first. After n fours and n answers the attacker has n stones more, so each position belongs to
    exactly one level. `level` has the positions of a level, each with the first line that was found to it.
    """
    black = turn == "X"
    own, other = (bits(stones(board_text, mark)) for mark in (turn, "O" if black else "X"))
    at_once = fives(own, other, black)
    if at_once:
        return True, 0, _line([next(split(at_once))])
    return _by_levels(own, other, black, limit, fouls_count)


def winning_firsts(board_text, turn):
    """Return the first stones of all wins, each with its least number of fours: {name of the point: fours}."""
    black, found = turn == "X", {}
    own, other = (bits(stones(board_text, mark)) for mark in (turn, "O" if black else "X"))
    standing = fives(other, own, not black)
    for stone, completing in fours(own, other, black):
        if standing & ~stone or (black and is_foul(own, other, stone)):
            continue
        if not can_be_answered(own | stone, other, black, completing):
            found[name(*points(stone))] = 1
        else:
            wins, number, _ = _by_levels(own | stone, other | completing, black)
            if wins:
                found[name(*points(stone))] = number + 1
    return found


def _by_levels(own, other, black, limit=None, fouls_count=True):
    """Search like solve(), without a five at once."""
    level, looked_at = {(own, other): ()}, 0
    for number in count(1):
        following = {}
        for (own, other), line in level.items():
            looked_at += 1
            if limit is not None and looked_at > limit:
                return None, None, []
            standing = fives(other, own, not black)
            for stone, completing in fours(own, other, black):
                if standing & ~stone or (black and is_foul(own, other, stone)):
                    continue
                if not can_be_answered(own | stone, other, black, completing, fouls_count):
                    return True, number, _line([*line, stone])
                following.setdefault((own | stone, other | completing), (*line, stone, completing))
        if not following:
            return False, None, []
        level = following
    raise AssertionError("the search ends, because each level has two stones more")


def _line(several):
    return [name(*points(stone)) for stone in several]


# Checks of a winning line, which use only definition.py


def makes_five(own, point, black):
    """Whether a stone on an empty point makes a five: exactly five for Black, five or more for White."""
    rows = [len(run(own | {point}, point, direction)) for direction in DIRECTIONS]
    return 5 in rows if black else max(rows) >= 5


def all_fives(own, other, black):
    beside = {step(stone, direction, steps) for stone in own for direction in DIRECTIONS for steps in (-1, 1)}
    empty = set(NAMED.values()) & beside - own - other
    return {point for point in empty if makes_five(own, point, black)}


def replay(board_text, turn, line):
    """Judge a winning line, a list of names of points. Return None if it is correct, else why not, as a sentence.

    Each stone of the attacker must be legal, stop the defender's five, and make a four (or the five at once). Each
    stone of the defender must be the only answer. The last four must have no answer.
    """
    black = turn == "X"
    own, other = (stones(board_text, mark) for mark in (turn, "O" if black else "X"))
    attacker, defender = COLOURS[turn], COLOURS["O" if black else "X"]
    left = list(line)
    while left:
        stone = left.pop(0)
        point = NAMED.get(stone)
        if point is None or point in own | other:
            return f"{stone} is not an empty point."
        at_once = all_fives(own, other, black)
        if at_once:
            missed = f"{attacker} plays {stone}, and could make a five."
            return missed if point not in at_once else f"The line goes on after {stone}, a five." if left else None
        found = verdict(own, other, point) if black else "."
        if found in FOULS:
            return f"{stone} is {FOULS[found]}."
        own = own | {point}
        if all_fives(other, own, not black):
            return f"{attacker} plays {stone}, and {defender} makes a five."
        answers = all_fives(own, other, black)
        if not answers:
            return f"{stone} is no four."
        answer = min(answers)
        if len(answers) > 1 or (not black and verdict(other, own, answer) in FOULS):
            return f"The line goes on after {stone}, which has no answer." if left else None
        if not left:
            return f"{defender} answers the last four, {stone}, at {name(answer)}."
        reply = left.pop(0)
        if reply != name(answer):
            return f"{defender} plays {reply}, and the only answer to {stone} is {name(answer)}."
        other = other | {answer}
    return "The line does not end with a four of the attacker's."
