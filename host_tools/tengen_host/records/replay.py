"""Replays a record: on the virtual board by placing stones, on a real one by asking for each stone with lights."""

from __future__ import annotations

import contextlib
import functools
import itertools
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from tengen import wiring
from tengen.games import CELL_MARKS, COLOUR_NAMES, LINE_NAMES, points, registry
from tengen.games.renju.position import FOUL_NAMES
from tengen.sensing.field import Field

from ..device.board import Board
from ..device.errors import DeviceError, Gone, Refused
from ..i18n import code_text, error_text
from ..virtual.board import VirtualBoard
from ..wire.state import Groups, State
from . import rules
from .record import NEUTRAL, PASS, Record, RecordError
from .stones import colour_of, is_nobodys, lying, removed, turned

Say = Callable[[str], None]

PACE_MS = 1000

_STEP_MS = 20
_PATIENCE_MS = 5000  # the longest wait for an answer of the virtual board
_AGAIN_MS = 1000  # the wait for a move before its button is pressed again
_FINGER_MS = 150  # how long a button is pressed
# the last move of a game that ended so is played, not set up: no position has a line, and none ends by a foul
_PLAYED = (*LINE_NAMES.values(), *FOUL_NAMES.values())
# settings for the replayed game: no clock can end it, and nothing needs an arbiter
_SETTINGS = {"mode": "casual", "clock": "none", "move": "button", "tiebreak": False}
_GAME_SETTINGS = ("game", "size", "options", "opening")


def check(record: Record, board_size: int = wiring.SIZE) -> None:
    """Raise RecordError for a game that a board of this size can't play. A smaller one is played in its middle."""
    what = f"{record.game or 'an unknown one'} on {record.size}x{record.size}"
    try:
        registry.checked(record.game, record.size, record.options)
    except (ValueError, TypeError) as error:
        raise RecordError(f"a board can't play this game, which is {what}: {error_text(error)}") from None
    if record.size > board_size:
        has = f"{board_size}x{board_size}"
        raise RecordError(f"a board has {has} points, and this game is {what}: choose another")


def settings(record: Record) -> dict[str, Any]:
    """Return the settings for the replayed game, with an opening that allows the most."""
    its = {"game": record.game, "opening": _opening(record), **_SETTINGS}
    if len(registry.sizes(record.game)) == 1 and not registry.options(record.game):
        return its  # the game's name says it all, also to a board that has only this one
    return {**its, "size": record.size, "options": dict(record.options)}


def _opening(record: Record) -> str:
    names = registry.openings(record.game)
    return next((name for name in ("free", "free centre") if name in names), str(names[0]))


def _must_be_set_up(record: Record) -> bool:
    """Whether the board allows the first moves only in a position that was set up."""
    if any(record.setup) or record.first != rules.first(record.game):
        return True
    opening = _opening(record)
    return opening != "free" and not (opening == "free centre" and record.moves[:1] == ("h8",))


def board_text(record: Record, upto: int) -> str:
    """Return what lies after `upto` moves in the form of the board's `setup` command: a character of `.XONC` for each
    point of the game, the highest row first.
    """
    size = record.size
    marks = ["."] * (size * size)
    for name, what in lying(record, upto).items():
        point = points.index(name, size)
        marks[(size - 1 - point // size) * size + point % size] = CELL_MARKS[COLOUR_NAMES.index(what)]
    return "".join(marks)


def _stones(board: str, size: int) -> dict[str, str]:
    """Return the colour of each stone of a board text, by point name."""
    found = {}
    for at, mark in enumerate(board):
        if mark != ".":
            name = points.name((size - 1 - at // size) * size + at % size, size)
            found[name] = COLOUR_NAMES[CELL_MARKS.index(mark)]
    return found


def position(record: Record, upto: int) -> dict[str, Any]:
    """Return the command that sets up the position after a number of moves."""
    board, turn = board_text(record, upto), colour_of(record, upto + 1)
    return {"cmd": "setup", "board": board, "turn": turn, "confirm": True}


# On the virtual board


async def by_hand(
    board: VirtualBoard,
    record: Record,
    pace_ms: int | Callable[[int], int] = PACE_MS,
    say: Say = lambda words: None,
    its: Mapping[str, Any] = MappingProxyType({}),
) -> None:
    """Play the game on a board that has just started: put each stone, press its player's button after the last stone of
    the turn, and lift what is captured.

    `pace_ms`: the wait before each stone, or a function of the move's number from 1. `its`: settings of the game that
    differ from those of a replay, like its clock.

    Everything else goes over the link. If a move ends the game on this board although the record goes on (a foul that
    nobody claimed), or is impossible (a pass that this board does not allow), set up the position after it. Raises
    RecordError if the board refuses anything else.
    """
    check(record, board.size)
    hand = _Hand(board, Field(record.size, board.size))
    try:
        await hand.awake()
        await hand.ask({"cmd": "set", **settings(record), **its})
        if _must_be_set_up(record):
            await hand.set_up(position(record, 0))
        kind = registry.new(record.game, record.size, record.options).kinds()[-1]  # of stones of nobody
        for first, last in _turns(record):
            colour = colour_of(record, first)
            moves = record.moves[first - 1 : last]
            waits_ms = pace_ms(last) if callable(pace_ms) else pace_ms
            try:
                if moves == (PASS,):
                    await board.clock.sleep_ms(waits_ms)
                    await hand.pass_(colour)
                else:
                    lies = colour
                    if is_nobodys(record, last):
                        lies = NEUTRAL
                        await hand.choose(kind, colour)
                    await hand.play(moves, colour, lies, waits_ms)
                    await hand.lift([name for number in range(first, last + 1) for name in removed(record, number)])
                    await hand.exchange(turned(record, last))
                going_on = hand.result is None
            except _NotPlayed:
                going_on = False
            if not going_on and last < len(record.moves):
                say(f"move {last} ends the game on this board, or can't be made: it goes on from what lies then")
                await hand.set_up(position(record, last))
        await hand.end(record)
    except _NotPlayed as error:
        raise RecordError(f"the board does not play it: {error}") from None
    finally:
        hand.done()


async def clear(board: VirtualBoard) -> None:
    """Lift all stones, and begin a new game with the arbiter's button. Raises RecordError if the board begins none."""
    hand = _Hand(board, Field(board.size, board.size))
    try:
        for at in sorted(board.stones):
            board.lift(points.name(at, board.size))
            await board.clock.sleep_ms(_FINGER_MS)
        await hand.begin()
    except (_NotPlayed, ValueError) as error:
        raise RecordError(f"the board begins no new game: {error}") from None
    finally:
        hand.done()


def _turns(record: Record) -> list[tuple[int, int]]:
    """Return the first and the last move of each turn, counted from 1: stones of one colour that follow each other."""
    found: list[tuple[int, int]] = []
    for number, move in enumerate(record.moves, 1):
        same = number > 1 and colour_of(record, number) == colour_of(record, number - 1)
        if same and PASS not in (move, record.moves[number - 2]):
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return found


class _NotPlayed(Exception):
    """The board refuses a move or command. The message is the board's."""


class _Silent(_NotPlayed):
    """The board does not answer."""


class _Hand:
    """The hands of both players at a virtual board, who see its state and hear what it refuses.

    Points are those of the game, which is played in `field`.
    """

    def __init__(self, board: VirtualBoard, field: Field) -> None:
        self._board = board
        self._field = field
        self._refused = ""  # why the last deed was refused
        self._done: set[str] = set()  # the ids of the commands that are done
        self._ids = (f"replay {number}" for number in itertools.count(1))
        self.done = board.subscribe(self._hear)

    @property
    def _state(self) -> State:
        return self._board.replica.state

    @property
    def _game(self) -> Groups:
        return self._state.groups.get("game") or {}

    @property
    def result(self) -> Groups | None:
        """How the game has ended, or None."""
        return self._state.groups.get("result")

    def _seat(self, colour: str) -> str:
        return str(self._game["players"][colour])

    def _hear(self, message: dict[str, Any]) -> None:
        line = message["line"] if message["type"] == "line" else {}
        answer = line.get("answer") or {"code": ""}
        if answer["code"] == "done":
            self._done.add(line["re"])
        for told in (*line.get("did", ()), answer):
            if told["code"] in ("error", "refused"):
                self._refused = code_text(told.get("why"))

    async def awake(self) -> None:
        """Wait until the board has started."""
        while not self._game:
            await self._board.clock.sleep_ms(_STEP_MS)

    async def begin(self) -> None:
        """Begin a new game on an empty board."""
        await self._board.clock.sleep_ms(_AGAIN_MS)  # the board must have felt that it is empty
        number = self._game["number"]
        self._refused = ""
        await self._press("arbiter")
        await self._until(lambda: self._game["number"] != number)

    async def ask(self, command: dict[str, Any]) -> None:
        """Send a command, and wait until it is done."""
        its, self._refused = next(self._ids), ""
        self._board.ask({**command, "id": its})
        await self._until(lambda: its in self._done)

    async def choose(self, kind: str, colour: str) -> None:
        """Choose the kind of the next stone in the menu of the player of this colour."""
        await self._board.clock.sleep_ms(_FINGER_MS)  # a new game says at the board's next tick who has which colour
        await self.ask({"cmd": "do", "who": self._seat(colour), "entry": kind})

    async def play(self, moves: Sequence[str], colour: str, lies: str, pace_ms: int) -> None:
        """Put the stones of a turn of `colour`, which are of the colour `lies`, and press the button."""
        self._refused = ""
        count = len(self._state.game.moves)

        def is_felt(point: str) -> bool:
            return point in self._state.game.provisional or is_moved(point)

        def is_moved(point: str) -> bool:
            return point in [move.point for move in self._state.game.moves[count:]]

        for point in moves:
            await self._board.clock.sleep_ms(pace_ms)
            try:
                self._board.put(self._on_board(point), lies)
            except ValueError as error:
                raise _NotPlayed(error_text(error)) from None
            await self._until(functools.partial(is_felt, point))
        point = moves[-1]
        await self._board.clock.sleep_ms(_FINGER_MS)
        for patience_ms in (_AGAIN_MS, _AGAIN_MS, _PATIENCE_MS):
            await self._press(self._seat(colour))
            try:
                await self._until(lambda: is_moved(point), patience_ms)
                break
            except _Silent:
                # on a busy machine the press may end before the board has looked
                if patience_ms == _PATIENCE_MS:
                    raise
        await self._board.clock.sleep_ms(_FINGER_MS)  # a result comes soon after the move

    def _on_board(self, point: str) -> str:
        """Return the board's name of a point of the game."""
        return points.name(self._field.on_board(points.index(point, self._field.size)), self._board.size)

    async def lift(self, names: Sequence[str]) -> None:
        """Lift stones that were captured."""
        for name in names:
            point = self._on_board(name)
            if points.index(point, self._board.size) in self._board.stones:
                self._board.lift(point)
                await self._board.clock.sleep_ms(_FINGER_MS)

    async def exchange(self, stones: dict[str, str]) -> None:
        """Exchange stones that were turned for others of these colours."""
        for name, colour in stones.items():
            point = self._on_board(name)
            self._board.lift(point)
            await self._board.clock.sleep_ms(_FINGER_MS)
            self._board.put(point, colour)
            await self._board.clock.sleep_ms(_FINGER_MS)

    async def _press(self, button: str) -> None:
        self._board.press(button)
        await self._board.clock.sleep_ms(_FINGER_MS)
        self._board.release(button)

    async def pass_(self, colour: str) -> None:
        await self.ask({"cmd": "do", "who": self._seat(colour), "entry": "pass"})
        await self._board.clock.sleep_ms(_FINGER_MS)

    async def set_up(self, command: dict[str, Any]) -> None:
        """Set up a position: put its stones, lift the others."""
        await self.ask(command)
        stones = _stones(command["board"], self._field.size)
        wanted = {self._on_board(point): colour for point, colour in stones.items()}
        lying = {points.name(at, self._board.size) for at in self._board.stones}
        for point in lying - wanted.keys():
            self._board.lift(point)
        for point, colour in wanted.items():
            if point not in lying:
                self._board.put(point, colour)
                await self._board.clock.sleep_ms(_FINGER_MS)
        try:
            await self._until(lambda: self._game.get("awaits") != "set up")
        except _Silent:
            raise _NotPlayed("the position does not lie as it should") from None

    async def end(self, record: Record) -> None:
        """End the game as the record says, if the moves alone did not, and if that is possible at a board."""
        if self.result or not record.over:
            return
        loser = {"black": "white", "white": "black"}.get(record.winner or "")
        if record.reason == "resignation" and loser:
            for _ in range(2):  # it asks once more
                await self.ask({"cmd": "do", "who": self._seat(loser), "entry": "resign"})
        elif record.reason == "agreement":
            offers = colour_of(record, len(record.moves))  # after one's own move
            other = colour_of(record, len(record.moves) + 1)
            await self.ask({"cmd": "do", "who": self._seat(offers), "entry": "draw"})
            await self.ask({"cmd": "do", "who": self._seat(other), "entry": "accept"})

    async def _until(self, condition: Callable[[], bool], patience_ms: int = _PATIENCE_MS) -> None:
        """Wait for a condition. Raises _NotPlayed if the board refuses, _Silent if it does not answer."""
        waited = 0
        while not condition():
            if self._refused:
                raise _NotPlayed(self._refused)
            if waited > patience_ms:
                raise _Silent("it does not answer")
            await self._board.clock.sleep_ms(_STEP_MS)
            waited += _STEP_MS


# On a real board


def by_lights(board: Board, record: Record, after: int = 0, say: Say = lambda words: None) -> None:
    """Replay the game on a real board: for each move, set up its position, so that the lights ask for the stone.

    The next position follows when the stone lies. Begin with the position after `after` moves. A last stone that ends
    the game by a five or a foul is played, not set up, so that the board shows the ending. The settings of the next
    game are restored at the end. The cable may be unplugged and plugged in meanwhile. Raises DeviceError if the board
    is gone at the start, or refuses.
    """
    check(record)
    its = board.snapshot().groups.get("next") or {}
    before = {key: its[key] for key in (*_GAME_SETTINGS, *_SETTINGS) if key in its}
    board.ask({"cmd": "set", **settings(record)})
    try:
        played = record.reason in _PLAYED
        last = len(record.moves) - 1 if played else len(record.moves)
        for upto in range(min(after, last), last + 1):
            say(_asked(record, upto))
            _lies(board, position(record, upto), say)
        if played:
            number = len(record.moves)
            say(f"{_asked(record, number)}: put it, and press the button")
            _is_played(board, record.moves[-1], say)
    finally:
        if before:
            with contextlib.suppress(DeviceError):
                board.send({"cmd": "set", **before})


def _asked(record: Record, number: int) -> str:
    """Return the move that is asked for in words, like `12 White J10`, and what it captures."""
    if not number:
        return "the board as it is at the beginning"
    move = record.moves[number - 1]
    said = f"{number} {colour_of(record, number).capitalize()} {'passes' if move == PASS else move.upper()}"
    taken = " ".join(removed(record, number)).upper()
    return f"{said}, which takes {taken}" if taken else said


def _lies(board: Board, command: dict[str, Any], say: Say) -> None:
    """Wait until a position lies on the board; the board asks for its stones."""
    with contextlib.suppress(Gone):
        for _ in board.lines(0):
            pass  # drop the lines from before
    _ask(board, command)
    told: tuple[Any, ...] = ()
    for line in board.lines(reconnect=True, tell=say):
        answer, state = line.get("answer") or {}, board.state
        if answer.get("code") == "error":
            raise Refused(code_text(answer.get("why")))
        if state.coming is not None or not line.get("is"):
            continue
        awaits = (state.groups.get("game") or {}).get("awaits")
        if awaits == "resume" or state.game.cells != _stones(command["board"], state.game.size):
            if "whole" in line:
                _ask(board, command)  # the board was without power or cable
        elif awaits != "set up":
            return
        else:
            told = _say_what_is_wrong(state, told, say)


def _ask(board: Board, command: dict[str, Any]) -> None:
    with contextlib.suppress(Gone):  # when the board is back, it sends all of its state
        board.send(command)


def _say_what_is_wrong(state: State, told: tuple[Any, ...], say: Say) -> tuple[Any, ...]:
    """Print the stones that are out of place, except the one that is asked for and those printed before."""
    hand = state.groups.get("hand") or {}
    missing, extra = (tuple(hand.get(name, ())) for name in ("missing", "extra"))
    if (missing, extra) != told and (extra or len(missing) > 1):
        parts = [("put", missing), ("take away", extra)]
        say("  " + "; ".join(f"{what} {' '.join(names).upper()}" for what, names in parts if names))
    return missing, extra


def _is_played(board: Board, point: str, say: Say) -> None:
    """Wait until the board has the move at `point`."""
    for _ in board.lines(reconnect=True, tell=say):
        if board.state.game.last == point:
            return
