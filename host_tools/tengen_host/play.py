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
from .live.command import ENGINE, ENGINE_SECONDS, PORT, TREE, emulated_board, show_code
from .records.command import ENCODING
from .virtual.helping_hand import HelpingHand

if TYPE_CHECKING:
    from .live.hall import Hall, Place
    from .live.with_engine import Wanted
    from .live.with_tree import TreeFile
    from .virtual.board import Clock, VirtualBoard
    from .virtual.kept import Kept
    from .virtual.tabletop import Message, Tabletop


def play(
    board_size: int = typer.Option(
        15, "--board", metavar="SIZE", help="Points a side: 15, as on a real board, or 19, for this virtual board only."
    ),
    emulated: bool = typer.Option(False, "--emulated", help="Run the real firmware on an emulated Pico."),
    image: Path | None = typer.Option(None, "--image", help="With --emulated: this UF2, instead of one that is found."),
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
    opening: str | None = typer.Option(None, help="With --game or --partner: its opening, like swap-2."),
    size: int | None = typer.Option(None, help="With --game: the points a side of its board, like 10."),
    mode: str | None = typer.Option(None, help="With --game or --partner: casual, referee, silent or teach."),
    partner: int | None = typer.Option(
        None, metavar="LEVEL", help="Play with the board's partner: 1, a child's level, to 5, its best."
    ),
    partner_seat: str | None = typer.Option(
        None, metavar="SEAT", help="With --partner: its seat, p1, who begins, or p2, which it has otherwise."
    ),
    hints: bool = typer.Option(False, "--hints", help="In a casual game of Renju a player may ask for a win by fours."),
    puzzle: int | None = typer.Option(None, metavar="GRADE", help="Begin with a puzzle of this grade, 1 to 5."),
    own_hands: bool = typer.Option(
        False, "--own-hands", help="Put the stones of partner and puzzles yourself, as on a real board."
    ),
    engine: str | None = ENGINE,
    engine_seconds: float = ENGINE_SECONDS,
    tree: Path | None = TREE,
    encoding: str = ENCODING,
) -> None:
    """Play on a board in the browser: the firmware's own modules run behind it. Finished games are kept.

    Flash and stones are kept too, in the user's folder for data (TENGEN_DATA names another): started again, the board
    goes on with an interrupted game after a press. Not with --emulated, whose flash and stones end with it.

    The board of 19x19 also has the games that need one, and keeps a flash of its own. The rules, the session and the
    lights are the firmware's; switches without bounce take the place of the matrix, which has 15 points a side at most.

    tengen play --partner 3 --opening taraguchi-10

    tengen play --game connect6 --option torus

    tengen play --engine "/opt/engines/pbrain-rapfi" --opening rif
    """
    if fresh and emulated:
        raise typer.BadParameter("an emulated board always begins with an empty flash", param_hint="--fresh")
    if image is not None and not emulated:
        raise typer.BadParameter("an image is only run with --emulated", param_hint="--image")
    if address is not None and not share:
        raise typer.BadParameter("an address is only for --share", param_hint="--address")
    if engine is not None and partner is not None:
        raise typer.BadParameter("the board's own partner or an engine, not both", param_hint="--engine")
    helped = partner is not None or hints or engine is not None
    if puzzle is not None and (game or option or opening or size or mode or helped):
        raise typer.BadParameter("a puzzle is a game of its own, which goes with no other", param_hint="--puzzle")
    if game is None and (option or size):
        raise typer.BadParameter("they go with --game only", param_hint="--option, --size")
    if game is None and (opening or mode) and not helped:
        given = "they go with --game, --partner, --engine or --hints"
        raise typer.BadParameter(given, param_hint="--opening, --mode")
    if partner_seat is not None and partner is None and engine is None:
        raise typer.BadParameter("it goes with --partner or --engine only", param_hint="--partner-seat")
    # imported here because the imports are slow, and other commands don't need them
    from .live import first_game, with_tree
    from .live.server import EVERYWHERE
    from .live.with_engine import Wanted
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
        wanted: dict[str, Any] = {}
        its_engine = None if engine is None else Wanted(engine, partner_seat or "p2", engine_seconds)
        if game or helped:
            its_help = first_game.help_of(partner, partner_seat or "p2", hints)
            its_help.update({"partner": its_engine.setting} if its_engine else {})
            its_mode = mode or ("casual" if helped else "")
            wanted = first_game.settings_of(
                board_size, game or "renju", option or (), opening or "", size or 0, its_mode, its_help
            )
        grade = first_game.checked_grade(puzzle)
        its_tree = None if tree is None else with_tree.checked(tree, typer.echo, encoding)
        with contextlib.ExitStack() as stack:
            board = emulated_board(image) if emulated else _virtual_board(board_size, fresh, stack)
            if wanted or grade:
                first_game.choose(board, wanted, typer.echo, grade)
            at = (address or EVERYWHERE) if share else None
            asyncio.run(_play(board, port, games, browser, at, own_hands, its_engine, its_tree))
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


async def _play(
    board: Tabletop,
    port: int,
    games: Path | None,
    browser: bool,
    share: str | None,
    own_hands: bool,
    wanted: Wanted | None,
    tree: TreeFile | None,
) -> None:
    from .live import with_engine, with_tree
    from .live.hall import Hall
    from .live.server import serve_while

    # before the board starts: a wrong command costs nothing
    engine = await with_engine.started(wanted, typer.echo) if wanted else None
    try:
        if not own_hands:
            loop = asyncio.get_running_loop()
            HelpingHand(board, lambda ms, action: loop.call_later(ms / 1000, action))
        with contextlib.ExitStack() as stack:
            if board.kind == "emulated":
                _open_console(board, stack)
            hall = Hall()
            place = hall.add(board, "board")
            its_command = wanted.command if wanted else None
            serving = _serve(hall, place, board, port, games, browser, share, its_command)
            if engine and wanted:
                serving = serve_while(with_engine.play(place, engine, wanted, typer.echo), serving)
            else:
                with_engine.send_away(board, typer.echo)
            if tree:
                serving = serve_while(with_tree.follow(place, tree, typer.echo), serving)
            await serving
    finally:
        if engine:
            await engine.stop()


def _open_console(board: Any, stack: contextlib.ExitStack) -> None:
    """Open the emulated Pico's console as a serial port, if this machine can have one."""
    from .emulator.serial import Cable

    console = Cable(board)
    try:
        console.open()
    except OSError as error:
        typer.echo(str(error))
    else:
        stack.callback(console.close)
        typer.echo(f"Its serial port is {console.path}: for tengen, mpremote, or any terminal")


async def _serve(
    hall: Hall,
    place: Place,
    board: Tabletop,
    port: int,
    games: Path | None,
    browser: bool,
    share: str | None,
    engine: str | None,
) -> None:
    def ready(address: str) -> None:
        typer.echo(f"The board is at {address} (Ctrl-C ends it)")
        if browser:
            # open() of a text browser returns only when the browser is closed, and the page must answer meanwhile
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    from .live import aside
    from .live import games as kept
    from .live.server import serve, serve_while
    from .live.stamps import Stamps
    from .records import chosen

    library = chosen.library(games)
    keep = kept.keep(library.folder, place.details.fields, typer.echo)
    serving = serve(hall, port, ready, typer.echo, Stamps(), share, show_code, kept.routes(library, engine))
    await serve_while(aside.run(board, "the board", keep, typer.echo), serving)
