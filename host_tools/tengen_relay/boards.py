"""The boards of an event, read from its NATS stream and shown in a hall for pages. Only NATS stores anything."""

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

SILENT_S = 30.0  # after so long without a sign of life from its laptop, a board is shown as cut off
CUT_OFF_S = 5.0  # after so long without NATS, boards are shown as cut off; another server of a cluster is faster
LOOK_S = 2.0  # the pause between two checks whether boards are cut off
_MOST_BOARDS = 100  # the most boards of a club
_MOST_BEHIND = 20_000  # the most entries of one board that are read to replace a missing state
_AGAIN_S = 0.5  # the pause before NATS is queried again, after it did not answer

Say = Callable[[str], None]


class RelayedBoard(RemoteBoard):
    """A boards.interface.Board that gets its lines from a stream. It refuses all commands.

    It remembers only the part of the past that a newly started relay would learn, too, so that all relays show the
    same.
    """

    kept = 0

    def ask(self, command: dict[str, Any]) -> None:
        """Raise ValueError, because nobody can play on a distant board from here."""
        raise ValueError(Sentence("notice.looking"))


class EventBoards:
    """The boards of an `event` in a hall, updated by run().

    `tell` gets a sentence for each board or event that can't be followed. `now`: a monotonic clock in seconds.
    """

    def __init__(
        self, event: str, hall: Hall, tell: Say, nats: Connection, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._event, self._hall, self._tell, self._nats, self._now = event, hall, tell, nats, now
        self._boards: dict[Board, _EventBoard] = {}
        self._refused: set[Board] = set()
        self._at = 0  # the number in the stream of the last processed entry
        self._lost_at: float | None = None  # when NATS was lost, by now(); None while NATS can be reached
        self._signs: dict[Board, float] = {}  # the time by now() of the last sign of life from each board's laptop

    async def run(self) -> None:
        """Follow the event until cancelled. If NATS can't be reached, continue when it is back."""
        await asyncio.gather(self._follow_on(), self._watch())

    async def _watch(self) -> None:
        """Report on each board that nothing comes from NATS or from the board's laptop, and since when."""

        async def hear(message: Msg) -> None:
            name = names.of_subject(message.subject)
            if name in self._boards:
                self._signs[name] = self._now()

        hears, before = None, self._now()
        while True:
            present = self._nats.client
            if present is not hears and present.is_connected:  # a new client: the previous one has given up
                with contextlib.suppress(NatsError, OSError):
                    await present.subscribe(names.alive_subject(self._event, "*", "*"), cb=hear)
                    hears = present
            now = self._now()
            lost_s = 0.0 if self._lost_at is None else now - self._lost_at
            for name, board in self._boards.items():
                if lost_s:  # without NATS the relay can't know if the laptop is silent
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
                    self._tell(f"{self._event} can't be followed now: {self._nats.words(error)}")
            await asyncio.sleep(_AGAIN_S)

    async def _follow(self) -> None:
        """Process missed entries, then new ones. Raises NatsError, OSError or TimeoutError when no more can come."""
        client = self._nats.client
        if not client.is_connected:
            raise Lost("there is no connection")
        await answer(self._states())
        if self._at:
            start = ConsumerConfig(deliver_policy=DeliverPolicy.BY_START_SEQUENCE, opt_start_seq=self._at + 1)
        # first read the last entry of each board, because it shows if the stored whole state is the newest; then read
        # all later entries
        else:
            start = ConsumerConfig(deliver_policy=DeliverPolicy.LAST_PER_SUBJECT)
        every = names.subject(self._event, "*", "*")
        async with following(client, names.stream(self._event), every, start) as news:
            if self._lost_at is not None:
                self._tell(f"{self._event} is followed again")
            self._lost_at = None
            async for message in news:
                await self._take(message)

    async def _states(self) -> None:
        """Begin each new board with its stored whole state, if it has one."""
        bucket = await self._nats.jetstream().key_value(names.bucket(self._event))
        watcher = await bucket.watchall()
        try:
            async for value in watcher:
                if value is None:
                    return  # None comes after the last stored value
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
            with self._refusing(name, "its data can't be read"):
                entry = entries.received(message.data)
                board = self._board(name)
                if board.follows(entry):
                    board.take(entry, seq)
                else:
                    await self._make_up(board, name, seq)
        self._at = seq

    async def _make_up(self, board: _EventBoard, name: Board, until: int) -> None:
        """Process all entries of a board after its state, up to number `until` in the stream: some were missed."""
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
        """Leave out data that can't be read, and report this.

        It is reported only once for each board, and only for a limited number of boards of a club, so that a hostile
        club can't fill the terminal.
        """
        try:
            yield
        except ValueError as error:
            if name not in self._refused and sum(club == name[0] for club, _ in self._refused) < _MOST_BOARDS:
                self._refused.add(name)
                where = ".".join(name)[:90]
                self._tell(f"{where}: {words}: {error}. It is left out; its other messages are shown")


class _EventBoard:
    """A board, its place in the hall, and its position in the stream."""

    def __init__(self, board: RelayedBoard, place: Place) -> None:
        self.board, self.place = board, place
        self.state = BoardState()  # its `groups` stay empty, because `board` has the groups
        self._begun: dict[str, Any] = {}  # what has come so far of several lines that belong together
        self._silence: Sentence | None = None

    def begin(self, its: BoardState) -> None:
        """Set the whole state."""
        self.state = its
        line, its.groups = its.line, {}
        self._hear(line)
        self._show_laptop()

    def follows(self, entry: Entry) -> bool:
        """Whether this entry is the board's next one, or the first of a new chain."""
        end, link = self.state.end, entry.link
        return link.number == 1 or (link.start, link.number) == (end.start, end.number + 1)

    def take(self, entry: Entry, seq: int) -> None:
        """Process the next entry. `seq`: its number in the stream."""
        if entry.kind == "line":
            self.state.end, self.state.seq = entry.link, seq
            self._hear(entry.what)
        else:
            self.state.take(entry, seq)
            self._show_laptop()

    def _hear(self, line: dict[str, Any]) -> None:
        """Show a line to pages when all of its parts have come. Raises InvalidLine for content that no board sends."""
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
        """Set the reason why nothing comes; or None, so that the link is shown as the board's own laptop reports it."""
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
    """Return for how long a club's laptop has sent nothing, or None if this is too short to count as silence."""
    minutes = max(1, round(for_s // 60))
    if for_s >= 120 * 60:
        return Sentence("server.silent_for_hours", club=club, hours=minutes // 60)
    return Sentence("server.silent_for_minutes", club=club, minutes=minutes) if for_s >= SILENT_S else None
