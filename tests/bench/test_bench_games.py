"""Random games of every variant, and the bench's figures for them."""

import itertools
import json
from random import Random
from statistics import median
from types import SimpleNamespace

import pytest
from tengen.games import registry
from tengen_host.bench import judging, random_games, stones
from tengen_host.bench.pico import CYCLES_PER_MS
from tengen_host.judge import playing

ALL = list(random_games.variants())


def test_every_game_option_size_and_opening_is_there():
    assert len(ALL) >= 622 and len({json.dumps(each) for each in ALL}) == len(ALL)
    for name in registry.NAMES:
        its = [each for each in ALL if each.game == name]
        assert {each.opening for each in its} == set(registry.openings(name))
        assert {each.size for each in its} == set(registry.sizes(name))
        for option, values, _ in registry.options(name):
            assert {each.options[option] for each in its} == set(values)


def test_games_repeat_and_reach_the_ends_of_their_games():
    lines = judging.random_lines(ALL[::5])
    assert lines == judging.random_lines(ALL[::5])
    reasons = set()
    for variant, words in lines:
        match = playing.new_match(variant.game, variant.told())
        playing.play_all(match, words)
        reasons.add(match.result and match.result.reason)
    assert {None, "five", "captures", "four"} <= reasons


def test_the_moves_a_second_of_each_game(monkeypatch):
    """The clock is replaced: each game takes 10 ms."""
    looks = itertools.count()
    monkeypatch.setattr(judging, "time", SimpleNamespace(process_time=lambda: next(looks) / 100))
    which = list(random_games.on_the_board(15))
    figures = judging.judging_figures(lambda said: None, which)
    assert list(figures) == list(registry.NAMES)
    lines = judging.random_lines(which)
    for name, its in figures.items():
        moves = [len(words) for variant, words in lines if variant.game == name]
        assert its == {
            "games": len(moves),
            "moves": sum(moves),
            "median": round(100 * median(moves)),
            "min": 100 * min(moves),
        }
    rows = judging.judging_rows(figures)
    assert len(rows) == 1 + len(registry.NAMES) and all("moves/s" in row[1] for row in rows[1:])


def test_a_game_that_is_not_judged_is_an_error(monkeypatch):
    monkeypatch.setattr(judging, "random_words", lambda variant, luck: ["h8", "h8"])
    with pytest.raises(RuntimeError, match="is not judged"):
        judging.judging_figures(print, [random_games.Variant("five", 15, {}, "free")])


def test_touches_presses_and_pieces_are_told_apart():
    class Pico:
        def __init__(self):
            self.cycles = []

        def take_cycles(self):
            taken, self.cycles = self.cycles, []
            return taken

        def run(self, code):
            if "def play_stones" in code:
                return ""
            # the times of a turn with one stone, of a turn with two, and of two pieces of a search
            ms = [1, 2, 1, 1, 2, 2, 3, 5]
            self.cycles += [each * CYCLES_PER_MS for each in ms]
            return "[[1, 2, -2], [100, 300]]"

    figures = stones.stones_figures(print, Pico(), names=("anti-renju",))
    assert figures == {
        "anti-renju": {
            "stones": 3,
            **{f"touch_ms_{key}": 1.0 for key in ("median", "p99", "max")},
            **{f"press_ms_{key}": 2.0 for key in ("median", "p99", "max")},
            **{f"both_ms_{key}": 3.0 for key in ("median", "p99", "max")},
            "bytes_median": 200,
            "bytes_max": 300,
            "fouls_ms_max": 5.0,
        }
    }
    (_, row) = stones.stones_rows(figures)
    assert row[0].strip() == "anti-renju" and "5.00 ms at most" in row[2]


def test_stones_for_the_pico():
    variant = random_games.Variant("bomb-renju", 15, {}, "free")
    numbers = [stones.stones_of(variant, Random(seed)) for seed in range(8)]
    assert {number // 1024 for its in numbers for number in its} >= {0, 1}
    assert all(0 <= number % 1024 < 225 for its in numbers for number in its if number >= 0)
