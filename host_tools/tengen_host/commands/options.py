"""What several commands share: options, checks of options, and how each of them says a warning or an error."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from .. import file_errors

PAGE_PORT = 8017
ENGINE_SECONDS = 5.0
RELAY_LISTEN = "127.0.0.1:4222"
GAME_HELP = "A file with games, or the id of one in the folder as `list` shows it, or its beginning or end; -: stdin."


def _check_encoding(name: str) -> str:
    from ..records.encoding import check_name

    return _checked(check_name, name)


def _check_size(size: int) -> int:
    from ..virtual import sizes

    _checked(sizes.check, size)
    return size


def _checked(check, value):  # type: ignore[no-untyped-def]
    try:
        return check(value)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None


def ends_with(ending: str, what: str) -> Callable[[Path | None], Path | None]:
    """Return a callback for the option of a file to be written, which refuses another ending: it would be opened as
    another kind of file.

    `what`: what is written, as in "the picture".
    """

    def check(path: Path | None) -> Path | None:
        if path is not None and path.suffix.lower() != ending:
            better = path.with_suffix(ending) if path.name else ending
            raise typer.BadParameter(f"{what} is {ending[1:].upper()}: name the file {better}")
        return path

    return check


# Games and trees
GameArgument = Annotated[str, typer.Argument(metavar="GAME", help=GAME_HELP)]
Games = Annotated[
    Path | None,
    typer.Option(metavar="FOLDER", help="The folder of games; else that of TENGEN_GAMES, or Tengen in the documents."),
]
Which = Annotated[int | None, typer.Option(min=1, help="Which game of a file with several.")]
Encoding = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        callback=_check_encoding,
        help="The encoding of a file's texts, like Big5; else the one that it names, or the likeliest.",
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Write over files that are there.")]
Tree = Annotated[
    Path | None, typer.Option(metavar="PATH", help="Light what is known: a tree (.lib, .sgf), or a folder of games.")
]

# A page
PagePort = Annotated[int, typer.Option(help="Where to serve the page; a busy port gives way to the next.")]
Browser = Annotated[bool, typer.Option(help="Open the page in a browser.")]
Share = Annotated[bool, typer.Option("--share", help="Let others in the network look on; only this machine acts.")]
Address = Annotated[str | None, typer.Option(help="With --share: at this address of the machine's only.")]
Seats = Annotated[int, typer.Option(min=1, help="With --share: so many pages of one address may look on at once.")]

# A board
BoardPort = Annotated[
    str | None, typer.Option("--port", help="The board's serial port; without, the only board that is found.")
]
Stop = Annotated[bool, typer.Option("--yes", "-y", help="Stop even a game that is under way: it is kept.")]
BoardSize = Annotated[
    int,
    typer.Option(
        "--board",
        metavar="SIZE",
        callback=_check_size,
        help="Points a side of a virtual board: 15, as on a real one, or 19.",
    ),
]
Engine = Annotated[
    str | None, typer.Option(metavar="COMMAND", help="Play with this program, which speaks the Gomocup protocol.")
]
EngineSeconds = Annotated[float, typer.Option(min=0.1, help="With --engine: its time for a stone.")]

# A relay
Nats = Annotated[str | None, typer.Option(metavar="URL,URL", help="A NATS cluster that runs already.")]
Listen = Annotated[str, typer.Option(metavar="HOST:PORT", help="Without --nats: where clubs reach this one.")]
RelayData = Annotated[Path | None, typer.Option(help="The folder of this relay's keys and streams.")]


def only_with(other: str, is_there: object, **options: object) -> None:
    """Raise typer.BadParameter if one of these options (by their names in Python) is given without the `other` one."""
    for name, given in options.items():
        if given and not is_there:
            raise typer.BadParameter(f"it goes with {other} only", param_hint=f"--{name.replace('_', '-')}")


def warn(words: str) -> None:
    """Print a warning."""
    from ..records.sheet import safe

    typer.echo(f"warning: {safe(words)}", err=True)


def error(words: str) -> None:
    """Print an error."""
    typer.echo(f"error: {words}", err=True)


def progress(words: str) -> None:
    """Print how far a long work is."""
    typer.echo(words, err=True)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table. The texts of the rows may have rich's markup."""
    from rich.console import Console
    from rich.table import Table

    shown = Table(box=None, pad_edge=False)
    for head in heads:
        shown.add_column(head, overflow="fold")
    for row in rows:
        shown.add_row(*row)
    Console(highlight=False).print(shown)


@contextlib.contextmanager
def errors(*others: type[Exception]) -> Iterator[None]:
    """Make of each expected error, and of `others`, one sentence and exit status 1."""
    try:
        yield
        sys.stdout.flush()
    except (*_expected(), *others) as trouble:
        error(_sentence(trouble))
        raise typer.Exit(1) from None


def _expected() -> tuple[type[Exception], ...]:
    # imported here, where an error has come: a command starts faster
    from ..device.errors import DeviceError
    from ..engines.process import EngineError
    from ..image.steps import ImageError
    from ..mirror.strip import NoWall

    return DeviceError, EngineError, ImageError, ModuleNotFoundError, NoWall, OSError, ValueError


def _sentence(trouble: Exception) -> str:
    from ..records.record import RecordError
    from ..records.sheet import safe

    said = file_errors.in_words(trouble)
    # names of files and texts of records may have signs that act on the terminal
    return safe(said) if isinstance(trouble, (OSError, RecordError)) else said
