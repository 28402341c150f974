"""Access rights of pages: a page on this machine may act, a page elsewhere in the network may only watch."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

LOCAL_HOSTS = ("127.0.0.1", "localhost")
# The headers that browsers send. A request with any other header counts as forwarded by a proxy. The opposite list, of
# the headers that proxies add, would never be complete, and each gap would let a stranger act; a gap in this list only
# makes a page a watcher. A forwarder that adds no header (ssh -L, nginx with a bare proxy_pass) looks like a browser.
OF_BROWSERS = frozenset(
    [
        "host",
        "connection",
        "keep-alive",
        "upgrade",
        "upgrade-insecure-requests",
        "origin",
        "referer",
        "user-agent",
        "cookie",
        "cache-control",
        "pragma",
        "accept",
        "accept-charset",
        "accept-encoding",
        "accept-language",
        "content-length",
        "content-type",
        "dnt",
        "te",
        "priority",
        "purpose",
        "range",
        "if-match",
        "if-modified-since",
        "if-none-match",
        "if-range",
        "if-unmodified-since",
        "save-data",
    ]
)
BROWSERS_OWN = "sec-"  # a page's script can't set headers with this prefix, and browsers add new ones


def may_act(scope: Scope) -> bool:
    """Whether a connection is from this machine, by its address, its Host header and the names of its headers."""
    headers = Headers(scope=scope)
    return is_loopback(address(scope)) and _host(headers) in LOCAL_HOSTS and all(map(_is_of_browsers, headers))


def address(scope: Scope) -> str:
    """Return the client address of a connection; "" if it is not known."""
    return str((scope.get("client") or ("", 0))[0])


def is_answered(scope: Scope) -> bool:
    """Whether the Host header of a request is a local name, or the address at which the request came in.

    A foreign page could use its own host name that resolves to this machine (DNS rebinding), but not an address.
    """
    host = _host(Headers(scope=scope))
    return host in LOCAL_HOSTS or (_is_address(host) and host == (scope.get("server") or ("", 0))[0])


def _is_of_browsers(name: str) -> bool:
    return name in OF_BROWSERS or name.startswith(BROWSERS_OWN)


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


class OwnNamesOnly:
    """Middleware: refuses requests whose Host header names another machine (see is_answered)."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or is_answered(scope):
            await self._app(scope, receive, send)
            return
        refusal = PlainTextResponse("open the board by the address that tengen has printed", status_code=400)
        await refusal(scope, receive, send)


def _host(headers: Headers) -> str:
    return headers.get("host", "").rpartition(":")[0] or headers.get("host", "")


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def is_loopback(text: str) -> bool:
    """Whether a text is a loopback address."""
    return _is_address(text) and ipaddress.ip_address(text).is_loopback
