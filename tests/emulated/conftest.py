"""One emulated Pico for each file: it boots in half a second, and no game is under way at the start of the file."""

import asyncio

import pytest
from booted import BOOT_MS, MADE_MS, Bench
from tengen_host.emulator.board import EmulatedBoard


@pytest.fixture(scope="module")
def bench(pico_image):
    """A booted Pico that runs the frozen app."""
    loop = asyncio.new_event_loop()
    board = EmulatedBoard(pico_image, seed=26)
    here = Bench(board, loop)
    here.do(board.start())
    here.do(board.until(lambda: board.events, BOOT_MS))
    here.do(board.advance(MADE_MS))
    yield here
    board.stop()
    loop.run_until_complete(asyncio.sleep(0))
    loop.close()
