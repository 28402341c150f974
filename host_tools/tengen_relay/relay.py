"""A relay connects to NATS, or runs its own NATS server, and shows an event's boards in a hall."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Coroutine
from pathlib import Path
from typing import Any

import platformdirs
from nats.errors import Error as NatsError
from tengen_host.hall.hall import Hall
from tengen_host.web.addresses import EVERYWHERE, addresses
from tengen_host.web.server import Say

from . import client, events, names
from .boards import EventBoards
from .client import Connection
from .server import Server, own_key

_REACHED_S = 15.0


def folder_of(given: Path | None) -> Path:
    """Return the folder for a relay's keys and streams, the given or the default one. Create it if necessary."""
    folder = given or Path(platformdirs.user_data_dir("tengen", appauthor=False)) / "relay"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@contextlib.asynccontextmanager
async def connected(
    event: str, urls: str | None, listen: str, folder: Path, tls: tuple[Path, Path] | None = None
) -> AsyncIterator[tuple[Connection, Server | None]]:
    """Connect to NATS with the relay's own key.

    NATS is at `urls`, separated by commas; without `urls` a server is started here on a folder.

    Raises OSError, with a sentence, for any problem with NATS, ValueError for an invalid name.
    """
    names.checked("an event", event)
    try:
        async with contextlib.AsyncExitStack() as ends:
            server = None if urls else Server(folder, listen, tls)
            if server:
                await ends.enter_async_context(server.running())
                nats = Connection([server.url], server.key, server.trust)
            else:
                nats = Connection((urls or "").split(","), own_key(folder))
            yield await ends.enter_async_context(nats.open(_REACHED_S)), server
    except NatsError as error:
        raise OSError(client.words(error, urls or listen)) from None


async def begun(
    event: str, nats: Connection, server: Server | None, tell: Say
) -> tuple[Hall, list[Coroutine[Any, Any, None]]]:
    """Start or continue to show an event. Return the hall of its boards, and the coroutine to run meanwhile."""
    count = await events.begin(nats, event)
    tell(f"{event} goes on, with {count:,} entries" if count else f"{event} begins")
    hall = Hall()
    running = [EventBoards(event, hall, tell, nats).run()]
    if server:
        urls = " or ".join(server.urls(addresses(EVERYWHERE)))
        tell(f"Clubs publish to {urls}, each with a key: tengen relay key {event} CLUB --out FILE")
        running.append(server.watch())
    return hall, running
