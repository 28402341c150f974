"""The session with a game that is not Renju: 9x9, two stones a turn, stones that are taken off the board."""

from table import Table
from tengen.games import BLACK, EMPTY, WHITE
from tengen.games.points import index
from tengen.session.hands import CALM, DISTURBED, PROVISIONAL


class Pairs:
    """Two stones a turn; a stone takes a neighbour of the other colour in its row off the board. No other rule."""

    name = "pairs"
    size = 9
    first = BLACK

    def __init__(self, **rules):
        self.cells = bytearray(81)
        self.moves = []
        self.turn = BLACK
        self.result = self.pending = None

    def zone(self):
        return None

    def wanted(self):
        return 2 - len(self.moves) % 2

    def refusal(self, point, kind="own"):
        return "there is a stone already" if self.cells[point] else None

    def warning(self, point, kind="own"):
        return None

    def excused(self, point):
        return False

    def pass_refusal(self):
        return "nobody passes"

    def play(self, point, kind="own"):
        removed = tuple(at for at in (point - 1, point + 1) if self.cells[at] not in (EMPTY, self.turn))
        self.cells[point] = self.turn
        for at in removed:
            self.cells[at] = EMPTY
        self.moves.append(point)
        if len(self.moves) % 2 == 0:
            self.turn = WHITE if self.turn == BLACK else BLACK
        return ((point, EMPTY, self.cells[point]),) + tuple((at, 3 - self.cells[point], EMPTY) for at in removed)

    def opening_name(self):
        return None


class SmallTable(Table):
    games = {"renju": Pairs}
    size = 9


def test_two_stones_a_turn():
    table = SmallTable(move="button").play_by_button("e5", "c3")
    assert table.session.match.game.turn == WHITE
    table.put("e6", "b2").wait(20)
    assert table.session.hands.state == PROVISIONAL, "two are not too many"
    table.press("p2").wait(20).press("p2")
    assert table.moves() == ["e5", "c3", "b2", "e6"] and table.session.match.game.turn == BLACK


def test_a_stone_that_is_taken_off_by_the_game_is_asked_away_by_lights():
    table = SmallTable(move="button").play_by_button("e5", "c3").put("f5").wait(20).press("p2")
    assert table.session.hands.state == DISTURBED
    assert list(table.session.hands.extra) == [index("e5", 9)] and not table.session.hands.missing
    table.lift("e5")
    assert table.session.hands.state == CALM and table.session.match.expects.who == "p2"
    table.put("e5").wait(20)
    assert table.session.hands.state == PROVISIONAL, "it may be put there again"
