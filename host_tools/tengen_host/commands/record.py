"""`tengen record`: lists, shows and converts games; `draw`, `fetch`, `film` and `replay` have files of their own."""

from __future__ import annotations

import dataclasses
import json
import re
import sys
from pathlib import Path

import typer
from tengen.games import LINE_NAMES, registry

from .. import game_names
from .games import count, library
from .games import game as chosen_game
from .games import games as chosen_games
from .options import GAME_HELP, Encoding, Force, GameArgument, Games, Which, errors, warn
from .record_draw import draw
from .record_fetch import fetch
from .record_film import film
from .record_replay import replay
from .verbs import Verbs

record = typer.Typer(
    name="record",
    cls=Verbs,
    help="Fetch games from a board; list, show, convert, draw, film and replay them.",
    no_args_is_help=True,
    epilog="GAME is a file (SGF, moves like h8i9, psq, RIF XML, pente.org's text; - is standard input), "
    "or the id of a game in the folder, or the beginning or end of the id. "
    "Examples: tengen record list; tengen record show 3f9a",
)

_DATE = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?")
# results that can end any game, even a game that this version does not know
_ALWAYS = ("open four", "full board", "two passes", "agreement", "first pass", "resignation", "time")
_RESULTS = [reason for game in registry.NAMES for reason, _ in registry.results(game)]
_REASONS = tuple(dict.fromkeys((*_RESULTS, *LINE_NAMES.values(), *_ALWAYS)))


@record.command("list", epilog="Example: tengen record list --player anna --since 2026-11 --result white")
def list_(
    player: str = typer.Option("", help="Part of a player's name."),
    since: str = typer.Option("", help="Played on or after this day, month or year: 2026-11-21, 2026-11, 2026."),
    until: str = typer.Option("", help="Played on or before this day, month or year."),
    opening: str = typer.Option("", help="An opening's code like D4, or part of its name."),
    result: str = typer.Option("", help="The result: black, white, draw, unfinished, or a reason like double-three."),
    text: str = typer.Option("", help="Part of any text in the record."),
    game: str = typer.Option("", help="The game's name, as `show` prints it after Rules."),
    as_json: bool = typer.Option(False, "--json", help="Print an array of objects instead of lines."),
    games: Games = None,
) -> None:
    """List the saved games that fit all options, the newest first."""
    from ..records.library import RESULTS
    from ..records.sheet import listed

    for hint, date in (("--since", since), ("--until", until)):
        if date and not _DATE.fullmatch(date):
            raise typer.BadParameter(f"{date!r} is not a date: write 2026-11-21, 2026-11 or 2026", param_hint=hint)
    result = result.casefold()
    if result and result not in (*RESULTS, *_REASONS):
        raise typer.BadParameter(f"choose one of {', '.join((*RESULTS, *_REASONS))}", param_hint="--result")
    with errors():
        there = library(games)
        found = there.find(
            player=player, since=since, until=until, opening=opening, result=result, text=text, game=game
        )
        for trouble in there.troubles():
            warn(trouble)
        if as_json:
            entries = [{**dataclasses.asdict(entry), "path": str(entry.path)} for entry in found]
            typer.echo(json.dumps(entries, ensure_ascii=False, indent=1))
        elif found:
            typer.echo("\n".join(listed(found)))
        else:
            typer.echo(f"no such games are in {there.folder}{game_names.question(game)}", err=True)


@record.command(epilog="Example: tengen record show 3f9a --after 20")
def show(
    game: GameArgument,
    after: int | None = typer.Option(
        None, "--after", min=0, help="Show the board after this number of moves; by default at the end."
    ),
    which: Which = None,
    encoding: Encoding = "",
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object with all its data."),
    games: Games = None,
) -> None:
    """Show a game: its details, its board, its moves."""
    from ..records import fields, sheet

    with errors():
        found = chosen_game(game, which, games, encoding)
        if after is not None and after > len(found.moves):
            raise typer.BadParameter(f"the game has {len(found.moves)} moves", param_hint="--after")
        typer.echo(json.dumps(fields.whole(found), ensure_ascii=False) if as_json else sheet.text(found, after))


@record.command(epilog="Example: tengen record convert club.xml --out club.sgf")
def convert(
    named: list[str] = typer.Argument(..., metavar="GAME...", help=GAME_HELP),
    out: Path | None = typer.Option(None, "--out", "-o", help="The file to write; by default standard output."),
    to: str = typer.Option(
        "", "--to", help="The format: sgf, text, psq, rif, pgn or sav; by default from the ending of --out."
    ),
    which: Which = None,
    encoding: Encoding = "",
    force: Force = False,
    games: Games = None,
) -> None:
    """Write games in another format: SGF, moves like h8i9, Gomocup's psq, RenjuNet's RIF XML, pente.org's text."""
    from ..records import files, formats
    from ..records.sheet import safe

    form = _format(to, out)
    with errors():
        found = [one for name in named for one in chosen_games(name, which, games, encoding)]
        data = formats.write(found, form)
        if out is not None:
            files.write(out, data, force)
            typer.echo(f"{out}: {count(len(found), 'game')}", err=True)
        elif sys.stdout.isatty():
            typer.echo("\n".join(map(safe, data.decode("utf-8").splitlines())))
        else:
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()


def _format(to: str, out: Path | None) -> str:
    """Return the name of the format: the one named, by name or ending, otherwise by the file's ending."""
    from ..records.formats import FORMATS

    if not to and out is None:
        raise typer.BadParameter(f"choose a format: {', '.join(FORMATS)}", param_hint="--to")
    if to in FORMATS:
        return to
    ending = f".{to}" if to or out is None else out.suffix.lower()
    for name, its in FORMATS.items():
        if ending in its.endings:
            return name
    if to:
        raise typer.BadParameter(f"choose one of {', '.join(FORMATS)}", param_hint="--to")
    endings = ", ".join(ending for its in FORMATS.values() for ending in its.endings)
    raise typer.BadParameter(f"unknown ending: use one of {endings}, or choose a format with --to", param_hint="--out")


record.command(epilog="Example: tengen record draw 3f9a --out game.png --theme print --after 20")(draw)
record.command(epilog="Example: tengen record film 3f9a --out game.webm --size 1280x720 --seconds 2")(film)
record.command(
    epilog="Examples: tengen record fetch; tengen record fetch /dev/ttyACM1; tengen record fetch --event spring-open"
)(fetch)
record.command(epilog="Examples: tengen record replay 3f9a; on a real board: tengen record replay 3f9a --board")(replay)
