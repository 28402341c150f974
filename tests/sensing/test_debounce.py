"""Debounce on words: each point by itself, on and off after a number of frames."""

from array import array

from support import raises
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
        """The rows that differ from the frame before, as bits: only these, and rows that still count, need a look."""
        before, self.before = self.before, words
        return sum(1 << row for row in range(len(words)) if before is None or words[row] != before[row])


def changed(bits, *words):
    return bool(bits.update(*words) & CHANGED)


def test_a_bit_turns_on_after_so_many_closed_frames():
    bits = Debounce(1, 4, 10, MASK)
    for _ in range(3):
        assert bits.update(1) == PENDING
    assert bits.update(1) == CHANGED
    assert bits.state[0] == 1
    assert bits.update(1) == 0


def test_a_bit_turns_off_after_so_many_open_frames():
    bits = Debounce(1, 1, 10, MASK)
    bits.update(4)
    for _ in range(9):
        assert bits.update(0) == PENDING
    assert bits.state[0] == 4
    assert bits.update(0) == CHANGED
    assert bits.state[0] == 0


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


def test_one_frame_is_enough_for_the_touch():
    bits = Debounce(1, 1, 10, MASK)
    assert bits.update(1 << 14) == CHANGED
    assert bits.state[0] == 1 << 14


def test_a_bounce_begins_the_count_anew():
    bits = Debounce(1, 4, 10, MASK)
    for word in (1, 1, 1, 0, 1, 1, 1):
        assert not changed(bits, word)
    assert changed(bits, 1)


def test_a_chattering_neighbour_does_not_hold_up_a_stone():
    bits = Debounce(2, 4, 10, MASK)
    for number in range(4):
        happened = bits.update(2 | number & 1, 0)
    assert happened == CHANGED | PENDING
    assert bits.state[0] == 2


def test_every_count_from_one_to_fifteen():
    for frames in range(1, 16):
        bits = Debounce(1, frames, frames, MASK)
        for _ in range(frames - 1):
            assert not changed(bits, 0x5555)
        assert changed(bits, 0x5555), frames
        for _ in range(frames - 1):
            assert not changed(bits, 0)
        assert changed(bits, 0), frames


def test_what_is_masked_never_counts():
    bits = Debounce(1, 1, 10, MASK)
    assert bits.update(0x8000) == 0 and bits.state[0] == 0


def test_a_board_of_nineteen():
    bits = Debounce(19, 2, 2, (1 << 19) - 1)
    closed, opened = [1 << 18] * 19, [1 << 19] * 19
    assert not changed(bits, *closed) and changed(bits, *closed)
    assert list(bits.state) == [1 << 18] * 19
    assert not changed(bits, *opened) and changed(bits, *opened)
    assert list(bits.state) == [0] * 19


def test_equal_to_a_count_point_by_point():
    # compared with a plain counter for each point, over frames that flicker by a fixed rule
    bits, counts, state = Debounce(1, 3, 5, MASK), [0] * 15, 0
    for number in range(400):
        word = (number * 2654435761 >> 7) & (number * 40503 >> 3) & MASK
        if number % 9 < 6:
            word |= 0x1F
        before = state
        happened = bits.update(word)
        for column in range(15):
            bit = 1 << column
            counts[column] = counts[column] + 1 if (word ^ state) & bit else 0
            if counts[column] >= (5 if state & bit else 3):
                state ^= bit
                counts[column] = 0
        assert bits.state[0] == state, number
        assert bool(happened & CHANGED) == (state != before), number
        assert bool(happened & PENDING) == any(counts), number


def test_frames_that_the_counters_cannot_hold():
    assert "1 to 15" in raises(ValueError, debounce, 1, 16, 1, MASK)
    assert "1 to 15" in raises(ValueError, debounce, 1, 1, 0, MASK)
