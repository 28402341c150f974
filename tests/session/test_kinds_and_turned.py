"""Stones of another kind, and stones that a move turns: what is told of them. Source: GAMES 13 and 14."""

from table import Table
from tengen.games import EMPTY, OWN, opponent, registry
from tengen.games.gomoku import Gomoku
from tengen.games.points import index
from tengen.session.board_state import CALM, LIFTING


class Turning(Gomoku):
    """A stone turns its enemy neighbours in the row; each next stone may be a bomb, which does nothing else here."""

    def kinds(self):
        return (OWN, "bomb")

    def _changes(self, point, kind):
        mover = self.turn
        beside = [at for at in (point - 1, point + 1) if self.cells[at] == opponent(mover)]
        return ((point, EMPTY, mover),) + tuple([(at, opponent(mover), mover) for at in beside])


def turning(*moves):
    """A game of Turning by buttons, with any first stone, after these moves."""
    new = registry.new
    registry.new = lambda name, size, options, **rules: Turning(15, options, **rules)
    try:
        table = Table(game="gomoku", opening="swap-5", move="button")
    finally:
        registry.new = new
    table.session.match.opening.expects = None
    table.session.match._follow()
    return table.play_by_button(*moves)


def test_the_state_has_the_kind_of_the_next_stone_until_it_is_a_move():
    table = turning()
    assert "kind" not in table.groups()["hand"]
    table.enter("p1", "bomb")
    assert table.groups()["hand"]["kind"] == "bomb"
    table.put("h8").wait(20).press("p1")
    assert table.last("move")["kind"] == "bomb" and "kind" not in table.groups()["hand"]


def test_the_state_names_the_stones_that_must_be_turned():
    table = turning("h8", "i8")
    state = table.session.board_state
    assert state.state == LIFTING and list(state.turn) == [index("h8", 15)]
    assert table.last("lift")["turn"] == ["h8"] and table.last("lift")["points"] == []
    groups = table.groups()
    assert groups["hand"] == {"state": LIFTING, "turn": ["h8"]} and groups["asks"]["turn"] == "black"
    table.lift("h8").wait(20).put("h8").wait(20)
    assert table.session.board_state.state == CALM and table.groups()["hand"] == {"state": CALM}
