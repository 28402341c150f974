"""Finds who asks: a page on this machine, a paired device, or one of a limited number of watching pages.

What they may do is in rights.table.
"""

from __future__ import annotations

import contextlib
import ipaddress
from collections import Counter
from collections.abc import AsyncIterator, Callable, Container, Iterator, Sequence
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from ..i18n import Sentence
from ..rights import table
from ..rights.table import ANSWER, LEADER, WATCHER, Who

# the largest number of pages that only watch; there is a limit because the outbox of each page takes memory
MOST_WATCHING = 100
MOST_ANSWERING = 300  # the same for pages that answer a quiz, which get few and short messages
MOST_OF_AN_ADDRESS = 20  # the default for the largest number of watching pages from one address
MOST_OF_A_DEVICE = 8  # pages of a paired device that are admitted in any crowd
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


def is_here(scope: Scope) -> bool:
    """Return whether a connection is from this machine, judged by its address, its Host header and its header names."""
    headers = Headers(scope=scope)
    from_browser = all(name in OF_BROWSERS or name.startswith(BROWSERS_OWN) for name in headers)
    return is_loopback(address(scope)) and _host(headers) in LOCAL_HOSTS and from_browser


def address(scope: Scope) -> str:
    """Return the client address of a connection; "" if it is not known."""
    return str((scope.get("client") or ("", 0))[0])


def is_encrypted(scope: Scope) -> bool:
    """Return whether a connection is encrypted; headers of proxies that say so are not believed."""
    return scope.get("scheme") in ("https", "wss")


def is_foreign(scope: Scope) -> bool:
    """Return whether a page of another origin made a request. Browsers always send their origin; programs may not.

    A page that was not encrypted is foreign to an encrypted address, because others in the network may have changed it.
    """
    headers = Headers(scope=scope)
    origin = headers.get("origin")
    if origin is None:
        return False
    try:
        its = urlsplit(origin)
        return its.netloc.lower() != headers.get("host", "").lower() or (is_encrypted(scope) and its.scheme != "https")
    except ValueError:
        return True


class Askers:
    """Finds who asks, and tells by the table why they may not do something.

    `relay`: on a relay everybody only watches. `paired(page)`: who a paired device is, or None.
    """

    def __init__(self, relay: bool, paired: Callable[[HTTPConnection], Who | None] = lambda page: None) -> None:
        self._relay, self._paired = relay, paired

    def who(self, page: HTTPConnection) -> Who:
        """Return who asks."""
        if self._relay:
            return Who(WATCHER)
        if LOOKS in page.query_params:
            return Who(ANSWER)
        return Who(LEADER) if is_here(page.scope) else self._paired(page) or Who(ANSWER)

    def refusal(self, page: HTTPConnection, deed: str, board: str | None = None) -> Sentence | None:
        """Return why a request may not do this; None if it may. A page of another origin may only get."""
        if is_foreign(page.scope) and not deed.startswith("GET "):
            return Sentence("notice.looking")
        return table.refusal(self.who(page), deed, board)


def askers(page: HTTPConnection) -> Askers:
    """Return the Askers of the app that serves a page."""
    found: Askers = page.app.state.askers
    return found


class Admission:
    """Admits every page of this machine, some of each paired device, and a limited number of others.

    `relay_viewers`: on a relay, the number of pages in total. If it is 0, the limits of a room apply. `answers`:
    whether the pages answer a quiz.
    """

    def __init__(self, askers: Askers, most_of_an_address: int, relay_viewers: int = 0, answers: bool = False) -> None:
        self._askers, self._answers = askers, answers
        self._most_of_an_address = most_of_an_address
        self._relay_viewers = relay_viewers
        self._watching: Counter[str] = Counter()
        self._of_devices: Counter[str] = Counter()

    @contextlib.asynccontextmanager
    async def admitted(self, socket: WebSocket) -> AsyncIterator[bool]:
        """Admit the page behind a socket for the duration of the context. Yields False if the page was refused."""
        if is_foreign(socket.scope):
            foreign = "only the board's own page may play on it"
            await socket.send_denial_response(PlainTextResponse(foreign, status_code=403))
            yield False
        elif self._is_free(socket):
            with self._counted(self._of_devices, self._askers.who(socket).device):
                yield True
        elif words := self.refusal(socket):
            await socket.send_denial_response(PlainTextResponse(words, status_code=503))
            yield False
        else:
            with self._counted(self._watching, address(socket.scope)):
                yield True

    @staticmethod
    @contextlib.contextmanager
    def _counted(counts: Counter[str], name: str) -> Iterator[None]:
        counts[name] += 1
        try:
            yield
        finally:
            counts[name] -= 1
            if not counts[name]:
                del counts[name]

    def refusal(self, page: HTTPConnection) -> Sentence | None:
        """Return why one more page may not watch; None if it may."""
        its = address(page.scope)
        if self._is_free(page):
            return None
        if self._watching.total() >= (MOST_ANSWERING if self._answers else self._relay_viewers or MOST_WATCHING):
            return Sentence("server.full")
        most = self.most_at(its)
        if most and self._watching[its] >= most:
            return Sentence("server.full_for_address", most=self._most_of_an_address)
        return None

    def most_at(self, address: str) -> int:
        """Return the largest number of pages from an address; 0 if it has no limit."""
        # this machine's own address has none, because a proxy here may serve any number of people
        return 0 if is_loopback(address) else self._most_of_an_address

    def _is_free(self, page: HTTPConnection) -> bool:
        if self._relay_viewers or is_here(page.scope):
            return not self._relay_viewers
        device = self._askers.who(page).device
        return bool(device) and self._of_devices[device] < MOST_OF_A_DEVICE


class OwnNamesOnly:
    """Middleware that refuses a request if its Host header is neither a local name nor the address that received it.

    This prevents DNS rebinding, where a foreign page uses a host name of its own that resolves to this machine. On an
    encrypted connection the `names` of the certificate are allowed, too.
    """

    def __init__(self, app: ASGIApp, names: Sequence[str] = ()) -> None:
        self._app, self._names = app, {name.lower() for name in names}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a request with an allowed Host header; refuse any other request with status 400."""
        if scope["type"] == "lifespan" or _is_own_name(scope, self._names):
            await self._app(scope, receive, send)
            return
        refusal = PlainTextResponse("open the board at the address that tengen printed", status_code=400)
        await refusal(scope, receive, send)


def _is_own_name(scope: Scope, names: Container[str]) -> bool:
    host = _host(Headers(scope=scope))
    if is_encrypted(scope) and host.lower() in names:
        return True
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
