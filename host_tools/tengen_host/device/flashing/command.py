"""`tengen flash`: this firmware onto a board, from a running one, a bare MicroPython or a Pico in BOOTSEL mode."""

from __future__ import annotations

import time
from pathlib import Path

import typer

from ...file_errors import in_words


def flash(
    image: Path | None = typer.Argument(None, metavar="[FILE]", help="With --uf2: this image, instead of one built."),
    port: str | None = typer.Option(None, help="The board's serial port, where there are several."),
    full: bool = typer.Option(False, "--full", help="Copy every file, whether it has changed or not."),
    dry_run: bool = typer.Option(False, "--dry-run", help="Say what would be done; the app only restarts."),
    yes: bool = typer.Option(False, "--yes", "-y", help="Answer every question with yes."),
    uf2: bool = typer.Option(False, "--uf2", help="Put a whole new MicroPython on the board first."),
) -> None:
    """Put the firmware on a board, or on a Pico that was plugged in with its BOOTSEL button held down."""
    if image is not None and not uf2:
        raise typer.BadParameter("an image is only taken with --uf2", param_hint="FILE")
    # slow to import, and not needed by other commands
    from ...image import ImageError
    from ..asking import Terminal
    from ..errors import DeviceError
    from . import install

    talk = Terminal(yes)
    started = time.monotonic()
    try:
        state = install.install(port, talk, full=full, dry_run=dry_run, uf2=uf2, image=image)
    except (DeviceError, ImageError, OSError) as error:
        typer.echo(f"error: {in_words(error)}", err=True)
        raise typer.Exit(1) from None
    except KeyboardInterrupt:
        typer.echo("error: interrupted; run it again to finish what was begun", err=True)
        raise typer.Exit(130) from None
    if state:
        its = state.device
        talk.say(f"Tengen {its['version']} ({its['build']}) runs, after {time.monotonic() - started:.0f} s")
