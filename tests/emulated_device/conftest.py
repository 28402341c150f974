"""Provide emulated Picos behind a serial port, for tests of laptop commands.

Each test file boots its own Pico in half a second.
"""

import pytest
from patient import patient


@pytest.fixture(scope="module")
def device(pico_image):
    """A booted Pico that runs the frozen app, as emulator.serial.Running: `device.path` is its port."""
    with patient(pico_image, seed=7) as here:
        yield here
