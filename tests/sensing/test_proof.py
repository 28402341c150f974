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


def test_a_sound_matrix_has_no_faults():
    assert proof.faults(frame(), 15, 0) == []


def test_faults_name_row_column_part_and_pin():
    broken = frame()
    broken[6] = 0
    broken[8] = 0
    broken[15] &= ~(1 << 3)
    assert proof.faults(broken, 15, 0) == [
        "row 7 (595 #1 pin Q6) is dead: its sense bit never closes",
        "row 9 (595 #2 pin Q0) is dead: its sense bit never closes",
        "column d (GPIO3) is dead: it does not answer to the wired-shut row",
    ]


def test_no_answer_at_all_is_one_fault():
    found = proof.faults([0] * 16, 15, 0)
    assert len(found) == 1 and "row sense on GPIO15" in found[0]
