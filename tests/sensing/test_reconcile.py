"""The interpretation of differences between board and game, caused by hands, sleeves, floors, magnets; as drawings."""

from array import array

from portable import seeded
from tengen.sensing.reconcile import (
    CALM,
    DISTURBED,
    LIFTED,
    PLACED,
    RESTORED,
    SEVERAL,
    SLID,
    WITHDRAWN,
    Reconciler,
)


class Table:
    """A board with the expected points of its game, and the stones on it."""

    def __init__(self, *points, size=15):
        self.size = size
        self.now = 0
        self.stones = array("I", [0] * size)
        self.opened = array("I", [0] * size)
        self.reconcile = Reconciler(size)
        self.expect(*points)
        assert self.toggle(*points) is None

    def expect(self, *points, wanted=1):
        cells = bytearray(self.size**2)
        for point in points:
            cells[point] = 1
        self.reconcile.expect(cells, wanted)
        return self

    def toggle(self, *points):
        """Place or lift the stones of these points, all in one moment. Return the result."""
        for point in points:
            self.stones[point // self.size] ^= 1 << point % self.size
        return self.look()

    def look(self, stones=None):
        stones = self.stones if stones is None else stones
        return self.reconcile.update(array("I", list(self.stones) + list(stones) + list(self.opened)), self.now)

    def open(self, *points):
        """Set the reeds that are open at the moment. They are under these touched points."""
        for row in range(self.size):
            self.opened[row] = 0
        for point in points:
            self.opened[point // self.size] |= 1 << point % self.size

    def is_calm(self):
        return self.reconcile.kind == CALM and not self.reconcile.new and not self.reconcile.missing


def test_an_empty_board_that_must_be_empty():
    assert Table().is_calm() and Table().reconcile.settled


def test_a_stone_is_placed_and_withdrawn():
    table = Table(112)
    assert table.toggle(128) == PLACED and table.reconcile.new == [128]
    assert table.look() is None, "once is enough"
    assert table.toggle(128) == WITHDRAWN and table.is_calm()


def test_a_new_stone_is_first_touched_then_settled():
    table = Table()
    table.stones[7] = 1 << 7
    table.now = 50
    assert table.look(stones=array("I", [0] * 15)) == PLACED
    assert not table.reconcile.settled and table.reconcile.since == 50
    table.now = 58
    assert table.look() is None
    assert table.reconcile.settled and table.reconcile.since == 58
    table.now = 500
    table.look()
    assert table.reconcile.since == 58, "rest counts from the last change"


def test_more_new_stones_than_the_turn_wants_are_several():
    table = Table()
    assert table.toggle(3, 4) == SEVERAL and table.reconcile.new == [3, 4]
    assert table.toggle(3) == PLACED and table.reconcile.new == [4]


def test_a_turn_of_two_stones():  # for Connect6, later
    table = Table().expect(wanted=2)
    assert table.toggle(3) == PLACED and table.toggle(4) == PLACED
    assert table.toggle(5) == SEVERAL


def test_a_move_makes_the_new_stone_an_expected_one():
    table = Table()
    table.toggle(112)
    table.expect(112)
    assert table.look() == WITHDRAWN and table.is_calm()


def test_a_stone_is_lifted_and_put_back():
    table = Table(0, 224)
    table.now = 9
    assert table.toggle(224) == LIFTED and table.reconcile.missing == [224] and table.reconcile.since == 9
    assert table.toggle(224) == RESTORED and table.is_calm()


def test_a_stone_is_slid_to_a_neighbour_and_back():
    for target in (15, 17, 1, 31, 0, 2, 30, 32):
        table = Table(16)
        table.open(16)
        assert table.toggle(target) is None, "the reed that it leaves has opened: it may be the same stone"
        assert table.reconcile.leaving
        table.open()
        assert table.toggle(16) == SLID
        assert (table.reconcile.missing, table.reconcile.new) == ([16], [target])
        table.open(target)
        assert table.toggle(16) is None
        table.open()
        assert table.toggle(target) == RESTORED and table.is_calm()


def test_a_stone_that_lies_elsewhere_is_not_slid():
    assert Table(14).toggle(14, 15) == DISTURBED, "o1 and a2 are no neighbours"
    assert Table(16).toggle(16, 18) == DISTURBED


def test_a_new_stone_slid_on_before_it_is_a_move_is_placed_there():
    table = Table(0)
    table.toggle(16)
    table.open(16)
    assert table.toggle(17) is None and table.reconcile.kind == PLACED
    table.open()
    assert table.toggle(16) == PLACED and table.reconcile.new == [17]


def test_the_bounce_of_a_new_stone_holds_nothing_up():
    table = Table(0)
    table.open(16)
    assert table.toggle(16) == PLACED


def test_a_new_stone_beside_a_missing_one_is_extra_until_all_is_back():
    table = Table(0, 100)
    assert table.toggle(0) == LIFTED
    assert table.toggle(200) == DISTURBED
    assert (table.reconcile.missing, table.reconcile.new) == ([0], [200])
    assert table.toggle(0) == RESTORED
    assert table.reconcile.kind == PLACED and table.reconcile.new == [200], "and then it counts"


GAME = (112, 128, 96, 113, 111, 98, 126, 97, 127, 82)


def test_a_hand_sweeps_over_the_board():
    # a hand moves from left to right and pushes every stone of a row by one point; then it puts the stones back one by
    # one
    table = Table(*GAME)
    row = sorted(point for point in GAME if 105 <= point < 135)
    for point in reversed(row):
        table.now += 15
        table.open(point)
        assert table.toggle(point + 1) in (None, DISTURBED)
        table.open()
        assert table.toggle(point) in (SLID, DISTURBED)
    assert table.reconcile.kind == DISTURBED and table.reconcile.missing
    happened = []
    for point in row:
        table.now += 500
        happened.append(table.toggle(point + 1))
        happened.append(table.toggle(point))
    assert set(happened) <= {None, LIFTED, SLID, DISTURBED, RESTORED}, "never a stone of the game"
    assert happened[-1] == RESTORED and happened.count(RESTORED) == 1
    assert table.is_calm()


def test_a_sleeve_drags_three_stones():
    table = Table(*GAME)
    for point in (98, 113, 128):
        table.open(point)
        table.toggle(point + 1)
        table.open()
        table.toggle(point)
    assert table.reconcile.kind == DISTURBED
    assert table.reconcile.missing == [98, 113, 128] and table.reconcile.new == [99, 114, 129]
    table.now = 3000
    table.look()
    assert table.reconcile.since == 0, "and the time of the disturbance is known"
    for point in (113, 98):
        assert table.toggle(point, point + 1) in (DISTURBED, SLID)
    assert table.toggle(129, 128) == RESTORED and table.is_calm()


def test_a_board_is_knocked_to_the_floor_and_rebuilt_in_any_order():
    for seed in range(50):
        number = seeded(seed)
        table, left, back = Table(*GAME), list(GAME), list(GAME)
        while left:
            table.now += 1
            assert table.toggle(left.pop(number(len(left)))) in (LIFTED, DISTURBED)
        assert table.reconcile.missing == sorted(GAME)
        while back:
            table.now += 400
            wrong = number(225)
            if wrong not in GAME and number(3) == 0:
                assert table.toggle(wrong) == DISTURBED
                assert table.toggle(wrong) in (LIFTED, DISTURBED)
            happened = table.toggle(back.pop(number(len(back))))
            assert happened == (RESTORED if not back else LIFTED if len(back) == 1 else DISTURBED)
        assert table.is_calm()


def test_a_magnet_passes_under_the_table():
    # a magnet closes the reeds of a column one after another, sometimes two at a time; reeds under stones are already
    # closed
    table = Table(*GAME)
    happened, before = [], ()
    for row in range(15):
        table.now += 40
        under = tuple(p for p in (15 * row + 7, 15 * row + 8) if p not in GAME)
        happened.append(table.toggle(*(before + under)))
        assert not table.reconcile.missing
        before = under
    table.now += 40
    happened.append(table.toggle(*before))
    assert set(happened) <= {None, PLACED, SEVERAL, WITHDRAWN} and happened[-1] == WITHDRAWN
    assert table.is_calm()


def test_a_point_that_is_not_trusted_is_as_expected():
    table = Table(0, 100)
    table.reconcile.distrust([0, 3, 100])
    assert table.toggle(0, 3, 100) is None and table.is_calm()
    table.open(3)
    assert table.toggle(200) == PLACED, "nor does its opening hold anything up"
    table.open()
    table.reconcile.distrust([])
    assert table.look() == DISTURBED
    assert (table.reconcile.missing, table.reconcile.new) == ([0, 100], [200, 3])


def test_a_board_of_nine():
    table = Table(size=9)
    assert table.toggle(80) == PLACED and table.reconcile.new == [80]


def test_a_board_of_nineteen():
    table = Table(18, size=19)
    assert table.toggle(18, 360) == DISTURBED
    assert table.reconcile.new == [360] and table.reconcile.missing == [18]
