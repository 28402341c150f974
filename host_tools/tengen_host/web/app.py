"""The page as an ASGI app: its files, each board's description, and WebSockets that play.

| address | content |
|---|---|
| `/` | the page of the board if there is exactly one, otherwise the hall; with `?view=show` the hall |
| `/page/...` | the files of the page: the same for all boards |
| `/board.json`, `/ws` | the description and the messages of the board that was added first |
| `/sgf`, `/state.json` | its game so far, and {"seq", "t", "is": all groups of its state}, as watching pages see them |
| `/board/KEY/`, `/board/KEY/board.json`, `.../ws`, `.../sgf`, `.../state.json` | the same for one board |
| `/boards.json` | the boards: [{"key", "name", "kind", "connected", "size"}, ...] |
| `/seat.json` | {}, or why one more page would be refused (i18n.fields), because browsers hide that reason from a page
|
| `/games.json`, `/games/ID.json` | the stored games: games |
| `/study.json`, `/study`, `/study/engine` | tree_requests: a position in a tree, a change of it, an engine's move |
| `/rules/GAME.json`, `/rules/GAME/N.svg` | the rules of each game: rules_pages |
| `/demonstrations.json` | the demonstrations: [{"name", "group", "title": as i18n.fields()}, ...] |
| `/address.json` | {"shared": whether others may watch, "address": for watchers, or ""} |
| `/qr.svg` | the address for watchers, as a QR code |
| `/hall/ws` | the messages of all boards that the hall shows (hall); for watching only |

With a delay, a page that may not act sees each board with this delay, and so does a page that asks for `?looks`.

A page that lost its connection asks for `ws?since=RUN.AT` and gets only the changes since then (wire.replica.messages).
On a relay, browsers and proxies may cache the page's own files for a minute, and nothing else.

Server to page: the messages of boards.interface. First come those of the board's state(), then {"type": "ready",
"acts": true if this page may act, false if it may only watch}, then each new message. The hall of a relay sends the new
messages together, at most once a second: {"type": "digest", "messages": [...]}. A page that sends an invalid command
gets {"type": "error"} with the fields of a sentence (i18n.fields). Watching pages get the same messages as acting
pages. Page to server: the commands of page_commands, from pages that may act.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlencode

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from .. import i18n
from ..boards.interface import Board, groups_of
from ..hall.hall import Hall, Place
from ..i18n import Sentence
from ..records import formats, from_state
from . import access, known, page_socket, qr, rules_pages, tree_requests
from .audience import Audience
from .page_files import PageFiles

PAGE = Path(__file__).resolve().parent / "page"
DIGEST_S = 1.0  # on a relay, a page of the hall gets at most one message in this period

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    # after an update of tengen, a browser must not show the old page from its cache
    "cache-control": "no-cache",
}

OVERLAY = "overlay"  # the view that only watches
OUTSIDE = "outside"  # the parameter of a page on a screen that no player can see
SHOW = "show"  # the hall's view for a big screen, which begins with any number of boards

FILES = (".js", ".css", ".svg")
# cache time of a relay's files; it is short, so that old and new files are not mixed for long after an update
FILES_S = 60


def make_app(
    shown: Board | Hall,
    shared_at: str | None = None,
    games: Sequence[Route] = (),
    most_of_an_address: int = access.MOST_OF_AN_ADDRESS,
    relay_viewers: int = 0,
    delayed: Hall | None = None,
    outside: str = "",
) -> Starlette:
    """Return the app that shows one board, or the boards of a hall, and lets pages on this machine play on them.

    `delayed`: the same boards as watching pages see them, if they see them later. `outside`: the secret word in the
    address of a screen that no player can see. Its page may comment on the delayed boards.

    `shared_at`: the address for watchers, "" without a network; None if the page is not shared. `games`: the routes of
    games, if games are stored. `most_of_an_address`: the largest number of watching pages from one address.
    `relay_viewers`: on a relay, the number of pages that may watch, while no page may act, not even one on this
    machine; 0 means the limits of a room.
    """
    hall = shown if isinstance(shown, Hall) else Hall.of(shown)
    files = PageFiles(PAGE)
    admission = access.Admission(most_of_an_address, relay_viewers)
    watched = delayed or hall  # the hall as watching pages see it
    audiences: dict[tuple[Place | Hall, bool], Audience] = {}

    def hall_for(request: HTTPConnection) -> Hall:
        looks = access.LOOKS in request.query_params or is_outside(request)
        return hall if access.may_act(request.scope) and not looks else watched

    def place_in(hall: Hall, request: HTTPConnection) -> Place | None:
        key = request.path_params.get("key")
        return hall.first() if key is None else hall.places.get(key)

    def place_of(request: HTTPConnection) -> Place | None:
        return place_in(hall_for(request), request)

    def is_outside(request: HTTPConnection) -> bool:
        return bool(outside) and secrets.compare_digest(
            request.query_params.get(OUTSIDE, "").encode(), outside.encode()
        )

    def audience(shown: Place | Hall, unseen: bool = False) -> Audience:
        """Return the pages that show this. `unseen`: whether no player can see them."""
        if (shown, unseen) not in audiences:
            if isinstance(shown, Hall):
                audiences[shown, unseen] = Audience(shown, DIGEST_S if relay_viewers else 0.0)
            elif unseen:
                audiences[shown, unseen] = Audience(shown)
            else:
                audiences[shown, unseen] = Audience(shown, seen=shown.commentary.seen_in_room)
        return audiences[shown, unseen]

    def index(request: Request) -> Response:
        return files.answer(request, "index.html", _preload(request, "board.json"))

    async def entrance(request: Request) -> Response:
        alone = hall.only() and request.query_params.get("view") != SHOW
        return index(request) if alone else files.answer(request, "hall.html", _preload(request, "/boards.json"))

    async def no_page(request: Request, error: Exception) -> Response:
        return files.answer(request, "404.html", status=404)

    async def page(request: Request) -> Response:
        if not request.url.path.endswith("/"):
            return RedirectResponse(f"/board/{request.path_params['key']}/")  # for relative links
        if place_of(request) is None:
            return files.answer(request, "hall.html", status=404)  # hall.html itself reports the unknown key
        return index(request)

    async def description(request: Request) -> Response:
        place = place_of(request)
        if place is None:
            return _no_board()
        return JSONResponse({**place.board.description(), **known.known(), "studies": bool(games)})

    async def boards(request: Request) -> Response:
        return JSONResponse(hall_for(request).boards())

    async def state(request: Request) -> Response:
        place = place_in(watched, request)
        if place is None:
            return _no_board()
        its = place.board.replica.state
        names = groups_of(place.details.message())
        return JSONResponse({"seq": its.seq, "t": its.t, "is": {**its.groups, **names}})

    async def game_so_far(request: Request) -> Response:
        place = place_in(watched, request)
        if place is None:
            return _no_board()
        record = from_state.of(place.board.replica.state, place.details.fields())
        return Response(formats.write([record], "sgf"), media_type="application/x-go-sgf")

    async def seat(request: Request) -> Response:
        words = admission.refusal(request)
        return JSONResponse(i18n.fields(words) if words else {})

    async def address(request: Request) -> Response:
        return JSONResponse({"shared": shared_at is not None, "address": shared_at or ""})

    async def demonstrations(request: Request) -> Response:
        # in a thread, because the judge checks all of them the first time
        found = await asyncio.to_thread(hall.demonstrations)
        return JSONResponse([its.listed() for its in found.values()])

    async def code(request: Request) -> Response:
        if not shared_at:
            return PlainTextResponse("this page is not shared", status_code=404)
        return Response(qr.svg(shared_at), media_type="image/svg+xml")

    async def no_games(request: Request) -> Response:
        return JSONResponse([])

    async def board_socket(socket: WebSocket) -> None:
        place = place_of(socket)
        if place is None:
            await socket.send_denial_response(_no_board())
            return
        async with admission.admitted(socket) as acts:
            if acts is not None:
                refusal = Sentence("notice.looking")
                if is_outside(socket):
                    await page_socket.serve(socket, audience(place, True), place, refusal, ("comment",))
                else:
                    may = acts and access.LOOKS not in socket.query_params
                    await page_socket.serve(socket, audience(place), place if may else None, refusal)

    async def hall_socket(socket: WebSocket) -> None:
        async with admission.admitted(socket) as acts:
            if acts is not None:
                await page_socket.serve(socket, audience(hall_for(socket)), None, Sentence("server.hall"))

    return Starlette(
        routes=[
            Route("/", entrance),
            Route("/board.json", description),
            Route("/state.json", state),
            Route("/sgf", game_so_far),
            Route("/boards.json", boards),
            Route("/seat.json", seat),
            Route("/demonstrations.json", demonstrations),
            Route("/address.json", address),
            Route("/qr.svg", code),
            *games,
            Route("/games.json", no_games),
            *rules_pages.routes(),
            *tree_requests.routes(place_of),
            WebSocketRoute("/ws", board_socket),
            WebSocketRoute("/hall/ws", hall_socket),
            Route("/board/{key}", page),
            Route("/board/{key}/", page),
            Route("/board/{key}/board.json", description),
            Route("/board/{key}/state.json", state),
            Route("/board/{key}/sgf", game_so_far),
            WebSocketRoute("/board/{key}/ws", board_socket),
            Route("/page/{name:path}", files.file),
        ],
        exception_handlers={404: no_page},
        middleware=[
            Middleware(_Headers, files_s=FILES_S if relay_viewers else 0),
            Middleware(access.OwnNamesOnly),
            Middleware(GZipMiddleware),  # with compression, the hall's page receives a third of the bytes
        ],
    )


def _preload(request: Request, data: str) -> dict[str, str]:
    """Return the header that makes a browser load at once the files that the page's script will request.

    `data`: the address of what it shows, which gets the same parameters as in the script (browser.js).
    """
    its = request.query_params
    looks, outside = access.LOOKS in its or its.get("view") == OVERLAY, OUTSIDE in its
    asks = f"?{access.LOOKS}" if looks else f"?{urlencode({OUTSIDE: its[OUTSIDE]})}" if outside else ""
    names = ("/page/languages/en.json", data + asks)
    return {"link": ", ".join(f"<{name}>; rel=preload; as=fetch; crossorigin" for name in names)}


def _no_board() -> Response:
    return PlainTextResponse("there is no such board", status_code=404)


class _Headers:
    """Middleware: adds HEADERS to every response. The page's files may be cached for `files_s` seconds."""

    def __init__(self, app: ASGIApp, files_s: int) -> None:
        self._app, self._files_s = app, files_s

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                if self._files_s and message["status"] in (200, 304) and scope["path"].endswith(FILES):
                    headers["cache-control"] = f"public, max-age={self._files_s}"
            await send(message)

        await self._app(scope, receive, with_headers)
