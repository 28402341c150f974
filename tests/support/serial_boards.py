"""For tests of a board on a cable: a page that follows the board, and actions in the board's own thread."""

import asyncio
import contextlib

from tengen_host.boards.interface import groups_of
from tengen_host.boards.serial import SerialBoard
from tengen_host.device.ports import Port


class Page:
    """A page's information about a board: the state, and every later message."""

    def __init__(self, board):
        self.messages = []
        self.board = board
        self._news = asyncio.Event()
        board.subscribe(self.hear)

    def hear(self, message):
        self.messages.append(message)
        self._news.set()

    async def until(self, condition):
        while not condition():
            self._news.clear()
            await self._news.wait()

    def last(self, kind):
        found = [message for message in [*self.board.state(), *self.messages] if message["type"] == kind]
        return found[-1] if found else None

    @property
    def lines(self):
        """The lines of the board."""
        told = [message["line"] for message in self.messages if message["type"] == "line"]
        return [line for line in told if "seq" in line]

    def done(self, code):
        return [did for line in self.lines for did in line.get("did", ()) if did["code"] == code]

    def answers(self, code):
        return [line["answer"] for line in self.lines if line.get("answer", {}).get("code") == code]

    def wholes(self):
        return [line for line in self.lines if line.get("whole")]

    @property
    def stones(self):
        return self.last("stones")["stones"]

    @property
    def link(self):
        """The laptop's group `link`."""
        found = map(groups_of, [*self.board.state(), *self.messages])
        return [groups["link"] for groups in found if "link" in groups][-1]

    def is_connected(self):
        return self.link["connected"]


@contextlib.asynccontextmanager
async def connected(port, **others):
    board = SerialBoard(port if isinstance(port, Port) else Port(str(port)), **others)
    page = Page(board)
    board.open()
    try:
        yield page
    finally:
        await asyncio.to_thread(board.close)


async def there(function, *arguments):
    """Call a function in another thread, because the function waits for the board's thread."""
    return await asyncio.to_thread(function, *arguments)
