"""A game that can't be played, because somebody is still writing it, leaves the page's list of games alive."""

import half_a_game
import pytest
from fake_board import FakeBoard
from pages import client_of
from tengen.games import registry


@pytest.mark.parametrize(
    ("module", "why"),
    [
        ("no_such_module", "ModuleNotFoundError: No module named 'tengen.games.no_such_module'"),
        ("five NoSuchClass", "AttributeError: module 'tengen.games.five' has no attribute 'NoSuchClass'"),
        ("five", ""),
    ],
)
def test_it_is_in_the_list_with_the_reason(monkeypatch, module, why):
    half_a_game.add(monkeypatch, module)
    with client_of(FakeBoard()) as client:
        games = client.get("/board.json").json()["games"]
        rules = client.get(f"/rules/en/{half_a_game.NAME}.json").json()
    assert [game["name"] for game in games] == list(registry.NAMES)
    assert [game["broken"] for game in games] == [""] * (len(games) - 1) + [why]
    assert rules["pictures"] == [] and rules["sentences"][-1] == "(the sentences are missing in rules/pages.py)"


def test_all_games_can_be_played():
    with client_of(FakeBoard()) as client:
        assert not any(game["broken"] for game in client.get("/board.json").json()["games"])
