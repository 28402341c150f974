"""List the pages of the repository, and read their Markdown."""

from __future__ import annotations

import os
import re
from collections import Counter
from fnmatch import fnmatch
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).resolve().parents[2]
_SHELLS = ("", "console", "sh", "bash", "shell")
_TEXTS = ROOT / "host_tools" / "tengen_hardware" / "texts"


def files(root: Path = ROOT) -> list[Path]:
    """Return every file of the repository, sorted by path, without what .gitignore names. It needs no git."""
    lines = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    ignored = [".git", *(line.rstrip("/") for line in lines if line and not line.startswith("#"))]

    def is_own(path: Path) -> bool:
        its = path.name, path.relative_to(root).as_posix()
        return not any(fnmatch(name, rule) for name in its for rule in ignored)

    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if is_own(Path(folder, name))]
        found += [path for path in (Path(folder, name) for name in names) if is_own(path)]
    return sorted(found)


def pages(root: Path = ROOT) -> list[Path]:
    """Return every Markdown file of the repository, except those of tengen_hardware, which are templates."""
    return [path for path in files(root) if path.suffix == ".md" and _TEXTS not in path.parents]


def templates() -> list[Path]:
    """Return the texts of tengen_hardware: Markdown with placeholders like {tiles}."""
    return sorted(_TEXTS.rglob("*.md"))


def written() -> list[Path]:
    """Return the Markdown files that are written by hand: for hardware/ the templates, not the generated pages."""
    return [page for page in pages() if page.relative_to(ROOT).parts[0] != "hardware"] + templates()


def shown(page: Path) -> str:
    """Return a page's path in the repository, for messages; for a page outside the repository, its name."""
    return page.relative_to(ROOT).as_posix() if page.is_relative_to(ROOT) else page.name


@cache
def _parsed(text: str) -> list[Token]:
    flat: list[Token] = []
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        flat += [token, *(token.children or [])]
    return flat


class Link(NamedTuple):
    """A link or a picture in a page: its kind ("link" or "picture"), its target, and its text."""

    kind: str
    target: str
    text: str


def links(text: str) -> list[Link]:
    """Return the links and pictures of a page."""
    found = []
    tokens = _parsed(text)
    for at, token in enumerate(tokens):
        if token.type == "link_open":
            words = takewhile(lambda each: each.type != "link_close", tokens[at:])
            found.append(Link("link", str(token.attrs["href"]), "".join(each.content for each in words)))
        elif token.type == "image":
            found.append(Link("picture", str(token.attrs["src"]), token.content))
        elif token.type in ("html_block", "html_inline"):
            found += [Link("picture", src, "") for src in re.findall(r'<img[^>]* src="([^"]+)"', token.content)]
            found += [Link("link", href, "") for href in re.findall(r'<a[^>]* href="([^"]+)"', token.content)]
    return found


def anchor(heading: str) -> str:
    """The anchor that GitHub and the site give to a heading: `How to win` has `how-to-win`."""
    return re.sub(r"[^\w\s-]", "", heading.lower()).strip().replace(" ", "-")


def anchors(text: str) -> set[str]:
    """Return the anchors of a page: those of its headings, numbered if a heading occurs twice, and its `id="..."`."""
    tokens, seen, found = _parsed(text), Counter[str](), set(re.findall(r'\bid="([\w-]+)"', text))
    for token, following in zip(tokens, tokens[1:], strict=False):
        if token.type == "heading_open":
            inside = following.children or []
            name = anchor("".join(child.content for child in inside if child.type in ("text", "code_inline")))
            found.add(name if not seen[name] else f"{name}-{seen[name]}")
            seen[name] += 1
    return found


def inline(text: str) -> list[str]:
    """Return the inline code of a page."""
    return [token.content for token in _parsed(text) if token.type == "code_inline"]


def stray_rows(text: str) -> list[str]:
    """The paragraphs of a page that begin with `|`: rows that a blank line has cut off from their table."""
    tokens = _parsed(text)
    return [
        following.content.splitlines()[0]
        for token, following in zip(tokens, tokens[1:], strict=False)
        if token.type == "paragraph_open" and following.content.startswith("|")
    ]


def shell(text: str) -> list[str]:
    r"""Return the lines in a page's blocks that a shell may read; a line that ends in \\ is joined with the next line.

    In a `console` block these are the lines after `$`. A block in another language than the shell's has none.
    """
    found = []
    for token in _parsed(text):
        if token.type == "code_block" or token.type == "fence" and token.info.strip() in _SHELLS:
            lines = re.sub(r"\\\n\s*", "", token.content).splitlines()
            found += [line[2:] for line in lines if line.startswith("$ ")] if token.info == "console" else lines
    return found
