"""Check the name of a new game, and make its title, its sign and the names of its files from it."""

from __future__ import annotations

import keyword
import re
from dataclasses import dataclass
from pathlib import Path

from tengen.games import LINE_NAMES, registry
from tengen.lights.signs import SIGNS

GAMES = "firmware/tengen/games"  # the folder of the games' modules, from the root of the repository

_MOST = 16  # characters; the name, the title and the module's name are in one line of the table of games
_GLYPHS = 4  # that fit side by side on the board
_FORM = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


@dataclass(frozen=True)
class New:
    """A new game: its name, the stones of its line, and the points a side of its board."""

    name: str
    line: int = 5
    size: int = 15

    @property
    def module(self) -> str:
        """The name of the module, and of the page."""
        return self.name.replace("-", "_")

    @property
    def title(self) -> str:
        """The English name for people."""
        return self.name.replace("-", " ").capitalize()

    @property
    def class_name(self) -> str:
        """The name of the class."""
        return self.title.title().replace(" ", "")

    @property
    def sign(self) -> str:
        """The text for the lights: two words, one below the other."""
        first, *others = self.name.upper().split("-")
        return f"{first[:_GLYPHS]} {others[0][:_GLYPHS] if others else first[_GLYPHS : 2 * _GLYPHS]}".strip()

    @property
    def word(self) -> str:
        """The word for the line, like "three"."""
        return LINE_NAMES[self.line]


def check(new: New, root: Path) -> None:
    """Raise ValueError, with a sentence, if there can be no new game with this name, line and size."""
    name = new.name
    if name in registry.NAMES:
        raise ValueError(f"there is a game {name!r} already: choose another name")
    if not _FORM.fullmatch(name) or len(name) > _MOST:
        raise ValueError(_malformed(name))
    if keyword.iskeyword(new.module) or keyword.iskeyword(new.class_name):
        raise ValueError(f"{name!r} is a word of Python, so no module or class can have this name: choose another name")
    if registry.sign_of(name) or name in dict(SIGNS):
        raise ValueError(f"{name!r} is an entry of the board's menus already: choose another name")
    for path in (f"{GAMES}/{new.module}", f"{GAMES}/{new.module}.py", f"firmware/docs/games/{new.module}.md"):
        if (root / path).exists():
            raise ValueError(f"{path} exists already: choose another name, or move this file away")
    if new.line > new.size:
        board = f"{new.size}x{new.size} points"
        raise ValueError(f"a line of {new.line} stones does not fit on {board}: change one of them")


def _malformed(name: str) -> str:
    """Return the sentence about a name that has a wrong form."""
    better = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    if len(name) > _MOST:
        return f"a game's name has at most {_MOST} characters, and {name[:40]!r} has {len(name)}: shorten it"
    if re.search(r"\s", name):
        wrong = f"a game's name has no blanks, like {name!r}"
    elif name != name.lower():
        wrong = f"a game's name has no capital letters, like {name!r}"
    else:
        form = "a letter first, and small letters, digits and single hyphens"
        wrong = f"a game's name has {form}, unlike {name!r}"
    return wrong + (f": write {better!r}" if _FORM.fullmatch(better) else "")
