"""`tengen tree`: shows and converts trees of variations, and says what is in them."""

from __future__ import annotations

import dataclasses
import itertools
import json
import re
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from ..records.command import ENCODING
from ..verbs import Verbs

if TYPE_CHECKING:
    from .tree import Tree

tree = typer.Typer(
    name="tree",
    cls=Verbs,
    help="Trees of variations: RenLib's libraries (.lib), SGF with variations, text.",
    no_args_is_help=True,
)

_FILE = typer.Argument(..., metavar="FILE", help="A .lib of RenLib, an .sgf with variations, or a .txt.")
_WHICH = typer.Option(None, "--which", min=1, help="Which tree of a file with several.")
_MOVE = re.compile(r"\s*([a-s][1-9][0-9]?|pass|--)(?![0-9])\s*", re.IGNORECASE)


@tree.command(epilog='Example: tengen tree show d4.lib --at "h8 i9 g7"')
def show(
    file: Path = _FILE,
    moves: str = typer.Option("", "--at", help="Moves that lead to a position: only what follows them is shown."),
    depth: int = typer.Option(6, "--depth", min=1, help="How many moves deep."),
    most: int | None = typer.Option(None, "--lines", min=1, help="How many lines; else as many as the terminal has."),
    which: int | None = _WHICH,
    encoding: str = ENCODING,
) -> None:
    """Show what follows a position: the variations, indented, with their comments."""
    from ..records.command import errors
    from ..records.record import PASS, RecordError
    from . import shown

    way = []
    at = 0
    while at < len(moves):
        found = _MOVE.match(moves, at)
        if not found:
            wrong = f"{moves[at : at + 10]!r} is no move: write them like 'h8 i9 g7'"
            raise typer.BadParameter(wrong, param_hint="--at")
        way.append(PASS if found[1].lower() in ("pass", PASS) else found[1].lower())
        at = found.end()
    with errors():
        path = shown.at(_one(file, which, encoding), way)
        if isinstance(path, str):
            raise RecordError(f"{file.name}: {path}")
        columns, rows = shutil.get_terminal_size()
        to_terminal = sys.stdout.isatty()
        most = most or (max(rows - 2, 1) if to_terminal else None)
        lines = shown.lines(path[-1], len(way), depth)
        for line in itertools.islice(lines, most):
            typer.echo(shown.cut(line, columns) if to_terminal else line)
        if next(lines, None) is not None:
            typer.echo("there is more: --lines shows more of it, --at what follows a position", err=True)


@tree.command(epilog="Example: tengen tree convert d4.lib --out d4.sgf")
def convert(
    file: Path = _FILE,
    out: Path = typer.Option(..., "--out", "-o", help="The file to be written: .lib, .sgf or .txt."),
    force: bool = typer.Option(False, "--force", help="Write over a file that is there."),
    which: int | None = _WHICH,
    encoding: str = ENCODING,
) -> None:
    """Write a tree in the other format; what that can't hold is told."""
    from ..records.command import errors, warn
    from ..records.sheet import safe
    from . import formats

    with errors():
        found = _trees(file, which, encoding)
        for lost in formats.write(out, found, force):
            warn(lost)
        positions = sum(bool(node.point) for its in found for _, node in its.nodes())
        trees = "1 tree" if len(found) == 1 else f"{len(found)} trees"
        typer.echo(f"{safe(str(out))}: {trees}, {_count(positions, 'position')}", err=True)


@tree.command(epilog="Example: tengen tree info d4.lib")
def info(
    file: Path = _FILE,
    which: int | None = _WHICH,
    encoding: str = ENCODING,
    as_json: bool = typer.Option(False, "--json", help="An array with one object for each tree."),
) -> None:
    """Say what a file is, and what is in it: format, board, positions, comments, transpositions."""
    from ..records import words
    from ..records.command import errors, warn
    from ..records.sheet import safe
    from . import formats, shown

    with errors():
        data = formats.load(file)
        its = formats.recognize(data, file.name)
        found = _chosen(formats.trees(data, file.name, encoding, warn), file, which)
        counted = [shown.counts(one) for one in found]
        if as_json:
            head = [{"format": its.version(data), "size": one.size, "game": one.game} for one in found]
            told = [{**one, **dataclasses.asdict(count)} for one, count in zip(head, counted, strict=True)]
            typer.echo(json.dumps(told, ensure_ascii=False, indent=1))
            return
        for number, (one, count) in enumerate(zip(found, counted, strict=True), 1):
            place = f", tree {number} of {len(found)}" if len(found) > 1 else ""
            game = words.title(one.game) or "a game that is not named"
            typer.echo(f"{safe(file.name)}{place}: {its.version(data)}, {one.size}x{one.size}, {safe(game)}")
            lines = f"{_count(count.positions, 'position')} in {_count(count.ends, 'line')}"
            longest = f"the longest has {_count(count.deepest, 'move')}"
            typer.echo(f"{lines}, {_count(count.transpositions, 'transposition')}; {longest}")
            texts = f"{_count(count.comments, 'comment')}, {_count(count.texts, 'text')} on points"
            typer.echo(f"{texts}, {_count(count.best, 'marked move')}")


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _trees(file: Path, which: int | None, encoding: str) -> list[Tree]:
    """Return the trees of a file, or only that one. What is mended is printed. Raises RecordError."""
    from ..records.command import warn
    from . import formats

    return _chosen(formats.read(file, encoding, warn), file, which)


def _chosen(found: list[Tree], file: Path, which: int | None) -> list[Tree]:
    from ..records.record import RecordError

    if which is None:
        return found
    if which > len(found):
        raise RecordError(f"{file.name} has {_count(len(found), 'tree')}: there is no tree {which}")
    return [found[which - 1]]


def _one(file: Path, which: int | None, encoding: str) -> Tree:
    from ..records.record import RecordError

    found = _trees(file, which, encoding)
    if len(found) > 1:
        raise RecordError(f"{file.name} has {len(found)} trees: choose one with --which")
    return found[0]
