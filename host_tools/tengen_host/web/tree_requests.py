"""Requests of pages to a board's tree and engine, completely checked, and their answers.

| address | content |
|---|---|
| `/study.json?black=h8g7&white=i9` | the tree's entry for a position (TreeGuest.at); 409 in games without the tree |
| `/study` | POST {"do": one of editing.CHANGES, "black": "h8g7", "white": "i9", and the fields of a Change}:
changes the tree; answers as above |
| `/study/engine` | POST {"black": "h8g7", "white": "i9", "turn": "black" or "white"}:
answers the engine's move (EngineGuest.opinion) |

With `"of": "commentary"` the position and its game are those of the board's commentary, not those of its tree.

The same addresses exist below `/board/KEY`.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from tengen.games import BLACK, COLOUR_NAMES, WHITE, points

from .. import i18n
from ..commentary.line import Line
from ..guests.engine import EngineGuest
from ..guests.tree import MOST_TEXT, TreeGuest
from ..hall.hall import Place
from ..i18n import Sentence
from ..records.record import COLOURS, RecordError
from ..trees import editing
from .request_body import json_object
from .workqueue import Full, Gone, WorkQueue

# the largest request in bytes: a comment with four bytes for each letter, and the stones
MOST_BYTES = 4 * MOST_TEXT + 8000
COMMENTARY = "commentary"
MOST_LABEL = 12  # characters
_STONES = re.compile(r"(?:[a-s][0-9]{1,2}){0,361}")
_STONE = re.compile(r"[a-s][0-9]+")

Answer = Callable[[Request], Awaitable[Response]]


def routes(place_of: Callable[[Request], Place | None]) -> list[Route]:
    """Return the routes. `place_of` finds the board that a request is about."""
    # one queue for each tree, so that the limit of waiting questions is separate for each
    queues: dict[TreeGuest, WorkQueue] = {}

    def tree_of(request: Request) -> TreeGuest:
        place = place_of(request)
        tree = place.guest(TreeGuest) if place else None
        if tree is None:
            raise ValueError(Sentence("tree.none"))
        return tree

    async def done(request: Request, tree: TreeGuest, key: str, work: Callable[[], dict[str, Any]]) -> Response:
        queue = queues.setdefault(tree, WorkQueue("tree", cache_bytes=0, thread=tree.thread))
        return JSONResponse(await queue.do(request, key, lambda wanted: work()))

    def commented(request: Request) -> Line:
        place = place_of(request)
        line = place.commentary.line if place else None
        if line is None:
            raise ValueError(Sentence("commentary.none"))
        return line

    async def look(request: Request) -> Response:
        tree, its = tree_of(request), request.query_params
        size = tree.size_for(commented(request).record) if its.get("of") == COMMENTARY else tree.played()[1]
        stones = _stones(its, size)
        return await done(request, tree, f"look {sorted(stones.items())}", lambda: tree.at(stones))

    async def change(request: Request) -> Response:
        tree, body = tree_of(request), await _body(request)
        stones, its = _stones(body, tree.played()[1]), _change(body)
        key = f"change {sorted(stones.items())} {its}"
        try:
            return await done(request, tree, key, lambda: tree.change(stones, its))
        finally:
            tree.look_again()  # even if the page has disconnected meanwhile, because its change is made anyway

    async def ask_engine(request: Request) -> Response:
        place, body = place_of(request), await _body(request)
        engine = place.guest(EngineGuest) if place else None
        if engine is None:
            raise ValueError(Sentence("tree.no_engine"))
        if body.get("of") == COMMENTARY:
            line = commented(request)
            if line.is_over:
                raise ValueError(Sentence("commentary.over"))
            game, size = line.record.game, line.record.size
        else:
            game, size = tree_of(request).played()
        turn = body.get("turn")
        if turn not in COLOURS:
            raise _bad("turn must be black or white")
        stones = _stones(body, size)
        return JSONResponse(await engine.opinion(game, size, stones, COLOUR_NAMES.index(turn)))

    return [
        route
        for folder in ("", "/board/{key}")
        for route in (
            Route(f"{folder}/study.json", _answering(look)),
            Route(f"{folder}/study", _answering(change), methods=["POST"]),
            Route(f"{folder}/study/engine", _answering(ask_engine), methods=["POST"]),
        )
    ]


def _bad(detail: str) -> ValueError:
    """Return the error for a request that no page sends; it is in English only."""
    return ValueError(Sentence("server.bad_command", detail=detail))


def _stones(its: Mapping[str, Any], size: int) -> dict[int, int]:
    """Return the stones of a request, {"black": "h8g7", "white": "i9"}, as colours by points (row * size + column)."""
    found: dict[str, int] = {}
    for name, colour in (("black", BLACK), ("white", WHITE)):
        text = its.get(name, "")
        if not isinstance(text, str) or not _STONES.fullmatch(text):
            raise _bad(f"{name} is not a text like h8g7")
        found |= dict.fromkeys(_STONE.findall(text), colour)
    try:
        return {points.index(name, size): colour for name, colour in found.items()}
    except ValueError:
        raise _bad(f"a stone is outside the board of {size}x{size}") from None


def _change(its: Mapping[str, Any]) -> editing.Change:
    """Return the change in a request. Raises ValueError."""
    what, on = its.get("do"), its.get("on", True)
    texts = [its.get(name, "") for name in ("point", "colour", "text")]
    if what not in editing.CHANGES or not isinstance(on, bool) or not all(isinstance(one, str) for one in texts):
        raise _bad(f"a change is one of {', '.join(editing.CHANGES)}, of texts")
    point, colour, text = texts
    if what == editing.LABEL:
        text, most = " ".join(text.split()), MOST_LABEL
    else:
        text, most = "\n".join(line.rstrip() for line in text.splitlines()).strip(), MOST_TEXT
    if len(text) > most:
        raise ValueError(Sentence("tree.too_long", most=most, length=len(text)))
    if not all(letter.isprintable() or letter == "\n" for letter in text):
        raise ValueError(Sentence("tree.unprintable"))
    return editing.Change(str(what), point, colour, text, on)


async def _body(request: Request) -> dict[str, Any]:
    """Return the JSON object in a request's body. Raises ValueError."""
    its = await json_object(request, MOST_BYTES)
    if its is None:
        raise _bad("the body must be a JSON object")
    return its


def _answering(answer: Answer) -> Answer:
    """Wrap a handler, so that its errors become answers with a sentence."""

    async def answered(request: Request) -> Response:
        try:
            return await answer(request)
        except Full:
            return _refusal(Sentence("tree.busy"), 503, {"retry-after": "2"})
        except Gone:
            return Response(status_code=499)  # the client has disconnected
        except (OSError, RecordError) as error:
            return _refusal(Sentence("tree.unreadable", error=str(error)), 500)
        except ValueError as error:
            return _refusal(i18n.error_text(error), 409)

    return answered


def _refusal(words: str, status: int, headers: Mapping[str, str] | None = None) -> Response:
    """Return a response with the reason of a refusal."""
    return JSONResponse(i18n.fields(words), status_code=status, headers=headers)
