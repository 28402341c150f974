"""Find phrases that are hard to read, in pages, docstrings, comments and TOML."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

from . import made
from .pages import shown

# {a phrase: what to write instead}
PHRASES = {
    r"\bwhose\b(?! (?:turn|move|clock)\b)": "make two sentences, or write `the ... of`",
    r"\bof which\b|\bwhom\b": "make two sentences",
    r"\bis told\b|\bare told\b|\btells? of\b": "say who reports what",
    r"\b(?:all|any|those|ones|what) (?:which |that )?there (?:is|are)\b": "`existing`, or nothing",
    r"\bhe who\b|\bwhoever\b|\bwhosoever\b": "`a player who`, `if you`",
    r"\b(?:there|here|where)(?:of|in|by|upon|with|to)\b": "say what it refers to",
    r"\bsuch (?:a |an )?one\b": "repeat the noun",
    r"\blookers-on\b": "`viewers`",
    r"\bbe it\b": "`if it is`",
}
SUFFIXES = (".py", ".js", ".toml")  # of the files with prose, besides pages
_COMPILED = [(re.compile(phrase, re.IGNORECASE), better) for phrase, better in PHRASES.items()]


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the English prose of a file: (line, text) for each docstring, comment, and line of a page or of TOML."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        fenced = False
        for number, line in enumerate(made.by_hand(text).splitlines(), 1):
            fenced ^= line.startswith("```")
            if not fenced:
                yield number, re.sub(r"`[^`]*`", "``", line)
        return
    if path.suffix in (".js", ".toml"):
        prose = r".*" if path.suffix == ".toml" else r"(?:^|\s)(?://|/?\*+)\s.*"
        for number, line in enumerate(text.splitlines(), 1):
            yield number, "".join(re.findall(prose, line))
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            yield getattr(node, "lineno", 1), ast.get_docstring(node) or ""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def hard_phrases(files: list[Path]) -> list[str]:
    """Return a sentence for each phrase in the files that is hard to read, with what to write instead."""
    found = []
    for file in files:
        for number, text in texts(file):
            for phrase, better in _COMPILED:
                for hard in phrase.findall(text):
                    found.append(f'{shown(file)}:{number}: "{hard}" is hard to read: {better}')
    return found
