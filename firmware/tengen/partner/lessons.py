"""The lessons: positions from the first five to a win by fours, each with its task and the right answers.

Lessons are numbered from 1, and the positions of each lesson from 1. All positions together are numbered from 1 to
COUNT. host_tools/tengen_host/lessons/ checks the positions and generates lesson_data.py.
"""

from tengen.codes import Refused, coded
from tengen.games.points import index

from .lesson_data import LESSONS, POSITIONS

COUNT = len(POSITIONS)
ENTRIES = tuple([str(lesson + 1) for lesson in range(len(LESSONS))])


class Position:
    """A position of a lesson. `black`, `white`: the stones, tuples of points from 0 to 224. `turn`: the colour to move.

    `lesson`: the number of the lesson, `name` its name. `at`: the position's number in the lesson, `of` the number of
    the lesson's positions. `task`: the task's word. `right`: the points that solve the task. `hint`: these points, and
    stones to look at.
    """

    def __init__(self, lesson, name, at, of, its):
        self.lesson = lesson
        self.name = name
        self.at = at
        self.of = of
        self.task, self.turn = its[:2]
        self.black, self.white, self.right, look = [_points(text) for text in its[2:]]
        self.hint = self.right + look


def position(number):
    """Return the Position with this number, from 1 to COUNT. Raises Refused if it does not exist."""
    if not 1 <= number <= COUNT:
        raise _wrong("position", COUNT)
    at = number
    for lesson, (name, of) in enumerate(LESSONS):
        if at <= of:
            return Position(lesson + 1, name, at, of, POSITIONS[number - 1])
        at -= of
    raise AssertionError("LESSONS counts all of POSITIONS")


def number_of(lesson, at):
    """Return the number of position `at` of a lesson. Raises Refused if the lesson or the position does not exist."""
    if not 1 <= lesson <= len(LESSONS):
        raise _wrong("number", len(LESSONS))
    of = LESSONS[lesson - 1][1]
    if not 1 <= at <= of:
        raise _wrong("position", of)
    return sum([count for _, count in LESSONS[: lesson - 1]]) + at


def _points(text):
    return tuple([index(point, 15) for point in text.split()])


def _wrong(field, most):
    wanted = coded("device.wanted_number", least=1, most=most)
    return Refused(coded("device.wrong_field", command="lesson", setting=field, wanted=wanted))
