"""A board of software, virtual or emulated, asked aside as one on a cable is: after each result its game is fetched."""

from __future__ import annotations

import asyncio
import queue
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..device.board import EMULATED_PATIENCE_S, PATIENCE_S, Event, Snapshot
from ..device.errors import DeviceError, Gone, NoAnswer, Refused
from ..device.ports import Port
from . import wired
from .board import Message
from .server import serve_while

if TYPE_CHECKING:
    from ..virtual.tabletop import Tabletop


async def run(board: Tabletop, name: str, aside: Callable[[Asked], None]) -> None:
    """Run a board. Some seconds after each result `aside` gets it, in a thread; and later, where it had no answer."""
    await serve_while(board.run(), _ask_aside(board, name, aside))


async def _ask_aside(board: Tabletop, name: str, aside: Callable[[Asked], None]) -> None:
    over = asyncio.Event()
    asked = Asked(board, name, asyncio.get_running_loop())

    def hear(message: Message) -> None:
        if message["type"] == "event":
            asked.hear(message["event"])
            if message["event"]["event"] == "result":
                over.set()

    end = board.subscribe(hear)
    try:
        while True:
            await over.wait()
            over.clear()
            await asyncio.sleep(wired.ASIDE_S)
            try:
                await asyncio.to_thread(aside, asked)
            except DeviceError:
                await asyncio.sleep(wired.ASIDE_AGAIN_S)
                over.set()
    finally:
        end()
        asked.end()


class Asked:
    """The board as records.fetch asks it, from a thread: what goes to it and comes from it is the event loop's."""

    def __init__(self, board: Tabletop, name: str, loop: asyncio.AbstractEventLoop) -> None:
        self.port = Port(name)
        self.patience_s = EMULATED_PATIENCE_S if board.kind == "emulated" else PATIENCE_S
        self._board, self._loop = board, loop
        self._asking = self._over = False
        self._heard: queue.SimpleQueue[Event | None] = queue.SimpleQueue()

    def hear(self, told: dict[str, Any]) -> None:
        """An event of the board's; only those are kept that somebody waits for."""
        if self._asking:
            self._heard.put(Event(told["event"], told["seq"], told["t"], told))

    def end(self) -> None:
        """The board is run no more: who waits for it hears so, and need not be waited for."""
        self._over = True
        self._heard.put(None)

    def send(self, command: dict[str, Any]) -> None:
        """As device.board.Board has it, and all of these. Raises Gone at the end."""
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
