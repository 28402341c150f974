"""The page that `play`, `live`, `record replay` and `relay` serve."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import threading
import webbrowser
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from ..hall.hall import Hall
    from ..virtual.tabletop import Tabletop

Running = Coroutine[Any, Any, object]


@dataclass(frozen=True)
class Page:
    """Where a page is served: `what` it shows, its port, whether a browser opens it, and who may look on.

    `share`: others in the network may, at this `address` of the machine, or at all. `seats`: pages of one address.
    """

    what: str
    port: int
    browser: bool
    share: bool = False
    address: str | None = None
    seats: int = 20

    async def serve(self, shown: Hall | Tabletop, running: Sequence[Running], **more: Any) -> None:
        """Serve the page of a hall or a board while its boards and guests are `running`: until all have ended, one has
        failed, or Ctrl-C. `more`: arguments of server.serve(). Raises what fails.
        """
        from ..tasks import serve_while
        from ..web.server import EVERYWHERE, serve

        async def all_of_them() -> None:
            await asyncio.gather(*running)

        at = (self.address or EVERYWHERE) if self.share else None
        more = {"share": at, "on_share": show_code, "most_of_an_address": self.seats, **more}
        await serve_while(all_of_them(), serve(shown, self.port, self._ready, typer.echo, **more))

    def _ready(self, address: str) -> None:
        typer.echo(f"{self.what} is at {address} (Ctrl-C ends it)")
        if self.browser:
            # open() of a text browser returns only when the browser is closed, and the page must answer meanwhile
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def show_code(address: str) -> None:
    """Print the QR code of the address, if the terminal can show it."""
    from ..web import qr

    if sys.stdout.isatty():
        code = qr.text(address)
        with contextlib.suppress(UnicodeEncodeError):
            code.encode(sys.stdout.encoding)  # printing would replace its blocks
            typer.echo(code)
