"""The quick look at new stones (BoardState._take_new) gives the same events as the full look (_take_all)."""

import random

import pytest
from people import People
from tengen.games import registry
from tengen.games.points import name
from tengen.session.board_state import BoardState

GAMES = [game for game in registry.NAMES if 8 <= min(registry.sizes(game)) <= 15]  # on smaller fields games are short
DEEDS, LEAST_QUICK = 120, 20


def played(game, seed):
    """Return all events of a board where people place, slide, lift and restore stones and press at random."""
    chance = random.Random(f"{game} {seed}")
    opening = "free" if "free" in registry.openings(game) else registry.openings(game)[0]
    board = People(game=game, opening=opening, mode=chance.choice(("casual", "referee", "teach")))
    for _ in range(DEEDS):
        lying, free = board.lying(), board.free()
        deed = chance.choice(("put", "put", "put", "two", "lift", "slide", "press", "press", "hold", "wait"))
        asked = board.session.match.asked()
        who = asked.who if asked and chance.random() < 0.8 else "p1"
        near = [point for point in free if any(abs(point - each) in (1, 14, 15, 16) for each in lying)] or [112]
        if deed in ("put", "two"):
            for _ in range(1 if deed == "put" else 2):
                board.put(name(chance.choice(near if chance.random() < 0.9 else free), 15))
        elif deed == "lift" and lying:
            board.lift(name(chance.choice(lying), 15))
        elif deed == "slide" and lying:
            board.slide(name(chance.choice(lying), 15), name(chance.choice(free), 15))
        elif deed in ("press", "hold"):
            getattr(board, deed)(who)
        board.wait(chance.choice((4, 250, 900)))
        if board.session.match.result:
            board.lift(*[name(point, 15) for point in board.lying()]).wait(900).press("arbiter")
        elif chance.random() < 0.5:
            for point in board.wrong():
                board.put(name(point, 15))  # put() lifts the stone if it is already there
            board.wait(chance.choice((4, 250)))
    return board.told


@pytest.mark.parametrize("game", GAMES)
def test_the_quick_look_tells_what_the_thorough_one_tells(game, monkeypatch):
    taken, quick = BoardState._take_new, []
    monkeypatch.setattr(BoardState, "_take_new", lambda self, new: quick.append(len(new)) or taken(self, new))
    for seed in range(3):
        quick.clear()
        told = played(game, seed)
        assert sum(map(bool, quick)) > LEAST_QUICK, "it was used"
        with monkeypatch.context() as patch:
            patch.setattr(BoardState, "_is_plain", lambda self: False)
            quick.clear()
            assert played(game, seed) == told and not quick
