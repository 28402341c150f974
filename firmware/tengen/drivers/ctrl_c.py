"""When Ctrl-C may interrupt the program: not while drivers are made or closed, for what it would interrupt stays open.

MicroPython raises KeyboardInterrupt at a jump, or where code waits. It is not raised between two plain statements.
"""

import time

from micropython import const, kbd_intr

CTRL_C = const(3)
_NONE = const(-1)


def feel():
    """Let Ctrl-C interrupt the program."""
    kbd_intr(CTRL_C)


def hold_back():
    """Let Ctrl-C interrupt nothing any more: it waits among the input, where Console.read() finds it.

    Raises KeyboardInterrupt if one has come just before.
    """
    kbd_intr(_NONE)
    time.sleep_ms(0)


class Felt:
    """A context in which Ctrl-C interrupts the program, where it is held back before and after."""

    def __enter__(self):
        feel()

    def __exit__(self, *_):
        hold_back()
