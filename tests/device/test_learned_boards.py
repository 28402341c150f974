"""Test boards with unknown wiring.

The firmware's own probe learns the wiring on the virtual board, which is then used for a game.
"""

import contextlib

import pytest
from tengen.games.points import index
from tengen_host.device.diagnose.layout import Layout
from tengen_host.device.diagnose.learn import Learning, wire_commands
from virtual.scrambles import random_scramble
from virtual_bench import VirtualBench
from walker import Person

# White's four comes too late
GAME = ["h8", "i9", "g8", "g9", "i8", "f9", "j8", "e9", "f8"]


@pytest.mark.parametrize("seed", range(5))
def test_an_unknown_board_is_learned_and_a_game_played_on_it(seed):
    learned_and_played_on(seed)


def learned_and_played_on(seed, slips=()):
    """Learn a board of random wiring, have the firmware store the wiring, and play a game on it."""
    with contextlib.closing(VirtualBench(random_scramble(seed))) as bench:
        bench.ask(cmd="probe", on=True)
        bench.wait(100)
        walk = Learning(Layout.told(bench.last("probe")), {"whole": True})
        bench.follow(walk)
        Person(bench, walk, ("leave", "move")[seed % 2], seed, slips).run()
        bench.follow(None)
        for command in wire_commands(walk.found()):
            bench.ask(**command)
            bench.wait(100)
        assert bench.last("wired")["saved"] is True
        for point in sorted(bench.stones):
            bench.lift(point)
        bench.ask(cmd="probe", on=False)
        bench.wait(2000)
        assert [did["code"] for did in bench.board.done].count("started") == 2, "with what it has learned"
        for number, point in enumerate(GAME, 1):
            is_felt_and_lit(bench, point, number)
        assert bench.board.game.result.winner == "black"


def is_felt_and_lit(bench, point, number):
    """Put a stone, and check that the light under it comes on and that it becomes the move with this number."""
    at = index(point, 15)
    bench.put(at)
    bench.wait(100)
    pixel = bench.board.scramble.pixels[at]
    assert any(bench.board.frame[3 * pixel : 3 * pixel + 3]), f"{point} is dark"
    bench.wait(1500)
    assert [move.point for move in bench.board.game.moves] == GAME[:number]
