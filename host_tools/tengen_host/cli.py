"""The command `tengen`: one verb a job, each a thin call into the room that does it."""

from __future__ import annotations

import tengen
import typer

from .bench.command import bench
from .device.boards_command import boards
from .device.diagnose.command import diagnose
from .device.flashing.command import flash
from .device.selftest.command import selftest
from .device.testing.command import test_device
from .image.command import image
from .judge.command import judge
from .live.command import live
from .mirror.command import mirror
from .play import play
from .records.command import record

app = typer.Typer(
    name="tengen",
    help="The laptop's side of Tengen, a Renju board that plays along.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"tengen {tengen.__version__}")
        raise typer.Exit


@app.callback()
def _tengen(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Print the version."),
) -> None:
    pass


app.command("play")(play)
app.command("live")(live)
app.command("judge")(judge)
app.command("bench")(bench)
app.command("image")(image)
app.command("flash")(flash)
app.command("boards")(boards)
app.command("selftest")(selftest)
app.command("test-device")(test_device)
app.command("diagnose")(diagnose)
app.command("mirror")(mirror)
app.add_typer(record)


def main() -> None:
    """The entry point of the installed command."""
    app()
