"""Dead or shorted lines are found on an empty board, by always-closed contacts and by reading with all rows low."""

from array import array

from tengen.codes import coded
from tengen.sensing import kernels, proof

EVERY = 0xFFFF


def frame():
    return array("I", [0x8000] * 15 + [0xFFFF, 0, 0])


def proved(words, sound=EVERY):
    """Return the rows that drive, and the columns that answer, that fall, and that can be believed.

    The last value has bit 15 if every line is proved. `sound`: the rows that were sound until now.
    """
    found = array("I", [EVERY] * 4)
    believed = kernels.prove(words, found, array("I", [sound, EVERY, EVERY, 1]), 15)
    return found[0], found[1], found[2], believed


def faults(words):
    return proof.faults(*(proved(words)[:3] + (15, 0, 25)))


def test_a_sound_matrix():
    assert proved(frame()) == (EVERY, EVERY, EVERY, EVERY)
    assert faults(frame()) == []


def test_a_stone_is_no_fault():
    played = frame()
    played[7] |= 1 << 7
    assert faults(played) == []


def test_a_dead_row_driver_is_named_with_its_595_and_pin():
    broken = frame()
    broken[6] = 0
    broken[8] = 0
    assert proved(broken)[0] == EVERY & ~(1 << 6) & ~(1 << 8)
    assert faults(broken) == [
        coded("device.row_dead", row=7, chip=1, pin=6),
        coded("device.row_dead", row=9, chip=2, pin=0),
    ]


def test_a_dead_input_is_named_with_its_gpio():
    broken = frame()
    broken[15] &= ~(1 << 3)
    assert proved(broken)[3] == 0x7FFF & ~(1 << 3)
    assert faults(broken) == [coded("device.column_dead", column="d", gpio=3)]


def test_a_column_that_is_high_with_all_rows_low_is_shorted():
    broken = array("I", [word | 1 << 14 for word in frame()[:17]] + [0])
    assert proved(broken)[3] == 0x3FFF
    assert faults(broken) == [coded("device.column_high", column="o", gpio=14)]


def test_a_dead_wired_shut_row_says_nothing_of_the_columns():
    broken = frame()
    broken[15] = 0
    assert proved(broken) == (EVERY >> 1, EVERY, EVERY, 0), "in this frame nothing proves a column"
    assert proved(broken, EVERY >> 1) == (EVERY >> 1, EVERY, EVERY, 0x7FFF), "known as dead"
    assert faults(broken) == [coded("device.shut_row_dead", chip=2, pin=7)]


def test_a_row_sense_that_is_high_in_one_frame_says_nothing_of_the_rows():
    broken = array("I", [word | 0x8000 for word in frame()[:17]] + [0])
    found, sound = array("I", [EVERY & ~8, EVERY, EVERY, 0]), array("I", [EVERY] * 3)
    assert kernels.prove(broken, found, sound, 15) == 0 and found[0] == EVERY & ~8, "row 4 is as dead as it was"
    sound[2] = EVERY >> 1
    assert kernels.prove(broken, found, sound, 15) == 0x7FFF, "known as broken: the others can be read"


def test_a_dead_column_stays_dead_when_the_wired_shut_row_dies_too():
    found, sound, broken = array("I", [EVERY] * 4), array("I", [EVERY >> 1, EVERY, EVERY]), frame()
    broken[15] &= ~(1 << 3)
    kernels.prove(broken, found, sound, 15)
    broken[15] = 0
    assert kernels.prove(broken, found, sound, 15) == 0x7FFF & ~(1 << 3) and found[1] == EVERY & ~(1 << 3)


def test_no_answer_at_all_is_one_fault():
    assert faults(array("I", [0] * 18)) == [coded("device.no_row", gpio=15)]


def test_columns_that_fall_too_slowly_are_one_fault():
    slow = array("I", [0xFFFF] * 17 + [0])
    assert faults(slow) == [coded("device.no_column", number=25)]


def test_the_first_fault_as_the_lights_have_it():
    every = 0xFFFF
    for rows, answers, falls, sign in (
        (every, every, every, ""),
        (every & ~(1 << 6) & ~(1 << 8), every & ~1, every, "ROW 7"),
        (every >> 1, every, every, "ROW 16"),
        (every, every & ~(1 << 3), every & ~(1 << 1), "COL B"),
        (every, every, every & ~(1 << 15), "COL 16"),
        (0, every, every, "ROW ?"),
        (every, every, 0, "COL ?"),
    ):
        assert proof.sign(rows, answers, falls, 15) == sign


def test_the_points_that_cannot_be_read():
    words = proof.unproved(EVERY & ~(1 << 6), EVERY & ~(1 << 3), EVERY, 15)
    found = proof.points(words, 15)
    assert len(found) == 15 + 14
    assert set(found) == set(range(90, 105)) | set(range(3, 225, 15))
    assert proof.points(proof.unproved(EVERY, EVERY, EVERY, 15), 15) == []


def test_lines_that_fail_now_and_then_are_named_with_part_and_pin():
    assert proof.intermittent(1 << 6 | 1 << 15, 1 << 3, 1 << 4, 15, 0) == [
        coded("device.row_fails", row=7, chip=1, pin=6),
        coded("device.shut_row_fails", chip=2, pin=7),
        coded("device.column_fails", column="d", gpio=3),
        coded("device.column_stays", column="e", gpio=4),
    ]
    assert proof.intermittent(0, 0, 0, 15, 0) == []


def test_what_fails_altogether_now_and_then_is_one_fault():
    assert proof.intermittent(EVERY, EVERY, 0, 15, 0) == [coded("device.all_rows", gpio=15)]
    assert proof.intermittent(0, 0, EVERY, 15, 0) == [coded("device.all_columns")]


def test_the_row_sense_is_named_by_itself():
    sense = 1 << 15
    assert proof.faults(EVERY, EVERY & ~sense, EVERY, 15, 0, 25) == [coded("device.sense_dead", gpio=15)]
    assert proof.faults(EVERY, EVERY, EVERY & ~sense, 15, 0, 25) == [coded("device.sense_high", gpio=15)]
    assert proof.intermittent(0, sense, 0, 15, 0) == [coded("device.sense_fails", gpio=15)]
    assert proof.intermittent(0, 0, sense, 15, 0) == [coded("device.sense_stays", gpio=15)]


def test_the_points_of_lines():
    assert proof.points(proof.lines(1 << 2, 1 << 14, 15), 15) == sorted(set(range(30, 45)) | set(range(14, 225, 15)))
