"""What a tree knows of any position, for pages that walk in it, and what a page of this machine changes in it.

| address | content |
|---|---|
| `/study.json?black=h8g7&white=i9` | {"known": as in Studied.message(), "outline": the next moves}; 409 in a game
that is played without the tree |
| `/study` | takes (POST) {"do": one of editing.CHANGES, "black": "h8g7", "white": "i9", and the fields of a Change},
from a page of this machine; answers as above |

The same below `/board/KEY`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import asdict
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ..records.record import RecordError
from ..said import Said
from ..trees import editing
from ..trees.store import MOST_CHANGED, Opened
from . import tree_requests as requests
from .studied import MOST_TEXT, told
from .under_stones import Tree, UnderStones, outline_of
from .workqueue import WorkQueue


class AskedTree:
    """Asks the tree that `follower` has under the stones, in its `thread`; only so many questions wait there."""

    def __init__(self, follower: UnderStones, thread: Executor) -> None:
        self._follower = follower
        self._queue = WorkQueue("tree", cache_bytes=0, thread=thread)

    async def look(self, request: Request, stones: requests.Stones) -> dict[str, Any]:
        """Return what is known of a position. Raises ValueError (Said), RecordError, OSError, Full, Gone."""
        tree = self._tree()
        held = requests.held(stones, tree.size)
        return dict(await self._queue.do(request, f"look {sorted(held.items())}", lambda wanted: _look(tree, held)))

    async def change(self, request: Request, stones: requests.Stones, its: editing.Change) -> dict[str, Any]:
        """Change the tree at a position; return what is known of it now. Raises as look() does."""
        tree = self._tree()
        held = requests.held(stones, tree.size)
        key = f"change {sorted(held.items())} {its}"
        try:
            return dict(await self._queue.do(request, key, lambda wanted: _changed(tree, held, its)))
        finally:
            self._follower.look_again()  # also where the page has left meanwhile: its change is done all the same

    def played(self) -> tuple[str, int]:
        """Return the game and the size of its board. Raises ValueError (Said) where the tree is not to be asked."""
        tree = self._tree()
        return self._follower.game, tree.size

    def _tree(self) -> Tree:
        if self._follower.tree is None:
            raise ValueError(Said("tree.none"))
        if self._follower.rests():
            raise ValueError(Said("study.rests"))
        return self._follower.tree


def why_not_written(path: Path, tree: Tree) -> Said | None:
    """Return why a page can't change a tree; None if it can."""
    if not isinstance(tree, Opened):
        return Said("tree.folder")
    if tree.count > MOST_CHANGED:
        return Said("tree.too_large", most=MOST_CHANGED)
    if not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
        return Said("tree.read_only")
    return None


def routes(tree_of: Callable[[Request], AskedTree | None]) -> list[Route]:
    """Return the routes; `tree_of` finds the tree of the board that a request is about, if there is one."""

    def its(request: Request) -> AskedTree:
        found = tree_of(request)
        if found is None:
            raise ValueError(Said("tree.none"))
        return found

    async def look(request: Request) -> Response:
        return JSONResponse(await its(request).look(request, requests.stones(request.query_params)))

    async def change(request: Request) -> Response:
        if not requests.may_change(request):
            return requests.refusal(Said("notice.looking"), 403)
        asked, body = its(request), await requests.body(request)
        return JSONResponse(await asked.change(request, requests.stones(body), requests.change(body)))

    return [
        route
        for folder in ("", "/board/{key}")
        for route in (
            Route(f"{folder}/study.json", requests.answering(look)),
            Route(f"{folder}/study", requests.answering(change), methods=["POST"]),
        )
    ]


def _look(tree: Tree, held: dict[int, int]) -> dict[str, Any]:
    known = tree.at(held)
    return {"known": told(known), "outline": [asdict(ply) for ply in outline_of(tree, held, known)]}


def _changed(tree: Tree, held: dict[int, int], its: editing.Change) -> dict[str, Any]:
    if not isinstance(tree, Opened):
        raise ValueError(Said("tree.folder"))
    if tree.count > MOST_CHANGED:
        raise ValueError(Said("tree.too_large", most=MOST_CHANGED))
    known = tree.at(held)
    if its.what == editing.COMMENT and known and len(known.comment) > MOST_TEXT:
        raise ValueError(Said("tree.long_comment", most=MOST_TEXT))  # the page has not all of it
    try:
        tree.change(held, its)
    except RecordError as error:
        raise ValueError(Said("tree.not_changed", error=str(error))) from None
    except OSError as error:
        raise ValueError(Said("tree.not_changed", error=error.strerror or str(error))) from None
    return _look(tree, held)
