"""`tengen play`: the virtual board, or the emulated Pico, behind the page."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from .file_errors import in_words
from .live.command import PORT, emulated_board, show_code

if TYPE_CHECKING:
    from .virtual.board import Clock, VirtualBoard
    from .virtual.kept import Kept
    from .virtual.tabletop import Message, Tabletop


def play(
    board_size: int = typer.Option(
        15, "--board", metavar="SIZE", help="Points a side: 15, as on a real board, or 19, for this virtual board only."
    ),
    emulated: bool = typer.Option(False, "--emulated", help="Run the real firmware on an emulated Pico."),
    uf2: Path | None = typer.Option(None, "--uf2", help="With --emulated: the MicroPython image to run."),
    port: int = typer.Option(PORT, help="Where to serve the page; a busy port gives way to the next."),
    share: bool = typer.Option(False, "--share", help="Let others in the network look on; only this machine acts."),
    address: str | None = typer.Option(None, help="With --share: at this address of the machine's only."),
    games: Path | None = typer.Option(
        None, "--games", "--folder", help="Keep finished games in this folder, and not in that of `tengen record`."
    ),
    fresh: bool = typer.Option(False, "--fresh", help="Begin with an empty flash and no stones; what was there goes."),
    browser: bool = typer.Option(True, help="Open the page in a browser."),
    game: str | None = typer.Option(None, "--game", help="Play this game: renju, pente, connect6 ..."),
    option: list[str] | None = typer.Option(None, help="With --game: an option like torus or overline=ignored."),
    opening: str | None = typer.Option(None, help="With --game: its opening, like swap-2."),
    size: int | None = typer.Option(None, help="With --game: the points a side of its board, like 10."),
    mode: str | None = typer.Option(None, help="With --game: casual, referee, silent or teach."),
) -> None:
    """Play on a board in the browser: the firmware's own modules run behind it. Finished games are kept.

    Flash and stones are kept too, in the user's folder for data (TENGEN_DATA names another): started again, the board
    goes on with an interrupted game after a press. Not with --emulated, whose flash and stones end with it.

    The board of 19x19 also has the games that need one, and keeps a flash of its own. The rules, the session and the
    lights are the firmware's; switches without bounce take the place of the matrix, which has 15 points a side at most.

    tengen play --game connect6 --option torus
    """
    if fresh and emulated:
        raise typer.BadParameter("an emulated board always begins with an empty flash", param_hint="--fresh")
    if uf2 is not None and not emulated:
        raise typer.BadParameter("an image is only run with --emulated", param_hint="--uf2")
    if address is not None and not share:
        raise typer.BadParameter("an address is only for --share", param_hint="--address")
    if game is None and (option or opening or size or mode):
        raise typer.BadParameter("they go with --game only", param_hint="--option, --opening, --size, --mode")
    # imported here because the imports are slow, and other commands don't need them
    from .live import first_game
    from .live.server import EVERYWHERE
    from .virtual import sizes

    try:
        sizes.check(board_size)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--board") from None
    if emulated and board_size != sizes.USUAL:
        raise typer.BadParameter(
            f"the emulated Pico is a board of {sizes.USUAL}x{sizes.USUAL}, as the real one", param_hint="--board"
        )
    try:
        # before the board starts: a wrong name costs nothing
        wanted = game and first_game.settings_of(board_size, game, option or (), opening or "", size or 0, mode or "")
        with contextlib.ExitStack() as stack:
            board = emulated_board(uf2) if emulated else _virtual_board(board_size, fresh, stack)
            if wanted:
                first_game.choose(board, wanted, typer.echo)
            asyncio.run(_play(board, port, games, browser, (address or EVERYWHERE) if share else None))
    except KeyboardInterrupt:
        pass
    except (OSError, ValueError, TimeoutError) as error:
        typer.echo(f"error: {in_words(error)}", err=True)
        raise typer.Exit(1) from None


def _virtual_board(size: int, fresh: bool, stack: contextlib.ExitStack) -> VirtualBoard:
    """Return the virtual board as it was left; an empty one, which is not kept, if another process uses the file."""
    from .virtual.board import VirtualBoard
    from .virtual.kept import CannotKeep, Kept, default_path

    try:
        kept = Kept(default_path(size), typer.echo, fresh)
    except CannotKeep as why:
        typer.echo(f"{why}. This board begins empty, and its flash and stones end with it")
        return VirtualBoard(size=size)
    stack.callback(kept.close)
    return as_it_was_left(kept, size=size)


def as_it_was_left(kept: Kept, clock: Clock | None = None, size: int = 15) -> VirtualBoard:
    """Return the virtual board with the flash and the stones of a file; each later change is written to the file."""
    from .virtual.board import VirtualBoard

    board = VirtualBoard(clock, files=kept.flash, size=size)
    for point, colour in kept.stones.items():
        board.put(point, colour.decode())  # the stones lie where they were left

    def hear(message: Message) -> None:
        if message["type"] == "stones":
            try:
                kept.stones.replace({point: colour.encode() for point, colour in message["stones"].items()})
            except OSError as error:
                typer.echo(f"the stones on the table are not kept: {error}")

    board.subscribe(hear)
    return board


async def _play(board: Tabletop, port: int, games: Path | None, browser: bool, share: str | None) -> None:
    with contextlib.ExitStack() as stack:
        if board.kind == "emulated":
            _open_console(board, stack)
        await _serve(board, port, games, browser, share)


def _open_console(board: Any, stack: contextlib.ExitStack) -> None:
    """Open the emulated Pico's console as a serial port, if this machine can have one."""
    from .emulator.serial import SerialPort

    console = SerialPort(board)
    try:
        console.open()
    except OSError as error:
        typer.echo(str(error))
    else:
        stack.callback(console.close)
        typer.echo(f"Its serial port is {console.path}: for tengen, mpremote, or any terminal")


async def _serve(board: Tabletop, port: int, games: Path | None, browser: bool, share: str | None) -> None:
    def ready(address: str) -> None:
        typer.echo(f"The board is at {address} (Ctrl-C ends it)")
        if browser:
            # open() of a text browser returns only when the browser is closed, and the page must answer meanwhile
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    from .live import aside
    from .live import games as kept
    from .live.hall import Hall
    from .live.server import serve, serve_while
    from .live.stamps import Stamps
    from .records import chosen

    hall = Hall()
    place = hall.add(board, "board")
    library = chosen.library(games)
    keep = kept.keep(library.folder, place.details.message, typer.echo)
    serving = serve(hall, port, ready, typer.echo, Stamps(), share, show_code, kept.routes(library))
    await serve_while(aside.run(board, "the board", keep, typer.echo), serving)
