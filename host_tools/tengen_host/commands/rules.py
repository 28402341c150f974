"""`tengen rules`: prints a game's rules on one page, with computed examples. Without a name it lists the games."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Annotated

import typer

from ..rules.texts import LANGUAGES, chosen
from .options import ends_with, errors, only_with

_WIDEST = 100  # the largest number of characters in a line
_IS_SVG = ends_with(".svg", "the picture")
_SVG = typer.Option(
    callback=lambda path: path if str(path) == "-" else _IS_SVG(path),
    help="Write the page as a picture to this file; - is standard output.",
)


def rules(
    name: str | None = typer.Argument(None, help="The game, like pente; without it, list all games."),
    svg: Annotated[Path | None, _SVG] = None,
    language: str | None = typer.Option(
        None, help=f"One of {', '.join(LANGUAGES)}; by default the language of LC_ALL or LANG, else English."
    ),
) -> None:
    """Show the rules of a game on one page, with examples; without a name, list the games."""
    only_with("a game's name", name, svg=svg)
    from ..rules import pages  # slow to load

    with errors():
        code = chosen(language, os.environ)
        if name is None:
            print("\n".join(pages.listed(code)))
        elif svg is None:
            print("\n".join(pages.text(name, code, min(_WIDEST, shutil.get_terminal_size().columns))))
        elif str(svg) == "-":
            sys.stdout.buffer.write(pages.sheet(name, code).encode("utf-8"))
        else:
            svg.write_text(pages.sheet(name, code), encoding="utf-8")
