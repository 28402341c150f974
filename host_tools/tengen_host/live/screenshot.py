"""Takes the README's picture of the running page: `python -m tengen_host.live.screenshot FILE`."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys

from ..virtual.board import VirtualBoard
from ..virtual.clock import FastClock
from . import browser
from .server import serve

# A real game up to here, and the stone that is being put down.
MOVES = "h8 i9 g7 h9 j9 i10 i8 g8 j11 h7 f9 j8 h10 k7 i11 j12 f8 f10 h11 k11 e8"
WIDTH, HEIGHT = 1280, 800
REST_MS = 1500  # after a stone: the dwell of 0.8 s, and the lights that follow
TOUCH_MS = 100  # provisional by then, and no move yet


async def take(path: str, width: int = WIDTH, height: int = HEIGHT) -> None:
    """Play MOVES and write the page to `path`, as .png or .jpg.

    Raises RuntimeError where playwright or Chromium is missing.
    """
    try:
        from playwright.async_api import async_playwright
    except ImportError:
        raise RuntimeError('no playwright: pip install "tengen[test]"') from None
    chromium = browser.find()
    if chromium is None:
        raise RuntimeError(browser.MISSING)
    *played, touched = MOVES.split()
    clock = FastClock()
    board = VirtualBoard(clock)
    address: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    tasks = [
        asyncio.ensure_future(board.app.run()),
        asyncio.ensure_future(serve(board, 0, address.set_result)),
    ]
    try:
        for point in played:
            board.put(point, None)
            await clock.advance(REST_MS)
        board.put(touched, None)
        await clock.advance(TOUCH_MS)
        async with async_playwright() as playwright:
            chrome = await playwright.chromium.launch(executable_path=chromium, args=list(browser.ARGUMENTS))
            page = await chrome.new_page(viewport={"width": width, "height": height})
            await page.goto(f"{await address}?theme=dark&lang=en")
            await page.wait_for_selector(f"body[data-connection=open][data-frame='{board.frames}']")
            await page.screenshot(path=path)
            await chrome.close()
    finally:
        for task in tasks:
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*tasks)


def main(arguments: list[str]) -> int:
    """Take the picture; 0 when it is there."""
    parser = argparse.ArgumentParser(prog="python -m tengen_host.live.screenshot", description=__doc__)
    parser.add_argument("out", help="the picture to write, .png or .jpg")
    parser.add_argument("--width", type=int, default=WIDTH, help="of the window, in pixels")
    parser.add_argument("--height", type=int, default=HEIGHT)
    options = parser.parse_args(arguments)
    try:
        asyncio.run(take(options.out, options.width, options.height))
    except (RuntimeError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
