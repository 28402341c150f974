"""A Tengen board on a serial port: its lines, the state that they say, and its commands."""

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

# The longest answer time of a busy board; and of a board behind a port that is not USB, likely an emulated Pico: it may
# need up to a minute for one second of board time
PATIENCE_S, EMULATED_PATIENCE_S = 5.0, 60.0

_STEP_S = 0.5  # one wait for bytes; and the silence after MicroPython's prompt that shows that nothing follows
_MOST_WAITING = 10_000  # lines kept until lines() takes them
_MOST_TEXT, _MOST_LINE = 4096, 65536  # bytes kept of text that is no line of the board, and of an unfinished line
_PROMPT = b">>>"

Line = dict[str, Any]
Answer = dict[str, Any]


def is_done(answer: Answer) -> bool:
    """Whether an answer says that a command is done."""
    return bool(answer["code"] == "done")


def answer_in(line: Line, re: str, wanted: Callable[[Answer], bool]) -> Answer | None:
    """Return the wanted answer to the command with the id `re` if a line has it. Raises Refused for an error."""
    answer = line.get("answer")
    if not isinstance(answer, dict) or line.get("re") != re:
        return None
    if wanted(answer):
        return answer
    if answer.get("code") == "error":
        raise Refused(code_text(answer.get("why")))
    return None


class Askable(ABC):
    """What can be asked by a command, and answers in its lines."""

    _ids: Iterator[str]  # of commands

    def ask(
        self,
        command: dict[str, Any],
        answer: Callable[[Answer], bool] = is_done,
        within_s: float | None = None,
        hear: Callable[[Line], None] = lambda line: None,
    ) -> Answer:
        """Send a command with an id of its own; return the first answer to it for which `answer` is true.

        `hear` gets each line that comes meanwhile, the answer too; an error that it raises ends the wait. Raises
        Refused, with the board's words, if the board answers with an error; NoAnswer if no answer comes.
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
        """Send a command, and yield the lines of the next `within_s` seconds as they come."""

    @abstractmethod
    def _silence(self, within_s: float | None) -> DeviceError:
        """Return the error for a board that has not answered."""


class Board(Askable):
    """A board that answers. Use it as a context manager, or close() it; Ctrl-C at any time does the board no harm.

    Sends whole commands only: to connect does not disturb a running game. All methods raise Gone when the cable is
    pulled, and NotRunning when Tengen ends and MicroPython's prompt appears. The default wait for an answer is
    `patience_s`. `state`: what the lines up to the last one of lines() say.
    """

    def __init__(
        self,
        port: Port,
        listing: Callable[[], list[Port]] = ports.ports,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Open the port only; open() also waits for the board's whole state."""
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
        """Ask for the board's present state. Raises NoAnswer."""
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
        """Yield all lines of the board, in order and without a gap, from one that has the whole state on.

        If lines were lost, the next line has the whole state, too ("whole"). The lines that ask() and snapshot()
        received are yielded too. Ends after `within_s` seconds, or never. With `reconnect`, waits until a lost board is
        back and goes on with the whole state; `tell` gets a message about the wait.
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
        """Yield the lines that were received already, without reading the port."""
        while self._waiting:
            line, self.state = self._waiting.popleft()
            yield line

    def close(self) -> None:
        """Close the port; the board goes on with its game."""
        self._bytes.close()

    def __enter__(self) -> Board:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _begin(self) -> None:
        self._decoder = codec.Decoder()
        self._last: Line | None = None
        self._received = State()
        self._lost = True  # until a line after which all groups are known
        self._asked = ""  # the id of the request for a snapshot that has not come yet
        self._asked_at = self._heard_at = self._clock()

    def _meet(self, within_s: float | None) -> None:
        """Wait for the board's whole state."""
        # A laptop that failed may have left half a line: this ends it. MicroPython answers to the carriage return, and
        # only to it, with its prompt, which may have been read before by another program.
        self._bytes.write(b"\r\n")
        self.snapshot(within_s)

    def _come_back(self, error: DeviceError, end: float | None, tell: Callable[[str], None]) -> bool:
        """Wait until the board is back, and open it. Return False if `end` comes first."""
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
                # Report this error (another program may have the port) only when it comes twice in a row: a port that
                # has just appeared is forbidden for a moment.
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
        """Yield the lines of the next `within_s` seconds as they come; lines() yields them again."""
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
        """Merge a line, and keep it for lines(). If lines before it are missing, ask for a snapshot and drop it."""
        last, self._last = self._last, line
        if line["seq"] == 1:
            # the board has started, and sends all of its state by itself
            self._lost = False
            if self._asked:
                self._ask_for_snapshot()  # the earlier request is forgotten
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
        """Go on with the whole state, because lines are missing."""
        self._lost = True
        self._ask_for_snapshot()

    def _ask_for_snapshot(self) -> None:
        self._asked, self._asked_at = next(self._ids), self._clock()
        self.send({"cmd": "snapshot", "id": self._asked})

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
            return NoAnswer(Sentence("port.shared", port=where, programs=" and ".join(others)))
        text = self._text()
        lines = [line.strip() for line in text.decode(errors="replace").splitlines() if line.strip()]
        if lines and not self._last and codec.MARK not in text:
            return NoAnswer(Sentence("port.not_tengen", port=where, text=repr(lines[-1][:60])))
        return NoAnswer(Sentence("port.no_answer", port=where, seconds=f"{waited_s:g}"))
