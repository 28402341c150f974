"""Decides who may act and who may watch. Pages on this machine act; a limited number of other pages watch."""

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

# the largest number of pages that only watch; there is a limit because the outbox of each page takes memory
MOST_WATCHING = 100
MOST_OF_AN_ADDRESS = 20  # the default for the largest number of watching pages from one address
LOOKS = "looks"  # the parameter of a page that only watches, also on this machine
LOCAL_HOSTS = ("127.0.0.1", "localhost")
# The headers that browsers send. A request with any other header counts as forwarded by a proxy. A list of the headers
# that proxies add would never be complete, and each header missing there would let a stranger act. A header missing
# here only means that pages of a browser that sends it can watch, but not act. A forwarder that adds no header (ssh -L,
# nginx with a bare proxy_pass) looks like a browser.
OF_BROWSERS = frozenset((
    "host", "connection", "keep-alive", "upgrade", "upgrade-insecure-requests", "origin", "referer", "user-agent",
    "cookie", "cache-control", "pragma", "accept", "accept-charset", "accept-encoding", "accept-language",
    "content-length", "content-type", "dnt", "te", "priority", "purpose", "range", "save-data",
    "if-match", "if-modified-since", "if-none-match", "if-range", "if-unmodified-since",
))  # fmt: skip
BROWSERS_OWN = "sec-"  # browsers add new headers with this prefix; a page's script can't set any of them


def may_act(scope: Scope) -> bool:
    """Return whether a connection is from this machine, judged by its address, its Host header and its header names."""
    headers = Headers(scope=scope)
    from_browser = all(name in OF_BROWSERS or name.startswith(BROWSERS_OWN) for name in headers)
    return is_loopback(address(scope)) and _host(headers) in LOCAL_HOSTS and from_browser


def address(scope: Scope) -> str:
    """Return the client address of a connection; "" if it is not known."""
    return str((scope.get("client") or ("", 0))[0])


def is_foreign(scope: Scope) -> bool:
    """Return whether a page of another origin made a request. Browsers always send their origin; programs may not."""
    headers = Headers(scope=scope)
    origin = headers.get("origin")
    if origin is None:
        return False
    try:
        return urlsplit(origin).netloc.lower() != headers.get("host", "").lower()
    except ValueError:
        return True


class Admission:
    """Admits every page that may act, and a limited number of watching pages per address and in total.

    `relay_viewers`: on a relay no page may act, and this number of pages may watch in total. If it is 0, the limits of
    a room apply.
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
                self._watching += Counter()  # adding an empty Counter removes the addresses with count 0

    def refusal(self, page: HTTPConnection) -> Sentence | None:
        """Return why one more page may not watch; None if it may."""
        its = address(page.scope)
        if self._may_act(page):
            return None
        if self._watching.total() >= (self._relay_viewers or MOST_WATCHING):
            return Sentence("server.full")
        # no limit for this machine's own address, because a proxy here may serve any number of people
        if not is_loopback(its) and self._watching[its] >= self._most_of_an_address:
            return Sentence("server.full_for_address", most=self._most_of_an_address)
        return None

    def _may_act(self, page: HTTPConnection) -> bool:
        return not self._relay_viewers and may_act(page.scope)


class OwnNamesOnly:
    """Middleware that refuses a request if its Host header is neither a local name nor the address that received it.

    This prevents DNS rebinding, where a foreign page uses a host name of its own that resolves to this machine.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a request with an allowed Host header; refuse any other request with status 400."""
        if scope["type"] == "lifespan" or _is_own_name(scope):
            await self._app(scope, receive, send)
            return
        refusal = PlainTextResponse("open the board at the address that tengen printed", status_code=400)
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
    """Return whether a text is a loopback address."""
    ip = _ip(text)
    return ip is not None and ip.is_loopback
