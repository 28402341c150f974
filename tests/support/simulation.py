"""A virtual board with simulated hands. The test advances the board's time, and the Table records the true state.

The app, the watch and the reeds are the real ones. Frames come every 2 ms and ticks every 20 ms; hands act at any
microsecond. Frames that can't differ from the previous frame, and checks of unchanged counters, are skipped.
test_simulation.py compares this with a run without skipping.
"""

import random
import zlib
from array import array

import heard
from tengen import wiring
from tengen.app import TICK_MS
from tengen.games import BLACK, COLOUR_NAMES, WHITE
from tengen.games.points import name
from tengen.sensing import reconcile
from tengen.sensing.chatter import WINDOW_MS, Chatter
from tengen.session.board_state import CALM
from tengen_host.virtual.board import SCAN_US, VirtualBoard
from tengen_host.virtual.reeds import Reeds

FRAME_US = 1000 * wiring.SCAN_MS
POINTS = wiring.SIZE**2
NEVER = 1 << 62

# After this time the last movement of a hand is debounced and reported, if the app is not late. This includes 50 ms of
# crosstalk, and eleven frames after which the neighbouring reed counts as open again.
SETTLED_MS = 80
RESTED_MS = wiring.DWELL_MS + 100  # after this time the stone has also become a move
UNSEEN_MS = 20  # the longest time for which a line may fail and hide its stones before it counts as dead

DROPOUT_US = 3000
DROPOUT_WITHIN_MS = 400  # the reed of a stone may open briefly within this time after the stone was put down

# An event of ASKING opens a question for a listener; an event of ANSWERED closes the question
ASKING = ("provisional", "several", "refused", "disturbed")
ANSWERED = ("move", "withdrawn", "restored", "new_game")

STORY_LINES = 60


class Clock:
    """The time of the app."""

    def __init__(self):
        self.ms = 0

    def now(self):
        return self.ms

    async def sleep_ms(self, period):
        raise AssertionError("nothing waits here")


class IdleChatter(Chatter):
    """Checks only when something may have changed: counters have changed, or a window ends or has just ended."""

    _looked_at = None

    def update(self, reeds, now):
        if now - self._since < WINDOW_MS and reeds == self._looked_at:
            return False
        since = self._since
        changed = super().update(reeds, now)
        self._looked_at = array("I", reeds) if self._since == since else None
        return changed


class Bursts:
    """A pattern of frames in which some lines fail: which frames these are, and their contents.

    `rate`: the share of frames that fail. `length`: how many fail in a row, at regular intervals; 0 means at random.
    `lines`: ("row", 0-15); ("low", 0-15) for a column that does not answer; ("high", 0-15) for one that does not fall;
    ("dark",) or ("bright",) for the whole frame. No line fails in ten frames in a row, because it would count as dead.
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
        """Whether the frame with this number fails."""
        if self._length:
            return number % self._period < self._length
        return self._drawn(number) and not all(self._drawn(number - back) for back in range(1, self.LONGEST + 1))

    def next_after(self, number):
        """Return the number of the next frame that fails."""
        number += 1
        while not self.fail(number):
            number += 1
        return number

    def spoil(self, words, number):
        """Return the words of a failed frame. The bits of a failed row are noise, which the firmware must ignore."""
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
    """Reeds that may open for a moment, and frames that may be damaged in transit."""

    spoilt = None
    bursts = None

    def drop_out(self, point, at_us):
        self._toggles.setdefault(point, []).extend((at_us, at_us + DROPOUT_US))

    def scan(self, now_us, row_us, settle_us):
        words = super().scan(now_us, row_us, settle_us)
        number = now_us // FRAME_US
        spoilt, self.spoilt = self.spoilt, None
        # no spoilt frame directly before or after a burst, because a line that fails ten times in a row counts as dead
        if spoilt is not None and not (self.bursts and (self.bursts.fail(number - 1) or self.bursts.fail(number + 1))):
            words = [spoilt] * len(words)
        if self.bursts and self.bursts.fail(number):
            words = self.bursts.spoil(words, number)
        return words


class Table:
    """A board, hands, and the true state. `lies`: the colours of the stones by point. `moves`: the game's moves.

    Hands act at the time `now_us`; wait(ms) advances it. `odd`: the points with a chattering reed. `late_ms`: the
    maximum delay of the app in handling a frame. `spoils`: the probability that a wait has a damaged frame. `dropouts`:
    the probability that a stone drops out once after it was put down.
    """

    def __init__(self, seed, every_frame=False, lights=False, listener=None):
        self.random = random.Random(seed)
        self.now_us = 0
        self.lies = {}
        self.moves = []
        self.odd = set()
        self.late_ms = 0
        self.spoils = self.dropouts = 0.0
        self.stones = 0  # the number of all stones put down by hands
        self.opened_us = 0  # the time when a hand last opened a reed
        self.story = []
        self.heard = []
        self._late = random.Random(seed + 1)
        self._every_frame = every_frame
        self._clock = Clock()
        self.board = VirtualBoard(self._clock, seed)
        self.reeds = self.board.reeds = FrailReeds(wiring.SIZE, seed, self.board.faults)
        for hear in filter(None, (self.heard.append, listener)):
            self.board.subscribe(lambda message, hear=hear: self._hear(message, hear))
        self.app = self.board.app
        self.session, self.director = self.app.session, self.app.director
        if not lights:
            # without lights to check, none are drawn, because drawing takes longer than simulating a stone
            self.app.lamps.draw = lambda session, now: False
        self._done_us = -FRAME_US  # all frames and ticks before this time are done
        self._next_frame = 0
        if not every_frame:
            self.app.wiring_check._chatter = IdleChatter(wiring.SIZE)
        self._next_tick = self.random.randrange(TICK_MS) * 1000
        self._sense_at = NEVER
        self._stall = (NEVER, 0)  # the times when the chip stops and when it continues
        self._checked = 0  # the number of checked events in `heard`
        self._told = 0  # the number of reported moves in this game
        self._question = None  # the last event of ASKING or ANSWERED
        self.board.matrix.run(self.app.watch.look)
        self.app.start(0)

    def _hear(self, message, hear):
        if message["type"] == "line":
            for said in heard.said([message["line"]]):
                hear(said)

    # Time

    def wait(self, least_ms, most_ms=None):
        """Let time pass: `least_ms`, or a random time up to `most_ms`."""
        period = 1000 * least_ms if most_ms is None else self.random.randint(1000 * least_ms, 1000 * most_ms)
        end = self.now_us + period
        if self.random.random() < self.spoils:
            self._run(self.now_us + self.random.randint(0, period))
            self.reeds.spoilt = self.random.choice((0, 0xFFFF))
            self.happens()
        self.now_us = end
        self._run(end - SCAN_US)

    def happens(self):
        """Scan the current frame, or the next one, even if it would be skipped, because something changes now."""
        self._run(self.now_us - SCAN_US)
        self._next_frame = min(self._next_frame, (self._done_us // FRAME_US + 1) * FRAME_US)

    def stall(self, period_ms):
        """Stop the chip for some ms from now on, as during an erase of the flash: no frame, no interrupt, no tick."""
        self.tell("stall", f"{period_ms} ms")
        self.see()
        self._stall = (self.now_us, self.now_us + 1000 * period_ms)

    def _run(self, until_us):
        clock, app = self._clock, self.app
        while True:
            at = min(self._next_frame, self._next_tick, self._sense_at)
            if at >= self._stall[0]:
                if self._stall[1] > until_us:
                    return
                self._go_on_after_the_stall()
                continue
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

    def _go_on_after_the_stall(self):
        """Handle the frame that was in transit when the chip stopped. All other work that is due follows at once."""
        begin, end = self._stall
        self._stall = (NEVER, 0)
        self._clock.ms = end // 1000
        matrix = self.board.matrix
        matrix.unseen_ms += (end - begin) // 1000
        if matrix.scan(begin // 1000) or self._sense_at <= end:
            self._sense_at = end + 1000 * self._late.randint(0, max(1, self.late_ms))
        self._next_frame = end + FRAME_US
        self._next_tick = max(self._next_tick, end)

    def _pass_over(self, scanned_us):
        change = self.reeds.next_change_us(scanned_us)
        if change is None:
            self._next_frame = NEVER
        else:
            self._next_frame = max(self._next_frame, -(-(change - SCAN_US) // FRAME_US) * FRAME_US)
        if self.reeds.bursts:
            number = scanned_us // FRAME_US
            # scan the next failed frame; after a failed frame, scan the next one too, because it differs
            number = number + 1 if self.reeds.bursts.fail(number) else self.reeds.bursts.next_after(number)
            self._next_frame = min(self._next_frame, number * FRAME_US)

    def settle(self, most_ms=None):
        """Wait until the last movement of a hand is debounced and reported. With `most_ms`, wait at random up to it."""
        least_ms = SETTLED_MS * (2 if self.reeds.bursts else 1) + self.late_ms
        self.wait(least_ms, None if most_ms is None else max(least_ms, most_ms))

    def rest(self):
        """Wait until a stone on the board has become a move."""
        self.wait(RESTED_MS + (SETTLED_MS if self.reeds.bursts else 0))

    # Hands

    def put(self, point, colour=None):
        """Put a stone down. By default it has the colour to move."""
        self.lies[point] = colour or self.colour()
        self.stones += 1
        self.tell("put", point)
        self.close(point)
        if self.random.random() < self.dropouts:
            self.reeds.drop_out(point, self.now_us + self.random.randint(2000, 1000 * DROPOUT_WITHIN_MS))

    def lift(self, point):
        """Lift a stone. Return its colour."""
        self.tell("lift", point)
        self.open(point)
        return self.lies.pop(point)

    def slide(self, origin, target):
        """Slide a stone: the new reed closes up to 50 ms before or after the old one opens. Return if well after."""
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
        """Close the reed of a point."""
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
        """Let frames fail as in these Bursts from now on. With None no frame fails."""
        self.tell("bursts", bursts)
        self.reeds.bursts = bursts
        self.happens()

    def mend(self, kind, at=None):
        self.tell("mend", kind, at)
        self.happens()
        self.board.fault(kind, at, False)
        if self.odd and kind.endswith((" row", " column")):
            # an unreadable reed counts as quiet, so the firmware must detect the chatter again
            self.wait(1000)

    # The true state

    def colour(self):
        """Return the colour to move in the true state."""
        return WHITE if len(self.moves) % 2 else BLACK

    def button(self):
        """Return the button of the player to move."""
        return "p2" if len(self.moves) % 2 else "p1"

    def other_button(self):
        return "p1" if len(self.moves) % 2 else "p2"

    def empty(self, but=()):
        """Return the points without a stone and with a healthy reed."""
        taken = {*self.lies, *self.odd, *but}
        return [point for point in range(POINTS) if point not in taken]

    def own(self):
        """Return the stones of the game that hands may move."""
        return [point for point in self.moves if point not in self.odd]

    def moved(self, point):
        """Record that the stone on `point` is a move from now on."""
        self.moves.append(point)

    def tell(self, *words):
        words = [name(word, wiring.SIZE) if isinstance(word, int) else str(word) for word in words]
        self.story.append(f"{self.now_us / 1000:.3f} {' '.join(words)}")
        del self.story[:-STORY_LINES]

    def see(self):
        """Let the app handle everything that has happened until now."""
        self._run(self.now_us)

    def sees(self, state, **lists):
        """Check the board state of the session, and that the given lists have exactly these points."""
        self.see()
        self.same("state", self.session.board_state.state, state)
        for which, points in lists.items():
            self.same(which, sorted(getattr(self.session.board_state, which)), sorted(points))

    def played(self):
        """Check that the game has exactly the true moves, and that each was reported once, with number and colour."""
        self.see()
        self.same("moves", list(self.session.match.game.moves), self.moves)
        for event in self.heard[self._checked :]:
            if event["code"] == "move":
                self._told += 1
                truth = (self._told, *self._told_of(self._told))
                self.same("move told", (event["n"], event["point"], event["colour"]), truth)
            # `refused` with a player comes from a button without effect, and opens no question
            if event["code"] in ASKING + ANSWERED and not (event["code"] == "refused" and "who" in event):
                self._question = event["code"]
        self.same("moves told", self._told, len(self.moves))
        # remove the checked events, except those that the message of a failure shows and that dwells() needs
        del self.heard[:-8]
        self._checked = len(self.heard)

    def _told_of(self, n):
        """Return the point and colour that the event of the nth move must have."""
        return name(self.moves[n - 1], wiring.SIZE), COLOUR_NAMES[BLACK if n % 2 else WHITE]

    def agrees(self):
        """Check that board, game and true state agree, and that the link has reported this and has no open question."""
        self.played()
        session, difference = self.session, self.session.reconciler
        self.same("waiting", session.wiring_trust.blocked, False)
        self.same("state", session.board_state.state, CALM)
        cells = bytearray(POINTS)
        for point, colour in self.lies.items():
            cells[point] = colour
        self.same("cells", bytes(session.match.game.cells), bytes(cells))
        self.same("difference", (difference.kind, difference.new, difference.missing), (reconcile.CALM, [], []))
        self.same("last", session.last, self.moves[-1] if self.moves else -1)
        self.same("menus", session.menus, {})
        self.same("open question on the link", self._question in ASKING, False)

    def begins_anew(self):
        """Record a new game, begun by the arbiter."""
        self.moves.clear()
        self._told = 0

    def same(self, what, found, truth):
        if found != truth:
            raise AssertionError(f"{what} at {self.now_us / 1000:.3f}: {found!r} instead of {truth!r}")
