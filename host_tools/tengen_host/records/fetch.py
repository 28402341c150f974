"""Copy finished games from a board to the library.

Each game is safe on disk before the board may delete it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol

from tengen.journal import partfile

from ..device.board import Answer, Line
from ..device.errors import DeviceError, NoAnswer
from ..device.ports import Port
from ..wire.state import Groups, State
from . import from_journal, from_state
from .library import Library
from .record import Record, RecordError

_MOST_BYTES = 1 << 20  # most bytes of one game; the board's whole flash is not much larger
# Actions at the board that end a fetch, because a page that shows the board must not wait until a whole game has been
# sent
_TOUCHED = ("button", "provisional", "several", "refused", "move", "passed", "disturbed", "new_game", "set_up")
# the wait for a game is this many times the usual one, because the board first waits until it is left alone for 3 s
_PATIENCE = 6

DetailsOf = Callable[[str], Mapping[str, str]]


class Board(Protocol):
    """The methods of a board that fetching needs.

    device.board.Board and boards.finished_games.LoopBoard have these methods.
    """

    port: Port
    patience_s: float

    def snapshot(self) -> State:
        """Return the board's whole state."""

    def send(self, command: dict[str, Any]) -> None:
        """Send a command."""

    def ask(
        self,
        command: dict[str, Any],
        answer: Callable[[Answer], bool],
        within_s: float | None = None,
        hear: Callable[[Line], None] = ...,
    ) -> Answer:
        """Send a command and return the answer for which `answer` is true."""


class Parts:
    """Collect the bytes of one game from the answers `part`. `files` is complete once `whole` is true.

    `lost`: True if a part is missing or invalid, so that the game must be requested again.
    """

    def __init__(self) -> None:
        self._file = 0  # the number of the file that arrives in parts; 0 before the first
        self._seq = 0
        self.files: list[bytearray] = []
        self.whole = self.lost = False

    def hear(self, line: Line) -> None:
        """Receive a line from the board.

        Every line must be passed in, because a missing line may have contained a part.
        """
        if self._file and line["seq"] != self._seq + 1:
            self.lost = True
        self._seq = line["seq"]

    def take(self, answer: Answer) -> bool:
        """Process an answer to the request; return whether it was the last one."""
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
    """The board can't send its games now. They are still on the board, so try again later."""


def fetch(
    board: Board,
    library: Library,
    details: DetailsOf = lambda game: {},
    *,
    left: set[int] | None = None,
    tell: Callable[[str], None] = lambda words: None,
    saved: Callable[[str], None] = lambda game: None,
) -> Iterator[Path]:
    """Store the finished games of a board in the library. Yield the path of each new game once it is safe on disk.

    Games that are not over, or can't be read, stay on the board. `tell` gets a line about each unreadable game. The
    readable part of a damaged game is stored, too, and the game stays on the board.

    - `details`: returns the details of the game with this id, with the names of hall/details.py.
    - `left`: the numbers of games that need not be requested again; updated here.
    - `saved`: called with the id of the board's present game when it is in the library.

    Raises Busy if a game is in progress, or as soon as somebody touches the board; DeviceError if the board is gone or
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
            tell(f"game {number} of the board at {board.port.path} can't be stored, and stays there: {error}")
            left.add(number)
            continue
        if record.settings.get("puzzle") or record.settings.get("lesson"):
            continue  # an exercise is not a game, so the board deletes it when the next exercise or game begins
        if record.over:
            record = _identified(record, data)
            record = from_state.with_details(record, details(record.id))
            new = library.holding(record) is None
            path = library.add(record)
            if number != present:
                board.send({"cmd": "fetched", "number": number})
                heard = False
            else:
                saved(record.id)
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
        board.snapshot()  # the answer to this command shows that the earlier commands have arrived


def _check_quiet(board: Board) -> None:
    """Raise Busy if the board can't send its games now.

    The board can't send games during a game, and while it still counts its games.
    """
    state, where = board.snapshot(), f"the board at {board.port.path}"
    if state.under_way:
        raise Busy(f"a game is under way on {where}: fetch its games when it is over")
    if state.device.get("probed"):
        raise Busy(f"{where} is being diagnosed: fetch its games afterwards")
    if _are_counted(state.device):
        return
    try:
        # the board counts its games one by one, then reports their number; if it has just finished counting, only the
        # whole state contains the number
        board.ask({"cmd": "snapshot"}, lambda answer: False, hear=_hear_counted)
    except _Counted:
        return
    except NoAnswer:
        raise Busy(f"{where} is still counting its games: try again in a minute") from None


class _Counted(Exception):
    """The board has counted its games."""


def _hear_counted(line: Line) -> None:
    if _are_counted(line.get("is", {}).get("device") or {}):
        raise _Counted


def _are_counted(device: Groups) -> bool:
    """Return whether the board has counted its games. `device`: the group of that name."""
    return (device.get("journal") or {}).get("kept") is not None


def _bytes(board: Board, number: int) -> list[bytes]:
    """Return the files of a game. Raises DeviceError if the game does not arrive, Busy if somebody plays."""
    for _ in range(3):
        parts = Parts()

        def hear(line: Line, parts: Parts = parts) -> None:
            if any(done["code"] in _TOUCHED for done in line.get("did", ())):
                raise Busy(f"somebody plays at the board at {board.port.path}: fetch the rest of its games afterwards")
            parts.hear(line)

        board.ask({"cmd": "game", "number": number}, parts.take, _PATIENCE * board.patience_s, hear)
        if parts.whole:
            return [bytes(file) for file in parts.files]
    raise DeviceError(f"the board at {board.port.path} does not send the whole game {number}: try again later")


def _identified(record: Record, data: list[bytes]) -> Record:
    """Return the record with an id.

    If the game has no stamp, the id is made from its moves and its number on the board.
    """
    if record.id:
        return record
    # leave out the notes that the game continues in another file or that another game has begun, because such notes
    # must not change the game's id
    done = [entry for file in data for entry in partfile.decode(file) if entry[0] not in ("more", "settings", "left")]
    digest = sha256(data[0][: partfile.HEAD_SIZE] + repr(done).encode(errors="replace")).hexdigest()
    return replace(record, id=f"board-{digest[:12]}")


def keep_in(
    folder: Path,
    details: DetailsOf,
    tell: Callable[[str], None],
    saved: Callable[[str], None] = lambda game: None,
) -> Callable[[Board], None]:
    """Return a function that fetches a board's finished games and stores them in a folder.

    `details` returns the details of the game with this id; `tell` gets a line for each stored game and each failure,
    `saved` the id of the board's present game when it is stored.
    """
    library = Library(folder)
    left: set[int] = set()

    def fetched(board: Board) -> None:
        try:
            for path in fetch(board, library, details, left=left, tell=tell, saved=saved):
                tell(f"Saved: {path}")
        except Busy:
            pass  # the games are fetched again after the next result of a game
        except OSError as error:
            tell(f"games can't be stored in {folder} ({error.strerror or error}): they stay on the board")
        except RecordError as error:
            tell(f"a game can't be stored, and stays on the board: {error}")

    return fetched


def describe_in(folder: Path, tell: Callable[[str], None]) -> Callable[[str, Mapping[str, str]], None]:
    """Return a function that changes texts of a stored game, in its own thread: names that come after the game's end.

    It gets the game's id, and the texts as Library.describe(). `tell` gets a line about each failure.
    """
    library = Library(folder)
    thread = ThreadPoolExecutor(1, thread_name_prefix="names")  # the order of changes matters

    def describe(game: str, texts: Mapping[str, str]) -> None:
        try:
            library.describe(game, texts)
        except OSError as error:
            tell(f"names of a game can't be stored in {folder} ({error.strerror or error}): enter them again later")
        except RecordError as error:
            tell(f"names of a game can't be stored: {error}")

    def later(game: str, texts: Mapping[str, str]) -> None:
        thread.submit(describe, game, texts)

    return later
