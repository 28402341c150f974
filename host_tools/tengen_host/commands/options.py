"""Shared parts of the commands: options, checks of options, warnings and errors."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from .. import file_errors

PAGE_PORT = 8017
ENGINE_SECONDS = 5.0
RELAY_LISTEN = "127.0.0.1:4222"
GAME_HELP = "A file with games; - for standard input; or a game's id from `list`, or the beginning or end of the id."


def _check_encoding(name: str) -> str:
    from ..records.encoding import check_name

    return _checked(check_name, name)


def _check_size(size: int) -> int:
    from ..virtual import sizes

    _checked(sizes.check, size)
    return size


def _page_port(text: str) -> int:
    """Return the number of the page's port. A user may take the option for the port of a board."""
    try:
        return int(text)
    except ValueError:
        said = f"{text!r} is not the number of a port for the page, like {PAGE_PORT}"
        raise typer.BadParameter(f"{said}. A board's port has no option here: tengen live {text}") from None


def _checked(check, value):  # type: ignore[no-untyped-def]
    try:
        return check(value)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None


def ends_with(ending: str, what: str) -> Callable[[Path | None], Path | None]:
    """Return a callback for the option of an output file; the callback refuses a file with another ending.

    With a wrong ending, other programs would take the file for another kind. `what`: the content, as in "the picture".
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
    typer.Option(
        metavar="FOLDER", help="The folder of games; by default TENGEN_GAMES, else the folder Tengen in your documents."
    ),
]
Which = Annotated[int | None, typer.Option(min=1, help="The number of the game in a file with several.")]
Encoding = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        callback=_check_encoding,
        help="The encoding of a file's texts, like Big5; by default the one named in the file, or the likeliest.",
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Overwrite existing files.")]
Tree = Annotated[
    Path | None,
    typer.Option(metavar="PATH", help="Light the known next moves from a tree (.lib, .sgf) or a folder of games."),
]
Demonstrations = Annotated[
    Path | None,
    typer.Option(metavar="FOLDER", help="Also show a club's own demonstrations: the SGF files of a folder."),
]

# A page
PagePort = Annotated[
    int,
    typer.Option(parser=_page_port, metavar="N", help="The port of the page; if it is busy, the next free one."),
]
Browser = Annotated[bool, typer.Option(help="Open the page in a browser.")]
Share = Annotated[bool, typer.Option("--share", help="Let others in the network watch, and pair phones that may act.")]
Address = Annotated[str | None, typer.Option(help="With --share: only at this address of the machine.")]
Seats = Annotated[int, typer.Option(min=1, help="With --share: how many pages from one address may watch at once.")]
TlsCert = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="With --share: a certificate for the encrypted address, instead of Tengen's own."
    ),
]
TlsKey = Annotated[Path | None, typer.Option(metavar="FILE", help="The private key of that certificate.")]

# A board
BoardPort = Annotated[
    str | None, typer.Option("--port", help="The board's serial port; by default the only board found.")
]
Stop = Annotated[
    bool, typer.Option("--yes", "-y", help="Interrupt even a game under way, without a question; the board saves it.")
]
BoardSize = Annotated[
    int,
    typer.Option(
        "--board",
        metavar="SIZE",
        callback=_check_size,
        help="The points a side of a virtual board: 15, like a real one, or 19.",
    ),
]
Engine = Annotated[
    str | None, typer.Option(metavar="COMMAND", help="Play against this program; it must speak the Gomocup protocol.")
]
EngineSeconds = Annotated[float, typer.Option(min=0.1, help="With --engine: its seconds for a stone.")]

# A relay
Nats = Annotated[str | None, typer.Option(metavar="URL,URL", help="The servers of a running NATS cluster.")]
Listen = Annotated[
    str,
    typer.Option(metavar="HOST:PORT", help="Without --nats: the address where clubs reach the server of this machine."),
]
RelayData = Annotated[
    Path | None,
    typer.Option(help="The folder of this relay's keys and streams; by default in the user's data folder."),
]


def only_with(other: str, is_there: object, **options: object) -> None:
    """Raise typer.BadParameter if one of these options (by their names in Python) is given without the `other` one."""
    for name, given in options.items():
        if given and not is_there:
            raise typer.BadParameter(f"it works only with {other}", param_hint=f"--{name.replace('_', '-')}")


def check_place(file: Path | None) -> None:
    """Raise OSError if a file can't be written because it is a folder, or its folder does not exist."""
    if file is not None and file.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(file))
    if file is not None and not file.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(file))


def warn(words: str) -> None:
    """Print a warning."""
    from ..records.sheet import safe

    typer.echo(f"warning: {safe(words)}", err=True)


def error(words: str) -> None:
    """Print an error."""
    typer.echo(f"error: {words}", err=True)


def progress(words: str) -> None:
    """Print the progress of a long task."""
    typer.echo(words, err=True)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table. The texts of the rows may contain rich's markup."""
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
    """Turn each expected error, and `others`, into one printed sentence and exit status 1."""
    try:
        yield
        sys.stdout.flush()
    except (*_expected(), *others) as trouble:
        error(_sentence(trouble))
        raise typer.Exit(1) from None


def _expected() -> tuple[type[Exception], ...]:
    # imported only after an error, so that commands start faster
    from ..device.errors import DeviceError
    from ..engines.process import EngineError
    from ..image.steps import ImageError
    from ..mirror.strip import NoWall

    return DeviceError, EngineError, ImageError, ModuleNotFoundError, NoWall, OSError, ValueError


def _sentence(trouble: Exception) -> str:
    from ..records.record import RecordError
    from ..records.sheet import safe

    said = file_errors.in_words(trouble)
    # file names and texts of records may contain control characters for the terminal
    return safe(said) if isinstance(trouble, (OSError, RecordError)) else said
