"""Control when Ctrl-C may interrupt the program. While drivers are created or closed, it would leave them half open.

MicroPython raises KeyboardInterrupt only at a jump or where code waits, never between two plain statements.
"""

import time

from micropython import const, kbd_intr

CTRL_C = const(3)
_NONE = const(-1)


def feel():
    """Let Ctrl-C interrupt the program."""
    kbd_intr(CTRL_C)


def hold_back():
    """Stop Ctrl-C from interrupting the program. It then waits in the input, where Console.read() finds it.

    Raises KeyboardInterrupt if a Ctrl-C came just before.
    """
    kbd_intr(_NONE)
    time.sleep_ms(0)


class Felt:
    """A context in which Ctrl-C interrupts the program. Before and after the context, Ctrl-C is held back."""

    def __enter__(self):
        feel()

    def __exit__(self, *_):
        hold_back()
