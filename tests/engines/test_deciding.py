"""Test that the board's partner makes the decisions for which the Gomocup protocol has no word, in every opening."""

import pytest
from seats import hands, person
from table import Table
from tengen.games import registry
from tengen.games.points import index
from tengen.partner.fours import Fours
from tengen.partner.player import Player
from tengen_host.engines.deciding import RULES, Question, own_answer
from tengen_host.wire.state import State, game_of

PLAYER = Player(Fours())
DEEDS = 14


def table(**settings):
    return Table(**settings).wait(20)


def question(its):
    """Return the board's question to the player on the laptop, or None, from the board's groups alone."""
    groups = its.groups()
    return Question.of(State(groups, game=game_of(groups)))


@pytest.mark.parametrize("seat", ["p1", "p2"])
@pytest.mark.parametrize("game", ["renju", "gomoku", "five"])
def test_every_question_of_every_opening_is_answered_as_the_board_allows(game, seat):
    for opening in registry.openings(game):
        its = table(partner=seat + " laptop", game=game, opening=opening)
        engine = set()
        for deed in range(DEEDS):
            if its.session.match.result:
                break
            asked = question(its)
            if asked is None:
                person(its, deed)
                continue
            engine.add(asked.is_for_engine)
            command = {"question": asked.number, **own_answer(PLAYER, asked, deed, level=1)}
            its.director.obey(("partner", command), its.now)  # raises an error if the board refuses the command
            its.wait(20)
            hands(its)
        assert True in engine, (opening, "after the opening an engine can play")
        # whether this seat must decide something in the opening, or put a stone where some points are forbidden
        decides = opening not in ("free", "free centre", "centre") or (seat == "p1" and opening != "free")
        assert (False in engine) == decides, opening


def test_the_stones_of_a_question_are_in_the_order_of_play():
    its = table(partner="p2 laptop", game="five", opening="free").play("h8").wait(20)
    asked = question(its)
    assert asked.is_for_engine and asked.stones() == [(index("h8", 15), 1)] and asked.turn == 2
    assert RULES[asked.state.game] == 0


def test_a_draw_is_declined_for_an_engine():
    its = table(partner="p2 laptop").play("h8").wait(20).enter("p1", "draw").wait(20)
    assert own_answer(PLAYER, question(its), 1) == {"draw": False}
