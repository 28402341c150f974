"""Copies finished games from a board to the library; each is safe on disk before the board may delete it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol

from tengen.journal import partfile

from ..device.board import Answer, Line
from ..device.errors import DeviceError, NoAnswer
from ..device.ports import Port
from ..wire.state import Groups, State
from . import from_journal
from .library import Library
from .record import Record, RecordError

_MOST_BYTES = 1 << 20  # of one game; the board's whole flash is not much larger
# What somebody does at the board: it ends a fetch, because a page must not wait until a game is sent
_TOUCHED = ("button", "provisional", "several", "refused", "move", "passed", "disturbed", "new_game", "set_up")
_PATIENCE = 6  # the wait for a game, in waits for an answer: the board first waits for 3 s without any action


class Board(Protocol):
    """The methods of a board that fetching needs: device.board.Board and boards.finished_games.LoopBoard have them."""

    port: Port
    patience_s: float

    def snapshot(self) -> State: ...

    def send(self, command: dict[str, Any]) -> None: ...

    def ask(
        self,
        command: dict[str, Any],
        answer: Callable[[Answer], bool],
        within_s: float | None = None,
        hear: Callable[[Line], None] = ...,
    ) -> Answer: ...


class Parts:
    """Collects the bytes of one game from the answers `part`. `files` is complete once `whole` is true.

    `lost`: a part is missing or invalid, so the game must be requested again.
    """

    def __init__(self) -> None:
        self._file = 0  # the number of the file whose parts arrive; 0 before the first
        self._seq = 0
        self.files: list[bytearray] = []
        self.whole = self.lost = False

    def hear(self, line: Line) -> None:
        """Take any line of the board: one that is missing may have had a part."""
        if self._file and line["seq"] != self._seq + 1:
            self.lost = True
        self._seq = line["seq"]

    def take(self, answer: Answer) -> bool:
        """Take an answer to the request; return whether nothing more is expected."""
        try:
            if answer["code"] == "part" and not self.lost:
                self._take(answer)
        except (KeyError, TypeError, ValueError):
            self.lost = True
        return self.whole or self.lost

    def _take(self, answer: Answer) -> None:
        number, at, data = answer["number"], answer["at"], bytes.fromhex(answer["data"])
        if at == 0 and number > self._file:
            self._file = number
            self.files.append(bytearray())
        if number != self._file or at != len(self.files[-1]):
            raise ValueError("it does not follow")
        self.files[-1] += data
        if sum(map(len, self.files)) > _MOST_BYTES:
            raise ValueError("no game is as long")
        self.whole = answer["last"] is True


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
    """Store the finished games of a board in the library. Yield the path of each new game once it is safe on disk.

    Games that are not over, or can't be read, stay on the board; `tell` gets a line about each that can't be read. The
    readable part of a damaged game is stored, too, and the game stays on the board.

    - `details`: those of the game that is on the board now, with the names of hall/details.py.
    - `left`: the numbers of games that need not be requested again; updated here.

    Raises Busy if a game is under way, or as soon as somebody touches the board; DeviceError if the board is gone or
    does not answer; OSError if a file can't be written. Games stored before stay stored, and no game is lost.
    """
    left = set() if left is None else left
    heard = True
    _check_quiet(board)
    told = board.ask({"cmd": "games"}, lambda answer: answer["code"] == "games")
    present = told.get("present")
    for number in [number for number in told.get("numbers", ()) if isinstance(number, int) and number not in left]:
        try:
            data = _bytes(board, number)
            record = from_journal.of(number, data)
        except NoAnswer:
            _check_quiet(board)
            raise
        except RecordError as error:
            tell(f"game {number} of the board at {board.port.path} can't be kept, and stays there: {error}")
            left.add(number)
            continue
        if record.settings.get("puzzle"):
            continue  # an exercise, no game: the board drops it when the next begins
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
        board.snapshot()  # its answer shows that the commands before it have arrived


def _check_quiet(board: Board) -> None:
    """Raise Busy if the board does not send its games now: a game is being played, or the games are still being
    counted.
    """
    state, where = board.snapshot(), f"the board at {board.port.path}"
    if state.under_way:
        raise Busy(f"a game is under way on {where}: fetch its games when it is over")
    if state.device.get("probed"):
        raise Busy(f"somebody looks for the faults of {where}: fetch its games afterwards")
    if _are_counted(state.device):
        return
    try:
        # the board counts its games one by one, and then says how many; if it has just done so, the whole state has it
        board.ask({"cmd": "snapshot"}, lambda answer: False, hear=_hear_counted)
    except _Counted:
        return
    except NoAnswer:
        raise Busy(f"{where} still counts its games: try again in a minute") from None


class _Counted(Exception):
    """The board has counted its games."""


def _hear_counted(line: Line) -> None:
    if _are_counted(line.get("is", {}).get("device") or {}):
        raise _Counted


def _are_counted(device: Groups) -> bool:
    """Whether the board has counted its games, by the group `device`."""
    return (device.get("journal") or {}).get("kept") is not None


def _bytes(board: Board, number: int) -> list[bytes]:
    """Return the files of a game. Raises DeviceError if it does not arrive, Busy if somebody plays."""
    for _ in range(3):
        parts = Parts()

        def hear(line: Line, parts: Parts = parts) -> None:
            if any(done["code"] in _TOUCHED for done in line.get("did", ())):
                raise Busy(f"somebody plays at the board at {board.port.path}: fetch the rest of its games afterwards")
            parts.hear(line)

        board.ask({"cmd": "game", "number": number}, parts.take, _PATIENCE * board.patience_s, hear)
        if parts.whole:
            return [bytes(file) for file in parts.files]
    raise DeviceError(f"the board at {board.port.path} does not tell game {number} as a whole: try again later")


def _identified(record: Record, data: list[bytes]) -> Record:
    """Return the record with an id. A game without a stamp gets one from its moves and its number on the board."""
    if record.id:
        return record
    # entries that the game goes on in another file, or that another game has begun, must not change the id
    done = [entry for file in data for entry in partfile.decode(file) if entry[0] not in ("more", "settings", "left")]
    digest = sha256(data[0][: partfile.HEAD_SIZE] + repr(done).encode(errors="replace")).hexdigest()
    return replace(record, id=f"board-{digest[:12]}")


def _with_details(record: Record, details: Mapping[str, str], state: State, number: int) -> Record:
    """Return the record with the players' names (by their colours at the end), event, round and table."""
    if (state.device.get("journal") or {}).get("number") != number:
        return record  # another game has just begun, and the details are for that one
    black, white = (details.get(record.players.get(colour, ""), "") for colour in ("black", "white"))
    event, round_, table = (details.get(field, "") for field in ("event", "round", "table"))
    return replace(record, black=black, white=white, event=event, round=round_, table=table)


def keep_in(
    folder: Path, details: Callable[[], Mapping[str, str]], tell: Callable[[str], None]
) -> Callable[[Board], None]:
    """Return a function that fetches a board's finished games and stores them in a folder.

    `details` returns the details of the board's present game; `tell` gets a line for each stored game and each failure.
    """
    library = Library(folder)
    left: set[int] = set()

    def fetched(board: Board) -> None:
        try:
            for path in fetch(board, library, details(), left=left, tell=tell):
                tell(f"Kept: {path}")
        except Busy:
            pass  # tried again after the next result
        except OSError as error:
            tell(f"games can't be kept in {folder} ({error.strerror or error}): they stay on the board")
        except RecordError as error:
            tell(f"a game can't be kept, and stays on the board: {error}")

    return fetched
