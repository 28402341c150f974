"""The points of the large virtual board: switches without bounce, instead of reeds, matrix and debounce.

A frame has one word per row of the board, with a bit for each closed switch, and then a word with the buttons.
"""

from __future__ import annotations

from array import array

from tengen.sensing.watch import TELL


class Switches:
    """The switches under the points of a board of `size` x `size`. Each is closed while a stone is on its point."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._rows = [0] * size

    def put(self, point: int, now_us: int) -> None:
        """Close the switch of a point."""
        row, column = divmod(point, self.size)
        self._rows[row] |= 1 << column

    def lift(self, point: int, now_us: int) -> None:
        """Open the switch of a point."""
        row, column = divmod(point, self.size)
        self._rows[row] &= ~(1 << column)

    def next_change_us(self, now_us: int) -> int | None:
        """Return None, because no switch changes by itself."""
        return None

    def scan(self, now_us: int, row_us: int, settle_us: int) -> list[int]:
        """Return the words of a frame, without the buttons."""
        return self._rows[:]


class SwitchWatch:
    """Replaces tengen.sensing.watch.Watch, with the same attributes, for frames of Switches.

    A stone counts as soon as it is in a frame. No point is ever uncertain, and no line is ever faulty. The numbers of
    frames that Watch uses for its debounce have no meaning here.
    """

    def __init__(self, size: int, touch: object, stone: object, slow: object) -> None:
        self.size = size
        self.words = array("I", [0] * (3 * size))
        # in the form of tengen.sensing.kernels, but without the longest openings
        self.reeds = array("I", [0] * (size + size * size))
        self.fails = array("H", [0] * (2 * 3 * (size + 1)))
        self.news = False
        self.anew = 0  # frames come without gaps
        self._lines = (2 << size) - 1
        self._frame = array("I", [0] * (size + 1))
        self._buttons = 0

    def look(self, frame: array[int]) -> int:
        """Read a frame. Return TELL if it differs from the last one, else 0."""
        if frame == self._frame:
            return 0
        for row in range(self.size):
            closed = frame[row] & ~self._frame[row]
            self.reeds[row] = frame[row]
            for column in range(self.size):
                if closed >> column & 1:
                    self.reeds[self.size * (row + 1) + column] += 1
        self._frame = frame
        self.news = True
        return TELL

    def take(self, later: bool = False) -> None:
        """Copy the state of the last frame into `words`."""
        self.news = False
        stones = self._frame[: self.size]
        self.words[: 2 * self.size] = stones + stones  # each closed switch counts as a stone at once
        self._buttons = self._frame[self.size]

    def wiring_changed(self) -> bool:
        """Return False, because the switches have no wiring to check."""
        return False

    def rows(self) -> int:
        """Return the mask of all rows, because none is ever faulty."""
        return self._lines

    answers = falls = rows

    def pressed(self) -> int:
        """Return the pressed buttons, one bit each."""
        return self._buttons

    buttons = pressed

    def closings(self, point: int) -> int:
        """Return how often a point's switch has closed, modulo 65536."""
        return self.reeds[self.size + point] & 0xFFFF

    def longest_open(self, point: int) -> int:
        """Return 0, because no switch opens by itself."""
        return 0
