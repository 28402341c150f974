"""Emulated Picos that run the frozen app: each boots in half a second, and no game is under way then."""

import pytest
from booted import Bench
from tengen_host.emulator.board import EmulatedBoard


@pytest.fixture(scope="module")
def bench(pico_image):
    """A booted Pico for a whole file."""
    with Bench(EmulatedBoard(pico_image, seed=26)) as here:
        here.boot()
        yield here


@pytest.fixture
def own(pico_image):
    """A booted Pico for one test."""
    with Bench(EmulatedBoard(pico_image, seed=3)) as here:
        here.boot()
        yield here
