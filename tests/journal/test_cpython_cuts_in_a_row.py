"""The power fails anywhere in a series of games, and again while the board starts. Nothing is lost or invented.

The Witness records everything done at the table. After each cut the journal must have everything that was shown, and
nothing that was not done.
"""

import random
from collections import Counter

import ledger
import pytest
from flash_store import Cut, FlashStore, fill
from portable import QUICK
from power import BY_THEMSELVES, Start, play_short_game, without
from table import Table
from tengen.journal.keeper import QUIET_MS


class Witness(Table):
    """A table that records what people were shown.

    `shown`: a list of (the number of flash operations before this, the present game's number, its facts, whether it is
    over). `dropped`: the games that were dropped before this.
    """

    def __init__(self, flash, **settings):
        self.flash, self.shown, self.dropped = flash, [(0, None, [], False)], []
        super().__init__(flash.store, **settings)

    def hear(self):
        heard = len(self.heard)
        super().hear()
        self.note(self.heard[heard:])

    def wait(self, period):
        heard = len(self.heard)
        super().wait(period)
        self.note(self.heard[heard:])
        return self

    def note(self, events):
        at, match = len(self.flash.operations), self.session.match
        self.dropped += [(at, event["number"]) for event in events if event["code"] == "dropped"]
        number = self.keeper.archive.present
        facts = without(match.facts, "clock") if number is not None else []
        now = (number, facts, number is not None and match.result is not None)
        if not self.shown or self.shown[-1][1:] != now:
            self.shown.append((at, *now))

    def tidy(self):
        """Let time pass without any action."""
        for _ in range(8):
            self.wait(QUIET_MS)

    def finish(self):
        """End a game, and clear the board for the next game."""
        self.do("p1", "resign", "resign").tidy()
        self.clear()

    def clear(self):
        for row in range(self.size):
            self.stones[row] = 0
        self.look()
        self.wait(100).press("arbiter").wait(100)

    def cut(self):
        """Cut the power between two operations, and continue the game."""
        self.restart(None, self.session.settings.game_fields())
        self.wait(50).press("p1").wait(20)


def openings(table):
    """Openings with decisions, swaps, fifths, take-backs and a clock."""
    table.set(opening="soosyrv-8", mode="casual", move="button", clock="10+5")
    table.play_by_button("h8", "h9", "i9", "g7").enter("p2", "2").enter("p1", "swap")
    table.put("a1").wait(20).put("c3").wait(20).press("p2").lift("a1").wait(20).press("p1")
    table.play_by_button("d4", "e5", "f10").lift("f10").wait(1000)
    table.enter(next(iter(table.session.menus)), "yes").wait(20)
    table.play_by_button("f10", "k11").back(2).play_by_button("l12")
    table.finish()
    table.set(opening="swap-2", clock="45/30x3", mode="referee")
    table.play_by_button("h8", "h9", "i9").enter("p2", "add").play_by_button("c3", "d5").enter("p1", "black")
    table.play_by_button("e5").back(1).play_by_button("e6")
    table.finish()


def set_ups(table):
    """Set-up positions, also with further moves, and other games."""
    table.set(move="button")
    table.set_up("X" + "." * 100 + "O" + "." * 123).mend().wait(100).play_by_button("h8", "i9")
    table.clear()
    table.set_up("X" + "." * 224).mend().wait(100)
    table.clear()
    table.play_by_button("h8", "i9", "g7").finish()
    table.set_up("XO" * 20 + "." * 185).mend().wait(100).play_by_button("h8", "i9").finish()


def evening(table):
    """Games that were ended or set aside, with corrected clocks, and with power cuts between games."""
    table.set(move="button", clock="10")
    for number in range(4):
        table.play_by_button("h8", "i9", "g7").correct(p1=60_000 + number)
        if number % 2:
            table.cut()
            table.play_by_button("j10")
            table.clear()
        else:
            table.play_by_button("j10").back(2).play_by_button("k11").finish()
    table.set(mode="silent", clock="none")
    table.play_by_button("h8", "i9", "g7").enter("p1", "five").finish()


def before_full(table):
    """Games of several files, then a flash that has no other free space."""
    table.set(move="button")
    table.play_by_button("h8").finish()
    for _ in range(2):
        table.play_by_button("h8", "i9")
        table.cut()
        table.play_by_button("g7")
        table.cut()
        table.play_by_button("j10").finish()
    fill(table.flash)


def full(table):
    """Games on a nearly full flash: old games, some of several files, make room."""
    table.set(move="button")
    for _ in range(5):
        table.play_by_button("h8", "i9", "g7").finish()
    # the laptop has fetched one game
    numbers = table.keeper.archive.games()["numbers"]
    table.play_by_button("h8")
    table.keeper.archive.fetched(numbers[0])
    table.finish()


EVENINGS = (openings, set_ups, evening, full)


class Evening:
    """The operations on a flash during a series of games, and what was shown during the series."""

    def __init__(self, play):
        flash = FlashStore()
        table = Witness(flash)
        for _ in range(2):
            play_short_game(table)
        if play is full:
            before_full(table)
        self.before = bytes(flash.contents)
        self.flash = FlashStore(self.before)
        self.table = Witness(self.flash)
        play(self.table)
        self.table.tidy()
        self.operations = self.flash.operations
        self.shown = self.table.shown
        start = Start(self.before)
        self.ends = {number: (without(kept.facts, "clock"), True) for number, kept in start.games.items()}
        for _, number, facts, _ in self.shown:
            if number is not None:
                self.ends[number] = (facts, True)

    def cuts(self):
        """Yield the number of each operation, the operation, and the flash before it."""
        contents = bytearray(self.before)
        for number, operation in enumerate(self.operations):
            yield number, operation, contents
            operation.apply(contents)

    def check(self, cut, start, *failed):
        """Check a start after a cut in that operation. Nothing may be lost or invented.

        `failed`: the Cuts in the starts between them. A start may drop a game to make room on a full flash.
        """
        was = [each for each in self.shown if each[0] <= cut][-1]
        later = [each for each in self.shown if each[0] > cut]
        _, number, facts, over = was
        _, next_number, next_facts, _ = later[0] if later else was
        kept = start.games.get(number) if number is not None else None
        if number is not None:
            assert kept, (cut, "lost", number)
            found = without(kept.facts, "clock")
            wanted = [facts, next_facts] if next_number == number else [facts]
            assert found in wanted, (cut, len(found), [len(each) for each in wanted])
            if not (kept.over or kept.left):
                assert start.restored and start.session.resuming and start.session.damaged is None, cut
                done = without(start.session.match.facts, *BY_THEMSELVES)
                assert done == without(found, *BY_THEMSELVES), cut
            assert not over or kept.over, (cut, "its end is lost")
        allowed = {each for at, each in self.table.dropped if at <= (later[0][0] if later else 10**9)}
        for events in (start.events, *(each.events for each in failed)):
            allowed |= {event["number"] for event in events if event["code"] == "dropped"}
        for other, (its_facts, _) in self.ends.items():
            if other == number or (number is not None and other > number):
                continue
            there = start.games.get(other)
            if there is None:
                assert other in allowed or self.before_it(other, was), (cut, "lost", other)
                continue
            assert without(there.facts, "clock") == its_facts and (there.over or there.left), (cut, other)
        for other, its in start.games.items():
            if other not in (number, *self.ends) or (other == next_number != number):
                assert other == next_number and without(its.facts, "clock") == next_facts, (cut, "invented", other)
        assert start.keeper.archive.trouble is None, (cut, start.keeper.archive.trouble)

    def before_it(self, other, was):
        """Whether a game began only after the state `was`."""
        first = next((at for at, number, _, _ in self.shown if number == other), -1)
        return first > was[0]


def starts(evening, step, seeds, every, twice):
    """Cut one of `step` operations with `seeds` seeds. In one of `every` cuts, also cut the next start's operations.

    After each of those cuts, `twice` operations of the following start are cut, too. Returns a Counter of the cuts by
    kind.
    """
    counts = Counter()
    for number, operation, contents in evening.cuts():
        if number % step:
            continue
        for seed in range(seeds):
            left = contents[:]
            operation.apply_half(left, random.Random(seed))
            evening.check(number, Start(left[:]))
            counts["in the evening"] += 1
        if number % every:
            continue
        chance = random.Random(number)
        for at in range(len(Start(left[:]).flash.operations)):
            once = left[:]
            with pytest.raises(Cut) as first:
                Start(once, at, chance)
            evening.check(number, Start(once[:]), first.value)
            counts["in the start after one"] += 1
            most = len(Start(once[:]).flash.operations)
            for at_again in chance.sample(range(most), min(most, twice)):
                again = once[:]
                with pytest.raises(Cut) as second:
                    Start(again, at_again, chance)
                evening.check(number, Start(again), first.value, second.value)
                counts["in the start after that"] += 1
    return counts


@pytest.mark.parametrize("play", EVENINGS[:2], ids=lambda play: play.__name__)
def test_after_a_cut_a_second_start_finds_what_the_first_one_found(play):
    evening = Evening(play)
    for number, operation, contents in evening.cuts():
        if number % 2 == 0:
            left = contents[:]
            operation.apply_half(left, random.Random(number))
            for _ in range(3):
                evening.check(number, Start(left))


@pytest.mark.parametrize("play", EVENINGS[:1] if QUICK else EVENINGS, ids=lambda play: play.__name__)
def test_a_cut_anywhere_in_an_evening(play):
    evening = Evening(play)
    assert len(evening.ends) > 3
    counts = starts(evening, 4, 1, 100, 1)
    ledger.note(f"power cuts, {play.__name__}: {dict(counts)} in {len(evening.operations)} flash operations, 0 lost")


@pytest.mark.proof
@pytest.mark.parametrize("play", EVENINGS, ids=lambda play: play.__name__)
def test_ten_thousand_cuts(play):
    """Power cuts in whole series of games, and in the two starts after each cut, lose nothing that was shown.

    Each series has at least a quarter of ten thousand cuts.
    """
    evening = Evening(play)
    counts = starts(evening, 1, 10, 8, 2)
    ledger.note(f"power cuts, {play.__name__}: {dict(counts)} in {len(evening.operations)} flash operations, 0 lost")
    assert sum(counts.values()) >= 2_500
