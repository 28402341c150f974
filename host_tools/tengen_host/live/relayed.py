"""The boards of an event, as its stream in NATS tells them, in a hall for pages. Nothing is kept here: NATS has it."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from typing import Any

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error as NatsError
from nats.js import JetStreamContext
from nats.js.api import ConsumerConfig, DeliverPolicy
from nats.js.errors import NotFoundError

from .. import state
from ..relay import chain, names, shapes, whole
from ..relay.asking import Lost, answer, words
from ..relay.chain import ChainError, Entry
from ..relay.shapes import Strange
from ..relay.stream import following
from ..relay.whole import Whole
from ..said import Said, taken
from .details import FIELDS
from .followed import FollowedBoard
from .hall import Hall, Place

SILENT_S = 30.0  # without a sign of its laptop, after which a board is told to be cut off
CUT_OFF_S = 5.0  # without NATS, after which that is told: another of its servers takes over in less
LOOK_S = 2.0  # between two looks for such boards
_MOST_BOARDS = 100  # of a club
_MOST_BEHIND = 20_000  # entries of one board that are read to make up for a state that is missing
_AGAIN_S = 0.5  # before NATS is asked again, after it did not answer

Say = Callable[[str], None]


class RelayedBoard(FollowedBoard):
    """A live.board.Board whose lines come from a stream. It takes no command.

    Of the past it keeps what a relay that begins now is told of it: so all relays show the same.
    """

    kept = 0

    def ask(self, command: dict[str, Any]) -> None:
        """Raise ValueError: the board is far away, and nobody here plays on it."""
        raise ValueError(Said("notice.looking"))


class Followed:
    """The boards of an `event` in a hall, from run() on. `tell` gets a sentence about what can't be followed.

    `now`: seconds that only go up. `words`: the sentence for an error of NATS.
    """

    def __init__(
        self,
        event: str,
        hall: Hall,
        tell: Say,
        now: Callable[[], float] = time.monotonic,
        words: Callable[[BaseException], str] = words,
    ) -> None:
        self._event, self._hall, self._tell, self._now, self._words = event, hall, tell, now, words
        self._boards: dict[tuple[str, str], _Followed] = {}
        self._told: set[tuple[str, str]] = set()
        self._at = 0  # the number in the stream of the last entry that was taken
        self._lost_at: float | None = None  # by now(), while nothing comes from NATS
        self._signs: dict[tuple[str, str], float] = {}  # when there was a sign of each board's laptop, by now()

    async def watch(self, client: Callable[[], Client]) -> None:
        """Tell at each board when nothing comes from NATS, or from its laptop, and since when, until cancelled."""

        async def hear(message: Msg) -> None:
            name = names.of_subject(message.subject)
            if name in self._boards:
                self._signs[name] = self._now()

        hears: Client | None = None
        before = self._now()
        while True:
            present = client()
            if present is not hears and present.is_connected:  # the one before has given up
                with contextlib.suppress(NatsError, OSError):
                    await present.subscribe(names.alive_subject(self._event, "*", "*"), cb=hear)
                    hears = present
            now = self._now()
            lost_s = 0.0 if self._lost_at is None else now - self._lost_at
            for name, board in self._boards.items():
                if lost_s:  # who can't hear does not know who is silent
                    self._signs[name] = self._signs.get(name, now) + now - before
                if lost_s >= CUT_OFF_S:
                    board.tell_link(Said("server.cut_off"))
                else:
                    board.tell_link(silence(now - self._signs.setdefault(name, now), name[0]))
            before = now
            await asyncio.sleep(LOOK_S)

    async def run(self, client: Callable[[], Client]) -> None:
        """Follow the event until cancelled; where NATS is away, go on after it is back. `client()`: the present one."""
        while True:
            try:
                await self._follow(client())
            except (NatsError, OSError, asyncio.TimeoutError) as error:
                if self._lost_at is None:
                    self._lost_at = self._now()
                    self._tell(f"{self._event} is not followed now: {self._words(error)}")
            await asyncio.sleep(_AGAIN_S)

    async def _follow(self, client: Client) -> None:
        """Take what was not taken yet, and what comes. Raises NatsError, OSError or TimeoutError once none can come."""
        if not client.is_connected:
            raise Lost("there is no connection")
        js = client.jetstream()
        await answer(self._wholes(js))
        if self._at:
            start = ConsumerConfig(deliver_policy=DeliverPolicy.BY_START_SEQUENCE, opt_start_seq=self._at + 1)
        else:  # the last entry of each board, which says if its whole state is the newest, then all later ones
            start = ConsumerConfig(deliver_policy=DeliverPolicy.LAST_PER_SUBJECT)
        every = names.subject(self._event, "*", "*")
        async with following(client, names.stream(self._event), every, start) as news:
            if self._lost_at is not None:
                self._tell(f"{self._event} is followed again")
            self._lost_at = None
            async for message in news:
                await self._take(js, message)

    async def _wholes(self, js: JetStreamContext) -> None:
        """Take the whole state of each board that is not known yet, and has one."""
        bucket = await js.key_value(names.bucket(self._event))
        watcher = await bucket.watchall()
        try:
            async for value in watcher:
                if value is None:
                    return  # those were all
                if value.value is not None and names.of_subject(value.key) not in self._boards:
                    self._begin(names.of_subject(value.key), value.value)
        finally:
            await watcher.stop()

    def _begin(self, name: tuple[str, str], sent: bytes) -> None:
        try:
            its = whole.unpacked(chain.opened(sent)[0])
            self._board(name).begin(its)
        except (ChainError, Strange) as error:
            self._refuse(name, f"its whole state can't be read: {error}")

    async def _take(self, js: JetStreamContext, message: Msg) -> None:
        name = names.of_subject(message.subject)
        seq = message.metadata.sequence.stream
        self._signs[name] = self._now() - max(0.0, time.time() - message.metadata.timestamp.timestamp())
        board = self._boards.get(name)
        if board and seq <= board.whole.seq:
            self._at = seq
            return
        try:
            body, _ = chain.opened(message.data)
            entry = chain.entry(body)
            board = self._board(name)
            if not board.follows(entry):
                await self._make_up(js, name, seq)
            else:
                board.take(entry, chain.digest(body), seq)
        except (ChainError, Strange) as error:
            self._refuse(name, f"what it publishes can't be read: {error}")
        self._at = seq

    async def _make_up(self, js: JetStreamContext, name: tuple[str, str], until: int) -> None:
        """Take all entries of a board from after its state up to one in the stream, which it can't follow directly."""
        board = self._board(name)
        stream, subject = names.stream(self._event), names.subject(self._event, *name)
        at = board.whole.seq
        for _ in range(_MOST_BEHIND):
            if at >= until:
                return
            try:
                found = await answer(js.get_msg(stream, at + 1, subject, direct=True, next=True))
            except NotFoundError:
                return
            assert found.seq is not None and found.data is not None
            at = found.seq
            body, _ = chain.opened(found.data)
            board.take(chain.entry(body), chain.digest(body), at)

    def _board(self, name: tuple[str, str]) -> _Followed:
        board = self._boards.get(name)
        if board is None:
            club, its = name
            if not names.are_names(club, its):
                raise ChainError("it is no name of a board")
            if sum(other == club for other, _ in self._boards) >= _MOST_BOARDS:
                raise ChainError(f"a club may have {_MOST_BOARDS} boards")
            relayed = RelayedBoard()
            place = self._hall.add(relayed, f"{club} {its}", f"{club}.{its}")
            board = self._boards[name] = _Followed(relayed, place)
        return board

    def _refuse(self, name: tuple[str, str], words: str) -> None:
        """Tell it once for each board, and of few boards of a club, so that a hostile one can't fill the terminal."""
        if name not in self._told and sum(club == name[0] for club, _ in self._told) < _MOST_BOARDS:
            self._told.add(name)
            self._tell(f"{'.'.join(name)[:90]}: {words}. It is left out; its other messages are shown")


class _Followed:
    """A board, its place in the hall, and where it stands in the stream."""

    def __init__(self, board: RelayedBoard, place: Place) -> None:
        self.board, self.place = board, place
        self.whole = Whole()
        self._begun: dict[str, Any] = {}  # the lines so far of several that belong together
        self._silence: Said | None = None

    def begin(self, its: Whole) -> None:
        """Take a whole state."""
        self.whole = its
        line, its.groups = its.line, {}  # the board has them
        self._hear(line)
        self._tell(its)

    def follows(self, entry: Entry) -> bool:
        """Whether this entry is the next one, or the first of a chain."""
        its = self.whole
        return entry.number == 1 or (entry.start == its.start and entry.number == its.end.number + 1)

    def take(self, entry: Entry, hash_: str, seq: int) -> None:
        """Take the next entry."""
        if entry.kind == "line":
            self.whole.pass_by(entry, hash_, seq)
            self._hear(entry.what)
        else:
            self.whole.take(entry, hash_, seq)
            self._tell(self.whole)

    def _hear(self, line: dict[str, Any]) -> None:
        """Have pages told a line, once all is there that belongs to it. Raises Strange for what no board sends."""
        begun, self._begun = self._begun, {}
        its = shapes.checked(state.joined(begun, shapes.checked(line)))
        if its.get("more"):
            self._begun = its
            return
        before = self.board.replica.state
        try:
            state.game_of(state.merged(before.groups, its["is"]), before.game)
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            raise Strange(f"a line with wrong fields ({type(error).__name__})") from None
        self.board.hear(its)

    def tell_link(self, silence: Said | None) -> None:
        """Take why nothing comes, or None: then the board's own laptop has the word."""
        self._silence = silence
        its = self.whole.link
        if silence:
            self.board.tell_link(False, silence)
        else:
            self.board.tell_link(its["connected"], taken({**its, "message": its["words"]}))

    def _tell(self, its: Whole) -> None:
        self.tell_link(self._silence)
        try:
            self.place.details.give({name: its.names.get(name, "") for name in FIELDS})
        except ValueError as error:
            raise Strange(str(error)) from None


def silence(for_s: float, club: str) -> Said | None:
    """Say for how long nothing has come from the laptop of a club, or None where that is no silence."""
    minutes = max(1, round(for_s // 60))
    if for_s >= 120 * 60:
        return Said("server.silent_for_hours", club=club, hours=minutes // 60)
    return Said("server.silent_for_minutes", club=club, minutes=minutes) if for_s >= SILENT_S else None
