"""A recorded game, with all operations on its flash and everything that people saw; and power cuts anywhere in it."""

import random

import real_games
from flash_store import Cut, FlashStore
from portable import DWELL_MS
from table import Table
from tengen.coach import coach
from tengen.journal import partfile
from tengen.journal.archive import FOLDER, KEPT, SPARES, Kept
from tengen.journal.keeper import QUIET_MS, Keeper
from tengen.session.director import Director
from tengen.session.session import Session
from tengen.session.settings import Settings
from tengen_host.emulator.flash import BUSY_US, SIZE

# The first game of 41 stones
GAME = next(game for game in real_games.games() if len(game) == 41)
OTHER_FIFTH = "a1"

# Each of these events reports one fact of a match. Of all other events, only those of the clock report facts.
TELLING = ("move", "passed", "chosen", "offered", "claim", "lapsed", "draw_offered", "draw_declined", "taken_back")
BY_THEMSELVES = ("clock", "play on", "lapsed")


def with_finished_games(contents, games=KEPT):
    """Return the flash of a new board with the firmware in `contents`, after some games of one stone each."""
    flash = FlashStore(contents)
    table = Table(store=flash.store)
    for _ in range(games):
        play_short_game(table)
    return bytes(flash.contents)


def play_short_game(table):
    """Play a game of one stone, and wait until the board is tidy and clear again."""
    table.play("h8").do("p1", "resign", "resign").wait(QUIET_MS)
    for _ in range(4):
        table.wait(20)
    table.lift("h8").wait(100).press("arbiter").wait(100)


class Recording:
    """A game on a flash that already has finished games.

    `before`: the flash at the beginning. `operations`: the operations since then; each takes `busy_us`. `told`: the
    events. `last`: the points shown as last stone, one entry for each change. `told` and `last` have times (ns) on the
    clock of the operations. The rest is from the flash at the end: the game's `number`, its `facts` except those of the
    clock, and the earlier games, `finished`.
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
        """Return the flash after the first `number` operations."""
        contents = bytearray(self.before)
        for operation in self.operations[:number]:
            operation.apply(contents)
        return contents

    def cut_in(self, number, seed):
        """Return the flash after a power cut in the middle of an operation."""
        contents = self.up_to(number)
        self.operations[number].apply_half(contents, random.Random(seed))
        return contents

    def times(self, *kinds):
        """Return the times of the events of these kinds."""
        return [at for at, event in self.told if event["code"] in kinds]

    def shown(self, until):
        """Return the number of facts that had been reported or shown by a time (ns)."""
        if any(at <= until for at in self.times("result")):
            return len(self.facts)
        telling = [at for at in self.times(*TELLING) if at <= until]
        shown = len(telling)
        for at, point in self._last:
            if at <= until:
                shown = max(shown, self._last_stones.index(point, sum(told <= at for told in telling)))
        return shown

    def check(self, number, start):
        """Check a start of the firmware on the flash after a cut in an operation: all shown facts are still saved."""
        operation = self.operations[number]
        until = operation.ns + 1000 * self._busy_us[operation.command]
        shown = self.shown(until)
        kept = start.games.get(self.number)
        found = without(kept.facts, "clock") if kept else []
        assert found == self.facts[: len(found)]
        # a player who puts a stone instead of deciding adds two facts at once
        most = 2 if self.facts[shown : shown + 1] and self.facts[shown][0] == "play on" else 1
        assert shown <= len(found) <= shown + most, (number, shown, len(found))
        ended = any(at <= until for at in self.times("result"))
        assert start.restored == bool(kept and not kept.over) and not (start.restored and ended)
        if start.restored:
            # a game that has ended need not be resumed: the flash had its last stone, but not yet the fact of the end
            assert start.session.resuming or len(found) == len(self.facts)
            # facts that the session adds by itself are not compared
            assert without(start.session.match.facts, *BY_THEMSELVES) == without(found, *BY_THEMSELVES)
        clock = start.session.timing.clock
        if start.restored and clock and not start.session.timing.waits and not start.session.match.result:
            assert clock.running == start.session.match.expects.who, "the clock of the player to move runs"
        # after the result was shown, the board may have removed the oldest game to make room
        oldest = min(self.finished, default=None)
        for other in self.finished:
            if other != oldest or not ended:
                now, then = start.games[other], self.finished[other]
                assert (now.facts, now.over) == (then.facts, then.over) and (now.over or now.left)
        assert start.keeper.archive.trouble is None and len(start.keeper.archive._spares) == SPARES


class Start:
    """A start of the firmware on a flash under CPython, with the `session` and the saved `games`.

    `restored`: True if a game waits for its stones. `events`: the events of the journal. `flash.operations`: the
    operations of the start. With `cut` the power fails during the start (FlashStore); the Cut then has the `events`.
    """

    def __init__(self, contents, cut=-1, chance=None):
        self.flash = FlashStore(contents, cut, chance)
        self.session = Session(15, Settings(100), DWELL_MS)
        self.director = Director(self.session, coach)
        self.keeper = Keeper(self.flash.store)
        try:
            self.restored = self.keeper.open(self.director, None, 0)
            for _ in range(SPARES):
                self.keeper.tend(self.session, 0)
        except Cut as cut:
            cut.events = self.keeper.take_events()
            raise
        self.events = self.keeper.take_events()
        self.games = games_on(self.flash.store)


def without(facts, *kinds):
    """Return the facts except those of these kinds."""
    return [fact for fact in facts if fact[0] not in kinds]


def last_stones(facts):
    """Return the point of the last stone before the first fact and after each fact; -1 for no stone."""
    stones, found = [], [-1]
    for fact in facts:
        if fact[0] in ("stone", "keep"):
            stones.append(fact[1])
        elif fact[0] == "back":
            del stones[-fact[1] :]
        found.append(stones[-1] if stones else -1)
    return found


def games_on(store):
    """Return the games in a store, as Kept by number. Fails if a file belongs to no game, or is damaged.

    The rest of a game that was being removed does not count.
    """
    found = {}
    for name in sorted(store.names(FOLDER)):
        part = partfile.read(store.load(f"{FOLDER}/{name}"))
        assert not part.damaged, "a cut of power damages nothing"
        if part.entries:
            start = part.owner(int(name))
            if part.begins:
                found[start] = Kept(start)
            elif store.load(f"{FOLDER}/{start:05d}") is None:
                continue
            found[start].take_part(part)
            assert not found[start].waits
    return found


class RecordedTable(Table):
    """A table that records its events with their times. A time is the number of flash operations so far."""

    def __init__(self, flash, **settings):
        self.flash, self.recorded, self.last_shown = flash, [], []
        super().__init__(flash.store, **settings)

    def hear(self):
        heard = len(self.heard)
        super().hear()
        at = len(self.flash.operations) - 0.5
        self.recorded += [(at, event) for event in self.heard[heard:]]
        if self.session.last >= 0:
            self.last_shown.append((at, self.session.last))


def _play(flash, clock):
    """Play Soosyrv-8 with two fifths, a swap and two take-backs, until Black has a five and deferred work is done."""
    table = RecordedTable(flash, opening="soosyrv-8", mode="casual", move="button", clock=clock)
    for _ in range(SPARES):
        table.wait(20)
    table.play_by_button(*GAME[:4])  # a player who puts the fourth stone declines the swap
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
    """Record a whole game after a hundred earlier games, under CPython."""
    before = with_finished_games(b"\xff" * SIZE)
    flash = FlashStore(before)
    table = _play(flash, clock)
    return Recording(before, flash.operations, BUSY_US["none"], table.recorded, table.last_shown)
