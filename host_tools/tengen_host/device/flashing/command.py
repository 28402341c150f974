"""`tengen flash`: the image with Tengen onto a board, or onto all of them, whatever runs there."""

from __future__ import annotations

from pathlib import Path

import typer

from ...file_errors import in_words


def flash(
    image: Path | None = typer.Option(None, "--image", metavar="FILE", help="This image, instead of this laptop's."),
    port: str | None = typer.Option(None, help="The board's serial port, or its drive in BOOTSEL mode."),
    everything: bool = typer.Option(False, "--all", help="Every board, and every Pico in BOOTSEL mode."),
    again: bool = typer.Option(False, "--again", help="Write the image even to a board that has it."),
    dry_run: bool = typer.Option(False, "--dry-run", help="Write nothing, and say what would be done."),
    yes: bool = typer.Option(False, "--yes", "-y", help="Answer every question with yes."),
) -> None:
    """Put Tengen on a board, whatever runs there, or on a Pico in BOOTSEL mode. Games and settings stay."""
    # slow to import, and not needed by other commands
    from ...image import ImageError, pico_image
    from .. import stopped
    from ..asking import Declined, Terminal
    from ..errors import DeviceError
    from . import update

    talk = Terminal(yes)
    done: list[tuple[str, str, str]] = []
    try:
        world = update.World()
        given = pico_image(image) if image else None  # what is wrong with it is said first
        targets = update.targets(port, everything, world)
        chosen = given or pico_image()
        talk.say(f"The image: {stopped.named(chosen.tengen)}, {chosen.source} ({chosen.uf2.name})")
        job = update.Update(chosen, talk, world, again, dry_run)
        for target in targets:
            try:
                done.append((target.path, "ok", job.run(target)))
            except (DeviceError, ImageError, OSError) as error:
                if not everything:
                    raise
                done.append((target.path, "left" if isinstance(error, Declined) else "FAILED", in_words(error)))
            talk.say(f"{target.path}: {done[-1][2]}")
    except (DeviceError, ImageError, OSError) as error:
        typer.echo(f"error: {in_words(error)}", err=True)
        raise typer.Exit(1) from None
    except KeyboardInterrupt:
        typer.echo(f"error: interrupted; {update.AGAIN}", err=True)
        raise typer.Exit(130) from None
    finally:
        if everything and done:
            _show(done)
    if any(status == "FAILED" for _, status, _ in done):
        raise typer.Exit(1)


def _show(done: list[tuple[str, str, str]]) -> None:
    """Print a table of what was done with each board."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for column in ("board", "", "what was done"):
        table.add_column(column, overflow="fold")
    for row in done:
        table.add_row(*map(escape, row))
    Console(highlight=False).print(table)
