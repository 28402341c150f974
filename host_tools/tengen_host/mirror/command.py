"""`tengen mirror`: the game on a wall of NeoPixels, as it is played."""

from __future__ import annotations

import contextlib
import queue
import re
import signal
import threading
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from ..state import GameState
    from .wall import Wall

# A NeoPixel is bright at levels that are nearly black on a screen. NeoPixel level SCREEN_TOP is drawn as the screen's
# brightest level; lower levels are drawn so that they look equally bright
SCREEN_TOP, SCREEN_GAMMA = 48, 2.2

LONGEST_WAIT_S = 2.0  # a frame is sent at least this often, to replace one that was damaged on the wire


_HOST = re.compile(r"[\w.-]+:\d+(/.*)?")  # an address as people type it


def mirror(
    source: str | None = typer.Argument(
        None, help="The board's serial port, or the address of a page that shows it; without, the only board found."
    ),
    side: int = typer.Option(16, help="The panel has so many rows of so many NeoPixels, on one chain."),
    first: str = typer.Option("a1", help="The corner where the chain begins: a1 is the lower left."),
    columns: bool = typer.Option(False, "--columns", help="The chain runs along the columns, not the rows."),
    serpentine: bool = typer.Option(True, help="Every other row of the chain runs back."),
    pin: str = typer.Option("D18", help="The pin that the chain hangs on, as Blinka names it."),
    brightness: int = typer.Option(40, help="In percent."),
    budget_ma: int = typer.Option(2000, "--ma", help="What the whole panel may draw, in mA."),
    dry_run: bool = typer.Option(False, "--dry-run", help="Drive nothing; draw the panel in the terminal."),
) -> None:
    """Show the game on a wall of NeoPixels, driven from a Raspberry Pi, until Ctrl-C."""
    from ..device.errors import DeviceError
    from .sources import from_board, from_page
    from .strip import NoWall
    from .wall import Wall

    def tell(words: str) -> None:
        typer.echo(words, err=True)

    try:
        wall = Wall(side, first, "column" if columns else "row", serpentine, brightness, budget_ma)
        games: Iterator[GameState]
        if source and "://" in source and not source.startswith("socket:"):
            games = from_page(source, tell)
        elif source and _HOST.fullmatch(source):
            raise ValueError(f"{source} is no port; a page's address begins with http://: http://{source}")
        else:
            games = from_board(source, tell)
        show, darken = _in_terminal(wall) if dry_run else _on_strip(wall, pin)
        try:
            with ended_by(signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
                follow(wall, games, show)
        finally:
            darken()
    except KeyboardInterrupt:
        pass
    except (DeviceError, NoWall, ValueError) as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(1) from None


def follow(wall: Wall, games: Iterator[GameState], show: Callable[[bytes], None]) -> None:
    """Show each game until no other comes. Raises what `games` raises."""
    from ..state import GameState

    heard: queue.SimpleQueue[GameState | BaseException | None] = queue.SimpleQueue()

    def hear() -> None:
        try:
            for its in games:
                heard.put(its)
            heard.put(None)
        except BaseException as error:  # follow() raises it
            heard.put(error)

    threading.Thread(target=hear, daemon=True).start()
    game, since, wait_s = GameState(), time.monotonic(), LONGEST_WAIT_S
    while True:
        try:
            now = heard.get(timeout=wait_s)
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
    """Treat these signals like Ctrl-C, because NeoPixels stay lit until they are darkened. An ignored signal stays
    ignored (nohup).
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


def _on_strip(wall: Wall, pin: str) -> tuple[Callable[[bytes], None], Callable[[], None]]:
    from . import strip

    pixels = strip.open_strip(pin, wall.side**2)
    return lambda frame: strip.send(pixels, frame), lambda: strip.darken(pixels)


def _in_terminal(wall: Wall) -> tuple[Callable[[bytes], None], Callable[[], None]]:
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    pixel_of = wall.pixel_of(wall.side)
    live = Live(console=Console(), auto_refresh=False)
    live.start()

    def show(frame: bytes) -> None:
        drawn = Text()
        for row in reversed(range(wall.side)):
            for at in pixel_of[row * wall.side : (row + 1) * wall.side]:
                green, red, blue = map(on_screen, frame[3 * at : 3 * at + 3])
                lit = green or red or blue
                drawn.append("● " if lit else "· ", f"rgb({red},{green},{blue})" if lit else "dim")
            drawn.append("\n")
        live.update(drawn, refresh=True)

    return show, live.stop
