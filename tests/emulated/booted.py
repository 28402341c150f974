"""Provide a booted emulated Pico, and the event loop in which it runs."""

import asyncio

BOOT_MS = 5000
MADE_MS = 800  # ms after which the journal has created its files; the lights come on earlier


class Bench:
    """An emulated board and its event loop. do(coroutine) runs the loop until the coroutine has ended.

    It is a context manager, which stops the board and the loop at its end.
    """

    def __init__(self, board):
        self.board = board
        self._loop = asyncio.new_event_loop()

    def do(self, coroutine):
        return self._loop.run_until_complete(coroutine)

    def boot(self):
        """Start the board, and wait until the journal has created its files."""
        self.do(self.board.start())
        self.do(self.board.until(lambda: self.board.lines, BOOT_MS))
        self.do(self.board.advance(MADE_MS))

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.board.stop()
        self.do(asyncio.sleep(0))
        self._loop.close()
