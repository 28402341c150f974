"""`tengen tree`: shows, converts and describes trees of variations."""

from __future__ import annotations

import dataclasses
import itertools
import json
import re
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .games import chosen, count, only
from .options import Encoding, Force, errors, warn
from .verbs import Verbs

if TYPE_CHECKING:
    from ..records.tree import Tree

tree = typer.Typer(
    name="tree",
    cls=Verbs,
    help="Trees of variations: RenLib's libraries (.lib), SGF with variations, text.",
    no_args_is_help=True,
    epilog="Examples: tengen tree info d4.lib; tengen tree convert d4.lib --out d4.sgf",
)

TreeFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="A file: a .lib of RenLib, an .sgf with variations, or a .txt.")
]
Which = Annotated[int | None, typer.Option(min=1, help="The number of the tree in a file with several.")]
_MOVE = re.compile(r"\s*([a-s][1-9][0-9]?|pass|--)(?![0-9])\s*", re.IGNORECASE)


def _moves(text: str) -> list[str]:
    """Return the moves of a text like `h8 i9g7`. Raises typer.BadParameter."""
    from ..records.record import PASS

    found = []
    at = 0
    while at < len(text):
        move = _MOVE.match(text, at)
        if not move:
            raise typer.BadParameter(
                f"{text[at : at + 10]!r} is not a move: write moves like 'h8 i9 g7'", param_hint="--at"
            )
        found.append(PASS if move[1].lower() == "pass" else move[1].lower())
        at = move.end()
    return found


@tree.command(epilog='Example: tengen tree show d4.lib --at "h8 i9 g7"')
def show(
    file: TreeFile,
    moves: str = typer.Option("", "--at", help="Moves that lead to a position: show only the variations after it."),
    depth: int = typer.Option(6, "--depth", min=1, help="How many moves deep to show."),
    most: int | None = typer.Option(
        None, "--lines", min=1, help="How many lines to print; by default as many as fit on the terminal."
    ),
    which: Which = None,
    encoding: Encoding = "",
) -> None:
    """Show the variations after a position, indented, with their comments."""
    from ..records.record import RecordError
    from ..trees import terminal

    way = _moves(moves)
    with errors():
        path = terminal.at(only(_trees(file, which, encoding), file.name, "tree"), way)
        if isinstance(path, str):
            raise RecordError(f"{file.name}: {path}")
        columns, rows = shutil.get_terminal_size()
        to_terminal = sys.stdout.isatty()
        most = most or (max(rows - 2, 1) if to_terminal else None)
        lines = terminal.lines(path[-1], len(way), depth)
        for line in itertools.islice(lines, most):
            typer.echo(terminal.cut(line, columns) if to_terminal else line)
        if next(lines, None) is not None:
            typer.echo("there is more: use --lines for more lines, --at for another position", err=True)


@tree.command(epilog="Example: tengen tree convert d4.lib --out d4.sgf")
def convert(
    file: TreeFile,
    out: Path = typer.Option(..., "--out", "-o", help="The file to write: .lib, .sgf or .txt."),
    force: Force = False,
    which: Which = None,
    encoding: Encoding = "",
) -> None:
    """Write a tree in the other format, with a warning for each loss."""
    from ..records.sheet import safe
    from ..trees import formats

    with errors():
        found = _trees(file, which, encoding)
        for lost in formats.write(out, found, force):
            warn(lost)
        positions = sum(bool(node.point) for its in found for _, node in its.nodes())
        typer.echo(f"{safe(str(out))}: {count(len(found), 'tree')}, {count(positions, 'position')}", err=True)


@tree.command(epilog="Example: tengen tree info d4.lib")
def info(
    file: TreeFile,
    which: Which = None,
    encoding: Encoding = "",
    as_json: bool = typer.Option(False, "--json", help="Print an array with one object for each tree."),
) -> None:
    """Describe a file: format, board, number of positions, comments, transpositions."""
    from ..records import words
    from ..records.sheet import safe
    from ..trees import formats, terminal

    with errors():
        data = formats.load(file)
        its = formats.recognize(data, file.name)
        found = chosen(formats.trees(data, file.name, encoding, warn), which, file.name, "tree")
        counted = [terminal.counts(one) for one in found]
        if as_json:
            head = [{"format": its.version(data), "size": one.size, "game": one.game} for one in found]
            told = [{**one, **dataclasses.asdict(counts)} for one, counts in zip(head, counted, strict=True)]
            typer.echo(json.dumps(told, ensure_ascii=False, indent=1))
            return
        for number, (one, counts) in enumerate(zip(found, counted, strict=True), 1):
            place = f", tree {number} of {len(found)}" if len(found) > 1 else ""
            game = words.title(one.game) or "no game named"
            typer.echo(f"{safe(file.name)}{place}: {its.version(data)}, {one.size}x{one.size}, {safe(game)}")
            lines = f"{count(counts.positions, 'position')} in {count(counts.ends, 'line')}"
            longest = f"the longest has {count(counts.deepest, 'move')}"
            typer.echo(f"{lines}, {count(counts.transpositions, 'transposition')}; {longest}")
            texts = f"{count(counts.comments, 'comment')}, {count(counts.texts, 'text')} on points"
            typer.echo(f"{texts}, {count(counts.best, 'marked move')}")


def _trees(file: Path, which: int | None, encoding: str) -> list[Tree]:
    """Return the trees of a file, or only number `which`. Prints repairs. Raises RecordError."""
    from ..trees import formats

    return chosen(formats.read(file, encoding, warn), which, file.name, "tree")
