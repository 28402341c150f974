"""A position: stones on a 15x15 board, and the current verdict of every point for Black."""

from array import array

from tengen.codes import Refused, coded

from .. import EMPTY
from . import kernels
from .kernels import DOUBLE_FOUR, DOUBLE_THREE, FIVE, LEGAL, OCCUPIED, OVERLINE  # noqa: F401

SIZE = 15
POINTS = SIZE * SIZE

FOULS = (OVERLINE, DOUBLE_FOUR, DOUBLE_THREE)
FOUL_NAMES = {OVERLINE: "overline", DOUBLE_FOUR: "double-four", DOUBLE_THREE: "double-three"}

# The characters for verdicts and colours in machine-readable texts
VERDICT_MARKS = ".xx3456x#"
COLOUR_MARKS = ".XO"


class Position:
    """A position. `cells`: bytearray(225) of colours, read-only. `verdicts`: 225 numbers from LEGAL to OCCUPIED.

    put(point, colour) and take(point) update `cells` and `verdicts`, so `verdicts` is always current. These methods
    allocate nothing, and stones may be taken in any order. They raise ValueError, and change nothing, if the point is
    occupied, has no stone to take or does not exist.

    `state`: the memory, an array of kernels.WORDS words. If None, it is allocated.
    """

    def __init__(self, state=None):
        self.cells = bytearray(POINTS)
        self.state = array("I", bytes(4 * kernels.WORDS)) if state is None else state
        self.verdicts = memoryview(self.state)[kernels.VERDICTS : kernels.VERDICTS + POINTS]
        kernels.clear(self.state)

    put = kernels.change

    def threes(self, point):
        """Return the number of directions in which a black stone on an empty point would make a three.

        Threes that do not count by RIF 9.3 are included.
        """
        shapes = self.state[kernels.SHAPES + 16 * (point // SIZE) + point % SIZE]
        return sum(1 for direction in range(4) if shapes >> direction & 1)

    def take(self, point):
        """Take the stone from a point."""
        self.put(point, EMPTY)

    def put_text(self, text):
        """Place the stones of a board text on the empty board. Raises Refused with the column."""
        if len(text) != POINTS:
            raise Refused(coded("device.board_text", number=POINTS, count=len(text)))
        colours = [COLOUR_MARKS.find(mark) for mark in text]
        if -1 in colours:
            at = colours.index(-1)
            raise Refused(coded("refused.at_character", number=at + 1, why=coded("device.board_mark", text=text[at])))
        for at, colour in enumerate(colours):
            if colour:
                self.put(point_of_column(at), colour)

    def clear(self):
        """Take all stones from the board."""
        # stones are taken one by one, because new tables of an empty board take 0.1 s on the Pico
        for point in range(POINTS):
            if self.cells[point]:
                self.put(point, EMPTY)


def of_text(text):
    """Return the Position of a board text: 225 characters `.`, `X`, `O`, row 15 first.

    Raises Refused with the column of a wrong character, or for a wrong length.
    """
    position = Position()
    position.put_text(text)
    return position


def point_of_column(at):
    """Return the point of character `at` (from 0) of a board text."""
    return (SIZE - 1 - at // SIZE) * SIZE + at % SIZE


def board_text(position):
    """Return the stones of a position as a board text."""
    return "".join(COLOUR_MARKS[position.cells[point_of_column(at)]] for at in range(POINTS))


def verdict_text(position):
    """Return the verdicts as 225 characters, in the order of a board text."""
    return "".join(VERDICT_MARKS[position.verdicts[point_of_column(at)]] for at in range(POINTS))
