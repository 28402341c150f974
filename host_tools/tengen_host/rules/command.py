"""`tengen rules`: a game's rules on one page, with pictures that the game itself makes; without a name: all games."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import typer
from tengen.games import registry

from . import drawing, pages
from .examples import shown
from .texts import texts

_WIDEST = 100  # characters of a line


def rules(
    name: str | None = typer.Argument(None, help="The game, like pente; without it all games are listed."),
    svg: Path | None = typer.Option(None, help="Write the page as a picture into this file; - is standard output."),
) -> None:
    """Show the rules of a game on one page, with examples; without a name, list the games."""
    if name is None:
        if svg:
            raise typer.BadParameter("it goes with a game's name only", param_hint="--svg")
        print("\n".join(_listed()))
        return
    try:
        if svg is None:
            print("\n".join(page(name, _width())))
        elif str(svg) == "-":
            print(_sheet(name), end="")
        else:
            svg.write_text(_sheet(name), encoding="utf-8")
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(1)


def _width() -> int:
    return min(_WIDEST, shutil.get_terminal_size().columns)


def _listed() -> Iterator[str]:
    words = texts("en")
    names = max(map(len, registry.NAMES))
    titles = max(len(registry.title(name)) for name in registry.NAMES)
    for name in registry.NAMES:
        yield f"{name:{names}}  {registry.title(name):{titles}}  {words[f'one.{name}']}"


def page(name: str, width: int) -> Iterator[str]:
    """Yield the page's lines of text. Raises ValueError for a game that has no page."""
    words = texts("en")
    keys = pages.sentences(name)
    yield registry.title(name)
    yield from textwrap.wrap(words[f"one.{name}"], width)
    yield ""
    for key in keys:
        yield from textwrap.wrap(words[key], width, initial_indent="- ", subsequent_indent="  ")
    yield from textwrap.wrap(_boards(name), width, initial_indent="- ", subsequent_indent="  ")
    options = tuple(option for option, _, _ in registry.options(name))
    for heading, rows in (("openings", registry.openings(name)), ("options", options)):
        if not rows:
            continue
        yield ""
        yield words[heading] + ":"
        for each in rows:
            said = f"{each}: {words[f'{heading[:-1]}.{each}']}"
            yield from textwrap.wrap(said, width, initial_indent="  ", subsequent_indent="    ")
    for example in pages.pictures(name):
        result = drawing.text(shown(example))
        yield ""
        yield from result
        yield from textwrap.wrap(words[f"picture.{example.caption}"], width)
        meant = [meaning for meaning, used in drawing.LEGEND if used("\n".join(result[1:]))]
        yield from textwrap.wrap("; ".join(meant), width, initial_indent="  ", subsequent_indent="  ")


def _boards(name: str) -> str:
    sizes = ", ".join(f"{size}x{size}" for size in registry.sizes(name))
    return texts("en")["boards"].replace("{sizes}", sizes)


def _sheet(name: str) -> str:
    words = texts("en")
    said = [words[key] for key in pages.sentences(name)] + [_boards(name)]
    pictures = [(shown(example), words[f"picture.{example.caption}"]) for example in pages.pictures(name)]
    return drawing.sheet(registry.title(name), said, pictures)
