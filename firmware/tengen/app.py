"""The composition root: builds the parts, lets data walk through them, runs the tasks.

reeds -> debounce -> reconcile -> session -> scene -> power -> strip, and session -> link.
"""

import asyncio
import gc

from tengen import __version__, wiring
from tengen.lights import power, scene
from tengen.lights.picture import Picture, compose
from tengen.link import codec
from tengen.rules.renju import Renju
from tengen.sensing import proof
from tengen.sensing.buttons import Buttons
from tengen.sensing.debounce import Debounce
from tengen.sensing.reconcile import Reconcile
from tengen.session.game import ARBITER, PLAYERS, Session

# How often the tasks look; the reeds' own period is in the wiring
PRESS_MS = 10
LISTEN_MS = 20
SHOW_MS = 20

# What the buzzer says of an event, and of a foul before it is one: Hz, ms
WRONG = (220, 150)
SOUNDS = {"refused": WRONG, "several": WRONG, "disturbed": WRONG, "foul": WRONG, "result": (880, 400)}


class App:
    """The game on one board.

    `board` has the drivers: clock.now() and clock.sleep_ms(), matrix.frame(), strip.show(), buttons.levels(),
    buzzer.tone(), console.read() and console.write(). sense(), press(), listen() and show() are one step each
    of the tasks that run() keeps going, and take the time in ms.
    """

    def __init__(self, board):
        self.board = board
        self.session = Session(Renju)
        size = wiring.SIZE
        self._mask = (1 << size) - 1
        self._touch = Debounce(size, 1, wiring.TOUCH_OFF_FRAMES)
        self._stone = Debounce(size, wiring.STONE_ON_FRAMES, wiring.STONE_OFF_FRAMES)
        self._look = board.matrix.frame
        self._counting = False  # whether a reed is on its way from one state to the other
        self._difference = Reconcile(size)
        self._buttons = Buttons(PLAYERS + (ARBITER,))
        self._lines = codec.Lines()
        self._seq = 0
        self._faults: list = []
        self._picture = Picture(size, wiring.BAR_LENGTH)
        self._frame = bytearray(3 * wiring.PIXELS)
        self._wire = bytearray(3 * wiring.PIXELS)
        self._shown = bytearray(3 * wiring.PIXELS)
        self._stale = True
        self._redraw_at = None
        self._quiet_at = None

    def start(self, now):
        """Say hello on the link."""
        snapshot = self.session.snapshot()
        hello = {"event": "started", "version": __version__}
        for name in ("game", "size", "turn", "players"):
            hello[name] = snapshot[name]
        self._emit([hello], now)

    def sense(self, now):
        """One look at the reeds. Mostly nothing has changed, and then it must cost next to nothing."""
        frame, fresh = self._look()
        if fresh or self._counting:
            if fresh:
                self._prove(frame, now)
            touched = self._touch.update(frame, self._mask)
            stones = self._stone.update(frame, self._mask)
            self._counting = self._touch.pending or self._stone.pending
            if touched or stones:
                self._reconcile(now)
        if self.session.waits():
            self._take(self.session.observe(self._difference, False, self._touch.pending, now), now)

    def press(self, now):
        """One look at the buttons, and the end of a sound that has lasted long enough."""
        for name, action in self._buttons.update(self.board.buttons.levels(), now):
            self._emit([{"event": "button", "name": name, "action": action}], now)
            if action == "press":
                self._take(self.session.press(name, self._difference), now)
        if self._quiet_at is not None and now >= self._quiet_at:
            self._quiet_at = None
            self.board.buzzer.tone(0)

    def _reconcile(self, now):
        changed = self._difference.update(self._touch.state, self._stone.state, now)
        # the touch is on at once, so what it is still counting are reeds that have opened
        self._take(self.session.observe(self._difference, changed, self._touch.pending, now), now)

    def _take(self, events, now):
        """Tell of events; where they changed what the game expects, compare the board with that."""
        if not events:
            return
        self._stale = True
        self._emit(events, now)
        for event in events:
            sound = SOUNDS.get("foul" if event.get("foul") else event["event"])
            if sound:
                self.board.buzzer.tone(sound[0])
                self._quiet_at = now + sound[1]
            if event["event"] in ("move", "new_game"):
                self._difference.expect(self.session.game.cells)
                self._reconcile(now)

    def _prove(self, frame, now):
        """Tell once of what the wired-shut row and column show to be dead, and of its mending."""
        faults = proof.faults(frame, wiring.SIZE, wiring.COLUMNS)
        if faults != self._faults:
            self._faults = faults
            self._emit([{"event": "matrix", "faults": faults}], now)

    def listen(self, now):
        """Answer what came over the link."""
        data = self.board.console.read()
        if not data:
            return
        for line in self._lines.feed(data):
            try:
                if line is None:
                    raise ValueError("the line is too long: %d bytes at most" % codec.LONGEST_LINE)
                command = codec.decode(line)
                if command["cmd"] != "snapshot":
                    raise ValueError("unknown command %r: there is snapshot" % command["cmd"][:40])
            except ValueError as error:
                self._emit([{"event": "error", "message": str(error)}], now)
            else:
                self._emit([self._snapshot()], now)

    def _snapshot(self):
        event = self.session.snapshot()
        event["version"] = __version__
        if hasattr(gc, "mem_free"):
            gc.collect()
            event["heap_free"] = gc.mem_free()
        return event

    def show(self, now):
        """Draw the lights anew where they would look different, and send them where they do."""
        if self._stale:
            self._stale = False
            compose(self._picture, self.session, now)
        elif self._redraw_at is None or now < self._redraw_at:
            return
        soon = scene.draw(self._frame, self._picture, now, wiring)
        self._redraw_at = None if soon < 0 else now + soon
        wire = self._wire
        power.fit(self._frame, wire, wiring.PIXELS, wiring.FULL_MA, wiring.IDLE_MA, wiring.BUDGET_MA, 256)
        if wire == self._shown:
            return
        if self.board.strip.show(wire):
            self._wire, self._shown = self._shown, wire
        else:
            self._redraw_at = now  # the last frame is still on its way: try again

    def _emit(self, events, now):
        for event in events:
            self._seq += 1
            event["seq"] = self._seq
            event["t"] = now
            self.board.console.write(codec.encode(event))

    async def run(self):
        """Start, and keep the tasks going until one of them fails or the app is cancelled."""
        self.start(self.board.clock.now())
        await asyncio.gather(
            self._every(wiring.SCAN_MS, self.sense),
            self._every(PRESS_MS, self.press),
            self._every(LISTEN_MS, self.listen),
            self._every(SHOW_MS, self.show),
        )

    async def _every(self, period_ms, step):
        clock = self.board.clock
        sleep = clock.sleep_ms
        due = clock.now()
        while True:
            now = clock.now()
            step(now)
            due += period_ms
            if due < now:
                due = now  # what was missed is not made up for
            await sleep(due - now)


def main():
    """Run the app on the Pico until Ctrl-C."""
    from tengen.drivers.pico import Pico

    board = Pico()
    try:
        asyncio.run(App(board).run())
    finally:
        board.stop()
        asyncio.new_event_loop()
