"""The composition root: makes the parts, passes data from one to the next, and runs the tasks.

reeds -> watch -> reconcile -> session -> lamps -> strip, and session -> link.
"""

import asyncio
import gc

from tengen import __version__, wiring
from tengen.build import BUILD
from tengen.journal.keeper import FAILING, Keeper
from tengen.lights.lamps import Lamps
from tengen.link import codec, commands
from tengen.maintenance import probe
from tengen.maintenance.faultlog import TRIES, FaultLog, Pauses, stood_still
from tengen.maintenance.probe import Probe, Restart
from tengen.maintenance.progress import JOURNAL, LIGHTS, LINK, SCAN, SESSION, START, UPKEEP, WAITING
from tengen.maintenance.upkeep import Upkeep
from tengen.rules.renju import Renju
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

# How often is looked at what nothing wakes the board for: time that passes, and the link
TICK_MS = 20
SLOW_TICKS = 5  # so many ticks between two looks at chatter, lines that fail now and then, and supply

# So long after the start has the matrix told what lies on the board: until then none of it is taken for news
LOOK_MS = 50

# After so many events the board tidies up, as soon as a new stone's light is on its way and the link has been told: the
# hand that has put it cannot have put the next by then. Left to itself, the heap would be tidied while a light is
# waited for; so it is at the latest after so many more.
TIDY_EVENTS, MOST_EVENTS = 40, 100

# What the buzzer says of an event, and of a foul before it is one: Hz, ms
WRONG = (220, 150)
SOUNDS = dict.fromkeys(("refused", "several", "disturbed", "foul", "matrix"), WRONG)
SOUNDS["result"] = (880, 400)
LAST_SECOND = (1760, 40)


class App:
    """The game on one board.

    `board` has the drivers: clock.now() and clock.sleep_ms(); matrix.run(look, wired), matrix.show(look, wired),
    matrix.changed() and matrix.frames; strip.draw(), strip.send(), strip.frames, strip.begin_proof() and
    strip.end_proof(); buzzer.tone(), supply.millivolts(), store (drivers/store.py says what), console.read(),
    console.write() and console.run(); watchdog.stage(), feed(), blame(), hold() and armed; and tidy(), which may take
    some ms. sense() and tick() are one step each of the tasks that run() keeps going, and take the time in ms.

    `cause`: why the app is restarted, "watchdog" or "exception", the last in the log of faults: then the game goes
    on by itself. None with the power: then it waits for its stones, and a press.
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
        self._layout = self._view = self._heard = self._beeps = 0  # of the session, as they were taken over
        self._seq = 0
        self._seen_at = 0  # when it is known what lies on the board; -1: it was looked at
        self._untidy = 0
        self._new_stone = False  # one lies there whose light may still have to be sent
        self._ticks = 0
        self._steps = 0  # of both tasks: each must go on
        self._quiet_at = None
        self._probe = None  # while the board is probed and nobody plays
        self._latest = self._ahead = 0  # the time that was read last, and how far the clock is behind it for good

    def start(self, now):
        """Take up the game that was interrupted, if there is one, and say hello on the link."""
        self.board.watchdog.feed()  # to find the game may take a second, on a slow flash
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
        """Something has changed at the reeds, the buttons or the wiring. Light first, talk later."""
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
        # a broken wire changes no stone: the watch holds those that it can't see
        if watch.wiring_changed():
            self._distrust(now)
        self.upkeep.health.touch(watch.words)
        self._flush(now)
        self.session.explain()
        self._hear(now)
        self._flush(now)
        if self._difference.new and self._difference.since == now:
            self._new_stone = True
        if self._new_stone and not watch.news:  # its light was sent
            self._new_stone = False
            self._tidy(TIDY_EVENTS)
        stage(WAITING)

    def tick(self, now):
        """What time brings, and the link.

        A function that a quiet tick calls keeps its locals few, and leaves what it seldom does to another: one whose
        frame is larger than 11 words gets memory for it at each call, and to find that takes up to 0.3 ms.
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
            # an unproved frame may have been the newest: those that came since say more
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
        """The same while the board is probed: no game, no clocks, no journal."""
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
        # a frame takes 8 ms on the wire: one that is about to be overtaken by news is not begun
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
        """Where other stones must lie on the board, compare it with that."""
        session = self.session
        while session.layout != self._layout:
            self._layout = session.layout
            self._difference.expect(session.match.cells, session.match.wanted())
            if self._seen_at < 0:
                session.observe(self._difference, self._difference.update(self.watch.words, now), now)

    def _hear(self, now):
        """Take over what the session says, if it says anything new."""
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
        """What is done is on flash before anybody sees or hears of it."""
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
            self._hear(now)  # what came before it
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
        """Take what frames prove of the wiring, and the reeds that chatter, to whom they concern.

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
            # what was done meanwhile counts from now on
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
        """Tell of the lines that fail now and then."""
        rows, answers, falls = self._intermittent.rows, self._intermittent.answers, self._intermittent.falls
        faults = proof.intermittent(rows, answers, falls, wiring.SIZE, wiring.COLUMNS, self.wired)
        unsteady = proof.lines(rows, answers | falls, wiring.SIZE)
        self.session.warn(faults, proof.points(unsteady, wiring.SIZE))

    def _listen(self, now):
        """Answer what came over the link."""
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
        """The game stands still: it is on flash, and what lies on the board when it comes back is looked at again."""
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
        self.watch.take()  # what it had to tell would hold up the lights
        # an error before the answer would look like a refusal
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
        """Send what is to be told."""
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
        """Start, and keep the tasks going until one of them fails or the app is cancelled."""
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
        """The board's time, which only goes on: no player gets back what has passed."""
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
                due = now  # what was missed is not made up for
            await sleep_ms(due - now)


def _but(command, field):
    return {name: command[name] for name in command if name != field}


def main():
    """Run the app on the Pico until Ctrl-C: again where it fails, where the watchdog has reset the chip, and after a
    probe."""
    from tengen.drivers.pico import Store, traceback
    from tengen.drivers.watchdog import Watchdog

    watchdog, pauses = Watchdog(), Pauses()
    part = watchdog.stood_still(SCAN)
    cause, text = (None, None) if part is None else ("watchdog", stood_still(part))
    try:
        while True:
            # it stays armed while the app is taken down and built up: that may hang as well as anything
            watchdog.arm(START)
            in_a_row = pauses.in_a_row + watchdog.in_a_row
            if cause and watchdog.in_a_row <= TRIES:  # to write of more would only wear the flash
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
    """Run the app on the Pico until it fails: the exception, and how many ms it ran."""
    from tengen.drivers.pico import Clock, Pico

    clock = Clock()
    try:
        board = Pico(watchdog)
        try:
            asyncio.run(App(board, cause).run())
        finally:
            # first of all let go of the app: it may have been memory that it lacked
            asyncio.new_event_loop()
            gc.collect()
            board.stop()
    except Exception as error:
        return error, clock.now()
