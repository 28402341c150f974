"""The stored games for the page: a list, a replay of each, and files to download.

| address | content |
|---|---|
| `/games.json` | the newest games, as records.library lists them, without their paths. "ending": that of
the game's file; "renames": whether this page may change the players' names |
| `/games/ID.json` | {"record": the record, "goal": the number of captured stones that wins, or 0, "counts": whether
captures are counted, "reasons": for each move the fields of the group `reason`, or null} |
| `/games/ID/names` | POST {"black": ..., "white": ...}: sets the players' names; answers
with them and the game's new "id" |
| `/games/ID/study.json` | the study of the game, as `tengen study --json` gives it, and its next step (studies.py): at
first only its wins by fours; with `?more` after one more step, which takes some seconds |
| `/games/ID.sgf`, `.txt`, `.psq`, `.rif`, `.pgn`, `.sav`, `.svg`, `.png`, `.gif` | the game as a file, a diagram or an
animation; 404 where the format can't hold it: "files" in the list has the possible formats |
"""

from __future__ import annotations

import dataclasses
import hashlib
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from .. import i18n
from ..hall.details import FIELDS
from ..records import ending, fields, formats, index, picture, rules, sheet
from ..records.drawn import drawn
from ..records.index import Entry
from ..records.library import CannotHold, Library, title
from ..records.reasons import reasons
from ..records.record import COLOURS, Record, RecordError
from . import access
from .request_body import json_object
from .studies import Studies
from .workqueue import Full, Gone, WorkQueue

MOST = 1000  # the largest number of games in the list; nobody scrolls through a longer list
TYPES = {
    "sgf": "application/x-go-sgf",
    "txt": "text/plain",
    "psq": "text/plain",
    "rif": "application/xml",
    "pgn": "text/plain",
    "sav": "text/plain",
    "svg": "image/svg+xml",
    "png": "image/png",
    "gif": "image/gif",
}
RENAME = "POST /games/{id}/names"  # the right to it
LONGEST_NAME = FIELDS["p1"]  # the same limit as for names given during a game
MOST_BYTES = 4096  # the largest request with names, in bytes
GIF_PITCH = 30  # the distance between two lines in pixels; at this size a game of 225 moves is drawn in some seconds
_FORMATS = {its.endings[0][1:]: name for name, its in formats.FORMATS.items()}  # media types by file ending


def routes(library: Library, engine: str | None = None, watched: Library | None = None) -> list[Route]:
    """Return the routes of the games in a library. Boards and pages never wait for slow work, which has its own queues.

    `engine`: the command of an engine that gives its opinions for a study. Pictures are cached; files are read again
    for each request. `watched`: the games that pages without the right `live` see; by default all.
    """

    def seen(request: Request) -> Library:
        if watched and access.askers(request).refusal(request, "live"):
            return watched
        return library

    reading = WorkQueue("reading", cache_bytes=0)
    drawing = WorkQueue("drawing")
    # `going_on` has only one thread, because only one engine may run at a time. `studying` is separate, so that the
    # search for wins by fours does not wait for the engine.
    studying = WorkQueue("studying", cache_bytes=0)
    going_on = WorkQueue("going on with a study", cache_bytes=0)
    studies = Studies(engine)

    async def listed(request: Request) -> Response:
        its = seen(request)
        found = await reading.do(request, f"list {its is watched}", lambda wanted: its.find()[:MOST])
        renames = not access.askers(request).refusal(request, RENAME)
        return JSONResponse([_listed(entry, renames) for entry in found])

    async def game(request: Request) -> Response:
        id_, _, ending_ = str(request.path_params["file"]).rpartition(".")
        if ending_ != "json" and ending_ not in TYPES:
            return PlainTextResponse(f"a game is available as .json, .{', .'.join(TYPES)}", status_code=404)
        its = seen(request)
        record = await reading.do(request, f"load {id_} {its is watched}", lambda wanted: its.load(id_))
        if ending_ == "json":
            found = await reading.do(request, f"reasons {id_}", lambda wanted: reasons(record))
            more = {"goal": rules.goal(record), "counts": rules.counts_captures(record), "reasons": found}
            return JSONResponse({"record": fields.whole(record), **more})
        if ending_ in _FORMATS:
            format_ = _FORMATS[ending_]
            data = await reading.do(request, f"{ending_} {id_}", lambda wanted: formats.write([record], format_))
        else:
            # The key of a picture is a hash of the whole record, because a later game may have the same id
            key = hashlib.sha256(repr(record).encode()).hexdigest() + ending_
            data = await drawing.do(request, key, lambda wanted: _drawn(record, ending_, wanted))
        headers = {"content-disposition": _attached(f"{title(record)}.{ending_}")}
        return Response(data, media_type=TYPES[ending_], headers=headers)

    async def names(request: Request) -> Response:
        id_ = str(request.path_params["id"])
        try:
            black, white = await _names(request)
        except ValueError as error:
            return _refusal(i18n.error_text(error), 400)
        key = f"names {id_} {black!r} {white!r}"
        now = await reading.do(request, key, lambda wanted: library.describe(id_, {"black": black, "white": white}))
        return JSONResponse({"black": black, "white": white, "id": now})

    async def study(request: Request) -> Response:
        id_ = str(request.path_params["id"])
        its = seen(request)
        record = await reading.do(request, f"load {id_} {its is watched}", lambda wanted: its.load(id_))
        further = "more" in request.query_params
        key = studies.key(record, further)
        try:
            if further:
                data = await going_on.do(request, key, lambda wanted: studies.further(record, wanted))
            else:
                data = await studying.do(request, key, lambda wanted: studies.begun(record))
        except RecordError:
            return _refusal(i18n.Sentence("study.impossible"), 409)
        return Response(data, media_type="application/json")

    return [
        Route("/games.json", _answering(listed)),
        Route("/games/{id}/study.json", _answering(study)),
        Route("/games/{id}/names", _answering(names), methods=["POST"]),
        Route("/games/{file}", _answering(game)),
    ]


def _listed(entry: Entry, renames: bool) -> dict[str, Any]:
    may = renames and index.is_sgf(entry.path)
    return {**dataclasses.asdict(entry), "path": None, "ending": entry.path.suffix.lower(), "renames": may}


def _attached(name: str) -> str:
    """Return the content-disposition header with a file name in ASCII and in full (RFC 5987)."""
    plain = re.sub(r"[^A-Za-z0-9 ._-]+", "_", name)
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"


async def _names(request: Request) -> tuple[str, str]:
    """Return the names in a request's body, with single spaces. Raises ValueError, with a Sentence."""
    its = await json_object(request, MOST_BYTES)
    if its is None or not all(isinstance(its.get(colour), str) for colour in COLOURS):
        raise ValueError(i18n.Sentence("games.no_names"))
    names = {colour: " ".join(its[colour].split()) for colour in COLOURS}
    for colour, name in names.items():
        if not name.isprintable():
            raise ValueError(i18n.Sentence("server.unprintable", field=colour))
        if len(name) > LONGEST_NAME:
            raise ValueError(i18n.Sentence("server.too_long", field=colour, most=LONGEST_NAME, length=len(name)))
    return names["black"], names["white"]


def _answering(answer: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """Wrap a handler, so that its errors become HTTP error responses."""

    async def answered(request: Request) -> Response:
        try:
            return await answer(request)
        except CannotHold:
            return _refusal(i18n.Sentence("games.names_elsewhere"), 409)
        except RecordError:
            return _refusal(i18n.Sentence("games.gone"), 404)
        except Full:
            return _refusal(i18n.Sentence("games.busy"), 503, {"retry-after": "5"})
        except Gone:
            return Response(status_code=499)  # the client has disconnected
        except OSError as error:
            return _refusal(i18n.Sentence("games.unreadable", error=error.strerror or str(error)), 500)

    return answered


def _drawn(record: Record, ending_: str, wanted: Callable[[], bool]) -> bytes:
    pitch = GIF_PITCH if ending_ == "gif" else None
    lines, caption = ending.lines(record), sheet.caption(record)
    try:
        return drawn(record, f".{ending_}", pitch, wanted=wanted, lines=lines, caption=caption)
    except picture.GivenUp:
        raise Gone from None


def _refusal(words: str, status: int, headers: Mapping[str, str] | None = None) -> Response:
    return JSONResponse(i18n.fields(words), status_code=status, headers=headers)
