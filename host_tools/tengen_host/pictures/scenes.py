"""Scenes for pictures: simulated hands play on virtual boards with a controlled clock; a browser shows the page."""

from __future__ import annotations

import asyncio
import contextlib
import io
import tempfile
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from PIL import Image, ImageDraw, ImageFont
from tengen.games import OWN, points
from tengen.maintenance.progress import START

from ..guests.tree import TreeGuest
from ..hall.hall import Hall
from ..records.library import Library
from ..records.record import Record
from ..virtual import sizes
from ..virtual.board import VirtualBoard
from ..virtual.clock import FastClock
from ..web import games
from ..web.server import serve
from . import browser

REST_MS = 1500  # the wait after a stone: its dwell of 0.8 s, and the lights that follow
TOUCH_MS = 100  # after this time a stone is provisional, but not yet a move
TAP_MS = 100
TURN_MS = 600  # the wait after a stone was lifted, before another takes its place
CYCLE_MS, STEP_MS = 4000, 50  # all lights blink or pulse at least once in CYCLE_MS
# a frame with this share of the brightest frame's sum is bright enough; the lights pulse at different rates, so that no
# later frame may equal the brightest
BRIGHT = 0.95
# on a sheet, in pixels: the heights of a picture and of its title, and the space between pictures
HEIGHT, TITLE, GAP = 300, 26, 12
DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"

Look = tuple[tuple[int, int], str, str]  # size of the window, colours, language
Play = Callable[["list[Table]", Hall], Coroutine[Any, Any, None]]


@dataclass(frozen=True)
class Scene:
    """The content of a picture: number and size of boards, the play on them, and how the page is opened.

    `query`: the query of its address. `ready`: the selector of an element that exists when the page is complete. Then
    the first existing element of `clicks` is clicked, then each of `then` as soon as it exists; `seen`: the element
    that exists after these. `kept`: the saved games in the folder. `tree`: the text of a tree for the first board.
    """

    play: Play
    boards: int = 1
    size: int = sizes.USUAL
    query: str = ""
    ready: str = "body[data-frame]"
    clicks: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    seen: str = "body"
    kept: tuple[Record, ...] = ()
    tree: str = ""


class Table:
    """A virtual board of a given size, and the hands that play on it. Its clock advances only on request."""

    def __init__(self, size: int) -> None:
        self.clock = FastClock()
        self.board = VirtualBoard(self.clock, size=size)
        self.board.watchdog.arm(START)  # otherwise the page shows a note that the watchdog is off

    async def set(self, **settings: object) -> None:
        """Choose the game and its settings."""
        self.board.ask({"cmd": "set", **settings})
        await self.clock.advance(REST_MS)

    async def play(self, words: str) -> None:
        """Play moves in the notation of `tengen judge`, on points of the game's own board, with the requested actions.

        A stone after "+" is put, but not made a move. Raises RuntimeError if any other stone does not become a move.
        """
        for word in words.split():
            await self._tidy()
            kind, _, name = word.lstrip("+").rpartition(":")
            who = self.board.replica.state.groups["asks"]["who"]
            if kind and kind != OWN:
                self.board.ask({"cmd": "do", "who": who, "entry": kind})
                await self.clock.advance(REST_MS)
            before = self.board.game.moves
            self.board.put(self._point(name))
            await self.clock.advance(TOUCH_MS if word[0] == "+" else REST_MS)
            if self._waits(word, before):
                await self._press(who)  # a foul does not become a move by itself
            if self._waits(word, before):
                raise RuntimeError(f"{name} did not become a move")

    def _waits(self, word: str, before: tuple[object, ...]) -> bool:
        return word[0] != "+" and self.board.game.moves == before and self.board.game.wanted <= 1

    def _point(self, name: str) -> str:
        """Return the board's point for a point of the game: a smaller game is in the middle of the board."""
        inner, outer = self.board.game.size, self.board.size
        row, column = divmod(points.index(name, inner), inner)
        low = (outer - inner) // 2
        return points.name((row + low) * outer + column + low, outer)

    async def _press(self, button: str) -> None:
        self.board.press(button)
        await self.clock.advance(TAP_MS)
        self.board.release(button)
        await self.clock.advance(REST_MS)

    async def _tidy(self) -> None:
        """Lift the captured stones, and exchange the turned ones."""
        for point in tuple(self.board.game.lift):
            self.board.lift(point)
            await self.clock.advance(TURN_MS)
        for point in tuple(self.board.game.to_turn):
            self.board.lift(point)
            await self.clock.advance(TURN_MS)
            self.board.put(point)
            await self.clock.advance(TURN_MS)

    async def wait_for_lights(self) -> None:
        """Let time pass until nearly all lights that blink or pulse are bright at once."""
        brightest, bright = 0, float("inf")
        for time in range(0, 2 * CYCLE_MS, STEP_MS):
            if time == CYCLE_MS:
                bright = BRIGHT * brightest
            if sum(self.board.frame) >= bright:
                return
            brightest = max(brightest, sum(self.board.frame))
            await self.clock.advance(STEP_MS)


@contextlib.asynccontextmanager
async def _served(scene: Scene) -> AsyncIterator[str]:
    """Serve the boards of a scene, play on them, and yield the page's address."""
    hall, tables = Hall(), [Table(scene.size) for _ in range(scene.boards)]
    for number, table in enumerate(tables, 1):
        hall.add(table.board, f"Board {number}")
    address: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    async with contextlib.AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        library = Library(folder / "games")
        for record in scene.kept:
            library.add(record)
        tasks = [asyncio.ensure_future(table.board.app.run()) for table in tables]
        tasks.append(asyncio.ensure_future(serve(hall, 0, address.set_result, games=games.routes(library))))
        stack.push_async_callback(_end, tasks)
        if scene.tree:
            (folder / "tree.txt").write_text(scene.tree, encoding="utf-8")
            guest = TreeGuest(folder / "tree.txt", print)
            stack.push_async_callback(guest.stop)
            await guest.start()
            tasks.append(asyncio.ensure_future(hall.host(guest)))
        for table in tables:
            await table.clock.advance(REST_MS)
        await scene.play(tables, hall)
        yield await address


async def _end(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.gather(*tasks)


async def take(
    scene: Scene, looks: Iterable[Look], kind: Literal["png", "jpeg"] = "png", scrollbars: bool = False
) -> list[bytes]:
    """Play a scene; return a picture of each look.

    Raises ImportError without playwright, RuntimeError without Chromium.
    """
    from playwright.async_api import async_playwright

    chromium = browser.find()
    if chromium is None:
        raise RuntimeError(browser.absent())
    pictures = []
    async with _served(scene) as address, async_playwright() as playwright:
        hidden = ["--hide-scrollbars"] if scrollbars else None  # by default playwright hides scrollbars
        chrome = await playwright.chromium.launch(
            executable_path=chromium, args=list(browser.ARGUMENTS), ignore_default_args=hidden
        )
        page = await chrome.new_page()
        for (width, height), theme, language in looks:
            await page.set_viewport_size({"width": width, "height": height})
            await page.goto(f"{address}?{scene.query}theme={theme}&lang={language}")
            await page.wait_for_selector(scene.ready, state="attached")
            clicks = [each for each in scene.clicks if await page.query_selector(each)]
            if clicks:
                await page.click(clicks[0])
            for each in scene.then:
                await page.wait_for_selector(each)
                await page.click(each)
            await page.wait_for_selector(scene.seen, state="attached")
            await page.evaluate(DRAWN)
            pictures.append(await page.screenshot(type=kind))
        await chrome.close()
    return pictures


def sheet(rows: list[list[tuple[str, bytes]]]) -> Image.Image:
    """Return one picture with rows of small pictures, given as (title, file); each has its title above."""
    small = [[(title, _reduced(data)) for title, data in row] for row in rows]
    width = max(sum(picture.width + GAP for _, picture in row) for row in small)
    found = Image.new("RGB", (GAP + width, GAP + len(small) * (TITLE + HEIGHT + GAP)), "#14181b")
    draw, font = ImageDraw.Draw(found), ImageFont.load_default(17)
    for number, row in enumerate(small):
        x, y = GAP, GAP + number * (TITLE + HEIGHT + GAP)
        for title, picture in row:
            draw.text((x, y), title, fill="#ece6d8", font=font)
            found.paste(picture, (x, y + TITLE))
            x += picture.width + GAP
    return found


def _reduced(data: bytes) -> Image.Image:
    with Image.open(io.BytesIO(data)) as picture:
        width = round(picture.width * HEIGHT / picture.height)
        return picture.convert("RGB").resize((width, HEIGHT), Image.Resampling.LANCZOS)
