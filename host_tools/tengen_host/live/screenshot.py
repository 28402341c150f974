"""Takes the READMEs' pictures of the running pages: `python -m tengen_host.live.screenshot FOLDER`."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..records import fonts
from ..virtual import sizes
from ..virtual.board import VirtualBoard
from ..virtual.clock import FastClock
from . import browser
from .hall import Hall
from .server import serve

REST_MS = 1500  # after a stone: the dwell of 0.8 s, and the lights that follow
TOUCH_MS = 100  # after this time a stone is provisional, but not yet a move
TAP_MS = 100

# The beginnings of real games (from RenjuNet): one whose last stone is still provisional, one that ends with a
# double-three, and eight for the hall
TOUCHED = "h8 i9 g7 h9 j9 i10 i8 g8 j11 h7 f9 j8 h10 k7 i11 j12 f8 f10 h11 k11 e8"
FOUL = "h8 h9 h7 i9 j9 i8 j7 j8 k7 i7 i6 h6 k9 i10 i11 g8 k8"
GAMES = (
    ("Aiko", "Bruno", "h8 h9 h6 i8 i7 j7 k6 j8 j9 g8 g7 i10 f7 h10 f10 g9"),
    ("Chen", "Dagny", "h8 h9 j10 i9 j9 j8 h10 i8 g10 i10 i11 j11 g8 i7 i6 k9 l10"),
    ("Elo", "Fedor", "h8 h7 f7 i8 j9 i9 i7 g10 f11 f9 g9 j6 e11 f10"),
    ("Greta", "Haruki", "h8 h9 j9 g8 f7 g7 g6 g10 j6 i6 h7 i8 j7"),
    ("Ines", "Juri", FOUL),
    ("Kadri", "Lev", "h8 i9 h6 h9 i7 j8 k7 j7 j9"),
    ("Mei", "Nils", "h8 h7 h6 i7 j7 g7 f7 h9 g6 i6 e8 d9"),
    ("Olga", "Per", "h8 i9 g7 h9 j9 i10 i8"),
)


class Table:
    """A virtual board, with so many points a side, and a clock that advances only on request."""

    def __init__(self, size: int = sizes.USUAL) -> None:
        self.clock = FastClock()
        self.board = VirtualBoard(self.clock, size=size)

    async def moves(self, text: str) -> None:
        """Put these stones and let each rest until it is a move. A foul becomes a move by its player's button."""
        for number, point in enumerate(text.split()):
            self.board.put(point, None)
            await self.clock.advance(REST_MS)
            if len(self.board.game.moves) <= number:
                await self.press("p2" if number % 2 else "p1")

    async def press(self, button: str) -> None:
        """Tap a button."""
        self.board.press(button)
        await self.clock.advance(TAP_MS)
        self.board.release(button)
        await self.clock.advance(REST_MS)

    async def touch(self, point: str) -> None:
        """Put a stone that stays provisional."""
        self.board.put(point, None)
        await self.clock.advance(TOUCH_MS)


@dataclass(frozen=True)
class Picture:
    """The content of a picture: number of tables, the play on them, query of the page's address, and window size."""

    tables: int
    play: Callable[[list[Table], Hall], Coroutine[Any, Any, None]]
    page: str
    width: int
    height: int
    ready: str  # the selector of an element that exists once the page is complete


async def _touched(tables: list[Table], hall: Hall) -> None:
    *played, touched = TOUCHED.split()
    await tables[0].moves(" ".join(played))
    await tables[0].touch(touched)


async def _fouled(tables: list[Table], hall: Hall) -> None:
    name(hall, ["Ines", "Juri"])
    await tables[0].moves(FOUL)


async def eight(tables: list[Table], hall: Hall) -> None:
    """Play a game on each of eight boards."""
    name(hall, [name for black, white, _ in GAMES for name in (black, white)])
    for table, (_, _, moves) in zip(tables, GAMES, strict=True):
        await table.moves(moves)


def name(hall: Hall, names: list[str]) -> None:
    """Give the players of all boards their names: first Black's and then White's of each."""
    for place, p1, p2 in zip(hall.places.values(), names[::2], names[1::2], strict=True):
        place.details.give({"p1": p1, "p2": p2})


PICTURES = {
    "page.jpg": Picture(1, _touched, "?theme=dark&lang=en", 1280, 800, "body[data-frame]"),
    "room.jpg": Picture(1, _fouled, "?view=room&theme=light&lang=en", 1280, 720, ".foul-line"),
    "phone.jpg": Picture(1, _fouled, "?view=room&theme=dark&lang=en", 390, 820, ".foul-line"),
    "hall.jpg": Picture(len(GAMES), eight, "?theme=light&lang=en", 1280, 720, "[data-last] >> nth=7"),
}


@contextlib.asynccontextmanager
async def shown(number: int, play: Callable[[list[Table], Hall], Coroutine[Any, Any, None]]) -> AsyncIterator[str]:
    """Serve so many virtual boards on which `play` was played, and give the address of the page."""
    tables = [Table() for _ in range(number)]
    hall = Hall()
    for at, table in enumerate(tables, 1):
        hall.add(table.board, f"Board {at}")
    address: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    tasks = [asyncio.ensure_future(table.board.app.run()) for table in tables]
    tasks.append(asyncio.ensure_future(serve(hall, 0, address.set_result)))
    try:
        await play(tables, hall)
        yield await address
    finally:
        for task in tasks:
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*tasks)


def check_fonts() -> None:
    """Raise RuntimeError if this machine can't draw the names of the openings: the pictures would have boxes there."""
    if fonts.lacking("松月"):
        raise RuntimeError("no font here has the kanji of the openings: install one, like Debian's fonts-noto-cjk")


async def take(picture: Picture, path: Path) -> None:
    """Play the games and write a picture. Without playwright: ImportError, without a browser: RuntimeError."""
    from playwright.async_api import async_playwright

    chromium = browser.find()
    if chromium is None:
        raise RuntimeError(browser.MISSING)
    async with shown(picture.tables, picture.play) as address, async_playwright() as playwright:
        chrome = await playwright.chromium.launch(executable_path=chromium, args=list(browser.ARGUMENTS))
        page = await chrome.new_page(viewport={"width": picture.width, "height": picture.height})
        await page.goto(address + picture.page)
        await page.wait_for_selector(picture.ready, state="attached")
        await page.screenshot(path=path)
        await chrome.close()


def main(arguments: list[str]) -> int:
    """Take all pictures; returns the exit code, 0 for success."""
    parser = argparse.ArgumentParser(prog="python -m tengen_host.live.screenshot", description=__doc__)
    parser.add_argument("folder", type=Path, help="where to write " + ", ".join(PICTURES))
    options = parser.parse_args(arguments)

    def take_all() -> None:
        check_fonts()
        for name, picture in PICTURES.items():
            asyncio.run(take(picture, options.folder / name))

    return exit_code(take_all)


def exit_code(take_pictures: Callable[[], None]) -> int:
    """Take pictures; returns the exit code: 0, or 1 where they can't be taken, which is said."""
    try:
        take_pictures()
    except ImportError:
        print('error: no playwright: pip install "tengen[test]"', file=sys.stderr)
        return 1
    except (RuntimeError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
