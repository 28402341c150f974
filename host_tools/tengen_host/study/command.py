"""`tengen study`: a game with its wins, missed wins, overlooked threats, traps, and an engine's opinions."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from .. import file_errors
from ..records import files
from ..records.command import ENCODING, FOLDER, GAME_ARGUMENT, WHICH, errors

if TYPE_CHECKING:
    from ..records.record import Record
    from .fours import Solver
    from .study import Study, Tell

_LONGEST_S = 86_400


def study(
    game: str = GAME_ARGUMENT,
    engine: str | None = typer.Option(
        None, metavar="COMMAND", help="A program that speaks Gomocup's protocol: its opinion of each position."
    ),
    seconds: float = typer.Option(10.0, help="How long wins with threes, and the engine, may take together."),
    out: Path | None = typer.Option(None, "--out", "-o", help="Write the game as SGF with variations and comments."),
    svg: Path | None = typer.Option(None, help="Draw the turning point, with the numbered stones of the win."),
    as_json: bool = typer.Option(False, "--json", help="One JSON object with all that was found."),
    which: int | None = WHICH,
    encoding: str = ENCODING,
    force: bool = typer.Option(False, "--force", help="Write over files that are there."),
    folder: Path | None = FOLDER,
) -> None:
    """Study a game of Renju: where the win was, who missed it, and where the game was lost.

    Wins by fours are searched for in each position, to the end. Then wins by fours and threes are, as far as the time
    goes; each of these is proved against every answer. An engine's values are its opinion.
    """
    if not 0 <= seconds <= _LONGEST_S:
        raise typer.BadParameter(f"write a number of seconds from 0 to {_LONGEST_S}", param_hint="--seconds")
    file_errors.check_ending(out, ".sgf", "the game", "--out")
    file_errors.check_ending(svg, ".svg", "the picture", "--svg")
    with errors():
        from ..records import chosen
        from . import words

        for path in filter(None, (out, svg)):
            files.check_place(path, force)  # before the work, which takes its time
        found, trouble = _studied(chosen.game(game, which, folder, encoding), engine, seconds)
        typer.echo(json.dumps(words.as_json(found), ensure_ascii=False) if as_json else words.text(found))
        if out:
            from ..trees import sgf
            from .tree import tree

            files.write(out, sgf.write([tree(found)]), force)
        if svg:
            from .picture import turning_point

            files.write(svg, turning_point(found).encode("utf-8"), force)
        for path in filter(None, (out, svg)):
            typer.echo(f"{path} is written", err=True)
        if trouble:
            typer.echo(f"error: {trouble}", err=True)
            raise typer.Exit(1)


def _studied(record: Record, command: str | None, seconds: float) -> tuple[Study, str]:
    """Return the study, and what went wrong with the engine, or ""."""
    from . import study as steps
    from .fours import Solver

    if not steps.is_solved(record) and command is not None:
        return _asked(steps.plain(record), command, seconds)
    steps.check(record)
    solver = Solver.fastest()
    with _bar("wins by fours") as tell:
        found = steps.begun(record, solver, tell)
    end = time.monotonic() + seconds
    found = _with_threes(found, solver, seconds / 2 if command is not None else seconds)
    return _asked(found, command, max(end - time.monotonic(), 0)) if command is not None else (found, "")


def _with_threes(found: Study, solver: Solver, seconds: float) -> Study:
    from . import study as steps

    if not seconds:
        return found
    with _bar("wins by fours and threes") as tell:
        return steps.with_threes(found, solver, time.monotonic, seconds, tell)


def _asked(found: Study, command: str, seconds: float) -> tuple[Study, str]:
    """Return the study with the engine's opinions, and what ended them too early, or "". Say which ones are missing."""
    from ..engines.gomocup import Engine, EngineError
    from . import opinions, words

    opinions.rule(found.record)
    kept = [found]
    lost: dict[int, str] = {}

    async def ask() -> None:
        engine = Engine(command)
        try:
            await engine.start()
            with _bar("the engine's opinions") as tell:
                await opinions.with_opinions(
                    found, engine, time.monotonic, seconds, tell, kept.append,
                    lost=lambda turn, error: lost.update({turn: str(error)}),
                )  # fmt: skip
        finally:
            await engine.stop()

    trouble = ""
    try:
        asyncio.run(ask())
    except EngineError as error:
        trouble = str(error)
    first = next(iter(lost.values()), "")
    if len(kept) == 1:  # no opinion at all
        trouble = trouble or first
    if first != trouble and lost:
        places = ", ".join(words.place(found, turn) for turn in lost)
        typer.echo(f"no opinion of the engine {places}: {first}", err=True)
    return kept[-1], trouble


@contextlib.contextmanager
def _bar(what: str) -> Iterator[Tell]:
    """Show on standard error how far the block is, where that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda done, of: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)
