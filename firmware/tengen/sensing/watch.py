"""All that is followed from frame to frame: reeds as far as they are proved, touches, stones, buttons, the wiring.

look() is called at interrupt level with every frame that may matter; the rest of the board asks take() for the words
as they then stand.
"""

from array import array

from .debounce import debounce
from .kernels import CHANGED, LONGEST_SHIFT, PENDING, copy, count, fail, gather, hold, prove

# look() returns these bits: something is to be told; the next frame matters even if it is the same as this one
TELL, AGAIN = CHANGED, PENDING


class Watch:
    """The reeds of `size` x `size` points, the wiring's proof, and the buttons.

    Numbers of frames: `touch`, on and off, for the light that follows a hand at once; `stone`, on and off, for what
    counts as a stone; `slow`, both ways, for buttons and wiring.

    After take(): `words`, three for each row: `size` words of what is touched, then of stones, then of the touched
    points that are uncertain, for their reed is open just now or the newest frame does not prove it: their stones may
    be about to leave; `buttons`, a bit each; `rows`, `answers`, `falls`, a bit a row or column, as proof.py wants them.
    `news`: look() has something to tell that was not taken yet. `fails` has how often each line has failed
    (kernels.fail), as long as it is not known as dead.
    """

    def __init__(self, size, touch, stone, slow):
        self.size = size
        points = (1 << size) - 1
        lines = (2 << size) - 1
        # look() is called often, and an attribute costs it as much as a row
        self._touch_filter, self._touched = debounce(size, touch[0], touch[1], points)
        self._stone_filter, self._stones = debounce(size, stone[0], stone[1], points)
        self._slow_filter, self._slow = debounce(4, slow, slow, lines)
        for number in range(3):
            self._slow[number] = lines  # what is broken must be seen to be, not what is whole
        self.reeds = array("I", [0] * (size + size * size))
        self._proof = array("I", [lines, lines, lines, 0])
        self._every = array("I", [lines] * 4)  # the filter of buttons and wiring counts each bit of each frame
        self._proved_now = array("I", [0] * size)  # the points that the newest frame proves
        self._proved_since = array("I", [0] * size)  # those that some frame has proved since they were last taken
        self._failed = array("I", [0] * 3)
        self.fails = array("H", [0] * (2 * 3 * (size + 1)))
        self._looks = 0
        self.news = False
        self.words = array("I", [0] * (3 * size))
        self._seen = array("I", self._slow)
        self._proved = [lines] * 3

    def look(self, frame):
        """Count a frame; returns TELL and AGAIN, or neither."""
        reeds = self.reeds
        touch = self._touch_filter
        proof, slow, proved = self._proof, self._slow, self._proved_now
        believed = prove(frame, proof, slow, self.size)
        # that a touched reed has opened, or has closed again, is news long before its counter is full
        happened = hold(frame, believed, reeds, touch, proved, self._proved_since)
        happened |= count(touch, self._touched, reeds, proved)
        happened |= count(self._stone_filter, self._stones, reeds, proved)
        fail(proof, slow, self._failed, self.fails, self.size)
        happened |= count(self._slow_filter, slow, proof, self._every)
        self._looks = (self._looks + 1) & 0xFFFF
        if happened & TELL:
            self.news = True
        return happened

    def take(self):
        """Have the words of one moment, whatever look() does meanwhile."""
        self._take(self._proved_now)

    def take_later(self):
        """The same, some frames after take(): certain is what one of these frames has proved.

        A line that fails in every second frame might fail in each that is the newest when the words are taken.
        """
        self._take(self._proved_since)

    def _take(self, proved):
        self.news = False
        while True:
            looks = self._looks
            gather(self._touched, self._stones, self.reeds, proved, self.words, self.size)
            copy(self._slow, self._seen, 4)
            if looks == self._looks:
                break
        copy(self._proved_now, self._proved_since, self.size)

    def wiring_changed(self):
        """Whether the wiring proves otherwise than when this was asked before."""
        changed = False
        for number in range(3):
            if self._seen[number] != self._proved[number]:
                self._proved[number] = self._seen[number]
                changed = True
        return changed

    @property
    def rows(self):
        """The rows whose driver drives."""
        return self._seen[0]

    @property
    def answers(self):
        """The columns whose input answers to the wired-shut row."""
        return self._seen[1]

    @property
    def falls(self):
        """The columns that are low when no row is driven."""
        return self._seen[2]

    @property
    def buttons(self):
        """The buttons that are down."""
        return self._seen[3]

    def closings(self, point):
        """How often a reed has closed, bounces and all, modulo 65536."""
        return self.reeds[self.size + point] & 0xFFFF

    def longest_open(self, point):
        """For how many frames a reed was open at most, and closed again, while its point was touched."""
        return self.reeds[self.size + point] >> LONGEST_SHIFT
