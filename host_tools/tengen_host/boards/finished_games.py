"""Fetches the games of a virtual or emulated board after each result, as SerialBoard does for a board on a cable."""

from __future__ import annotations

import asyncio
import itertools
import queue
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from ..device.board import EMULATED_PATIENCE_S, PATIENCE_S, Askable, Line
from ..device.errors import DeviceError, Gone, NoAnswer
from ..device.ports import Port
from ..tasks import serve_while
from ..wire.state import State
from . import serial
from .interface import Message, did_of

if TYPE_CHECKING:
    from ..virtual.tabletop import Tabletop


async def run(board: Tabletop, name: str, fetch: Callable[[LoopBoard], None], tell: Callable[[str], None]) -> None:
    """Run a board, and call `fetch` with the board, in a thread, some seconds after each result.

    If the board does not answer, `fetch` is called again later. On cancellation, `fetch` is called once more if a game
    has just ended, because the flash of a simulated board is lost when the board ends; `tell` gets a line about this
    call. A second cancellation ends the last call.
    """
    fetching = _Fetching(board, name, fetch)
    try:
        await serve_while(board.run(), fetching.run(tell))
    finally:
        fetching.end()


class _Fetching:
    """Calls `fetch` after each result of a board. `_owes` is true from each result until `fetch` has succeeded."""

    def __init__(self, board: Tabletop, name: str, fetch: Callable[[LoopBoard], None]) -> None:
        self._fetch = fetch
        self._board = LoopBoard(board, name, asyncio.get_running_loop())
        self._over = asyncio.Event()
        self._unsubscribe = board.subscribe(self._hear)
        self._thread: asyncio.Future[None] | None = None
        self._owes = False

    def _hear(self, message: Message) -> None:
        if message["type"] == "line":
            self._board.hear(message["line"])
            if any(did["code"] == "result" for did in did_of(message)):
                self._owes = True
                self._over.set()

    async def run(self, tell: Callable[[str], None]) -> None:
        """Run until cancelled, then call `fetch` a last time if a game has not been fetched yet.

        Raises any error except DeviceError.
        """
        try:
            while True:
                await self._over.wait()
                self._over.clear()
                await asyncio.sleep(serial.FETCH_S)
                try:
                    await self._call()
                except DeviceError:
                    await asyncio.sleep(serial.FETCH_AGAIN_S)
                    self._over.set()
        except asyncio.CancelledError:
            if self._owes:
                tell("Saving the last game; press Ctrl-C again to quit without it")
                try:
                    await self._call()
                except DeviceError as error:
                    tell(f"the game is not saved: {error}")
            raise

    async def _call(self) -> None:
        # the thread still runs after its wait was cancelled, and only one thread may use the board at a time
        if self._thread is None or self._thread.done():
            self._thread = asyncio.ensure_future(asyncio.to_thread(self._fetch, self._board))
        await asyncio.shield(self._thread)
        self._owes = self._over.is_set()  # another game may have ended during the call

    def end(self) -> None:
        """Stop listening to the board, and end a pending request. The result of the thread is ignored."""
        self._unsubscribe()
        self._board.end()
        if self._thread:
            self._thread.add_done_callback(lambda ended: ended.cancelled() or ended.exception())


class LoopBoard(Askable):
    """A fetch.Board for use from a thread; only the event loop touches the real board."""

    def __init__(self, board: Tabletop, name: str, loop: asyncio.AbstractEventLoop) -> None:
        self.port = Port(name)
        self.patience_s = EMULATED_PATIENCE_S if board.kind == "emulated" else PATIENCE_S
        self._board, self._loop = board, loop
        self._listens = self._over = False
        self._ids = (f"fetch {number}" for number in itertools.count(1))
        self._lines: queue.SimpleQueue[Line | None] = queue.SimpleQueue()

    def hear(self, line: Line) -> None:
        """Receive a line of the board; queue it only while ask() waits for an answer."""
        if self._listens:
            self._lines.put(line)

    def end(self) -> None:
        """Mark the board as ended: a waiting ask() and every later send() raise Gone."""
        self._over = True
        self._lines.put(None)

    def send(self, command: dict[str, Any]) -> None:
        """Send a command, like device.board.Board.send(). Raises Gone once the board has ended."""
        if self._over:
            raise self._gone()
        self._loop.call_soon_threadsafe(self._board.ask, command)

    def snapshot(self) -> State:
        """Return the board's state after all commands sent before."""
        its = next(self._ids)
        for line in self._after({"cmd": "snapshot", "id": its}, None):
            if line.get("whole") and line.get("re") == its:
                return self._board.replica.state
        raise self._silence(None)

    def _after(self, command: dict[str, Any], within_s: float | None) -> Iterator[Line]:
        end = time.monotonic() + (self.patience_s if within_s is None else within_s)
        self._listens = True
        try:
            self.send(command)
            while (left := end - time.monotonic()) > 0:
                line = self._lines.get(timeout=left)
                if line is None:
                    raise self._gone()
                yield line
        except queue.Empty:
            pass
        finally:
            self._listens = False
            while not self._lines.empty():
                self._lines.get()

    def _gone(self) -> Gone:
        return Gone(f"{self.port.path} has ended")

    def _silence(self, within_s: float | None) -> NoAnswer:
        waited_s = self.patience_s if within_s is None else within_s
        return NoAnswer(f"{self.port.path} has not answered for {waited_s:g} s")
