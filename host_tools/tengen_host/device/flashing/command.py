"""`tengen flash`: this firmware onto a board, from a running one, a bare MicroPython or a Pico in BOOTSEL mode."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import typer


def flash(
    image: Path | None = typer.Argument(None, metavar="[FILE]", help="With --uf2: this image, instead of one built."),
    port: str | None = typer.Option(None, help="The board's serial port, where there are several."),
    full: bool = typer.Option(False, "--full", help="Copy every file, whether it has changed or not."),
    dry_run: bool = typer.Option(False, "--dry-run", help="Say what would be done; the app only starts anew."),
    yes: bool = typer.Option(False, "--yes", "-y", help="Answer every question with yes."),
    uf2: bool = typer.Option(False, "--uf2", help="Put a whole new MicroPython on the board first."),
) -> None:
    """Put the firmware on a board, or on a Pico that was plugged in with its BOOTSEL button held down."""
    if image is not None and not uf2:
        raise typer.BadParameter("an image is only taken with --uf2", param_hint="FILE")
    # slow to load, and other commands need none of it
    from ...image import ImageError
    from ..errors import DeviceError
    from . import install

    talk = Terminal(yes)
    started = time.monotonic()
    try:
        snapshot = install.install(port, talk, full=full, dry_run=dry_run, uf2=uf2, image=image)
    except (DeviceError, ImageError, OSError) as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(1) from None
    except KeyboardInterrupt:
        typer.echo("error: interrupted; run it again to finish what was begun", err=True)
        raise typer.Exit(130) from None
    if snapshot:
        talk.say(f"Tengen {snapshot.version} ({snapshot.build}) runs, after {time.monotonic() - started:.0f} s")


class Terminal:
    """Tells and asks the person at this terminal. `yes` answers every question."""

    def __init__(self, yes: bool) -> None:
        from rich.console import Console

        self._yes = yes
        self._console = Console(stderr=True, highlight=False, soft_wrap=True)

    def say(self, words: str) -> None:
        """One line."""
        self._console.print(words, markup=False)

    def ask(self, question: str) -> bool:
        """Yes or no. Raises DeviceError where nobody is there to answer."""
        from ..errors import DeviceError

        if self._yes:
            self.say(f"{question} Yes (--yes)")
            return True
        if not sys.stdin.isatty():
            raise DeviceError(f"nobody is there to answer, and nothing was changed. {question} Say yes with --yes")
        return typer.confirm(question, err=True)

    @contextmanager
    def progress(self, what: str, total: int) -> Iterator[Callable[[int], None]]:
        """A bar while the block runs; without a terminal, a line."""
        from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

        if not self._console.is_terminal:
            self.say(f"{what} ...")
            yield lambda done: None
            return
        columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
        with Progress(*columns, console=self._console, transient=True) as bar:
            task = bar.add_task(what, total=total)
            yield lambda done: bar.advance(task, done)
