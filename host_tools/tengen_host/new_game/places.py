"""The files of the repository that have a part of a game: add a game to them, take it out, list what is unfinished."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tengen.games import FAULTS, LINE_NAMES, registry

from ..rules import pages
from ..rules.examples import all_examples
from . import edits, templates
from .names import GAMES, New

_FAMILY = f"{GAMES}/family.py"
_DOCS = "firmware/docs/games"
_PICTURES = "firmware/docs/pictures/games"
_RULES = "host_tools/tengen_host/rules"
_PAGE = "host_tools/tengen_host/web/page"
_NAVIGATION = "host_tools/docs/zensical.toml"
_RANDOM = "tests/data/family.jsonl"

# the keys of words for a result or an option of a game
_KEYS = r"(?:reason|why|variant|meaning|option)\.(?:%s)(?:\..*)?"

Changes = dict[Path, str | None]  # the new text of each file; None deletes the file


def added(root: Path, new: New) -> Changes:
    """Return the changes that add a game with templates."""
    first = _free_number(root, new.name[0].upper())
    found: Changes = {
        root / GAMES / f"{new.module}.py": templates.module(new),
        root / _DOCS / f"{new.module}.md": templates.page(new, first),
        root / _FAMILY: edits.with_row(_read(root / _FAMILY), "GAMES", templates.row(new)),
        root / _RULES / "pages.py": edits.with_row(
            _read(root / _RULES / "pages.py"), "_SENTENCES", templates.sentences(new)
        ),
        root / _RULES / "examples.txt": _read(root / _RULES / "examples.txt") + templates.examples(new, first),
        root / _NAVIGATION: edits.after_last(_read(root / _NAVIGATION), f"{_DOCS}/", templates.link(new)),
    }
    for file in _languages(root):
        found[file] = edits.with_keys(_read(file), templates.page_words(new, file.stem))
    for file in _rules_texts(root):
        found[file] = edits.with_keys(_read(file), templates.rules_words(new))
    return found


def removed(root: Path, name: str) -> Changes:
    """Return the changes that take a game out of all files, also what was written since it was added."""
    module = registry.GAMES[registry.NAMES.index(name)][2]
    ours = New(name)
    if module != ours.module or not (root / _DOCS / f"{ours.module}.md").exists():
        raise ValueError(f"{name!r} shares its module or its page with other games: take it out by hand")
    found: Changes = {
        root / GAMES / f"{ours.module}.py": None,
        root / _DOCS / f"{ours.module}.md": None,
        root / _FAMILY: _without_family(edits.without_row(_read(root / _FAMILY), "GAMES", name), name),
        root / _RULES / "pages.py": edits.without_row(_read(root / _RULES / "pages.py"), "_SENTENCES", name),
        root / _PICTURES / f"{name}.svg": None,
    }
    for path, pattern in (
        (f"{_RULES}/examples.txt", rf"[^|]*\| *{name}[ |]"),
        (_NAVIGATION, rf'.*"{_DOCS}/{ours.module}\.md"'),
        (_RANDOM, rf'.*"game": "{name}"'),
        (f"{_PAGE}/dialogs/new_game.js", rf'  "?{name}"?: \{{ rows: '),
    ):
        found[root / path] = edits.without_lines(_read(root / path), pattern)
    keys = _own_keys(name)
    for file in (*_languages(root), *_rules_texts(root)):
        found[file] = edits.without_keys(_read(file), lambda key: bool(keys.fullmatch(key)))
    return found


def write(changes: Changes) -> list[Path]:
    """Write the changes, and return the files that have changed."""
    done = []
    for path, text in changes.items():
        there = path.exists()
        if text is None and there:
            path.unlink()
        elif text is not None and not (there and _read(path) == text):
            path.write_text(text, encoding="utf-8", newline="\n")
        else:
            continue
        done.append(path)
    return done


def unfinished(root: Path) -> list[str]:
    """Return the lines with the mark of the templates, as `FILE:LINE: TEXT`."""
    files = [*sorted((root / GAMES).glob("*.py")), *sorted((root / _DOCS).glob("*.md"))]
    return [
        f"{file.relative_to(root).as_posix()}:{number}: {line.strip()}"
        for file in (*files, *_languages(root), *_rules_texts(root))
        for number, line in enumerate(_read(file).splitlines(), 1)
        if f"{templates.MARK}: " in line
    ]


def _own_keys(name: str) -> re.Pattern[str]:
    """Return a pattern of the keys that only this game uses."""
    others = [game for game in registry.NAMES if game != name]
    sentences = set(pages.sentences(name)) - {key for game in others for key in pages.sentences(game)}
    captions = {example.caption for example in all_examples() if example.name == name}
    captions -= {example.caption for example in all_examples() if example.name != name}
    words = set(_words(name)) - {word for game in others for word in _words(game)} - {*LINE_NAMES.values(), *FAULTS}
    exact = {f"game.{name}", f"choice.{name}", f"one.{name}", *sentences, *(f"picture.{each}" for each in captions)}
    patterns = [*map(re.escape, exact), *([_KEYS % "|".join(map(re.escape, words))] if words else [])]
    return re.compile("|".join(patterns))


def _words(game: str) -> Iterator[str]:
    """Yield the words of a game's results and options."""
    yield from (reason for reason, _ in registry.results(game))
    yield from (option for option, _, _ in registry.options(game))


def _without_family(text: str, name: str) -> str:
    """Return the text of family.py without the name in FAMILIES."""
    before, mark, families = text.partition("\nFAMILIES")
    return before + mark + re.sub(rf'"{name}", |, "{name}"', "", families)


def _free_number(root: Path, letter: str) -> int:
    """Return the number after the highest one of the examples with this letter."""
    rows = "\n".join(_read(page) for page in sorted((root / "firmware/docs").rglob("*.md")))
    return 1 + max(map(int, re.findall(rf"^\| {letter}(\d+) \|", rows, re.MULTILINE)), default=0)


def _languages(root: Path) -> list[Path]:
    return sorted((root / _PAGE / "languages").glob("*.json"))


def _rules_texts(root: Path) -> list[Path]:
    return sorted((root / _RULES / "texts").glob("*.json"))


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")
