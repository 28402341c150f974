"""A Tengen board on a serial port: its events as typed objects, and its commands."""

from __future__ import annotations

import os
import re
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from .. import link
from ..said import Said
from . import ports
from .errors import DeviceError, Gone, NoAnswer, NoBoard, NotRunning, Refused
from .holders import holders
from .line import Line
from .ports import Port

# The longest answer time of a busy board; and of a board behind a port that is not USB, likely an emulated Pico: it may
# need up to a minute for one second of board time
PATIENCE_S, EMULATED_PATIENCE_S = 5.0, 60.0

_STEP_S = 0.5  # one wait for bytes; and the silence after MicroPython's prompt that shows that nothing follows
_MOST_WAITING = 10_000  # events kept until events() takes them
_MOST_TEXT, _MOST_LINE = 4096, 65536  # bytes kept of text that is no event, and of an unfinished line
_PROMPT = b">>>"


@dataclass(frozen=True)
class Event:
    """One line from the board: its kind, its number since the board's start, the board's time in ms, and all fields."""

    kind: str
    seq: int
    t: int
    fields: dict[str, Any]


@dataclass(frozen=True)
class Snapshot:
    """The whole state of board and game; `fields` has all of it.

    `build` is None if the firmware does not report it. Moves are points like `h8`, or `--` for a pass. After the end,
    `turn` is None and `result` is {"winner", "reason", "line"}.
    """

    version: str
    build: str | None
    game: str
    moves: tuple[str, ...]
    turn: str | None
    players: dict[str, str]
    result: dict[str, Any] | None
    fields: dict[str, Any]

    @classmethod
    def of(cls, event: Event) -> Snapshot:
        """Read a `snapshot` event."""
        told = event.fields
        return cls(
            version=told.get("version", "of unknown version"),
            build=told.get("build"),
            game=told.get("game", ""),
            moves=tuple(re.findall(r"--|[a-z]\d+", told.get("moves", ""))),
            turn=told.get("turn"),
            players=told.get("players", {}),
            result=told.get("result"),
            fields=told,
        )

    @property
    def under_way(self) -> bool:
        """Whether a game is under way: it has a move, a position set up or a running clock, and no result."""
        set_up = any(entry["event"] == "set_up" for entry in self.fields.get("record", ()))
        clock = self.fields.get("clock") or {}
        return bool(self.moves or set_up or clock.get("running")) and self.result is None


class Board:
    """A board that answers. Use it as a context manager, or close() it; Ctrl-C at any time does the board no harm.

    Sends whole commands only: to connect does not disturb a running game. All methods raise Gone when the cable is
    pulled, and NotRunning when Tengen ends and MicroPython's prompt appears. The default wait for an answer is
    `patience_s`.
    """

    def __init__(
        self,
        port: Port,
        listing: Callable[[], list[Port]] = ports.ports,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Open the port only; open() also waits for the board's first snapshot."""
        self.port = port
        self.patience_s = EMULATED_PATIENCE_S if port.vid is None else PATIENCE_S
        self._listing, self._clock, self._sleep = listing, clock, sleep
        self._waiting: deque[Event] = deque()
        self._line = Line(port.path)
        self._begin()

    @classmethod
    def open(
        cls,
        port: str,
        within_s: float | None = None,
        listing: Callable[[], list[Port]] = ports.ports,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> Board:
        """Open the board at a port. To find the port, use find.open_board().

        Raises NoBoard, NoPermission, PortTaken or Gone if the port can't be opened; NotRunning or NoAnswer if Tengen
        does not answer within `within_s` seconds.
        """
        board = cls(ports.by_path(port, listing()), listing, clock, sleep)
        try:
            board._meet(within_s)
        except BaseException:
            board.close()
            raise
        return board

    def snapshot(self, within_s: float | None = None) -> Snapshot:
        """Ask for the board's present state. Raises NoAnswer."""
        self._receive(0)
        self._ask_for_snapshot()
        for event in self._within(within_s):
            if event.kind == "snapshot":
                return Snapshot.of(event)
        raise self._silence(within_s)

    def send(self, command: dict[str, Any]) -> None:
        """Send a command like {"cmd": "prove"}; the board checks it, and answers with events."""
        self._line.write(link.encode(command))

    def ask(
        self, command: dict[str, Any], answer: Callable[[Event], bool], within_s: float | None = None
    ) -> Event:
        """Send a command; return the first event for which `answer` is true.

        Raises Refused, with the board's message, if the board answers with an error; NoAnswer if no answer comes.
        """
        self._receive(0)  # events received before the command are no answer
        self.send(command)
        for event in self._within(within_s):
            if answer(event):
                return event
            if event.kind == "error":
                raise Refused(str(event.fields.get("message")))
        raise self._silence(within_s)

    def events(
        self,
        within_s: float | None = None,
        reconnect: bool = False,
        tell: Callable[[str], None] = lambda words: None,
    ) -> Iterator[Event]:
        """Yield all events of the board, in order and without a gap, from the first snapshot on.

        If events were lost, the next event is a snapshot, which has the whole state. The events that ask() and
        snapshot() received are yielded too. Ends after `within_s` seconds, or never. With `reconnect`, waits until a
        lost board is back and goes on with a snapshot; `tell` gets a message about the wait.
        """
        end = None if within_s is None else self._clock() + within_s
        while True:
            yield from self.heard()
            left = _STEP_S if end is None else end - self._clock()
            try:
                self._receive(max(0.0, left))
            except DeviceError as error:
                if not reconnect:
                    raise
                if not self._come_back(error, end, tell):
                    return
            if not self._waiting and end is not None and self._clock() >= end:
                return

    def heard(self) -> Iterator[Event]:
        """Yield the events that were received already, without reading the port."""
        while self._waiting:
            yield self._waiting.popleft()

    def close(self) -> None:
        """Close the port; the board goes on with its game."""
        self._line.close()

    def __enter__(self) -> Board:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _begin(self) -> None:
        self._decoder = link.Decoder()
        self._last: Event | None = None
        self._lost = True  # until the next snapshot
        self._asked = False  # for a snapshot that has not come yet
        self._asked_at = self._heard_at = self._clock()

    def _meet(self, within_s: float | None) -> None:
        """Wait for the board's first snapshot."""
        # A laptop that failed may have left half a line: this ends it. MicroPython answers to the carriage return, and
        # only to it, with its prompt, which may have been read before by another program.
        self._line.write(b"\r\n")
        self._ask_for_snapshot()
        for event in self._within(within_s):
            if event.kind == "snapshot":
                return
        raise self._silence(within_s)

    def _come_back(self, error: DeviceError, end: float | None, tell: Callable[[str], None]) -> bool:
        """Wait until the board is back, and open it. Return False if `end` comes first."""
        said = before = str(error)
        tell(said)
        while end is None or self._clock() < end:
            self._line.close()
            try:
                port = ports.same_board(self.port, self._listing())
                if port:
                    self._line = Line(port.path)
                    self.port = port
                    self._begin()
                    self._meet(None if end is None else min(self.patience_s, max(0.0, end - self._clock())))
                    tell(f"the board is back at {port.path}")
                    return True
            except DeviceError as still:
                # Report this error (another program may have the port) only when it comes twice in a row: a port that
                # has just appeared is forbidden for a moment.
                again, before = str(still) == before, str(still)
                if again and before != said and not isinstance(still, (Gone, NoBoard)):
                    said = before
                    tell(said)
            self._sleep(_STEP_S)
        return False

    def _within(self, within_s: float | None) -> Iterator[Event]:
        """Yield the events of the next `within_s` seconds as they come; events() yields them again."""
        end = self._clock() + (self.patience_s if within_s is None else within_s)
        while True:
            left = end - self._clock()
            if left <= 0:
                return
            yield from self._receive(left)

    def _receive(self, within_s: float) -> list[Event]:
        """Read once, for at most _STEP_S; return the events. Raises NotRunning at MicroPython's prompt."""
        data = self._line.read(min(within_s, _STEP_S))
        now = self._clock()
        if data:
            self._heard_at = now
        elif now - self._heard_at >= _STEP_S and self._at_prompt():
            raise NotRunning(Said("port.not_running", port=self.port.path))
        if self._lost and now - self._asked_at > self.patience_s:
            self._ask_for_snapshot()
        events = [event for event in map(_typed, self._decoder.feed(data)) if event]
        for event in events:
            self._keep(event)
        if events:
            self._decoder.text.clear()  # text printed before the app ran
        if len(self._decoder.unfinished) > _MOST_LINE:
            self._decoder = link.Decoder()
        del self._decoder.text[:-_MOST_TEXT]
        return events

    def _keep(self, event: Event) -> None:
        """Keep an event for events(). If events before it are missing, drop it and ask for a snapshot."""
        last, self._last = self._last, event
        begins = event.kind == "started" and event.seq == 1
        if event.kind == "snapshot":
            self._lost = self._asked = False
        elif begins and self._asked:
            self._ask_for_snapshot()  # the board has restarted and forgotten the earlier request
        elif not (self._lost or begins or (last and event.seq == last.seq + 1 and event.t >= last.t)):
            self._lost = True
            self._ask_for_snapshot()
        if len(self._waiting) >= _MOST_WAITING:
            self._waiting.clear()
            self._lost = True
            self._ask_for_snapshot()
        if not self._lost:
            self._waiting.append(event)

    def _ask_for_snapshot(self) -> None:
        self._asked, self._asked_at = True, self._clock()
        self.send({"cmd": "snapshot"})

    def _at_prompt(self) -> bool:
        """Whether the last line begins with MicroPython's prompt; the sent commands follow it as an echo."""
        return self._text().rstrip().rpartition(b"\n")[2].startswith(_PROMPT)

    def _text(self) -> bytes:
        return bytes(self._decoder.text) + self._decoder.unfinished

    def _silence(self, within_s: float | None) -> DeviceError:
        """Return the error for a board that has not answered, with the likely cause."""
        where, waited_s = self.port.path, self.patience_s if within_s is None else within_s
        # not for a pseudo-terminal (no vid): the program that made it has it open too
        others = holders(where, but=[os.getpid()]) if self.port.vid is not None else []
        if others:
            return NoAnswer(Said("port.shared", port=where, programs=" and ".join(others)))
        text = self._text()
        lines = [line.strip() for line in text.decode(errors="replace").splitlines() if line.strip()]
        if lines and not self._last and link.MARK not in text:
            return NoAnswer(Said("port.not_tengen", port=where, text=repr(lines[-1][:60])))
        return NoAnswer(Said("port.no_answer", port=where, seconds=f"{waited_s:g}"))


def _typed(told: dict[str, Any]) -> Event | None:
    kind, seq, t = told.get("event"), told.get("seq"), told.get("t")
    if isinstance(kind, str) and isinstance(seq, int) and isinstance(t, int):
        return Event(kind, seq, t, told)
    return None
