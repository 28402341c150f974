"""Provide emulated Picos that run the frozen app. Each Pico boots in half a second, without a game."""

import pytest
from booted import Bench
from renamed import renamed
from tengen_host.emulator.board import EmulatedBoard


@pytest.fixture(scope="session")
def open_image(pico_image, tmp_path_factory):
    """Return an image in which a boot.py on the flash runs before the app, so that a test can change the app."""
    return renamed(pico_image, tmp_path_factory.mktemp("image"), {b".py\0boot.py\0": b".py\0_oot.py\0"})


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
