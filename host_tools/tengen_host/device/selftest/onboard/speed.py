"""Measure, on the board, the time for a stone and for a frame of lights."""

import gc
import json
from array import array
from time import ticks_diff, ticks_us

from tengen import wiring
from tengen.coach import coach
from tengen.games.renju.position import Position
from tengen.lights.lamps import Lamps
from tengen.session.director import Director
from tengen.session.session import Session
from tengen.session.settings import Settings


class _Strip:
    """A strip that accepts frames and sends nothing."""

    def __init__(self):
        self._wire = bytearray(3 * wiring.PIXELS)

    def draw(self):
        return self._wire

    def send(self):
        pass

    doubt = send


def _puts(games):
    """Return the time in us for putting each stone of the games, with the update of all verdicts.

    A game is point, colour, point, colour ...
    """
    position = Position()
    put = position.put
    took = array("I")
    for game in games:
        for at in range(0, len(game), 2):
            point, colour = game[at], game[at + 1]
            began = ticks_us()
            put(point, colour)
            took.append(ticks_diff(ticks_us(), began))
        position.clear()
    return took


def _frames(count):
    """Return the time in us of each of `count` frames.

    A frame is read from the session, drawn, and dimmed to the limit of the current.
    """
    session = Session(wiring.SIZE, Settings(wiring.BRIGHTNESS, wiring.SIZE), wiring.DWELL_MS)
    Director(session, coach).start(0)
    lamps = Lamps(_Strip(), wiring)
    took = array("I")
    for nth in range(count):
        lamps.change()
        began = ticks_us()
        lamps.draw(session, 20 * nth)
        lamps.send()
        took.append(ticks_diff(ticks_us(), began))
    return took


def _of(took):
    ordered = sorted(took)
    return {"count": len(ordered), "median_us": ordered[len(ordered) // 2], "max_us": ordered[-1]}


def tell(games, frames):
    """Print the times of stones and frames as JSON."""
    gc.collect()
    told = {"put": _of(_puts(games))}
    gc.collect()
    told["frame"] = _of(_frames(frames))
    print(json.dumps(told))
