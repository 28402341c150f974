"""All state that is carried from frame to frame: proved reeds, touches, stones, buttons, the wiring.

look() is called at interrupt level with every frame that may matter; the rest of the board asks take() for the words
as they then stand.
"""

from array import array

from .debounce import debounce
from .kernels import CHANGED, LONGEST_SHIFT, PENDING, copy, count, fail, gather, hold, prove, spread

# look() returns these bits: something is to be told; the next frame matters even if it is the same as this one
TELL, AGAIN = CHANGED, PENDING


class Watch:
    """The reeds of `size` x `size` points, the wiring's proof, and the buttons.

    Numbers of frames: `touch`, on and off, for the light that follows a hand at once; `stone`, on and off, for what
    counts as a stone; `slow`, both ways, for buttons and wiring.

    After take(): `words`, three for each row: `size` words of what is touched, then of stones, then of the touched
    points that are uncertain, for their reed is open just now or the newest frame does not prove it: their stones may
    be about to leave; buttons(), a bit each; rows(), answers() and falls(), a bit a row or column, as proof.py wants
    them.
    `news`: look() has something to tell that was not taken yet. `fails` has how often each line has failed
    (kernels.fail), as long as it is not known as dead.
    """

    def __init__(self, size, touch, stone, slow):
        self.size = size
        points = (1 << size) - 1
        lines = (2 << size) - 1
        # look() is called often, and to read an attribute costs it as much as a row. To set one costs no more, for this
        # class has no property: where one is, MicroPython looks for it first, which takes 25 us
        self._touch_filter, self._touched = debounce(size, touch[0], touch[1], points)
        self._stone_filter, self._stones = debounce(size, stone[0], stone[1], points)
        self._slow_filter, self._slow = debounce(4, slow, slow, lines)
        for number in range(3):
            self._slow[number] = lines  # what is broken must be seen to be, not what is whole
        self.reeds = array("I", [0] * (size + size * size))
        self._lines = lines
        self._proof = array("I", [lines, lines, lines, 0])
        self._all = array("I", [points] * size)
        self._every = array("I", [lines] * 4)  # the filter of buttons and wiring counts each bit of each frame
        # The points that the newest frame proves, and those that some frame has proved since they were last taken. Most
        # frames prove all of them, and these words stay as they were
        self._whole = self._whole_since = False
        self._proved = array("I", [0] * size)
        self._proved_since = array("I", [0] * size)
        self._failed = array("I", [0] * 3)
        self.fails = array("H", [0] * (2 * 3 * (size + 1)))
        self._slow_counts = 0  # whether a counter of buttons or wiring is not 0
        self._looked = False  # since take() has begun
        self.news = False
        self.words = array("I", [0] * (3 * size))
        self._seen = array("I", self._slow)
        self._known = [lines] * 3

    def look(self, frame):
        """Count a frame; returns TELL and AGAIN, or neither."""
        reeds = self.reeds
        touch = self._touch_filter
        proof, slow = self._proof, self._slow
        believed = prove(frame, proof, slow, self.size)
        if believed >= self._lines:
            proved = self._all
            if not self._whole:
                self._whole = self._whole_since = True
                fail(proof, slow, self._failed, self.fails, self.size)  # none does any more
        else:
            proved = self._proved
            self._whole = False
            spread(frame, believed, proved, self._proved_since, self.size)
            fail(proof, slow, self._failed, self.fails, self.size)
        changed = hold(frame, proved, reeds, touch)
        happened = count(touch, self._touched, reeds, proved, changed)
        happened |= count(self._stone_filter, self._stones, reeds, proved, changed)
        if changed:
            happened |= TELL  # that a touched reed has opened, or closed again, is news long before its counter is full
        if self._slow_counts or believed <= self._lines:
            counted = count(self._slow_filter, slow, proof, self._every, 15)
            self._slow_counts = counted & AGAIN
            happened |= counted
        self._looked = True
        if happened & TELL:
            self.news = True
        return happened

    def take(self, later=False):
        """Have the words of one moment, whatever look() does meanwhile. Certain is what the newest frame proves.

        `later`, some frames after the words were taken: certain is what one of these frames has proved. For a line that
        fails in every second frame might fail in each that is the newest when the words are taken.
        """
        # no more variables: a call whose state has more than eleven words takes it from the heap, which costs 0.2 ms
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
        # after the copy: a frame that comes between is at worst taken for one that proves less
        self._whole_since = whole

    def wiring_changed(self):
        """Whether the wiring proves otherwise than when this was asked before."""
        changed = False
        for number in range(3):
            if self._seen[number] != self._known[number]:
                self._known[number] = self._seen[number]
                changed = True
        return changed

    def rows(self):
        """The rows whose driver drives."""
        return self._seen[0]

    def answers(self):
        """The columns whose input answers to the wired-shut row."""
        return self._seen[1]

    def falls(self):
        """The columns that are low when no row is driven."""
        return self._seen[2]

    def buttons(self):
        """The buttons that are down."""
        return self._seen[3]

    def closings(self, point):
        """How often a reed has closed, bounces and all, modulo 65536."""
        return self.reeds[self.size + point] & 0xFFFF

    def longest_open(self, point):
        """For how many frames a reed was open at most, and closed again, while its point was touched."""
        return self.reeds[self.size + point] >> LONGEST_SHIFT
