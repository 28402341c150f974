"""Publish a room's boards. Each line is signed, waits on disk for the delay and the network, and is stored once.

Nothing here makes the room wait, because the event loop only notes a board's line; disk and network come later.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nats.errors import Error as NatsError
from nats.js.errors import APIError, NotFoundError
from tengen_host import resources
from tengen_host.hall.hall import Hall, Place

from . import entries, keys, names
from .client import FAILURES, Connection, answer, shown
from .entries import BoardState, EntryError, Link
from .keys import ANY, Key
from .spool import Spool, SpoolError, Waiting

PAUSE_S = 2.0  # the pause after a failure of disk or network
_SOON_S = 0.05  # the pause if only the place in the stream must be queried again
BEAT_S = 10.0  # the time between two signs of life of the laptop
STATE_S = 1.0  # the least time between two whole states of a board
ITEMS = 100  # the most moves, and the most items of the record, in an entry
_WRONG_LAST = 10071  # NATS's error: the last entry of this subject is not the expected one
_PATIENCE_S = 5.0  # the time limit for an answer of NATS

_LOCAL = "open_"  # prefix of the groups with the entries of the menus, which are only for the board's own laptop
_SHOWN = ("names", "link")  # the published groups of the laptop

Say = Callable[[str], None]
Clock = Callable[[], float]
Message = dict[str, Any]


@dataclass(frozen=True)
class Publishing:
    """Where to publish, with which key, and after how many seconds. `folder`: where entries wait."""

    url: str
    key: Key
    delay_s: float
    folder: Path

    @property
    def spool(self) -> Path:
        """Return the file with the waiting entries."""
        return self.folder / f"{self.key.event}.{self.key.club}.db"

    async def run(self, hall: Hall, tell: Say) -> None:
        """Publish the boards of a hall until cancelled. Raises OSError if nothing can be saved on disk."""
        self.folder.mkdir(parents=True, exist_ok=True)
        after = f", {self.delay_s:g} s later" if self.delay_s else ""
        tell(f"The boards are published as {self.key.club} in {self.key.event}, at {shown(self.url)}{after}")
        with contextlib.closing(Spool(self.spool)) as spool:
            async with Connection(self.url.split(","), self.key).open() as nats:
                await Publisher(self.key, spool, self.delay_s, tell, nats).run(hall)


def wanted(url: str, key: Path | None, event: str | None, delay_s: float) -> Publishing:
    """Return the Publishing for the options of `tengen live --publish`.

    Raises OSError, and ValueError with a sentence.
    """
    if not re.match(r"(nats|tls|ws|wss)://", url):
        raise ValueError(f"--publish {url}: an address begins with nats:// or tls://, such as nats://host:4222")
    if key is None:
        raise ValueError("--publish needs the club's key: --key FILE; the relay's operator makes one")
    found = keys.read(key)
    if event not in (None, found.event):
        raise ValueError(f"{key} is for the event {found.event}, not for {event}")
    return Publishing(url, found, delay_s, resources.data_folder() / "published")


class Publisher:
    """Publishes the boards of a hall that `key` allows, each message `delay_s` after it came.

    `tell` gets a sentence when something fails, and when it works again. `clock`: a monotonic clock in seconds. For
    each board a sign of life from the laptop is sent every BEAT_S.
    """

    def __init__(
        self, key: Key, spool: Spool, delay_s: float, tell: Say, nats: Connection, clock: Clock = time.monotonic
    ) -> None:
        self._key, self._spool, self._delay_s = key, spool, delay_s
        self._tell, self._nats, self._clock = tell, nats, clock
        self._noted: deque[tuple[_Board, float, float, str, Any]] = deque()
        self._news = asyncio.Event()
        self._boards: dict[str, _Board] = {}
        self._chains = spool.chains()
        self._trouble: dict[str, str] = {}
        # when run() ends, it stores the rest, while a thread may still be writing
        self._storing = threading.Lock()

    async def run(self, hall: Hall) -> None:
        """Publish until cancelled. Afterwards all noted messages are on disk."""
        sending: list[asyncio.Task[None]] = []

        def follow(place: Place) -> Callable[[], None]:
            name = self._key.board if self._key.board != ANY else names.fitted(place.key)
            if name in self._boards:
                self._tell(f"{place.name} is not published: the key is for one board, {name}")
                return lambda: None
            board = self._boards[name] = _Board(name, self._chains.get(name) or self._new_chain(name))
            # entries left from an earlier run wait again for the whole delay, so that they are never published too
            # early
            board.waiting.extend((self._clock() + self._delay_s, each) for each in self._spool.waiting(name))
            for message in place.state():
                self._note(board, message)
            sending.append(asyncio.create_task(self._send(board)))
            return place.subscribe(lambda message: self._note(board, message))

        end = hall.each(follow)
        sending.append(asyncio.create_task(self._beats()))
        try:
            await self._store()
        finally:
            end()
            for task in sending:
                task.cancel()
            await asyncio.gather(*sending, return_exceptions=True)
            self._store_noted()

    # From the room to the disk

    def _note(self, board: _Board, message: Message) -> None:
        for kind, what in contents(message):
            self._noted.append((board, self._clock(), time.time(), kind, what))
            self._news.set()

    async def _store(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            try:
                await asyncio.to_thread(self._store_noted)
            except OSError as error:
                self._fails("disk", f"lines to be published can't be saved on disk, and wait in memory: {error}")
                await asyncio.sleep(PAUSE_S)
                self._news.set()
            else:
                self._works("disk", "lines to be published are saved on disk again")
                for board in self._boards.values():
                    board.ready.set()

    def _store_noted(self) -> None:
        """Write the noted messages to disk. Raises OSError; messages that were not written stay noted."""
        with self._storing:
            while self._noted:
                self._store_one(*self._noted[0])
                self._noted.popleft()

    def _store_one(self, board: _Board, taken: float, at: float, kind: str, what: Any) -> None:
        with board.lock:
            try:
                waiting, end = self._signed(board.end, at, kind, what)
            except ValueError as error:
                self._tell(f"{board.name}: a line is not published: {error}")
                return
            self._spool.add(board.name, end, [waiting])
            board.end = end
            board.waiting.append((taken + self._delay_s, waiting))

    def _begin_anew(self, board: _Board) -> None:
        """Start a new chain with the waiting entries, because another laptop has ended the old chain."""
        with board.lock:
            end, waiting = self._new_chain(board.name), []
            for due, (_, sent) in board.waiting:
                its = entries.received(sent)
                signed, end = self._signed(end, its.at, its.kind, its.what)
                waiting.append((due, signed))
            self._spool.add(board.name, end, [signed for _, signed in waiting], anew=True)
            board.end, board.waiting = end, deque(waiting)

    def _new_chain(self, board: str) -> Link:
        return entries.new_chain(self._key.event, self._key.club, board)

    def _signed(self, end: Link, at: float, kind: str, what: Any) -> tuple[Waiting, Link]:
        body, end = entries.body(end, at, kind, what)
        return (end.number, entries.sealed(body, self._key.sign(body))), end

    # From the disk to NATS

    async def _send(self, board: _Board) -> None:
        key = self._key
        subject = names.subject(key.event, key.club, board.name)
        stream = names.stream(key.event)
        last: int | None = None  # the number in the stream of the board's last entry; None if it must be queried
        while True:
            if not board.waiting:
                board.ready.clear()
                await self._put_state(board)
                await board.ready.wait()
                continue
            due, (number, sent) = board.waiting[0]
            if due > self._clock():
                await asyncio.sleep(due - self._clock())
                continue
            try:
                if last is None:
                    last = await self._resume(board, stream, subject)
                    continue
                # with this header NATS does not store an entry twice; a message id is not safe, because others could
                # use it first
                headers = {"Nats-Expected-Last-Subject-Sequence": str(last)}
                js = self._nats.jetstream()
                last = (await answer(js.publish(subject, sent, _PATIENCE_S, stream=stream, headers=headers))).seq
                await self._let_go(board, number)
            except _Taken as taken:
                self._tell(str(taken))
                return
            except FAILURES as error:
                last = None
                if isinstance(error, APIError) and error.err_code == _WRONG_LAST:
                    # either the answer to an earlier attempt got lost, or somebody else publishes this board
                    await asyncio.sleep(_SOON_S)
                    continue
                why = str(error) if isinstance(error, SpoolError) else self._nats.words(error)
                if isinstance(error, NotFoundError):
                    why = f"NATS has no event {key.event}: `tengen relay --event {key.event}` begins it"
                self._fails("network", f"the boards are not published now, and wait on disk: {why}")
                await asyncio.sleep(PAUSE_S)
                continue
            self._works("network", "the boards are published again")
            board.waiting.popleft()
            board.state.take(entries.received(sent), last)
            await self._put_state(board)

    async def _let_go(self, board: _Board, number: int) -> None:
        """Delete the entries up to a number from the disk, because NATS has stored them.

        If many entries wait, this is done only every STATE_S, because sending has priority. After a crash in between,
        _resume() deletes the rest.
        """
        if len(board.waiting) == 1 or self._clock() >= board.let_go_at + STATE_S:
            board.let_go_at = self._clock()
            await asyncio.to_thread(self._spool.stored, board.name, number)

    async def _resume(self, board: _Board, stream: str, subject: str) -> int:
        """Return the number of the board's last entry in the stream, or 0; delete the stored entries from the disk.

        Raises _Taken if somebody else publishes this board.
        """
        seq, theirs = 0, None
        with contextlib.suppress(NotFoundError):
            found = await answer(self._nats.jetstream().get_last_msg(stream, subject, direct=True))
            seq = found.seq or 0
            with contextlib.suppress(EntryError):  # ignore an entry that no version of tengen has published
                theirs = entries.received(found.data or b"").link
        is_first, board.is_met = not board.is_met, True
        is_continued = theirs is not None and theirs.start == board.end.start
        if theirs and is_continued:
            while board.waiting and board.waiting[0][1][0] <= theirs.number:
                board.state.take(entries.received(board.waiting.popleft()[1][1]), seq)
            await asyncio.to_thread(self._spool.stored, board.name, theirs.number)
        elif theirs and not is_first:
            raise _Taken(f"{board.name} is published by another laptop now, and not by this one: end one of them")
        elif board.waiting and board.waiting[0][1][0] > 1:
            await asyncio.to_thread(self._begin_anew, board)
        return seq

    async def _put_state(self, board: _Board) -> None:
        """Send the newest whole state, at most once in STATE_S. Don't report a failure, because only entries matter."""
        its = board.state
        if not its.is_begun or board.put == its.seq:
            return
        if board.waiting and board.waiting[0][0] <= self._clock() < board.put_at + STATE_S:
            return
        body = its.packed()
        sent = entries.sealed(body, self._key.sign(body))
        subject = names.whole_subject(self._key.event, self._key.club, board.name)
        with contextlib.suppress(*FAILURES):
            await answer(self._nats.jetstream().publish(subject, sent, _PATIENCE_S))
            board.put, board.put_at = its.seq, self._clock()

    async def _beats(self) -> None:
        while True:
            for name in self._boards:
                with contextlib.suppress(NatsError, OSError):
                    await self._nats.beat(names.alive_subject(self._key.event, self._key.club, name))
            await asyncio.sleep(BEAT_S)

    # Messages to people

    def _fails(self, what: str, words: str) -> None:
        if self._trouble.get(what) != words:
            self._trouble[what] = words
            self._tell(words)

    def _works(self, what: str, words: str) -> None:
        if self._trouble.pop(what, None):
            self._tell(words)


class _Board:
    """A board: the end of its chain, its sent state, and its waiting entries, each with the time when it is due.

    `is_met`: True if its place in the stream is known. `put`, `put_at`: the number in the stream of the last whole
    state that was sent, and the time. `let_go_at`: when stored entries were last deleted from the disk.
    """

    def __init__(self, name: str, end: Link) -> None:
        self.name, self.end = name, end
        self.waiting: deque[tuple[float, Waiting]] = deque()
        self.ready = asyncio.Event()
        self.state = BoardState()
        self.put, self.put_at = 0, float("-inf")
        self.let_go_at = float("-inf")
        self.is_met = False
        self.lock = threading.Lock()  # protects `end` and `waiting`, because a thread appends to them


class _Taken(Exception):
    """Raised if another laptop publishes this board."""


def contents(message: Message) -> Iterator[tuple[str, Any]]:
    """Yield (kind, what) of the entries for a message of a place; nothing if the message is not to be published."""
    line = message["line"] if message["type"] == "line" else {}
    groups = line.get("is", {})
    if "seq" not in line:
        yield from ((name, its) for name, its in groups.items() if name in _SHOWN)
    else:
        shown = {name: its for name, its in groups.items() if not name.startswith(_LOCAL)}
        for name in ("moves", "record"):
            # several entries, because the whole state of a long game may be too large for one
            begin, items = shown.get(name, (0, ()))
            while len(items) > ITEMS:
                yield "line", {"seq": line["seq"], "t": line["t"], "is": {name: [begin, items[:ITEMS]]}, "more": True}
                begin, items = begin + ITEMS, items[ITEMS:]
                shown[name] = [begin, items]
        rest = {name: its for name, its in line.items() if name not in ("is", "re", "answer")}
        if shown or "did" in rest:
            yield "line", {**rest, "is": shown} if shown else rest
