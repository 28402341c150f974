"""Replay a record on the virtual board by placing stones, or on a real board by requesting each stone with lights."""

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
_PATIENCE_MS = 5000  # the longest wait for an answer from the virtual board
_AGAIN_MS = 1000  # the time to wait for a move before the button is pressed again
_FINGER_MS = 150  # how long a button is pressed
# a last move that ends the game for one of these reasons is played, not set up, because a position that is set up can't
# have such a line or end by a foul
_PLAYED = (*LINE_NAMES.values(), *FOUL_NAMES.values())
# settings for the replayed game, which no clock can end and which needs no arbiter
_SETTINGS = {"mode": "casual", "clock": "none", "move": "button", "tiebreak": False}
_GAME_SETTINGS = ("game", "size", "options", "opening")


def check(record: Record, board_size: int = wiring.SIZE) -> None:
    """Raise RecordError if a board of this size can't play the game. A smaller game is played in the board's middle."""
    what = f"{record.game or 'an unknown one'} on {record.size}x{record.size}"
    try:
        registry.checked(record.game, record.size, record.options)
    except (ValueError, TypeError) as error:
        raise RecordError(f"a board can't play this game, which is {what}: {error_text(error)}") from None
    if record.size > board_size:
        has = f"{board_size}x{board_size}"
        raise RecordError(f"a board has {has} points, and this game is {what}: choose another")


def settings(record: Record) -> dict[str, Any]:
    """Return the settings for the replayed game, with the opening that restricts the moves least."""
    its = {"game": record.game, "opening": _opening(record), **_SETTINGS}
    if len(registry.sizes(record.game)) == 1 and not registry.options(record.game):
        # leave out size and options, because such a game has only one form; this also works for a board that has only
        # this game
        return its
    return {**its, "size": record.size, "options": dict(record.options)}


def _opening(record: Record) -> str:
    names = registry.openings(record.game)
    return next((name for name in ("free", "free centre") if name in names), str(names[0]))


def _must_be_set_up(record: Record) -> bool:
    """Return whether the board allows the first moves only in a position that was set up."""
    if any(record.setup) or record.first != rules.first(record.game):
        return True
    opening = _opening(record)
    return opening != "free" and not (opening == "free centre" and record.moves[:1] == ("h8",))


def board_text(record: Record, upto: int) -> str:
    """Return the position after `upto` moves, in the form of the board's `setup` command.

    The text has a character of `.XONC` for each point of the game, the highest row first.
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
    """Play the game on a board that has just started.

    Put each stone, press its player's button after the last stone of the turn, and lift captured stones.

    `pace_ms`: the wait before each stone, or a function of the move's number from 1. `its`: settings of the game that
    differ from the usual ones of a replay, like the clock.

    The link does everything else. It also sets up the position after a move that ends the game on this board although
    the record continues (a foul that nobody claimed), or that is impossible (a pass that this board does not allow).
    Raises RecordError if the board refuses anything else.
    """
    check(record, board.size)
    hand = _Hand(board, Field(record.size, board.size))
    try:
        await hand.awake()
        await hand.ask({"cmd": "set", **settings(record), **its})
        if _must_be_set_up(record):
            await hand.set_up(position(record, 0))
        # the kind of stones that belong to neither player
        kind = registry.new(record.game, record.size, record.options).kinds()[-1]
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
                say(f"move {last} ends the game on this board, or is impossible: the position after it follows")
                await hand.set_up(position(record, last))
        await hand.end(record)
    except _NotPlayed as error:
        raise RecordError(f"the board does not play it: {error}") from None
    finally:
        hand.done()


async def clear(board: VirtualBoard) -> None:
    """Lift all stones, and begin a new game with the arbiter's button.

    Raises RecordError if the board does not begin a new game.
    """
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
    """Return the numbers, from 1, of the first and the last move of each turn.

    A turn is a run of stones of one colour.
    """
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
    """Act for both players at a virtual board: do their actions, and receive the board's state and refusals.

    Points are points of the game, which may be smaller than the board. `field`: the part of the board where it is
    played.
    """

    def __init__(self, board: VirtualBoard, field: Field) -> None:
        self._board = board
        self._field = field
        self._refused = ""  # why the last action was refused
        self._done: set[str] = set()  # the ids of the finished commands
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
        """The result of the game, or None if it has not ended."""
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
        await self._board.clock.sleep_ms(_AGAIN_MS)  # wait until the board has noticed that it is empty
        number = self._game["number"]
        self._refused = ""
        await self._press("arbiter")
        await self._until(lambda: self._game["number"] != number)

    async def ask(self, command: dict[str, Any]) -> None:
        """Send a command, and wait until the board has done it."""
        its, self._refused = next(self._ids), ""
        self._board.ask({**command, "id": its})
        await self._until(lambda: its in self._done)

    async def choose(self, kind: str, colour: str) -> None:
        """Choose the kind of the next stone, in the menu of the player with this colour."""
        await self._board.clock.sleep_ms(_FINGER_MS)  # the board reports the colours of a new game at its next tick
        await self.ask({"cmd": "do", "who": self._seat(colour), "entry": kind})

    async def play(self, moves: Sequence[str], colour: str, lies: str, pace_ms: int) -> None:
        """Place the stones of a turn of `colour` and press the button.

        `lies`: the colour that the stones themselves have on the board.
        """
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
                # on a busy machine the press may end before the board has noticed it
                if patience_ms == _PATIENCE_MS:
                    raise
        await self._board.clock.sleep_ms(_FINGER_MS)  # the board reports a result soon after the move

    def _on_board(self, point: str) -> str:
        """Return the board's name for a point of the game."""
        return points.name(self._field.on_board(points.index(point, self._field.size)), self._board.size)

    async def lift(self, names: Sequence[str]) -> None:
        """Lift captured stones."""
        for name in names:
            point = self._on_board(name)
            if points.index(point, self._board.size) in self._board.stones:
                self._board.lift(point)
                await self._board.clock.sleep_ms(_FINGER_MS)

    async def exchange(self, stones: dict[str, str]) -> None:
        """Replace the stones that have changed their colour by stones of these colours."""
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
        """Set up a position: put its stones, and lift all other stones."""
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
            raise _NotPlayed("the stones are not where they should be") from None

    async def end(self, record: Record) -> None:
        """End the game as the record says, unless the moves have ended it or the board can't end it in this way."""
        if self.result or not record.over:
            return
        loser = {"black": "white", "white": "black"}.get(record.winner or "")
        if record.reason == "resignation" and loser:
            # with the choice, the board does not ask for confirmation
            await self.ask({"cmd": "do", "who": self._seat(loser), "entry": "resign", "choice": "resign"})
        elif record.reason == "agreement":
            offers = colour_of(record, len(record.moves))  # a player offers a draw after their own move
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
    """Replay the game on a real board: for each move, set up its position, so that the lights request the stone.

    The next position follows when the requested stone is on the board. Begin with the position after `after` moves. A
    last stone that ends the game by a five or a foul is played, not set up, so that the board shows the ending. The
    settings of the next game are restored at the end. The cable may be unplugged and plugged in meanwhile. Raises
    DeviceError if the board is gone at the start, or refuses.
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
    """Return the requested move in words, like `12 White J10`, and its captures."""
    if not number:
        return "the board as it is at the beginning"
    move = record.moves[number - 1]
    said = f"{number} {colour_of(record, number).capitalize()} {'passes' if move == PASS else move.upper()}"
    taken = " ".join(removed(record, number)).upper()
    return f"{said}, which takes {taken}" if taken else said


def _lies(board: Board, command: dict[str, Any], say: Say) -> None:
    """Wait until the stones of a position are on the board. The board's lights request these stones."""
    with contextlib.suppress(Gone):
        for _ in board.lines(0):
            pass  # drop the lines that the board sent earlier
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
                _ask(board, command)  # the board had no power or no cable meanwhile
        elif awaits != "set up":
            return
        else:
            told = _say_what_is_wrong(state, told, say)


def _ask(board: Board, command: dict[str, Any]) -> None:
    with contextlib.suppress(Gone):  # when the board is back, it sends all of its state
        board.send(command)


def _say_what_is_wrong(state: State, told: tuple[Any, ...], say: Say) -> tuple[Any, ...]:
    """Print the misplaced stones, except the requested stone and the stones that were printed before."""
    hand = state.groups.get("hand") or {}
    missing, extra = (tuple(hand.get(name, ())) for name in ("missing", "extra"))
    if (missing, extra) != told and (extra or len(missing) > 1):
        parts = [("put", missing), ("take away", extra)]
        say("  " + "; ".join(f"{what} {' '.join(names).upper()}" for what, names in parts if names))
    return missing, extra


def _is_played(board: Board, point: str, say: Say) -> None:
    """Wait until the board has registered the move at `point`."""
    for _ in board.lines(reconnect=True, tell=say):
        if board.state.game.last == point:
            return
