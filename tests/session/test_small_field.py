"""The session with a game on 9x9 points of the 15x15 board, with two stones a turn and stones that are taken off."""

from table import Table
from tengen.codes import coded
from tengen.games import BLACK, EMPTY, OWN, WHITE, opponent, registry, undone
from tengen.games.points import index, name
from tengen.session.board_state import CALM, DISTURBED, LIFTING, PROVISIONAL, TELL_MS


class Pairs:
    """Two stones a turn; a stone takes a neighbour of the other colour in its row off the board. No other rule."""

    name = "pairs"
    size = 9
    torus = False
    first = BLACK
    may_foul = ()
    may_pass = False
    moves_others = False
    goal = 0
    counts_removed = False
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

    def rest_of(self, point):
        return -1

    def refusal(self, point, kind=OWN):
        return coded("refused.occupied") if self.cells[point] else None

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

    def changes_of(self, number):
        return self._changes[number]

    def colour_of(self, number):
        return WHITE if number // 2 % 2 else BLACK

    def take_back(self):
        changes = undone(self._changes.pop())
        for at, _, now in changes:
            self.cells[at] = now
        self.moves.pop()
        if len(self.moves) % 2:
            self.turn = opponent(self.turn)
        return changes


class SmallTable(Table):
    """A table on whose board of 15x15 a game of Pairs is played; stones are named by the points of its field."""

    field_size = 9

    def __init__(self, **settings):
        new = registry.new
        registry.new = lambda name, size, options, **rules: Pairs(**rules)
        try:
            super().__init__(move="button", opening="swap-5", **settings)
        finally:
            registry.new = new

    def put(self, *points):
        field = self.session.field
        return super().put(*[name(field.on_board(index(point, field.size)), self.size) for point in points])

    lift = put


def pairs():
    """A table at which each turn wants two stones, as the opening is over."""
    table = SmallTable()
    table.session.match.opening.expects = None
    table.session.match._follow()
    table.session.reconciler.expect(table.session.match.cells, 2)
    return table


# A field that is smaller than the board


def test_a_small_field_lies_in_the_middle_of_the_board_in_a_ring_of_lights():
    table = SmallTable()
    field = table.session.field
    assert field.on_board(0) == index("d4", 15) and field.on_board(80) == index("l12", 15)
    ring = table.picture().frame
    assert len(ring) == 40 and index("c3", 15) in ring and index("m13", 15) in ring and index("d4", 15) not in ring


def test_a_stone_outside_the_field_is_asked_away_and_is_no_move():
    table = pairs()
    Table.put(table, "a1").wait(TELL_MS)
    assert table.session.board_state.state == DISTURBED and table.last("disturbed")["outside"] == 1
    assert table.picture().outside == (index("a1", 15),)
    table.press("p1")
    assert table.refused() == ("p1", coded("refused.outside"))
    table.put("e5").press("p1")
    parts = [coded("refused.take_away", points=["e5"]), coded("refused.outside")]
    assert table.refused()[1] == coded("refused.all", parts=parts) and not table.moves()
    Table.put(table, "a1").wait(20)
    assert table.session.board_state.state == PROVISIONAL


# Two stones a turn


def test_two_stones_of_a_turn_are_provisional_together_in_the_order_in_which_they_were_put():
    table = pairs().put("e6").wait(20).put("e5").wait(20)
    state = table.session.board_state
    assert state.state == PROVISIONAL and list(state.stones) == [index("e6", 9), index("e5", 9)]
    assert table.last("provisional")["points"] == ["e6", "e5"] and table.last("provisional")["point"] == "e5"
    picture = table.picture()
    assert picture.provisional == index("e5", 9) and picture.earlier == (index("e6", 9),)


def test_the_press_makes_all_stones_of_the_turn_moves():
    table = pairs().put("e6", "c3").wait(20).press("p1")
    assert table.moves() == ["c3", "e6"] and table.session.match.game.turn == WHITE
    moves = [event for event in table.told if event["code"] == "move"]
    assert [(event["n"], event["colour"], event["who"]) for event in moves] == [
        (1, "black", "p1"),
        (2, "black", "p1"),
    ]


def test_the_press_is_refused_with_a_word_while_a_stone_is_missing():
    table = pairs().put("e6").wait(20).press("p1")
    assert table.refused() == ("p1", coded("refused.more_stones", n=1)) and not table.moves()


# Stones that are taken off


def test_captured_stones_may_be_lifted_before_the_press():
    table = pairs().put("e5", "c3").wait(20).press("p1").put("f5", "a1").wait(20)
    assert table.last("provisional")["takes"] == ["e5"] and table.picture().takes == (index("e5", 9),)
    table.lift("e5").wait(TELL_MS)
    assert table.session.board_state.state == PROVISIONAL, "that is what the stone is going to do"
    table.press("p2")
    assert table.session.board_state.state == CALM and table.moves()[2:] in (["f5", "a1"], ["a1", "f5"])


def test_stones_that_the_game_has_taken_are_asked_away_and_the_next_stone_waits():
    table = pairs().put("e5", "c3").wait(20).press("p1").put("f5", "a1").wait(20).press("p2")
    state = table.session.board_state
    assert state.state == LIFTING and list(state.lift) == [index("e5", 9)] and not state.missing and not state.extra
    assert table.last("lift")["points"] == ["e5"] and table.picture().lift == (index("e5", 9),)
    table.put("b2").wait(20)
    assert state.state == LIFTING and table.last("lift")["provisional"] == "b2"
    table.press("p1")
    assert table.refused() == ("p1", coded("refused.take_away", points=["e5"]))
    table.lift("e5").wait(20)
    assert state.state == PROVISIONAL and table.last("lift")["points"] == []
    assert table.last("provisional")["point"] == "b2"
    assert table.session.match.cells[index("e5", 9)] == EMPTY
