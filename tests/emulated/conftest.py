"""One emulated Pico for the whole session: it boots once, and every test finds it between two games."""

import asyncio

import pytest
import tiers
from booted import BOOT_MS, MADE_MS, Bench
from tengen_host import image
from tengen_host.emulator.board import EmulatedBoard


@pytest.fixture(scope="session")
def pico_image():
    """The firmware image with tengen frozen in, built by the project."""
    try:
        return image.built_image()
    except image.ImageError as error:
        tiers.unavailable("emulated", str(error).splitlines()[0])


@pytest.fixture(scope="session")
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
