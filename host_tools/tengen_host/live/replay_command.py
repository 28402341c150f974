"""`tengen record replay`: a game once more, on a page or on a real board."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from ..records.command import ENCODING, FOLDER, GAME_ARGUMENT, WHICH, errors

if TYPE_CHECKING:
    from ..records.record import Record


def replay(
    game: str = GAME_ARGUMENT,
    board: bool = typer.Option(False, "--board", help="On the board that is plugged in: its lights ask for stones."),
    port: str | None = typer.Option(None, "--port", help="With --board: at this port: a device's path, COM5."),
    after: int = typer.Option(0, "--after", min=0, help="With --board: begin with the position after so many moves."),
    yes: bool = typer.Option(False, "--yes", help="With --board: set a game that is under way aside without asking."),
    pace: int = typer.Option(1000, min=0, max=60_000, help="On the virtual board: ms from move to move."),
    page: int = typer.Option(8017, "--page", help="On the virtual board: the port of its page."),
    browser: bool = typer.Option(True, help="On the virtual board: open its page in a browser."),
    which: int | None = WHICH,
    encoding: str = ENCODING,
    folder: Path | None = FOLDER,
) -> None:
    """Play a game once more: on the virtual board in the browser, or on a real one, whose lights ask for each stone."""
    for hint, given in (("--port", port is not None), ("--after", after > 0), ("--yes", yes)):
        if given and not board:
            raise typer.BadParameter("it goes with --board only", param_hint=hint)
    from ..records import chosen
    from ..records import replay as replaying
    from ..records.sheet import line
    from ..virtual import sizes

    with errors():
        found = chosen.game(game, which, folder, encoding)
        replaying.check(found, sizes.USUAL if board else sizes.LARGE)
        if after > len(found.moves):
            raise typer.BadParameter(f"the game has {len(found.moves)} moves", param_hint="--after")
        typer.echo(f"Replaying {line(found)}")
        with contextlib.suppress(KeyboardInterrupt):
            if board:
                _on_the_board(found, port, after, yes)
            else:
                _on_a_page(found, pace, page, browser)


def _on_the_board(found: Record, port: str | None, after: int, yes: bool) -> None:
    from ..device.asking import Declined, Terminal
    from ..device.find import open_board
    from ..records import replay, words

    with open_board(port) as there:
        state = there.snapshot()
        if state.under_way and not Terminal(yes).ask(
            f"A game is under way, at move {len(state.game.moves)}. It would be set aside, and can't be continued. "
            "Do it?"
        ):
            raise Declined("the game goes on, and nothing was changed")
        replay.by_lights(there, found, after, typer.echo)
    typer.echo(words.result(found) or "That was the last move.")


def _on_a_page(found: Record, pace: int, page: int, browser: bool) -> None:
    import asyncio
    import threading
    import webbrowser

    from ..records import replay, words
    from ..virtual import sizes
    from ..virtual.board import VirtualBoard
    from .server import serve, serve_while

    there = VirtualBoard(size=sizes.USUAL if found.size <= sizes.USUAL else sizes.LARGE)

    async def run() -> None:
        going = asyncio.ensure_future(there.run())
        try:
            await there.clock.sleep_ms(pace)
            await replay.by_hand(there, found, pace, typer.echo)
            typer.echo(words.result(found) or "That was the last move.")
            await going
        finally:
            going.cancel()

    def ready(address: str) -> None:
        typer.echo(f"The board is at {address} (Ctrl-C ends it)")
        if browser:
            # open() of a text browser returns only when the browser is closed, and the page must answer meanwhile
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    try:
        asyncio.run(serve_while(run(), serve(there, page, ready, typer.echo)))
    except ValueError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(1) from None
