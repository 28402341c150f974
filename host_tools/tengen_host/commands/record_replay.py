"""`tengen record replay`: replays a game, on a page or on a real board."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from .games import game as chosen_game
from .options import PAGE_PORT, Browser, Encoding, GameArgument, Games, Which, errors, only_with
from .page import Page

if TYPE_CHECKING:
    from ..records.record import Record


def replay(
    game: GameArgument,
    board: bool = typer.Option(
        False, "--board", help="Replay on the real board that is plugged in: its lights ask for each stone."
    ),
    port: str | None = typer.Option(None, "--port", help="With --board: its port: a device's path, COM5."),
    after: int = typer.Option(
        0, "--after", min=0, help="With --board: begin with the position after this number of moves."
    ),
    yes: bool = typer.Option(False, "--yes", help="With --board: set aside a game under way without a question."),
    pace: int = typer.Option(1000, min=0, max=60_000, help="On the virtual board: the ms between two moves."),
    page: int = typer.Option(PAGE_PORT, "--page", help="On the virtual board: the port of its page."),
    browser: Browser = True,
    which: Which = None,
    encoding: Encoding = "",
    games: Games = None,
) -> None:
    """Replay a game on the virtual board in the browser, or on a real board: its lights ask for each stone."""
    only_with("--board", board, port=port, after=after, yes=yes)
    from ..records import replay as replaying
    from ..records import words
    from ..records.sheet import line
    from ..virtual import sizes

    with errors(), contextlib.suppress(KeyboardInterrupt):
        found = chosen_game(game, which, games, encoding)
        replaying.check(found, sizes.USUAL if board else sizes.LARGE)
        if after > len(found.moves):
            raise typer.BadParameter(f"the game has {len(found.moves)} moves", param_hint="--after")
        typer.echo(f"Replaying {line(found)}")
        if board:
            _on_the_board(found, port, after, yes)
            typer.echo(words.result(found) or "That was the last move.")
        else:
            file = "" if game == "-" or found.black or found.white else Path(game).name
            origin = found.event or (f"{file} {which}" if file and which else file)
            asyncio.run(_on_a_page(found, origin, pace, Page("The board", page, browser)))


def _on_the_board(found: Record, port: str | None, after: int, yes: bool) -> None:
    from ..device.asking import Declined, Terminal
    from ..device.find import open_board
    from ..records import replay

    with open_board(port) as there:
        state = there.snapshot()
        moves = len(state.game.moves)
        why = f"A game is under way, at move {moves}. It would be set aside, and can't be continued"
        if state.under_way and not Terminal(yes).ask((why, "set it aside")):
            raise Declined("the game goes on; nothing was changed")
        replay.by_lights(there, found, after, typer.echo)


async def _on_a_page(found: Record, origin: str, pace: int, page: Page) -> None:
    """Replay a game on a page with the names of its players, and its `origin` as the event."""
    from ..hall.details import FIELDS
    from ..hall.hall import Hall
    from ..records import replay, words
    from ..records.sheet import safe
    from ..virtual import sizes
    from ..virtual.board import VirtualBoard

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

    hall = Hall()
    details = hall.add(there, "board").details
    first, second = (found.black, found.white) if found.first == "black" else (found.white, found.black)
    for name, text in {"p1": first, "p2": second, "event": origin, "round": found.round, "table": found.table}.items():
        with contextlib.suppress(ValueError):  # a name that would cover others is left out
            details.give({name: safe(text)[: FIELDS[name]]})
    await page.serve(hall, [run()])
