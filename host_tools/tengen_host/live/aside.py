"""Fetches the games of a virtual or emulated board after each result, as SerialBoard does for a board on a cable."""

from __future__ import annotations

import asyncio
import queue
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..device.board import EMULATED_PATIENCE_S, PATIENCE_S, Event, Snapshot
from ..device.errors import DeviceError, Gone, NoAnswer, Refused
from ..device.ports import Port
from . import serial_board
from .board import Message
from .server import serve_while

if TYPE_CHECKING:
    from ..virtual.tabletop import Tabletop


async def run(board: Tabletop, name: str, aside: Callable[[Asked], None], tell: Callable[[str], None]) -> None:
    """Run a board, and call `aside` with the board, in a thread, some seconds after each result.

    If the board does not answer, `aside` is called again later. On cancellation, `aside` is called once more if a game
    has just ended, because the board's flash is lost with the board; `tell` gets a line about that. A second
    cancellation gives this last call up.
    """
    asking = _Asking(board, name, aside)
    try:
        await serve_while(board.run(), asking.run(tell))
    finally:
        asking.end()


class _Asking:
    """Calls `aside` after each result of a board. `_owes` is true from a result until its call has succeeded."""

    def __init__(self, board: Tabletop, name: str, aside: Callable[[Asked], None]) -> None:
        self._aside = aside
        self._asked = Asked(board, name, asyncio.get_running_loop())
        self._over = asyncio.Event()
        self._unsubscribe = board.subscribe(self._hear)
        self._thread: asyncio.Future[None] | None = None
        self._owes = False

    def _hear(self, message: Message) -> None:
        if message["type"] == "event":
            self._asked.hear(message["event"])
            if message["event"]["event"] == "result":
                self._owes = True
                self._over.set()

    async def run(self, tell: Callable[[str], None]) -> None:
        """Run until cancelled, then make the last call if one is owed. Raises any error that is no DeviceError."""
        try:
            while True:
                await self._over.wait()
                self._over.clear()
                await asyncio.sleep(serial_board.ASIDE_S)
                try:
                    await self._ask()
                except DeviceError:
                    await asyncio.sleep(serial_board.ASIDE_AGAIN_S)
                    self._over.set()
        except asyncio.CancelledError:
            if self._owes:
                await self._ask_last(tell)
            raise

    async def _ask_last(self, tell: Callable[[str], None]) -> None:
        tell("The last game is being kept; Ctrl-C once more lets it go")
        try:
            await self._ask()
        except DeviceError as error:
            tell(f"it is not kept: {error}")

    async def _ask(self) -> None:
        # after a cancelled wait the thread still runs, and only one thread may ask at a time
        if self._thread is None or self._thread.done():
            self._thread = asyncio.ensure_future(asyncio.to_thread(self._aside, self._asked))
        await asyncio.shield(self._thread)
        self._owes = self._over.is_set()  # another game may have ended meanwhile

    def end(self) -> None:
        """Stop listening to the board and end a pending request; the outcome of the thread is ignored."""
        self._unsubscribe()
        self._asked.end()
        if self._thread:
            self._thread.add_done_callback(lambda ended: ended.cancelled() or ended.exception())


class Asked:
    """A fetch.Board for records.fetch, used from a thread; the board itself is only touched in the event loop."""

    def __init__(self, board: Tabletop, name: str, loop: asyncio.AbstractEventLoop) -> None:
        self.port = Port(name)
        self.patience_s = EMULATED_PATIENCE_S if board.kind == "emulated" else PATIENCE_S
        self._board, self._loop = board, loop
        self._asking = self._over = False
        self._heard: queue.SimpleQueue[Event | None] = queue.SimpleQueue()

    def hear(self, told: dict[str, Any]) -> None:
        """Take an event of the board. It is queued only while ask() waits."""
        if self._asking:
            self._heard.put(Event(told["event"], told["seq"], told["t"], told))

    def end(self) -> None:
        """Mark the board as ended: a waiting ask() and every later send() raise Gone."""
        self._over = True
        self._heard.put(None)

    def send(self, command: dict[str, Any]) -> None:
        """Send a command, like device.board.Board.send(). Raises Gone once the board has ended."""
        if self._over:
            raise Gone(f"{self.port.path} has been ended")
        self._loop.call_soon_threadsafe(self._board.ask, command)

    def ask(self, command: dict[str, Any], answer: Callable[[Event], bool], within_s: float | None = None) -> Event:
        waits_s = self.patience_s if within_s is None else within_s
        end = time.monotonic() + waits_s
        self._asking = True
        try:
            self.send(command)
            while (left := end - time.monotonic()) > 0:
                event = self._heard.get(timeout=left)
                if event is None:
                    raise Gone(f"{self.port.path} has been ended")
                if answer(event):
                    return event
                if event.kind == "error":
                    raise Refused(str(event.fields.get("message")))
        except queue.Empty:
            pass
        finally:
            self._asking = False
            while not self._heard.empty():
                self._heard.get()
        raise NoAnswer(f"{self.port.path} has not answered for {waits_s:g} s")

    def snapshot(self) -> Snapshot:
        return Snapshot.of(self.ask({"cmd": "snapshot"}, lambda event: event.kind == "snapshot"))
