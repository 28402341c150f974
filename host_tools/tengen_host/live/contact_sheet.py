"""Makes one picture of the pages of all games: `python -m tengen_host.live.contact_sheet FILE`.

Each game is played by hands on a virtual board, to a position that shows what is special in it: on one of 19x19 if the
game needs it.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import io
import sys
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont
from tengen.games import OWN, points, registry

from ..virtual import sizes
from . import browser
from .hall import Hall
from .screenshot import REST_MS, TOUCH_MS, Table, check_fonts, exit_code
from .server import serve

COLUMNS, WIDTH, HEIGHT = 4, 480, 300  # of one picture, in pixels
PAGE = (1280, 800)  # the page's own size
TITLE, GAP = 26, 12  # pixels
COLOURS = 256  # of the file: as many as a PNG with a palette has; with all of them it would be four times as large
TURN_MS = 600  # for a stone that is lifted and changed for another
CYCLE_MS, STEP_MS = 4000, 50  # in the first time all lights have blinked or pulsed
BRIGHT = 0.95  # of the brightest frame: there is none exactly like it, as the pulses do not keep step with each other

# Words as in `tengen judge --game`, points of the game's own board. "+" before a stone: it is put, and stays new; "~":
# so it does, but would become a move if the clock went on. What the last move takes or turns is left to the players, so
# that the page asks for it.
GAMES: dict[str, tuple[dict[str, object], str]] = {
    "renju": ({}, "h8 h9 h7 i9 j9 i8 j7 j8 k7 i7 i6 h6 k9 i10 i11 g8 k8"),
    "five": ({}, "h8 i9 h10 h9 g9 i7 i11 j12 f8 i8 j11 i10"),
    "gomoku": ({}, "h8 i9 k8 j8 i7 h9 g9 i10 i8 j10 j7 k7 ~j9"),
    "sapronov": ({"opening": "black's choice"}, "h8 i9 c3 d12 +e5 +k11"),
    "renju-1899": ({}, "h8 i9 i8 g9 k9 h10 k10 l11 +k8"),
    "renju-1903": ({}, "h8 i9 i8 h10 g10 i11 f7 j11 l12 i10"),
    "renju-1912": ({}, "h8 i9 i8 g9 k9 h10 k10 l11 k8"),
    "renju-1916": ({}, "h8 i9 i8 g9 j8 g8 l8 h10 m8 k11 k8"),
    "renju-1918": ({}, "h8 i9 i8 g9 k9 h10 k10 l11 j7 g10 i6 m12 h5 g4 k8"),
    "early-renju": ({}, "j10 k11 k9 i11 l8 l12 m10 m11 m9 j12 m8 h9 m7 n6 m6"),
    "pente": ({}, "h8 i8 e5 j8 k8 g9 i7 g10 l9 f11 m6 j6"),
    "ninuki": ({}, "h8 h7 g8 c3 f8 m3 h9 c12 e8 l13 d8"),
    "anti-renju": ({}, "h8 i9 g8 h9 f8 j10 e8"),
    "anti-pente": ({}, "h8 i9 h11 g8 h9 j11 h10"),
    "common-centre": ({}, "h8 i8 g7 j8 g6 k8 f9 l8"),
    "bomb-renju": ({}, "h10 g8 i8 g9 i9 g7 j9 h7 bomb:h8"),
    "bomb-pente": ({}, "h8 g8 k8 g9 i9 g7 i7 h9 bomb:f8"),
    "repensi": ({}, "h8 i9 g7 i8 g9 j8 k8"),
    "neutral-pente": ({}, "h8 i9 k9 i8 neutral:i10 j8 g8 h10"),
    "connect6": ({"size": 15}, "h8 i9 g9 h9 i10 g8 i8 h7 j11 j8 ~h10"),
    "four": ({}, "d1 e1 d2 d3 e2 f1 c1 f2 e3 g1 f3 c2"),
    "irensei": ({}, "j10 k10 k9 k11 l10 m10 l11 m11 j11 m12 h11 m9 i12 m13 k12"),
}


class _Hands:
    """The hands that play a game on a virtual board."""

    def __init__(self, table: Table, size: int) -> None:
        self._table, self._board = table, table.board
        self._size = size

    def _point(self, name: str) -> str:
        """Return a point of the game as the board's: a smaller game lies in the middle."""
        at, size = points.index(name, self._size), self._board.size
        low = (size - self._size) // 2
        return points.name((at // self._size + low) * size + at % self._size + low, size)

    async def play(self, words: str) -> None:
        """Play the words; see GAMES. Raises RuntimeError if a stone does not become a move."""
        all_words = words.split()
        for word in all_words:
            await self._tidy()
            kind, _, name = word.lstrip("+~").rpartition(":")
            who = self._board.replica.state.groups["asks"]["who"]
            if kind and kind != OWN:
                self._board.ask({"cmd": "do", "who": who, "entry": kind})
                await self._table.clock.advance(REST_MS)
            before = self._moves()
            self._board.put(self._point(name))
            if word[0] in "+~":
                await self._table.clock.advance(TOUCH_MS)
                continue
            await self._table.clock.advance(REST_MS)
            if self._moves() == before and self._board.game.wanted <= 1:
                await self._table.press(who)
            if self._moves() == before and self._board.game.wanted <= 1:
                raise RuntimeError(f"{name} did not become a move")

    async def wait_for_lights(self) -> None:
        """Let the time pass until about all lights that blink or pulse are seen at once."""
        brightest, bright = 0, float("inf")
        for time in range(0, 2 * CYCLE_MS, STEP_MS):
            if time == CYCLE_MS:
                bright = BRIGHT * brightest
            if sum(self._board.frame) >= bright:
                return
            brightest = max(brightest, sum(self._board.frame))
            await self._table.clock.advance(STEP_MS)

    def _moves(self) -> int:
        return len(self._board.game.moves)

    async def _tidy(self) -> None:
        """Lift what was captured, and change what was turned."""
        for point in tuple(self._board.game.lift):
            self._board.lift(point)
            await self._table.clock.advance(TURN_MS)
        for point in tuple(self._board.game.to_turn):
            self._board.lift(point)
            await self._table.clock.advance(TURN_MS)
            self._board.put(point)
            await self._table.clock.advance(TURN_MS)


async def take(name: str, chromium: str) -> bytes:
    """Play a game and return a PNG picture of its page."""
    from playwright.async_api import async_playwright

    options, words = GAMES[name]
    size = options.get("size", registry.sizes(name)[0])
    assert isinstance(size, int)
    table, hall = Table(sizes.USUAL if size <= sizes.USUAL else sizes.LARGE), Hall()
    hall.add(table.board, "Board 1")
    address: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    tasks = [
        asyncio.ensure_future(table.board.app.run()),
        asyncio.ensure_future(serve(hall, 0, address.set_result)),
    ]
    try:
        await table.clock.advance(REST_MS)
        opening = options.get("opening", registry.openings(name)[0])
        table.board.ask({"cmd": "set", "game": name, "opening": opening, "size": options.get("size", 0)})
        await table.clock.advance(REST_MS)
        hands = _Hands(table, size)
        await hands.play(words)
        if "~" not in words:
            await hands.wait_for_lights()
        async with async_playwright() as playwright:
            chrome = await playwright.chromium.launch(executable_path=chromium, args=list(browser.ARGUMENTS))
            page = await chrome.new_page(viewport={"width": PAGE[0], "height": PAGE[1]})
            await page.goto(await address + "?theme=dark&lang=en")
            await page.wait_for_selector("body[data-frame]", state="attached")
            await page.wait_for_selector(f'#rules-of-game[data-game="{name}"]', state="attached")
            picture = await page.screenshot()
            await chrome.close()
    finally:
        for task in tasks:
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*tasks)
    return picture


def sheet(pictures: dict[str, bytes]) -> Image.Image:
    """Return all pictures in rows, each below its game's title."""
    rows = -(-len(pictures) // COLUMNS)
    across, down = WIDTH + GAP, TITLE + HEIGHT + GAP
    found = Image.new("RGB", (GAP + COLUMNS * across, GAP + rows * down), "#14181b")
    draw = ImageDraw.Draw(found)
    font = ImageFont.load_default(17)
    for number, (name, data) in enumerate(pictures.items()):
        x, y = GAP + number % COLUMNS * across, GAP + number // COLUMNS * down
        draw.text((x, y), registry.title(name), fill="#ece6d8", font=font)
        with Image.open(io.BytesIO(data)) as picture:
            found.paste(picture.convert("RGB").resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS), (x, y + TITLE))
    return found


def reduced(picture: Image.Image) -> Image.Image:
    """Return the picture with few colours, those of the lights among them.

    The usual method takes the colours by how often they occur: it has hundreds of browns, and grey lights.
    """
    return picture.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=2, dither=Image.Dither.NONE)


def main(arguments: list[str]) -> int:
    """Make the sheet; returns the exit code, 0 for success."""
    parser = argparse.ArgumentParser(prog="python -m tengen_host.live.contact_sheet", description=__doc__)
    parser.add_argument("file", type=Path, help="where to write the picture, like games.png")
    options = parser.parse_args(arguments)

    def make() -> None:
        chromium = browser.find()
        if chromium is None:
            raise RuntimeError(browser.MISSING)
        check_fonts()
        pictures = {name: asyncio.run(take(name, chromium)) for name in registry.NAMES}
        reduced(sheet(pictures)).save(options.file, optimize=True)

    return exit_code(make)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
