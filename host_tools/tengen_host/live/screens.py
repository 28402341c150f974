"""Takes pictures of the pages to look through: `python -m tengen_host.live.screens FOLDER`.

Play, room, hall, new game and result: each at all sizes, in all colours, and in all languages. `sheet.png` shows all of
them small. Nothing that scrolls is seen below the fold, as a visitor has it.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import sys
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from . import browser
from .app import PAGE
from .hall import Hall
from .screenshot import FOUL, GAMES, REST_MS, Table, eight, exit_code, name, shown

SIZES = ((320, 568), (390, 844), (844, 390), (768, 1024), (960, 1080), (1366, 768), (1920, 1080), (3840, 2160))
THEMES = ("light", "dark", "contrast")
USUAL = ((1366, 768), "dark", "en")
HEIGHT, TITLE, GAP = 260, 20, 10  # of a picture on the sheet and what lies around it, in pixels
DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"

Look = tuple[tuple[int, int], str, str]  # size of the window, colours, language


@dataclass(frozen=True)
class Scene:
    """What is on the page: number of boards, the play on them, a part of the address, and what is clicked first."""

    tables: int
    play: Callable[[list[Table], Hall], Coroutine[Any, Any, None]]
    query: str = ""
    clicks: tuple[str, ...] = ()  # the first of these that exists
    ready: str = "body[data-frame]"


async def _with_clocks(tables: list[Table], hall: Hall, moves: str) -> None:
    name(hall, ["Maria Lindqvist", "Õnnela Kask-Rebane"])
    await tables[0].clock.advance(REST_MS)
    tables[0].board.ask({"cmd": "set", "opening": "free centre", "clock": "10+5"})
    await tables[0].clock.advance(REST_MS)
    await tables[0].moves(moves)


async def _in_play(tables: list[Table], hall: Hall) -> None:
    await _with_clocks(tables, hall, GAMES[1][2])


async def _over(tables: list[Table], hall: Hall) -> None:
    await _with_clocks(tables, hall, FOUL)


SCENES = {
    "play": Scene(1, _in_play),
    "room": Scene(1, _in_play, "view=room&"),
    "hall": Scene(len(GAMES), eight, ready="[data-last] >> nth=7"),
    "new game": Scene(1, _in_play, clicks=("#new-game-open", "#rules-title")),
    "result": Scene(1, _over, ready="#reasons li"),
}


def languages() -> list[str]:
    """Return the codes of the page's languages."""
    return sorted(path.stem for path in (PAGE / "languages").glob("*.json"))


def looks(codes: Iterable[str]) -> list[Look]:
    """Return how each scene is looked at: in all sizes, then in all other colours, then in all other languages."""
    size, theme, code = USUAL
    return [
        *((each, theme, code) for each in SIZES),
        *((size, each, code) for each in THEMES if each != theme),
        *((size, theme, each) for each in codes if each != code),
    ]


def caption(scene: str, look: Look) -> str:
    """Return a name for a picture."""
    (width, height), theme, code = look
    return f"{scene} {width}x{height} {theme} {code}"


def _beside(title: str, scene: str) -> str:
    """Return what a picture's title on the sheet adds to its row's: short enough for a phone's."""
    return title.removeprefix(f"{scene} ").removesuffix(" dark en")


async def take(scene: Scene, looked: list[Look]) -> list[bytes]:
    """Play a scene; return PNG pictures. Raises RuntimeError without a browser, ImportError without playwright."""
    from playwright.async_api import async_playwright

    chromium = browser.find()
    if chromium is None:
        raise RuntimeError(browser.MISSING)
    pictures = []
    async with shown(scene.tables, scene.play) as address, async_playwright() as playwright:
        # with the bars that scroll, which playwright would hide
        arguments = list(browser.ARGUMENTS)
        chrome = await playwright.chromium.launch(
            executable_path=chromium, args=arguments, ignore_default_args=["--hide-scrollbars"]
        )
        page = await chrome.new_page()
        for (width, height), theme, code in looked:
            await page.set_viewport_size({"width": width, "height": height})
            await page.goto(f"{address}?{scene.query}theme={theme}&lang={code}")
            await page.wait_for_selector(scene.ready, state="attached")
            clicked = [each for each in scene.clicks if await page.query_selector(each)]
            if clicked:
                await page.click(clicked[0])
            await page.evaluate(DRAWN)
            pictures.append(await page.screenshot())
        await chrome.close()
    return pictures


def sheet(rows: dict[str, list[tuple[str, bytes]]]) -> Image.Image:
    """Return all pictures with their titles, small: a row a scene."""
    font = ImageFont.load_default(13)
    small = {scene: [(_beside(title, scene), _reduced(data)) for title, data in row] for scene, row in rows.items()}
    across = max(sum(picture.width + GAP for _, picture in row) for row in small.values())
    found = Image.new("RGB", (GAP + across, GAP + len(small) * (TITLE + HEIGHT + GAP)), "#555555")
    draw = ImageDraw.Draw(found)
    for number, row in enumerate(small.values()):
        x, y = GAP, GAP + number * (TITLE + HEIGHT + GAP)
        for title, picture in row:
            draw.text((x, y), title, fill="#ffffff", font=font)
            found.paste(picture, (x, y + TITLE))
            x += picture.width + GAP
    return found


def _reduced(data: bytes) -> Image.Image:
    with Image.open(io.BytesIO(data)) as picture:
        width = round(picture.width * HEIGHT / picture.height)
        return picture.convert("RGB").resize((width, HEIGHT), Image.Resampling.LANCZOS)


def main(arguments: list[str]) -> int:
    """Take all pictures; returns the exit code, 0 for success."""
    parser = argparse.ArgumentParser(prog="python -m tengen_host.live.screens", description=__doc__)
    parser.add_argument("folder", type=Path, help="where to write the pictures and sheet.png; it is made")
    options = parser.parse_args(arguments)

    def take_all() -> None:
        looked, rows = looks(languages()), {}
        options.folder.mkdir(parents=True, exist_ok=True)
        for scene, its in SCENES.items():
            pictures = asyncio.run(take(its, looked))
            rows[scene] = [(caption(scene, look), data) for look, data in zip(looked, pictures, strict=True)]
            for title, data in rows[scene]:
                (options.folder / f"{title.replace(' ', '-')}.png").write_bytes(data)
            print(f"{scene}: {len(pictures)} pictures", file=sys.stderr)
        sheet(rows).save(options.folder / "sheet.png")

    return exit_code(take_all)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
