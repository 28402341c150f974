"""Shows the games of a source one after another on a wall: on its strip, or drawn in the terminal."""

from __future__ import annotations

import contextlib
import queue
import signal
import threading
import time
from collections.abc import Callable, Iterator

from rich.console import Console
from rich.live import Live
from rich.text import Text

from ..wire.state import GameState
from . import strip
from .wall import Wall

# A NeoPixel is bright at levels that are nearly black on a screen. NeoPixel level SCREEN_TOP is drawn as the screen's
# brightest level, and each lower level at the screen level that looks equally bright
SCREEN_TOP, SCREEN_GAMMA = 48, 2.2

LONGEST_WAIT_S = 2.0  # a frame is sent at least this often, to replace one that was damaged on the wire

Show = Callable[[bytes], None]


def follow(wall: Wall, games: Iterator[GameState], show: Show) -> None:
    """Show each game until `games` ends. Raises the errors of `games`."""
    arrived: queue.SimpleQueue[GameState | BaseException | None] = queue.SimpleQueue()

    def read() -> None:
        try:
            for each in games:
                arrived.put(each)
            arrived.put(None)
        except BaseException as error:  # follow() raises it
            arrived.put(error)

    threading.Thread(target=read, daemon=True).start()
    game, since, wait_s = GameState(), time.monotonic(), LONGEST_WAIT_S
    while True:
        try:
            now = arrived.get(timeout=wait_s)
        except queue.Empty:
            pass
        else:
            if now is None:
                return
            if isinstance(now, BaseException):
                raise now
            if now != game:
                game, since = now, time.monotonic()
        frame, soon_ms = wall.frame(game, round((time.monotonic() - since) * 1000))
        show(bytes(frame))
        wait_s = LONGEST_WAIT_S if soon_ms < 0 else min(LONGEST_WAIT_S, soon_ms / 1000)


@contextlib.contextmanager
def ended_by(*numbers: signal.Signals) -> Iterator[None]:
    """Treat these signals like Ctrl-C, because NeoPixels stay lit until they are darkened.

    An ignored signal stays ignored (nohup).
    """
    before = {number: signal.getsignal(number) for number in numbers}
    for number, handler in before.items():
        if handler is signal.SIG_DFL:
            signal.signal(number, signal.default_int_handler)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def on_screen(level: int) -> int:
    """Return the screen level, 0 to 255, that looks as bright as a NeoPixel level."""
    return round(255 * min(1.0, level / SCREEN_TOP) ** (1 / SCREEN_GAMMA))


@contextlib.contextmanager
def on_strip(wall: Wall, pin: str) -> Iterator[Show]:
    """Yield a function that shows a frame on the wall's strip; darken the strip at the end. Raises NoWall."""
    pixels = strip.open_strip(pin, wall.side**2)
    try:
        yield lambda frame: strip.send(pixels, frame)
    finally:
        strip.darken(pixels)


@contextlib.contextmanager
def in_terminal(wall: Wall) -> Iterator[Show]:
    """Yield a function that draws a frame in the terminal."""
    pixel_of = wall.pixel_of(wall.side)

    def show(frame: bytes) -> None:
        drawn = Text()
        for row in reversed(range(wall.side)):
            for at in pixel_of[row * wall.side : (row + 1) * wall.side]:
                green, red, blue = map(on_screen, frame[3 * at : 3 * at + 3])
                lit = green or red or blue
                drawn.append("● " if lit else "· ", f"rgb({red},{green},{blue})" if lit else "dim")
            drawn.append("\n")
        live.update(drawn, refresh=True)

    with Live(console=Console(), auto_refresh=False) as live:
        yield show
