"""`tengen live`: one or several boards on cables, shown on a page."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import threading
import webbrowser
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from ..file_errors import in_words
from ..records.command import ENCODING
from ..said import Said

if TYPE_CHECKING:
    from ..virtual.board import VirtualBoard
    from ..virtual.tabletop import Tabletop
    from . import published
    from .with_engine import Wanted
    from .with_tree import TreeFile

PORT = 8017
MOST_VIRTUAL = 16

ENGINE: str | None = typer.Option(
    None, "--engine", metavar="COMMAND", help="Play with this program, which speaks the Gomocup protocol."
)
TREE: Path | None = typer.Option(
    None, "--tree", metavar="PATH", help="Light what is known: a tree (.lib, .sgf), or a folder of games."
)
ENGINE_SECONDS: float = typer.Option(5.0, min=0.1, help="With --engine: its time for a stone.")


def live(
    ports: list[str] | None = typer.Argument(None, help="Serial ports of boards; without any, all boards are found."),
    share: bool = typer.Option(False, "--share", help="Let others in the network look on; only this machine acts."),
    address: str | None = typer.Option(None, help="With --share: at this address of the machine's only."),
    seats: int = typer.Option(20, min=1, help="With --share: so many pages of one address may look on at once."),
    virtual: int = typer.Option(
        0, "--virtual", min=0, max=MOST_VIRTUAL, help="So many virtual boards, on which real games are played."
    ),
    still: bool = typer.Option(False, "--still", help="With --virtual: the boards are empty, and nobody plays yet."),
    board_size: int = typer.Option(
        15, "--board", metavar="SIZE", help="With --virtual: their points a side, 15, as on a real board, or 19."
    ),
    emulated: bool = typer.Option(False, "--emulated", help="A board of real firmware on an emulated Pico."),
    port: int = typer.Option(PORT, help="Where to serve the page; a busy port gives way to the next."),
    games: Path | None = typer.Option(
        None, "--games", "--folder", help="Keep finished games in this folder, and not in that of `tengen record`."
    ),
    browser: bool = typer.Option(True, help="Open the page in a browser."),
    engine: str | None = ENGINE,
    engine_seat: str = typer.Option("p2", metavar="SEAT", help="With --engine: its seat, p1, who begins, or p2."),
    engine_seconds: float = ENGINE_SECONDS,
    tree: Path | None = TREE,
    encoding: str = ENCODING,
    publish: str | None = typer.Option(
        None, "--publish", metavar="URL", help="Send what the boards tell to a relay, such as nats://host:4222."
    ),
    key: Path | None = typer.Option(None, "--key", metavar="FILE", help="With --publish: the club's key."),
    event: str | None = typer.Option(None, "--event", metavar="NAME", help="With --publish: the key's event."),
    delay: str = typer.Option("0", "--delay", metavar="TIME", help="With --publish: so much later, such as 5m or 90s."),
) -> None:
    """Show a board on a cable, and those that are plugged in later, to the room."""
    if address is not None and not share:
        raise typer.BadParameter("an address is only for --share", param_hint="--address")
    if engine_seat not in ("p1", "p2"):
        raise typer.BadParameter(f"{engine_seat}: the seats are p1 and p2", param_hint="--engine-seat")
    if engine is not None and virtual and not still:
        raise typer.BadParameter("nobody plays with it there: --still leaves the boards free", param_hint="--engine")
    if publish is None and (key is not None or event is not None or delay != "0"):
        raise typer.BadParameter("--key, --event and --delay go with it only", param_hint="--publish")
    # imported here because the imports are slow, and other commands don't need them
    from ..virtual import sizes
    from . import published, with_tree
    from .server import EVERYWHERE
    from .with_engine import Wanted

    try:
        sizes.check(board_size)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--board") from None
    if board_size != sizes.USUAL and not virtual:
        raise typer.BadParameter("only virtual boards have this size", param_hint="--board")
    if still and not virtual:
        raise typer.BadParameter("it goes with --virtual only", param_hint="--still")
    try:
        shown: list[tuple[str, Tabletop]] = [(Said("hall.emulated"), emulated_board())] if emulated else []
        boards = _virtual(virtual, board_size)
        at = (address or EVERYWHERE) if share else None
        if still:
            shown, boards = [*boards, *shown], []
        its_engine = None if engine is None else Wanted(engine, engine_seat, engine_seconds)
        its_tree = None if tree is None else with_tree.checked(tree, typer.echo, encoding)
        world = None if publish is None else published.wanted(publish, key, event, delay)
        asyncio.run(_live(ports or [], shown, boards, port, games, browser, at, seats, its_engine, its_tree, world))
    except KeyboardInterrupt:
        pass
    except (OSError, ValueError, TimeoutError) as error:
        typer.echo(f"error: {in_words(error)}", err=True)
        raise typer.Exit(1) from None


def _virtual(count: int, size: int) -> list[tuple[str, VirtualBoard]]:
    if not count:
        return []
    from ..virtual.board import VirtualBoard

    return [(Said("hall.board", number=number), VirtualBoard(seed=number, size=size)) for number in range(1, count + 1)]


def emulated_board(given: Path | None = None) -> Tabletop:
    """Make a board on an emulated Pico with this image, or with one that is found. Raises OSError without an image."""
    # the emulator and the image builder are slow to load
    from ..image import ImageError, compile_emulator, pico_image

    try:
        image = pico_image(given)
    except ImageError as error:
        raise OSError(str(error)) from None
    compile_emulator()
    from ..emulator.board import EmulatedBoard

    typer.echo(f"booting {image.uf2.name} ({image.source}) on an emulated Pico; the page says how fast it is")
    return EmulatedBoard(image)


async def _live(
    named: list[str],
    boards: Sequence[tuple[str, Tabletop]],
    played: Sequence[tuple[str, VirtualBoard]],
    port: int,
    games: Path | None,
    browser: bool,
    share: str | None,
    seats: int,
    wanted: Wanted | None,
    tree: TreeFile | None,
    world: published.Wanted | None,
) -> None:
    from ..device import ports
    from ..records import chosen
    from . import aside, demo, plugged, with_engine, with_tree
    from . import games as kept
    from .hall import Hall
    from .serial_board import SerialBoard
    from .server import serve, serve_while
    from .stamps import Stamps

    hall = Hall()
    library = chosen.library(games)
    running = []
    if tree:
        running.append(with_tree.follow_first(hall, tree, typer.echo))
    if world:
        running.append(world.publish(hall, typer.echo))
    sample = demo.Games()
    if played:
        typer.echo("Virtual boards show games as a demonstration; these are not kept.")
    for number, (name, shown) in enumerate(played):
        demo.seat(hall.add(shown, name).details, number)
        # nobody has played these games here: they are not kept
        playing = serve_while(shown.run(), demo.play(shown, number, sample, typer.echo))
        running.append(_kept_up(name, playing))
    for name, board in boards:
        place = hall.add(board, name)
        keep = kept.keep(library.folder, place.details.fields, typer.echo)
        running.append(_kept_up(name, aside.run(board, name, keep, typer.echo)))
    usual = ports.chosen(None)
    virtual = [*boards, *played]
    paths = dict.fromkeys(named or ([usual] if usual and not virtual else []))
    wired: list[SerialBoard] = []

    def make(at: ports.Port) -> SerialBoard:
        board = SerialBoard(at, aside=kept.keep(library.folder, lambda: hall.details_of(board), typer.echo))
        wired.append(board)
        return board

    there = ports.ports() if paths else []
    for path in paths:
        plugged.follow(hall, ports.by_path(path, there), make, typer.echo)
    if not (paths or virtual):
        running.append(plugged.look(hall, make, typer.echo))

    def ready(where: str) -> None:
        typer.echo(f"The page is at {where} (Ctrl-C ends it)")
        if browser:
            # open() of a text browser returns only when the browser is closed, and the page must answer meanwhile
            threading.Thread(target=webbrowser.open, args=(where,), daemon=True).start()

    engine = None
    try:
        if wanted:
            engine = await with_engine.started(wanted, typer.echo)
            running.append(with_engine.play_at_first(hall, engine, wanted, typer.echo))
        routes = kept.routes(library, wanted.command if wanted else None)
        serving = serve(hall, port, ready, typer.echo, Stamps(), share, show_code, routes, seats)
        await serve_while(_all(running), serving)
    finally:
        if engine:
            await engine.stop()
        await asyncio.gather(*(asyncio.to_thread(board.close) for board in wired))


async def _all(running: list[Coroutine[Any, Any, None]]) -> None:
    """Run all of these coroutines, then wait until cancelled."""
    await asyncio.gather(*running)
    await asyncio.Event().wait()


async def _kept_up(name: str, running: Coroutine[Any, Any, None]) -> None:
    """Run a board. Its failure is reported and does not stop the other boards."""
    try:
        await running
    except (OSError, TimeoutError, RuntimeError) as error:
        typer.echo(f"error: {name} has stopped: {error}", err=True)


def show_code(address: str) -> None:
    """Print the QR code of the address, if the terminal can show it."""
    from . import qr

    if sys.stdout.isatty():
        code = qr.text(address)
        with contextlib.suppress(UnicodeEncodeError):
            code.encode(sys.stdout.encoding)  # printing would replace its blocks
            typer.echo(code)
