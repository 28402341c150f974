"""Run a walk with a board on the link.

The board sends frames, and receives the lights to show. After the walk it resumes its game.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol

from ...wire.state import State
from ..board import Answer, Line
from ..errors import DeviceError
from .layout import Layout
from .learn import wire_commands
from .walk import Walk

STEP_S = 0.05
SILENT_S = 3.0  # frames arrive at least twice a second; after this silence the laptop queries the board
ANEW = 3  # if a board restarts more often than this, it is faulty
# send the lights again in this interval, because the board resumes its game if it gets no command for some time
LIGHTS_AGAIN_MS = 60_000


class Link(Protocol):
    """The methods of a board on a cable (device.board.Board) that are used here."""

    def send(self, command: dict[str, Any]) -> None:
        """Send a command."""

    def ask(self, command: dict[str, Any], answer: Callable[[Answer], bool] = ...) -> Answer:
        """Send a command and return the first answer for which `answer` is true."""

    def snapshot(self) -> State:
        """Return the board's whole state."""

    def lines(self, within_s: float | None = None) -> Iterator[Line]:
        """Yield the board's lines."""


def rest(link: Link) -> None:
    """End an earlier probe that is still running."""
    if link.snapshot().device["probed"]:
        end(link)


def proved(link: Link) -> Mapping[str, Any]:
    """Make the board test its chain of lights; return {"whole": ..., "fault": ...}."""
    link.ask({"cmd": "prove"})
    chain: Mapping[str, Any] = link.snapshot().device["chain"]
    return chain


def begin(link: Link) -> Layout:
    """Suspend the board's game and start the probe. Return the wiring that the board assumes."""
    return Layout.told(link.ask({"cmd": "probe", "on": True}, lambda answer: answer["code"] == "probe"))


def end(link: Link) -> None:
    """End the probe, and wait until the board has resumed its game. The probe may already have ended."""
    link.ask({"cmd": "probe", "on": False})
    while link.snapshot().device["probed"]:  # the board starts again in a moment
        pass


@contextlib.contextmanager
def probed(link: Link) -> Iterator[tuple[Layout, Mapping[str, Any]]]:
    """Probe the board while the block runs.

    Yields the wiring that the board assumes, and the result of its test of the chain of lights.
    """
    rest(link)
    chain = proved(link)
    layout = begin(link)
    try:
        yield layout, chain
    finally:
        end(link)


def teach(link: Link, found: Layout) -> None:
    """Send the board its wiring, which it saves and uses from the next start on. Raises the errors of the link."""
    for command in wire_commands(found):
        link.ask(command)


def walk(
    link: Link,
    walked: Walk,
    show: Callable[[], None],
    until: Callable[[], bool] = lambda: False,
    tell: Callable[[str], None] = lambda words: None,
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """Walk until the walk is done, or `until` returns true; `show` is called after each step.

    If the board restarts, it is probed again, and `tell` gets a message. Raises DeviceError if the board restarts
    repeatedly, or no longer answers.
    """
    lights = Lights(link)
    pace = Pace(clock)
    again, heard_at = 0, clock()
    while not walked.done and not until():
        for line in link.lines(STEP_S):
            heard_at = clock()
            answer = line.get("answer", {})
            if answer.get("code") == "frame":
                at = pace.told(line["t"])
                walked.feed({**answer, "t": at})
                lights.follow(walked, at)
            elif any(did["code"] == "started" for did in line.get("did", ())):
                again += 1
                if again > ANEW:
                    raise DeviceError(
                        "the board keeps restarting: measure 5 V at its plug while the lights shine, and if that "
                        "is steady, renew its firmware with `tengen flash`"
                    )
                tell("The board restarted, and the diagnosis continues: go on.")
                begin(link)
                lights.again()
            if walked.done or until():
                break
        if clock() - heard_at >= SILENT_S:
            begin(link)  # this call raises an error if the board does not answer
            heard_at = clock()
        now = pace.now()
        if now is not None:
            walked.tick(now)
            lights.follow(walked, now)
        show()


class Lights:
    """Make the board light exactly the pixels of the walk's prompt."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._lit: tuple[tuple[int, str], ...] | None = None
        self._sent_at = 0

    def follow(self, walked: Walk, now: int) -> None:
        """Send the pixels if they have changed, and every LIGHTS_AGAIN_MS."""
        pixels = walked.prompt.pixels
        if pixels != self._lit or now - self._sent_at >= LIGHTS_AGAIN_MS:
            self._lit, self._sent_at = pixels, now
            self._link.send({"cmd": "light", "pixels": [list(pair) for pair in pixels]})

    def again(self) -> None:
        """Send the pixels again at the next follow(), because the board has forgotten them."""
        self._lit = None


class Pace:
    """Estimate the board's time between its lines. On an emulated board, time passes more slowly than real time.

    The board's time begins at 0 when it restarts; the time of this class continues.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._first: tuple[float, int] | None = None
        self._last: tuple[float, int] = (0.0, 0)
        self._before = 0  # the board's time in ms before its last restart

    def told(self, t: int) -> int:
        """Process the board's time in a line, in ms; return it plus the times of all earlier runs."""
        latest = self._last[1]
        if self._before + t < latest:
            self._before = latest
            self._first = None
        self._last = (self._clock(), self._before + t)
        self._first = self._first or self._last
        return self._last[1]

    def now(self) -> int | None:
        """Return an estimate of the board's time in ms, which is a little too low; None before the first line."""
        if self._first is None:
            return None
        (began, first), (came, last) = self._first, self._last
        speed = min(1.0, (last - first) / (1000 * (came - began))) if came > began else 0.0
        return last + int(0.9 * speed * 1000 * (self._clock() - came))
