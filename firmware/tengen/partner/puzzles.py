"""The puzzles: positions where exactly one first four wins by fours. A puzzle is decoded when it is needed.

Numbers go from 1 to COUNT, from the easiest to the hardest. host_tools/tengen_host/puzzles/ generates them.
"""

from tengen.codes import Refused, coded
from tengen.games import BLACK, WHITE

from .puzzle_data import DATA, GRADES

COUNT = sum(GRADES)


class Puzzle:
    """A puzzle. `black`, `white`: the stones, tuples of points from 0 to 224. `turn`: the colour that wins.

    `first`: the only first four that wins. `fours`: the minimum number of fours. `by_foul`: True if White wins only
    because Black may not answer with a foul. `grade`: from 1 (easy) to 5.
    """

    def __init__(self, number, grade, black, white, fours, first, by_foul):
        self.number = number
        self.grade = grade
        self.black = black
        self.white = white
        self.turn = BLACK if len(black) == len(white) else WHITE
        self.fours = fours
        self.first = first
        self.by_foul = by_foul


def numbers(grade):
    """Return the numbers of a grade's puzzles, a range. Raises Refused if the grade does not exist."""
    if not 1 <= grade <= len(GRADES):
        raise _wrong("grade", len(GRADES))
    start = 1 + sum(GRADES[: grade - 1])
    return range(start, start + GRADES[grade - 1])


def count(grade):
    """Return the number of puzzles in a grade. Raises Refused if the grade does not exist."""
    return len(numbers(grade))


def nth(grade, k):
    """Return the number of the k-th puzzle of a grade, with k from 1. Raises Refused if there is no such puzzle."""
    if not 1 <= k <= count(grade):
        raise _wrong("number", count(grade))
    return numbers(grade)[k - 1]


def puzzle(number):
    """Return the Puzzle with this number. Raises Refused if there is no such puzzle."""
    if not 1 <= number <= COUNT:
        raise _wrong("number", COUNT)
    grade = 1
    while number not in numbers(grade):
        grade += 1
    # the layout of DATA: host_tools/tengen_host/puzzles/packing.py
    at = DATA[2 * number - 2] | DATA[2 * number - 1] << 8
    bottom, left = divmod(DATA[at + 2], 16)
    rows, columns = divmod(DATA[at + 3], 16)
    stones: tuple = [], []
    bit = 8 * (at + 4)
    for row in range(bottom, bottom + rows):
        for column in range(left, left + columns):
            if _bit(bit):
                bit += 1
                stones[_bit(bit)].append(15 * row + column)
            bit += 1
    return Puzzle(
        number, grade, tuple(stones[0]), tuple(stones[1]), DATA[at] & 15, DATA[at + 1], bool(DATA[at] & 16)
    )


def _wrong(field, most):
    wanted = coded("device.wanted_number", least=1, most=most)
    return Refused(coded("device.wrong_field", command="puzzle", setting=field, wanted=wanted))


def _bit(number):
    return DATA[number >> 3] >> (number & 7) & 1
