"""Write the generated parts of the pages: the text between `<!-- made: MAKER ARGUMENTS -->` and `<!-- /made -->`.

A module of makers/ may also have `pictures()`, which returns generated files: {path from the repository's root: text}.
Their folders have only generated files; any other file in such a folder is left over from an older version.
"""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from . import makers
from .links import relined
from .pages import ROOT

_PART = re.compile(r"(<!-- made: (\w+)\.(\w+)((?: [^ >]+)*) -->\n).*?(<!-- /made -->)", re.DOTALL)
# tables that tests play row by row, recognized by their first columns; they count as data, not as words
_PLAYED = re.compile(r"^\| (?:id \| game|year \| double-three|fault \| circuit).*\n(?:\|.*\n?)*", re.MULTILINE)


def maker(module: str, function: str) -> Callable[..., str]:
    """Return the function of makers/ that generates a part. It takes the words after its name, and returns Markdown."""
    return getattr(import_module(f"{__package__}.makers.{module}"), function)


def filled(text: str) -> str:
    """Return the page with all generated parts generated again."""

    def fill(part: re.Match[str]) -> str:
        opening, module, function, arguments, closing = part.groups()
        return f"{opening}{maker(module, function)(*arguments.split()).strip()}\n{closing}"

    return _PART.sub(fill, text)


def by_hand(text: str) -> str:
    """Return the page without its generated parts."""
    return _PART.sub("", text)


def words(text: str) -> int:
    """How many words of a page are written by hand: without made parts, blocks of code and tables that tests play.

    Addresses of links, and the fields of a template, do not count as words.
    """
    plain = _PLAYED.sub("", re.sub(r"^```.*?^```", "", by_hand(text), flags=re.DOTALL | re.MULTILINE))
    plain = re.sub(r"\]\([^)\s]*\)|\{[^{}\n]*\}|<!--.*?-->", " ", plain, flags=re.DOTALL)
    return len(re.findall(r"\w[\w'’.,-]*", plain))


def stale(pages: list[Path]) -> list[Path]:
    """Return the pages with an outdated generated part: its maker would write another text now."""
    return [page for page in pages if filled(text := page.read_text(encoding="utf-8")) != text]


def write(pages: list[Path]) -> list[Path]:
    """Generate the parts of all pages again, and correct line numbers in links to code. Return the changed pages."""
    changed = []
    for page in pages:
        before = page.read_text(encoding="utf-8")
        after = relined(filled(before), page)
        if after != before:
            page.write_text(after, encoding="utf-8")
            changed.append(page)
    return changed


def pictures() -> dict[Path, str]:
    """Return the files that the makers generate, with their texts."""
    found = {}
    for module in pkgutil.iter_modules(makers.__path__):
        make = getattr(import_module(f"{makers.__name__}.{module.name}"), "pictures", dict)
        found.update({ROOT / name: text for name, text in make().items()})
    return found


def stale_pictures(made: dict[Path, str]) -> list[Path]:
    """Return the generated files that are missing or outdated, and the left-over files in their folders."""
    old = [path for path, text in made.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    folders = {path.parent for path in made}
    return old + [path for folder in folders for path in sorted(folder.glob("*.*")) if path not in made]


def write_pictures(made: dict[Path, str]) -> list[Path]:
    """Write the generated files, and delete the left-over files. Return the files that have changed."""
    changed = stale_pictures(made)
    for path in changed:
        if path in made:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(made[path], encoding="utf-8", newline="\n")
        else:
            path.unlink()
    return changed
