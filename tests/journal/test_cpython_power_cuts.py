"""The power fails in every program and erase operation of a game. The next start has everything that was shown.

In these tests the keeper and its driver run under CPython, on littlefs-python; tests/emulated/test_power_cuts.py runs
them on the emulated Pico.
"""

import ledger
import pytest
from flash_store import FlashStore
from portable import QUICK
from power import BY_THEMSELVES, Start, recorded, without
from table import Table
from tengen.journal.archive import KEPT
from tengen.journal.keeper import QUIET_MS


@pytest.fixture(scope="module")
def recording():
    return recorded("10+5")


@pytest.mark.parametrize(("step", "seeds"), [(3, 1), pytest.param(1, 20, marks=pytest.mark.proof)])
def test_what_was_shown_is_there_after_a_cut_in_any_operation(recording, step, seeds):
    """After a power cut in any flash operation of a game under CPython, the next start has all that was shown."""
    assert len(recording.finished) == KEPT and recording.number not in recording.finished
    assert {fact[0] for fact in recording.facts} == {"play on", "choose", "offer", "keep", "stone", "back"}
    assert recording.shown(len(recording.operations)) == len(recording.facts)
    numbers = range(0, len(recording.operations), 10 if QUICK else step)
    cuts = [(number, seed) for number in numbers for seed in range(seeds)]
    for number, seed in cuts:
        recording.check(number, Start(recording.cut_in(number, seed)))
    ledger.note(f"power cuts under CPython: {len(cuts)} in {len(recording.operations)} flash operations, nothing lost")


def test_the_game_goes_on_after_a_cut_and_is_kept_as_one(recording):
    gone_on = 0
    for number in range(0, len(recording.operations), 5):
        flash = FlashStore(recording.cut_in(number, seed=1))
        table = Table(flash.store)
        if table.session.resuming:
            table.mend().wait(100).press("p1")
            facts = table.session.match.facts[:]
            table.do("p1", "resign", "resign").wait(QUIET_MS).wait(20)
            kept = Start(flash.contents).games[recording.number]
            facts.append(("resign", "p1"))
            assert kept.over and without(kept.facts, *BY_THEMSELVES) == without(facts, *BY_THEMSELVES)
            gone_on += 1
    assert gone_on > 5
