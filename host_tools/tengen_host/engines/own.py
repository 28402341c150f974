"""Offer the board's partner as a Gomocup engine, which answers a manager's commands.

This module does no input or output.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

import tengen
from tengen.games import BLACK, EMPTY, WHITE, opponent, registry
from tengen.games.openings import passes_after, table
from tengen.partner.player import LEVELS, Player
from tengen.session.opening import Expects, Opening

from . import protocol
from .protocol import EXACT, FREE, RENJU

SIZE = 15  # the only board that the partner knows
GAMES = {FREE: "five", EXACT: "gomoku", RENJU: "renju"}

# the limit of a thought, in us of the board's time, which the partner counts by nodes; a level may have a lower limit
_LIMIT_US = 5_000_000
_WARM_US = 60_000
_DEFAULT_S = 30.0  # the limit in seconds if the manager sets none
_PART = 20  # for one stone, the partner uses at most one part in this many of the remaining time of a match
_SPARE_S, _SPARE = 0.05, 0.1  # time reserved for the transfer to the manager: seconds, and a share of the limit

_SWAP2 = "swap-2"
_SWAP2_STONES = (0, 3, 5)


class OwnEngine:
    """Answer commands, one at a time. `over`: True after the command END.

    `level`: 1 to 5. `luck`: a function that returns a random number from 0 to 2^30 - 1 for each thought. `clock`: a
    function that returns seconds.
    """

    def __init__(self, player: Player, level: int, luck: Callable[[], int], clock: Callable[[], float]) -> None:
        self._player, self._level, self._luck, self._clock = player, level, luck, clock
        self.over = False
        self._started = False
        self._stones: list[tuple[int, int]] = []  # (point, colour)
        self._side = EMPTY  # the colour of the partner's stones, once it is known
        self._rule = FREE
        self._turn_s: float | None = None
        self._left_s: float | None = None
        self._block: _Block | None = None  # the lines between BOARD or SWAP2BOARD and DONE
        self._commands: dict[str, Callable[[str], Iterator[str]]] = {
            "START": self._start,
            "RECTSTART": self._start_rectangle,
            "RESTART": self._restart,
            "BEGIN": self._begin,
            "TURN": self._answer_turn,
            "BOARD": lambda _: self._open(_Block()),
            "SWAP2BOARD": lambda _: self._open(_Block(swap2=True)),
            "TAKEBACK": self._take_back,
            "INFO": self._note,
            "ABOUT": self._tell,
            "END": self._end,
        }

    def answers(self, line: str) -> Iterator[str]:
        """Yield the lines that answer a line from the manager, each line as soon as it is known."""
        word, rest = protocol.parted(line)
        if self._block is not None and word not in ("END", "START", "RESTART"):
            yield from self._add(line.strip())
        elif word:
            self._block = None
            yield from self._commands.get(word, self._unknown)(rest)

    # Start and end

    def _tell(self, _: str) -> Iterator[str]:
        name = "Tengen" if self._level == LEVELS else f"Tengen level {self._level}"
        yield f'name="{name}", version="{tengen.__version__}", author="The Tengen developers"'

    def _end(self, _: str) -> Iterator[str]:
        self.over = True
        yield from ()

    def _unknown(self, _: str) -> Iterator[str]:
        yield "UNKNOWN command: START, BEGIN, TURN, BOARD, TAKEBACK, RESTART, SWAP2BOARD, INFO, ABOUT and END are known"

    def _start_rectangle(self, rest: str) -> Iterator[str]:
        return self._start(str(SIZE) if protocol.pair(rest) == (SIZE, SIZE) else "")

    def _start(self, rest: str) -> Iterator[str]:
        if rest != str(SIZE):
            yield f"ERROR it plays on {SIZE}x{SIZE} points only: START {SIZE}"
            return
        if not self._started:
            self._warm_up()
        self._started = True
        yield from self._restart("")

    def _warm_up(self) -> None:
        """Think briefly.

        The first thought builds tables and may compile, and the time for START does not count as time of a move.
        """
        middle = SIZE * SIZE // 2
        game, _ = position("renju", [(middle, BLACK), (middle + 1, WHITE), (middle + SIZE, BLACK)], WHITE)
        self._player.begin(game, Expects("stone", colour=WHITE), game.refusal, LEVELS, 1, limit_us=_WARM_US)
        while not self._player.think(_WARM_US):
            pass

    def _restart(self, _: str) -> Iterator[str]:
        if not self._started:
            yield _NOT_STARTED
            return
        self._stones, self._side = [], EMPTY
        yield "OK"

    def _note(self, rest: str) -> Iterator[str]:
        """Store a setting if the partner uses it. The manager expects no answer to any setting."""
        key, value = protocol.parted(rest)
        number = _number(value)
        if number is None:
            pass
        elif key == "RULE":
            self._rule = number
        elif key == "TIMEOUT_TURN":
            self._turn_s = number / 1000
        elif key == "TIME_LEFT":
            self._left_s = None if number >= protocol.UNLIMITED else number / 1000
        yield from ()

    # The board

    def _begin(self, _: str) -> Iterator[str]:
        if self._stones:
            yield "ERROR there are stones already: RESTART comes before BEGIN"
        else:
            yield from self._put(BLACK)

    def _answer_turn(self, rest: str) -> Iterator[str]:
        point, wrong = self._read(rest)
        if wrong:
            yield wrong
        else:
            if not self._stones:
                self._side = WHITE
            self._stones.append((point, opponent(self._side)))
            yield from self._put(self._side)

    def _take_back(self, rest: str) -> Iterator[str]:
        pair = protocol.pair(rest)
        point = protocol.point_of(*pair, SIZE) if pair else None
        kept = [its for its in self._stones if its[0] != point]
        if len(kept) == len(self._stones):
            yield f"ERROR there is no stone on {protocol.printable(rest, 20) or 'no point'}"
        else:
            self._stones = kept
            yield "OK"

    def _open(self, block: _Block) -> Iterator[str]:
        self._block = block
        yield from ()

    def _add(self, line: str) -> Iterator[str]:
        """Add a line of a position. Errors are reported after DONE, because the manager expects an answer only then."""
        block = self._block
        assert block is not None
        if line.upper() == protocol.END_OF_BOARD:
            self._block = None
            if not self._started:
                yield _NOT_STARTED
            elif block.wrong:
                yield f"ERROR {block.wrong}"
            elif block.swap2:
                yield from self._answer_swap2([point for point, _ in block.stones])
            else:
                self._side = block.own_colour()
                self._stones = [(point, self._side if own else opponent(self._side)) for point, own in block.stones]
                yield from self._put(self._side)
        elif line:
            block.add(line)

    def _read(self, text: str) -> tuple[int, str]:
        """Return the point of the other side's stone, and the error in the text, or ""."""
        if not self._started:
            return 0, _NOT_STARTED
        pair = protocol.pair(text)
        point = protocol.point_of(*pair, SIZE) if pair else None
        if point is None:
            return 0, f"ERROR {protocol.printable(text, 20) or 'nothing'} is not a point: 0,0 to {SIZE - 1},{SIZE - 1}"
        if point in dict(self._stones):
            return 0, f"ERROR there is a stone on {protocol.xy(point, SIZE)} already"
        return point, ""

    # The partner's stones

    def _put(self, turn: int) -> Iterator[str]:
        """Put a stone of this colour, and yield its point."""
        if not self._started:
            yield _NOT_STARTED
            return
        name = GAMES.get(self._rule)
        if name is None:
            yield f"ERROR it does not play by rule {self._rule}: 0, 1 or 4"
            return
        ends = self._ends()
        game, sound = position(name, self._stones, turn)
        point = None
        if sound:
            answer = self._think(game, Expects("stone", colour=turn), ends)
            point = answer[1] if answer[0] == "stone" else None
        if point is None:
            point = nearest(dict(self._stones), game.warning if sound else lambda _: None)
        if point is None:
            yield "ERROR there is no point for a stone"
            return
        if sound:
            yield f"MESSAGE Eval {self._player.value}"
        self._side = turn
        self._stones.append((point, turn))
        yield protocol.xy(point, SIZE)

    def _answer_swap2(self, placed: Sequence[int]) -> Iterator[str]:
        """Put the first three stones, or decide after three or five."""
        name = GAMES.get(self._rule, "gomoku")
        if len(placed) not in _SWAP2_STONES:
            yield "ERROR SWAP2BOARD has 0, 3 or 5 stones"
            return
        game = registry.new(name, SIZE, None, free_centre=True, passes_after=passes_after(_SWAP2))
        opening = Opening(table(_SWAP2))
        ends = self._ends()

        def put(point: int) -> None:
            game.play(point)
            if opening.expects:
                opening.stone(game.turn)

        for number, point in enumerate(placed):
            if number == 3:
                opening.choose("add")
            put(point)
        wanted = 3
        if placed:
            now = self._clock()
            option = self._think(game, opening.expects, now + (ends - now) / 2)[1]
            if option == "black":
                yield "SWAP"
                return
            opening.choose(option)
            wanted = 2 if option == "add" else 1
        for _ in range(wanted):
            asked = opening.expects or Expects("stone", colour=game.turn)
            # the partner never resigns, because with so few stones there is always a point that is not a foul
            put(self._think(game, asked, ends)[1])
        yield " ".join(protocol.xy(point, SIZE) for point in game.moves[len(placed) :])

    def _think(self, game: Any, asked: Expects, ends: float) -> Any:
        """Return the player's answer, at most a moment after the end of the time."""
        player = self._player
        player.begin(game, asked, game.refusal, self._level, self._luck(), (), _LIMIT_US, resigns=False)
        hurried = False
        while not player.think(1):
            if not hurried and self._clock() >= ends:
                hurried = True
                player.hurry()
        return player.answer

    def _ends(self) -> float:
        """Return the time when the partner must have answered."""
        limits = [limit for limit in (self._turn_s, self._left_s and self._left_s / _PART) if limit is not None]
        limit = min(limits, default=_DEFAULT_S)
        return self._clock() + max(0.0, limit - _SPARE_S - limit * _SPARE)


class _Block:
    """The lines of a position as they arrive. `stones`: (point, whether the stone is the engine's own)."""

    def __init__(self, swap2: bool = False) -> None:
        self.swap2 = swap2
        self.stones: list[tuple[int, bool]] = []
        self.wrong = ""

    def add(self, line: str) -> None:
        """Add a line; or store the error in the first bad line in `wrong`."""
        if self.wrong:
            return
        its = protocol.stone(line)
        if self.swap2 and its is None and (pair := protocol.pair(line)):
            its = (*pair, protocol.OWN_STONE)
        shown = protocol.printable(line, 20)
        if its is None or its[2] not in (protocol.OWN_STONE, protocol.THEIR_STONE):
            self.wrong = f"{shown} is not a stone of a position: x,y,1 or x,y,2"
            return
        point = protocol.point_of(its[0], its[1], SIZE)
        if point is None:
            self.wrong = f"{shown} is not a point: 0,0 to {SIZE - 1},{SIZE - 1}"
        elif point in dict(self.stones):
            self.wrong = f"there are two stones on {protocol.xy(point, SIZE)}"
        else:
            self.stones.append((point, its[2] == protocol.OWN_STONE))

    def own_colour(self) -> int:
        """Return the engine's colour, which is to move.

        It is found from the numbers of stones, else from the owner of the first stone.
        """
        own = sum(its for _, its in self.stones)
        theirs = len(self.stones) - own
        if own == theirs:
            return BLACK
        if own + 1 == theirs:
            return WHITE
        return BLACK if self.stones[0][1] else WHITE


_NOT_STARTED = f"ERROR START {SIZE} comes first"


def position(name: str, stones: Sequence[tuple[int, int]], turn: int) -> tuple[Any, bool]:
    """Return a game with a position, and whether it can continue, with an empty point and without a line that wins."""
    game = registry.new(name, SIZE, None, free_centre=True)
    colours: dict[int, list[int]] = {BLACK: [], WHITE: []}
    for point, colour in stones:
        colours[colour].append(point)
    try:
        game.set_up(colours[BLACK], colours[WHITE], turn)
    except ValueError:
        return game, False
    return game, True


def nearest(taken: Collection[int], foul: Callable[[int], object]) -> int | None:
    """Return the free point nearest to the middle that is not a foul; None if there is no such point."""
    middle = SIZE // 2
    order = sorted(range(SIZE * SIZE), key=lambda at: max(abs(at // SIZE - middle), abs(at % SIZE - middle)))
    return next((at for at in order if at not in taken and not foul(at)), None)


def _number(text: str) -> int | None:
    """Return a number of INFO, at most 18 digits long."""
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= 18 else None
