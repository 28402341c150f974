"""Communicate with a Tengen board on a serial port: receive its lines, follow its state, and send commands."""

from __future__ import annotations

import itertools
import os
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from ..i18n import Sentence, code_text
from ..wire import codec
from ..wire.state import State, snapshot
from . import ports
from .errors import DeviceError, Gone, NoAnswer, NoBoard, NotRunning, Refused
from .holders import holders
from .line import Line as Bytes
from .ports import Port

# The longest answer time of a busy board; and of a board on a port that is not USB. The latter is probably an emulated
# Pico, which may need up to a minute for one second of board time
PATIENCE_S, EMULATED_PATIENCE_S = 5.0, 60.0

# the longest single wait for bytes; after MicroPython's prompt, this much silence shows that the output has ended
_STEP_S = 0.5
_MOST_WAITING = 10_000  # lines stored until lines() takes them
# bytes stored of text that is not a line from the board, and of an unfinished line
_MOST_TEXT, _MOST_LINE = 4096, 65536
_PROMPT = b">>>"

Line = dict[str, Any]
Answer = dict[str, Any]


def is_done(answer: Answer) -> bool:
    """Return whether an answer says that a command is done."""
    return bool(answer["code"] == "done")


def answer_in(line: Line, re: str, wanted: Callable[[Answer], bool]) -> Answer | None:
    """Return the wanted answer to the command with the id `re`, if the line contains it.

    Raises Refused for an error.
    """
    answer = line.get("answer")
    if not isinstance(answer, dict) or line.get("re") != re:
        return None
    if wanted(answer):
        return answer
    if answer.get("code") == "error":
        raise Refused(code_text(answer.get("why")))
    return None


class Askable(ABC):
    """Something that answers commands with lines."""

    _ids: Iterator[str]  # ids of commands

    def ask(
        self,
        command: dict[str, Any],
        answer: Callable[[Answer], bool] = is_done,
        within_s: float | None = None,
        hear: Callable[[Line], None] = lambda line: None,
    ) -> Answer:
        """Send a command with an id of its own; return the first answer to it for which `answer` is true.

        `hear` gets each line that arrives meanwhile, including the answer. If `hear` raises an error, the wait ends.
        Raises Refused, with the board's words, if the board answers with an error; NoAnswer if no answer arrives.
        """
        its = next(self._ids)
        for line in self._after({**command, "id": its}, within_s):
            hear(line)
            found = answer_in(line, its, answer)
            if found is not None:
                return found
        raise self._silence(within_s)

    @abstractmethod
    def _after(self, command: dict[str, Any], within_s: float | None) -> Iterator[Line]:
        """Send a command, and yield the lines of the next `within_s` seconds as they arrive."""

    @abstractmethod
    def _silence(self, within_s: float | None) -> DeviceError:
        """Return the error for a board that has not answered."""


class Board(Askable):
    """A board that answers. Use it as a context manager, or call close(). Ctrl-C is harmless for the board at any time.

    Only whole commands are sent, so connecting does not disturb a running game. All methods raise Gone when the cable
    is unplugged, and NotRunning when Tengen ends and MicroPython's prompt appears. The default wait for an answer is
    `patience_s`. `state`: the board's state according to the lines that lines() has yielded so far.
    """

    def __init__(
        self,
        port: Port,
        listing: Callable[[], list[Port]] = ports.ports,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Only open the port. open() also waits for the board's whole state."""
        self.port = port
        self.patience_s = EMULATED_PATIENCE_S if port.vid is None else PATIENCE_S
        self.state = State()
        self._listing, self._clock, self._sleep = listing, clock, sleep
        self._waiting: deque[tuple[Line, State]] = deque()
        self._ids = (f"host {number}" for number in itertools.count(1))
        self._bytes = Bytes(port.path)
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

    def snapshot(self, within_s: float | None = None) -> State:
        """Request and return the board's present state. Raises NoAnswer."""
        self._ask_for_snapshot()
        for _ in self._within(within_s):
            if not self._asked:
                return self._received
        raise self._silence(within_s)

    def send(self, command: dict[str, Any]) -> None:
        """Send a command like {"cmd": "prove"}; the board checks it, and answers if it has an `id`."""
        self._bytes.write(codec.encode(command))

    def lines(
        self,
        within_s: float | None = None,
        reconnect: bool = False,
        tell: Callable[[str], None] = lambda words: None,
    ) -> Iterator[Line]:
        """Yield all lines of the board, in order and without a gap. The first line has the whole state.

        If lines were lost, the next line also has the whole state ("whole"). The lines that ask() and snapshot()
        received are yielded, too. The iteration ends after `within_s` seconds, or never. With `reconnect`, it waits
        until a lost board is back, and continues with the whole state; `tell` gets a message about the wait.
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

    def heard(self) -> Iterator[Line]:
        """Yield the lines that were already received, without reading the port."""
        while self._waiting:
            line, self.state = self._waiting.popleft()
            yield line

    def close(self) -> None:
        """Close the port; the board continues its game."""
        self._bytes.close()

    def __enter__(self) -> Board:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _begin(self) -> None:
        self._decoder = codec.Decoder()
        self._last: Line | None = None
        self._received = State()
        self._lost = True  # whether lines were lost; True until a line completes all groups
        self._asked = ""  # the id of the request for a snapshot that has not arrived yet
        self._asked_at = self._heard_at = self._clock()

    def _meet(self, within_s: float | None) -> None:
        """Wait for the board's whole state."""
        # A laptop that failed may have sent half a line, which the line end here completes. The carriage return makes
        # MicroPython show its prompt again, because another program may have read an earlier prompt.
        self._bytes.write(b"\r\n")
        self.snapshot(within_s)

    def _come_back(self, error: DeviceError, end: float | None, tell: Callable[[str], None]) -> bool:
        """Wait until the board is back, and open it. Return False if the time `end` is reached first."""
        said = before = str(error)
        tell(said)
        while end is None or self._clock() < end:
            self._bytes.close()
            try:
                port = ports.same_board(self.port, self._listing())
                if port:
                    self._bytes = Bytes(port.path)
                    self.port = port
                    self._begin()
                    self._meet(None if end is None else min(self.patience_s, max(0.0, end - self._clock())))
                    tell(f"the board is back at {port.path}")
                    return True
            except DeviceError as still:
                # Report this error (another program may have the port) only when it occurs twice in a row, because the
                # system denies access for a moment to a port that has just appeared.
                again, before = str(still) == before, str(still)
                if again and before != said and not isinstance(still, (Gone, NoBoard)):
                    said = before
                    tell(said)
            self._sleep(_STEP_S)
        return False

    def _after(self, command: dict[str, Any], within_s: float | None) -> Iterator[Line]:
        self.send(command)
        yield from self._within(within_s)

    def _within(self, within_s: float | None) -> Iterator[Line]:
        """Yield the lines of the next `within_s` seconds as they arrive; lines() yields them again."""
        end = self._clock() + (self.patience_s if within_s is None else within_s)
        while True:
            left = end - self._clock()
            if left <= 0:
                return
            yield from self._receive(left)

    def _receive(self, within_s: float) -> list[Line]:
        """Read once, for at most _STEP_S; return the lines. Raises NotRunning at MicroPython's prompt."""
        data = self._bytes.read(min(within_s, _STEP_S))
        now = self._clock()
        if data:
            self._heard_at = now
        elif now - self._heard_at >= _STEP_S and self._at_prompt():
            raise NotRunning(Sentence("port.not_running", port=self.port.path))
        if (self._asked and now - self._asked_at > self.patience_s) or (self._lost and not self._asked):
            self._ask_for_snapshot()
        lines = list(self._decoder.feed(data))
        for line in lines:
            self._keep(line)
        if lines:
            self._decoder.text.clear()  # text printed before the app ran
        if len(self._decoder.unfinished) > _MOST_LINE:
            self._decoder = codec.Decoder()
        del self._decoder.text[:-_MOST_TEXT]
        return lines

    def _keep(self, line: Line) -> None:
        """Merge a line, and store it for lines().

        If lines before this line are missing, request a snapshot and drop the line.
        """
        last, self._last = self._last, line
        if line["seq"] == 1:
            # the board has just started, and sends its whole state without a request
            self._lost = False
            if self._asked:
                self._ask_for_snapshot()  # forget the earlier request
        elif last and not (line["seq"] == last["seq"] + 1 and line["t"] >= last["t"]):
            self._lose()
        self._received = self._received.merge(line)
        if line.get("whole") and line.get("re") == self._asked:
            self._asked = ""
            if self._lost:
                self._lost = False
                line = {**line, "is": snapshot(self._received.groups)}
        if len(self._waiting) >= _MOST_WAITING:
            self._waiting.clear()
            self._lose()
        if not self._lost:
            self._waiting.append((line, self._received))

    def _lose(self) -> None:
        """Continue with the whole state, because lines are missing."""
        self._lost = True
        self._ask_for_snapshot()

    def _ask_for_snapshot(self) -> None:
        self._asked, self._asked_at = next(self._ids), self._clock()
        self.send({"cmd": "snapshot", "id": self._asked})

    def _at_prompt(self) -> bool:
        """Return whether the last line begins with MicroPython's prompt.

        After the prompt the sent commands follow as an echo.
        """
        return self._text().rstrip().rpartition(b"\n")[2].startswith(_PROMPT)

    def _text(self) -> bytes:
        return bytes(self._decoder.text) + self._decoder.unfinished

    def _silence(self, within_s: float | None) -> DeviceError:
        """Return the error for a board that has not answered, with the likely cause."""
        where, waited_s = self.port.path, self.patience_s if within_s is None else within_s
        # a pseudo-terminal (without a vid) is also open in the program that created it
        others = holders(where, but=[os.getpid()]) if self.port.vid is not None else []
        if others:
            return NoAnswer(Sentence("port.shared", port=where, programs=" and ".join(others)))
        text = self._text()
        lines = [line.strip() for line in text.decode(errors="replace").splitlines() if line.strip()]
        if lines and not self._last and codec.MARK not in text:
            return NoAnswer(Sentence("port.not_tengen", port=where, text=repr(lines[-1][:60])))
        return NoAnswer(Sentence("port.no_answer", port=where, seconds=f"{waited_s:g}"))
