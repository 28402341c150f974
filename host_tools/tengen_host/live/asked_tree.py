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

import json
import os
import re
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Executor
from dataclasses import asdict
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from tengen.games import BLACK, WHITE, points

from .. import said
from ..records.record import RecordError
from ..said import Said
from ..trees import editing
from ..trees.store import MOST_CHANGED, Opened
from . import access
from .studied import MOST_TEXT, told
from .under_stones import Tree, UnderStones, outline_of
from .workqueue import Full, Gone, WorkQueue

MOST_BYTES = 4 * MOST_TEXT + 8000  # of a request: a comment, in letters of four bytes, and the stones
MOST_LABEL = 12  # characters
_STONES = re.compile(r"(?:[a-s][0-9]{1,2}){0,361}")
_STONE = re.compile(r"[a-s][0-9]+")

Stones = dict[str, int]  # by the names of their points, BLACK or WHITE


class AskedTree:
    """Asks the tree that `follower` has under the stones, in its `thread`; only so many questions wait there."""

    def __init__(self, follower: UnderStones, thread: Executor) -> None:
        self._follower = follower
        self._queue = WorkQueue("tree", cache_bytes=0, thread=thread)

    async def look(self, request: Request, stones: Stones) -> dict[str, Any]:
        """Return what is known of a position. Raises ValueError (Said), RecordError, OSError, Full, Gone."""
        tree = self._tree()
        held = _held(stones, tree.size)
        return dict(await self._queue.do(request, f"look {sorted(held.items())}", lambda wanted: _look(tree, held)))

    async def change(self, request: Request, stones: Stones, its: editing.Change) -> dict[str, Any]:
        """Change the tree at a position; return what is known of it now. Raises as look() does."""
        tree = self._tree()
        held = _held(stones, tree.size)
        key = f"change {sorted(held.items())} {its}"
        found = await self._queue.do(request, key, lambda wanted: _changed(tree, held, its))
        self._follower.look_again()
        return dict(found)

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
        return JSONResponse(await its(request).look(request, _stones(request.query_params)))

    async def change(request: Request) -> Response:
        if access.is_foreign(request.scope) or not access.may_act(request.scope):
            return _refusal(Said("notice.looking"), 403)
        asked = its(request)
        body = _object(await _body(request))
        return JSONResponse(await asked.change(request, _stones(body), _change(body)))

    return [
        route
        for folder in ("", "/board/{key}")
        for route in (
            Route(f"{folder}/study.json", _answering(look)),
            Route(f"{folder}/study", _answering(change), methods=["POST"]),
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


# What a request says. What no page sends has only English for it


def _bad(detail: str) -> ValueError:
    return ValueError(Said("server.bad_command", detail=detail))


def _stones(fields: Mapping[str, Any]) -> Stones:
    found: Stones = {}
    for name, colour in (("black", BLACK), ("white", WHITE)):
        text = fields.get(name, "")
        if not isinstance(text, str) or not _STONES.fullmatch(text):
            raise _bad(f"{name} is no text like h8g7")
        found |= dict.fromkeys(_STONE.findall(text), colour)
    return found


def _held(stones: Stones, size: int) -> dict[int, int]:
    try:
        return {points.index(name, size): colour for name, colour in stones.items()}
    except ValueError:
        raise _bad(f"a stone is outside the board of {size}x{size}") from None


def _change(body: Mapping[str, Any]) -> editing.Change:
    what, on = body.get("do"), body.get("on", True)
    texts = [body.get(name, "") for name in ("point", "colour", "text")]
    if what not in editing.CHANGES or not isinstance(on, bool) or not all(isinstance(its, str) for its in texts):
        raise _bad(f"a change is one of {', '.join(editing.CHANGES)}, of texts")
    point, colour, text = texts
    if what == editing.LABEL:
        text, most = " ".join(text.split()), MOST_LABEL
    else:
        text, most = "\n".join(line.rstrip() for line in text.splitlines()).strip(), MOST_TEXT
    if len(text) > most:
        raise ValueError(Said("tree.too_long", most=most, length=len(text)))
    if not all(letter.isprintable() or letter == "\n" for letter in text):
        raise ValueError(Said("tree.unprintable"))
    return editing.Change(str(what), point, colour, text, on)


def _object(data: bytes) -> dict[str, Any]:
    try:
        body = json.loads(data) if len(data) <= MOST_BYTES else None
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict):
        raise _bad("a change is an object")
    return body


async def _body(request: Request) -> bytes:
    data = b""
    async for piece in request.stream():
        data += piece
        if len(data) > MOST_BYTES:
            break
    return data


def _answering(answer: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """Wrap a handler: its errors become HTTP error responses."""

    async def answered(request: Request) -> Response:
        try:
            return await answer(request)
        except Full:
            return _refusal(Said("tree.busy"), 503, {"retry-after": "2"})
        except Gone:
            return Response(status_code=499)  # the client has disconnected
        except (OSError, RecordError) as error:
            return _refusal(Said("tree.unreadable", error=str(error)), 500)
        except ValueError as error:
            return _refusal(said.words_of(error), 409)

    return answered


def _refusal(words: str, status: int, headers: Mapping[str, str] | None = None) -> Response:
    return JSONResponse(said.fields(words), status_code=status, headers=headers)
