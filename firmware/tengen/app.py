"""The composition root: builds the parts, lets data walk through them, runs the tasks.

reeds -> watch -> reconcile -> session -> lamps -> strip, and session -> link.
"""

import asyncio
import gc

from tengen import __version__, wiring
from tengen.lights.lamps import Lamps
from tengen.link import codec, commands
from tengen.rules.renju import Renju
from tengen.sensing import proof
from tengen.sensing.buttons import Buttons
from tengen.sensing.chatter import Chatter
from tengen.sensing.reconcile import Reconcile
from tengen.sensing.watch import Watch
from tengen.session.game import ARBITER, PLAYERS, Session
from tengen.upkeep import Upkeep

# How often is looked at what nothing wakes the board for: time that passes, and the link
TICK_MS = 20
SLOW_TICKS = 5  # so many ticks between two looks at chatter and supply

# After so many events the board tidies up, as soon as a new stone's light is on its way and the link has been told: the
# hand that has put it cannot have put the next by then. Left to itself, the heap would be tidied while a light is
# waited for; so it is at the latest after so many more.
TIDY_EVENTS, MOST_EVENTS = 20, 60

# What the buzzer says of an event, and of a foul before it is one: Hz, ms
WRONG = (220, 150)
SOUNDS = dict.fromkeys(("refused", "several", "disturbed", "foul", "matrix"), WRONG)
SOUNDS["result"] = (880, 400)


class App:
    """The game on one board.

    `board` has the drivers: clock.now() and clock.sleep_ms(); matrix.run(look) and matrix.changed(); strip.draw(),
    strip.send(), strip.begin_proof() and strip.end_proof(); buzzer.tone(), supply.millivolts(), store.load() and
    store.save(), console.read() and console.write(); and tidy(), which may take some ms. sense() and tick() are one
    step each of the tasks that run() keeps going, and take the time in ms.
    """

    def __init__(self, board):
        size = wiring.SIZE
        self.board = board
        self.session = Session(Renju, wiring.DWELL_MS)
        self.watch = Watch(size, wiring.TOUCH_FRAMES, wiring.STONE_FRAMES, wiring.SLOW_FRAMES)
        self.lamps = Lamps(board.strip, wiring)
        self.upkeep = Upkeep(board, self.watch, self.lamps)
        self._difference = Reconcile(size)
        self._chatter = Chatter(size)
        self._buttons = Buttons(PLAYERS + (ARBITER,))
        self._lines = codec.Lines()
        self._untold: list = []
        self._seq = 0
        self._untidy = 0
        self._ticks = 0
        self._silent = False
        self._quiet_at = None

    def start(self, now):
        """Say hello on the link."""
        snapshot = self.session.snapshot()
        hello = {"event": "started", "version": __version__}
        for name in ("game", "size", "turn", "players"):
            hello[name] = snapshot[name]
        self._tell([hello])
        self._tell(self.upkeep.start())
        self._flush(now)

    def sense(self, now):
        """Something has changed at the reeds, the buttons or the wiring. Light first, talk later."""
        watch = self.watch
        watch.take()
        self._reconcile(now)
        self._press(now)
        self._show(now)
        # a broken wire changes no stone: the watch holds those that it can't see
        if watch.wiring_changed():
            self._distrust(now)
        self.upkeep.health.touch(watch.words)
        self._flush(now)
        self._take(self.session.explain(), now)
        self._flush(now)
        if self._difference.new and self._difference.since == now:
            self._tidy(TIDY_EVENTS)

    def tick(self, now):
        """What time brings, and the link."""
        self._ticks += 1
        if self._ticks % SLOW_TICKS == 0:
            self._look_slowly(now)
        if self._buttons.down:
            self._press(now)
        if self.session.waits():
            self._take(self.session.observe(self._difference, None, now), now)
        if self._quiet_at is not None and now >= self._quiet_at:
            self._quiet_at = None
            self.board.buzzer.tone(0)
        self._show(now)
        self._take(self.session.explain(), now)
        self._tell(self.upkeep.tick(now))
        self._listen()
        self._flush(now)
        self._tidy(MOST_EVENTS)

    def _show(self, now):
        # a frame takes 8 ms on the wire: one that is about to be overtaken by news is not begun
        if self.lamps.draw(self.session, now) and not self.watch.news:
            self.lamps.send()

    def _reconcile(self, now, happened=None):
        watch = self.watch
        happened = self._difference.update(watch.words, now) or happened
        if happened:
            self.lamps.change()
        self._take(self.session.observe(self._difference, happened, now), now)

    def _take(self, events, now):
        """Take over events of the session; where they changed what the game expects, compare the board with that."""
        if not events:
            return
        self.lamps.change()
        self._tell(events)
        for event in events:
            sound = SOUNDS.get("foul" if event["event"] == "provisional" and "foul" in event else event["event"])
            if sound and not self._silent and event.get("waits", True):
                self.board.buzzer.tone(sound[0])
                self._quiet_at = now + sound[1]
            if event["event"] in ("result", "new_game"):
                self.upkeep.save(now)
            if event["event"] in ("move", "new_game"):
                self._difference.expect(self.session.game.cells, self.session.game.wanted())
                self._reconcile(now)

    def _press(self, now):
        for name, action, for_ms in self._buttons.update(self.watch.buttons, now):
            self._tell([{"event": "button", "name": name, "action": action, "ms": for_ms}])
            if action == "press":
                self._take(self.session.press(name, self._difference), now)
            elif action == "hold":
                events = self.session.hold(name)
                self._take(events, now)
                if events:
                    self._distrust(now, waited=True)

    def _distrust(self, now, waited=False):
        """Take what frames prove of the wiring, and the reeds that chatter, to whom they concern.

        `waited`: the game waited for the wiring until now.
        """
        watch, size = self.watch, wiring.SIZE
        unproved = proof.unproved(watch.rows, watch.answers, watch.falls, size)
        chattering = self._chatter.words
        faults = proof.faults(watch.rows, watch.answers, watch.falls, size, wiring.COLUMNS, wiring.SETTLE_US)
        self.session.sign = proof.sign(watch.rows, watch.answers, watch.falls, size)
        waited = waited or self.session.blocked
        events = self.session.distrust(faults, proof.points(unproved, size), proof.points(chattering, size))
        self._take(events, now)
        if self.session.blocked:
            return
        self._difference.distrust([unproved[row] | chattering[row] for row in range(size)])
        if waited:
            # what was done meanwhile counts from now on
            self._difference.since = now
            self._reconcile(now, self._difference.kind)
        else:
            self._reconcile(now)

    def _look_slowly(self, now):
        if self._chatter.update(self.watch.reeds, now):
            self._distrust(now)
        self._take(self.upkeep.look(now), now)

    def _listen(self):
        """Answer what came over the link."""
        data = self.board.console.read()
        if not data:
            return
        for line in self._lines.feed(data):
            try:
                if line is None:
                    raise ValueError("the line is too long: %d bytes at most" % codec.LONGEST_LINE)
                self._obey(commands.checked(codec.decode(line)))
            except ValueError as error:
                self._tell([{"event": "error", "message": str(error)}])

    def _obey(self, command):
        word = command["cmd"]
        if word == "snapshot":
            self._tell([self._snapshot()])
        elif word == "health":
            self.upkeep.tell_health()
        elif word == "prove":
            self._tell([self.session.matrix_event()])
            self.upkeep.prove_chain()
        else:
            self._set(command)

    def _set(self, command):
        if "brightness" in command:
            self.lamps.dim(command["brightness"])
        if "sound" in command:
            self._silent = not command["sound"]
        event = self._settings()
        event["event"] = "settings"
        self._tell([event])

    def _settings(self):
        return {"brightness": self.lamps.brightness, "sound": not self._silent}

    def _snapshot(self):
        event = self.session.snapshot()
        event["version"] = __version__
        event["settings"] = self._settings()
        event.update(self.upkeep.state())
        if hasattr(gc, "mem_free"):
            gc.collect()
            event["heap_free"] = gc.mem_free()
        return event

    def _tell(self, events):
        if events:
            self._untold += events

    def _flush(self, now):
        """Send what is to be told."""
        if not self._untold:
            return
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
            self.board.tidy()

    async def run(self):
        """Start, and keep the tasks going until one of them fails or the app is cancelled."""
        self.board.matrix.run(self.watch.look)
        self.start(self.board.clock.now())
        await asyncio.gather(self._sensing(), self._ticking())

    async def _sensing(self):
        board = self.board
        while True:
            await board.matrix.changed()
            self.sense(board.clock.now())

    async def _ticking(self):
        clock = self.board.clock
        sleep_ms = clock.sleep_ms
        due = clock.now()
        while True:
            now = clock.now()
            self.tick(now)
            due += TICK_MS
            if due < now:
                due = now  # what was missed is not made up for
            await sleep_ms(due - now)


def main():
    """Run the app on the Pico until Ctrl-C."""
    from tengen.drivers.pico import Pico

    board = Pico()
    try:
        asyncio.run(App(board).run())
    finally:
        board.stop()
        asyncio.new_event_loop()
