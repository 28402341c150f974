"""An emulated Pico behind a serial port that waits for the laptop no longer than a real one would."""

import contextlib

from tengen_host.emulator.board import EmulatedBoard
from tengen_host.emulator.cable import running
from tengen_host.emulator.pace import Pace


@contextlib.contextmanager
def patient(image, **options):
    """Run EmulatedBoard(image, **options): while its core sleeps, its time passes no faster than the laptop's."""
    with running(lambda: EmulatedBoard(image, **options)) as here:
        here.board.mcu.patience = Pace()
        yield here
