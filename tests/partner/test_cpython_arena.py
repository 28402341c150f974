"""The partner plays against plain players, and against itself with less time. All times are times of the board."""

import contextlib
import itertools
import random
from collections import Counter
from math import sqrt

import ledger
import pytest
from needs import needs_numba
from tengen.games import registry
from tengen.partner import brain
from tengen.partner.player import LEVELS
from tengen.session.opening import Expects
from tengen_host.solve import partner

with contextlib.suppress(ModuleNotFoundError):  # numpy is installed with numba
    import plain_players

pytestmark = needs_numba

GAMES = 200
BEST_US, LESS_US = 5_000_000, 1_000_000
TENFOLD = 10 * BEST_US // brain.NODE_US
CENTRE = 112


class Partner:
    def __init__(self, level, limit_us):
        self.player = partner.player()
        self.level, self.limit_us, self.longest_us = level, limit_us, 0

    def __call__(self, game, number):
        asked, luck = Expects("stone", colour=game.turn), number.randrange(1 << 30)
        self.player.begin(game, asked, game.refusal, self.level, luck, limit_us=self.limit_us)
        while not self.player.think(BEST_US):
            pass
        self.longest_us = max(self.longest_us, self.player.used_us)
        did, *what = self.player.answer
        return what[0] if did == "stone" else None


def greedy(game, number):
    return plain_players.greedy(game, number)


def searching(game, number):
    return plain_players.alpha_beta(game, TENFOLD)


def opened(seed, name):
    """Return a game with two to four random stones in the middle. Each is played twice, with exchanged colours."""
    number, game = random.Random(seed), registry.new(name)
    game.play(CENTRE)
    for _ in range(number.choice((2, 3, 4))):
        near = [
            row * 15 + column
            for row, column in itertools.product(range(5, 10), repeat=2)
            if plain_players.allowed(game, row * 15 + column)
        ]
        game.play(number.choice(near))
    return game


def points_of(one, other, games, name="renju"):
    """Play this number of games. Return the points of `one`, and how each game ended."""
    points, ends = [], Counter()
    for seed in range(games):
        game, number = opened(seed // 2, name), random.Random(seed)
        sides = {1 + seed % 2: one, 2 - seed % 2: other}
        while not game.result:
            point = sides[game.turn](game, number)
            if point is None:
                game.resign(game.turn)
            else:
                assert game.refusal(point) is None and not game.warning(point), (seed, len(game.moves))
                game.play(point)
        winner = game.result.winner
        points.append(0.5 if not winner else 1.0 if sides[winner] is one else 0.0)
        ends[game.result.reason] += 1
    return points, ends


def said(what, points):
    """Record the score in percent, with the standard deviation of its mean."""
    share = sum(points) / len(points)
    spread = sqrt(sum((point - share) ** 2 for point in points)) / len(points)
    ledger.note(f"partner: {100 * share:.1f} +- {100 * spread:.1f} % of {len(points)} games {what}")
    return share


@pytest.mark.parametrize("name", ["renju", "gomoku", "five"])
def test_some_games_against_one_stone_ahead(name):
    one = Partner(3, 150_000)
    points, ends = points_of(one, greedy, 6, name)
    assert sum(points) >= 4, ends
    assert one.longest_us < 600_000  # the first thought also generates the tables


def test_no_level_puts_a_foul_or_an_illegal_stone():
    for level in range(1, LEVELS + 1):
        points_of(Partner(level, 60_000), greedy, 2)


@pytest.mark.proof
def test_two_hundred_games_against_one_stone_ahead():
    """With 5 s of the board's time the partner wins 98 of 100 games against a player that looks one stone ahead."""
    points, ends = points_of(Partner(LEVELS, BEST_US), greedy, GAMES)
    assert said("against a player that looks one stone ahead", points) >= 0.98, ends


@pytest.mark.proof
def test_two_hundred_games_against_itself_with_a_second():
    """With 5 s of the board's time the partner wins 60 of 100 games against itself with 1 s."""
    points, ends = points_of(Partner(LEVELS, BEST_US), Partner(LEVELS, LESS_US), GAMES)
    assert said("with 5 s against itself with 1 s", points) >= 0.60, ends


@pytest.mark.proof
def test_forty_games_against_a_plain_search_with_ten_times_its_nodes():
    """With 5 s of the board's time the partner wins half its games against alpha-beta with ten times as many nodes."""
    points, ends = points_of(Partner(LEVELS, BEST_US), searching, 40)
    assert said("against a plain alpha-beta with ten times its nodes", points) >= 0.50, ends
