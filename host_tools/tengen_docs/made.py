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
from .pages import ROOT, shown

_PART = re.compile(r"(<!-- made: (\w+)\.(\w+)((?: [^ >]+)*) -->\n).*?(<!-- /made -->)", re.DOTALL)
# tables that tests play row by row, recognized by their first columns; they count as data, not as words
_PLAYED = re.compile(r"^\| (?:id \| game|year \| double-three|fault \| circuit).*\n(?:\|.*\n?)*", re.MULTILINE)


def maker(module: str, function: str) -> Callable[..., str]:
    """Return the function of makers/ that generates a part. It takes the words after its name, and returns Markdown."""
    return getattr(import_module(f"{__package__}.makers.{module}"), function)


def filled(page: Path) -> str:
    """Return the text of a page with all parts generated again. Raises ValueError that names page and part."""
    text = page.read_text(encoding="utf-8")
    if len(_PART.findall(text)) != len(re.findall(r"^<!-- made:", text, re.MULTILINE)):
        raise ValueError(f"{shown(page)}: a made part has no end, or no maker like verbs.options")

    def fill(part: re.Match[str]) -> str:
        opening, module, function, arguments, closing = part.groups()
        try:
            return f"{opening}{maker(module, function)(*arguments.split()).strip()}\n{closing}"
        except (AttributeError, ImportError, LookupError, TypeError, ValueError) as why:
            part_name = f"{module}.{function}{arguments}"
            raise ValueError(f"{shown(page)}: the part {part_name} can not be made: {why}") from why

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


def faults(pages: list[Path], pictures: dict[Path, str], root: Path) -> list[str]:
    """Return a sentence for each outdated page and picture, and for each part that can not be made."""
    wrong, old = [], stale_pictures(pictures)
    for page in pages:
        try:
            old += [page] * (filled(page) != page.read_text(encoding="utf-8"))
        except ValueError as why:
            wrong.append(str(why))
    return wrong + [f"{path.relative_to(root)} is not as made: run python -m tengen_docs make" for path in old]


def write(pages: list[Path]) -> list[Path]:
    """Generate the parts of all pages again, and correct line numbers in links to code. Return the changed pages.

    Raises ValueError like filled().
    """
    changed = []
    for page in pages:
        before = page.read_text(encoding="utf-8")
        after = relined(filled(page), page)
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
