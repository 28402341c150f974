"""A walk with a board on the link: frames in, lights out, and the board back to its game afterwards."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol

from .layout import Layout
from .learn import wire_commands
from .walk import Walk

STEP_S = 0.05
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


def proved(link: Link) -> Mapping[str, Any]:
    """What the board says of its chain of lights: {"whole": ..., "fault": ...}."""
    event: Event = link.ask({"cmd": "prove"}, lambda said: said.kind == "chain")
    return event.fields


def begin(link: Link) -> Layout:
    """Have the board's game stand still; returns how the board takes itself to be wired."""
    event: Event = link.ask({"cmd": "probe", "on": True}, lambda said: said.kind == "probe")
    return Layout.told(event.fields)


def end(link: Link) -> None:
    """Give the board its game back, and wait until it has it."""
    link.ask({"cmd": "probe", "on": False}, lambda said: said.kind == "started")


def teach(link: Link, found: Layout) -> None:
    """Have the board write down how it is wired; it holds from its next start. Raises what the link raises."""
    for command in wire_commands(found):
        link.ask(command, lambda said: said.kind == "wired")


def walk(
    link: Link,
    walked: Walk,
    show: Callable[[], None],
    until: Callable[[], bool] = lambda: False,
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """Go on until the walk is done, or `until` says so; `show` is called whenever something has come."""
    lights = Lights(link)
    pace = Pace(clock)
    while not walked.done and not until():
        for event in link.events(STEP_S):
            if event.kind == "frame":
                pace.told(event.t)
                walked.feed({**event.fields, "t": event.t})
                lights.follow(walked, event.t)
            elif event.kind == "probe" and not event.fields["on"]:
                return  # it has gone back by itself, or somebody else has made it
            if walked.done or until():
                break
        now = pace.now()
        if now is not None:
            walked.tick(now)
            lights.follow(walked, now)
        show()


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


class Pace:
    """The board's time between its events. An emulated board's passes slower than the world's."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._first: tuple[float, int] | None = None
        self._last: tuple[float, int] = (0.0, 0)

    def told(self, t: int) -> None:
        """An event came, with the board's time in ms."""
        self._last = (self._clock(), t)
        self._first = self._first or self._last

    def now(self) -> int | None:
        """The board's time in ms, never ahead of it; None before the first event."""
        if self._first is None:
            return None
        (began, first), (came, last) = self._first, self._last
        speed = min(1.0, (last - first) / (1000 * (came - began))) if came > began else 0.0
        return last + int(0.9 * speed * 1000 * (self._clock() - came))
