"""`tengen record`: lists, fetches, shows, converts and draws games.

`tengen record replay` is in live/replay_command.py, because it serves a page, and `fetch` in live/fetch_command.py,
because an event is reached as `tengen relay` does.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from tengen.games import LINE_NAMES, registry

from .. import file_errors, nearest
from ..verbs import Verbs
from .files import check_place, write

if TYPE_CHECKING:
    pass

record = typer.Typer(
    name="record",
    cls=Verbs,
    help="The games: fetch them from a board, list, show, convert, draw and replay them.",
    no_args_is_help=True,
    epilog="GAME is a file of any format (SGF, moves like h8i9, psq, RIF XML, pente.org's text; - is standard input), "
    "or the id of a game in the folder, or how it begins or ends.",
)

_GAME = "A file with games, or the id of one in the folder as `list` shows it, or its beginning or end; -: stdin."
GAME_ARGUMENT = typer.Argument(..., metavar="GAME", help=_GAME)
_FOLDER = "Where the games are; else TENGEN_GAMES, or Tengen in the documents."
FOLDER = typer.Option(None, "--folder", "--games", help=_FOLDER)
_FORCE = typer.Option(False, "--force", help="Write over a file that is there.")
WHICH = typer.Option(None, "--which", min=1, help="Which game of a file with several.")


def _check_encoding(name: str) -> str:
    from .encoding import check_name

    try:
        return check_name(name)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None


_ENCODING = "The encoding of a file's texts, like Big5; else the one that it names, or the likeliest."
ENCODING = typer.Option("", "--encoding", metavar="NAME", callback=_check_encoding, help=_ENCODING)

_DATE = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?")
# of any game, also of one that this version does not know
_ALWAYS = ("open four", "full board", "two passes", "agreement", "first pass", "resignation", "time")
_RESULTS = [reason for game in registry.NAMES for reason, _ in registry.results(game)]
_REASONS = tuple(dict.fromkeys((*_RESULTS, *LINE_NAMES.values(), *_ALWAYS)))
_MOST_LETTERS = 10  # that a warning names
_PICTURES = (".svg", ".png", ".gif")


@record.command("list", epilog="Example: tengen record list --player anna --since 2026-11 --result white")
def list_(
    player: str = typer.Option("", help="Part of either player's name."),
    since: str = typer.Option("", help="Of this day, month or year, and later: 2026-11-21, 2026-11, 2026."),
    until: str = typer.Option("", help="Of this day, month or year, and earlier."),
    opening: str = typer.Option("", help="A code like D4, or part of a name."),
    result: str = typer.Option("", help="black, white, draw, unfinished, or a reason like double-three."),
    text: str = typer.Option("", help="Part of anything that is said in the record."),
    game: str = typer.Option("", help="Only games of this name; `show` says it as Rules."),
    as_json: bool = typer.Option(False, "--json", help="An array of objects instead of lines."),
    folder: Path | None = FOLDER,
) -> None:
    """List the games that are kept, the newest first; those that fit all that is asked for."""
    from .library import RESULTS

    for hint, date in (("--since", since), ("--until", until)):
        if date and not _DATE.fullmatch(date):
            raise typer.BadParameter(f"{date!r} is no date: write 2026-11-21, 2026-11 or 2026", param_hint=hint)
    if result and result.casefold() not in (*RESULTS, *_REASONS):
        raise typer.BadParameter(f"choose one of {', '.join((*RESULTS, *_REASONS))}", param_hint="--result")
    from . import chosen
    from .sheet import listed

    with errors():
        library = chosen.library(folder)
        result = result.casefold()
        found = library.find(
            player=player, since=since, until=until, opening=opening, result=result, text=text, game=game
        )
        for trouble in library.troubles():
            warn(trouble)
        if as_json:
            typer.echo(json.dumps([_object(entry) for entry in found], ensure_ascii=False, indent=1))
        elif found:
            typer.echo("\n".join(listed(found)))
        else:
            typer.echo(f"no such games are in {library.folder}{nearest.question(game)}", err=True)


def fetch_from_board(port: str | None, folder: Path | None) -> None:
    """Fetch the finished games of a board into a folder, for the command `fetch` (live/fetch_command.py)."""
    from ..device.find import open_board
    from . import chosen
    from .fetch import fetch as fetched
    from .record import RecordError
    from .sheet import safe

    troubles: list[str] = []

    def trouble(words: str) -> None:
        troubles.append(words)
        typer.echo(f"error: {safe(words)}", err=True)

    with errors():
        library = chosen.library(folder)
        with open_board(port) as board:
            count = 0
            try:
                for path in fetched(board, library, tell=trouble):
                    count += 1
                    typer.echo(f"Kept: {safe(str(path))}")
            except BrokenPipeError:
                raise
            except OSError as error:
                words = f"games can't be kept in {library.folder} ({error.strerror or error}): they stay on the board"
                raise RecordError(words) from None
        if not (count or troubles):
            typer.echo(f"no finished games are on the board that are not in {library.folder}", err=True)
    if troubles:
        raise typer.Exit(1)


@record.command(epilog="Example: tengen record show 3f9a --after 20")
def show(
    game: str = GAME_ARGUMENT,
    after: int | None = typer.Option(None, "--after", min=0, help="The board after so many moves; else at the end."),
    which: int | None = WHICH,
    encoding: str = ENCODING,
    as_json: bool = typer.Option(False, "--json", help="One JSON object with all that is known of it."),
    folder: Path | None = FOLDER,
) -> None:
    """Show a game: what is known of it, its board, its moves."""
    from . import chosen, fields, sheet

    with errors():
        found = chosen.game(game, which, folder, encoding)
        if after is not None and after > len(found.moves):
            raise typer.BadParameter(f"the game has {len(found.moves)} moves", param_hint="--after")
        if as_json:
            typer.echo(json.dumps(fields.whole(found), ensure_ascii=False))
        else:
            typer.echo(sheet.text(found, after))


@record.command(epilog="Example: tengen record convert club.xml --out club.sgf")
def convert(
    games: list[str] = typer.Argument(..., metavar="GAME...", help=_GAME),
    out: Path | None = typer.Option(None, "--out", "-o", help="The file to be written; else standard output."),
    to: str | None = typer.Option(None, "--to", help="sgf, text, psq, rif, pgn or sav; else by the ending of --out."),
    which: int | None = WHICH,
    encoding: str = ENCODING,
    force: bool = _FORCE,
    folder: Path | None = FOLDER,
) -> None:
    """Write games in another format: SGF, moves like h8i9, Gomocup's psq, RenjuNet's RIF XML, pente.org's text."""
    from . import chosen, formats
    from .sheet import safe

    if to is None:
        if out is None:
            raise typer.BadParameter(f"say into which format: {', '.join(formats.FORMATS)}", param_hint="--to")
        fits = [name for name, its in formats.FORMATS.items() if out.suffix.lower() in its.endings]
        if not fits:
            endings = ", ".join(ending for its in formats.FORMATS.values() for ending in its.endings)
            raise typer.BadParameter(f"no format has that ending: {endings}; or say it with --to", param_hint="--out")
        to = fits[0]
    to = next((name for name, its in formats.FORMATS.items() if f".{to}" in its.endings), to)
    if to not in formats.FORMATS:
        raise typer.BadParameter(f"choose one of {', '.join(formats.FORMATS)}", param_hint="--to")
    with errors():
        found = [one for game in games for one in chosen.games(game, which, folder, encoding)]
        data = formats.write(found, to)
        if out is None and sys.stdout.isatty():
            typer.echo("\n".join(map(safe, data.decode("utf-8").splitlines())))
            return
        if out is None:
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
            return
        write(out, data, force)
        typer.echo(f"{out}: {len(found)} {'game' if len(found) == 1 else 'games'}", err=True)


@record.command(epilog="Example: tengen record draw 3f9a --out game.png --theme print --after 20")
def draw(
    game: str = GAME_ARGUMENT,
    out: Path = typer.Option(..., "--out", "-o", help="The picture: .svg, .png, or .gif for an animated replay."),
    after: int | None = typer.Option(None, "--after", min=0, help="After so many moves; else at the end."),
    numbers: bool = typer.Option(True, help="Number the moves."),
    first: int = typer.Option(1, "--first", min=1, help="The first move that bears its number."),
    coordinates: bool = typer.Option(True, help="Letters and numbers around the board."),
    last: bool = typer.Option(True, help="Ring the last stone."),
    lines: bool = typer.Option(True, help="At the end, draw the lines of the five or the foul over the stones."),
    explain: bool = typer.Option(False, "--explain", help="Draw and tell all lines of the last stone, a black one."),
    turn: int = typer.Option(0, min=0, max=3, help="Turn the board clockwise by so many quarters."),
    mirror: bool = typer.Option(False, "--mirror", help="Exchange left and right, before it is turned."),
    theme: str = typer.Option("wood", help="wood, or print: black and white."),
    caption: str | None = typer.Option(None, help="What stands below; else players, event and date. '' for nothing."),
    pitch: int | None = typer.Option(None, help="Pixels from line to line: 80 in a .png, 40 in a .gif."),
    pace: int = typer.Option(800, min=20, max=60_000, help="In a .gif: how many ms each move is shown."),
    which: int | None = WHICH,
    encoding: str = ENCODING,
    force: bool = _FORCE,
    folder: Path | None = FOLDER,
) -> None:
    """Draw a game as a diagram with numbered moves, or all its moves as an animated picture."""
    from . import chosen, diagram, ending, fonts, picture, sheet, svg

    kind = out.suffix.lower()
    if kind not in _PICTURES:
        raise typer.BadParameter(f"a picture ends with {', '.join(_PICTURES)}", param_hint="--out")
    if theme not in diagram.THEMES:
        raise typer.BadParameter(f"choose one of {', '.join(diagram.THEMES)}", param_hint="--theme")
    pitches = picture.GIF_PITCHES if kind == ".gif" else picture.PITCHES
    if pitch is not None and pitch not in pitches:
        most = f"{pitches[0]} to {pitches[-1]}"
        raise typer.BadParameter(f"there may be {most} pixels from line to line", param_hint="--pitch")
    with errors():
        check_place(out, force)  # before the work: a long animation takes much time
        found = chosen.game(game, which, folder, encoding)
        upto = len(found.moves) if after is None else after
        if upto > len(found.moves):
            raise typer.BadParameter(f"the game has {len(found.moves)} moves", param_hint="--after")
        why = ending.of_move(found, upto) if explain else None
        if explain and why is None:
            raise typer.BadParameter("the last stone must be a black one of a Renju game", param_hint="--explain")
        shown = why["lines"] if why else ending.lines(found) if lines and upto == len(found.moves) else []
        said = sheet.caption(found) if caption is None else sheet.safe(caption)
        lacking = fonts.lacking(said) if kind != ".svg" else []
        if lacking:
            its = ", ".join(f"{letter} (U+{ord(letter[0]):04X})" for letter in lacking[:_MOST_LETTERS])
            more = f" and {len(lacking) - _MOST_LETTERS} more letters" if len(lacking) > _MOST_LETTERS else ""
            warn(f"no font on this machine has {its}{more}: a box stands for each; a .svg has them")
        look: dict[str, Any] = {
            "numbers": numbers, "first_number": first, "coordinates": coordinates, "last": last, "turn": turn,
            "mirror": mirror, "theme": theme, "caption": said, "lines": shown, "upto": upto,
        }  # fmt: skip
        if kind == ".gif":
            data = picture.gif(found, pitch or 40, pace, **look)
        elif kind == ".png":
            data = picture.png(diagram.shapes(found, **look), pitch or 80, sheet.caption(found))
        else:
            told = svg.text(diagram.shapes(found, **look), sheet.caption(found), sheet.text(found, upto))
            data = told.encode("utf-8")
        write(out, data, force)
        if why:
            from ..judge.drawing import reasons_text

            typer.echo(reasons_text(why))
        typer.echo(f"{out}: {sheet.line(found, upto)}", err=True)


def _object(entry: Any) -> dict[str, Any]:
    return {**dataclasses.asdict(entry), "path": str(entry.path)}


def warn(words: str) -> None:
    """Print a warning."""
    from .sheet import safe

    typer.echo(f"warning: {safe(words)}", err=True)


@contextlib.contextmanager
def errors() -> Iterator[None]:
    """Turn each expected error into one sentence and exit status 1."""
    from ..device.errors import DeviceError
    from .record import RecordError
    from .sheet import safe

    try:
        yield
        sys.stdout.flush()
    except DeviceError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(1) from None
    except RecordError as error:
        typer.echo(f"error: {safe(str(error))}", err=True)
        raise typer.Exit(1) from None
    except OSError as error:
        typer.echo(f"error: {safe(file_errors.in_words(error))}", err=True)
        raise typer.Exit(1) from None
