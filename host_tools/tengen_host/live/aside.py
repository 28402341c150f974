"""Fetches the games of a virtual or emulated board after each result, as SerialBoard does for a board on a cable."""

from __future__ import annotations

import asyncio
import itertools
import queue
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from ..device.board import EMULATED_PATIENCE_S, PATIENCE_S, Answer, Line, answer_in, is_done
from ..device.errors import DeviceError, Gone, NoAnswer
from ..device.ports import Port
from ..state import State
from . import serial_board
from .board import Message, did_of
from .server import serve_while

if TYPE_CHECKING:
    from ..virtual.tabletop import Tabletop

T = TypeVar("T")


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
        if message["type"] == "line":
            self._asked.hear(message["line"])
            if any(did["code"] == "result" for did in did_of(message)):
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
        self._ids = (f"aside {number}" for number in itertools.count(1))
        self._heard: queue.SimpleQueue[tuple[Line, State] | None] = queue.SimpleQueue()

    def hear(self, line: Line) -> None:
        """Take a line of the board. It is queued, with the state behind it, only while an answer is waited for."""
        if self._asking:
            self._heard.put((line, self._board.replica.state))

    def end(self) -> None:
        """Mark the board as ended: a waiting ask() and every later send() raise Gone."""
        self._over = True
        self._heard.put(None)

    def send(self, command: dict[str, Any]) -> None:
        """Send a command, like device.board.Board.send(). Raises Gone once the board has ended."""
        if self._over:
            raise Gone(f"{self.port.path} has been ended")
        self._loop.call_soon_threadsafe(self._board.ask, command)

    def ask(
        self,
        command: dict[str, Any],
        answer: Callable[[Answer], bool] = is_done,
        within_s: float | None = None,
        hear: Callable[[Line], None] = lambda line: None,
    ) -> Answer:
        """Send a command and return its answer, like device.board.Board.ask()."""
        its = next(self._ids)

        def found(line: Line, state: State) -> Answer | None:
            hear(line)
            return answer_in(line, its, answer)

        return self._await({**command, "id": its}, found, within_s)

    def snapshot(self) -> State:
        """Return the board's state after all that it was sent before."""
        its = next(self._ids)

        def found(line: Line, state: State) -> State | None:
            return state if line.get("whole") and line.get("re") == its else None

        return self._await({"cmd": "snapshot", "id": its}, found, None)

    def _await(self, command: dict[str, Any], found: Callable[[Line, State], T | None], within_s: float | None) -> T:
        """Send a command; return what `found` finds in a line, and in the state behind it."""
        waits_s = self.patience_s if within_s is None else within_s
        end = time.monotonic() + waits_s
        self._asking = True
        try:
            self.send(command)
            while (left := end - time.monotonic()) > 0:
                heard = self._heard.get(timeout=left)
                if heard is None:
                    raise Gone(f"{self.port.path} has been ended")
                its = found(*heard)
                if its is not None:
                    return its
        except queue.Empty:
            pass
        finally:
            self._asking = False
            while not self._heard.empty():
                self._heard.get()
        raise NoAnswer(f"{self.port.path} has not answered for {waits_s:g} s")
