"""A game with all that its flash was told and all that people were shown; cuts of power anywhere in it."""

import random

import real_games
from flash_store import FlashStore
from support import DWELL_MS
from table import Table
from tengen.journal import partfile
from tengen.journal.archive import FOLDER, KEPT, SPARES, Kept
from tengen.journal.keeper import QUIET_MS, Keeper
from tengen.rules.renju import Renju
from tengen.session.game import Session
from tengen.session.settings import Settings
from tengen_host.emulator.flash import BUSY_US, SIZE

# The first game of 41 stones
GAME = next(game for game in real_games.games() if len(game) == 41)
OTHER_FIFTH = "a1"

# Each of these tells of one fact of a match, and so does no other but the clock's
TELLING = ("move", "passed", "chosen", "offered", "claim", "lapsed", "draw_offered", "draw_declined", "taken_back")
BY_THEMSELVES = ("clock", "play on", "lapsed")


def with_finished_games(contents, games=KEPT):
    """A new board's flash (its firmware) as it is after so many games, each a stone long."""
    flash = FlashStore(contents)
    table = Table(store=flash.store)
    for _ in range(games):
        play_short_game(table)
    return bytes(flash.contents)


def play_short_game(table):
    """A game of one stone, until the board is tidy and clear again."""
    table.play("h8").do("p1", "resign").do("p1", "resign").wait(QUIET_MS)
    for _ in range(4):
        table.wait(20)
    table.lift("h8").wait(100).press("arbiter").wait(100)


class Recording:
    """A game on a flash with finished games.

    `operations` is what was done to the flash since it was as `before`; `told` has events, and `last` the point of the
    last stone when another one was shown, each with a time (ns) as the operations have it, which take `busy_us`. Of
    what came out of it, `number` is the game's, `facts` are its own, without what the clock noted, and `finished` are
    the games that were there before.
    """

    def __init__(self, before, operations, busy_us, told, last=()):
        self.before = bytes(before)
        self.operations = operations
        self.told = told
        self._busy_us = busy_us
        self._last = last
        self.finished = Start(self.before).games
        games = Start(self.up_to(len(operations))).games
        self.number = max(games)
        self.facts = without(games[self.number].facts, "clock")
        self._last_stones = last_stones(self.facts)

    def up_to(self, number):
        """The flash after so many operations."""
        contents = bytearray(self.before)
        for operation in self.operations[:number]:
            operation.apply(contents)
        return contents

    def cut_in(self, number, seed):
        """The flash as a cut of power inside an operation leaves it."""
        contents = self.up_to(number)
        self.operations[number].apply_half(contents, random.Random(seed))
        return contents

    def times(self, *kinds):
        """When events of these kinds were told."""
        return [at for at, event in self.told if event["event"] in kinds]

    def shown(self, until):
        """How many of the facts somebody had been told or shown by then."""
        if any(at <= until for at in self.times("result")):
            return len(self.facts)
        telling = [at for at in self.times(*TELLING) if at <= until]
        shown = len(telling)
        for at, point in self._last:
            if at <= until:
                shown = max(shown, self._last_stones.index(point, sum(told <= at for told in telling)))
        return shown

    def check(self, number, start):
        """The firmware has started on a flash that a cut in an operation has left: nothing that was shown is lost."""
        operation = self.operations[number]
        until = operation.ns + 1000 * self._busy_us[operation.command]
        shown = self.shown(until)
        kept = start.games.get(self.number)
        found = without(kept.facts, "clock") if kept else []
        assert found == self.facts[: len(found)]
        # who plays on instead of deciding does two things at once
        most = 2 if self.facts[shown : shown + 1] and self.facts[shown][0] == "play on" else 1
        assert shown <= len(found) <= shown + most, (number, shown, len(found))
        ended = any(at <= until for at in self.times("result"))
        assert start.restored == bool(kept and not kept.over) and not (start.restored and ended)
        if start.restored:
            # the last stone may be there, and that it has ended the game not yet
            assert start.session.resuming or len(found) == len(self.facts)
            # what comes by itself is not done again before what it comes with
            assert without(start.session.match.facts, *BY_THEMSELVES) == without(found, *BY_THEMSELVES)
        clock = start.session.timing.clock
        if start.restored and clock and not start.session.timing.waits and not start.session.match.result:
            assert clock.running == start.session.match.expects.who, "who is to move, his time passes"
        # the oldest may have made room, once the result was shown
        oldest = min(self.finished, default=None)
        for other in self.finished:
            if other != oldest or not ended:
                now, then = start.games[other], self.finished[other]
                assert (now.facts, now.over) == (then.facts, then.over) and (now.over or now.left)
        assert start.keeper.archive.message is None and len(start.keeper.archive._spares) == SPARES


class Start:
    """The firmware starts on a flash, under CPython: the `session` that it would go on with, the `games` that are kept.

    `restored`: whether one waits for its stones; `events` has what the journal tells, `flash.operations` what was done
    to the flash for that. With `cut` the power fails as it does (FlashStore).
    """

    def __init__(self, contents, cut=-1, chance=None):
        self.flash = FlashStore(contents, cut, chance)
        self.session = Session({"renju": Renju}, Settings(100), DWELL_MS)
        self.keeper = Keeper(self.flash.store)
        self.restored = self.keeper.open(self.session, None, 0)
        self.events = []
        for _ in range(SPARES):
            self.events += self.keeper.tend(self.session, 0)
        self.games = games_on(self.flash.store)


def without(facts, *kinds):
    """The facts but for those of some kinds."""
    return [fact for fact in facts if fact[0] not in kinds]


def last_stones(facts):
    """The point of the last stone before the first fact, and after each."""
    stones, found = [], [-1]
    for fact in facts:
        if fact[0] in ("stone", "keep"):
            stones.append(fact[1])
        elif fact[0] == "back":
            del stones[-fact[1] :]
        found.append(stones[-1] if stones else -1)
    return found


def games_on(store):
    """The games that are kept in a store: Kept by number. Fails where a file is no part of one, or damaged.

    What is left of a game that was being dropped is none any more.
    """
    found = {}
    for name in sorted(store.names(FOLDER)):
        part = partfile.read(store.load(f"{FOLDER}/{name}"))
        assert not part.behind, "a cut of power damages nothing"
        if part.entries:
            start = part.owner(int(name))
            if part.begins:
                found[start] = Kept(start)
            elif store.load(f"{FOLDER}/{start:05d}") is None:
                continue
            found[start].take(part.entries)
            assert not found[start].waits
    return found


class RecordedTable(Table):
    """A table that records when it is told what; the time is how many operations the flash has had."""

    def __init__(self, flash, **settings):
        self.flash, self.recorded, self.last_shown = flash, [], []
        super().__init__(flash.store, **settings)

    def hear(self, words=None):
        heard = len(self.heard)
        super().hear(words)
        at = len(self.flash.operations) - 0.5
        self.recorded += [(at, event) for event in self.heard[heard:]]
        if self.session.last >= 0:
            self.last_shown.append((at, self.session.last))


def _play(flash, clock):
    """A game of Soosyrv-8 with two fifths, a swap and two take-backs, to the five and until the board is tidy."""
    table = RecordedTable(flash, opening="soosyrv-8", mode="casual", move="button", clock=clock)
    for _ in range(SPARES):
        table.wait(20)
    table.play_by_button(*GAME[:4])  # the fourth stone declines the swap
    table.enter("p2", "2").enter("p1", "swap")
    table.put(OTHER_FIFTH).wait(20).put(GAME[4]).wait(20).press("p2")
    table.lift(OTHER_FIFTH).wait(20).press("p1")
    for number, point in enumerate(GAME[5:], 6):
        table.play_by_button(point)
        if number in (8, 30):
            table.lift(point).wait(1000)
            table.enter(next(iter(table.session.menus)), "yes").wait(20)
            table.play_by_button(point)
    assert table.session.match.result
    table.wait(QUIET_MS)
    for _ in range(KEPT + 10):
        table.wait(20)
    return table


def recorded(clock):
    """A whole game after a hundred others, under CPython."""
    before = with_finished_games(b"\xff" * SIZE)
    flash = FlashStore(before)
    table = _play(flash, clock)
    return Recording(before, flash.operations, BUSY_US["none"], table.recorded, table.last_shown)
