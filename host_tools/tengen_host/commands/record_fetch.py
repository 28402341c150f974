"""`tengen record fetch`: fetches the finished games of a board, or all games of a published event."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from . import relay
from .games import count, library
from .options import RELAY_LISTEN, Games, Listen, Nats, RelayData, error, errors, only_with, warn

if TYPE_CHECKING:
    from tengen_relay.client import Connection
    from tengen_relay.server import Server

    from ..records.record import Record


def fetch(
    port: str | None = typer.Argument(None, help="The board's port; by default TENGEN_PORT, or the only board found."),
    event: str | None = typer.Option(
        None, "--event", metavar="NAME", help="Fetch all games of this event, as shown by `tengen relay`."
    ),
    nats: Nats = None,
    listen: Listen = RELAY_LISTEN,
    data: RelayData = None,
    games: Games = None,
) -> None:
    """Fetch the finished games of the board that is plugged in. `tengen live` does this by itself.

    A game under way is not disturbed. With --event: fetch the games of all boards of an event into a folder of its
    own, each as SGF, those of Renju also together as RIF XML.
    """
    only_with("--event", event, nats=nats)
    if event is None:
        _fetch_from_board(port, games)
        return
    if port is not None:
        raise typer.BadParameter("an event has no port: name the event or the port", param_hint="--event")
    from ..records.library import default_folder

    name, found = event, []

    async def read(its: Connection, server: Server | None) -> None:
        from tengen_relay import records
        from tengen_relay.relay import folder_of
        from tengen_relay.server import signers

        known = signers(folder_of(data), name)
        if not known:
            warn("no club's key is known here, so the signatures are not checked")
        found.extend(await records.of_event(its.jetstream(), name, known, warn))

    relay.run(name, nats, listen, data, read)
    _keep(name, found, games or default_folder() / name)


def _fetch_from_board(port: str | None, folder: Path | None) -> None:
    from ..device.find import open_board
    from ..records.fetch import fetch as fetched
    from ..records.record import RecordError
    from ..records.sheet import safe

    troubles: list[str] = []

    def trouble(words: str) -> None:
        troubles.append(words)
        error(safe(words))

    with errors():
        there = library(folder)
        kept = False
        with open_board(port) as board:
            try:
                for path in fetched(board, there, tell=trouble):
                    kept = True
                    typer.echo(f"Saved: {safe(str(path))}")
            except BrokenPipeError:
                raise
            except OSError as why:
                words = f"games can't be saved in {there.folder} ({why.strerror or why}): they stay on the board"
                raise RecordError(words) from None
        if not (kept or troubles):
            typer.echo(f"the board has no finished games that are not already in {there.folder}", err=True)
    if troubles:
        raise typer.Exit(1)


def _keep(event: str, found: list[Record], folder: Path) -> None:
    """Write the games into a folder: each new one as SGF, those of Renju also together as RIF XML."""
    from .. import whole_files
    from ..records import formats
    from ..records.record import RecordError
    from ..records.sheet import safe

    with errors():
        there = library(folder)
        for_rif = []
        for record in found:
            try:
                is_new = there.holding(record) is None
                path = there.add(record)
                if is_new:
                    typer.echo(f"Saved: {safe(str(path))}")
                if record.is_renju:
                    formats.write([record], "rif")
                    for_rif.append(record)
            except RecordError as why:
                warn(f"a game of {record.black or '?'} and {record.white or '?'}: {why}")
        if for_rif:
            path = there.folder / f"{event}.xml"
            whole_files.replace(path, formats.write(for_rif, "rif"))
            typer.echo(f"{safe(str(path))}: {count(len(for_rif), 'game')} of Renju")
        elif not found:
            typer.echo(f"no game of {event} has begun yet", err=True)
