"""Requests of pages about a tree: what they say, checked in full, and answers to them."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from tengen.games import BLACK, WHITE, points

from .. import said
from ..records.record import RecordError
from ..said import Said
from ..trees import editing
from . import access
from .studied import MOST_TEXT
from .workqueue import Full, Gone

MOST_BYTES = 4 * MOST_TEXT + 8000  # of a request: a comment, in letters of four bytes, and the stones
MOST_LABEL = 12  # characters
_STONES = re.compile(r"(?:[a-s][0-9]{1,2}){0,361}")
_STONE = re.compile(r"[a-s][0-9]+")

Stones = dict[str, int]  # by the names of their points, BLACK or WHITE


def may_change(request: Request) -> bool:
    """Whether a request comes from a page of this machine."""
    return not access.is_foreign(request.scope) and access.may_act(request.scope)


def bad(detail: str) -> ValueError:
    """Return the error of a request that no page sends; there is only English for it."""
    return ValueError(Said("server.bad_command", detail=detail))


def stones(fields: Mapping[str, Any]) -> Stones:
    """Return the stones of a request, {"black": "h8g7", "white": "i9"}. Raises ValueError."""
    found: Stones = {}
    for name, colour in (("black", BLACK), ("white", WHITE)):
        text = fields.get(name, "")
        if not isinstance(text, str) or not _STONES.fullmatch(text):
            raise bad(f"{name} is no text like h8g7")
        found |= dict.fromkeys(_STONE.findall(text), colour)
    return found


def held(named: Stones, size: int) -> dict[int, int]:
    """Return stones by their points, row * size + column. Raises ValueError for one that is not on the board."""
    try:
        return {points.index(name, size): colour for name, colour in named.items()}
    except ValueError:
        raise bad(f"a stone is outside the board of {size}x{size}") from None


def change(its: Mapping[str, Any]) -> editing.Change:
    """Return the change that a request asks for. Raises ValueError."""
    what, on = its.get("do"), its.get("on", True)
    texts = [its.get(name, "") for name in ("point", "colour", "text")]
    if what not in editing.CHANGES or not isinstance(on, bool) or not all(isinstance(one, str) for one in texts):
        raise bad(f"a change is one of {', '.join(editing.CHANGES)}, of texts")
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


async def body(request: Request) -> dict[str, Any]:
    """Return the object that a request has sent. Raises ValueError."""
    data = b""
    async for piece in request.stream():
        data += piece
        if len(data) > MOST_BYTES:
            break
    try:
        its = json.loads(data) if len(data) <= MOST_BYTES else None
    except (ValueError, RecursionError):
        its = None
    if not isinstance(its, dict):
        raise bad("what is asked for is an object")
    return its


def answering(answer: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """Wrap a handler: its errors become answers with a sentence."""

    async def answered(request: Request) -> Response:
        try:
            return await answer(request)
        except Full:
            return refusal(Said("tree.busy"), 503, {"retry-after": "2"})
        except Gone:
            return Response(status_code=499)  # the client has disconnected
        except (OSError, RecordError) as error:
            return refusal(Said("tree.unreadable", error=str(error)), 500)
        except ValueError as error:
            return refusal(said.words_of(error), 409)

    return answered


def refusal(words: str, status: int, headers: Mapping[str, str] | None = None) -> Response:
    """Return an answer that says why not."""
    return JSONResponse(said.fields(words), status_code=status, headers=headers)
