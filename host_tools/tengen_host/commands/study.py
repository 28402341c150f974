"""`tengen study`: finds wins, missed wins, overlooked threats and traps in a game; an engine adds opinions."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .games import game as chosen_game
from .options import Encoding, Force, GameArgument, Games, Which, ends_with, error, errors

if TYPE_CHECKING:
    from ..study.study import Tell

_LONGEST_S = 86_400
_OUT = typer.Option(
    "--out", "-o", callback=ends_with(".sgf", "the game"), help="Write the game as SGF with variations and comments."
)
_SVG = typer.Option(
    callback=ends_with(".svg", "the picture"), help="Draw the turning point, with the numbered stones of the win."
)
_QUIZ = typer.Option(metavar="FILE", help="Write questions about the game, for --quiz of tengen live.")


def study(
    game: GameArgument,
    engine: str | None = typer.Option(
        None,
        metavar="COMMAND",
        help="Add the opinion of this program on each position; it must speak the Gomocup protocol.",
    ),
    seconds: float = typer.Option(10.0, help="Seconds for the search for wins with threes, and the engine, together."),
    out: Annotated[Path | None, _OUT] = None,
    svg: Annotated[Path | None, _SVG] = None,
    quiz: Annotated[Path | None, _QUIZ] = None,
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object with all results."),
    which: Which = None,
    encoding: Encoding = "",
    force: Force = False,
    games: Games = None,
) -> None:
    """Study a game of Renju: find the wins, the missed wins, and the losing move.

    First it searches each position completely for wins by fours. Then it searches for wins by fours and threes, until
    the time is over; each of these is proved against every answer. An engine's values are only its opinion.
    """
    if not 0 <= seconds <= _LONGEST_S:
        raise typer.BadParameter(f"choose a number of seconds from 0 to {_LONGEST_S}", param_hint="--seconds")
    from ..records import files
    from ..study import running, words

    with errors():
        for path in filter(None, (out, svg, quiz)):
            files.check_place(path, force)  # checked first, because the study takes long
        its = running.studied(chosen_game(game, which, games, encoding), engine, seconds, _bar)
        if its.lost_in_words:
            typer.echo(its.lost_in_words, err=True)
        typer.echo(json.dumps(words.as_json(its.study), ensure_ascii=False) if as_json else words.text(its.study))
        if out:
            from ..records.sgf import trees
            from ..study.tree import tree

            files.write(out, trees.write([tree(its.study)]), force)
        if svg:
            files.write(svg, words.turning_point(its.study).encode("utf-8"), force)
        if quiz:
            from . import quizzes

            files.write(quiz, quizzes.text(its.study).encode("utf-8"), force)
        for path in filter(None, (out, svg, quiz)):
            typer.echo(f"{path} is written", err=True)
    if its.trouble:
        error(its.trouble)
        raise typer.Exit(1)


@contextlib.contextmanager
def _bar(what: str) -> Iterator[Tell]:
    """Show a progress bar on standard error while the block runs, if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda done, of: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)
