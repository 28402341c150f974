"""A tree of variations under the stones of a board: what is known from here glows, and a new line is kept.

A stone goes on in the tree, and one that is lifted goes back. It helps players: in referee and silent games it rests.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any, Protocol

from tengen.games import BLACK, WHITE, points, registry
from tengen.session.settings import NOBODY

from ..records.record import RecordError
from ..state import COLOURS, PASS, GameState
from ..trees.known import Known
from ..trees.outline import Ply, outline
from ..trees.store import Opened
from .board import Board, Message, did_of, groups_of

MODES = ("casual", "teach")
MOST = 30  # points that a board lights at once: a command has 512 bytes

_NEWS = frozenset({"game", "board", "moves", "result"})  # the groups by which a position is another one

NOTHING = Known()

Show = Callable[[Known | None, bool, Sequence[Ply]], None]


class Tree(Protocol):
    """What is asked: trees.store.Opened, or trees.explorer.Explorer, which keeps no new line."""

    size: int
    game: str

    def at(self, stones: Mapping[int, int] | Sequence[str]) -> Known | None: ...


class UnderStones:
    """Follows the game on `board` in the tree that `open_tree` opens, in a thread of its own.

    `show` gets what is known of each position, or None, whether the tree rests in this game, and the next moves, for
    the pages. `tell` gets a line for people. `tree`: once it is open; it is to be asked in `thread` only.
    """

    def __init__(
        self,
        board: Board,
        open_tree: Callable[[], Tree],
        tell: Callable[[str], None],
        show: Show = lambda known, rests, outline: None,
        thread: Executor | None = None,
    ) -> None:
        self._board, self._open, self._tell, self._show = board, open_tree, tell, show
        self.tree: Tree | None = None
        self._news = asyncio.Event()
        self._thread = thread or ThreadPoolExecutor(1, "tree")  # SQLite wants one thread
        self._said = ""

    async def run(self) -> None:
        """Follow until cancelled. Raises OSError or RecordError if the tree can't be opened."""
        loop = asyncio.get_running_loop()
        tree = self.tree = await loop.run_in_executor(self._thread, self._open)
        self._news.set()
        end = self._board.subscribe(self._hear)
        try:
            while True:
                await self._news.wait()
                self._news.clear()
                await self._look(tree, loop)
        finally:
            end()
            self._thread.shutdown(wait=False)

    def rests(self) -> bool:
        """Whether the present game is played without the tree."""
        return self.tree is not None and bool(self._why_not(self.tree, self._state))

    @property
    def game(self) -> str:
        """The game on the board, by its name in the registry."""
        return self._state.game

    def look_again(self) -> None:
        """Tell once more what is known: the tree has changed."""
        self._news.set()

    @property
    def _state(self) -> GameState:
        return self._board.replica.state.game

    def _hear(self, message: Message) -> None:
        if _NEWS.intersection(groups_of(message)):
            self._news.set()
        elif self._goes_back() and any(self._is_back(did) for did in did_of(message)):
            # here nobody is asked: the tree goes back with the stone
            self._ask({"cmd": "back", "count": 1})

    def _is_back(self, did: Mapping[str, Any]) -> bool:
        """Whether this says that the last stone, and nothing else, has been lifted."""
        if self._state.settings.get("mode") == "casual":  # there it is a wish, which the board tells as such
            return did["code"] == "take_back_wished" and bool(did.get("lifted"))
        missing, last = did.get("missing"), self._state.last
        return did["code"] == "disturbed" and bool(last) and missing == [last] and not did.get("extra")

    def _goes_back(self) -> bool:
        """Whether a lifted stone goes back by the tree: a partner agrees to that by itself."""
        its = self._state.settings
        return its.get("mode") in MODES and its.get("partner", NOBODY) == NOBODY

    async def _look(self, tree: Tree, loop: asyncio.AbstractEventLoop) -> None:
        state = self._state
        why = self._why_not(tree, state)
        self._say(why)
        if why:
            self._rest()
            return
        try:
            known, after = await loop.run_in_executor(self._thread, _known, tree, state)
        except (OSError, RecordError) as error:
            self._say(f"the tree can't be asked: {error}")
            self._rest()
            return
        if state.moves == self._state.moves and state.cells == self._state.cells:
            self._show(known, False, after)
            self._light(known or NOTHING, state)

    def _why_not(self, tree: Tree, state: GameState) -> str:
        mode = state.settings.get("mode")
        if mode not in MODES:
            return f"a {mode} game is played without the tree" if mode else ""
        if state.settings.get("puzzle"):
            return "a puzzle is solved without the tree"
        if (tree.game and state.game != tree.game) or state.torus or state.settings.get("options"):
            its = registry.title(tree.game) if tree.game in registry.NAMES else "another game"
            return f"the tree is of {its}, without options: this game is played without it"
        if not set(state.cells.values()) <= set(_COLOURS):
            return "the tree knows black and white stones only"
        if state.size != tree.size:
            return f"the tree is for a board of {tree.size}x{tree.size}, the game's has {state.size}x{state.size}"
        return ""

    def _light(self, known: Known, state: GameState) -> None:
        lit = [its for its in known.continuations if its.point != PASS and its.point not in state.cells][:MOST]
        # of games, the one that was played most
        played = [its.point for its in lit if its.black + its.white + its.draws][:1]
        if not state.result:
            command: dict[str, Any] = {"cmd": "show", "points": [its.point for its in lit], "moves": len(state.moves)}
            self._ask({**command, "best": [its.point for its in lit if its.best] or played})

    def _ask(self, command: dict[str, Any]) -> None:
        # where the board is away, its snapshot brings the tree up to date
        with contextlib.suppress(ValueError):
            self._board.ask(command)

    def _rest(self) -> None:
        self._show(None, True, ())

    def _say(self, what: str) -> None:
        if what and what != self._said:
            self._tell(what)
        self._said = what


def outline_of(tree: Tree, stones: Mapping[int, int], known: Known | None) -> tuple[Ply, ...]:
    """Return the next moves after a position of which `known` is known."""
    return outline(tree.at, stones, known, tree.size) if known else ()


def _known(tree: Tree, state: GameState) -> tuple[Known | None, tuple[Ply, ...]]:
    """Return what is known of a position, and the next moves; a line that leads out of the tree is kept as a new branch
    first.
    """
    stones = {points.index(point, state.size): _COLOURS[colour] for point, colour in state.cells.items()}
    known = tree.at(stones)
    moves = [move.point for move in state.moves]
    if known is None and isinstance(tree, Opened) and len(stones) == len([move for move in moves if move != PASS]):
        tree.add(moves, colours=[move.colour for move in state.moves])
        known = tree.at(stones)
    return known, outline_of(tree, stones, known)


_COLOURS = dict(zip(COLOURS, (BLACK, WHITE), strict=True))
