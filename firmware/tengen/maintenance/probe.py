"""The board as a measuring instrument. It sends raw frames to the laptop, and lights single pixels.

During a probe there is no game, no clock and no journal. look() is called at interrupt level with each frame that
differs from the one before; tick() returns the events.
"""

from array import array

from tengen import wiring
from tengen.codes import Refused, coded
from tengen.maintenance import wire_file, wire_map
from tengen.maintenance.faultlog import Restart
from tengen.maintenance.progress import LIGHTS, UPKEEP
from tengen.sensing.kernels import copy, tally

SAMPLE_MS = 500  # ms between two frame events if nothing changes, and between measurements of supply and current
LEFT_ALONE_MS = 600_000  # ms without a command after which the probe ends by itself
LOOK_TICKS = 6  # the supply is measured and the reeds' counters are updated at every sixth tick
_PARTING_MS = 60  # ms to send the last lines before the restart

_LINES = wiring.SIZE + 1
_LEVELS = (1 << len(wiring.BUTTONS)) - 1  # the higher bits of the buttons' word are edges
_COLOUR = 6  # hexadecimal digits


class Probe:
    """Report raw frames, light pixels, and save the wiring of the board. `found`: the present WireMap.

    `board` has the drivers; the probe uses matrix.frames, supply.millivolts() and watchdog.stage().
    """

    def __init__(self, board, lamps, upkeep, found, now):
        self._board = board
        self._lamps = lamps
        self._upkeep = upkeep
        self._wired = found
        self._base = found  # the WireMap from which the parts that were not received are taken
        self._parts: dict = {}  # the parts received so far, to be saved
        self._seen = array("I", [0] * (_LINES + 2))
        self._words = array("I", self._seen)
        self._edges = bytearray(_LINES * _LINES)
        self._spare = bytearray(_LINES * _LINES)
        self._begun = False
        self._news = False
        self._frames = board.matrix.frames
        self._sampled_at = now - SAMPLE_MS
        self._told_at = now
        self._asked_at = now
        self._ends_at = -1
        self._ticks = 0
        self._lamps.shine(())

    def look(self, frame):
        """Count the changes in a frame, which has the order of outputs and inputs."""
        if not self._begun:
            self._begun = True
            copy(frame, self._seen, _LINES + 2)
            self._news = True
        elif tally(frame, self._seen, self._edges, _LINES):
            self._news = True
        return 0

    def obey(self, word, fields, now):
        """Execute the command `word` with its fields (a dict). Return events. Raises Refused for wrong fields."""
        if word == "light":
            self._lamps.shine(_pixels(fields["pixels"]))
            return []
        if word == "wire":
            return self._wire(fields)
        if not fields["on"]:
            return self._end(now, None)
        self._ends_at = -1  # this cancels an end that was requested
        return [self.event()]

    def tick(self, session, now):
        """Light the pixels, and feed the watchdog. Return the events to send. Raises Restart when the probe is over."""
        upkeep, stage = self._upkeep, self._board.watchdog.stage
        self._ticks += 1
        events = [] if self._ticks % LOOK_TICKS else list(upkeep.look(now))
        stage(LIGHTS)
        if self._lamps.draw(session, now):
            self._lamps.send()
        upkeep.feed(self._ticks, now)
        stage(UPKEEP)
        events += upkeep.tick(False, now)
        return events + self._frames_seen(now)

    def _frames_seen(self, now):
        if 0 <= self._ends_at <= now:
            raise Restart
        events = []
        sample = now - self._sampled_at >= SAMPLE_MS
        if self._begun and (self._news or sample or now - self._told_at >= SAMPLE_MS):
            events.append(self._frame(now, sample))
        if self._ends_at < 0 and now - self._asked_at >= LEFT_ALONE_MS:
            events += self._end(now, coded("device.probe_left"))
        return events

    def asked(self, now):
        """Record that a command came at `now` (ms)."""
        self._asked_at = now

    def event(self, on=True, why=None):
        """Return the event with the present wiring, and whether the board is probed."""
        return wire_map.probed(self._wired, on, why)

    def _end(self, now, why):
        self._ends_at = now + _PARTING_MS
        return [self.event(False, why)]

    def _frame(self, now, sample):
        words = self._words
        # if look() runs during the copy, copy again, so that all words are from the same frame
        self._news = True
        while self._news:
            self._news = False
            copy(self._seen, words, _LINES + 2)
        edges, self._edges = self._edges, self._spare
        self._spare = edges
        changes = [[at, count] for at, count in enumerate(edges) if count]
        for at, _ in changes:
            edges[at] = 0
        frames = self._board.matrix.frames
        event = {
            "code": "frame",
            "words": "".join(["%04x" % word for word in words[: _LINES + 1]]),
            "buttons": words[_LINES + 1] & _LEVELS,
            "changes": changes,
            "frames": (frames - self._frames) & 0xFFFF,
            "ms": now,
        }
        self._frames, self._told_at = frames, now
        if sample:
            self._sampled_at = now
            event["mv"] = self._board.supply.millivolts()
            event["ma"] = self._lamps.current_ma()
        return event

    def _wire(self, fields):
        parts = {name: wire_file.part(name, fields[name], wiring) for name in wire_map.PARTS if name in fields}
        if fields.get("forget") and len(fields) > 1:
            raise Refused(coded("device.forget_alone"))
        if fields.get("forget"):
            self._base, self._parts = wire_map.defaults(wiring), {}
            _done(self._upkeep.forget_wired())
            return [{"code": "wired", "forgotten": True}]
        parts = dict(self._parts, **parts)
        if not fields.get("save"):
            self._parts = parts
            return [{"code": "wired", "have": [name for name in wire_map.PARTS if name in parts]}]
        found = wire_file.with_(self._base, parts)
        wire_file.check(found, wiring)
        self._parts = parts
        _done(self._upkeep.save_wired(found))
        return [{"code": "wired", "saved": True}]


def _done(trouble):
    """Raise Refused for the problem with a file, if any."""
    if trouble:
        raise Refused(trouble[0]["why"])


def _pixels(listed):
    """Return (pixel, green, red, blue) for each item of a list from the link. Raises Refused for a wrong list."""
    found = []
    for number, pair in enumerate(listed):
        if type(pair) is not list or len(pair) != 2 or type(pair[0]) is not int or type(pair[1]) is not str:
            raise _no_light(number)
        pixel, colour = pair
        if not 0 <= pixel < wiring.PIXELS:
            raise Refused(coded("device.no_pixel", text=str(pixel)[:20], most=wiring.PIXELS - 1))
        if len(colour) != _COLOUR or any(digit not in "0123456789abcdefABCDEF" for digit in colour):
            raise _no_light(number)
        rgb = int(colour, 16)
        found.append((pixel, rgb >> 8 & 255, rgb >> 16, rgb & 255))
    return found


def _no_light(number):
    # the message does not contain the item, because it may be nested deeper than MicroPython can print
    wanted = coded("device.wanted_lights", number=number + 1)
    return Refused(coded("device.wrong_field", command="light", setting="pixels", wanted=wanted))
