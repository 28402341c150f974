"""`tengen boards`: lists the serial ports of this machine, and the boards that answer there."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import typer

from .options import error

if TYPE_CHECKING:
    from ..device.find import Found


def boards(
    port: str | None = typer.Option(None, "--port", help="Look only at this port: a device's path, COM5, socket://..."),
) -> None:
    """List the boards that are plugged in or emulated, with their versions. A game under way is not disturbed.

    If Tengen is stopped on a board, the list says so; in a terminal you can start it.
    """
    # imported here, so that other commands start at once
    from .. import emulated_ports
    from ..device import bootsel, ports
    from ..device.errors import NotRunning
    from ..device.find import find_boards, no_board

    there = ports.ports()
    named = ports.chosen(port)
    emulated = [ports.Port(path) for path in emulated_ports.ports()]
    found = find_boards([ports.by_path(named, there)] if named else [*ports.candidates(there), *emulated])
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
    if running or bootsel.picos(drives):
        return
    if not found:
        error(str(no_board(there, drives)))
    raise typer.Exit(1)


def _at_prompt(found: Found) -> Found:
    """Check whether a board at its prompt has Tengen; start it if the user wants that."""
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
        return found  # the prompt does not answer, so keep the first result
    return find_boards([found.port])[0]
