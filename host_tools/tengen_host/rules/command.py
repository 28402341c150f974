"""`tengen rules`: a game's rules on one page, with pictures that the game itself makes; without a name: all games."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import typer
from tengen.games import registry

from .. import file_errors
from . import drawing, pages
from .examples import shown
from .texts import LANGUAGES, chosen, texts, titles
from .wrapping import padded, width, wrap

_WIDEST = 100  # characters of a line


def rules(
    name: str | None = typer.Argument(None, help="The game, like pente; without it all games are listed."),
    svg: Path | None = typer.Option(None, help="Write the page as a picture into this file; - is standard output."),
    language: str | None = typer.Option(
        None, help=f"One of {', '.join(LANGUAGES)}; without it that of LC_ALL or LANG, or else English."
    ),
) -> None:
    """Show the rules of a game on one page, with examples; without a name, list the games."""
    if name is None and svg:
        raise typer.BadParameter("it goes with a game's name only", param_hint="--svg")
    if str(svg) != "-":
        file_errors.check_ending(svg, ".svg", "the picture", "--svg")
    try:
        code = chosen(language, os.environ)
        if name is None:
            print("\n".join(_listed(code)))
        elif svg is None:
            print("\n".join(page(name, code, _columns())))
        elif str(svg) == "-":
            sys.stdout.buffer.write(_sheet(name, code).encode("utf-8"))
        else:
            svg.write_text(_sheet(name, code), encoding="utf-8")
    except (OSError, ValueError) as error:
        print(f"error: {file_errors.in_words(error)}", file=sys.stderr)
        sys.exit(1)


def _columns() -> int:
    return min(_WIDEST, shutil.get_terminal_size().columns)


def _listed(language: str) -> Iterator[str]:
    words, its = texts(language), titles(language)
    names = max(map(len, registry.NAMES))
    widest = max(width(its[f"game.{name}"]) for name in registry.NAMES)
    for name in registry.NAMES:
        yield f"{name:{names}}  {padded(its[f'game.{name}'], widest)}  {words[f'one.{name}']}"


def page(name: str, language: str, columns: int) -> Iterator[str]:
    """Yield the page's lines of text. Raises ValueError for a game that has no page."""
    words = texts(language)
    keys = pages.sentences(name)
    yield titles(language)[f"game.{name}"]
    yield from wrap(words[f"one.{name}"], columns)
    yield ""
    for sentence in (*(words[key] for key in keys), _boards(name, language)):
        yield from wrap(sentence, columns, "- ", "  ")
    options = tuple(option for option, _, _ in registry.options(name))
    for heading, rows in (("openings", registry.openings(name)), ("options", options)):
        if not rows:
            continue
        yield ""
        yield words[heading] + ":"
        for each in rows:
            yield from wrap(f"{each}: {words[f'{heading[:-1]}.{each}']}", columns, "  ", "    ")
    for example in pages.pictures(name):
        result = drawing.text(shown(example))
        yield ""
        yield from result
        yield from wrap(words[f"picture.{example.caption}"], columns)
        board = "\n".join(result[1:])
        meant = [f"{mark} {words[f'mark.{word}']}" for mark, word, used in drawing.LEGEND if used(board)]
        yield from wrap("; ".join(meant), columns, "  ", "  ")


def _boards(name: str, language: str) -> str:
    sizes = ", ".join(f"{size}x{size}" for size in registry.sizes(name))
    return texts(language)["boards"].replace("{sizes}", sizes)


def _sheet(name: str, language: str) -> str:
    words = texts(language)
    said = [words[key] for key in pages.sentences(name)] + [_boards(name, language)]
    pictures = [(shown(example), words[f"picture.{example.caption}"]) for example in pages.pictures(name)]
    return drawing.sheet(titles(language)[f"game.{name}"], said, pictures, language)
