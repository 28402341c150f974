"""Simulate a person at a bench with reeds, who answers prompts only by looking and touching."""

import random

from tengen import wiring
from tengen_host.device.diagnose.layout import LINES, SIZE
from tengen_host.virtual.faults import Faults
from tengen_host.virtual.reeds import Reeds
from tengen_host.virtual.scramble import Scramble
from virtual.scrambles import place

ROW_US, TICK_MS, TELL_MS = 36, 20, 500
FRAME_US = (SIZE + 2) * ROW_US
BUTTONS = ("p1", "p2", "arbiter")


class Bench:
    """A bench with reeds, buttons and lights. It reports frames like the firmware's probe. The test moves the time."""

    def __init__(self, tell, time, faults=None, seed=0, scramble=None):
        self.faults = faults or Faults(SIZE, wiring.PIXELS)
        self.scramble = scramble or Scramble()
        self.reeds = Reeds(SIZE, seed, self.faults, self.scramble)
        self._tell, self._time = tell, time
        self._random = random.Random(seed)
        self._wires = [wiring.BUTTONS.index(pin) for pin in self.scramble.buttons]
        self.now = 1000
        self.buttons = 0
        self.stones = set()
        self._words = [0] * (LINES + 1)
        self._told_buttons = 0
        self._changes = {}
        self._frames = 0
        self._told_at = -TELL_MS
        self._moving_until = self.now + 10
        self._scanned_at = self.now

    def put(self, point):
        assert point not in self.stones
        self.stones.add(point)
        self.reeds.put(point, self.now * 1000 + self._random.randrange(1000))
        self._moving_until = self.now + 10

    def lift(self, point):
        self.stones.remove(point)
        self.reeds.lift(point, self.now * 1000 + self._random.randrange(1000))
        self._moving_until = self.now + 10

    def button(self, name, down):
        bit = 1 << self._wires[BUTTONS.index(name)]
        self.buttons = self.buttons | bit if down else self.buttons & ~bit

    def seen(self, pixels):
        """Return where a person sees the first of these pixels: a point, (bar, place in the bar), or None for dark."""
        pixel, broken = pixels[0][0], self.faults.broken_led
        return None if broken is not None and pixel >= broken else place(self, pixel)

    def wait(self, ms):
        end = self.now + ms
        busy_until = self.now + 400
        change = self.reeds.next_change_us(self._scanned_at * 1000)
        while self.now < end:
            tick = min(end, self.now + TICK_MS)
            if self.now < self._moving_until or (change is not None and change < tick * 1000):
                at = self.now
                while at < tick:
                    self._scan(at)
                    frames = min(self._frames_like(at), -((at - tick) // wiring.SCAN_MS))
                    self._frames += frames - 1
                    at += frames * wiring.SCAN_MS
                change = self.reeds.next_change_us(self._scanned_at * 1000)
            else:
                self._frames += (tick - self.now) // wiring.SCAN_MS
            self.now = tick
            if self._changes or self.buttons != self._told_buttons or tick - self._told_at >= TELL_MS:
                busy_until = tick + 400
                self._send()
            elif tick < busy_until or tick % 100 < TICK_MS:
                self._time(tick)

    def _frames_like(self, at):
        """Return how many frames, beginning with this one, have the same words because no contact changes."""
        change = self.reeds.next_change_us(at * 1000)
        quiet_us = 1_000_000 if change is None else change - FRAME_US - at * 1000
        return max(1, -(-quiet_us // (wiring.SCAN_MS * 1000)))

    def _scan(self, at):
        self._scanned_at = at
        words = self.reeds.scan(at * 1000, ROW_US, wiring.SETTLE_US)
        self._frames += 1
        if words != self._words:
            begun = self._frames > 1 or self._told_at >= 0  # the firmware does not count changes in its first frame
            for output in range(LINES if begun else 0):
                differs = words[output] ^ self._words[output]
                for entry in range(LINES):
                    if differs >> entry & 1:
                        cell = output * LINES + entry
                        self._changes[cell] = min(255, self._changes.get(cell, 0) + 1)
            self._words = words

    def _send(self):
        frame = {
            "t": self.now,
            "words": "".join(f"{word:04x}" for word in self._words),
            "buttons": self.buttons,
            "changes": [[cell, count] for cell, count in self._changes.items()],
            "frames": self._frames,
            "ms": self.now,
        }
        if self.now - self._told_at >= TELL_MS:
            frame["mv"], frame["ma"] = self.faults.supply_mv, 300
        self._told_at, self._told_buttons = self.now, self.buttons
        self._frames, self._changes = 0, {}
        self._tell(frame)


class Person:
    """A person who follows the walk's prompts, looks at the lights of a bench, moves stones, and presses buttons.

    `style`: "leave" each stone, or "move" one stone from point to point. `slips`: the numbers of the prompts at which
    the stone is put on the next point by mistake.
    """

    def __init__(self, bench, walk, style="leave", seed=0, slips=()):
        self.bench, self.walk, self.style = bench, walk, style
        self._slips = set(slips)
        self._asked = 0
        self._random = random.Random(seed)
        self._visited = set()
        self._last = None
        self._task = ""
        self.prompts = []

    def run(self, most=4000):
        bench, walk = self.bench, self.walk
        bench.wait(40)
        for _ in range(most):
            if walk.done:
                return
            prompt = walk.prompt  # at a port the walk goes on meanwhile
            if not self.prompts or self.prompts[-1] != prompt.words:
                self.prompts.append(prompt.words)
            self._asked += 1
            getattr(self, "_" + prompt.kind)(prompt)
        raise AssertionError(f"the walk never ends: {walk.prompt}")

    def _pause(self, least=250, most=400):
        self.bench.wait(self._random.randrange(least, most, 20))

    def press(self, name, ms=120):
        self.bench.button(name, True)
        self.bench.wait(ms)
        self.bench.button(name, False)
        self.bench.wait(60)

    def _see(self, prompt):
        return self.bench.seen(prompt.pixels)

    def _changed(self, prompt, ms=900):
        for _ in range(ms // 40):
            if self.walk.prompt is not prompt:
                return True
            self.bench.wait(40)
        return self.walk.prompt is not prompt

    def _button(self, prompt):
        self._pause()
        self.press(prompt.player)

    def _watch(self, prompt):
        self.bench.wait(200)

    def _empty(self, prompt):
        for point in sorted(self.bench.stones):
            self.bench.lift(point)
            self.bench.wait(100)
        if not self._changed(prompt):
            self.press("p1")

    def _seen(self, prompt):
        self._pause()
        self.press("p2" if self._see(prompt) is None else "p1")

    def _end(self, prompt):
        self._pause()
        player, place = self._see(prompt)
        assert player == prompt.player
        self.press(player, 120 if place == 0 else 1100)

    def _stone(self, prompt):
        (point,) = prompt.points
        self._lay(self._slip(point), prompt)
        if not self._changed(prompt):
            self.press("p1")

    def _light(self, prompt):
        where = self._see(prompt)
        if where is None:
            self.press("arbiter")
        elif isinstance(where, tuple):
            self._pause()
            self.press(where[0])
        else:
            self._lay(self._slip(where), prompt)
            if not self._changed(prompt):
                self.press("arbiter")

    def _slip(self, point):
        if self._asked not in self._slips:
            return point
        return point + 1 if point % SIZE < SIZE - 1 else point - 1

    def _lay(self, point, prompt):
        bench = self.bench
        if prompt.alone:
            for other in sorted(bench.stones):
                bench.lift(other)
                bench.wait(60)
            self._pause(400, 600)
            self._changed(prompt, 1600 if self._lit_elsewhere(point) else 0)
        elif self.style == "move" and prompt.kind == "light" and self._moves_along():
            bench.lift(self._last)
        if point in bench.stones:
            bench.lift(point)
        self._pause()
        bench.put(point)
        self._last = point
        bench.wait(60)

    def _moves_along(self, alone=False):
        """Return whether the last stone is the one to move, and is not in row 1 or column A (unless `alone`)."""
        last = self._last
        return last in self.bench.stones and (alone or bool(last // SIZE and last % SIZE))

    def _lit_elsewhere(self, point):
        """Return whether a light still shows a stone that was removed."""
        lights = self.walk.prompt.pixels
        return any(self.bench.seen([light]) not in (point, None) for light in lights)

    def _fill(self, prompt):
        bench = self.bench
        one = prompt.alone or self.style == "move"
        if prompt.words[:8] != self._task:
            self._task = prompt.words[:8]
            self._visited.clear()
        order = [point for point in range(SIZE * SIZE) if point not in self._visited]
        if prompt.alone:
            order = [point for point in prompt.points if point not in self._visited]
        elif self.style == "leave":
            order = [point for point in order if point not in bench.stones and point in prompt.points]
        else:
            order = [point for point in order if point // SIZE and point % SIZE]
            if 0 in bench.stones:
                bench.lift(0)
        if not order:
            self.press("p1")
            return
        point = order[0]
        self._visited.add(point)
        if one and self._moves_along(prompt.alone):
            bench.lift(self._last)
            self._pause(240, 400)
        if prompt.alone:
            for other in sorted(bench.stones):
                bench.lift(other)
                bench.wait(60)
        if point in bench.stones:
            return
        bench.put(point)
        self._last = point
        self._pause(1200, 1400) if one else self._pause(600, 800)

    def _clear(self, prompt):
        bench = self.bench
        stones = sorted(bench.stones)
        for at in range(0, len(stones), 2):
            bench.lift(stones[at])
            bench.wait(self._random.randrange(0, 100, 20))
            if at + 1 < len(stones):
                bench.lift(stones[at + 1])
            self._pause(500, 900)
        if not self._changed(prompt, 2500):
            self.press("p1")

    def _rest(self, prompt):
        if not self._changed(prompt, 3500):
            self.press("p1")

    def _lift(self, prompt):
        (point,) = prompt.points
        if point not in self.bench.stones:
            self.press("p1")
            return
        early = self._random.random() < 0.5
        self._pause(500, 700)
        if early:
            self.bench.lift(point)
            self.bench.wait(40)
        self.bench.button("p1", True)
        self.bench.wait(40)
        if not early:
            self.bench.lift(point)
        self.bench.wait(80)
        self.bench.button("p1", False)
        self._changed(prompt, 2500)

    def _three(self, prompt):
        bench = self.bench
        for other in sorted(bench.stones - set(prompt.points)):
            bench.lift(other)
            bench.wait(60)
        self._pause()
        for point in prompt.points:
            if point not in bench.stones:
                bench.put(point)
                self._pause()
        self._pause()
        self.press("p1")


class Careful(Person):
    """A person who notices each mistake at once.

    The person then lifts the stone, and holds the arbiter's button to repeat the question.
    """

    _wrong = None

    def _slip(self, point):
        put = super()._slip(point)
        if put != point:
            self._wrong = put
        return put

    def _stone(self, prompt):
        if not self._goes_back():
            super()._stone(prompt)

    def _light(self, prompt):
        if not self._goes_back():
            super()._light(prompt)

    def _goes_back(self):
        wrong, self._wrong = self._wrong, None
        if wrong is None:
            return False
        self.bench.lift(wrong)
        self._pause()
        self.press("arbiter", 1100)
        return True
