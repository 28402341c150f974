"""The command `tengen`: its verbs, grouped by task; each has a file in commands/."""

from __future__ import annotations

from typing import Any

import tengen
import typer

from .commands.bench import bench
from .commands.boards import boards
from .commands.diagnose import diagnose
from .commands.doctor import doctor
from .commands.engine import engine
from .commands.flash import flash
from .commands.image import image
from .commands.judge import judge
from .commands.live import live
from .commands.mirror import mirror
from .commands.new_game import new_game
from .commands.play import play
from .commands.record import record
from .commands.relay import relay
from .commands.rules import rules
from .commands.selftest import selftest
from .commands.solve import solve
from .commands.study import study
from .commands.test_device import test_device
from .commands.tree import tree
from .commands.verbs import Verbs, open_streams

# by task: the verbs and their examples, in the order of --help
VERBS: dict[str, dict[Any, str]] = {
    "Play a game": {
        play: "Examples: tengen play --share; tengen play --partner 3 --opening taraguchi-10; "
        "tengen play --game connect6 --option torus; tengen play --learn; "
        'tengen play --engine "/opt/engines/pbrain-rapfi" --opening rif',
        rules: "Examples: tengen rules; tengen rules pente; tengen rules pente --svg pente.svg",
        engine: "Example (the engine's command in a manager): tengen engine --level 3",
    },
    "Show games to others": {
        live: "Examples: tengen live --share; tengen live COM5 COM7; tengen live --virtual 4 --still",
        mirror: "Example: tengen mirror http://192.168.1.5:8017/ --side 16 --ma 4000",
        relay: "",
    },
    "Keep games": {record: "", tree: ""},
    "Study games and positions": {
        judge: "Example: tengen judge position.txt --point h8 --svg h8.svg",
        solve: "Examples: tengen solve game.sgf --svg win.svg; tengen solve --map boards.txt",
        study: "Examples: tengen study 3f9a; tengen study game.sgf --seconds 60 --out studied.sgf",
    },
    "Build a board": {
        doctor: "Examples: tengen doctor; tengen doctor --print-udev",
        boards: "Example: tengen boards",
        flash: "Examples: tengen flash --all; tengen flash --image tengen.uf2",
        selftest: "Examples: tengen selftest --all; tengen selftest --emulated --json",
        diagnose: "Examples: tengen diagnose --walk; tengen diagnose --coupon --form coupon.md",
    },
    "Develop Tengen": {
        new_game: "Examples: tengen new-game tic-tac-toe --line 3 --size 3; tengen new-game tic-tac-toe --remove",
        image: "Examples: tengen image --no-unix --out tengen.uf2; tengen image --watch",
        test_device: "Example: tengen test-device tests/sensing/test_buttons.py -k hold",
        bench: "Examples: tengen bench --emulated; tengen bench --live --json",
    },
}


class _Ordered(Verbs):
    """Lists the verbs in the order of VERBS: typer would list groups, like `record`, last."""

    def list_commands(self, ctx: Any) -> list[str]:
        panels = list(VERBS)
        return sorted(self.commands, key=lambda name: panels.index(vars(self.commands[name])["rich_help_panel"]))


app = typer.Typer(
    name="tengen",
    cls=_Ordered,
    help="The laptop's side of Tengen, a Renju board that plays along.",
    epilog="Each command's --help has an example. Exit status: 0 for success; 1 for an error, with one sentence, or "
    "if a check found a fault; 2 for wrong options.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
for _panel, _verbs in VERBS.items():
    for _verb, _example in _verbs.items():
        if isinstance(_verb, typer.Typer):
            app.add_typer(_verb, rich_help_panel=_panel)
        else:
            app.command(epilog=_example, rich_help_panel=_panel)(_verb)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"tengen {tengen.__version__}")
        raise typer.Exit


@app.callback()
def _tengen(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Print the version."),
) -> None:
    pass


def main() -> None:
    """Run the command line; the entry point of the installed command."""
    open_streams()
    app()


if __name__ == "__main__":
    main()
