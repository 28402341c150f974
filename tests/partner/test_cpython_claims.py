"""The partner's claims are true. The plain search of the tests finds each win and each loss that it claims."""

import random
from collections import Counter

import ledger
import plain_fours
import pytest
from definition import SIZE, verdict
from needs import needs_numba
from tengen.games import BLACK, WHITE, opponent, registry
from tengen.session.opening import Expects
from tengen_host.solve import partner

pytestmark = needs_numba

MARKS = {BLACK: "X", WHITE: "O"}
CLAIM = 29_000  # a value beyond this is a claim
LEVEL, SHORT_US = 4, 150_000


def board_text(cells):
    """Return the stones as plain_fours reads them: row 15 first."""
    rows = [cells[at : at + SIZE] for at in range(0, len(cells), SIZE)]
    return "".join(MARKS.get(cell, ".") for row in reversed(rows) for cell in row)


def wins(cells, colour):
    """Return whether the colour, which is to move, makes a five at once or wins by fours."""
    return bool(plain_fours.solve(board_text(cells), MARKS[colour])[0])


def loses(cells, colour):
    """Return whether the other side wins after each possible stone of the colour, which is to move."""
    black, white = (plain_fours.stones(board_text(cells), mark) for mark in "XO")
    own = black if colour == BLACK else white
    for at in [at for at, cell in enumerate(cells) if not cell]:
        point = at % SIZE, at // SIZE
        if plain_fours.makes_five(own, point, colour == BLACK):
            return False
        if colour == BLACK and verdict(black, white, point) in plain_fours.FOULS:
            continue
        after = bytearray(cells)
        after[at] = colour
        if not wins(after, opponent(colour)):
            return False
    return True


def opened(luck):
    """Return a game with seven stones near the middle. None of them is a foul."""
    game = registry.new("renju")
    game.play(112)
    while len(game.moves) < 7:
        point = 15 * luck.randrange(4, 11) + luck.randrange(4, 11)
        if game.refusal(point) is None and not game.warning(point):
            game.play(point)
    return game


def claims_of(games, limit_us):
    """Let the partner play this number of games against itself. Check each claim.

    Return how many wins and losses the partner has claimed, and how many games it has resigned.
    """
    player, found = partner.player(), Counter()
    for seed in range(games):
        luck = random.Random(seed)
        game = opened(luck)
        while not game.result and len(game.moves) < 100:
            asked = Expects("stone", colour=game.turn)
            player.begin(game, asked, game.refusal, LEVEL, luck.randrange(1 << 30), limit_us=limit_us)
            while not player.think(limit_us):
                pass
            if player.value > CLAIM:
                found["wins"] += 1
                assert wins(game.cells, game.turn), (seed, len(game.moves))
            if player.value < -CLAIM or player.answer[0] == "resign":
                found["losses"] += 1
                assert loses(game.cells, game.turn), (seed, len(game.moves))
            if player.answer[0] == "resign":
                found["resigned"] += 1
                game.resign(game.turn)
            else:
                game.play(player.answer[1])
    return found


def test_each_claim_of_some_games_is_proved():
    found = claims_of(12, SHORT_US)
    assert found["wins"] > 10 and found["losses"] > 5, found


@pytest.mark.proof
def test_each_claim_of_many_games_is_proved():
    """A plain search finds each win and loss that the partner claims in 200 games of Renju against itself."""
    found = claims_of(200, 1_000_000)
    ledger.note(f"partner: {found['wins']} wins and {found['losses']} losses claimed in 200 games, all of them proved")
    assert found["wins"] > 200 and found["losses"] > 100, found
