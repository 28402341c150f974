"""`tengen new-game`: adds a game to the files of this clone, to be completed by hand, or takes a game out again."""

from __future__ import annotations

import typer
from tengen.games import LINE_NAMES, registry

from .. import game_names, resources
from .options import errors

_SHORTEST, _LONGEST = min(LINE_NAMES), max(LINE_NAMES)


def new_game(
    name: str = typer.Argument(help="The name of the game, like tic-tac-toe."),
    line: int = typer.Option(5, min=_SHORTEST, max=_LONGEST, help="How many stones in a row win."),
    size: int = typer.Option(15, min=3, max=19, help="The points a side of the game's board."),
    remove: bool = typer.Option(False, "--remove", help="Take the game out again, with all that you wrote for it."),
    yes: bool = typer.Option(False, "--yes", "-y", help="With --remove: do not ask."),
) -> None:
    """Add a game to the files of this clone, with comments and with TODO where you must write."""
    from ..device.asking import Terminal  # slow to load
    from ..new_game import names, places

    with errors():
        root = resources.checkout()
        if root is None:
            raise ValueError("new-game changes Tengen's own files: run it in a clone of the repository")
        if remove:
            game_names.known(name)
            changes = places.removed(root, name)
            why = f"{registry.title(name)} would be lost, with all that was written for it"
            if not Terminal(yes).ask((why, "delete it")):
                raise typer.Exit(1)
        else:
            new = names.New(name, line, size)
            names.check(new, root)
            changes = places.added(root, new)
        for path in places.write(changes):
            print(path.relative_to(root).as_posix())
        print("Then run: python -m tengen_docs make")
        if not remove:
            print(f"{len(places.unfinished(root))} places have a TODO: .github/CONTRIBUTING.md, 'a game, in six steps'")
