"""The composition root: creates the parts, passes data between them, and runs the tasks.

reeds -> watch -> reconcile -> session -> lamps -> strip, and session -> link.
"""

import asyncio
import gc

from tengen import __version__, wiring
from tengen.build import BUILD
from tengen.games.renju.game import Renju
from tengen.journal.keeper import FAILING, Keeper
from tengen.lights.lamps import Lamps
from tengen.link import codec, commands
from tengen.maintenance import probe
from tengen.maintenance.faultlog import TRIES, FaultLog, Pauses, stood_still
from tengen.maintenance.probe import Probe, Restart
from tengen.maintenance.progress import JOURNAL, LIGHTS, LINK, SCAN, SESSION, START, UPKEEP, WAITING
from tengen.maintenance.upkeep import Upkeep
from tengen.sensing import proof
from tengen.sensing.buttons import Buttons
from tengen.sensing.chatter import Chatter
from tengen.sensing.intermittent import Intermittent
from tengen.sensing.reconcile import Reconciler
from tengen.sensing.watch import Watch
from tengen.session import fingers, news
from tengen.session.diagram import Uneven
from tengen.session.game import ARBITER, PLAYERS, Session
from tengen.session.settings import Settings

GAMES = {"renju": Renju}

# The period of tick(): it serves the timers and the link, which wake nothing by themselves
TICK_MS = 20
SLOW_TICKS = 5  # check chatter, intermittent lines and the supply at every fifth tick

# At this time after the start the matrix has reported all stones on the board. Until then stones are not news.
LOOK_MS = 50

# Garbage is collected after TIDY_EVENTS sent events, when a new stone's light and its events have been sent: the player
# cannot have placed the next stone by then. At MOST_EVENTS it is collected in any case. Without this the collector
# would run by itself at any moment, also while a player waits for a light.
TIDY_EVENTS, MOST_EVENTS = 40, 100

# The buzzer's sound for an event, as (Hz, ms). "foul" is a provisional stone that would be a foul.
WRONG = (220, 150)
SOUNDS = dict.fromkeys(("refused", "several", "disturbed", "foul", "matrix"), WRONG)
SOUNDS["result"] = (880, 400)
LAST_SECOND = (1760, 40)


class App:
    """The game on one board.

    `board` has the drivers: clock.now() and clock.sleep_ms(); matrix.run(look, wired), matrix.show(look, wired),
    matrix.changed() and matrix.frames; strip.draw(), strip.send(), strip.frames, strip.begin_proof() and
    strip.end_proof(); buzzer.tone(), supply.millivolts(), store (its methods: drivers/store.py), console.read(),
    console.write() and console.run(); watchdog.stage(), feed(), blame(), hold() and armed; and tidy(), which may take
    some ms. sense() and tick() each do one step of a task of run(); their argument is the time in ms.

    `cause`: why the app was restarted: "watchdog" or "exception" (the newest fault in the log), or FAILING after
    several failures in a row. After "watchdog" and "exception" the game continues by itself. None after power-on:
    the game waits for its stones and a press.
    """

    def __init__(self, board, cause=None):
        size = wiring.SIZE
        self.board = board
        self._cause = cause
        self.watch = Watch(size, wiring.TOUCH_FRAMES, wiring.STONE_FRAMES, wiring.SLOW_FRAMES)
        self.lamps = Lamps(board.strip, wiring)
        self.upkeep = Upkeep(board, self.watch, self.lamps, cause)
        self.wired = self.upkeep.load_wired()
        self.lamps.wire(self.wired)
        self.keeper = Keeper(board.store)
        self._stage = board.watchdog.stage
        self._untold: list = []
        settings = self.upkeep.load_settings(Settings(wiring.BRIGHTNESS))
        self.session = Session(GAMES, settings, wiring.DWELL_MS)
        self.lamps.dim(settings.brightness)
        self._settings = settings
        self._difference = Reconciler(size)
        self._chatter = Chatter(size)
        self._intermittent = Intermittent(size)
        self._buttons = Buttons(PLAYERS + (ARBITER,))
        self._lines = codec.Lines()
        self._layout = self._view = self._heard = self._beeps = 0  # the session's counters, when they were last handled
        self._seq = 0
        self._seen_at = 0  # from this time the stones on the board are known; -1: they have been compared
        self._untidy = 0
        self._new_stone = False  # the light of a new stone may still have to be sent
        self._ticks = 0
        self._steps = 0  # of both tasks, for the watchdog
        self._quiet_at = None
        self._probe = None  # a Probe while the board is probed; no game then
        self._latest = self._ahead = 0  # ms: the latest time; the sum of all steps back of the board's clock

    def start(self, now):
        """Continue an interrupted game, if there is one, and send "started" on the link."""
        self.board.watchdog.feed()  # to find the game may take a second on a slow flash
        restored = self.keeper.open(self.session, self._cause, now)
        hello = news.game("started", self.session)
        hello["version"] = __version__
        hello["build"] = BUILD
        hello["restored"] = restored
        hello["journal"] = self.keeper.archive.state()
        self._tell([hello])
        self._tell(self.upkeep.start())
        if restored:
            self._tell([self._snapshot(now)])
        else:
            self.session.start(now)
        self._seen_at = now + LOOK_MS
        self._hear(now)
        self._flush(now)

    def sense(self, now):
        """Handle a change at the reeds, the buttons or the wiring: the lights first, then the link."""
        if self._probe:
            return
        watch, stage = self.watch, self._stage
        stage(SCAN)
        watch.take()
        stage(SESSION)
        self._steps += 1
        self._reconcile(now)
        self._press(now)
        self._keep(now)
        self._show(now)
        self._hear(now)
        # after the stones: a broken wire changes no stone, for the watch holds the stones that it can't see
        if watch.wiring_changed():
            self._distrust(now)
        self.upkeep.health.touch(watch.words)
        self._flush(now)
        self.session.explain()
        self._hear(now)
        self._flush(now)
        if self._difference.new and self._difference.since == now:
            self._new_stone = True
        if self._new_stone and not watch.news:  # the stone's light was sent
            self._new_stone = False
            self._tidy(TIDY_EVENTS)
        stage(WAITING)

    def tick(self, now):
        """Run the timers, then serve the link.

        A function that every tick calls has few local variables, and leaves rare work to another function. If a
        function's frame is larger than 11 words, each call allocates it on the heap, which takes up to 0.3 ms.
        """
        if self._probe:
            self._tick_probing(self._probe, now)
            return
        stage = self._stage
        stage(SESSION)
        self._ticks += 1
        if not self.watch.news:
            self._steps += 1
        if 0 <= self._seen_at <= now:
            self._seen_at = -1
            self._reconcile(now)
        if self._ticks % SLOW_TICKS == 0:
            self._look_slowly(now)
        if self._difference.leaving and not self.watch.news:
            # the newest frame may not have proved the point; the frames since then may have
            self.watch.take(later=True)
            self._reconcile(now)
        if self._buttons.down:
            self._press(now)
        self.session.tick(self._difference, now)
        self._hear(now)
        if self.session.beeps != self._beeps:
            self._beeps = self.session.beeps
            self._sound(LAST_SECOND, now)
        if self._quiet_at is not None and now >= self._quiet_at:
            self._quiet_at = None
            self.board.buzzer.tone(0)
        self._show(now)
        self.upkeep.feed(self._steps, now)
        self.session.explain()
        stage(UPKEEP)
        self._tell(self.upkeep.tick(self.session.idle, now))
        stage(JOURNAL)
        self._tell(self.keeper.tend(self.session, now))
        self._listen(now)
        self._hear(now)
        self._flush(now)
        self._tidy(MOST_EVENTS)
        stage(WAITING)

    def _tick_probing(self, probing, now):
        """Do a tick while the board is probed: no game, no clocks, no journal."""
        stage = self._stage
        stage(SESSION)
        self._ticks += 1
        self._steps += 1
        if self._ticks % SLOW_TICKS == 0:
            self._tell(self.upkeep.look(now))
        self._show(now)
        self.upkeep.feed(self._steps, now)
        stage(UPKEEP)
        self._tell(self.upkeep.tick(False, now))
        self._tell(probing.tick(now))
        self._listen(now)
        self._flush(now)
        self._tidy(MOST_EVENTS)
        stage(WAITING)

    def _show(self, now):
        if self.session.view != self._view:
            self._view = self.session.view
            self.lamps.change()
        self._stage(LIGHTS)
        # a frame takes 8 ms on the wire: don't start it if news will soon replace it
        if self.lamps.draw(self.session, now) and not self.watch.news:
            self.lamps.send()
        self._stage(SESSION)

    def _reconcile(self, now, happened=None):
        if self._seen_at >= 0:
            return
        happened = self._difference.update(self.watch.words, now) or happened
        self.session.observe(self._difference, happened, now)
        self._follow(now)

    def _follow(self, now):
        """If the session now expects other stones on the board, compare the board with them."""
        session = self.session
        while session.layout != self._layout:
            self._layout = session.layout
            self._difference.expect(session.match.cells, session.match.wanted())
            if self._seen_at < 0:
                session.observe(self._difference, self._difference.update(self.watch.words, now), now)

    def _hear(self, now):
        """Handle the session's new events and settings, if its state has changed."""
        if self.session.view != self._heard:
            self._take_over(now)

    def _take_over(self, now):
        self._keep(now)
        self._follow(now)
        self._heard = self.session.view
        events = self.session.events()
        self._tell(events)
        for event in events:
            sound = SOUNDS.get("foul" if event["event"] == "provisional" and "foul" in event else event["event"])
            if sound and event.get("waits", True):
                self._sound(sound, now)
            if event["event"] == "result":
                self.upkeep.save(now)
        settings = self.session.settings
        if settings is not self._settings:
            if settings.brightness != self._settings.brightness:
                self.lamps.dim(settings.brightness)
            self._settings = settings
            self.upkeep.save_settings(settings, now)

    def _keep(self, now):
        """Write the session's changes to flash. Call it before they are shown or sent."""
        self._stage(JOURNAL)
        self._tell(self.keeper.keep(self.session, now))
        self._stage(SESSION)

    def _sound(self, sound, now):
        if self._settings.sound:
            self.board.buzzer.tone(sound[0])
            self._quiet_at = now + sound[1]

    def _press(self, now):
        session, difference = self.session, self._difference
        for name, action, since in self._buttons.update(self.watch.buttons(), now):
            if action == "down":
                fingers.down(session, name, since)
                continue
            self._hear(now)  # send earlier events before the button's
            self._tell([{"event": "button", "name": name, "action": action, "ms": now - since}])
            if action == "press":
                fingers.press(session, name, since, difference, now)
            elif action == "hold":
                waited = session.trust.blocked
                fingers.hold(session, name, since, difference, now)
                if waited and not session.trust.blocked:
                    self._distrust(now, waited=True)
            elif action == "together":
                fingers.together(session, name, now)
            else:
                fingers.release(session, name)
            self._hear(now)

    def _distrust(self, now, waited=False):
        """Pass wiring faults and untrusted reeds (unproved or chattering) to the session and the reconciler.

        `waited`: the game waited for the wiring until now.
        """
        watch, size = self.watch, wiring.SIZE
        rows, answers, falls = watch.rows(), watch.answers(), watch.falls()
        unproved = proof.unproved(rows, answers, falls, size)
        chattering = self._chatter.words
        faults = proof.faults(rows, answers, falls, size, wiring.COLUMNS, wiring.SETTLE_US, self.wired)
        self.session.trust.sign = proof.sign(rows, answers, falls, size)
        waited = waited or self.session.trust.blocked
        self.session.distrust(faults, proof.points(unproved, size), proof.points(chattering, size), now)
        self._hear(now)
        if self.session.trust.blocked:
            return
        self._difference.distrust([unproved[row] | chattering[row] for row in range(size)])
        if waited:
            # changes made during the wait count from now on
            self._difference.since = now
        self._reconcile(now)

    def _look_slowly(self, now):
        if self._chatter.update(self.watch.reeds, now):
            self._distrust(now)
        if self._intermittent.update(self.watch.fails, now):
            self._warn()
        supply = self.upkeep.look(now)
        if supply:
            self._tell(supply)
            self.lamps.change()

    def _warn(self):
        """Give the session the lines that fail now and then, and their points."""
        rows, answers, falls = self._intermittent.rows, self._intermittent.answers, self._intermittent.falls
        faults = proof.intermittent(rows, answers, falls, wiring.SIZE, wiring.COLUMNS, self.wired)
        unsteady = proof.lines(rows, answers | falls, wiring.SIZE)
        self.session.warn(faults, proof.points(unsteady, wiring.SIZE))

    def _listen(self, now):
        """Read the link and obey its commands."""
        self._stage(LINK)
        data = self.board.console.read()
        if data:
            self._take_in(data, now)

    def _take_in(self, data, now):
        for line in self._lines.feed(data):
            try:
                if line is None:
                    raise ValueError("the line is too long: %d bytes at most" % codec.LONGEST_LINE)
                self._obey(commands.checked(codec.decode(line)), now)
            except ValueError as error:
                self._tell([{"event": "error", "message": str(error), "confirm": isinstance(error, Uneven)}])

    def _obey(self, command, now):
        word, session, difference = command["cmd"], self.session, self._difference
        self._stage(SESSION)
        if self._probe:
            self._obey_probing(self._probe, command, now)
            return
        commands.check_allowed(command, session)
        if word == "probe":
            self._begin_probing(command["on"], now)
        elif word in probe.OWN:
            raise ValueError('%s is for a board that is probed: send {"cmd": "probe", "on": true} first' % word)
        elif word == "snapshot":
            self._tell([self._snapshot(now)])
        elif word == "health":
            self.upkeep.tell_health()
        elif word == "games":
            self._tell([self.keeper.archive.games()])
        elif word == "game":
            self.keeper.archive.send(command["number"])
        elif word == "fetched":
            self.keeper.archive.fetched(command["number"])
        elif word == "prove":
            self._tell([session.trust.event()])
            self.upkeep.prove_chain()
        elif word == "hold":
            self._hold()
        elif word == "set":
            session.change(session.settings.with_(_but(command, "cmd")), now)
        elif word == "do":
            fingers.enter(session, command["who"], command["entry"], difference, now)
        elif word == "new":
            session.new_game(difference, now)
        elif word == "back":
            session.take_back(command["count"], ARBITER, difference, now)
        elif word == "clock":
            session.correct_clock(_but(command, "cmd"), now)
        elif word == "setup":
            session.set_up(command["board"], command.get("turn"), command.get("confirm", False), now)
        elif word == "stamp":
            session.stamp = commands.stamp_of(command)
            self._keep(now)
            self._tell([dict([("event", "stamped")] + list(session.stamp.items()))])
        self._hear(now)

    def _begin_probing(self, on, now):
        """Stop the game and start to probe, if `on`.

        The game is kept on flash. When the probe ends, the app restarts and compares the board's stones again.
        """
        if not on:
            self._tell([probe.holds(self.wired, False)])
            return
        session = self.session
        session.tell_clock(session.timing.stop("resume", now), now, None)
        self._hear(now)
        trouble = self.keeper.keep_clocks(session, now) + self.upkeep.write_all()
        self.board.buzzer.tone(0)
        probing = self._probe = Probe(self.board, self.lamps, self.upkeep, self.wired, now)
        self.board.matrix.show(probing.look)
        self.watch.take()  # clears watch.news, which would hold back the lights
        # the answer first: a host would take an error before it for a refusal
        self._tell([probing.event()] + trouble)

    def _obey_probing(self, probing, command, now):
        word = command["cmd"]
        probing.asked(now)
        if word == "snapshot":
            self._tell([self._snapshot(now)])
        elif word == "hold":
            self._hold()
        elif word in probe.OWN:
            self._tell(probing.obey(command, now))
        else:
            raise ValueError('%s is refused: the board is probed, until {"cmd": "probe", "on": false}' % word)

    def _hold(self):
        self.board.watchdog.hold()
        self._tell([{"event": "watchdog", "armed": self.board.watchdog.armed}])

    def _snapshot(self, now):
        event = news.snapshot(self.session, now)
        event["version"] = __version__
        event["build"] = BUILD
        event["settings"] = self.session.settings.fields()
        event["probed"] = self._probe is not None
        event["played"] = self.session.played.game_fields()
        event.update(self.upkeep.state())
        event["journal"] = self.keeper.archive.state()
        if hasattr(gc, "mem_free"):
            gc.collect()
            event["heap_free"] = gc.mem_free()
        return event

    def _tell(self, events):
        if events:
            self._untold += events

    def _flush(self, now):
        """Send all waiting events."""
        if self._untold:
            self._stage(LINK)
            self._send(now)

    def _send(self, now):
        events, self._untold = self._untold, []
        for event in events:
            self._seq += 1
            event["seq"] = self._seq
            event["t"] = now
            self.board.console.write(codec.encode(event))
        self._untidy += len(events)

    def _tidy(self, events):
        if self._untidy >= events:
            self._untidy = 0
            self._stage(UPKEEP)
            self.board.tidy()

    async def run(self):
        """Start, and run the tasks until one of them fails or the app is cancelled."""
        self.board.matrix.run(self.watch.look, self.wired)
        self.start(self._now())
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
            message = "the board's clock has gone back by %d ms: time goes on from where it was" % back
            self._tell([{"event": "error", "message": message}])
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


def _but(command, field):
    return {name: command[name] for name in command if name != field}


def main():
    """Run the app on the Pico until Ctrl-C: start it again after an exception, a watchdog reset or a probe."""
    from tengen.drivers.pico import Store, traceback
    from tengen.drivers.watchdog import Watchdog

    watchdog, pauses = Watchdog(), Pauses()
    part = watchdog.stood_still(SCAN)
    cause, text = (None, None) if part is None else ("watchdog", stood_still(part))
    try:
        while True:
            # the watchdog stays armed while the app stops and starts: these steps may hang, too
            watchdog.arm(START)
            in_a_row = pauses.in_a_row + watchdog.in_a_row
            if cause and watchdog.in_a_row <= TRIES:  # more entries would only wear the flash
                FaultLog(Store()).add(cause, text)
            error, ran_ms = _run(watchdog, FAILING if in_a_row >= TRIES else cause)
            if isinstance(error, Restart):
                watchdog.steady()
                cause, text, pauses = None, None, Pauses()
                continue
            cause, text = "exception", traceback(error)
            watchdog.pause(pauses.after(ran_ms))
    except KeyboardInterrupt:
        watchdog.hold()
        raise


def _run(watchdog, cause):
    """Run the app on the Pico until it fails. Return the exception and the app's running time in ms."""
    from tengen.drivers.pico import Clock, Pico

    clock = Clock()
    try:
        board = Pico(watchdog)
        try:
            asyncio.run(App(board, cause).run())
        finally:
            # free the app's memory first: the app may have failed for lack of memory
            asyncio.new_event_loop()
            gc.collect()
            board.stop()
    except Exception as error:
        return error, clock.now()
