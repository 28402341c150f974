"""`tengen relay`: shows remote boards from their event's stream in NATS; makes keys, and verifies an event."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .options import RELAY_LISTEN, Browser, Listen, Nats, PagePort, RelayData, Seats, errors
from .page import Page
from .verbs import Verbs

if TYPE_CHECKING:
    from tengen_relay.client import Connection
    from tengen_relay.server import Server

    Do = Callable[[Connection, Server | None], Coroutine[Any, Any, None]]

PORT = 8018

Event = Annotated[str, typer.Argument(help="The event's name, such as spring-open.")]
_TLS_CERT = "Without --nats: a certificate with its chain, so that clubs can connect by tls://."
_SIGNED_BY = "The public key of a club, or KEY alone for any club. All other entries are faults. May be given again."

relay = typer.Typer(
    name="relay",
    cls=Verbs,
    invoke_without_command=True,
    epilog="Example: tengen relay --event spring-open --share",
)


@relay.callback()
def show(
    context: typer.Context,
    event: str | None = typer.Option(
        None, "--event", metavar="NAME", help="The event's name, such as spring-open. Required."
    ),
    nats: Nats = None,
    listen: Listen = RELAY_LISTEN,
    data: RelayData = None,
    tls_cert: Path | None = typer.Option(None, "--tls-cert", metavar="FILE", help=_TLS_CERT),
    tls_key: Path | None = typer.Option(None, "--tls-key", metavar="FILE", help="The private key of that certificate."),
    port: PagePort = PORT,
    share: bool = typer.Option(False, "--share", help="Let others in the network watch."),
    seats: Seats = 20,
    viewers: int = typer.Option(500, min=1, help="How many pages may watch at once."),
    browser: Browser = True,
) -> None:
    """Show the boards of an event, published by their clubs from anywhere.

    Without --nats this machine also runs the server that clubs publish to.
    """
    if context.invoked_subcommand:
        return
    if event is None:
        raise typer.BadParameter("name the event, such as spring-open", param_hint="--event")
    if (tls_cert is None) != (tls_key is None) or (nats and tls_cert):
        raise typer.BadParameter(
            "--tls-cert and --tls-key need each other, and exclude --nats", param_hint="--tls-cert"
        )
    name, tls = event, (tls_cert, tls_key) if tls_cert and tls_key else None
    page = Page("The page", port, browser, share, seats=seats)

    async def shown(its: Connection, server: Server | None) -> None:
        from tengen_relay.relay import begun

        hall, running = await begun(name, its, server, typer.echo)
        await page.serve(hall, running, relay_viewers=viewers)

    run(name, nats, listen, data, shown, tls)


@relay.command(epilog="Example: tengen relay key spring-open tartu --out tartu.key")
def key(
    event: Event,
    club: str = typer.Argument(..., help="The club's name, such as tartu."),
    board: str = typer.Option("*", "--board", help="Only for this board of the club; by default for all."),
    out: Path = typer.Option(..., "--out", help="The file to write; give it only to the club."),
    data: RelayData = None,
) -> None:
    """Make the key that lets a club publish its boards. A running relay with the same folder accepts it at once."""
    with errors():
        from tengen_relay import keys, server
        from tengen_relay.relay import folder_of

        folder = folder_of(data)
        made = keys.new(event, club, board)
        keys.write(out, made)
        server.grant(folder, made)
        typer.echo(f"{out} lets {club} publish in {event}: {'all its boards' if board == '*' else board}")
        typer.echo(f"Its entries are signed by {made.public}")


@relay.command(epilog="Example: tengen relay verify spring-open")
def verify(
    event: Event,
    signed_by: list[str] | None = typer.Option(None, "--signed-by", metavar="CLUB=KEY", help=_SIGNED_BY),
    save: Path | None = typer.Option(None, "--save", metavar="FILE", help="Also write all entries to this file."),
    saved: Path | None = typer.Option(
        None, "--saved", metavar="FILE", help="Check a file written by --save; this needs no NATS."
    ),
    nats: Nats = None,
    listen: Listen = RELAY_LISTEN,
    data: RelayData = None,
) -> None:
    """Check that no entry of an event was changed, added or left out. Faults are printed, with exit status 1."""
    with errors():
        from tengen_relay import events, names, proof, server
        from tengen_relay.relay import folder_of

        from .. import whole_files

        names.checked("an event", event)
        if save and save.exists():
            raise ValueError(f"{save} already exists: name another file")
        signers = [(club or "*", key) for club, _, key in (text.rpartition("=") for text in signed_by or ())]
        signers = signers or server.signers(folder_of(data), event)
        if not signers:
            raise ValueError(
                "no club's key is known here: add --signed-by with the keys that `tengen relay key` has printed"
            )
        stored = list(proof.saved(saved)) if saved else []

        async def read(its: Connection, server: Server | None) -> None:
            stored.extend([each async for each in events.stored(its.jetstream(), event)])

        if not saved:
            run(event, nats, listen, data, read)
        if save:
            whole_files.create(save, "".join(map(proof.line_of, stored)).encode("ascii"))
    faults = 0
    for line, is_fault in proof.check(event, signers, stored):
        typer.echo(line)
        faults += is_fault
    if faults:
        raise typer.Exit(1)


def run(
    event: str, nats: str | None, listen: str, data: Path | None, do: Do, tls: tuple[Path, Path] | None = None
) -> None:
    """Connect to NATS, or run its server if no cluster is named, and call `do` there until it ends or Ctrl-C."""
    with errors(), contextlib.suppress(KeyboardInterrupt):
        from tengen_relay.relay import connected, folder_of

        async def inside() -> None:
            async with connected(event, nats, listen, folder_of(data), tls) as (its, server):
                await do(its, server)

        asyncio.run(inside())
