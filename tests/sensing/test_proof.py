"""The wired-shut row and column tell a dead driver or input, on an empty board."""

from tengen.sensing import proof


def frame():
    return [0x8000] * 15 + [0xFFFF]


def test_a_sound_matrix():
    assert proof.dead_rows(frame(), 15) == []
    assert proof.dead_columns(frame(), 15) == []


def test_a_dead_row_driver():
    broken = frame()
    broken[6] = 0
    assert proof.dead_rows(broken, 15) == [6]


def test_a_dead_input():
    broken = frame()
    broken[15] &= ~(1 << 3)
    assert proof.dead_columns(broken, 15) == [3]


def test_a_dead_wired_shut_row_says_nothing_of_the_columns():
    broken = frame()
    broken[15] = 0
    assert proof.dead_rows(broken, 15) == [15]
    assert proof.dead_columns(broken, 15) == []


def test_a_stone_is_no_fault():
    played = frame()
    played[7] |= 1 << 7
    assert proof.dead_rows(played, 15) == [] and proof.dead_columns(played, 15) == []
