"""`tengen relay`: boards anywhere, shown to the world from their event's stream in NATS; its keys, and its proof."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import webbrowser
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import platformdirs
import typer

from ..file_errors import in_words
from ..verbs import Verbs

if TYPE_CHECKING:
    from ..relay.server import Entrance

PORT = 8018
_LISTEN = "127.0.0.1:4222"
_LOOK_S = 2.0  # between two looks for new rights
_REACHED_S = 15.0

EVENT: str = typer.Argument(..., help="The event's name, such as spring-open.")
DATA: Path | None = typer.Option(None, "--data", help="The folder of this relay's keys and streams.")
NATS: str | None = typer.Option(None, "--nats", metavar="URL,URL", help="A NATS cluster that runs already.")
LISTEN: str = typer.Option(_LISTEN, "--listen", metavar="HOST:PORT", help="Without --nats: where clubs reach this one.")

_TLS_CERT = "Without --nats: the certificate, with its chain, by which clubs reach this one as tls://."
_SIGNED_BY = "The public key of a club, or a KEY of any; entries of others are faults. May be given again."

relay = typer.Typer(
    name="relay",
    cls=Verbs,
    invoke_without_command=True,
    epilog="Example: tengen relay --event spring-open --share",
)


@relay.callback()
def show(
    context: typer.Context,
    event: str | None = typer.Option(None, "--event", metavar="NAME", help="The event's name, such as spring-open."),
    nats: str | None = NATS,
    listen: str = LISTEN,
    data: Path | None = DATA,
    tls_cert: Path | None = typer.Option(None, "--tls-cert", metavar="FILE", help=_TLS_CERT),
    tls_key: Path | None = typer.Option(None, "--tls-key", metavar="FILE", help="The private key of that certificate."),
    port: int = typer.Option(PORT, help="Where to serve the page; a busy port gives way to the next."),
    share: bool = typer.Option(False, "--share", help="Let others in the network look on."),
    seats: int = typer.Option(20, min=1, help="With --share: so many pages of one address may look on at once."),
    viewers: int = typer.Option(500, min=1, help="So many pages may look on at once."),
    browser: bool = typer.Option(True, help="Open the page in a browser."),
) -> None:
    """Show boards from anywhere, as their clubs publish them.

    Without --nats this machine runs the server that clubs publish to, too.
    """
    if context.invoked_subcommand:
        return
    if event is None:
        raise typer.BadParameter("which event: name it, such as spring-open", param_hint="--event")
    if (tls_cert is None) != (tls_key is None) or (nats and tls_cert):
        raise typer.BadParameter("--tls-cert and --tls-key go together, and without --nats", param_hint="--tls-cert")
    name, tls = event, (tls_cert, tls_key) if tls_cert and tls_key else None

    async def shown(entrance: Entrance, own: Any) -> None:
        from ..relay import server
        from .hall import Hall
        from .relayed import Followed
        from .server import EVERYWHERE, addresses, serve, serve_while

        count = await server.begun(entrance, name)
        typer.echo(f"{name} goes on, with {count:,} entries" if count else f"{name} begins")
        if own:
            urls = " or ".join(own.urls(addresses(EVERYWHERE)))
            typer.echo(f"Clubs publish to {urls}, each with a key: tengen relay key {name} CLUB --out FILE")
        hall = Hall()

        def ready(where: str) -> None:
            typer.echo(f"The page is at {where} (Ctrl-C ends it)")
            if browser:
                threading.Thread(target=webbrowser.open, args=(where,), daemon=True).start()

        followed = Followed(name, hall, typer.echo, words=entrance.words)
        following = [followed.run(lambda: entrance.client), followed.watch(lambda: entrance.client)]
        if own:
            following.append(_rights_kept(own))
        at = EVERYWHERE if share else None
        serving = serve(hall, port, ready, typer.echo, None, at, most_of_an_address=seats, all_look_on=viewers)
        await serve_while(_all(following), serving)

    run(name, nats, listen, data, shown, tls)


@relay.command("key", epilog="Example: tengen relay key spring-open tartu --out tartu.key")
def key(
    event: str = EVENT,
    club: str = typer.Argument(..., help="The club's name, such as tartu."),
    board: str = typer.Option("*", "--board", help="For this board of the club only."),
    out: Path = typer.Option(..., "--out", help="The file to be written; the club alone may have it."),
    data: Path | None = DATA,
) -> None:
    """Make a key, by which a club publishes its boards. A relay that runs on the same folder takes it up at once."""
    with _errors():
        from ..relay import keys, server

        folder = folder_of(data)
        made = keys.new(event, club, board)
        keys.write(out, made)
        server.grant(folder, made)
        typer.echo(f"{out} lets {club} publish in {event}: {'all its boards' if board == '*' else board}")
        typer.echo(f"Its entries are signed by {made.public}")


@relay.command("verify", epilog="Example: tengen relay verify spring-open")
def verify(
    event: str = EVENT,
    signed_by: list[str] | None = typer.Option(None, "--signed-by", metavar="CLUB=KEY", help=_SIGNED_BY),
    save: Path | None = typer.Option(None, "--save", metavar="FILE", help="Write all entries into this file, too."),
    saved: Path | None = typer.Option(None, "--saved", metavar="FILE", help="Check such a file; no NATS is needed."),
    nats: str | None = NATS,
    listen: str = LISTEN,
    data: Path | None = DATA,
) -> None:
    """Check that nothing of an event was altered, added or left out; each fault is told, and the status is 1."""
    with _errors():
        from ..relay import names, proof, server

        names.checked("an event", event)
        if save and save.exists():
            raise ValueError(f"{save} is there already: name another file")
        named = [_signer(text) for text in signed_by or ()]
        proved = proof.Proof(event, named or server.signers(folder_of(data), event))
        if not proved.knows_keys:
            raise ValueError("no club's key is known here: name them, as `tengen relay key` has told, with --signed-by")
        for stored in proof.saved(saved) if saved else ():
            proved.take(stored)
    lines: list[str] = []

    async def read(entrance: Entrance, own: Any) -> None:
        async for stored in proof.entries(entrance.client.jetstream(), event):
            proved.take(stored)
            if save:
                lines.append(proof.line_of(stored))

    if not saved:
        run(event, nats, listen, data, read)
    if save:
        from ..records import files

        with _errors():
            files.create(save, "".join(lines).encode("ascii"))
    faults = 0
    for line, is_fault in proved.lines():
        typer.echo(line)
        faults += is_fault
    if faults:
        raise typer.Exit(1)


def _signer(text: str) -> tuple[str, str]:
    club, is_named, key = text.rpartition("=")
    return club if is_named else "*", key


# What the commands share


def run(
    event: str,
    nats: str | None,
    listen: str,
    data: Path | None,
    do: Callable[[Entrance, Any], Coroutine[Any, Any, None]],
    tls: tuple[Path, Path] | None = None,
) -> None:
    """Enter NATS, running it where no cluster is named, and do something there; errors are told, with status 1."""

    async def inside() -> None:
        from nats.errors import Error as NatsError

        try:
            async with _entered(event, nats, listen, folder_of(data), tls) as (entrance, own):
                await do(entrance, own)
        except NatsError as error:
            from ..relay.asking import words

            raise OSError(words(error, nats or listen)) from None

    with _errors(), contextlib.suppress(KeyboardInterrupt):
        asyncio.run(inside())


@contextlib.asynccontextmanager
async def _entered(
    event: str, urls: str | None, listen: str, folder: Path, tls: tuple[Path, Path] | None
) -> AsyncIterator[tuple[Entrance, Any]]:
    from ..relay import names, server

    names.checked("an event", event)
    own_key = server.own_key(folder)
    if urls:
        async with server.entrance(urls.split(","), own_key, _REACHED_S) as entrance:
            yield entrance, None
        return
    own = server.Server(folder, listen, tls)
    async with own.running(), server.entrance([own.url], own_key, _REACHED_S, own.trust) as entrance:
        yield entrance, own


async def _rights_kept(own: Any) -> None:
    """Have the server take up rights that are granted while it runs, and a renewed certificate, until cancelled."""
    before = None
    while True:
        now = own.stamp
        if now != before:
            own.reload()  # at first, too: a server that was taken over may know older ones
            before = now
        await asyncio.sleep(_LOOK_S)


async def _all(running: list[Coroutine[Any, Any, None]]) -> None:
    await asyncio.gather(*running)


def folder_of(data: Path | None) -> Path:
    folder = data or Path(platformdirs.user_data_dir("tengen", appauthor=False)) / "relay"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@contextlib.contextmanager
def _errors() -> Iterator[None]:
    """Tell an error in a sentence, and end with status 1."""
    try:
        yield
    except ModuleNotFoundError as error:
        typer.echo(f"error: {error.name} is missing: pip install 'tengen[relay]'", err=True)
    except FileExistsError as error:
        typer.echo(f"error: {error.filename} is there already: name another file", err=True)
    except (OSError, ValueError) as error:
        typer.echo(f"error: {in_words(error)}", err=True)
    else:
        return
    raise typer.Exit(1)
