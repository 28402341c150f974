"""The composition root. It creates the parts, passes data between them, and runs the tasks.

The data flow is: reeds -> watch -> director -> keeper -> lamps -> strip, and then the laptop.
"""

import asyncio

from tengen import wiring
from tengen.coach import coach
from tengen.journal.keeper import Keeper
from tengen.laptop import Laptop
from tengen.lights.lamps import Lamps
from tengen.lights.sounds import Sounds
from tengen.maintenance.garbage import Garbage
from tengen.maintenance.monotonic import Monotonic
from tengen.maintenance.progress import JOURNAL, LIGHTS, SCAN, SESSION, WAITING
from tengen.maintenance.slow_work import SlowWork
from tengen.maintenance.upkeep import Upkeep
from tengen.maintenance.wiring_check import WiringCheck
from tengen.sensing.buttons import Buttons
from tengen.sensing.watch import Watch
from tengen.session.director import ARBITER, SEATS, Director
from tengen.session.session import Session
from tengen.session.settings import Settings
from tengen.session.state import ALL, OPEN, STONES

# The period of tick() in ms. tick() serves the timers and the link, because neither of them can wake the app
TICK_MS = 20
# Every sixth tick checks chatter, intermittent lines and the supply, and feeds the watchdog. Every second tick tends
# the files. The two never run in the same tick, because together they would delay a light too long.
LOOK_TICKS, WORK_TICKS = 6, 2

# The session thinks in slices of this length (ms) and looks for changes of the board between slices. The slices fill
# most of a tick that has nothing else to do. A touch waits for one slice at most.
THINK_US, THINK_SLICES = 1500, 9

# This many ms after the start, the matrix has reported all stones that are on the board. Until then a reported stone is
# not a new stone.
LOOK_MS = 50


class App:
    """The game on one board.

    `board` has the drivers: a Pico (drivers/pico.py) or a substitute. sense() and tick() each do one step of a task of
    run(); their argument is the time in ms.
    `cause`: why the app was restarted. After "watchdog" or "exception" (the newest fault in the log) the game continues
    by itself. FAILING means that several failures came in a row. None means power-on; the game then waits for its
    stones and a press.

    `wiring`: the module wiring.py, or an object with the same names for another board. `sensing`: the class that reads
    the board; it has the interface of Watch. `reserve`: the memory for the board's own thinking (partner/reserve.py).
    If None, the memory is allocated when needed.
    """

    def __init__(self, board, cause=None, wiring=wiring, sensing=Watch, reserve=None):
        self.board = board
        self._cause = cause  # for start()
        # created first, while the heap still has one free piece that is large enough for Renju's positions
        self.session = Session(wiring.SIZE, Settings(wiring.BRIGHTNESS, wiring.SIZE), wiring.DWELL_MS, reserve)
        self.director = Director(self.session, coach)
        self.watch = sensing(wiring.SIZE, wiring.TOUCH_FRAMES, wiring.STONE_FRAMES, wiring.SLOW_FRAMES)
        self.buttons = Buttons(SEATS + (ARBITER,), self.director)
        self.lamps = Lamps(board.strip, wiring)
        self.sounds = Sounds(board.buzzer)
        self.upkeep = Upkeep(board, self.watch, self.lamps, wiring, cause)
        self.wired = self.upkeep.load_wired()
        self.keeper = Keeper(board.store)
        self.director.begin_with(self.upkeep.load_settings(self.session.settings))
        self.laptop = Laptop(board, self.director, self.keeper, self.upkeep, self.wired)
        self.wiring_check = WiringCheck(self.watch, wiring, self.wired)
        self.slow_work = SlowWork(self.upkeep, self.keeper, board.watchdog.stage)
        self.garbage = Garbage(board, self.laptop)
        self.clock = Monotonic(board.clock, self.laptop.tell)
        self._stage = board.watchdog.stage
        # the time (ms) up to which frames have proved the board's state, including the stones that the session knows
        self._proved = 0
        # the time from which the stones on the board are known and proved; -1: they were already compared with the game
        self._seen_at = 0
        self._ticks = self._steps = 0  # _steps counts the steps of both tasks, for the watchdog

    def start(self, now):
        """Continue an interrupted game, if there is one, and send "started" on the link."""
        self._proved = now - self.board.matrix.unseen_ms
        self.board.watchdog.feed()  # finding the game may take a second on a slow flash
        # A game that continues by itself needs its next file at once, so keeper.open() creates it, which erases a
        # block. Any other game shows its lights before the erase.
        restored = self.keeper.open(self.director, self._cause, now, bool(self._cause))
        if not restored:
            self.director.start(now)
        self.laptop.start(restored, self._cause)
        self._seen_at = self._proved + LOOK_MS
        self.laptop.flush(now)

    def sense(self, now):
        """Handle a change of the reeds, buttons or wiring. Update first the journal, then the lights, then the link."""
        if self.laptop.probe:
            return
        watch, director, stage = self.watch, self.director, self._stage
        stage(SCAN)
        watch.take()
        self._proved = now - self.board.matrix.unseen_ms
        stage(SESSION)
        self._steps += 1
        if self._seen_at < 0:
            director.stones(watch.words, now, self._proved)
        if watch.pressed() or self.buttons.down:
            self.buttons.pass_on(watch.buttons(), now, self._proved, watch.anew)
        stage(JOURNAL)
        self.keeper.keep(self.session, now)
        stage(LIGHTS)
        self.lamps.draw_and_send(self.session, watch.news, now)
        stage(SESSION)
        # Faults of the wiring come after the stones, because a broken wire changes no stone: the watch keeps reporting
        # the stones that it can't see.
        if watch.wiring_changed():
            self.wiring_check.report(director, now)
        self.upkeep.health.touch(watch.words)
        self.laptop.flush(now, STONES)
        self.sounds.play(self.session, now)
        director.explain()
        self.laptop.flush(now, STONES)
        self.garbage.after_light(self.session, watch.news)
        stage(WAITING)

    def tick(self, now):
        """Run the timers, then serve the link.

        Every function that runs in each tick must have few local variables, and must leave rare work to another
        function, because MicroPython allocates a function's frame of more than 11 words on the heap at each call, which
        takes up to 0.3 ms.
        """
        laptop, stage = self.laptop, self._stage
        stage(SESSION)
        if laptop.probe:
            self.garbage.tick(self.session, False)
            laptop.serve_probe(now)
            return
        self._ticks += 1
        if not self.watch.news:
            self._steps += 1
            self._proved = now - self.board.matrix.unseen_ms
        self._look_again(now)
        if self.buttons.down:
            self.buttons.pass_on(self.watch.buttons(), now, self._proved, self.watch.anew)
        if self.upkeep.follow(self.session, now):
            self.director.load()
        self.director.tick(now, self._proved)
        stage(JOURNAL)
        self.keeper.keep(self.session, now)
        stage(LIGHTS)
        self.lamps.draw_and_send(self.session, self.watch.news, now)
        stage(SESSION)
        self.director.explain()
        if self._ticks % WORK_TICKS or self.upkeep.proves_chain():
            laptop.tell(self.slow_work.step(self.session, self.buttons.down, now))
        self._think(now)
        laptop.listen(now)
        # Send the list of open entries only in a tick that does no work on files, unless a client waits for the whole
        # state.
        laptop.flush(now, ALL if self.watch.news or (self._ticks % WORK_TICKS and not laptop.is_asked()) else OPEN)
        self.sounds.play(self.session, now)
        self.garbage.tick(self.session, self.buttons.down)
        stage(WAITING)

    def _look_again(self, now):
        """Look at the board again at the start, at points that the newest frame has not proved, and at slow changes."""
        if 0 <= self._seen_at <= self._proved:
            self._seen_at = -1
            self.director.stones(self.watch.words, now, self._proved)
        if self._ticks % LOOK_TICKS == 0:
            self.upkeep.feed(self._steps, now)
            self.wiring_check.look(self.director, self._proved, now)
            self.laptop.tell(self.upkeep.look(now))
        if self.session.reconciler.leaving and not self.watch.news:
            self.watch.take(later=True)
            self.director.stones(self.watch.words, now, self._proved)

    def _think(self, now):
        for _ in range(THINK_SLICES):
            if self.watch.news or not self.director.think(THINK_US, now):
                break

    async def run(self):
        """Start, then run the tasks until one of them fails or the app is cancelled."""
        self.board.matrix.run(self.watch.look, self.wired)
        self.start(self.clock.now())
        self.board.tidy()
        tasks = [asyncio.create_task(each) for each in (self._sensing(), self._ticking(), self.board.console.run())]
        try:
            await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()

    async def _sensing(self):
        while True:
            await self.board.matrix.changed()
            self.sense(self.clock.now())

    async def _ticking(self):
        while True:
            self.tick(self.clock.now())
            await self.board.clock.sleep_ms(self.clock.left(TICK_MS))
