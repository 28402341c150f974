"""A tree of variations, or a folder of games, as a guest. It lights the known next moves, and saves new lines.

When a stone is put, the guest goes forward in the tree; when a stone is lifted, it goes back. A page may look up any
position, and change the file. Because this helps players, the tree is off in referee and silent games.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tengen.games import BLACK, WHITE, points, registry
from tengen.session.settings import NOBODY

from ..boards.interface import Board, Message, did_of, group, groups_of
from ..i18n import Sentence, fields
from ..records import files
from ..records.record import Record, RecordError
from ..records.tree import Tree
from ..trees import editing, formats
from ..trees.explorer import Explorer
from ..trees.outline import Ply, outline
from ..trees.position import Known
from ..trees.store import MOST_CHANGED, Opened
from ..wire.state import COLOURS, PASS, GameState
from .guest import Guest

MODES = ("casual", "teach")
MOST_LIT = 30  # the largest number of points lit at once, because a command has at most 512 bytes
MOST_TEXT = 4000  # the largest number of characters of a comment on a page
_MOST_CONTINUATIONS = 60  # the largest number of continuations on a page

_POSITION = frozenset({"game", "board", "moves", "result"})  # a change of one of these groups changes the position
_COLOURS = dict(zip(COLOURS, (BLACK, WHITE), strict=True))

_Found = tuple[Known | None, Sequence[Ply]]  # the tree's entry for a position, and the next moves


class TreeGuest(Guest):
    """The tree in the file, or the games in the folder, at `path`; `encoding`: of its texts, if the user names it.

    `tell` gets lines for people. `thread` runs all queries, because SQLite allows only one thread.
    """

    _board: Board  # set in follow()
    _tree: Explorer | Opened  # set in start()

    def __init__(
        self, path: Path, tell: Callable[[str], None], encoding: str = "", thread: Executor | None = None
    ) -> None:
        super().__init__()
        self._path, self._tell, self._encoding = path, tell, encoding
        self.thread = thread or ThreadPoolExecutor(1, "tree")
        self._fixed: Sentence | None = None  # why a page can't change the tree
        self._rests = False
        self._found: _Found = None, ()
        self._news = asyncio.Event()
        self._last = ""  # the last text that `tell` got

    def check(self) -> None:
        """Check that the tree can be opened; create a missing file. Raises RecordError or OSError.

        Opening a large tree takes a long time, but no page is served yet.
        """
        if not self._path.exists():
            files.check_place(self._path, force=False)
            formats.write(self._path, [Tree()])
            self._tell(f"{self._path} is a new tree: it saves each line that is played")
        self._opened().close()

    async def start(self) -> None:
        """Open the tree. Raises RecordError or OSError."""
        self._tree = await asyncio.get_running_loop().run_in_executor(self.thread, self._opened)
        self._fixed = why_fixed(self._path, self._tree)

    async def follow(self, board: Board) -> None:
        """Follow the games of a board until cancelled."""
        self._board = board
        self._news.set()
        end = board.subscribe(self._hear)
        try:
            while True:
                await self._news.wait()
                self._news.clear()
                await self._look()
        finally:
            end()

    async def stop(self) -> None:
        """Close the tree."""
        if hasattr(self, "_tree"):  # start() has opened it
            await asyncio.get_running_loop().run_in_executor(self.thread, self._tree.close)
        self.thread.shutdown(wait=False)

    def message(self) -> Message:
        """Return the group `study`: the fields below, and those of at().

        {"name": of the tree, "keeps": i18n.fields() of the reason why a page can't change it, or null, "rests": whether
        the game is played without it}
        """
        its = {"name": self._path.name, "keeps": self._fixed and fields(self._fixed), "rests": self._rests}
        return group("study", its | _for_page(self._found))

    # Requests of pages

    def played(self) -> tuple[str, int]:
        """Return the game and the size of its board. Raises ValueError (Sentence) if the tree is off in this game."""
        if why_rests(self._tree, self._game):
            raise ValueError(Sentence("study.rests"))
        return self._game.game, self._tree.size

    def size_for(self, record: Record) -> int:
        """Return the size of the tree's board. Raises ValueError (Sentence) if a game is not one of the tree's."""
        tree = self._tree
        other = tree.game and record.game != tree.game
        if other or record.torus or record.options or any(map(any, record.changes)) or record.size != tree.size:
            raise ValueError(Sentence("commentary.other_tree", tree=self._path.name))
        return tree.size

    def at(self, stones: Mapping[int, int]) -> dict[str, Any]:
        """Return the tree's entry for a position; call this in `thread`.

        {"known": null, or the fields of Known, "outline": the next moves, each with the fields of Ply}

        `stones`: colours by points, row * size + column. Raises RecordError or OSError.
        """
        return _for_page(_found(self._tree, stones))

    def change(self, stones: Mapping[int, int], its: editing.Change) -> dict[str, Any]:
        """Change the tree at a position, and return its new entry as at() does; call this in `thread`.

        Call look_again() after that. Raises ValueError (Sentence) for a change that is not possible, and the errors of
        at().
        """
        tree = self._tree
        if not isinstance(tree, Opened):
            raise ValueError(Sentence("tree.folder"))
        if tree.count > MOST_CHANGED:
            raise ValueError(Sentence("tree.too_large", most=MOST_CHANGED))
        known = tree.at(stones)
        if its.what == editing.COMMENT and known and len(known.comment) > MOST_TEXT:
            # the page has only the beginning, and would delete the rest
            raise ValueError(Sentence("tree.long_comment", most=MOST_TEXT))
        try:
            tree.change(stones, its)
        except RecordError as error:
            raise ValueError(Sentence("tree.not_changed", error=str(error))) from None
        except OSError as error:
            raise ValueError(Sentence("tree.not_changed", error=error.strerror or str(error))) from None
        return self.at(stones)

    def look_again(self) -> None:
        """Show and light the present entry again: the tree or the lights have changed."""
        self._news.set()

    # The board

    @property
    def _game(self) -> GameState:
        return self._board.replica.state.game

    def _opened(self) -> Explorer | Opened:
        if self._path.is_dir():
            return Explorer(self._path)
        return Opened(self._path, encoding=self._encoding, tell=self._tell)

    def _hear(self, message: Message) -> None:
        if _POSITION.intersection(groups_of(message)):
            self._news.set()
        elif any(is_lifted(did, self._game) for did in did_of(message)):
            # only in games where no opponent must agree to a take-back (is_lifted)
            self._ask({"cmd": "back", "count": 1})

    async def _look(self) -> None:
        game = self._game
        why = why_rests(self._tree, game)
        found: _Found = None, ()
        if not why:
            try:
                found = await asyncio.get_running_loop().run_in_executor(self.thread, _added, self._tree, game)
            except (OSError, RecordError) as error:
                why = f"the tree can't be read: {error}"
        if why and why != self._last:
            self._tell(why)
        self._last = why
        if why or (game.moves == self._game.moves and game.cells == self._game.cells):
            self._show(found, bool(why))
            if not why and not game.result and self.may_light():
                self._ask(lights(found[0] or Known(), game))

    def _show(self, found: _Found, rests: bool) -> None:
        if (found, rests) != (self._found, self._rests):
            self._found, self._rests = found, rests
            self._publish()

    def _ask(self, command: dict[str, Any]) -> None:
        # if the board is disconnected, its snapshot will bring the tree up to date
        with contextlib.suppress(ValueError):
            self._board.ask(command)


def why_fixed(path: Path, tree: Explorer | Opened) -> Sentence | None:
    """Return why a page can't change a tree; None if it can."""
    if not isinstance(tree, Opened):
        return Sentence("tree.folder")
    if tree.count > MOST_CHANGED:
        return Sentence("tree.too_large", most=MOST_CHANGED)
    if not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
        return Sentence("tree.read_only")
    return None


def why_rests(tree: Explorer | Opened, game: GameState) -> str:
    """Return why a game is played without the tree, in a sentence for people; "" if it is played with it."""
    mode = game.settings.get("mode")
    if mode not in MODES:
        return f"a {mode} game is played without the tree" if mode else ""
    if game.settings.get("puzzle") or game.settings.get("lesson"):
        return "a puzzle or a lesson is solved without the tree"
    if (tree.game and game.game != tree.game) or game.torus or game.settings.get("options"):
        its = registry.title(tree.game) if tree.game in registry.NAMES else "another game"
        return f"the tree is for {its} without options: this game is played without it"
    if not set(game.cells.values()) <= set(_COLOURS):
        return "the tree has only black and white stones: this game is played without it"
    if game.size != tree.size:
        sizes = f"{tree.size}x{tree.size}, not of {game.size}x{game.size}"
        return f"the tree is for a board of {sizes}: this game is played without it"
    return ""


def is_lifted(did: Mapping[str, Any], game: GameState) -> bool:
    """Return whether exactly the last stone was lifted, in a game where the tree then goes back.

    False in a game against a partner, because the partner agrees to a take-back by itself.
    """
    mode = game.settings.get("mode")
    if mode not in MODES or game.settings.get("partner", NOBODY) != NOBODY:
        return False
    if mode == "casual":  # here a lifted stone is a request for a take-back, and the board reports the request
        return did["code"] == "take_back_wished" and bool(did.get("lifted"))
    return did["code"] == "disturbed" and did.get("missing") == [game.last] and not did.get("extra")


def lights(known: Known, game: GameState) -> dict[str, Any]:
    """Return the command that lights the known next moves.

    Moves that are marked as best or played most are brighter.
    """
    lit = [its for its in known.continuations if its.point != PASS and its.point not in game.cells][:MOST_LIT]
    played = [its.point for its in lit if its.black + its.white + its.draws][:1]
    best = [its.point for its in lit if its.best] or played
    return {"cmd": "show", "points": [its.point for its in lit], "moves": len(game.moves), "best": best}


def _found(tree: Explorer | Opened, stones: Mapping[int, int]) -> _Found:
    known = tree.at(stones)
    return known, outline(tree.at, stones, known, tree.size) if known else ()


def _added(tree: Explorer | Opened, game: GameState) -> _Found:
    """Return the entry for a position. A line that is not in the tree yet is added first, as a new branch."""
    stones = {points.index(point, game.size): _COLOURS[colour] for point, colour in game.cells.items()}
    moves = [move.point for move in game.moves]
    if isinstance(tree, Opened) and len(stones) == len(moves) - moves.count(PASS) and tree.at(stones) is None:
        tree.add(moves, colours=[move.colour for move in game.moves])
    return _found(tree, stones)


def _for_page(found: _Found) -> dict[str, Any]:
    """Return an entry for a page; long texts and lists are cut."""
    known, after = found
    its = asdict(known) if known else None
    if its:
        its["comment"] = its["comment"][:MOST_TEXT]
        its["continuations"] = its["continuations"][:_MOST_CONTINUATIONS]
    return {"known": its, "outline": [asdict(ply) for ply in after]}
