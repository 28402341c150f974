"""The state that is updated with each frame: proved reeds, touches, stones, buttons, the wiring.

look() is called at interrupt level with every frame that may matter; the app calls take() for a copy of the state.
"""

from array import array

from .debounce import debounce
from .kernels import (
    CHANGED,
    EDGES_SHIFT,
    LONGEST_SHIFT,
    PENDING,
    copy,
    count,
    fail,
    gather,
    hold,
    prove,
    spread,
)

# The bits that look() returns: there is news for take(); the next frame matters even if it is the same as this frame
TELL, AGAIN = CHANGED, PENDING


class Watch:
    """The reeds of `size` x `size` points, the wiring's proof, and the buttons.

    The debounce times are in frames: `touch` (on, off) is for the lights, which follow a hand at once; `stone` (on,
    off) is for stones; `slow` (the same for on and off) is for buttons and wiring.

    After take(): `words` has three blocks of `size` words: the touched points, the stones, the uncertain points. A
    touched point is uncertain if its reed is open or if the newest frame does not prove the point, because its stone
    may just be leaving. buttons() has one bit per button; rows(), answers() and falls() have one bit per row or column,
    in the form that proof.py takes.
    `anew`: the buttons that were released, and perhaps pressed again, while no frame came; updated by buttons().
    `news`: True if look() has found a change that take() has not yet copied. `fails` counts the failures of each line
    that is not known to be dead (kernels.fail).
    """

    def __init__(self, size, touch, stone, slow):
        self.size = size
        points = (1 << size) - 1
        lines = (2 << size) - 1
        # look() is called often, and in it reading an attribute takes as long as the work on a row. Setting an
        # attribute takes no longer than reading it, because this class has no property. If it had one, MicroPython
        # would search the properties first (25 us)
        self._touch_filter, self._touched = debounce(size, touch[0], touch[1], points)
        self._stone_filter, self._stones = debounce(size, stone[0], stone[1], points)
        self._slow_filter, self._slow = debounce(4, slow, slow, lines)
        for number in range(3):
            self._slow[number] = lines  # at the start all lines count as sound, because faults must be proved
        self.reeds = array("I", [0] * (size + size * size))
        self._lines = lines
        self._proof = array("I", [lines, lines, lines, 0])
        self._all = array("I", [points] * size)
        self._every = array("I", [lines] * 4)  # the filter of buttons and wiring counts each bit of each frame
        # The points that the newest frame proves, and the points that any frame since take() has proved. While _whole
        # (or _whole_since) is set, all points are proved, and these words are not updated: most frames prove all points
        self._whole = self._whole_since = False
        self._proved = array("I", [0] * size)
        self._proved_since = array("I", [0] * size)
        self._failed = array("I", [0] * 3)
        self.fails = array("H", [0] * (2 * 3 * (size + 1)))
        self._slow_counts = 0  # True if a counter of buttons or wiring is not 0
        self._pressed = self._let_go = self.anew = 0  # bits of buttons; the first two since buttons() was called
        self._looked = False  # since take() was called
        self.news = False
        self.words = array("I", [0] * (3 * size))
        self._seen = array("I", self._slow)
        self._known = [lines] * 3

    def look(self, frame):
        """Count a frame. Return TELL, AGAIN, the sum of both, or 0."""
        reeds = self.reeds
        touch = self._touch_filter
        proof, slow = self._proof, self._slow
        believed = prove(frame, proof, slow, self.size)
        if believed >= self._lines:
            proved = self._all
            if not self._whole:
                self._whole = self._whole_since = True
                fail(proof, slow, self._failed, self.fails, self.size)  # this clears _failed
        else:
            proved = self._proved
            self._whole = False
            spread(frame, believed, proved, self._proved_since, self.size)
            fail(proof, slow, self._failed, self.fails, self.size)
        changed = hold(frame, proved, reeds, touch)
        happened = count(touch, self._touched, reeds, proved, changed)
        happened |= count(self._stone_filter, self._stones, reeds, proved, changed)
        if changed:
            happened |= TELL  # a touched reed that opens or closes is news long before its counter reaches the limit
        if self._slow_counts or believed <= self._lines:
            down = slow[3]
            if proof[3] > self._lines:
                happened |= self._feel(proof[3] >> EDGES_SHIFT, down)
            counted = count(self._slow_filter, slow, proof, self._every, 15)
            self._slow_counts = counted & AGAIN
            happened |= counted
            self._pressed |= slow[3] & ~down
        self._looked = True
        if happened & TELL:
            self.news = True
        return happened

    def _feel(self, edges, down):
        """Handle the buttons that had an edge in a gap without frames. Return TELL.

        If such a button was up before, it was pressed in the gap and counts as down at once. Its release is debounced
        as usual, with all bounces. If it was down before, it was released in the gap, or its release bounces.
        """
        self._let_go |= edges & down
        self._slow[3] |= edges
        return TELL

    def take(self, later=False):
        """Copy the state of one moment into `words`, even if look() runs during the copy.

        A point is certain if the newest frame proves it. With `later` (used some frames after the last take()), it is
        certain if any frame since then has proved it. Otherwise a line that fails in every second frame could fail at
        each take(), and its points would never be certain.
        """
        # no further local variables here, because a call with more than eleven words of state allocates them on the
        # heap (0.2 ms)
        self.news = False
        self._looked = True
        while self._looked:
            self._looked = False
            if self._whole_since if later else self._whole:
                proved = self._all
            else:
                proved = self._proved_since if later else self._proved
            gather(self._touched, self._stones, self.reeds, proved, self.words, self.size)
            copy(self._slow, self._seen, 4)
        whole = self._whole
        if not whole:
            copy(self._proved, self._proved_since, self.size)
        # Set after the copy: a frame that comes between the two can only count as proving less than it does.
        self._whole_since = whole

    def wiring_changed(self):
        """Whether the result of rows(), answers() or falls() has changed since the last call."""
        changed = False
        for number in range(3):
            if self._seen[number] != self._known[number]:
                self._known[number] = self._seen[number]
                changed = True
        return changed

    def rows(self):
        """Return the rows with a working driver."""
        return self._seen[0]

    def answers(self):
        """Return the columns with an input that answers to the always-closed row."""
        return self._seen[1]

    def falls(self):
        """Return the columns that are low when no row is driven."""
        return self._seen[2]

    def pressed(self):
        """Whether any button is down, or was down since the last call of buttons()."""
        return self._seen[3] | self._pressed

    def buttons(self):
        """Return the buttons that are down, or were down since the last call, and set `anew`."""
        pressed, self._pressed = self._pressed, 0
        self.anew, self._let_go = self._let_go, 0
        return self._seen[3] | pressed

    def closings(self, point):
        """Return the number of times a reed has closed, including bounces, modulo 65536."""
        return self.reeds[self.size + point] & 0xFFFF

    def longest_open(self, point):
        """Return the longest opening of a reed, in frames, that ended while its point was still touched."""
        return self.reeds[self.size + point] >> LONGEST_SHIFT
