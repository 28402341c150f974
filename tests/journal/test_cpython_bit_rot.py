"""A bit of the journal flips. The board continues without a difference, or reports the damage; it is never silent."""

import random
from array import array
from collections import Counter

import ledger
import pytest
from memory_store import MemoryStore
from portable import DWELL_MS
from power import without
from table import Table
from tengen.journal import partfile
from tengen.journal.archive import FOLDER
from tengen.journal.keeper import QUIET_MS
from tengen.session.board_state import DISTURBED
from tengen_host.records import from_journal
from tengen_host.records.record import RecordError


def quiet(table, times=10):
    for _ in range(times):
        table.wait(QUIET_MS)


def clear(table):
    """Remove the stones, and begin another game."""
    quiet(table)
    table.stones = array("I", [0] * 15)
    table.look()
    table.press("arbiter").wait(QUIET_MS)


def again(table):
    """Cut the power, and continue the game."""
    table.restart()
    table.wait(50).press("p1")


def plain():
    """Two finished games, then a game of twelve stones without a clock."""
    table = Table(move="button")
    for _ in range(2):
        table.play_by_button("h8", "i9", "g7").do("p1", "resign", "resign")
        clear(table)
    return table.play_by_button("h8", "i9", "g7", "j10", "f6", "a1", "b1", "c1", "d2", "e1", "a3", "b5")


def opening():
    """An opening with decisions, fifths, swaps, a clock and take-backs."""
    table = Table(opening="soosyrv-8", mode="casual", move="button", clock="10+5")
    table.play_by_button("h8", "h9", "i9", "g7").enter("p2", "2").enter("p1", "swap")
    table.put("a1").wait(20).put("c3").wait(20).press("p2").lift("a1").wait(20).press("p1")
    table.play_by_button("d4", "e5", "f10")
    table.lift("f10").wait(1000).enter(next(iter(table.session.menus)), "yes").wait(20)
    table.play_by_button("f10", "k11")
    table.back(2)
    return table.play_by_button("l12", "m13", "n14").correct(p1=60_000).play_by_button("a15")


def cut_often():
    """A game in four files. The laptop has set the game's stamp and other settings."""
    table = Table(move="button", clock="10")
    table.session.stamp = {"id": "c0ffee", "date": "2026-11-22"}
    for number, points in enumerate((("h8", "i9", "g7"), ("j10", "f6"), ("a1", "b1", "c1"), ("d2", "e1"))):
        if number:
            again(table)
        table.play_by_button(*points)
        if number == 1:
            table.set(brightness=50)
    return table


def long():
    """A game that fills a file with take-backs."""
    table = Table(mode="casual", move="button")
    table.play_by_button("h8", "i9")
    for _ in range(160):
        table.enter("p2", "take back").enter("p1", "yes").lift("i9").wait(20).play_by_button("i9")
        table.heard.clear()
        table.told.clear()
    return table.play_by_button("g7", "j10")


def position():
    """A game from a set-up position."""
    table = Table(move="button")
    table.set_up("X" + "." * 100 + "O" + "." * 123).mend().wait(100)
    return table.play_by_button("h8", "i9", "g7", "j10")


def worn():
    """A game on a flash that did not store the written bytes, twice."""
    table = Table(move="button").play_by_button("h8", "i9")
    table.store.worn = 1
    table.play_by_button("g7", "j10")
    table.store.worn = 1
    return table.play_by_button("f6", "a1", "b1")


MOST = 5_000
GAMES = (plain, opening, cut_often, long, position, worn)


class Attack:
    """A game where single bits are flipped while the power is off. The game's stones stay on the board."""

    def __init__(self, play):
        table = play()
        quiet(table, 4)
        self.name = play.__name__
        self.files = {name: bytes(data) for name, data in table.store.files.items()}
        self.stones = array("I", table.stones)
        self.match = without(table.session.match.facts, "clock")
        self.table = Table(MemoryStore())
        self.numbers = sorted(int(name[-5:]) for name in self.files)
        self.parts = {number: partfile.read(self.files[path(number)]) for number in self.numbers}
        used = [number for number in self.numbers if self.parts[number].entries]
        data = self.files[path(used[-1])]
        spans = list(partfile._spans(data, partfile.size(data)))
        # the file of the last record, and the places where this record begins and ends
        self.last = (used[-1], *spans[-1])
        self.present = table.keeper.archive.present
        # the match without the last record
        store = MemoryStore()
        store.folders.add(FOLDER)
        store.files = {name: bytearray(data) for name, data in self.files.items()}
        store.files[path(used[-1])][spans[-1][0] : spans[-1][1]] = b"\xff" * (spans[-1][1] - spans[-1][0])
        self.before = without(self.start(store).session.match.facts, "clock")
        self.older = {}
        for number in used:
            owner = self.parts[number].owner(number)
            if owner != self.present:
                self.older.setdefault(owner, []).append(number)

    def places(self):
        """Yield (file number, position) of all used bytes of all files, and of some erased bytes."""
        for number in self.numbers:
            size = partfile.size(self.files[path(number)])
            yield from ((number, at) for at in range(size))
            yield from ((number, at) for at in (size, size + 1, size + 40, 4095))

    def start(self, store, cause=None):
        table = self.table
        table.store = store
        table.stones = array("I", self.stones)
        table.heard.clear()
        table.told.clear()
        table.restart(cause)
        table.wait(50).wait(DWELL_MS).wait(DWELL_MS)
        return table

    def flip(self, number, at, bit):
        """Flip a bit, and return the result as a word. Fail if the journal is wrong without a report."""
        store = MemoryStore()
        store.folders.add(FOLDER)
        store.files = {name: bytearray(data) for name, data in self.files.items()}
        store.files[path(number)][at] ^= 1 << bit
        kept = bytes(store.files[path(number)])
        where = (self.name, number, at, bit)
        table = self.start(store)
        found = self._judge(table, number, at, where)
        if number in self.parts and self.parts[number].entries and number <= self.last[0]:
            assert bytes(store.files[path(number)]) == kept or found == "before", where
        if number < (self.present or 0) and found == "exact":
            found = self._judge_older(store, number, where)
        return found

    def _judge(self, table, number, at, where):
        session, trouble = table.session, table.keeper.archive.trouble
        facts = without(session.match.facts, "clock")
        in_last = (self.last[0], True) == (number, self.last[1] <= at < self.last[2])
        if session.damaged is not None:
            assert trouble["count"] == session.damaged, where
            assert facts == self.match[: len(facts)], where
            for who in ("p1", "p2", "arbiter"):
                table.press(who)
                assert session.resuming and session.damaged is not None, where
            # the same must happen if the firmware starts again after a fault
            table = self.start(table.store, "watchdog")
            assert table.session.resuming and table.session.damaged is not None, where
            return "told"
        if session.resuming and facts == self.match:
            return "exact"
        if trouble and not session.resuming:
            assert not facts, where
            assert not any(self.stones) or session.board_state.state == DISTURBED, where
            return "told"
        assert in_last, (where, "silent", len(facts), len(self.match), trouble)
        assert facts == self.before, where
        assert session.board_state.state == DISTURBED or lies_as(session, self.stones), where
        return "before"

    def _judge_older(self, store, number, where):
        """Judge a game before the last game, in the form in which the laptop fetches it."""
        game = self.parts[number].owner(number)
        was = from_journal.of(game, [self.files[path(each)] for each in self.older[game]])
        table = self.table
        for _ in range(len(self.numbers)):
            if not table.keeper.archive._unread:
                break
            table.keeper.archive.tend(False)
        if game not in table.keeper.archive._games:
            assert (table.keeper.archive.trouble or {}).get("number") == number, where
            return "told"
        files = table.keeper.archive._files_of(game)
        try:
            now = from_journal.of(game, [bytes(store.files[path(each)]) for each in files])
        except RecordError:
            return "told"
        if now.moves == was.moves and now.over == was.over:
            return "exact"
        assert now.reason.startswith("damaged after stone"), where
        assert now.moves == was.moves[: len(now.moves)], where
        return "told"


def path(number):
    return f"{FOLDER}/{number:05d}"


def lies_as(session, stones):
    cells = session.match.cells
    return all(bool(stones[at // 15] >> at % 15 & 1) == bool(cells[at]) for at in range(225))


def attacked(attack, flips):
    counts = Counter(attack.flip(*flip) for flip in flips)
    ledger.note(f"flipped bits, game `{attack.name}`: {dict(counts)}, 0 silent")
    return counts


@pytest.mark.parametrize("play", GAMES, ids=lambda play: play.__name__)
def test_no_flipped_bit_is_silent(play):
    attack = Attack(play)
    chance = random.Random(19)
    flips = [(*place, chance.randrange(8)) for place in attack.places()]
    chance.shuffle(flips)
    # the flips of all bits of the last record
    last = [flip for flip in flips if flip[0] == attack.last[0] and attack.last[1] <= flip[1] < attack.last[2]]
    counts = attacked(attack, flips[:150] + last)
    assert counts["told"] and counts["exact"] and counts["before"]


@pytest.mark.proof
@pytest.mark.parametrize("play", GAMES, ids=lambda play: play.__name__)
def test_a_flipped_bit_before_the_last_record_is_told_or_costs_nothing(play):
    """Any flipped bit before the last record of a game is reported as damage or changes nothing. None is silent.

    All these games together have more than 10,000 flips: every bit of a game, or MOST bits of a long game.
    """
    attack = Attack(play)
    places = [(number, at) for number, at in attack.places() if number < attack.last[0] or at < attack.last[1]]
    flips = [(*place, bit) for place in places for bit in range(8)]
    counts = attacked(attack, random.Random(19).sample(flips, min(len(flips), MOST)))
    assert set(counts) == {"told", "exact"} and sum(counts.values()) > 1_000, counts
