"""A boards.interface.Board for a board on a cable.

A thread reads the board, and finds it again after each disconnection.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import json
import math
import queue
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

from ..device import board as device
from ..device import ports
from ..device.errors import DeviceError, Gone, NoAnswer, NoBoard, Refused
from ..device.ports import Port
from ..i18n import Sentence, error_text
from .remote import RemoteBoard

RETRY_S = 0.5  # interval between attempts to reach a disconnected board
OTHERS_S = 2.0  # the same interval while another program, which must not be disturbed, uses the port or the board
LISTEN_S = 0.05  # the longest time that a command waits before it is sent
FETCH_S = 4.0  # delay of `fetch` after the board connects and after a result; by then the board has written its journal
FETCH_AGAIN_S = 30.0  # delay before `fetch` is called again, if the board did not answer
ASLEEP_S = 2.0  # if more real time than this passes between two looks, this machine was asleep

AWAY = Sentence("server.away")

world_s = time.time  # unlike time.monotonic, this clock also advances while the machine sleeps

Listing = Callable[[], list[Port]]
Fetch = Callable[[device.Board], None]


class SerialBoard(RemoteBoard):
    """A boards.interface.Board at a serial port; by its serial number it is found again at any port.

    open() starts a thread that reads the board. Use all other methods except close() in the event loop of open().
    `fetch`, if given, is called with the device in that thread, FETCH_S after the board connects and after each result.
    Lines that answer its requests are published like all others.
    """

    def __init__(self, port: Port, listing: Listing = ports.ports, fetch: Fetch | None = None) -> None:
        super().__init__()
        self._cable = _Cable(port, listing, fetch)

    @property
    def port(self) -> Port:
        """The present port of the board, or its last one."""
        return self._cable.port

    @property
    def name(self) -> str:
        """A short name for people: the end of the serial number, or the port's name."""
        return self.port.serial[-4:] if self.port.serial else self.port.path.rpartition("/")[2]

    @property
    def key(self) -> str:
        """The key that identifies the board among others: the serial number, or the port's name."""
        return self.port.serial or self.port.path.rpartition("/")[2]

    def open(self) -> None:
        """Begin to read the board, even if it is not plugged in yet."""
        self._cable.start(asyncio.get_running_loop(), self.hear, self.tell_link)

    def close(self) -> None:
        """Release the port; the board itself continues its game."""
        self._cable.stop()

    def ask(self, command: dict[str, Any]) -> None:
        """Send a command; the board itself checks the command and answers.

        Raises ValueError while the board is disconnected.
        """
        if not self.connected:
            raise ValueError(self.words or AWAY)
        self._cable.commands.put(command)


class _Cable:
    """The part in the thread: opens the port, reopens it after each failure, and passes on lines and commands."""

    def __init__(self, port: Port, listing: Listing, fetch: Fetch | None) -> None:
        self.commands: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self.port, self._listing, self._fetch = port, listing, fetch
        self._fetch_at = math.inf  # time of the next call of `fetch`, as time.monotonic()
        self._met = False  # whether the board has ever answered
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"board at {port.path}", daemon=True)

    def start(
        self,
        loop: asyncio.AbstractEventLoop,
        hear: Callable[[device.Line], None],
        link: Callable[[bool, str], None],
    ) -> None:
        self._loop, self._hear, self._link = loop, hear, link
        self._thread.start()

    def stop(self) -> None:
        """End the thread, and wait at most 2 * RETRY_S, because the thread may be waiting for the board."""
        self._over.set()
        self._thread.join(2 * RETRY_S)

    def _run(self) -> None:
        before = ""
        while not self._over.is_set():
            words: str
            pause_s = RETRY_S
            try:
                self._follow()
                return
            except (Gone, NoBoard) as error:
                misnamed = isinstance(error, NoBoard) and self.port.vid is None and not self._met
                words = Sentence("server.shown_when_there", why=error_text(error)) if misnamed else AWAY
            except DeviceError as error:
                words = error_text(error)
                # the first attempt is repeated soon, because the system forbids access to a new port for a moment
                if words == before:
                    pause_s = OTHERS_S
            except Exception as error:  # a bug of this program; try the board again anyway
                words = Sentence("server.follow_failed", port=self.port.path, error=repr(error))
                pause_s = OTHERS_S
            before = words
            self._call(self._link, False, words)
            self._over.wait(pause_s)

    def _follow(self) -> None:
        """Open the board and pass on its lines until stop(). Raises DeviceError if it is not there or disconnects."""
        there = self._listing()
        port = ports.same_board(self.port, there)
        if port is None:
            raise NoBoard(AWAY)
        with _Followed.open(port.path, listing=lambda: there) as board:
            assert isinstance(board, _Followed)
            self.port, board.tell = dataclasses.replace(self.port, path=port.path), self._tell
            self._fetch_at = time.monotonic() + FETCH_S
            while not self.commands.empty():
                self.commands.get()  # commands from before the disconnection are out of date
            self._met = True
            self._call(self._link, True, "")
            while not self._over.is_set():
                looked = world_s()
                for line in board.lines(LISTEN_S):
                    self._tell(line)
                while not self.commands.empty():
                    board.send(self.commands.get())
                if world_s() - looked > ASLEEP_S:
                    board.send({"cmd": "snapshot"})
                self._fetch_games(board)

    def _fetch_games(self, board: device.Board) -> None:
        if self._fetch is None or time.monotonic() < self._fetch_at:
            return
        self._fetch_at = math.inf
        try:
            self._fetch(board)
        except (Refused, NoAnswer):
            self._fetch_at = time.monotonic() + FETCH_AGAIN_S

    def _tell(self, line: device.Line) -> None:
        """Pass a line on to the event loop; drop it if it can't be written as strict JSON."""
        if any(did["code"] == "result" for did in line.get("did", ())):
            self._fetch_at = time.monotonic() + FETCH_S
        try:
            json.dumps(line, allow_nan=False)
        except (ValueError, RecursionError):
            return
        self._call(self._hear, line)

    def _call(self, function: Callable[..., None], *arguments: Any) -> None:
        with contextlib.suppress(RuntimeError):  # the event loop is closed
            self._loop.call_soon_threadsafe(function, *arguments)


class _Followed(device.Board):
    """A device.Board with an ask() that passes on other lines at once, not only after the answer."""

    tell: Callable[[device.Line], None]

    def _after(self, command: dict[str, Any], within_s: float | None) -> Iterator[device.Line]:
        for line in super()._after(command, within_s):
            for each in self.heard():
                self.tell(each)
            yield line
