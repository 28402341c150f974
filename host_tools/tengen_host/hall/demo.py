"""Games for `tengen live --virtual`: simulated hands play a different real game on each board, at human speed."""

from __future__ import annotations

import contextlib
import random
from collections import deque
from collections.abc import Callable, Iterator

from tengen.games import points
from tengen.games.renju.position import SIZE

from .. import samples
from ..records import replay
from ..records.record import Record, RecordError
from ..virtual.board import VirtualBoard
from .details import Details

THINKS_MS = (2000, 8000)  # ms for one stone
RESTS_MS = 45_000  # the pause after a game in ms, so that people see its result
CLOCKS = ("10+5", "15", "20/30x3")

# for each board, the part of its first game that is played at once, so that the hall shows early, late and finished
# games
STAGES = (0.35, 0.7, 0.15, 1.0, 0.5, 0.85, 0.25, 0.6)

# two names for each table; the players stay at their table
NAMES = (
    "Aiko", "Bengt", "Chiara", "Dmitri", "Eeva", "Farid", "Grete", "Hiroshi", "Ines", "Jaan", "Katya", "Lars", "Mei",
    "Nils", "Olga", "Pavel", "Quynh", "Raul", "Sofia", "Taavi", "Ulla", "Viktor", "Wei", "Xenia", "Yuki", "Zoltan",
    "Anton", "Birgit", "Chen", "Daiki", "Elin", "Feng",
)  # fmt: skip


class Games:
    """The real games of samples/. No two boards have the same one at the same time."""

    def __init__(self) -> None:
        games = samples.games()
        random.Random(samples.SEED).shuffle(games)  # because the samples are sorted by opening
        self._free = deque(Record(tuple(points.name(point, SIZE) for point in game[::2])) for game in games)

    @contextlib.contextmanager
    def one(self) -> Iterator[Record]:
        """Reserve the least recently played game while the block runs."""
        game = self._free.popleft()
        try:
            yield game
        finally:
            self._free.append(game)


def seat(details: Details, number: int) -> None:
    """Seat two players at a board, by its number from 0."""
    first, second = NAMES[2 * number % len(NAMES)], NAMES[(2 * number + 1) % len(NAMES)]
    details.give({"p1": first, "p2": second, "table": str(number + 1)})


async def play(board: VirtualBoard, number: int, games: Games, tell: Callable[[str], None]) -> None:
    """Play one game after another on the running board of this number, from 0, until cancelled.

    If a person touches the board, the simulated hands stop; `tell` gets a line about that. If the board is only too
    slow, on a busy machine, it gets another game after the pause.
    """
    luck = random.Random(number)
    stage = STAGES[number % len(STAGES)]
    its = {"clock": CLOCKS[number % len(CLOCKS)]}
    while True:
        with games.one() as game:
            with contextlib.suppress(RecordError):
                await _game(board, game, round(stage * len(game.moves)), its, luck)
            lying = set(board.stones)
            await board.clock.sleep_ms(RESTS_MS)
            of_hands = {points.index(move, board.size) for move in game.moves[: len(lying)]}
            of_game = {points.index(point, board.size) for point in board.game.cells}
            if lying != of_hands or not of_game <= lying or lying != set(board.stones):
                tell(f"Board {number + 1} ends its demonstration: somebody has touched it")
                return
            with contextlib.suppress(RecordError):
                await replay.clear(board)
        stage = 0


async def _game(board: VirtualBoard, game: Record, behind: int, its: dict[str, str], luck: random.Random) -> None:
    def pace(move: int) -> int:
        return 0 if move <= behind else luck.randint(*THINKS_MS)

    def touched(words: str) -> None:
        # `tengen record replay` would ask people to restore the position; here it is an error, because a person who
        # touches the board wants to play
        raise RecordError("a move of its game can't be made")

    await replay.by_hand(board, game, pace, touched, its)
