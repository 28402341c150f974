"""`tengen mirror`: shows the running game on a wall of NeoPixels."""

from __future__ import annotations

import contextlib
import re
import signal

import typer

from .options import errors, progress

_HOST = re.compile(r"[\w.-]+:\d+(/.*)?")  # an address as people type it


def mirror(
    source: str | None = typer.Argument(
        None, help="The board's serial port, or the address of its page; by default the only board found."
    ),
    side: int = typer.Option(16, help="The number of rows, and of NeoPixels in each row; all are on one chain."),
    first: str = typer.Option("a1", help="The corner where the chain begins; a1 is the lower left."),
    columns: bool = typer.Option(False, "--columns", help="The chain runs along the columns, not the rows."),
    serpentine: bool = typer.Option(True, help="Every other row of the chain runs back."),
    pin: str = typer.Option("D18", help="The pin of the chain, by its name in Blinka."),
    brightness: int = typer.Option(40, help="The brightness in percent."),
    budget_ma: int = typer.Option(2000, "--ma", help="The most current that the whole panel may draw, in mA."),
    dry_run: bool = typer.Option(False, "--dry-run", help="Drive no NeoPixels; draw the panel in the terminal."),
) -> None:
    """Show the running game on a wall of NeoPixels, driven from a Raspberry Pi, until Ctrl-C."""
    from ..mirror import showing
    from ..mirror.sources import from_board, from_page
    from ..mirror.wall import Wall

    with errors(), contextlib.suppress(KeyboardInterrupt):
        wall = Wall(side, first, "column" if columns else "row", serpentine, brightness, budget_ma)
        if source and _HOST.fullmatch(source):
            raise ValueError(f"{source} is not a port; a page's address begins with http://: http://{source}")
        is_page = source and "://" in source and not source.startswith("socket:")
        games = from_page(source, progress) if source and is_page else from_board(source, progress)
        with (
            showing.in_terminal(wall) if dry_run else showing.on_strip(wall, pin) as show,
            showing.ended_by(signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)),
        ):
            showing.follow(wall, games, show)
