"""Who may act and who may watch: a page on this machine acts, a limited number of pages elsewhere watch."""

from __future__ import annotations

import contextlib
import ipaddress
from collections import Counter
from collections.abc import AsyncIterator
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from ..i18n import Sentence

MOST_WATCHING = 100  # pages that only watch; the outbox of each takes memory
MOST_OF_AN_ADDRESS = 20  # watching pages from one address, by default
LOCAL_HOSTS = ("127.0.0.1", "localhost")
# The headers that browsers send. A request with any other header counts as forwarded by a proxy. The opposite list, of
# the headers that proxies add, would never be complete, and each gap would let a stranger act; a gap in this list only
# makes a page a watcher. A forwarder that adds no header (ssh -L, nginx with a bare proxy_pass) looks like a browser.
OF_BROWSERS = frozenset((
    "host", "connection", "keep-alive", "upgrade", "upgrade-insecure-requests", "origin", "referer", "user-agent",
    "cookie", "cache-control", "pragma", "accept", "accept-charset", "accept-encoding", "accept-language",
    "content-length", "content-type", "dnt", "te", "priority", "purpose", "range", "save-data",
    "if-match", "if-modified-since", "if-none-match", "if-range", "if-unmodified-since",
))  # fmt: skip
BROWSERS_OWN = "sec-"  # a page's script can't set headers with this prefix, and browsers add new ones


def may_act(scope: Scope) -> bool:
    """Whether a connection is from this machine, by its address, its Host header and the names of its headers."""
    headers = Headers(scope=scope)
    from_browser = all(name in OF_BROWSERS or name.startswith(BROWSERS_OWN) for name in headers)
    return is_loopback(address(scope)) and _host(headers) in LOCAL_HOSTS and from_browser


def address(scope: Scope) -> str:
    """Return the client address of a connection; "" if it is not known."""
    return str((scope.get("client") or ("", 0))[0])


def is_foreign(scope: Scope) -> bool:
    """Whether a page of another origin made a request. Browsers always send their origin; programs need not."""
    headers = Headers(scope=scope)
    origin = headers.get("origin")
    if origin is None:
        return False
    try:
        return urlsplit(origin).netloc.lower() != headers.get("host", "").lower()
    except ValueError:
        return True


class Admission:
    """Admits pages: every page that may act, and a limited number of watching pages per address and in total.

    `relay_viewers`: of a relay, on which nobody acts, how many may watch in total; 0: the rule of a room.
    """

    def __init__(self, most_of_an_address: int, relay_viewers: int = 0) -> None:
        self._most_of_an_address = most_of_an_address
        self._relay_viewers = relay_viewers
        self._watching: Counter[str] = Counter()

    @contextlib.asynccontextmanager
    async def admitted(self, socket: WebSocket) -> AsyncIterator[bool | None]:
        """Admit the page behind a socket for the duration of the context.

        Yields whether the page may act, or None if the page was refused.
        """
        if is_foreign(socket.scope):
            foreign = "only the board's own page may play on it"
            await socket.send_denial_response(PlainTextResponse(foreign, status_code=403))
            yield None
        elif self._may_act(socket):
            yield True
        elif words := self.refusal(socket):
            await socket.send_denial_response(PlainTextResponse(words, status_code=503))
            yield None
        else:
            self._watching[address(socket.scope)] += 1
            try:
                yield False
            finally:
                self._watching[address(socket.scope)] -= 1
                self._watching += Counter()  # removes the addresses whose count is 0

    def refusal(self, page: HTTPConnection) -> Sentence | None:
        """Return why a further page may not even watch; None if it may."""
        its = address(page.scope)
        if self._may_act(page):
            return None
        if self._watching.total() >= (self._relay_viewers or MOST_WATCHING):
            return Sentence("server.full")
        # a proxy on this machine may serve any number of people
        if not is_loopback(its) and self._watching[its] >= self._most_of_an_address:
            return Sentence("server.full_for_address", most=self._most_of_an_address)
        return None

    def _may_act(self, page: HTTPConnection) -> bool:
        return not self._relay_viewers and may_act(page.scope)


class OwnNamesOnly:
    """Middleware: refuses requests whose Host header is neither a local name nor the address at which they came in.

    A foreign page could use its own host name that resolves to this machine (DNS rebinding), but not an address.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or _is_own_name(scope):
            await self._app(scope, receive, send)
            return
        refusal = PlainTextResponse("open the board by the address that tengen has printed", status_code=400)
        await refusal(scope, receive, send)


def _is_own_name(scope: Scope) -> bool:
    host = _host(Headers(scope=scope))
    return host in LOCAL_HOSTS or (_ip(host) is not None and host == (scope.get("server") or ("", 0))[0])


def _host(headers: Headers) -> str:
    return headers.get("host", "").rpartition(":")[0] or headers.get("host", "")


def _ip(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def is_loopback(text: str) -> bool:
    """Whether a text is a loopback address."""
    ip = _ip(text)
    return ip is not None and ip.is_loopback
