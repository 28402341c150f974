"""An emulated Pico behind a serial port. It waits for the laptop no longer than a real Pico."""

import contextlib

from tengen_host.emulator.board import EmulatedBoard
from tengen_host.emulator.cable import running
from tengen_host.emulator.pace import Pace


@contextlib.contextmanager
def patient(image, **options):
    """Run EmulatedBoard(image, **options). While the core sleeps, the board's time passes no faster than real time."""
    with running(lambda: EmulatedBoard(image, **options)) as here:
        here.board.mcu.patience = Pace()
        yield here
