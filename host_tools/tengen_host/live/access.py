"""Who may see and who may act: a page on this machine acts, one elsewhere in the network only watches."""

from __future__ import annotations

import ipaddress

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

LOCAL_HOSTS = ("127.0.0.1", "localhost")
# What browsers send of themselves. A list of what proxies add is never whole, and what it lacks would let a stranger
# act; a header that this list lacks only makes a page look on. What passes requests on and adds nothing (ssh -L, nginx
# with a bare proxy_pass) can't be told from a browser.
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
BROWSERS_OWN = "sec-"  # no page's script may set such a header, and browsers add new ones


def may_act(scope: Scope) -> bool:
    """Whether a connection comes from this machine: by its address and by the host name that it uses."""
    headers = Headers(scope=scope)
    return is_loopback(address(scope)) and _host(headers) in LOCAL_HOSTS and all(map(_is_of_browsers, headers))


def address(scope: Scope) -> str:
    """Return the address of a connection's other end; "" if it is unknown."""
    return str((scope.get("client") or ("", 0))[0])


def is_answered(scope: Scope) -> bool:
    """Whether a request calls the board by a name of this machine, or by the very address where it has come in.

    A foreign page could bring a name of its own that leads here (DNS rebinding); an address it can't.
    """
    host = _host(Headers(scope=scope))
    return host in LOCAL_HOSTS or (_is_address(host) and host == (scope.get("server") or ("", 0))[0])


def _is_of_browsers(name: str) -> bool:
    return name in OF_BROWSERS or name.startswith(BROWSERS_OWN)


class OwnNamesOnly:
    """Refuses every request that uses another host name than this machine's."""

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
    """Whether an address is reachable from this machine only."""
    return _is_address(text) and ipaddress.ip_address(text).is_loopback
