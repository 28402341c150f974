"""The page as an ASGI app: its files, each board's description, and WebSockets that play.

| address | content |
|---|---|
| `/` | the page of the board if there is exactly one, otherwise the hall; with `?view=show` the hall |
| `/page/...` | the files of the page: the same for all boards |
| `/board.json`, `/ws` | the description and the messages of the board that was added first |
| `/sgf`, `/state.json` | its game so far, and {"seq", "t", "is": all groups of its state}, as watching pages see them |
| `/board/KEY/`, `/board/KEY/board.json`, `.../ws`, `.../sgf`, `.../state.json` | the same for one board |
| `/boards.json` | the boards: [{"key", "name", "kind", "connected", "size"}, ...] |
| `/seat.json` | {}, or why one more page would be refused (i18n.fields), because browsers hide that reason from a page;
with "quiz": whether it may answer a question instead |
| `/games.json`, `/games/ID.json` | the stored games: games |
| `/study.json`, `/study`, `/study/engine` | tree_requests: a position in a tree, a change of it, an engine's move |
| `/rules/LANG/GAME.json`, `/rules/GAME/N.svg` | the rules of each game: rules_pages |
| `/demonstrations.json` | the demonstrations: [{"name", "group", "title": as i18n.fields()}, ...] |
| `/address.json` | {"shared": whether others may watch, and the other fields of addresses.Shared} |
| `/qr.svg` | the address for watchers, as a QR code |
| `/quiz`, `/quiz/...` | the questions for the room: quiz_page; `/qr.svg?quiz` is the QR code of its address |
| `/pair`, `/phones` ... | pairing: phones |
| `/hall/ws` | the messages of all boards that the hall shows (hall); for watching only |

rights.table says who may get these addresses. With a delay, a page without the right `live` sees each board with this
delay, and so does a page that asks for `?looks`. A paired commentator sees what no player can see.

A page that lost its connection asks for `ws?since=RUN.AT` and gets only the changes since then (wire.replica.messages).
On a relay, browsers and proxies may cache the page's own files for a minute, and nothing else.

Server to page: the messages of boards.interface. First come those of the board's state(), then {"type": "ready",
"role": the page's role, "may": the commands that it may send (rights.table)}, then each new message. The hall of a
relay sends the new messages together, at most once a second: {"type": "digest", "messages": [...]}. A page that sends
an invalid command, or one without the right to it, gets {"type": "error"} with the fields of a sentence (i18n.fields).
Watching pages get the same messages as acting pages. When the addresses for watchers change, each page gets {"type":
"address"} with the fields of /address.json. Page to server: the commands of page_commands.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from .. import i18n
from ..boards.interface import Board, groups_of
from ..boards.interface import Message as PageMessage
from ..hall.hall import Hall, Place
from ..quiz.running import Quiz
from ..records import formats, from_state
from . import access, known, page_socket, qr, quiz_page, rules_pages, tree_requests
from .addresses import Shared
from .audience import Audience
from .page_files import PageFiles
from .phones import Phones, of_hall

PAGE = Path(__file__).resolve().parent / "page"
DIGEST_S = 1.0  # on a relay, a page of the hall gets at most one message in this period

# what a page may load and send; the page of the site has the same policy in a meta element
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
HEADERS = {
    "content-security-policy": f"{POLICY}; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    # after an update of tengen, a browser must not show the old page from its cache
    "cache-control": "no-cache",
}

OVERLAY = "overlay"  # the view that only watches
SHOW = "show"  # the hall's view for a big screen, which begins with any number of boards

OF_HALL = ("/boards.json", "/hall/ws")  # the addresses that are about all boards
FILES = (".js", ".css", ".svg")
# cache time of a relay's files; it is short, so that old and new files are not mixed for long after an update
FILES_S = 60


def make_app(
    shown: Board | Hall,
    shared: Shared | None = None,
    games: Sequence[Route] = (),
    most_of_an_address: int = access.MOST_OF_AN_ADDRESS,
    relay_viewers: int = 0,
    delayed: Hall | None = None,
    phones: Phones | None = None,
    quiz: Quiz | None = None,
) -> Starlette:
    """Return the app that shows one board, or the boards of a hall, and lets pages on this machine play on them.

    `delayed`: the same boards as watching pages see them, if they see them later. `phones`: the paired devices.

    `shared`: the addresses for watchers; None if the page is not shared. `games`: the routes of games, if games are
    stored. `most_of_an_address`: the largest number of watching pages from one address. `relay_viewers`: on a relay,
    the number of pages that may watch, while no page may act, not even one on this machine; 0 means the limits of a
    room. `quiz`: the questions for the room, which a relay does not have.
    """
    hall = shown if isinstance(shown, Hall) else Hall.of(shown)
    files = PageFiles(PAGE)
    phones = phones or of_hall(hall, None, shared, delayed)
    askers = access.Askers(bool(relay_viewers), phones.paired)
    admission = access.Admission(askers, most_of_an_address, relay_viewers)
    watched = delayed or hall  # the hall as watching pages see it
    asked: list[BaseRoute] = []
    if not relay_viewers:
        quiz = quiz or Quiz(hall)
        if delayed:
            quiz.also_in(delayed)
        admitted = access.Admission(askers, most_of_an_address, answers=True)
        asked = quiz_page.routes(quiz, files, askers, admitted, bool(games), shared)
    audiences: dict[tuple[Place | Hall, bool], Audience] = {}

    def hall_for(request: HTTPConnection) -> Hall:
        return watched if askers.refusal(request, "live", key_of(request)) else hall

    def key_of(request: HTTPConnection) -> str | None:
        """Return the key of the board that a request is about; None for the hall."""
        if "key" in request.path_params or request.url.path in OF_HALL:
            return request.path_params.get("key")
        first = hall.first()
        return first.key if first else None

    def place_in(hall: Hall, request: HTTPConnection) -> Place | None:
        return hall.places.get(key_of(request) or "")

    def place_of(request: HTTPConnection) -> Place | None:
        return place_in(hall_for(request), request)

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
        if not words:
            return JSONResponse({})
        return JSONResponse({**i18n.fields(words), "quiz": bool(quiz and quiz.is_open)})

    async def address(request: Request) -> Response:
        return JSONResponse(shared.fields() if shared else {"shared": False})

    async def demonstrations(request: Request) -> Response:
        # in a thread, because the judge checks all of them the first time
        found = await asyncio.to_thread(hall.demonstrations)
        return JSONResponse([its.listed() for its in found.values()])

    async def code(request: Request) -> Response:
        if not shared or not shared.address:
            return PlainTextResponse("this page is not shared", status_code=404)
        address = shared.address + ("quiz" if "quiz" in request.query_params else "")
        return Response(qr.svg(address), media_type="image/svg+xml")

    async def no_games(request: Request) -> Response:
        return JSONResponse([])

    async def board_socket(socket: WebSocket) -> None:
        place = place_of(socket)
        if place is None:
            await socket.send_denial_response(_no_board())
            return
        async with admission.admitted(socket) as is_admitted:
            if is_admitted:
                # a commentator sees this board later, like everybody in the room, and no player can see its screen
                comments = not askers.refusal(socket, "comment", place.key)
                unseen = comments and bool(delayed and askers.refusal(socket, "live", place.key))
                with phones.connected(socket) as ended:
                    await page_socket.serve(socket, audience(place, unseen), place, ended)

    async def hall_socket(socket: WebSocket) -> None:
        async with admission.admitted(socket) as is_admitted:
            if is_admitted:
                with phones.connected(socket) as ended:
                    await page_socket.serve(socket, audience(hall_for(socket)), None, ended)

    def moved(message: PageMessage) -> None:
        for its in audiences.values():
            its.say(message)

    if shared:
        shared.subscribe(moved)

    def guarded(route: BaseRoute) -> BaseRoute:
        """Let a route answer only those who have the right to its address; this is the one place of that check."""
        assert isinstance(route, Route | WebSocketRoute)
        path, answer = route.path.removeprefix("/board/{key}") or "/", route.app

        async def checked(scope: Scope, receive: Receive, send: Send) -> None:
            method = "POST" if scope.get("method") == "POST" else "GET"
            page = HTTPConnection(scope)
            words = askers.refusal(page, f"{method} {path}", key_of(page))
            its = JSONResponse(i18n.fields(words), status_code=403) if words else answer
            await its(scope, receive, send)

        route.app = checked
        return route

    app = Starlette(
        routes=[
            guarded(route)
            for route in (
                Route("/", entrance),
                Route("/board.json", description),
                Route("/state.json", state),
                Route("/sgf", game_so_far),
                Route("/boards.json", boards),
                Route("/seat.json", seat),
                Route("/demonstrations.json", demonstrations),
                Route("/address.json", address),
                Route("/qr.svg", code),
                *phones.routes(files),
                *games,
                Route("/games.json", no_games),
                *rules_pages.routes(),
                *tree_requests.routes(place_of),
                *asked,
                WebSocketRoute("/ws", board_socket),
                WebSocketRoute("/hall/ws", hall_socket),
                Route("/board/{key}", page),
                Route("/board/{key}/", page),
                Route("/board/{key}/board.json", description),
                Route("/board/{key}/state.json", state),
                Route("/board/{key}/sgf", game_so_far),
                WebSocketRoute("/board/{key}/ws", board_socket),
                Route("/page/{name:path}", files.file),
            )
        ],
        exception_handlers={404: no_page},
        middleware=[
            Middleware(_Headers, files_s=FILES_S if relay_viewers else 0),
            Middleware(access.OwnNamesOnly, names=shared.names if shared else ()),
            Middleware(GZipMiddleware),  # with compression, the hall's page receives a third of the bytes
        ],
    )
    app.state.askers = askers
    return app


def _preload(request: Request, data: str) -> dict[str, str]:
    """Return the header that makes a browser load at once the files that the page's script will request.

    `data`: the address of what it shows, which gets the same parameter as in the script (browser.js).
    """
    its = request.query_params
    asks = f"?{access.LOOKS}" if access.LOOKS in its or its.get("view") == OVERLAY else ""
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
