"""`tengen boards`: the serial ports of this machine, and what answers at each."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import typer

from .options import error

if TYPE_CHECKING:
    from ..device.find import Found


def boards(
    port: str | None = typer.Option(None, "--port", help="Ask at this port only: a device's path, COM5, socket://..."),
) -> None:
    """List the boards that are plugged in, and what each answers. A running game is not disturbed.

    A board where Tengen was stopped is told as such; on a terminal you are asked whether to start it.
    """
    # imported here, so that other commands start at once
    from ..device import bootsel, ports
    from ..device.errors import NotRunning
    from ..device.find import find_boards, no_board

    there = ports.ports()
    named = ports.chosen(port)
    found = find_boards([ports.by_path(named, there)] if named else ports.candidates(there))
    running = False
    for one in found:
        if isinstance(one.trouble, NotRunning):
            one = _at_prompt(one)
        running |= one.state is not None
        if named and one.state is None:
            error(one.words)
        else:
            typer.echo(one.words)
    drives = [] if named else bootsel.drives()
    for drive in drives:
        more = ": `tengen flash` puts Tengen on it" if bootsel.picos([drive]) else ""
        typer.echo(f"{drive.path}: {drive.model} in BOOTSEL mode{more}")
    if running or (not found and bootsel.picos(drives)):
        return
    if not found:
        error(str(no_board(there, drives)))
    raise typer.Exit(1)


def _at_prompt(found: Found) -> Found:
    """Look whether Tengen is on a board that is at its prompt; start it if the user wants that."""
    from ..device.errors import DeviceError, Unsupported
    from ..device.find import find_boards
    from ..device.repl import Repl
    from ..device.stopped import look

    try:
        with Repl(found.port.path) as prompt:
            its = look(prompt)
            if not (its.firmware and sys.stdin.isatty() and typer.confirm(f"{its.words}. Start it now?", err=True)):
                return replace(found, trouble=DeviceError(its.words))
            prompt.restart()
    except Unsupported as why:
        return replace(found, trouble=why)
    except DeviceError:
        return found  # no prompt that can be asked: what is known of it stands
    return find_boards([found.port])[0]
