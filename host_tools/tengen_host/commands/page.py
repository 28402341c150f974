"""The page that `play`, `live`, `record replay` and `relay` serve."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import threading
import webbrowser
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from . import options

if TYPE_CHECKING:
    from ..demonstrations.demonstration import Demonstration
    from ..hall.hall import Hall
    from ..virtual.tabletop import Tabletop
    from ..web.certificate import Certificate

Running = Coroutine[Any, Any, object]


@dataclass(frozen=True)
class Page:
    """How to serve a page: `what` the page shows, its port, whether to open a browser, and who may watch.

    `share`: whether others in the network may watch, at this `address` of the machine, or at all its addresses.
    `seats`: the number of watching pages from one address. `certificate`: of the encrypted address for them. `also`: a
    further line to print, with {} for the page's address.
    """

    what: str
    port: int
    browser: bool
    share: bool = False
    address: str | None = None
    seats: int = 20
    certificate: Certificate | None = None
    also: str = ""

    async def serve(self, shown: Hall | Tabletop, running: Sequence[Running], **more: Any) -> None:
        """Serve the page of a hall or a board while its boards and guests are `running`.

        It ends when all of them have ended, when one fails, or with Ctrl-C. `more`: arguments of server.serve(). Raises
        their errors.
        """
        from ..pairing import store
        from ..resources import data_folder
        from ..tasks import serve_while
        from ..web.addresses import EVERYWHERE
        from ..web.server import serve

        async def all_of_them() -> None:
            await asyncio.gather(*running)

        at = (self.address or EVERYWHERE) if self.share else None
        more = {"share": at, "on_share": show_code, "most_of_an_address": self.seats, **more}
        more["certificate"] = self.certificate
        with contextlib.ExitStack() as stack:
            if self.share:
                more["devices"] = stack.enter_context(store.opened(data_folder() / store.NAME, typer.echo))
            await serve_while(all_of_them(), serve(shown, self.port, self._ready, typer.echo, **more))

    def _ready(self, address: str) -> None:
        typer.echo(f"{self.what} is at {address} (Ctrl-C ends it)")
        if self.also:
            typer.echo(self.also.format(address))
        if self.browser:
            # in a thread: with a text browser, open() returns only when the browser is closed
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def certificate_for(share: bool, cert: Path | None, key: Path | None) -> Certificate | None:
    """Return the certificate for a shared page: of these files, or Tengen's own. Raises OSError, ValueError."""
    if not share:
        return None
    from .. import resources
    from ..web.certificate import OwnCertificate, OwnersCertificate

    if cert and key:
        return OwnersCertificate(cert, key, datetime.now(timezone.utc))
    return OwnCertificate(resources.data_folder() / "certificate.pem")


def own_demonstrations(folder: Path | None) -> list[Demonstration]:
    """Return the demonstrations of a club's folder; print which files are left out, and why. Raises RecordError."""
    from ..demonstrations import own

    return own.read(folder, options.warn) if folder else []


def show_code(address: str) -> None:
    """Print the QR code of the address, if the terminal can show it."""
    from ..web import qr

    if sys.stdout.isatty():
        code = qr.text(address)
        with contextlib.suppress(UnicodeEncodeError):
            code.encode(sys.stdout.encoding)  # raises if the terminal can't show the code's block characters
            typer.echo(code)
