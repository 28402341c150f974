"""A room's boards for the world: each line is signed, waits on disk for the delay and the network, and is stored once.

Nothing here makes the room wait: what a board tells is only noted in the event loop; disk and network come later.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Protocol

from nats.errors import Error as NatsError
from nats.js import JetStreamContext
from nats.js.errors import APIError, NotFoundError

from . import chain, names, whole
from .asking import answer, words
from .chain import ChainError, Link
from .keys import ANY, Key
from .spool import Chain, Signed, Spool, SpoolError
from .whole import Whole

PAUSE_S = 2.0  # after a failure of disk or network
_SOON_S = 0.05  # ... where only the place in the stream is to be asked again
BEAT_S = 10.0  # between two signs that the laptop is there
WHOLE_S = 1.0  # between two whole states of a board
ITEMS = 100  # moves, or items of the record, in an entry
_WRONG_LAST = 10071  # NATS's error: another entry is the last of this subject than was expected
_PATIENCE_S = 5.0  # for an answer of NATS

_LOCAL = "open_"  # so begin the names of groups for the board's own laptop: what each menu offers
_SHOWN = ("names", "link")  # the groups of the laptop that the world is told

Say = Callable[[str], None]
Message = dict[str, Any]
End = Callable[[], None]


class Place(Protocol):
    """A board in a room, with the details of its game (live.hall.Place)."""

    key: str
    name: str

    def state(self) -> list[Message]: ...

    def subscribe(self, callback: Callable[[Message], None]) -> End: ...


class Hall(Protocol):
    """The boards of a room, also those that come later (live.hall.Hall)."""

    def each(self, follow: Callable[[Any], End]) -> End: ...


class Publisher:
    """Publishes the boards of a hall, as `key` allows, each message `delay_s` after it was heard.

    `tell` gets a sentence when something fails, and when it is well again; `words` has those for an error of NATS.
    `beat(subject)` sends an empty message that nobody keeps: each board says every BEAT_S that its laptop is there.
    """

    def __init__(
        self,
        key: Key,
        spool: Spool,
        delay_s: float,
        tell: Say,
        clock: Callable[[], float] = time.monotonic,
        words: Callable[[BaseException], str] = words,
        beat: Callable[[str], Awaitable[None]] | None = None,
    ) -> None:
        self._key, self._spool, self._delay_s = key, spool, delay_s
        self._tell, self._clock, self._words, self._beat = tell, clock, words, beat
        self._heard: deque[tuple[_Published, float, float, str, Any]] = deque()
        self._news = asyncio.Event()
        self._boards: dict[str, _Published] = {}
        self._chains = spool.chains()
        self._trouble: dict[str, str] = {}
        self._storing = threading.Lock()  # at its end run() stores the rest, while a thread may still be at it

    async def run(self, hall: Hall, js: Callable[[], JetStreamContext]) -> None:
        """Publish until cancelled. Everything that was noted by then is on disk afterwards. `js()`: NATS at present."""
        sending: list[asyncio.Task[None]] = []

        def follow(place: Place) -> Callable[[], None]:
            name = self._key.board if self._key.board != ANY else names.fitted(place.key)
            if name in self._boards:
                self._tell(f"{place.name} is not published: the key is for one board, {name}")
                return lambda: None
            board = self._boards[name] = _Published(name, place, self._chains.get(name) or self._new_chain(name))
            # what an earlier run has left waits once more for the whole delay: late, and never early
            board.waiting.extend((self._clock() + self._delay_s, each) for each in self._spool.waiting(name))
            for message in place.state():
                self._hear(board, message)
            sending.append(asyncio.create_task(self._send(board, js)))
            return place.subscribe(lambda message: self._hear(board, message))

        end = hall.each(follow)
        sending.append(asyncio.create_task(self._beats()))
        try:
            await self._store()
        finally:
            end()
            for task in sending:
                task.cancel()
            await asyncio.gather(*sending, return_exceptions=True)
            self._store_heard()

    # From the room to the disk

    def _hear(self, board: _Published, message: Message) -> None:
        for kind, what in _entries_of(message):
            self._heard.append((board, self._clock(), time.time(), kind, what))
            self._news.set()

    async def _store(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            try:
                await asyncio.to_thread(self._store_heard)
            except OSError as error:
                self._fails("disk", f"what the boards tell can't be kept for publishing, and waits in memory: {error}")
                await asyncio.sleep(PAUSE_S)
                self._news.set()
            else:
                self._works("disk", "what the boards tell is kept on disk again")
                for board in self._boards.values():
                    board.ready.set()

    def _store_heard(self) -> None:
        """Write what was noted. Raises OSError; what was not written stays noted."""
        with self._storing:
            while self._heard:
                self._store_one(*self._heard[0])
                self._heard.popleft()

    def _store_one(self, board: _Published, taken: float, at: float, kind: str, what: Any) -> None:
        with board.lock:
            try:
                body, end = chain.body(board.chain.start, board.chain.end, at, kind, what)
            except ValueError as error:
                self._tell(f"{board.name}: a line is not published: {error}")
                return
            signed = Signed(end.number, body, self._key.sign(body))
            then = Chain(board.chain.start, end)
            self._spool.add(board.name, then, [signed])
            board.chain = then
            board.waiting.append((taken + self._delay_s, signed))

    def _begin_anew(self, board: _Published) -> None:
        """Make a chain of its own of what waits: the one before it was ended elsewhere."""
        with board.lock:
            chain_, waiting = self._new_chain(board.name), []
            for due, signed in board.waiting:
                its = chain.entry(signed.body)
                body, end = chain.body(chain_.start, chain_.end, its.at, its.kind, its.what)
                chain_ = Chain(chain_.start, end)
                waiting.append((due, Signed(end.number, body, self._key.sign(body))))
            self._spool.replace(board.name, chain_, [signed for _, signed in waiting])
            board.chain, board.waiting = chain_, deque(waiting)

    def _new_chain(self, board: str) -> Chain:
        return Chain(chain.new_start(self._key.event, self._key.club, board), Link())

    # From the disk to NATS

    async def _send(self, board: _Published, js: Callable[[], JetStreamContext]) -> None:
        key = self._key
        subject = names.subject(key.event, key.club, board.name)
        stream = names.stream(key.event)
        last: int | None = None  # the number in the stream of the board's last entry; None: to be asked
        while True:
            if not board.waiting:
                board.ready.clear()
                await self._tell_whole(board, js)
                await board.ready.wait()
                continue
            due, signed = board.waiting[0]
            if due > self._clock():
                await asyncio.sleep(due - self._clock())
                continue
            try:
                if last is None:
                    last = await self._resume(board, js, stream, subject)
                    continue
                # by this nothing is stored twice; an id of the message would not do: others could use it up before
                headers = {"Nats-Expected-Last-Subject-Sequence": str(last)}
                sent = chain.sealed(signed.body, signed.signature)
                ack = await answer(js().publish(subject, sent, timeout=_PATIENCE_S, stream=stream, headers=headers))
                last = ack.seq
                await self._let_go(board, signed.number)
            except _Taken as taken:
                self._tell(str(taken))
                return
            except (NatsError, OSError, asyncio.TimeoutError) as error:
                if isinstance(error, APIError) and error.err_code == _WRONG_LAST:
                    last = None  # the answer to an earlier attempt got lost, or somebody else publishes this board
                    await asyncio.sleep(_SOON_S)
                    continue
                if isinstance(error, SpoolError):
                    why = str(error)
                elif isinstance(error, NotFoundError):
                    why = f"NATS has no event {key.event}: `tengen relay --event {key.event}` begins it"
                else:
                    why = self._words(error)
                self._fails("network", f"the boards are not published now, and wait on disk: {why}")
                last = None
                await asyncio.sleep(PAUSE_S)
                continue
            self._works("network", "the boards are published again")
            board.waiting.popleft()
            board.whole.take(chain.entry(signed.body), chain.digest(signed.body), last)
            await self._tell_whole(board, js)

    async def _let_go(self, board: _Published, number: int) -> None:
        """Let go on disk what NATS has stored, up to a number; when many wait, once a second: the network goes first.

        After a crash in between, _resume() lets it go.
        """
        if len(board.waiting) == 1 or self._clock() >= board.let_go_at + WHOLE_S:
            board.let_go_at = self._clock()
            await asyncio.to_thread(self._spool.stored, board.name, number)

    async def _resume(self, board: _Published, js: Callable[[], JetStreamContext], stream: str, subject: str) -> int:
        """Return the number of the board's last entry in the stream, 0 for none, and let go what is stored already.

        Raises _Taken where somebody else publishes this board.
        """
        try:
            found = await answer(js().get_last_msg(stream, subject, direct=True))
        except NotFoundError:
            found = None
        is_first, board.is_met = not board.is_met, True
        theirs = None
        if found is not None:
            assert found.seq is not None and found.data is not None
            with contextlib.suppress(ChainError):  # something that no build of tengen has published: go on after it
                theirs = chain.entry(chain.opened(found.data)[0])
        if theirs is not None and found is not None and found.seq is not None:
            if theirs.start == board.chain.start:
                while board.waiting and board.waiting[0][1].number <= theirs.number:
                    body = board.waiting.popleft()[1].body
                    board.whole.take(chain.entry(body), chain.digest(body), found.seq)
                await asyncio.to_thread(self._spool.stored, board.name, theirs.number)
            elif not is_first:
                raise _Taken(f"{board.name} is published by another laptop now, and not by this one: end one of them")
        is_continued = theirs is not None and theirs.start == board.chain.start
        if not is_continued and board.waiting and board.waiting[0][1].number > 1:
            await asyncio.to_thread(self._begin_anew, board)
        return found.seq or 0 if found else 0

    async def _tell_whole(self, board: _Published, js: Callable[[], JetStreamContext]) -> None:
        """Put the newest whole state, at most once in WHOLE_S. A failure is not told: entries are what counts."""
        its = board.whole
        if not its.is_begun or board.told == its.seq:
            return
        if board.waiting and board.waiting[0][0] <= self._clock() and self._clock() < board.told_at + WHOLE_S:
            return
        body = whole.packed(its)
        subject = names.whole_subject(self._key.event, self._key.club, board.name)
        try:
            await answer(js().publish(subject, chain.sealed(body, self._key.sign(body)), timeout=_PATIENCE_S))
        except (NatsError, OSError, asyncio.TimeoutError):
            return
        board.told, board.told_at = its.seq, self._clock()

    async def _beats(self) -> None:
        while self._beat:
            for name in self._boards:
                with contextlib.suppress(NatsError, OSError):
                    await self._beat(names.alive_subject(self._key.event, self._key.club, name))
            await asyncio.sleep(BEAT_S)

    # What people are told

    def _fails(self, what: str, words: str) -> None:
        if self._trouble.get(what) != words:
            self._trouble[what] = words
            self._tell(words)

    def _works(self, what: str, words: str) -> None:
        if self._trouble.pop(what, None):
            self._tell(words)


class _Published:
    """A board: its chain, the entries that wait, each with the time when it is due, and the state that was sent.

    `is_met`: whether its place in the stream is known.
    `told`, `told_at`: the last whole state that was put, by its number in the stream, and when. `let_go_at`: when what
    NATS has stored was last let go on disk.
    """

    def __init__(self, name: str, place: Place, its_chain: Chain) -> None:
        self.name, self.place, self.chain = name, place, its_chain
        self.waiting: deque[tuple[float, Signed]] = deque()
        self.ready = asyncio.Event()
        self.whole = Whole()
        self.told, self.told_at = 0, float("-inf")
        self.let_go_at = float("-inf")
        self.is_met = False
        self.lock = threading.Lock()  # of chain and waiting, which a thread extends


class _Taken(Exception):
    """Another laptop publishes this board."""


def _entries_of(message: Message) -> Iterator[tuple[str, Any]]:
    """Yield the (kind, what) of the entries for a message of a place; none for what the world is not told."""
    line = message["line"] if message["type"] == "line" else {}
    groups = line.get("is", {})
    if "seq" not in line:
        yield from ((name, its) for name, its in groups.items() if name in _SHOWN)
    else:
        shown = {name: its for name, its in groups.items() if not name.startswith(_LOCAL)}
        for name in ("moves", "record"):
            # an entry has bounds, and the whole state of a long game may be beyond them
            begin, items = shown.get(name, (0, ()))
            while len(items) > ITEMS:
                yield "line", {"seq": line["seq"], "t": line["t"], "is": {name: [begin, items[:ITEMS]]}, "more": True}
                begin, items = begin + ITEMS, items[ITEMS:]
                shown[name] = [begin, items]
        rest = {name: its for name, its in line.items() if name not in ("is", "re", "answer")}
        if shown or "did" in rest:
            yield "line", {**rest, "is": shown} if shown else rest
