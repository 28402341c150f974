"""Find boards: open and query every port that may be a board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from .. import emulated_ports
from ..image.uf2 import Tengen
from ..wire import versions
from ..wire.state import State
from . import bootsel, ports
from .board import Board
from .errors import DeviceError, NoBoard, NoPermission, PortTaken
from .ports import Port
from .stopped import compared, own, running


@dataclass(frozen=True)
class Found:
    """A port that may be a board, with the board's state, or with an error if no board answers."""

    port: Port
    state: State | None
    trouble: DeviceError | None

    @property
    def words(self) -> str:
        """Return a line about the port, for a list."""
        return self.against(own())

    def against(self, here: Tengen) -> str:
        """Return a line about the port, with a comparison of the board's firmware with `here`, this laptop's."""
        state = self.state
        if state is None:
            return str(self.trouble)
        what = compared(running(state), here)
        emulated = "emulated, " if emulated_ports.is_announced(self.port.path) else ""
        serial = f", serial number {self.port.serial}" if self.port.serial else ""
        count = len(state.game.moves)
        game = f"a game is under way, {count} {'move' if count == 1 else 'moves'}" if state.under_way else "no game"
        probed = "; it is dark: somebody is diagnosing it" if state.device["probed"] else ""
        wire = f"; {self.wire}" if self.wire else ""
        return f"{self.port.path}: {emulated}{what}{serial}; {game}{probed}{wire}"

    @property
    def wire(self) -> str:
        """Return a sentence if the board speaks another version of the protocol, else ""."""
        return versions.other(self.state.device if self.state else None) or ""


def find_boards(there: Iterable[Port], within_s: float | None = None) -> list[Found]:
    """Query each port for its state. A running game is not disturbed."""
    return [_asked(port, within_s) for port in there]


def open_board(
    port: str | None = None, within_s: float | None = None, listing: Callable[[], list[Port]] = ports.ports
) -> Board:
    """Open the board at `port`, else the board at TENGEN_PORT, else the only board that is found.

    Raises the same errors as Board.open(), and DeviceError if there are several boards.
    """
    path = ports.chosen(port) or the_only_one(listing(), within_s).path
    return Board.open(path, within_s, listing)


def the_only_one(
    there: Sequence[Port],
    within_s: float | None = None,
    drives: Callable[[], list[bootsel.Drive]] = bootsel.drives,
) -> Port:
    """Return the port of the only board. Raises NoBoard if no port may be one, DeviceError if the choice is unclear."""
    candidates = ports.candidates(there)
    if not candidates:
        raise no_board(there, drives())
    if len(candidates) == 1:
        return candidates[0]
    found = find_boards(candidates, within_s)
    boards = [one for one in found if one.state]
    hidden = [one for one in found if isinstance(one.trouble, (NoPermission, PortTaken))]
    if len(boards) == 1 and not hidden:
        return boards[0].port
    listed = "".join(f"\n  {one.words}" for one in found)
    if boards:
        count = len(boards) + len(hidden)
        raise DeviceError(f"there are {count} boards: name the port of one, or set {ports.VARIABLE} to it{listed}")
    raise DeviceError(f"none of {len(found)} Picos answers as Tengen{listed}")


def no_board(there: Sequence[Port], drives: Sequence[bootsel.Drive]) -> NoBoard:
    """Return the error for ports without a board.

    The message mentions a Pico, or an unsupported board, in BOOTSEL mode.
    """
    picos = bootsel.picos(drives)
    if picos:
        return NoBoard(
            f"no board runs here, but a Pico in BOOTSEL mode is there (drive {picos[0].path}): `tengen flash` "
            "puts Tengen on it"
        )
    if drives:
        return NoBoard(f"no board found: {bootsel.other(drives[0])}")
    return ports.no_board(there)


def _asked(port: Port, within_s: float | None) -> Found:
    try:
        with Board.open(port.path, within_s) as board:
            for _ in board.heard():  # read all lines up to the whole state, for which open() has waited
                pass
            return Found(port, board.state, None)
    except DeviceError as error:
        return Found(port, None, error)
