"""The difference between the stones that must be there and those that are."""

from array import array

from tengen.sensing.reconcile import Reconcile


def words(*points, size=15):
    rows = array("I", [0] * size)
    for point in points:
        rows[point // size] |= 1 << point % size
    return rows


def expecting(*points):
    reconcile = Reconcile(15)
    cells = bytearray(225)
    for point in points:
        cells[point] = 1
    reconcile.expect(cells)
    reconcile.update(words(*points), words(*points), 0)
    return reconcile


def test_an_empty_board_that_must_be_empty():
    reconcile = expecting()
    assert reconcile.new == [] and reconcile.missing == [] and reconcile.settled


def test_a_new_stone_is_first_touched_then_settled():
    reconcile = expecting(112)
    assert reconcile.update(words(112, 128), words(112), 50)
    assert reconcile.new == [128] and not reconcile.settled and reconcile.since == 50
    assert not reconcile.update(words(112, 128), words(112, 128), 58)
    assert reconcile.settled and reconcile.since == 58


def test_rest_counts_from_the_last_change():
    reconcile = expecting()
    reconcile.update(words(7), words(7), 100)
    assert not reconcile.update(words(7), words(7), 500)
    assert reconcile.since == 100


def test_a_lifted_stone_is_missing():
    reconcile = expecting(0, 224)
    assert reconcile.update(words(0), words(0), 9)
    assert reconcile.missing == [224] and reconcile.new == []


def test_a_slid_stone_is_missing_and_new():
    reconcile = expecting(16)
    assert reconcile.update(words(17), words(17), 9)
    assert reconcile.missing == [16] and reconcile.new == [17]


def test_a_move_makes_the_new_stone_an_expected_one():
    reconcile = expecting()
    reconcile.update(words(112), words(112), 5)
    cells = bytearray(225)
    cells[112] = 1
    reconcile.expect(cells)
    assert reconcile.update(words(112), words(112), 6)
    assert reconcile.new == [] and reconcile.missing == []


def test_a_board_of_nine():
    reconcile = Reconcile(9)
    assert reconcile.update(words(80, size=9), words(80, size=9), 1)
    assert reconcile.new == [80]


def test_a_board_of_nineteen():
    reconcile = Reconcile(19)
    cells = bytearray(361)
    cells[18] = 2
    reconcile.expect(cells)
    assert reconcile.update(words(360, size=19), words(360, size=19), 1)
    assert reconcile.new == [360] and reconcile.missing == [18]
