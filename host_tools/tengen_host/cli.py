"""The command `tengen`: one subcommand for each job; the work is done in the packages."""

from __future__ import annotations

import tengen
import typer

from .bench.command import bench
from .device.boards_command import boards
from .device.diagnose.command import diagnose
from .device.flashing.command import flash
from .device.selftest.command import selftest
from .device.testing.command import test_device
from .engines.command import engine
from .image.command import image
from .live.command import live
from .live.fetch_command import fetch
from .live.relay_command import relay
from .live.replay_command import replay
from .mirror.command import mirror
from .play import play
from .records.command import record
from .records.judge_command import judge
from .rules.command import rules
from .solve.command import solve
from .study.command import study
from .trees.command import tree
from .verbs import Verbs, open_streams

app = typer.Typer(
    name="tengen",
    cls=Verbs,
    help="The laptop's side of Tengen, a Renju board that plays along.",
    epilog="Each command's --help has an example. Its exit status is 0 where it did what was asked; 1 where it could "
    "not, in a sentence, or has found something wrong; 2 where it was typed wrong.",
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


app.command("play", epilog="Example: tengen play --share")(play)
app.command("live", epilog="Examples: tengen live --share; tengen live COM5 COM7; tengen live --virtual 8")(live)
app.command("judge", epilog="Example: tengen judge position.txt --point h8 --svg h8.svg")(judge)
app.command("solve", epilog="Examples: tengen solve game.sgf --svg win.svg; tengen solve --map boards.txt")(solve)
app.command("engine", epilog="Example: in a manager, as an engine's command: tengen engine --level 3")(engine)
app.command("study", epilog="Examples: tengen study 3f9a; tengen study game.sgf --seconds 60 --out studied.sgf")(study)
app.command("rules", epilog="Examples: tengen rules; tengen rules pente; tengen rules pente --svg pente.svg")(rules)
app.command("bench", epilog="Examples: tengen bench --emulated; tengen bench --live --json")(bench)
app.command("image", epilog="Examples: tengen image --no-unix --out tengen.uf2; tengen image --watch")(image)
app.command("flash", epilog="Examples: tengen flash --all; tengen flash --image tengen.uf2")(flash)
app.command("boards", epilog="Example: tengen boards")(boards)
app.command("selftest", epilog="Examples: tengen selftest --all; tengen selftest --emulated --json")(selftest)
app.command("test-device", epilog="Example: tengen test-device tests/sensing/test_buttons.py -k hold")(test_device)
app.command("diagnose", epilog="Examples: tengen diagnose --walk; tengen diagnose --coupon --form it.md")(diagnose)
app.command("mirror", epilog="Example: tengen mirror http://192.168.1.5:8017/ --side 16 --ma 4000")(mirror)
_FETCHES = "Examples: tengen record fetch; tengen record fetch /dev/ttyACM1; tengen record fetch --event spring-open"
record.command("fetch", epilog=_FETCHES)(fetch)
_REPLAYS = "Examples: tengen record replay 3f9a; on a real board: tengen record replay 3f9a --board"
record.command("replay", epilog=_REPLAYS)(replay)
app.add_typer(record)
app.add_typer(tree)
app.add_typer(relay)


def main() -> None:
    """Run the command line; the entry point of the installed command."""
    open_streams()
    app()
