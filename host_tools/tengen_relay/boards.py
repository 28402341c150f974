"""The boards of an event, as its stream in NATS tells them, in a hall for pages. Nothing is kept here: NATS has it."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterator
from typing import Any

from nats.aio.msg import Msg
from nats.errors import Error as NatsError
from nats.js.api import ConsumerConfig, DeliverPolicy
from tengen_host.boards.remote import RemoteBoard
from tengen_host.hall.details import FIELDS
from tengen_host.hall.hall import Hall, Place
from tengen_host.i18n import Sentence, from_fields
from tengen_host.wire import state

from . import entries, events, names, validation
from .client import FAILURES, Connection, Lost, answer, following
from .entries import BoardState, Entry
from .events import Board
from .validation import InvalidLine

SILENT_S = 30.0  # without a sign of its laptop, after which a board is told to be cut off
CUT_OFF_S = 5.0  # without NATS, after which that is told: another of its servers takes over in less
LOOK_S = 2.0  # between two looks for such boards
_MOST_BOARDS = 100  # of a club
_MOST_BEHIND = 20_000  # entries of one board that are read to make up for a state that is missing
_AGAIN_S = 0.5  # before NATS is asked again, after it did not answer

Say = Callable[[str], None]


class RelayedBoard(RemoteBoard):
    """A boards.interface.Board whose lines come from a stream. It takes no command.

    Of the past it keeps what a relay that begins now is told of it: so all relays show the same.
    """

    kept = 0

    def ask(self, command: dict[str, Any]) -> None:
        """Raise ValueError: the board is far away, and nobody here plays on it."""
        raise ValueError(Sentence("notice.looking"))


class EventBoards:
    """The boards of an `event` in a hall, from run() on. `tell` gets a sentence about what can't be followed.

    `now`: seconds that only go up.
    """

    def __init__(
        self, event: str, hall: Hall, tell: Say, nats: Connection, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._event, self._hall, self._tell, self._nats, self._now = event, hall, tell, nats, now
        self._boards: dict[Board, _EventBoard] = {}
        self._refused: set[Board] = set()
        self._at = 0  # the number in the stream of the last entry that was taken
        self._lost_at: float | None = None  # by now(), while nothing comes from NATS
        self._signs: dict[Board, float] = {}  # when there was a sign of each board's laptop, by now()

    async def run(self) -> None:
        """Follow the event until cancelled; where NATS is away, go on after it is back."""
        await asyncio.gather(self._follow_on(), self._watch())

    async def _watch(self) -> None:
        """Say at each board when nothing comes from NATS, or from its laptop, and since when."""

        async def hear(message: Msg) -> None:
            name = names.of_subject(message.subject)
            if name in self._boards:
                self._signs[name] = self._now()

        hears, before = None, self._now()
        while True:
            present = self._nats.client
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
                    board.tell_link(Sentence("server.cut_off"))
                else:
                    board.tell_link(silence(now - self._signs.setdefault(name, now), name[0]))
            before = now
            await asyncio.sleep(LOOK_S)

    async def _follow_on(self) -> None:
        while True:
            try:
                await self._follow()
            except FAILURES as error:
                if self._lost_at is None:
                    self._lost_at = self._now()
                    self._tell(f"{self._event} is not followed now: {self._nats.words(error)}")
            await asyncio.sleep(_AGAIN_S)

    async def _follow(self) -> None:
        """Take what was not taken yet, and what comes. Raises NatsError, OSError or TimeoutError once none can come."""
        client = self._nats.client
        if not client.is_connected:
            raise Lost("there is no connection")
        await answer(self._states())
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
                await self._take(message)

    async def _states(self) -> None:
        """Take the whole state of each board that is not known yet, and has one."""
        bucket = await self._nats.jetstream().key_value(names.bucket(self._event))
        watcher = await bucket.watchall()
        try:
            async for value in watcher:
                if value is None:
                    return  # those were all
                name = names.of_subject(value.key)
                if value.value is not None and name not in self._boards:
                    with self._refusing(name, "its whole state can't be read"):
                        its = entries.state_in(entries.opened(value.value)[0])
                        self._board(name).begin(its)
        finally:
            await watcher.stop()

    async def _take(self, message: Msg) -> None:
        name = names.of_subject(message.subject)
        seq = message.metadata.sequence.stream
        self._signs[name] = self._now() - max(0.0, time.time() - message.metadata.timestamp.timestamp())
        board = self._boards.get(name)
        if not board or seq > board.state.seq:
            with self._refusing(name, "what it publishes can't be read"):
                entry = entries.received(message.data)
                board = self._board(name)
                if board.follows(entry):
                    board.take(entry, seq)
                else:
                    await self._make_up(board, name, seq)
        self._at = seq

    async def _make_up(self, board: _EventBoard, name: Board, until: int) -> None:
        """Take all entries of a board from after its state up to one in the stream, which it can't follow directly."""
        count = 0
        async for seq, _, sent in events.between(self._nats.jetstream(), self._event, name, board.state.seq, until):
            board.take(entries.received(sent), seq)
            count += 1
            if count == _MOST_BEHIND:
                return

    def _board(self, name: Board) -> _EventBoard:
        board = self._boards.get(name)
        if board is None:
            club, its = name
            names.checked("a club", club)
            names.checked("a board", its)
            if sum(other == club for other, _ in self._boards) >= _MOST_BOARDS:
                raise ValueError(f"a club may have {_MOST_BOARDS} boards")
            relayed = RelayedBoard()
            place = self._hall.add(relayed, f"{club} {its}", f"{club}.{its}")
            board = self._boards[name] = _EventBoard(relayed, place)
        return board

    @contextlib.contextmanager
    def _refusing(self, name: Board, words: str) -> Iterator[None]:
        """Leave out what can't be read, and tell it.

        Once for each board, and of few boards of a club, so that a hostile one can't fill the terminal.
        """
        try:
            yield
        except ValueError as error:
            if name not in self._refused and sum(club == name[0] for club, _ in self._refused) < _MOST_BOARDS:
                self._refused.add(name)
                where = ".".join(name)[:90]
                self._tell(f"{where}: {words}: {error}. It is left out; its other messages are shown")


class _EventBoard:
    """A board, its place in the hall, and where it stands in the stream."""

    def __init__(self, board: RelayedBoard, place: Place) -> None:
        self.board, self.place = board, place
        self.state = BoardState()  # without groups: the board has them
        self._begun: dict[str, Any] = {}  # the lines so far of several that belong together
        self._silence: Sentence | None = None

    def begin(self, its: BoardState) -> None:
        """Take a whole state."""
        self.state = its
        line, its.groups = its.line, {}
        self._hear(line)
        self._show_laptop()

    def follows(self, entry: Entry) -> bool:
        """Whether this entry is the next one, or the first of a chain."""
        end, link = self.state.end, entry.link
        return link.number == 1 or (link.start, link.number) == (end.start, end.number + 1)

    def take(self, entry: Entry, seq: int) -> None:
        """Take the next entry, with its number in the stream."""
        if entry.kind == "line":
            self.state.end, self.state.seq = entry.link, seq
            self._hear(entry.what)
        else:
            self.state.take(entry, seq)
            self._show_laptop()

    def _hear(self, line: dict[str, Any]) -> None:
        """Show pages a line, once all is there that belongs to it. Raises InvalidLine for what no board sends."""
        begun, self._begun = self._begun, {}
        its = validation.checked(state.join_lines(begun, validation.checked(line)))
        if its.get("more"):
            self._begun = its
            return
        before = self.board.replica.state
        try:
            state.game_of(state.merge(before.groups, its["is"]), before.game)
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            raise InvalidLine(f"a line with wrong fields ({type(error).__name__})") from None
        self.board.hear(its)

    def tell_link(self, silence: Sentence | None) -> None:
        """Take why nothing comes, or None: then the board's own laptop has the word."""
        self._silence = silence
        its = self.state.link
        if silence:
            self.board.tell_link(False, silence)
        else:
            self.board.tell_link(its["connected"], from_fields({**its, "message": its["words"]}))

    def _show_laptop(self) -> None:
        self.tell_link(self._silence)
        self.place.details.give({name: self.state.names.get(name, "") for name in FIELDS})


def silence(for_s: float, club: str) -> Sentence | None:
    """Say for how long nothing has come from the laptop of a club, or None where that is no silence."""
    minutes = max(1, round(for_s // 60))
    if for_s >= 120 * 60:
        return Sentence("server.silent_for_hours", club=club, hours=minutes // 60)
    return Sentence("server.silent_for_minutes", club=club, minutes=minutes) if for_s >= SILENT_S else None
