"""`tengen flash`: writes the image with Tengen to one board, or to all boards, with any firmware."""

from __future__ import annotations

from pathlib import Path

import typer
from rich.markup import escape

from ..file_errors import in_words
from .options import error, errors, table


def flash(
    image: Path | None = typer.Option(
        None,
        "--image",
        metavar="FILE",
        help="Write this image, instead of the newest that `tengen image` finds or builds.",
    ),
    port: str | None = typer.Option(None, help="The board's serial port, or its drive in BOOTSEL mode."),
    everything: bool = typer.Option(False, "--all", help="Flash every board, and every Pico in BOOTSEL mode."),
    again: bool = typer.Option(False, "--again", help="Write the image even to a board that already has it."),
    dry_run: bool = typer.Option(False, "--dry-run", help="Write nothing; only say what would be done."),
    yes: bool = typer.Option(False, "--yes", "-y", help="Answer every question with yes."),
) -> None:
    """Install Tengen on a board, with any firmware, or on a Pico in BOOTSEL mode. Games and settings stay."""
    # imported here because the imports are slow, and other commands don't need them
    from ..device import stopped, update
    from ..device.asking import Declined, Terminal
    from ..device.errors import DeviceError
    from ..image import ImageError, pico_image

    talk = Terminal(yes)
    done: list[tuple[str, str, str]] = []
    try:
        with errors():
            world = update.World()
            # first, so that an invalid image is reported before anything else is done
            given = pico_image(image) if image else None
            targets = update.targets(port, everything, world)
            chosen = given or pico_image()
            talk.say(f"The image: {stopped.named(chosen.tengen)}, {chosen.source} ({chosen.uf2.name})")
            job = update.Update(chosen, talk, world, again, dry_run)
            for target in targets:
                try:
                    done.append((target.path, "ok", job.run(target)))
                except (DeviceError, ImageError, OSError) as why:
                    if not everything:
                        raise
                    done.append((target.path, "left" if isinstance(why, Declined) else "FAILED", in_words(why)))
                talk.say(f"{target.path}: {done[-1][2]}")
    except KeyboardInterrupt:
        error(f"interrupted; {update.AGAIN}")
        raise typer.Exit(130) from None
    finally:
        if everything and done:
            table(("board", "", "what was done"), [[escape(cell) for cell in row] for row in done])
    if any(status == "FAILED" for _, status, _ in done):
        raise typer.Exit(1)
