"""Use the virtual board as a bench for a simulated person.

The firmware's own probe reports frames and lights pixels.
"""

import asyncio

from tengen.games.points import name
from tengen_host.virtual.board import VirtualBoard
from tengen_host.virtual.clock import FastClock
from virtual.scrambles import place
from walker import BUTTONS

LIT = 128  # a light of at least this brightness requests a stone; all other lights are dimmer


class VirtualBench:
    """A virtual board as a Person's bench, with a link to the firmware. The test moves the time."""

    def __init__(self, scramble=None, seed=0):
        self._loop = asyncio.new_event_loop()
        self.board = VirtualBoard(FastClock(), seed, scramble)
        self.answers = []
        self._walk = self._prompt = None
        self.board.subscribe(self._hear)
        self._task = self._loop.create_task(self.board.live())
        self.wait(200)

    def close(self):
        self._task.cancel()
        self._loop.run_until_complete(asyncio.gather(self._task, return_exceptions=True))
        self._loop.close()

    @property
    def now(self):
        return self.board.clock.now()

    @property
    def stones(self):
        return set(self.board.stones)

    def put(self, point):
        self.board.put(name(point, 15), "black")

    def lift(self, point):
        self.board.lift(name(point, 15))

    def button(self, which, down):
        (self.board.press if down else self.board.release)(which)

    def wait(self, ms):
        self._loop.run_until_complete(self.board.clock.advance(ms))
        if self._walk:
            self._walk.tick(self.now)
            if self._walk.prompt is not self._prompt:
                self._prompt = self._walk.prompt
                self.ask(cmd="light", pixels=[list(pair) for pair in self._prompt.pixels])

    def ask(self, **command):
        self.board.ask(command)

    def last(self, code):
        """Return the last answer of the board with this code."""
        return next(answer for answer in reversed(self.answers) if answer["code"] == code)

    def follow(self, walk):
        """From now on, pass the frames to the walk, and show the walk's lights on the board."""
        self._walk = walk

    def seen(self, pixels):
        """Return where a person sees the brightest light, requested or not; None if all lights are dark."""
        self.wait(60)
        frame = self.board.frame
        bright = max(range(len(frame) // 3), key=lambda pixel: sum(frame[3 * pixel : 3 * pixel + 3]))
        if max(frame[3 * bright : 3 * bright + 3]) < LIT:
            return None
        where = place(self.board, bright)
        assert not isinstance(where, tuple) or where[0] in BUTTONS
        return where

    def _hear(self, message):
        if message["type"] == "line" and "answer" in message["line"]:
            answer = message["line"]["answer"]
            self.answers.append(answer)
            if self._walk and answer["code"] == "frame":
                self._walk.feed({**answer, "t": message["line"]["t"]})
