"""Finds boards: opens every port that may be one, and asks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from . import bootsel, ports
from .board import Board, Snapshot
from .errors import DeviceError, NoBoard, NoPermission, PortTaken, Unsupported
from .ports import Port


@dataclass(frozen=True)
class Found:
    """A port that may be a board, and what it answers: a snapshot, or why there is none."""

    port: Port
    snapshot: Snapshot | None
    trouble: DeviceError | None

    @property
    def words(self) -> str:
        """What it is, for a list."""
        told = self.snapshot
        if told is None:
            return str(self.trouble)
        what = f"Tengen {told.version}" + (f", build {told.build}" if told.build else "")
        serial = f", serial number {self.port.serial}" if self.port.serial else ""
        count = len(told.moves)
        game = f"a game is under way, {count} {'move' if count == 1 else 'moves'}" if told.under_way else "no game"
        probed = "; it is dark: somebody looks for its faults" if told.fields.get("probed") else ""
        return f"{self.port.path}: {what}{serial}; {game}{probed}"


def find_boards(there: Iterable[Port] | None = None, within_s: float | None = None) -> list[Found]:
    """Ask each port (all that may be a board) for its state. A running game is not disturbed."""
    return [_asked(port, within_s) for port in (ports.candidates(ports.ports()) if there is None else there)]


def open_board(
    port: str | None = None, within_s: float | None = None, listing: Callable[[], list[Port]] = ports.ports
) -> Board:
    """Open the board at a port, or at that of TENGEN_PORT, or the only one there is.

    Raises what Board.open() raises, and DeviceError where there are several.
    """
    path = ports.chosen(port) or the_only_one(listing(), within_s).path
    return Board.open(path, within_s, listing)


def the_only_one(
    there: Sequence[Port],
    within_s: float | None = None,
    drives: Callable[[], list[bootsel.Drive]] = bootsel.drives,
) -> Port:
    """The port of the only board among these. Raises NoBoard, or DeviceError where several may be meant."""
    candidates = ports.candidates(there)
    if not candidates:
        raise no_board(there, drives())
    if len(candidates) == 1:
        return candidates[0]
    found = find_boards(candidates, within_s)
    boards = [one for one in found if one.snapshot]
    hidden = [one for one in found if isinstance(one.trouble, (NoPermission, PortTaken))]
    if len(boards) == 1 and not hidden:
        return boards[0].port
    listed = "".join(f"\n  {one.words}" for one in found)
    if boards:
        count = len(boards) + len(hidden)
        raise DeviceError(f"there are {count} boards: name the port of one, or set {ports.VARIABLE} to it{listed}")
    raise DeviceError(f"none of {len(found)} Picos answers as Tengen{listed}")


def no_board(there: Sequence[Port], drives: Iterable[bootsel.Drive]) -> NoBoard:
    """None of these ports may be a board; but a drive may be a Pico that waits for its firmware."""
    drives = list(drives)
    for drive in drives:
        if drive.board_id == bootsel.RP2040:
            return NoBoard(
                f"no board runs here, but a Pico in BOOTSEL mode is there (drive {drive.path}): `tengen flash` "
                "installs Tengen on it"
            )
    for drive in drives:
        try:
            bootsel.check(drive)
        except Unsupported as error:
            return NoBoard(f"no board found: {error}")
    return ports.no_board(there)


def _asked(port: Port, within_s: float | None) -> Found:
    try:
        with Board.open(port.path, within_s) as board:
            event = next(board.events())  # that which it was opened with
            return Found(port, Snapshot.of(event), None)
    except DeviceError as error:
        return Found(port, None, error)
