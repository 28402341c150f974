"""`tengen record fetch`: the finished games of a board, or all games of an event that was published."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from ..records.command import errors, fetch_from_board, warn
from . import relay_command

if TYPE_CHECKING:
    from ..records.record import Record
    from ..relay.server import Entrance

_FOLDER = "Where the games go; else TENGEN_GAMES, or Tengen in the documents; of an event into a folder of its own."
_EVENT = "All games of this event, which `tengen relay` shows."
_NATS = "With --event: a NATS cluster that has it."


def fetch(
    port: str | None = typer.Argument(None, help="The board's port; else TENGEN_PORT, or the only board there is."),
    event: str | None = typer.Option(None, "--event", metavar="NAME", help=_EVENT),
    nats: str | None = typer.Option(None, "--nats", metavar="URL,URL", help=_NATS),
    listen: str = relay_command.LISTEN,
    data: Path | None = relay_command.DATA,
    folder: Path | None = typer.Option(None, "--folder", "--games", "--to", help=_FOLDER),
) -> None:
    """Fetch the finished games of the board that is plugged in; it plays on. `tengen live` does so by itself.

    With --event: the games of all boards of an event, as SGF, and together as RIF XML.
    """
    if event is None:
        if nats is not None:
            raise typer.BadParameter("it goes with --event only", param_hint="--nats")
        fetch_from_board(port, folder)
        return
    if port is not None:
        raise typer.BadParameter("an event has no port: name one of both", param_hint="--event")
    from ..records.library import default_folder

    name, found = event, []

    async def read(entrance: Entrance, own: Any) -> None:
        from ..relay import games, server

        known = server.signers(relay_command.folder_of(data), name)
        if not known:
            warn("no club's key is known here, so the signatures are not checked")
        found.extend(await games.of(entrance.client.jetstream(), name, known, warn))

    relay_command.run(name, nats, listen, data, read)
    _keep(name, found, folder or default_folder() / name)


def _keep(event: str, found: list[Record], folder: Path) -> None:
    """Write the games into a folder: each as SGF, if it is not there yet, and those of Renju together as RIF XML."""
    from ..records import chosen, files, formats
    from ..records.record import RecordError
    from ..records.sheet import safe

    with errors():
        library = chosen.library(folder)
        for_rif = []
        for record in found:
            try:
                is_new = library.holding(record) is None
                path = library.add(record)
                if is_new:
                    typer.echo(f"Kept: {safe(str(path))}")
                if record.is_renju:
                    formats.write([record], "rif")
                    for_rif.append(record)
            except RecordError as error:
                warn(f"a game of {record.black or '?'} and {record.white or '?'}: {error}")
        if for_rif:
            path = library.folder / f"{event}.xml"
            files.replace(path, formats.write(for_rif, "rif"))
            typer.echo(f"{safe(str(path))}: {len(for_rif)} {'game' if len(for_rif) == 1 else 'games'} of Renju")
        elif not found:
            typer.echo(f"no game of {event} has begun yet", err=True)
