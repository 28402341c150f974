"""A booted emulated Pico, and the event loop that it lives in."""

BOOT_MS = 5000
MADE_MS = 300  # until its files are made


class Bench:
    """The emulated board and the event loop it lives in; do(coroutine) lets it go on until that is done."""

    def __init__(self, board, loop):
        self.board = board
        self._loop = loop

    def do(self, coroutine):
        return self._loop.run_until_complete(coroutine)
