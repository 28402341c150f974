"""The composition root: creates the parts, passes data between them, and runs the tasks.

reeds -> watch -> session -> lamps -> strip, and session -> laptop.
"""

import asyncio

from tengen import __version__, wiring
from tengen.codes import coded, error
from tengen.journal.keeper import Keeper
from tengen.laptop import Laptop
from tengen.lights.lamps import Lamps
from tengen.maintenance.progress import JOURNAL, LIGHTS, SCAN, SESSION, UPKEEP, WAITING
from tengen.maintenance.upkeep import Upkeep
from tengen.maintenance.wiring_check import WiringCheck
from tengen.sensing.buttons import Buttons
from tengen.sensing.watch import Watch
from tengen.session import effects
from tengen.session.game import ARBITER, PLAYERS, Session
from tengen.session.settings import Settings
from tengen.session.state import ALL, OPEN, STONES

# The period of tick(): it serves the timers and the link, which wake nothing by themselves
TICK_MS = 20
# Chatter, intermittent lines and the supply are checked, and the watchdog is fed, at every sixth tick; files are tended
# at every second one. They never share a tick: that would be the longest wait for a light.
LOOK_TICKS, WORK_TICKS = 6, 2

# In the first ticks after the start no file is made: an erase would come before the lights, and the state on the link
FIRST_TICKS = 12

# What the session thinks at a tick: slices of this length, between which news of the board is looked for. They take
# most of a tick that has nothing else to do; a touch waits for one of them at most.
THINK_US, THINK_SLICES = 1500, 9

# At this time after the start the matrix has reported all stones on the board. Until then stones are not news.
LOOK_MS = 50

# Files that can wait are not written under a new stone or a finger, for so long at most
HAND_MS = 5000

# Garbage is collected after TIDY_EVENTS sent events, when a new stone's light and its events have been sent: the player
# cannot have placed the next stone by then. At MOST_EVENTS it is collected in any case. Without this the collector
# would run by itself at any moment, also while a player waits for a light.
# Thinking takes memory too: while the session thinks, it is collected after fewer events.
TIDY_EVENTS, THINKING_EVENTS, MOST_EVENTS = 40, 8, 100

# The buzzer's sounds, as (Hz, ms)
SOUNDS = {effects.WRONG: (220, 150), effects.ENDED: (880, 400), effects.LAST_SECOND: (1760, 40)}


class App:
    """The game on one board.

    `board` has the drivers: clock.now() and clock.sleep_ms(); matrix.run(look, wired), matrix.show(look, wired),
    matrix.changed(), matrix.frames and matrix.unseen_ms; strip.draw(), strip.send(), strip.frames, strip.begin_proof()
    and strip.end_proof(); buzzer.tone(), supply.millivolts(), store (its methods: drivers/store.py), console.read(),
    console.write(), console.waiting() and console.run(); watchdog.stage(), feed(), blame(), hold() and armed; tidy(),
    which may take some ms; and `unusual`, codes to tell at the start. sense() and tick() each do one step of a task of
    run(); their argument is the time in ms.

    `cause`: why the app was restarted: "watchdog" or "exception" (the newest fault in the log), or FAILING after
    several failures in a row. After "watchdog" and "exception" the game continues by itself. None after power-on:
    the game waits for its stones and a press.

    `wiring`: the module wiring.py, or another board's numbers under the same names. `sensing`: the class that reads the
    board, with the interface of Watch.

    `reserve`: the memory for the board's own thinking (partner/reserve.py), or None: it is taken where it is needed.
    """

    def __init__(self, board, cause=None, wiring=wiring, sensing=Watch, reserve=None):
        size = wiring.SIZE
        self.board = board
        self._cause = cause
        # first, while the heap has room for Renju's positions in one piece
        self.session = Session(size, Settings(wiring.BRIGHTNESS, size), wiring.DWELL_MS, reserve)
        self.watch = sensing(size, wiring.TOUCH_FRAMES, wiring.STONE_FRAMES, wiring.SLOW_FRAMES)
        self.lamps = Lamps(board.strip, wiring)
        self.upkeep = Upkeep(board, self.watch, self.lamps, wiring, cause)
        self.wired = self.upkeep.load_wired()
        self.lamps.wire(self.wired)
        self.keeper = Keeper(board.store)
        self._settings = settings = self.upkeep.load_settings(self.session.settings)
        self.session.begin_with(settings)
        self.lamps.dim(settings.brightness)
        self.laptop = Laptop(board, self.session, self.keeper, self.upkeep, self.wired)
        self._wiring = WiringCheck(self.watch, wiring, self.wired)
        self._buttons = Buttons(PLAYERS + (ARBITER,))
        self._stage = board.watchdog.stage
        self._proved = 0  # ms: the time for which frames have shown the board, up to the stones that the session knows
        self._hand_since = -1  # since when a hand is at work (_hand_is_at_work); -1: it is not
        self._seen_at = 0  # from this proved time the stones on the board are known; -1: they have been compared
        self._new_stone = False  # the light of a new stone may still have to be sent
        self._ticks = 0
        self._steps = 0  # of both tasks, for the watchdog
        self._quiet_at = None
        self._latest = self._ahead = 0  # ms: the latest time; the sum of all steps back of the board's clock

    def start(self, now):
        """Continue an interrupted game, if there is one, and send "started" on the link."""
        self._proved = now - self.board.matrix.unseen_ms
        self.board.watchdog.feed()  # to find the game may take a second on a slow flash
        # a game that goes on by itself needs its next file at once; else lights come before the erase that it takes
        restored = self.keeper.open(self.session, self._cause, now, bool(self._cause))
        self.laptop.tell([{"code": "started", "version": __version__, "restored": restored}])
        self.laptop.tell(self.upkeep.start() + [error(why) for why in self.board.unusual])
        if not restored:
            self.session.start(now)
        self._seen_at = self._proved + LOOK_MS
        if self._cause:
            self.laptop.failed_in, self.laptop.went_on = self.session.number, restored
        self._tell(now)

    def sense(self, now):
        """Handle a change at the reeds, the buttons or the wiring: journal, lights, link, in this order."""
        if self.laptop.probe:
            return
        watch, session, stage = self.watch, self.session, self._stage
        stage(SCAN)
        watch.take()
        self._proved = now - self.board.matrix.unseen_ms
        stage(SESSION)
        self._steps += 1
        if self._seen_at < 0:
            session.stones(watch.words, now, self._proved)
        if watch.pressed() or self._buttons.down:
            self._press(now)
        self._keep(now)
        self._show(now)
        # after the stones: a broken wire changes no stone, for the watch holds the stones that it can't see
        if watch.wiring_changed():
            self._wiring.report(session, now)
        self.upkeep.health.touch(watch.words)
        self._tell(now, STONES)
        session.explain()
        self._tell(now, STONES)
        if self._just_changed(now):
            self._new_stone = True
        if self._new_stone and not watch.news:  # the stone's light was sent
            self._new_stone = False
            self._tidy(THINKING_EVENTS if self.session.thinks() else TIDY_EVENTS)
        stage(WAITING)

    def tick(self, now):
        """Run the timers, then serve the link.

        A function that every tick calls has few local variables, and leaves rare work to another function. If a
        function's frame is larger than 11 words, each call allocates it on the heap, which takes up to 0.3 ms.
        """
        if self.laptop.probe:
            self._tick_probing(self.laptop.probe, now)
            return
        stage = self._stage
        stage(SESSION)
        self._ticks += 1
        if not self.watch.news:
            self._steps += 1
            self._proved = now - self.board.matrix.unseen_ms
        self._look_again(now)
        if self._buttons.down:
            self._press(now)
        self.session.tick(now, self._proved)
        self._keep(now)
        if self._quiet_at is not None and now >= self._quiet_at:
            self._quiet_at = None
            self.board.buzzer.tone(0)
        self._show(now)
        self.session.explain()
        if self._ticks % WORK_TICKS or self.upkeep.proves_chain():
            self._do_slow_work(now)
        self._think(now)
        self.laptop.listen(now)
        if self.laptop.probe_asked:
            self._begin_probing(now)
        # what is open is looked for in a tick that tends no files, unless somebody waits for all of the state
        later = self.watch.news or (self._ticks % WORK_TICKS and not self.laptop.is_asked())
        self._tell(now, ALL if later else OPEN)
        self._tidy(MOST_EVENTS)
        stage(WAITING)

    def _think(self, now):
        for _ in range(THINK_SLICES):
            if self.watch.news or not self.session.think(THINK_US, now):
                break

    def _look_again(self, now):
        """Look at the board at the start, and where the newest frame has not proved a point; and at slow changes."""
        if 0 <= self._seen_at <= self._proved:
            self._seen_at = -1
            self.session.stones(self.watch.words, now, self._proved)
        if self._ticks % LOOK_TICKS == 0:
            self._look_slowly(now)
        if self.session.reconciler.leaving and not self.watch.news:
            self.watch.take(later=True)
            self.session.stones(self.watch.words, now, self._proved)

    def _do_slow_work(self, now):
        """Do a step of the work that can wait: mostly files, which are written only while no game is being played."""
        session = self.session
        waits = self._hand_is_at_work(now) or self._ticks < FIRST_TICKS
        idle = session.idle and not waits
        self._stage(UPKEEP)
        self.laptop.tell(self.upkeep.tick(idle, now))
        self._stage(JOURNAL)
        if idle or (session.resuming and not waits):
            self.laptop.tell(self.keeper.tend(session, now))

    def _hand_is_at_work(self, now):
        """Whether a new stone lies that is no move yet, or a button is down; no longer than HAND_MS."""
        if not (self.session.reconciler.new or self._buttons.down):
            self._hand_since = -1
        elif self._hand_since < 0:
            self._hand_since = now
        return self._hand_since >= 0 and now - self._hand_since < HAND_MS

    def _look_slowly(self, now):
        self.upkeep.feed(self._steps, now)
        self._wiring.look(self.session, self._proved, now)
        supply = self.upkeep.look(now)
        if supply:
            self.laptop.tell(supply)
            self.lamps.change()

    def _tick_probing(self, probing, now):
        """Do a tick while the board is probed: no game, no clocks, no journal."""
        stage, laptop = self._stage, self.laptop
        stage(SESSION)
        self._ticks += 1
        self._steps += 1
        if self._ticks % LOOK_TICKS == 0:
            laptop.tell(self.upkeep.look(now))
        self._show(now)
        self.upkeep.feed(self._steps, now)
        stage(UPKEEP)
        laptop.tell(self.upkeep.tick(False, now))
        laptop.tell(probing.tick(now))
        laptop.listen(now)
        laptop.flush(now, OPEN)
        self._tidy(MOST_EVENTS)
        stage(WAITING)

    def _begin_probing(self, now):
        """Stop the game, which is kept on flash, and probe the board.

        When the probe ends, the app restarts and compares the board's stones again.
        """
        from tengen.maintenance.probe import Probe  # seldom used; where it is a file, it would take heap all the time

        session = self.session
        session.timing.stop("resume", now, now)
        self._tell(now)
        trouble = self.keeper.keep_clocks(session, now) + self.upkeep.write_all()
        self.board.buzzer.tone(0)
        probing = Probe(self.board, self.lamps, self.upkeep, self.wired, now)
        self.laptop.probe_asked, self.laptop.probe = False, probing
        self.board.matrix.show(probing.look)
        self.watch.take()  # clears watch.news, which would hold back the lights
        # the answer first: a host would take an error before it for a refusal
        self.laptop.tell([probing.event()] + trouble)

    def _press(self, now):
        watch = self.watch
        for name, action, since in self._buttons.update(watch.buttons(), now, self._proved, watch.anew):
            self._keep(now)  # what came before the button is on flash before its answer
            self.session.button(name, action, since, now)

    def _keep(self, now):
        """Write the session's changes to flash, before they are shown or sent."""
        if self.session.effects.changed:
            self.laptop.take_over(now)

    def _show(self, now):
        """Show the session's changes.

        A frame takes 8 ms on the wire: it is not sent if news will soon replace it. It is sent all the same if the
        stones have just changed and a new one lies: then the news is nearly always a bouncing reed.
        """
        if self.session.effects.lights:
            self.session.effects.lights = False
            self.lamps.change()
        self._stage(LIGHTS)
        if self.lamps.draw(self.session, now) and (self._just_changed(now) or not self.watch.news):
            self.lamps.send()
        self._stage(SESSION)

    def _just_changed(self, now):
        """Whether the stones on the board have changed just now, and a new one lies there."""
        reconciler = self.session.reconciler
        return bool(reconciler.new) and reconciler.since == self._proved

    def _tell(self, now, part=ALL):
        """Send what was done and what has changed, after it is on flash. `part`: of the state (State.news)."""
        self._keep(now)
        if self.session.effects.sound:
            self._sound(now)
        if self.session.effects.over:
            self.session.effects.over = False
            self.upkeep.save(now)
        if self.session.settings is not self._settings:
            self._take_settings(now)
        self.laptop.flush(now, part)

    def _take_settings(self, now):
        before, settings = self._settings, self.session.settings
        if settings.brightness != before.brightness:
            self.lamps.dim(settings.brightness)
        self._settings = settings
        self.session.load()
        self.upkeep.save_settings(settings, now)

    def _sound(self, now):
        hz, ms = SOUNDS[self.session.effects.sound]
        self.session.effects.sound = ""
        if self.session.settings.sound:
            self.board.buzzer.tone(hz)
            self._quiet_at = now + ms

    def _tidy(self, most):
        if self.laptop.sent >= most:
            self.laptop.sent = 0
            self._stage(UPKEEP)
            self.board.tidy()

    async def run(self):
        """Start, and run the tasks until one of them fails or the app is cancelled."""
        self.board.matrix.run(self.watch.look, self.wired)
        self.start(self._now())
        self.board.tidy()
        going = (self._sensing(), self._ticking(), self.board.console.run())
        tasks = [asyncio.create_task(each) for each in going]
        try:
            await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()

    async def _sensing(self):
        board = self.board
        while True:
            await board.matrix.changed()
            self.sense(self._now())

    def _now(self):
        """Return the board's time in ms, which never goes back: no player regains time.

        If the board's clock goes back, send an error once and add the difference from now on.
        """
        now = self.board.clock.now() + self._ahead
        if now < self._latest:
            back, now = self._latest - now, self._latest
            self._ahead += back
            self.laptop.tell([error(coded("device.time_back", number=back))])
        self._latest = now
        return now

    async def _ticking(self):
        sleep_ms = self.board.clock.sleep_ms
        due = self._now()
        while True:
            now = self._now()
            self.tick(now)
            due += TICK_MS
            if due < now:
                due = now  # missed ticks are not made up for
            await sleep_ms(due - now)
