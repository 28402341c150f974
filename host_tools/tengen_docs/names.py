"""Check the names in the pages: files of the repository, and environment variables."""

from __future__ import annotations

import re
from pathlib import Path

from .pages import ROOT, files, inline, shell, shown

# A name without a folder may be the reader's own file, if it has one of these formats: game.sgf, board.json
_ANYWHERE = r"py|js|css|html|pyx|pxi|md|toml"
_IN_A_FOLDER = rf"{_ANYWHERE}|json|jsonl|sgf|tsv|txt"
_FILE = re.compile(rf"(?:\.\./)*([\w.-]+\.(?:{_ANYWHERE})|(?:[\w.-]+/)+[\w.-]+\.(?:{_IN_A_FOLDER}))")
_EXAMPLE = re.compile(r"[A-Z]{2,}\.")  # a placeholder for any name: NAME.py, CODE.json
_VARIABLE = re.compile(r"TENGEN_[A-Z_]+")
_READERS = {".py", "", ".yml"}


def wrong_names(pages: list[Path]) -> list[str]:
    """Return a sentence for each file in inline code that does not exist, and each TENGEN_... that no code reads."""
    there = [path.relative_to(ROOT).as_posix().split("/") for path in files()]
    ends = {"/".join(parts[at:]) for parts in there for at in range(len(parts))}
    known = variables()
    found: dict[str, None] = {}
    for page in pages:
        text = page.read_text(encoding="utf-8")
        for code in inline(text):
            name = _FILE.fullmatch(code)
            if name and name[1] not in ends and not _EXAMPLE.search(name[1]):
                found[f"{shown(page)}: there is no file {code}"] = None
        for variable in _VARIABLE.findall("\n".join([*inline(text), *shell(text)])):
            if variable not in known:
                found[f"{shown(page)}: no code reads {variable}"] = None
    return list(found)


def variables(under: str = "") -> set[str]:
    """Return the environment variables that a folder's files read: strings in Python, names in Makefile and scripts."""
    sources = [path for path in files() if path.suffix in _READERS and path.is_relative_to(ROOT / under)]
    texts = (path.read_text(encoding="utf-8", errors="replace") for path in sources)
    return {name for text in texts for name in re.findall(r"""["'{( ](TENGEN_[A-Z_]+)["'}):=]""", text)}
