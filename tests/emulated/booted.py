"""A booted emulated Pico, and the event loop that it lives in."""

BOOT_MS = 5000
MADE_MS = 300  # by then the journal has made its files


class Bench:
    """The emulated board and its event loop; do(coroutine) runs the loop until the coroutine has ended."""

    def __init__(self, board, loop):
        self.board = board
        self._loop = loop

    def do(self, coroutine):
        return self._loop.run_until_complete(coroutine)
