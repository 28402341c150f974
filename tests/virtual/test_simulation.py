"""The proof by simulation, with random stones, hands and faults: no stone is lost, invented or of the wrong colour."""

import itertools
import random
import time
from collections import Counter

import doings
import ledger
import pytest
from ledger import fewer

# The seeds of boards with short games; one board has lights. On these boards each event happens about twice or more.
SAMPLE = (0, 4, 10, 11, 14, 17, 19, 22)
STANDING = ("worst bounce", "weak magnet", "crosstalk", "late app", "spoilt frames", "bursts", "dropouts", "result")

PROOF_STONES = 100_000
PARTS = 4
AT_ONCE = 10  # the number of boards after which a line of progress is printed


class Sum:
    """The sums over all boards with some seeds."""

    def __init__(self):
        self.stones = self.moves = 0
        self.counts = Counter()

    def add(self, boards):
        for stones, moves, counts in boards:
            self.stones += stones
            self.moves += moves
            self.counts += counts

    def __str__(self):
        return f"{self.stones} stones put down, {self.moves} moves"


def test_a_sample_of_boards_and_every_doing_in_it():
    found = Sum()
    found.add(map(doings.play_on_one_board, SAMPLE))
    kinds = [doing.__name__ for doing in (*doings.MOVES, *doings.DISTURBANCES, doings.lose_by_foul)]
    assert [kind for kind in (*kinds, *STANDING) if found.counts[kind] < 2] == [], "choose other boards for SAMPLE"
    ledger.note(f"simulation: {found}, on {len(SAMPLE)} boards")
    assert found.moves > 1000


@pytest.mark.parametrize("seed", fewer(range(1000, 1003), [1001]))
def test_what_is_passed_over_would_have_changed_nothing(seed):
    """The frames that a simulated board skips would have changed nothing."""
    told = []
    for every_frame in (False, True):
        told.append([])
        doings.play_on_one_board(seed, games=1, every_frame=every_frame, listener=told[-1].append)
    assert len(told[0]) > 50 and told[0] == told[1]


@pytest.mark.proof
@pytest.mark.parametrize("part", range(1, PARTS + 1), ids="part{}".format)
def test_a_hundred_thousand_stones(part):
    """Random stones, hands and faults, 25,000 stones per part: no stone is lost, invented or of the wrong colour."""
    first = random.SystemRandom().randrange(1 << 30)
    begin = time.monotonic()
    found = Sum()
    print(f"\nboards from seed {first} on")
    for seed in itertools.count(first, AT_ONCE):
        found.add(map(doings.play_on_one_board, range(seed, seed + AT_ONCE)))
        print(f"{time.monotonic() - begin:4.0f} s: {found}", flush=True)
        if found.stones >= PROOF_STONES // PARTS:
            break
    for kind, times in found.counts.most_common():
        print(f"{times:7d} {kind}")
    ledger.note(f"{found}, on boards from seed {first} on")
