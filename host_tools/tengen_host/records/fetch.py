"""Copies finished games from a board to the library; each is safe on disk before the board may delete it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol

from tengen.journal import partfile

from ..device.board import Event, Snapshot
from ..device.errors import DeviceError, NoAnswer
from ..device.ports import Port
from . import kept
from .library import Library
from .record import Record, RecordError

_MOST_BYTES = 1 << 20  # of one game: the board's whole flash has little more
# Who waits for these on a page must not wait for a game to be told
_TOUCHED = ("button", "provisional", "several", "refused", "move", "passed", "disturbed", "new_game", "set_up")
_COUNTED = ("journal", "snapshot")  # these say whether the board has counted its games
_PATIENCE = 6  # so many times as long as for an answer is waited for a game: first it is 3 s after the last deed


class Board(Protocol):
    """The methods of a board that fetching needs: device.board.Board and live.aside.Asked have them."""

    port: Port
    patience_s: float

    def snapshot(self) -> Snapshot: ...

    def send(self, command: dict[str, Any]) -> None: ...

    def ask(
        self, command: dict[str, Any], answer: Callable[[Event], bool], within_s: float | None = None
    ) -> Event: ...


class Parts:
    """The bytes of one game out of `part` events: `files`, a list of bytearrays, once it is `whole`.

    `lost`: something of it is missing, or makes no sense, and it has to be asked for once more.
    """

    def __init__(self, number: int) -> None:
        self._number = number
        self._file = 0  # the number of the one that is being told; 0 before the first
        self._seq = 0
        self.files: list[bytearray] = []
        self.whole = self.lost = False

    def take(self, event: Event) -> bool:
        """Take any event of the board; return whether nothing more is expected."""
        if self._file and event.seq != self._seq + 1:
            self.lost = True
        self._seq = event.seq
        if event.kind == "part" and not self.lost:
            try:
                self._take(event.fields)
            except (KeyError, TypeError, ValueError):
                self.lost = True
        return self.whole or self.lost

    def or_touched(self, event: Event) -> bool:
        """Do the same, and stop as soon as somebody touches the board."""
        return event.kind in _TOUCHED or self.take(event)

    def _take(self, fields: Mapping[str, Any]) -> None:
        number, at, data = fields["number"], fields["at"], bytes.fromhex(fields["data"])
        if not self._file and (number, at) != (self._number, 0):
            return  # what is left of another that was asked for before
        if at == 0 and number > self._file:
            self._file = number
            self.files.append(bytearray())
        if number != self._file or at != len(self.files[-1]):
            raise ValueError("it does not follow")
        self.files[-1] += data
        if sum(map(len, self.files)) > _MOST_BYTES:
            raise ValueError("no game is as long")
        self.whole = fields["last"] is True


class Busy(DeviceError):
    """The board does not send its games now. It still keeps them; ask again later."""


def fetch(
    board: Board,
    library: Library,
    details: Mapping[str, str] | None = None,
    *,
    left: set[int] | None = None,
    tell: Callable[[str], None] = lambda words: None,
) -> Iterator[Path]:
    """Keep the finished games of a board in the library: the path of each that is new there, as soon as it is safe.

    What is not over stays on the board, and what can't be read: `tell` hears of that. Of a damaged game that was left,
    what can be read is kept here, too. `details` are of the game that is on the board now (live/details.py has their
    names). `left` keeps the numbers of games that need not be asked for again. Raises Busy where a game is under way,
    and as soon as somebody touches the board; DeviceError where it is gone or does not answer, OSError where nothing
    can be written; what was kept before that is kept, and nothing lost.
    """
    left = set() if left is None else left
    heard = True
    _check_quiet(board)
    told = board.ask({"cmd": "games"}, lambda event: event.kind == "games").fields
    present = told.get("present")
    for number in [number for number in told.get("numbers", ()) if isinstance(number, int) and number not in left]:
        try:
            data = _bytes(board, number)
            record = kept.of(number, data)
        except NoAnswer:
            _check_quiet(board)
            raise
        except RecordError as error:
            tell(f"game {number} of the board at {board.port.path} can't be kept, and stays there: {error}")
            left.add(number)
            continue
        if record.over:
            record = _identified(record, data)
            if number == present:
                record = _with_details(record, details or {}, board.snapshot(), number)
            new = library.holding(record) is None
            path = library.add(record)
            if number != present:
                board.send({"cmd": "fetched", "number": number})
                heard = False
            if new:
                yield path
        elif record.reason and number != present:
            record = _identified(record, data)
            new = library.holding(record) is None
            path = library.add(record)
            where = f"game {number} of the board at {board.port.path}"
            tell(f"{where} is {record.reason}: it stays there, and what can be read of it is in {path}")
            if new:
                yield path
        if number != present:
            left.add(number)
    if not heard:
        board.snapshot()  # its answer says that all before it has come


def _check_quiet(board: Board) -> None:
    """Raise Busy if the board does not send its games now: a game is being played, or the games are still being
    counted.
    """
    snapshot, where = board.snapshot(), f"the board at {board.port.path}"
    if snapshot.under_way:
        raise Busy(f"a game is under way on {where}: fetch its games when it is over")
    if snapshot.fields.get("probed"):
        raise Busy(f"somebody looks for the faults of {where}: fetch its games afterwards")
    if _are_counted(snapshot.fields):
        return
    try:
        # they are counted one by one, and then it is told; that may have come just now, and then a snapshot says so
        board.ask({"cmd": "snapshot"}, lambda event: event.kind in _COUNTED and _are_counted(event.fields))
    except NoAnswer:
        raise Busy(f"{where} still counts its games: try again in a minute") from None


def _are_counted(fields: Mapping[str, Any]) -> bool:
    """Whether the board has counted its games, according to a snapshot or a journal event."""
    return (fields.get("journal") or fields).get("kept") is not None


def _bytes(board: Board, number: int) -> list[bytes]:
    """Return the files of a game. Raises DeviceError if it does not arrive, Busy if somebody plays."""
    for _ in range(3):
        parts = Parts(number)
        event = board.ask({"cmd": "game", "number": number}, parts.or_touched, _PATIENCE * board.patience_s)
        if event.kind in _TOUCHED:
            raise Busy(f"somebody plays at the board at {board.port.path}: fetch the rest of its games afterwards")
        if parts.whole:
            return [bytes(file) for file in parts.files]
    raise DeviceError(f"the board at {board.port.path} does not tell game {number} as a whole: try again later")


def _identified(record: Record, data: list[bytes]) -> Record:
    """Return the record with an id. A game without a stamp gets one from its moves and its number on the board."""
    if record.id:
        return record
    # where it goes on in another file, and that another game was begun after it, make no other game of it
    done = [entry for file in data for entry in partfile.decode(file) if entry[0] not in ("more", "settings", "left")]
    digest = sha256(data[0][: partfile.HEAD_SIZE] + repr(done).encode(errors="replace")).hexdigest()
    return replace(record, id=f"board-{digest[:12]}")


def _with_details(record: Record, details: Mapping[str, str], snapshot: Snapshot, number: int) -> Record:
    """Return the record with the players' names (by their colours at the end), event, round and table."""
    if (snapshot.fields.get("journal") or {}).get("number") != number:
        return record  # another has just been begun, whose they are now
    black, white = (details.get(snapshot.players.get(colour, ""), "") for colour in ("black", "white"))
    event, round_, table = (details.get(field, "") for field in ("event", "round", "table"))
    return replace(record, black=black, white=white, event=event, round=round_, table=table)
