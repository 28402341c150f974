"""A board on a cable, as the page's server sees boards: followed in a thread, and found again after each absence."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import json
import math
import queue
import threading
import time
from collections.abc import Callable
from typing import Any

from tengen import wiring

from ..device import board as device
from ..device import ports
from ..device.errors import DeviceError, Gone, NoAnswer, NoBoard, Refused
from ..device.ports import Port
from ..history import KEPT_EVENTS, with_event
from ..listeners import Listeners
from .board import Message
from .follower import Follower

RETRY_S = 0.5  # so often is looked for a board that is away
OTHERS_S = 2.0  # ... and where another program has the port, or the board, it gets its turn
LISTEN_S = 0.05  # so long may a command wait for its turn
ASIDE_S = 4.0  # so long after it has come, and after a result, is it asked aside: by then it has written all down
ASIDE_AGAIN_S = 30.0  # ... and once more, where it had no answer
ASLEEP_S = 2.0  # where more of the world's time passes between two looks, this machine was asleep

AWAY = "the board is away: its cable was pulled, or it restarts. The page goes on as soon as it is back"
NO_HANDS = "the laptop can't move stones or press buttons on a real board: do it by hand"

world_s = time.time  # goes on while this machine sleeps

Listing = Callable[[], list[Port]]
Aside = Callable[[device.Board], None]


class SerialBoard:
    """A live.board.Board at a port, found again by its serial number, wherever it is plugged in.

    open() begins to follow it, in a thread of its own; all else belongs to the event loop that open() was called in.
    `aside`, if there is one, gets the board in that thread some seconds after it has come, and after each result: what
    it asks the board is told like everything else.
    """

    kind = "real"

    def __init__(self, port: Port, listing: Listing = ports.ports, aside: Aside | None = None) -> None:
        self.connected = False
        self.words = ""
        self.events: list[dict[str, Any]] = []
        self._follower = Follower(wiring.SIZE)
        self._version = ""
        self._told: tuple[int, float] | None = None  # the board's ms at its last event, and this machine's seconds
        self._listeners = Listeners()
        self._cable = _Cable(port, listing, aside)

    @property
    def port(self) -> Port:
        """The present port, or the last one."""
        return self._cable.port

    @property
    def name(self) -> str:
        """A name for people: the end of the serial number, or the port."""
        return self.port.serial[-4:] if self.port.serial else self.port.path.rpartition("/")[2]

    @property
    def key(self) -> str:
        """A unique key among several boards: the serial number, or the port."""
        return self.port.serial or self.port.path.rpartition("/")[2]

    def open(self) -> None:
        """Begin to follow the board, whether it is plugged in yet or not."""
        self._cable.start(asyncio.get_running_loop(), self._hear, self._link)

    def close(self) -> None:
        """Close the port; the board plays on."""
        self._cable.stop()

    # What the page asks

    def description(self) -> Message:
        """As live.board has it: no lights are to be seen, nothing can be broken, no plug be pulled."""
        size = self._follower.size
        places = size * size
        starts = {"p1": places, "p2": places + wiring.BAR_LENGTH}
        return {
            "kind": self.kind,
            "size": size,
            "points": list(range(places)),
            "bars": {who: list(range(at, at + wiring.BAR_LENGTH)) for who, at in starts.items()},
            "buttons": ["p1", "p2", "arbiter"],
            "version": self._version,
            "faults": [],
            "plug": False,
            "lights": False,
        }

    def state(self) -> list[Message]:
        """The messages that bring a page up to date: its events begin with a snapshot."""
        return [
            self._stones_message(),
            self._link_message(),
            *self._time_messages(),
            *({"type": "event", "event": event} for event in self.events),
        ]

    def subscribe(self, callback: Callable[[Message], None]) -> Callable[[], None]:
        """Call `callback` with every later message. Return a function that ends this."""
        return self._listeners.add(callback)

    def ask(self, command: dict[str, Any]) -> None:
        """Send a command; the board itself checks it and answers. Raises ValueError while it is away."""
        if not self.connected:
            raise ValueError(self.words or AWAY)
        self._cable.commands.put(command)

    # What only hands do

    def put(self, point: str, colour: str | None) -> None:
        """Raise ValueError: a real board has no software hands. So do the other deeds of a hand."""
        raise ValueError(NO_HANDS)

    def lift(self, point: str) -> None:
        raise ValueError(NO_HANDS)

    def slide(self, origin: str, target: str) -> None:
        raise ValueError(NO_HANDS)

    def press(self, button: str) -> None:
        raise ValueError(NO_HANDS)

    def release(self, button: str) -> None:
        raise ValueError(NO_HANDS)

    def unplug(self) -> None:
        raise ValueError("a real board's plug is pulled by hand")

    def plug(self) -> None:
        raise ValueError("a real board's plug is put in by hand")

    def fault(self, kind: str, at: str | None, on: bool) -> None:
        raise ValueError("a real board is not broken on purpose")

    # What comes over the cable

    def _hear(self, event: dict[str, Any]) -> None:
        if event["event"] == "snapshot":
            self._version = str(event.get("version", ""))
        before = self._follower.stones
        self._follower = self._follower.after(event)
        self.events = with_event(self.events, event)
        if len(self.events) >= 2 * KEPT_EVENTS:  # it answers no more with snapshots
            del self.events[:KEPT_EVENTS]
        self._told = (event["t"], time.monotonic())
        if self._follower.stones != before:
            self._publish(self._stones_message())
        self._publish({"type": "event", "event": event})
        if len(self.events) % KEPT_EVENTS == 0:
            self._cable.commands.put({"cmd": "snapshot"})

    def _link(self, connected: bool, words: str) -> None:
        if (connected, words) != (self.connected, self.words):
            self.connected, self.words = connected, words
            self._publish(self._link_message())

    def _publish(self, message: Message) -> None:
        self._listeners.tell(message)

    def _stones_message(self) -> Message:
        return {"type": "stones", "stones": self._follower.stones}

    def _link_message(self) -> Message:
        return {"type": "link", "connected": self.connected, "words": self.words}

    def _time_messages(self) -> list[Message]:
        if self._told is None:
            return []
        ms, at = self._told
        return [{"type": "time", "ms": ms + round((time.monotonic() - at) * 1000), "speed": None}]


class _Cable:
    """The thread's side: opens the port, again after each failure, and passes messages both ways."""

    def __init__(self, port: Port, listing: Listing, aside: Aside | None) -> None:
        self.commands: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self.port, self._listing, self._aside = port, listing, aside
        self._aside_at = math.inf  # when the board is to be asked something aside
        self._met = False  # whether the board has ever answered
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"board at {port.path}", daemon=True)

    def start(
        self,
        loop: asyncio.AbstractEventLoop,
        hear: Callable[[dict[str, Any]], None],
        link: Callable[[bool, str], None],
    ) -> None:
        self._loop, self._hear, self._link = loop, hear, link
        self._thread.start()

    def stop(self) -> None:
        """Ask the thread to end. It ends at its next look; a board that was just asked may need time to answer."""
        self._over.set()
        self._thread.join(2 * RETRY_S)

    def _run(self) -> None:
        before = ""
        while not self._over.is_set():
            pause_s = RETRY_S
            try:
                self._follow()
                return
            except (Gone, NoBoard) as error:
                misnamed = isinstance(error, NoBoard) and self.port.vid is None and not self._met
                words = f"{error}. It is shown as soon as it is there" if misnamed else AWAY
            except DeviceError as error:
                words = str(error)
                if words == before:  # a port is forbidden for a moment after it has come
                    pause_s = OTHERS_S
            except Exception as error:  # a fault of ours: a board that comes back may be shown all the same
                words, pause_s = f"to follow the board at {self.port.path} has failed ({error!r})", OTHERS_S
            before = words
            self._call(self._link, False, words)
            self._over.wait(pause_s)

    def _follow(self) -> None:
        """Pass on all events until the board is gone or this is closed. Raises DeviceError."""
        there = self._listing()
        port = ports.same_board(self.port, there)
        if port is None:
            raise NoBoard(AWAY)
        with _Followed.open(port.path, listing=lambda: there) as board:
            assert isinstance(board, _Followed)
            self.port, board.tell = dataclasses.replace(self.port, path=port.path), self._tell
            self._aside_at = time.monotonic() + ASIDE_S
            while not self.commands.empty():
                self.commands.get()  # what was asked of it before it was gone is out of date
            self._met = True
            self._call(self._link, True, "")
            while not self._over.is_set():
                looked = world_s()
                for event in board.events(LISTEN_S):
                    self._tell(event)
                while not self.commands.empty():
                    board.send(self.commands.get())
                if world_s() - looked > ASLEEP_S:
                    board.send({"cmd": "snapshot"})
                self._ask_aside(board)

    def _ask_aside(self, board: device.Board) -> None:
        if self._aside is None or time.monotonic() < self._aside_at:
            return
        self._aside_at = math.inf
        try:
            self._aside(board)
        except (Refused, NoAnswer):
            self._aside_at = time.monotonic() + ASIDE_AGAIN_S

    def _tell(self, event: device.Event) -> None:
        """Pass an event on; one that no page could read is left out."""
        if event.kind == "result":
            self._aside_at = time.monotonic() + ASIDE_S
        try:
            json.dumps(event.fields, allow_nan=False)
        except (ValueError, RecursionError):
            return
        self._call(self._hear, event.fields)

    def _call(self, function: Callable[..., None], *arguments: Any) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended meanwhile
            self._loop.call_soon_threadsafe(function, *arguments)


class _Followed(device.Board):
    """A board whose events are passed on at once, also while it waits for an answer."""

    tell: Callable[[device.Event], None]

    def ask(
        self, command: dict[str, Any], answer: Callable[[device.Event], bool], within_s: float | None = None
    ) -> device.Event:
        def heard(event: device.Event) -> bool:
            for each in self.heard():
                self.tell(each)
            return answer(event)

        return super().ask(command, heard, within_s)
