"""A walk with a board on the link: frames in, lights out, and the board back to its game afterwards."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol

from ..errors import DeviceError, Refused
from .layout import Layout
from .learn import wire_commands
from .walk import Walk

STEP_S = 0.05
SILENT_S = 3.0  # a frame comes twice a second, or the board is asked what is the matter
ANEW = 3  # so often may a board restart, before that is the trouble
LIGHTS_AGAIN_MS = 60_000  # the board goes back to its game when it hears nothing for long


class Event(Protocol):
    """What the board said."""

    @property
    def kind(self) -> str: ...

    @property
    def t(self) -> int: ...

    @property
    def fields(self) -> dict[str, Any]: ...


class Link(Protocol):
    """What is needed of a board on a cable (device.board.Board)."""

    def send(self, command: dict[str, Any]) -> None: ...

    def ask(self, command: dict[str, Any], answer: Callable[[Any], bool]) -> Any: ...

    def events(self, within_s: float | None = None) -> Iterator[Any]: ...


def rest(link: Link, fields: Mapping[str, Any]) -> None:
    """Have a board at its game that was left probed; `fields` are those of its snapshot.

    Raises DeviceError where its firmware knows no probe.
    """
    if "probed" not in fields:
        version = fields.get("version", "of unknown version")
        raise DeviceError(f"this board's firmware ({version}) is too old to be diagnosed: renew it with `tengen flash`")
    if fields["probed"]:
        end(link)


def proved(link: Link) -> Mapping[str, Any]:
    """What the board says of its chain of lights: {"whole": ..., "fault": ...}."""
    event: Event = link.ask({"cmd": "prove"}, lambda said: said.kind == "chain")
    return event.fields


def begin(link: Link) -> Layout:
    """Have the board's game stand still; returns how the board takes itself to be wired."""
    event: Event = link.ask({"cmd": "probe", "on": True}, lambda said: said.kind == "probe" and said.fields["on"])
    return Layout.told(event.fields)


def end(link: Link) -> None:
    """Give the board its game back, and wait until it has it. It may have it already."""

    def plays(said: Any) -> bool:
        return said.kind == "started" or (said.kind == "snapshot" and not said.fields.get("probed"))

    link.send({"cmd": "probe", "on": False})
    _unless_refused(lambda: link.ask({"cmd": "snapshot"}, plays))


def teach(link: Link, found: Layout) -> None:
    """Have the board write down how it is wired; it holds from its next start. Raises what the link raises."""
    for command in wire_commands(found):
        link.ask(command, lambda said: said.kind == "wired")


def walk(
    link: Link,
    walked: Walk,
    show: Callable[[], None],
    until: Callable[[], bool] = lambda: False,
    tell: Callable[[str], None] = lambda words: None,
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """Go on until the walk is done, or `until` says so; `show` is called whenever something has come.

    A board that restarts meanwhile is probed again, and `tell` hears of it. Raises DeviceError where it does so
    again and again, or answers no more.
    """
    lights = Lights(link)
    pace = Pace(clock)
    again, heard_at = 0, clock()
    while not walked.done and not until():
        for event in link.events(STEP_S):
            heard_at = clock()
            if event.kind == "frame":
                at = pace.told(event.t)
                walked.feed({**event.fields, "t": at})
                lights.follow(walked, at)
            elif event.kind == "started":
                again += 1
                if again > ANEW:
                    raise DeviceError(
                        "the board keeps restarting: measure 5 V at its plug while the lights shine, and if that "
                        "is steady, renew its firmware with `tengen flash`"
                    )
                tell("The board restarted, and is looked at again: go on.")
                _unless_refused(lambda: begin(link))
                lights.again()
            if walked.done or until():
                break
        if clock() - heard_at >= SILENT_S:
            _unless_refused(lambda: begin(link))  # which says so where it does not answer
            heard_at = clock()
        now = pace.now()
        if now is not None:
            walked.tick(now)
            lights.follow(walked, now)
        show()


def _unless_refused(ask: Callable[[], object]) -> None:
    """Ask, and again where the board refuses: that may be for what was sent to it before it restarted."""
    for _ in range(2):
        with contextlib.suppress(Refused):
            ask()
            return
    ask()


class Lights:
    """Has exactly those pixels lit that the walk wants."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._lit: tuple[tuple[int, str], ...] | None = None
        self._sent_at = 0

    def follow(self, walked: Walk, now: int) -> None:
        """Send them where they have changed, and now and then anyway."""
        pixels = walked.prompt.pixels
        if pixels != self._lit or now - self._sent_at >= LIGHTS_AGAIN_MS:
            self._lit, self._sent_at = pixels, now
            self._link.send({"cmd": "light", "pixels": [list(pair) for pair in pixels]})

    def again(self) -> None:
        """The board has forgotten what is lit."""
        self._lit = None


class Pace:
    """The board's time between its events. An emulated board's passes slower than the world's.

    Where the board restarts its time begins at 0, and goes on here.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._first: tuple[float, int] | None = None
        self._last: tuple[float, int] = (0.0, 0)
        self._before = 0  # ms until it restarted

    def told(self, t: int) -> int:
        """An event came, with the board's time in ms; returns that since it was heard first."""
        latest = self._last[1]
        if self._before + t < latest:
            self._before = latest
            self._first = None
        self._last = (self._clock(), self._before + t)
        self._first = self._first or self._last
        return self._last[1]

    def now(self) -> int | None:
        """The board's time in ms, never ahead of it; None before the first event."""
        if self._first is None:
            return None
        (began, first), (came, last) = self._first, self._last
        speed = min(1.0, (last - first) / (1000 * (came - began))) if came > began else 0.0
        return last + int(0.9 * speed * 1000 * (self._clock() - came))
