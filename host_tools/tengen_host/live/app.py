"""The page as an ASGI app: its files, each board's description, and WebSockets that play.

| address | content |
|---|---|
| `/` | the page of the board if there is exactly one, otherwise the hall |
| `/board.json`, `/ws` | the description and the messages of the board that was added first |
| `/board/KEY/`, `/board/KEY/board.json`, `/board/KEY/ws` | page, description and messages of one board |
| `/boards.json` | the boards: [{"key", "name", "kind", "connected", "size"}, ...] |
| `/seat.json` | {}, or why one more page would not be let in (said.fields): a browser does not tell its page why |
| `/games.json`, `/games/ID.json` | the stored games: live.games |
| `/study.json`, `/study`, `/study/engine` | what a tree knows of a position, a change of it, what an engine thinks of
it: live.asked_tree, live.asked_engine |
| `/rules/GAME.json`, `/rules/GAME/N.svg` | the rules of each game: live.rules_pages |
| `/qr.svg` | the address for watchers, as a QR code |
| `/hall/ws` | the messages of all boards that the hall shows (live.hall); for watching only |

A page that was cut off asks for `ws?since=RUN.AT` and gets only what has changed since (history.Replica.messages).
On a relay the page's own files may be kept by browsers and proxies for a minute; all else is asked for anew.

Server to page: the messages of live.board. First come those of the board's state(), then
{"type": "ready", "acts": whether this page may act or may only watch}, then each new message; in the hall of a relay
at most once a second {"type": "digest", "messages": [...]} with what has come since. A page whose command is
invalid gets {"type": "error"} with the fields of a sentence (said.fields). Watching pages get the same messages as
acting pages.
Page to server: the commands of live.commands, from pages that may act.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from .. import said
from ..said import Said
from . import access, asked_engine, asked_tree, commands, offered, qr, rules_pages, wire
from .audience import Audience
from .board import Board
from .files import KeptFiles
from .hall import Hall, Place
from .outbox import Outbox
from .told import Told
from .wire import Wire

PAGE = Path(__file__).resolve().parent / "page"
TRY_AGAIN_LATER = 1013
MOST_LOOKING_ON = 100  # pages that only watch; the outbox of each takes memory
MOST_OF_AN_ADDRESS = 20  # watching pages from one address, by default
DIGEST_S = 1.0  # of a relay: so often at most a page of the hall is told what has happened
PIECE = 16 * 1024  # bytes that are sent together
LOOKING = Said("notice.looking")
FROM_THE_HALL = Said("server.hall")

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    # after an update of tengen, a browser must not show the old page from its cache
    "cache-control": "no-cache",
}

FILES = (".js", ".css", ".svg")
FILES_S = 60  # that files of a relay may be kept: after an update old and new ones must not be mixed for long


def make_app(
    shown: Board | Hall,
    shared_at: str | None = None,
    games: Sequence[Route] = (),
    most_of_an_address: int = MOST_OF_AN_ADDRESS,
    all_look_on: int = 0,
) -> Starlette:
    """Make the app that shows one board, or the boards of a hall, and lets pages on this machine play on them.

    `shared_at`: the address for watchers; None if the page is not shared. `games`: the routes of live.games, if games
    are stored. `most_of_an_address`: the largest number of watching pages from one address. `all_look_on`: of a relay,
    how many pages may watch; none may act, this machine's neither. 0: the rule of a room.
    """
    hall = shown if isinstance(shown, Hall) else Hall.of(shown)
    door = _Door(most_of_an_address, all_look_on)
    of_hall = Audience(hall, DIGEST_S if all_look_on else 0.0)
    of_places: dict[Place, Audience] = {}

    def place_of(request: Request | WebSocket) -> Place | None:
        key = request.path_params.get("key")
        return hall.first() if key is None else hall.places.get(key)

    def tree_of(request: Request) -> asked_tree.AskedTree | None:
        place = place_of(request)
        return place.tree if place else None

    def adviser_of(request: Request) -> asked_engine.AskedEngine | None:
        place = place_of(request)
        return place.adviser if place else None

    def index() -> Response:
        return FileResponse(PAGE / "index.html", headers=_asks_for("languages/en.json", "board.json"))

    async def entrance(request: Request) -> Response:
        if hall.only():
            return index()
        return FileResponse(PAGE / "hall.html", headers=_asks_for("languages/en.json", "boards.json"))

    async def boards(request: Request) -> Response:
        return JSONResponse(hall.boards())

    async def seat(request: Request) -> Response:
        words = door.full(request)
        return JSONResponse(said.fields(words) if words else {})

    async def code(request: Request) -> Response:
        if shared_at is None:
            return PlainTextResponse("this page is shared with nobody", status_code=404)
        return Response(qr.svg(shared_at), media_type="image/svg+xml")

    async def no_games(request: Request) -> Response:
        return JSONResponse([])

    async def page(request: Request) -> Response:
        if not request.url.path.endswith("/"):
            return RedirectResponse(f"/board/{request.path_params['key']}/")  # for relative links
        if place_of(request) is None:
            return FileResponse(PAGE / "hall.html", status_code=404)  # which says so, and shows those there are
        return index()

    async def description(request: Request) -> Response:
        place = place_of(request)
        if place is None:
            return PlainTextResponse("there is no such board", status_code=404)
        return JSONResponse({**place.board.description(), "games": offered.games()})

    async def board_socket(socket: WebSocket) -> None:
        place = place_of(socket)
        if place is None:
            await socket.send_denial_response(PlainTextResponse("there is no such board", status_code=404))
            return
        async with door.entered(socket) as acts:
            if acts is not None:
                audience = of_places.setdefault(place, Audience(place))
                await _serve_page(socket, audience, place if acts else None, LOOKING)

    async def hall_socket(socket: WebSocket) -> None:
        async with door.entered(socket) as acts:
            if acts is not None:
                await _serve_page(socket, of_hall, None, FROM_THE_HALL)

    files = KeptFiles(PAGE)
    return Starlette(
        routes=[
            Route("/", entrance),
            Route("/board.json", description),
            Route("/boards.json", boards),
            Route("/seat.json", seat),
            Route("/qr.svg", code),
            *games,
            Route("/games.json", no_games),
            *rules_pages.routes(),
            *asked_tree.routes(tree_of),
            *asked_engine.routes(tree_of, adviser_of),
            WebSocketRoute("/ws", board_socket),
            WebSocketRoute("/hall/ws", hall_socket),
            Route("/board/{key}", page),
            Route("/board/{key}/", page),
            Route("/board/{key}/board.json", description),
            WebSocketRoute("/board/{key}/ws", board_socket),
            Mount("/board/{key}", files),
            Mount("/", files),
        ],
        middleware=[
            Middleware(_Headers, files_s=FILES_S if all_look_on else 0),
            Middleware(access.OwnNamesOnly),
            Middleware(GZipMiddleware),  # a third of the bytes for a phone in the hall
        ],
    )


def _asks_for(*names: str) -> dict[str, str]:
    """Return the header that tells a browser at once what its page will ask for when its script runs."""
    return {"link": ", ".join(f"<{name}>; rel=preload; as=fetch; crossorigin" for name in names)}


class _Door:
    """Admits pages: every page that may act, and a limited number of watching pages per address and in total."""

    def __init__(self, most_of_an_address: int, all_look_on: int = 0) -> None:
        self._most_of_an_address = most_of_an_address
        self._all_look_on = all_look_on  # of a relay, on which nobody acts
        self._looking_on: Counter[str] = Counter()

    @contextlib.asynccontextmanager
    async def entered(self, socket: WebSocket) -> AsyncIterator[bool | None]:
        """Admit the page behind a socket for the duration of the context.

        Yields whether the page may act, or None if the page was refused.
        """
        acts = self._may_act(socket)
        if access.is_foreign(socket.scope):
            foreign = "only the board's own page may play on it"
            await socket.send_denial_response(PlainTextResponse(foreign, status_code=403))
            yield None
        elif acts:
            yield True
        elif words := self._refusal(address := access.address(socket.scope)):
            await socket.send_denial_response(PlainTextResponse(words, status_code=503))
            yield None
        else:
            self._looking_on[address] += 1
            try:
                yield False
            finally:
                self._looking_on[address] -= 1
                self._looking_on += Counter()  # removes the addresses whose count is 0

    def _may_act(self, request: Request | WebSocket) -> bool:
        return not self._all_look_on and access.may_act(request.scope)

    def full(self, request: Request) -> Said | None:
        """Return why the page behind a request may not even watch; None if it may."""
        return None if self._may_act(request) else self._refusal(access.address(request.scope))

    def _refusal(self, address: str) -> Said | None:
        """Return why no further page from an address may watch; None if one may."""
        if self._looking_on.total() >= (self._all_look_on or MOST_LOOKING_ON):
            return Said("server.full")
        # a proxy on this machine may serve any number of people
        if not access.is_loopback(address) and self._looking_on[address] >= self._most_of_an_address:
            return Said("server.full_for_address", most=self._most_of_an_address)
        return None


class _Headers:
    """Middleware: adds HEADERS to every response. The page's files may be kept for `files_s` seconds."""

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


async def _serve_page(socket: WebSocket, audience: Audience, acts_on: Place | None, refusal: Said) -> None:
    """Serve a page of an audience until the page or its outbox ends.

    A page that acts on no place gets the `refusal` as an error message for each of its commands.
    """
    await socket.accept()
    outbox = Outbox()
    held: set[str] = set()
    first, end = audience.enter(outbox, socket.query_params.get("since", ""))
    first.append(Told({"type": "ready", "acts": acts_on is not None}))
    tasks = [
        asyncio.create_task(_send(socket, first, outbox)),
        asyncio.create_task(
            _receive(acts_on, socket, outbox, held) if acts_on else _look_on(socket, outbox, refusal)
        ),
        asyncio.create_task(_overflow(outbox)),
    ]
    del first  # a page that stays for hours need not keep what it was told at first
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        end()
        for task in tasks:
            task.cancel()
        # release the buttons that a page held down when it disconnected
        if acts_on:
            for button in held:
                acts_on.board.release(button)
        await asyncio.wait(tasks)
    if outbox.overflowed.is_set() and socket.application_state is WebSocketState.CONNECTED:
        with contextlib.suppress(asyncio.TimeoutError, WebSocketDisconnect, RuntimeError):
            await asyncio.wait_for(socket.close(TRY_AGAIN_LATER), 1)
        line = wire.of(socket.scope)
        if line:
            line.abort()  # what it has not read by now it never reads
    for task in tasks:
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, WebSocketDisconnect):
            raise error


async def _overflow(outbox: Outbox) -> None:
    await outbox.overflowed.wait()


async def _send(socket: WebSocket, first: list[Told], outbox: Outbox) -> None:
    """Send the first messages, then what comes. Raises WebSocketDisconnect if the page has disconnected."""
    line = wire.of(socket.scope)
    if line:
        await _send_by_wire(line, first, outbox)
    waiting = first
    while True:
        for told in waiting:
            try:
                await socket.send_text(told.text)
            except RuntimeError:  # the connection was closed, because the client sent invalid WebSocket data
                raise WebSocketDisconnect(1006) from None
        waiting = await outbox.take()


async def _send_by_wire(line: Wire, first: list[Told], outbox: Outbox) -> None:
    """The same over a connection on which the outbox sends by itself what need not wait."""
    unpacks = line.unpacks
    outbox.send_now = lambda told: line.send_frame(told.for_page(unpacks))
    waiting = first
    while True:
        for data in _pieces(waiting, unpacks):
            if not await line.can_send():
                raise WebSocketDisconnect(1006)
            line.send_frame(data)
        first.clear()
        waiting = await outbox.take()


def _pieces(waiting: list[Told], unpacks: bool) -> Iterator[bytes]:
    """Yield frames, as many together as make sense to be sent at once."""
    frames: list[bytes] = []
    size = 0
    for told in waiting:
        frames.append(told.for_page(unpacks))
        size += len(frames[-1])
        if size > PIECE:
            yield b"".join(frames)
            frames, size = [], 0
    if frames:
        yield b"".join(frames)


async def _look_on(socket: WebSocket, outbox: Outbox, words: Said) -> None:
    while (await socket.receive())["type"] != "websocket.disconnect":
        outbox.put(Told({"type": "error", **said.fields(words)}))


def _sentence(error: ValueError) -> Said:
    """Return what an error says. A command that no page of this version sends has only English for it."""
    words = said.words_of(error)
    return words if isinstance(words, Said) else Said("server.bad_command", detail=words)


async def _receive(place: Place, socket: WebSocket, outbox: Outbox, held: set[str]) -> None:
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        text = message.get("text")
        try:
            if text is None:
                raise ValueError("a command is a text message, not bytes")
            command = commands.parse(text)
            commands.perform(place.board, place.details, command, place.engine)
        except ValueError as error:
            outbox.put(Told({"type": "error", **said.fields(_sentence(error))}))
            continue
        if command["do"] == "press":
            held.add(command["button"])
        elif command["do"] == "release":
            held.discard(command["button"])
