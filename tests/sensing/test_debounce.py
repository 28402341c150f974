"""Debounce on words: each point by itself, on and off after so many frames."""

from array import array

from support import raises
from tengen.sensing.debounce import Debounce

MASK = 0x7FFF


def frame(*words):
    return array("H", list(words))


def test_a_bit_turns_on_after_so_many_closed_frames():
    debounce = Debounce(1, 4, 10)
    for _ in range(3):
        assert not debounce.update(frame(1), MASK)
        assert debounce.pending
    assert debounce.update(frame(1), MASK)
    assert debounce.state[0] == 1
    assert not debounce.pending


def test_a_bit_turns_off_after_so_many_open_frames():
    debounce = Debounce(1, 1, 10)
    debounce.update(frame(4), MASK)
    for _ in range(9):
        assert not debounce.update(frame(0), MASK)
    assert debounce.state[0] == 4
    assert debounce.update(frame(0), MASK)
    assert debounce.state[0] == 0


def test_one_frame_is_enough_for_the_touch():
    debounce = Debounce(1, 1, 10)
    assert debounce.update(frame(1 << 14), MASK)
    assert debounce.state[0] == 1 << 14


def test_a_bounce_begins_the_count_anew():
    debounce = Debounce(1, 4, 10)
    for word in (1, 1, 1, 0, 1, 1, 1):
        assert not debounce.update(frame(word), MASK)
    assert debounce.update(frame(1), MASK)


def test_a_chattering_neighbour_does_not_hold_up_a_stone():
    debounce = Debounce(2, 4, 10)
    for number in range(4):
        changed = debounce.update(frame(2 | number & 1, 0), MASK)
    assert changed
    assert debounce.state[0] == 2


def test_every_count_from_one_to_fifteen():
    for frames in range(1, 16):
        debounce = Debounce(1, frames, frames)
        for _ in range(frames - 1):
            assert not debounce.update(frame(0x5555), MASK)
        assert debounce.update(frame(0x5555), MASK), frames
        for _ in range(frames - 1):
            assert not debounce.update(frame(0), MASK)
        assert debounce.update(frame(0), MASK), frames


def test_the_row_sense_is_no_stone():
    debounce = Debounce(1, 1, 10)
    assert not debounce.update(frame(0x8000), MASK)


def test_a_board_of_nineteen():
    debounce, mask = Debounce(19, 2, 2), (1 << 19) - 1
    closed, opened = array("I", [1 << 18] * 19), array("I", [1 << 19] * 19)
    assert not debounce.update(closed, mask) and debounce.update(closed, mask)
    assert list(debounce.state) == [1 << 18] * 19
    assert not debounce.update(opened, mask) and debounce.update(opened, mask)
    assert list(debounce.state) == [0] * 19


def test_equal_to_a_count_point_by_point():
    # the same with a plain counter a point, over frames that flicker by a fixed rule
    debounce, counts, state = Debounce(1, 3, 5), [0] * 15, 0
    for number in range(400):
        word = (number * 2654435761 >> 7) & (number * 40503 >> 3) & MASK
        if number % 9 < 6:
            word |= 0x1F
        debounce.update(frame(word), MASK)
        for column in range(15):
            bit = 1 << column
            counts[column] = counts[column] + 1 if (word ^ state) & bit else 0
            if counts[column] >= (5 if state & bit else 3):
                state ^= bit
                counts[column] = 0
        assert debounce.state[0] == state, number


def test_frames_that_the_counters_cannot_hold():
    assert "1 to 15" in raises(ValueError, Debounce, 1, 16, 1)
    assert "1 to 15" in raises(ValueError, Debounce, 1, 1, 0)
