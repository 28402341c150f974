"""Test diagnose with all pairs of faults of a virtual board, and with 200 boards with unknown wiring."""

import itertools

import ledger
import pytest
from diagnosing import PLACES, how_named, invented, walked
from test_learned_boards import learned_and_played_on

pytestmark = pytest.mark.proof

BOARDS, PARTS = 200, 4


def said(found):
    """The words of the findings, in one line."""
    return "; ".join(finding.words for finding in found if finding.broken) or "nothing is broken"


def pairs():
    """Return all pairs of faults, with each fault at each of its places."""
    for one, other in itertools.combinations_with_replacement(PLACES, 2):
        for at, itsat in itertools.product(PLACES[one], PLACES[other]):
            if one != other or PLACES[one].index(at) < PLACES[one].index(itsat):
                yield (one, at), (other, itsat)


@pytest.mark.parametrize("part", range(1, PARTS + 1), ids="part{}".format)
def test_every_two_faults_are_named_or_the_measurement_that_decides(part):
    """Diagnose reports both of any two simultaneous faults, or the measurement that decides, and no other fault."""
    counts = {"named": 0, "candidate": 0, None: 0}
    print("\n| faults | how each is named | what diagnose said |\n|---|---|---|")
    wrong = []
    for faults in itertools.islice(pairs(), part - 1, None, PARTS):
        found, _, _ = walked(*faults)
        how = [how_named(found, kind, place) for kind, place in faults]
        for each in how:
            counts[each] += 1
        names = ", ".join(f"{kind} {place or ''}".strip() for kind, place in faults)
        print(f"| {names} | {', '.join(str(each) for each in how)} | {said(found)} |")
        if None in how or invented(found, faults):
            wrong.append((faults, how, [(finding.kind, finding.place) for finding in invented(found, faults)]))
    ledger.note(
        f"{counts['named']} faults named, {counts['candidate']} as candidates with the measurement that decides, "
        f"{counts[None]} not found"
    )
    assert wrong == []


@pytest.mark.parametrize("seed", range(BOARDS))
def test_an_unknown_board_is_learned_and_a_game_played_on_it(seed):
    """200 boards of unknown wiring are learned by diagnose, and a game is played on each."""
    slips = () if seed % 4 else (5 + seed % 31, 40 + seed % 211)
    learned_and_played_on(1000 + seed, slips)
