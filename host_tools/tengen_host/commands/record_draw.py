"""`tengen record draw`: draws a game as a diagram with numbered moves, or as an animated picture."""

from __future__ import annotations

from pathlib import Path

import typer

from .games import game as chosen_game
from .options import Encoding, Force, GameArgument, Games, Which, errors, warn

_MOST_LETTERS = 10  # the largest number of letters that a warning names


def draw(
    game: GameArgument,
    out: Path = typer.Option(..., "--out", "-o", help="The picture: .svg, .png, or .gif for an animated replay."),
    after: int | None = typer.Option(
        None, "--after", min=0, help="Draw the position after this number of moves; by default at the end."
    ),
    numbers: bool = typer.Option(True, help="Number the moves."),
    first: int = typer.Option(1, "--first", min=1, help="The first move with a number."),
    coordinates: bool = typer.Option(True, help="Draw letters and numbers around the board."),
    last: bool = typer.Option(True, help="Draw a ring around the last stone."),
    lines: bool = typer.Option(
        True, help="At the end of the game, draw the lines of the five or the foul over the stones."
    ),
    explain: bool = typer.Option(
        False, "--explain", help="Draw and explain all lines of the last stone; it must be black."
    ),
    turn: int = typer.Option(0, min=0, max=3, help="Turn the board clockwise by this number of quarter turns."),
    mirror: bool = typer.Option(False, "--mirror", help="Exchange left and right, before the board is turned."),
    theme: str = typer.Option("wood", help="The colours: wood, or print (black and white)."),
    caption: str | None = typer.Option(None, help="The text below; by default players, event and date. '' for none."),
    pitch: int | None = typer.Option(None, help="Pixels from line to line; by default 80 in a .png, 40 in a .gif."),
    pace: int = typer.Option(800, min=20, max=60_000, help="In a .gif: the ms for each move."),
    which: Which = None,
    encoding: Encoding = "",
    force: Force = False,
    games: Games = None,
) -> None:
    """Draw a game as a diagram with numbered moves, or all its moves as an animated picture."""
    from ..judge.drawing import reasons_text
    from ..records import diagram, drawn, ending, files, picture, sheet

    kind = out.suffix.lower()
    if kind not in drawn.ENDINGS:
        raise typer.BadParameter(f"a picture ends with {', '.join(drawn.ENDINGS)}", param_hint="--out")
    if theme not in diagram.THEMES:
        raise typer.BadParameter(f"choose one of {', '.join(diagram.THEMES)}", param_hint="--theme")
    pitches = picture.GIF_PITCHES if kind == ".gif" else picture.PITCHES
    if pitch is not None and pitch not in pitches:
        most = f"{pitches[0]} to {pitches[-1]}"
        raise typer.BadParameter(f"choose {most} pixels from line to line", param_hint="--pitch")
    with errors():
        files.check_place(out, force)  # checked first, because a long animation takes much time
        found = chosen_game(game, which, games, encoding)
        upto = len(found.moves) if after is None else after
        if upto > len(found.moves):
            raise typer.BadParameter(f"the game has {len(found.moves)} moves", param_hint="--after")
        why = ending.of_move(found, upto) if explain else None
        if explain and why is None:
            raise typer.BadParameter("the last stone must be a black one of a Renju game", param_hint="--explain")
        below = sheet.caption(found) if caption is None else sheet.safe(caption)
        if kind != ".svg":
            warn_of_boxes(below)
        data = drawn.drawn(
            found, kind, pitch, pace, numbers=numbers, first_number=first, coordinates=coordinates, last=last,
            turn=turn, mirror=mirror, theme=theme, caption=below, upto=upto,
            lines=why["lines"] if why else ending.lines(found) if lines and upto == len(found.moves) else [],
        )  # fmt: skip
        files.write(out, data, force)
        if why:
            typer.echo(reasons_text(why))
        typer.echo(f"{out}: {sheet.line(found, upto)}", err=True)


def warn_of_boxes(caption: str) -> None:
    """Warn of letters that no font of this machine has, because the picture shows boxes instead."""
    from ..records import fonts

    lacking = fonts.lacking(caption)
    if lacking:
        its = ", ".join(f"{letter} (U+{ord(letter[0]):04X})" for letter in lacking[:_MOST_LETTERS])
        more = f" and {len(lacking) - _MOST_LETTERS} more letters" if len(lacking) > _MOST_LETTERS else ""
        warn(f"no font on this machine has {its}{more}: the picture shows a box for each. Use .svg instead")
