"""A virtual board under hands whose every movement is known: its time passes by hand, and the truth is kept beside it.

The real app, watch and reeds; frames every 2 ms, against which the hands come at any microsecond, and ticks every
20 ms. Frames that can't differ from the one before are passed over, and looks at counters that have not moved; that is
all that is left out, and test_simulation.py compares.
"""

import random
import zlib
from array import array

from tengen import wiring
from tengen.app import TICK_MS
from tengen.rules import BLACK, COLOUR_NAMES, WHITE
from tengen.rules.points import name
from tengen.sensing import reconcile
from tengen.sensing.chatter import WINDOW_MS, Chatter
from tengen.session.hands import CALM
from tengen_host.virtual.board import ROW_US, VirtualBoard
from tengen_host.virtual.reeds import Reeds

FRAME_US = 1000 * wiring.SCAN_MS
SCAN_US = (wiring.SIZE + 2) * ROW_US  # from a frame's first row to its last
POINTS = wiring.SIZE**2
NEVER = 1 << 62

# A hand's last movement has been debounced and told, by an app that is not late: crosstalk lasts 50 ms, and that the
# next reed is open again is known after ten more frames and a lost one.
SETTLED_MS = 80
RESTED_MS = wiring.DWELL_MS + 100  # ... and has become a move
UNSEEN_MS = 20  # so long may a line fail, and what a hand does there be unseen, before it is dead

DROPOUT_US = 3000
DROPOUT_WITHIN_MS = 400  # a stone that was put down drops out once in so long

# What a reader of the link takes for an open question
ASKING = ("provisional", "several", "refused", "disturbed")
ANSWERED = ("move", "withdrawn", "restored", "new_game")

STORY_LINES = 60


class Clock:
    """What the app takes for the time."""

    def __init__(self):
        self.ms = 0

    def now(self):
        return self.ms

    async def sleep_ms(self, period):
        raise AssertionError("nothing waits here")


class IdleChatter(Chatter):
    """Looks only where that may find something new: counters have moved, or a window ends or has just ended."""

    _looked_at = None

    def update(self, reeds, now):
        if now - self._since < WINDOW_MS and reeds == self._looked_at:
            return False
        since = self._since
        changed = super().update(reeds, now)
        self._looked_at = array("I", reeds) if self._since == since else None
        return changed


class Bursts:
    """Frames that do not prove some lines, again and again: which frames these are, and what they look like.

    `rate`: of how many frames; `length`: as many in a row, each time after as many good ones, where 0 means at random.
    `lines`: ("row", 0-15), ("low" or "high", 0-15) for a column that does not answer or does not fall, or ("dark",) or
    ("bright",) for all of the frame. No line fails in ten frames in a row: it would be dead.
    """

    LONGEST = 9

    def __init__(self, seed, rate, length, lines):
        self.lines = lines
        self._seed, self._rate, self._length = seed, rate, length
        self._period = length and max(length + 1, round(length / rate))

    def __repr__(self):
        pattern = f"{self._length} of {self._period}" if self._length else "at random"
        return f"{self._rate:.0%} of the frames, {pattern}: {self.lines}"

    def fail(self, number):
        """Whether this frame is one of them."""
        if self._length:
            return number % self._period < self._length
        return self._drawn(number) and not all(self._drawn(number - back) for back in range(1, self.LONGEST + 1))

    def next_after(self, number):
        """The next of them."""
        number += 1
        while not self.fail(number):
            number += 1
        return number

    def spoil(self, words, number):
        """What such a frame looks like: what a line that fails lets be read is of no account."""
        words, noise = list(words), zlib.crc32(b"noise %d %d" % (self._seed, number))
        for kind, *line in self.lines:
            if kind == "row":
                words[line[0]] = noise & 0x7FFF
            elif kind == "low":
                words = [word & ~(1 << line[0]) for word in words]
            elif kind == "high":
                words = [word | 1 << line[0] for word in words]
            else:
                words = [0 if kind == "dark" else 0xFFFF] * len(words)
        return words

    def _drawn(self, number):
        return zlib.crc32(b"%d %d" % (self._seed, number)) < self._rate * (1 << 32)


class FrailReeds(Reeds):
    """Reeds of which one may open for a moment, and frames that may be spoilt on their way."""

    spoilt = None
    bursts = None

    def drop_out(self, point, at_us):
        self._toggles.setdefault(point, []).extend((at_us, at_us + DROPOUT_US))

    def scan(self, now_us, row_us, settle_us):
        words = super().scan(now_us, row_us, settle_us)
        if self.spoilt is not None:
            words, self.spoilt = [self.spoilt] * len(words), None
        number = now_us // FRAME_US
        if self.bursts and self.bursts.fail(number):
            words = self.bursts.spoil(words, number)
        return words


class Table:
    """A board, hands at it, and the truth: `lies`, the colour of each stone by point; `moves`, what the game must be.

    Hands act at `now_us`, and wait(ms) lets it pass. `odd` has the points whose reeds chatter. `late_ms`: so long
    after a frame at most the app gets round to what it tells; `spoils`: how likely a frame is spoilt during a wait;
    `dropouts`: how likely a stone put down drops out once.
    """

    def __init__(self, seed, every_frame=False, lights=False, listener=None):
        self.random = random.Random(seed)
        self.now_us = 0
        self.lies = {}
        self.moves = []
        self.odd = set()
        self.late_ms = 0
        self.spoils = self.dropouts = 0.0
        self.stones = 0  # put down by hands, all in all
        self.opened_us = 0  # when a hand last let a reed open
        self.story = []
        self.heard = []
        self._late = random.Random(seed + 1)
        self._every_frame = every_frame
        self._clock = Clock()
        self.board = VirtualBoard(self._clock, seed)
        self.reeds = self.board.reeds = FrailReeds(wiring.SIZE, seed, self.board.faults)
        for hear in filter(None, (self.heard.append, listener)):
            self.board.subscribe(lambda message, hear=hear: message["type"] == "event" and hear(message["event"]))
        self.app = self.board.app
        self.session = self.app.session
        if not lights:
            # a frame of lights costs more than a stone, and nothing depends on it
            self.app.lamps.draw = lambda session, now: False
        self._done_us = -FRAME_US  # every frame and tick up to then has been
        self._next_frame = 0
        if not every_frame:
            self.app._chatter = IdleChatter(wiring.SIZE)
        self._next_tick = self.random.randrange(TICK_MS) * 1000
        self._sense_at = NEVER
        self._checked = 0  # so many of the events heard
        self._told = 0  # moves, in this game
        self._question = None  # the last of ASKING and ANSWERED
        self.board.matrix.run(self.app.watch.look)
        self.app.start(0)

    # Time

    def wait(self, least_ms, most_ms=None):
        """Let time pass, so many ms or any time between two."""
        period = 1000 * least_ms if most_ms is None else self.random.randint(1000 * least_ms, 1000 * most_ms)
        end = self.now_us + period
        if self.random.random() < self.spoils:
            self._run(self.now_us + self.random.randint(0, period))
            self.reeds.spoilt = self.random.choice((0, 0xFFFF))
            self.happens()
        self.now_us = end
        self._run(end - SCAN_US)

    def happens(self):
        """Something outside happens now: the frame that is being scanned, or the next, may see it."""
        self._run(self.now_us - SCAN_US)
        self._next_frame = min(self._next_frame, (self._done_us // FRAME_US + 1) * FRAME_US)

    def _run(self, until_us):
        clock, app = self._clock, self.app
        while True:
            at = min(self._next_frame, self._next_tick, self._sense_at)
            if at > until_us:
                self._done_us = max(self._done_us, until_us)
                return
            clock.ms = at // 1000
            if at == self._next_frame:
                if self.board.matrix.scan(clock.ms) and self._sense_at == NEVER:
                    self._sense_at = at + 1000 * self._late.randint(0, self.late_ms)
                self._next_frame = at + FRAME_US
                if not (self._every_frame or self.board.matrix._again):
                    self._pass_over(at)
            elif at == self._sense_at:
                self._sense_at = NEVER
                app.sense(clock.ms)
            else:
                app.tick(clock.ms)
                self._next_tick = at + 1000 * TICK_MS

    def _pass_over(self, scanned_us):
        change = self.reeds.next_change_us(scanned_us)
        if change is None:
            self._next_frame = NEVER
        else:
            self._next_frame = max(self._next_frame, -(-(change - SCAN_US) // FRAME_US) * FRAME_US)
        if self.reeds.bursts:
            number = scanned_us // FRAME_US
            # after a frame that failed comes one that differs from it
            number = number + 1 if self.reeds.bursts.fail(number) else self.reeds.bursts.next_after(number)
            self._next_frame = min(self._next_frame, number * FRAME_US)

    def settle(self, most_ms=None):
        """Wait until a hand's last movement has been debounced and told, or up to `most_ms`."""
        least_ms = SETTLED_MS * (2 if self.reeds.bursts else 1) + self.late_ms
        self.wait(least_ms, None if most_ms is None else max(least_ms, most_ms))

    def rest(self):
        """Wait until a stone that lies there has become a move."""
        self.wait(RESTED_MS + (SETTLED_MS if self.reeds.bursts else 0))

    # Hands

    def put(self, point, colour=None):
        """Put a stone down, of the colour whose turn it is unless told."""
        self.lies[point] = colour or self.colour()
        self.stones += 1
        self.tell("put", point)
        self.close(point)
        if self.random.random() < self.dropouts:
            self.reeds.drop_out(point, self.now_us + self.random.randint(2000, 1000 * DROPOUT_WITHIN_MS))

    def lift(self, point):
        """Lift a stone; returns its colour."""
        self.tell("lift", point)
        self.open(point)
        return self.lies.pop(point)

    def slide(self, origin, target):
        """Slide a stone: its new reed closes up to 50 ms before its old one opens or after; True if well after."""
        self.tell("slide", origin, target)
        colour = self.lies.pop(origin)
        begin_us = self.now_us
        overlap = self.random.random() < 0.5
        if overlap:
            self.close(target)
            self.wait(0, 50)
            self.open(origin)
        else:
            self.open(origin)
            self.wait(0, 50)
            self.close(target)
        self.lies[target] = colour
        return not overlap and self.now_us - begin_us > 4000

    def close(self, point):
        """A reed closes, whatever does it."""
        self.happens()
        self.reeds.put(point, self.now_us)

    def open(self, point):
        self.happens()
        self.opened_us = self.now_us
        self.reeds.lift(point, self.now_us)

    def press(self, button):
        self.tell("press", button)
        self.happens()
        self.board.press(button)

    def release(self, button):
        self.tell("release", button)
        self.happens()
        self.board.release(button)

    def tap(self, button):
        """Press a button for 60 to 200 ms."""
        self.press(button)
        self.wait(60, 200)
        self.release(button)

    def break_(self, kind, at=None):
        self.tell("break", kind, at)
        self.happens()
        self.board.fault(kind, at, True)

    def fails(self, bursts):
        """From now on these frames prove nothing of some lines; None: all do."""
        self.tell("bursts", bursts)
        self.reeds.bursts = bursts
        self.happens()

    def mend(self, kind, at=None):
        self.tell("mend", kind, at)
        self.happens()
        self.board.fault(kind, at, False)
        if self.odd and kind.endswith((" row", " column")):
            # a reed that was not to be read was quiet, and must be found out again
            self.wait(1000)

    # The truth

    def colour(self):
        """Whose turn it is in truth."""
        return WHITE if len(self.moves) % 2 else BLACK

    def button(self):
        """The button of the player whose turn it is."""
        return "p2" if len(self.moves) % 2 else "p1"

    def other_button(self):
        return "p1" if len(self.moves) % 2 else "p2"

    def empty(self, but=()):
        """The points without a stone whose reeds are to be trusted."""
        taken = {*self.lies, *self.odd, *but}
        return [point for point in range(POINTS) if point not in taken]

    def own(self):
        """The stones of the game that hands may move."""
        return [point for point in self.moves if point not in self.odd]

    def moved(self, point):
        """From now on the stone on `point` is a move."""
        self.moves.append(point)

    def tell(self, *words):
        words = [name(word, wiring.SIZE) if isinstance(word, int) else str(word) for word in words]
        self.story.append(f"{self.now_us / 1000:.3f} {' '.join(words)}")
        del self.story[:-STORY_LINES]

    def see(self):
        """Let the app come up to now, and hear what it has said."""
        self._run(self.now_us)

    def sees(self, state, **lists):
        """Check that the session is in this state, and has just these points in its lists."""
        self.see()
        self.same("state", self.session.hands.state, state)
        for which, points in lists.items():
            self.same(which, sorted(getattr(self.session.hands, which)), sorted(points))

    def played(self):
        """Check that the game has the moves of the truth and no other, each told once with its number and colour."""
        self.see()
        self.same("moves", list(self.session.match.game.moves), self.moves)
        for event in self.heard[self._checked :]:
            if event["event"] == "move":
                self._told += 1
                truth = (self._told, *self._told_of(self._told))
                self.same("move told", (event["n"], event["point"], event["colour"]), truth)
            # a button that did nothing is refused as well, and asks for nothing
            if event["event"] in ASKING + ANSWERED and "who" not in event:
                self._question = event["event"]
        self.same("moves told", self._told, len(self.moves))
        # what has been checked is forgotten, but for what a failure shows and dwells() asks for
        del self.heard[:-8]
        self._checked = len(self.heard)

    def _told_of(self, n):
        """The point and colour that are to be told of the nth move."""
        return name(self.moves[n - 1], wiring.SIZE), COLOUR_NAMES[BLACK if n % 2 else WHITE]

    def agrees(self):
        """Check that board, game and truth are one, that nothing is asked for, and that the link knows that."""
        self.played()
        session, difference = self.session, self.app._difference
        self.same("waiting", session.trust.blocked, False)
        self.same("state", session.hands.state, CALM)
        cells = bytearray(POINTS)
        for point, colour in self.lies.items():
            cells[point] = colour
        self.same("cells", bytes(session.match.game.cells), bytes(cells))
        self.same("difference", (difference.kind, difference.new, difference.missing), (reconcile.CALM, [], []))
        self.same("last", session.last, self.moves[-1] if self.moves else -1)
        self.same("menus", session.menus, {})
        self.same("open question on the link", self._question in ASKING, False)

    def begins_anew(self):
        """The arbiter has begun a new game."""
        self.moves.clear()
        self._told = 0

    def same(self, what, found, truth):
        if found != truth:
            raise AssertionError(f"{what} at {self.now_us / 1000:.3f}: {found!r} and not {truth!r}")
