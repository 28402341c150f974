"""`tengen live`: shows one or more connected boards on a page."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from ..i18n import Sentence
from . import options, quizzes
from .options import error, errors, only_with
from .page import Page, Running, certificate_for, own_demonstrations

if TYPE_CHECKING:
    from tengen_relay.publish import Publishing

    from ..boards.serial import SerialBoard
    from ..demonstrations.demonstration import Demonstration
    from ..guests.guest import Guest
    from ..hall.hall import Hall
    from ..quiz.question import Question
    from ..records.library import Library
    from ..virtual.board import VirtualBoard
    from ..virtual.tabletop import Tabletop

MOST_VIRTUAL = 16


def live(
    ports: list[str] | None = typer.Argument(None, help="Serial ports of boards; by default all boards are found."),
    share: options.Share = False,
    address: options.Address = None,
    seats: options.Seats = 20,
    tls_cert: options.TlsCert = None,
    tls_key: options.TlsKey = None,
    virtual: int = typer.Option(
        0,
        "--virtual",
        min=0,
        max=MOST_VIRTUAL,
        help="Show this number of virtual boards, with real games as a demonstration; with --still, empty boards.",
    ),
    still: bool = typer.Option(
        False, "--still", help="With --virtual: empty boards for people to play on, no demonstration."
    ),
    board_size: options.BoardSize = 15,
    emulated: bool = typer.Option(False, "--emulated", help="Show a board with the real firmware on an emulated Pico."),
    port: options.PagePort = options.PAGE_PORT,
    games: options.Games = None,
    browser: options.Browser = True,
    engine: options.Engine = None,
    engine_seat: str = typer.Option("p2", metavar="SEAT", help="With --engine: its seat, p1 (begins) or p2."),
    engine_seconds: options.EngineSeconds = options.ENGINE_SECONDS,
    tree: options.Tree = None,
    encoding: options.Encoding = "",
    demonstrations: options.Demonstrations = None,
    quiz: Path | None = typer.Option(None, metavar="FILE", help="Ask the room the questions of this file."),
    publish: str | None = typer.Option(
        None, "--publish", metavar="URL", help="Publish the boards to a relay, such as nats://host:4222."
    ),
    key: Path | None = typer.Option(None, "--key", metavar="FILE", help="With --publish: the club's key."),
    event: str | None = typer.Option(None, "--event", metavar="NAME", help="With --publish: the key's event."),
    delay: str = typer.Option(
        "",
        "--delay",
        metavar="TIME",
        help="With --share or --publish: watchers see each board after this time, such as 5m or 90s.",
    ),
) -> None:
    """Show the boards on cables, and those plugged in later, to the room."""
    # imported here because the imports are slow, and other commands don't need them
    from ..guests.engine import EngineGuest
    from ..guests.guest import started
    from ..guests.tree import TreeGuest
    from ..hall.delayed import seconds
    from ..virtual import sizes

    if engine_seat not in ("p1", "p2"):
        raise typer.BadParameter(f"{engine_seat}: the seats are p1 and p2", param_hint="--engine-seat")
    if engine is not None and virtual and not still:
        raise typer.BadParameter("on demonstration boards nobody plays against it: add --still", param_hint="--engine")
    only_with("--share", share, address=address, tls_cert=tls_cert)
    only_with("--tls-key", tls_key, tls_cert=tls_cert)
    only_with("--tls-cert", tls_cert, tls_key=tls_key)
    only_with("--virtual", virtual, still=still, board=board_size != sizes.USUAL)
    only_with("--publish", publish is not None, key=key, event=event)
    only_with("--share or --publish", share or publish is not None, delay=delay)
    with errors(), contextlib.suppress(KeyboardInterrupt):
        delay_s = seconds(delay or "0")
        shown: list[tuple[str, Tabletop]] = []
        if emulated:
            from ..boards.emulated import booted  # loads the emulator

            shown.append((Sentence("hall.emulated"), booted(None, typer.echo)))
        played = _virtual(virtual, board_size)
        if still:
            shown, played = [*played, *shown], []
        guests: list[Guest] = []
        if engine is not None:
            guests.append(EngineGuest(engine, engine_seat, engine_seconds, typer.echo, asks_seat=True))
        if tree is not None:
            known = TreeGuest(tree, typer.echo, encoding)
            known.check()
            guests.append(known)
        own = own_demonstrations(demonstrations)
        asked = quizzes.read(quiz) if quiz else []
        world = None
        if publish is not None:
            from tengen_relay.publish import wanted  # an extra

            world = wanted(publish, key, event, delay_s)
        page = Page("The page", port, browser, share, address, seats, certificate_for(share, tls_cert, tls_key))
        wired = ports or []
        run = partial(_live, page, games, played, shown, wired, engine, guests, world, delay_s, own, asked)
        asyncio.run(started(guests, run))


def _virtual(count: int, size: int) -> list[tuple[str, VirtualBoard]]:
    if not count:
        return []
    from ..virtual.board import VirtualBoard

    return [
        (Sentence("hall.board", number=number), VirtualBoard(seed=number, size=size)) for number in range(1, count + 1)
    ]


async def _live(
    page: Page,
    folder: Path | None,
    played: Sequence[tuple[str, VirtualBoard]],
    shown: Sequence[tuple[str, Tabletop]],
    ports: list[str],
    engine: str | None,
    guests: list[Guest],
    world: Publishing | None,
    delay_s: float,
    own: Sequence[Demonstration],
    asked: Sequence[Question],
) -> None:
    """Serve a hall of boards: demonstrations (`played`), boards for people (`shown`), and boards on cables.

    Without named `ports` and without simulated boards, it searches for boards on cables.
    """
    from ..commentary.keeping import Keeping
    from ..hall.hall import Hall
    from ..hall.stamps import Stamps
    from ..quiz.running import Quiz
    from ..records.older import Older
    from ..web import games
    from .games import library

    hall, there = Hall(own), library(folder)
    watched = Older(there.folder, delay_s) if delay_s else there
    hall.keep_lines(Keeping(there, typer.echo))
    running: list[Running] = [hall.host(guest) for guest in guests]
    if world:
        running.append(world.run(hall, typer.echo))
    running += _demonstration(hall, played)
    running += _of_software(hall, shown, there)
    wired: list[SerialBoard] = []
    running += _on_cables(hall, ports, bool(played or shown), there, wired)
    running.append(asyncio.Event().wait())  # until Ctrl-C
    questions = Quiz(hall, asked, watched.load, quizzes.checker)
    words = f"Questions for the room: {len(asked)}. To ask them, open {{}}quiz" if asked else ""
    try:
        routes = games.routes(there, engine, watched)
        serving = replace(page, also=words)
        await serving.serve(
            hall, running, stamps=Stamps(), games=routes, delay_s=delay_s, quiz=questions, load=watched.load
        )
    finally:
        await asyncio.gather(*(asyncio.to_thread(board.close) for board in wired))


def _demonstration(hall: Hall, boards: Sequence[tuple[str, VirtualBoard]]) -> Iterator[Running]:
    """Seat simulated players, who replay real games, at boards. These games are not saved."""
    from ..hall import demo
    from ..tasks import serve_while

    if boards:
        typer.echo("Virtual boards show games as a demonstration; these are not saved. Add --still for empty boards.")
    sample = demo.Games()
    for number, (name, board) in enumerate(boards):
        place = hall.add(board, name)
        place.demonstrates = True
        demo.seat(place.details, number)
        yield _until_it_fails(name, serve_while(board.run(), demo.play(board, number, sample, typer.echo)))


def _of_software(hall: Hall, boards: Sequence[tuple[str, Tabletop]], library: Library) -> Iterator[Running]:
    """Add boards for people to play on the page; finished games are saved."""
    from ..boards import finished_games
    from ..records.fetch import describe_in, keep_in

    saved = hall.saver(describe_in(library.folder, typer.echo))
    for name, board in boards:
        details_of = hall.add(board, name).details_of
        keep = keep_in(library.folder, details_of, typer.echo, partial(saved, board))
        yield _until_it_fails(name, finished_games.run(board, name, keep, typer.echo))


def _on_cables(
    hall: Hall, named: list[str], others: bool, library: Library, wired: list[SerialBoard]
) -> Iterator[Running]:
    """Add boards on cables to the hall and to `wired`: at `named` ports, or, without `others`, at any port."""
    from ..boards.serial import SerialBoard
    from ..device import ports
    from ..hall import hotplug
    from ..records.fetch import describe_in, keep_in

    saved = hall.saver(describe_in(library.folder, typer.echo))

    def make(at: ports.Port) -> SerialBoard:
        keep = keep_in(
            library.folder, lambda game: hall.details_of(board, game), typer.echo, lambda game: saved(board, game)
        )
        board = SerialBoard(at, fetch=keep)
        wired.append(board)
        return board

    usual = ports.chosen(None)
    paths = dict.fromkeys(named or ([usual] if usual and not others else []))
    there = ports.ports() if paths else []
    for path in paths:
        hotplug.follow(hall, ports.by_path(path, there), make, typer.echo)
    if not (paths or others):
        yield hotplug.look(hall, make, typer.echo)


async def _until_it_fails(name: str, running: Running) -> None:
    """Run a board. Its failure is reported, and does not stop the other boards."""
    try:
        await running
    except (OSError, TimeoutError, RuntimeError) as trouble:
        error(f"{name} has stopped: {trouble}")
