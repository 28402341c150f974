"""On the board: how long a stone and a frame of lights take."""

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
    """Takes frames, and sends none."""

    def __init__(self):
        self._wire = bytearray(3 * wiring.PIXELS)

    def draw(self):
        return self._wire

    def send(self):
        pass

    doubt = send


def _puts(games):
    """Return the us of each stone of the games (point, colour, point, colour ...): put, and all verdicts updated."""
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
    """Return the us of each of `count` frames: read from the session, drawn, and fitted to the current budget."""
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
