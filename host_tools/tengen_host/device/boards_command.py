"""`tengen boards`: the serial ports of this machine, and what answers at each."""

from __future__ import annotations

import typer


def boards(
    port: str | None = typer.Option(None, "--port", help="Ask at this port only: a device's path, COM5, socket://..."),
) -> None:
    """List the boards that are plugged in, and what each answers. A running game is not disturbed."""
    # imported here, so that other commands start at once
    from . import bootsel, ports
    from .find import find_boards, no_board

    there = ports.ports()
    named = ports.chosen(port)
    found = find_boards([ports.by_path(named, there)] if named else ports.candidates(there))
    for one in found:
        wrong = bool(named) and one.snapshot is None
        typer.echo(f"error: {one.words}" if wrong else one.words, err=wrong)
    drives = [] if named else bootsel.drives()
    for drive in drives:
        typer.echo(f"{drive.path}: {drive.model} in BOOTSEL mode")
    if any(one.snapshot for one in found):
        return
    if not found:
        typer.echo(f"error: {no_board(there, drives)}", err=True)
    raise typer.Exit(1)
