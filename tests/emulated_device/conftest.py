"""Emulated Picos behind a serial port, for tests of laptop commands: each test file boots its own, in a second."""

import pytest
from tengen_host.emulator.board import EmulatedBoard
from tengen_host.emulator.pace import Pace
from tengen_host.emulator.serial import running


@pytest.fixture(scope="module")
def device(pico_image):
    """A booted Pico that runs the frozen app, as emulator.serial.Running: `device.path` is its port.

    It ends with the test file: two emulated Picos in one process would each run at half speed.
    """
    with running(lambda: EmulatedBoard(pico_image, seed=7)) as here:
        here.board.mcu.patience = Pace()  # the board waits for the laptop no longer than a real one would
        yield here
