"""Debouncing of words. Each point is debounced separately, and becomes 1 or 0 after a number of frames."""

from array import array

from portable import raises, seeded
from tengen.sensing.debounce import debounce
from tengen.sensing.kernels import CHANGED, PENDING, count
from tengen.sensing.kernels import MASK as MASK_AT

MASK = 0x7FFF


class Debounce:
    """A filter, its state, and frames for it."""

    def __init__(self, *arguments):
        self.filter, self.state = debounce(*arguments)
        self.before = None

    def update(self, *words, proved=None):
        proved = self.filter[MASK_AT] if proved is None else proved
        words, proved = array("I", list(words)), array("I", [proved] * len(words))
        return count(self.filter, self.state, words, proved, self.changed(words))

    def changed(self, words):
        """Return the rows that differ from the frame before, as bits. Other rows matter only if they still count."""
        before, self.before = self.before, words
        return sum(1 << row for row in range(len(words)) if before is None or words[row] != before[row])


def changed(bits, *words):
    return bool(bits.update(*words) & CHANGED)


def test_what_a_frame_does_not_prove_is_not_counted_and_its_count_goes_on_after_it():
    bits = Debounce(1, 4, 10, MASK)
    for _ in range(3):
        bits.update(0b11)
    for _ in range(20):
        assert bits.update(0, proved=MASK & ~1) == 0, "nothing of it is pending: only another frame can tell"
    assert bits.state[0] == 0
    assert changed(bits, 1) and bits.state[0] == 1, "three frames before, one after; the other bit was open meanwhile"


def test_a_stone_that_was_lifted_leaves_after_as_many_proved_frames_whatever_comes_between():
    bits = Debounce(1, 1, 10, MASK)
    bits.update(0b101)
    for _ in range(9):
        assert not changed(bits, 0b100)
        assert not bits.update(0b001, proved=MASK ^ 0b101) & CHANGED, "not even that it is closed is believed"
    assert changed(bits, 0b100) and bits.state[0] == 0b100


def test_what_is_masked_never_counts():
    bits = Debounce(1, 1, 10, MASK)
    assert bits.update(0x8000) == 0 and bits.state[0] == 0


def test_equal_to_a_count_point_by_point():
    """The result equals a plain counter for each point. One point flips in each frame, later points less often."""
    fifteen = [(2, 15, on, off) for on, off in ((4, 10), (1, 10), (3, 5), (15, 15), (1, 1))]
    for rows, size, on, off in fifteen + [(19, 19, 2, 2)]:
        number, points = seeded(on), [(row, column) for row in range(rows) for column in range(size)]
        bits, counts, state, words = Debounce(rows, on, off, (1 << size) - 1), {}, [0] * rows, [0] * rows
        for _ in range(6000 // len(points)):
            before = state[:]
            for row, column in points:
                if not number(1 + column):
                    words[row] ^= 1 << column
            for row in range(rows):
                if not number(20):
                    words[row] = state[row]  # no bit of the row differs, so all counts of the row begin again
            happened = bits.update(*words)
            for row, column in points:
                bit = 1 << column
                counts[row, column] = counts.get((row, column), 0) + 1 if (words[row] ^ state[row]) & bit else 0
                if counts[row, column] == (off if state[row] & bit else on):
                    state[row] ^= bit
                    counts[row, column] = 0
            assert list(bits.state) == state
            assert bool(happened & CHANGED) == (state != before)
            assert bool(happened & PENDING) == any(counts.values())


def test_frames_that_the_counters_cannot_hold():
    assert "1 to 15" in raises(ValueError, debounce, 1, 16, 1, MASK)
    assert "1 to 15" in raises(ValueError, debounce, 1, 1, 0, MASK)
