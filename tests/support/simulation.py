"""A virtual board with simulated hands: the test moves its time, and the Table keeps the truth beside it.

The app, the watch and the reeds are the real ones. Frames come every 2 ms and ticks every 20 ms; hands act at any
microsecond. Left out are only frames that can't differ from the one before, and checks of counters that have not
changed; test_simulation.py compares this with a run that leaves nothing out.
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

# After this time a hand's last movement is debounced and reported, if the app is not late. Crosstalk lasts 50 ms; ten
# more frames and a lost one show that the next reed is open again.
SETTLED_MS = 80
RESTED_MS = wiring.DWELL_MS + 100  # ... and the stone has become a move
UNSEEN_MS = 20  # the longest time for which a line may fail, and hide what a hand does there, before it counts as dead

DROPOUT_US = 3000
DROPOUT_WITHIN_MS = 400  # a stone drops out within this time after it was put down

# After an event of ASKING a listener knows of an open question, until one of ANSWERED
ASKING = ("provisional", "several", "refused", "disturbed")
ANSWERED = ("move", "withdrawn", "restored", "new_game")

STORY_LINES = 60


class Clock:
    """The app's time."""

    def __init__(self):
        self.ms = 0

    def now(self):
        return self.ms

    async def sleep_ms(self, period):
        raise AssertionError("nothing waits here")


class IdleChatter(Chatter):
    """Looks only when there may be something new: counters have changed, or a window ends or has just ended."""

    _looked_at = None

    def update(self, reeds, now):
        if now - self._since < WINDOW_MS and reeds == self._looked_at:
            return False
        since = self._since
        changed = super().update(reeds, now)
        self._looked_at = array("I", reeds) if self._since == since else None
        return changed


class Bursts:
    """A pattern of frames in which some lines are not proved: which frames fail, and what they look like.

    `rate`: the share of frames that fail. `length`: how many fail in a row, at regular intervals; 0 means at random.
    `lines`: ("row", 0-15); ("low", 0-15) for a column that does not answer; ("high", 0-15) for one that does not fall;
    ("dark",) or ("bright",) for the whole frame. No line fails in ten frames in a row: it would count as dead.
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
        """Whether the frame of this number fails."""
        if self._length:
            return number % self._period < self._length
        return self._drawn(number) and not all(self._drawn(number - back) for back in range(1, self.LONGEST + 1))

    def next_after(self, number):
        """The number of the next frame that fails."""
        number += 1
        while not self.fail(number):
            number += 1
        return number

    def spoil(self, words, number):
        """The words of a failed frame. The bits of a row that fails are noise: the firmware must ignore them."""
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
    """Reeds that may open for a moment, and frames that may be spoilt on their way."""

    spoilt = None
    bursts = None

    def drop_out(self, point, at_us):
        self._toggles.setdefault(point, []).extend((at_us, at_us + DROPOUT_US))

    def scan(self, now_us, row_us, settle_us):
        words = super().scan(now_us, row_us, settle_us)
        number = now_us // FRAME_US
        spoilt, self.spoilt = self.spoilt, None
        # beside a burst it would be the tenth failure in a row: the line would count as dead
        if spoilt is not None and not (self.bursts and (self.bursts.fail(number - 1) or self.bursts.fail(number + 1))):
            words = [spoilt] * len(words)
        if self.bursts and self.bursts.fail(number):
            words = self.bursts.spoil(words, number)
        return words


class Table:
    """A board, hands at it, and the truth: `lies` has each stone's colour by point, `moves` the moves of the game.

    Hands act at `now_us`, and wait(ms) moves it on. `odd` has the points whose reeds chatter. `late_ms`: the app
    handles a frame at most so late. `spoils`: the probability that a wait has a spoilt frame. `dropouts`: the
    probability that a stone drops out once after it was put down.
    """

    def __init__(self, seed, every_frame=False, lights=False, listener=None):
        self.random = random.Random(seed)
        self.now_us = 0
        self.lies = {}
        self.moves = []
        self.odd = set()
        self.late_ms = 0
        self.spoils = self.dropouts = 0.0
        self.stones = 0  # how many stones hands have put down in all
        self.opened_us = 0  # when a hand last opened a reed
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
            # to draw lights costs more than to simulate a stone, and no check depends on it
            self.app.lamps.draw = lambda session, now: False
        self._done_us = -FRAME_US  # all frames and ticks until then are done
        self._next_frame = 0
        if not every_frame:
            self.app.wiring_check._chatter = IdleChatter(wiring.SIZE)
        self._next_tick = self.random.randrange(TICK_MS) * 1000
        self._sense_at = NEVER
        self._stall = (NEVER, 0)  # when the chip will stand still, and until when
        self._checked = 0  # how many of the events in `heard` are checked
        self._told = 0  # moves reported in this game
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
        """Make sure that the frame under way, or the next one, is scanned: a change happens now."""
        self._run(self.now_us - SCAN_US)
        self._next_frame = min(self._next_frame, (self._done_us // FRAME_US + 1) * FRAME_US)

    def stall(self, period_ms):
        """Let the chip stand still from now on, as in an erase of the flash: no frame, no interrupt, no tick."""
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
        """Take the frame that was on its way when the chip stood still; what else was due comes after it, at once."""
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
            # after a failed frame the next good one differs from it
            number = number + 1 if self.reeds.bursts.fail(number) else self.reeds.bursts.next_after(number)
            self._next_frame = min(self._next_frame, number * FRAME_US)

    def settle(self, most_ms=None):
        """Wait until a hand's last movement is debounced and reported, at random up to `most_ms`."""
        least_ms = SETTLED_MS * (2 if self.reeds.bursts else 1) + self.late_ms
        self.wait(least_ms, None if most_ms is None else max(least_ms, most_ms))

    def rest(self):
        """Wait until a stone on the board has become a move."""
        self.wait(RESTED_MS + (SETTLED_MS if self.reeds.bursts else 0))

    # Hands

    def put(self, point, colour=None):
        """Put a stone down, of the given colour or of the one to move."""
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
        """Slide a stone: its new reed closes up to 50 ms before or after the old one opens. True if well after."""
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
        """From now on the frames of these Bursts do not prove some lines; None: all frames prove all lines."""
        self.tell("bursts", bursts)
        self.reeds.bursts = bursts
        self.happens()

    def mend(self, kind, at=None):
        self.tell("mend", kind, at)
        self.happens()
        self.board.fault(kind, at, False)
        if self.odd and kind.endswith((" row", " column")):
            # while the reed could not be read it was quiet: the firmware must find the chatter again
            self.wait(1000)

    # The truth

    def colour(self):
        """The colour to move, by the truth."""
        return WHITE if len(self.moves) % 2 else BLACK

    def button(self):
        """The button of the player whose turn it is."""
        return "p2" if len(self.moves) % 2 else "p1"

    def other_button(self):
        return "p1" if len(self.moves) % 2 else "p2"

    def empty(self, but=()):
        """The points without a stone whose reeds are sound."""
        taken = {*self.lies, *self.odd, *but}
        return [point for point in range(POINTS) if point not in taken]

    def own(self):
        """The stones of the game that hands may move."""
        return [point for point in self.moves if point not in self.odd]

    def moved(self, point):
        """Record that the stone on `point` is a move from now on."""
        self.moves.append(point)

    def tell(self, *words):
        words = [name(word, wiring.SIZE) if isinstance(word, int) else str(word) for word in words]
        self.story.append(f"{self.now_us / 1000:.3f} {' '.join(words)}")
        del self.story[:-STORY_LINES]

    def see(self):
        """Let the app catch up with now, and take over its events."""
        self._run(self.now_us)

    def sees(self, state, **lists):
        """Check the session's state of hands, and that its named lists have exactly these points."""
        self.see()
        self.same("state", self.session.board_state.state, state)
        for which, points in lists.items():
            self.same(which, sorted(getattr(self.session.board_state, which)), sorted(points))

    def played(self):
        """Check that the game has exactly the moves of the truth, each reported once with its number and colour."""
        self.see()
        self.same("moves", list(self.session.match.game.moves), self.moves)
        for event in self.heard[self._checked :]:
            if event["code"] == "move":
                self._told += 1
                truth = (self._told, *self._told_of(self._told))
                self.same("move told", (event["n"], event["point"], event["colour"]), truth)
            # `refused` with a player is of a button without effect: it is no open question
            if event["code"] in ASKING + ANSWERED and not (event["code"] == "refused" and "who" in event):
                self._question = event["code"]
        self.same("moves told", self._told, len(self.moves))
        # forget what is checked, except what a failure shows and dwells() needs
        del self.heard[:-8]
        self._checked = len(self.heard)

    def _told_of(self, n):
        """The point and colour that the event of the nth move must have."""
        return name(self.moves[n - 1], wiring.SIZE), COLOUR_NAMES[BLACK if n % 2 else WHITE]

    def agrees(self):
        """Check that board, game and truth agree, that there is no open question, and that the link has reported so."""
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
        """Record that the arbiter has begun a new game."""
        self.moves.clear()
        self._told = 0

    def same(self, what, found, truth):
        if found != truth:
            raise AssertionError(f"{what} at {self.now_us / 1000:.3f}: {found!r} and not {truth!r}")
