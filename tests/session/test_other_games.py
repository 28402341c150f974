"""The session with a game on 9x9 points of the 15x15 board, with two stones a turn and stones that are taken off."""

from table import Table
from tengen.games import BLACK, EMPTY, OWN, opponent, registry, undone
from tengen.games.points import index
from tengen.session.board_state import PROVISIONAL


class Pairs:
    """Two stones a turn; a stone takes a neighbour of the other colour in its row off the board. No other rule."""

    name = "pairs"
    size = 9
    torus = False
    first = BLACK
    has_fouls = False
    goal = 0
    captured = (0, 0, 0)
    standing = ()

    def __init__(self, **rules):
        self.cells = bytearray(81)
        self.moves = []
        self.turn = BLACK
        self.result = self.pending = None
        self._changes = []

    def wanted(self):
        return 2 - len(self.moves) % 2

    def zone(self):
        return None

    def kinds(self):
        return (OWN,)

    def refusal(self, point, kind=OWN):
        return "there is a stone already" if self.cells[point] else None

    def warning(self, point, kind=OWN):
        return None

    def excused(self, point):
        return False

    def fouls(self):
        return []

    def opening_name(self):
        return None

    def pass_refusal(self):
        return "nobody passes"

    def effect(self, point, kind=OWN):
        taken = [at for at in (point - 1, point + 1) if self.cells[at] == opponent(self.turn)]
        return ((point, EMPTY, self.turn),) + tuple([(at, opponent(self.turn), EMPTY) for at in taken])

    def play(self, point, kind=OWN):
        changes = self.effect(point)
        for at, _, now in changes:
            self.cells[at] = now
        self._changes.append(changes)
        self.moves.append(point)
        if len(self.moves) % 2 == 0:
            self.turn = opponent(self.turn)
        return changes

    def take_back(self):
        changes = undone(self._changes.pop())
        for at, _, now in changes:
            self.cells[at] = now
        self.moves.pop()
        if len(self.moves) % 2:
            self.turn = opponent(self.turn)
        return changes


def small_table(**settings):
    """A table on whose board of 15x15 a game of Pairs begins; the settings are those of Renju."""
    new = registry.new
    registry.new = lambda name, size, options, **rules: Pairs(**rules)
    try:
        return Table(**settings)
    finally:
        registry.new = new


class Field9:
    """Names of points of the field as points of the board: a1 of the field is d4 of the board."""

    def __init__(self, table):
        self.table = table

    def put(self, *names):
        """Put or lift stones on points of the field."""
        size = self.table.size
        for each in names:
            at = self.table.session.field.on_board(index(each, 9))
            self.table.stones[at // size] ^= 1 << at % size
        self.table.look()
        return self.table


def begun():
    table = small_table(move="button", opening="swap-5")
    return table, Field9(table)


def test_two_stones_of_a_turn_are_provisional_together_in_the_order_in_which_they_were_put():
    table, field = begun()
    field.put("e6").wait(20)
    field.put("e5").wait(20)
    state = table.session.board_state
    assert state.state == PROVISIONAL and list(state.stones) == [index("e6", 9), index("e5", 9)]
    assert table.last("provisional")["points"] == ["e6", "e5"] and table.last("provisional")["point"] == "e5"
