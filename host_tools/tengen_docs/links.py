"""Find dead links: to missing pages, anchors and pictures, and to lines of code that lack the link's word.

Find table rows outside a table, too: a reader sees them as lines with bars.
"""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

from .pages import ROOT, anchors, links, stray_rows

# a citation of a document that is not in the repository
_UNKNOWN = re.compile(r"\b(?:RULES|GAMES|DESIGN|FACTS|STYLE)(?:\.md)? \d")
# a link from code to a paragraph: the page's path, # and its heading's anchor
_CITED = re.compile(r"\b((?:firmware|host_tools|hardware|tests)/[\w./-]+\.md)(?:#([\w-]+))?")

_AT_HEAD = "../blob/HEAD/"


def _dead(target: Path, fragment: str, said: str = "") -> str | None:
    """Return why a target can't be reached, or None. `said`: the text of the link."""
    if not target.exists():
        return "no such file"
    if not fragment:
        return None
    text = target.read_text(encoding="utf-8") if target.is_file() else ""
    if line := re.fullmatch(r"L(\d+)(?:-L(\d+))?", fragment):
        return _wrong_line(text.splitlines(), int(line[1]), int(line[2] or line[1]), said)
    return None if target.suffix != ".md" or fragment in anchors(text) else f"the page has no heading for #{fragment}"


def _wrong_line(lines: list[str], first: int, last: int, said: str) -> str | None:
    """Return why a link to a line of code is wrong, or None. The line must contain the last word of the link's text."""
    if last > len(lines):
        return f"the file has no line {last}"
    words = re.findall(r"\w+", said)
    if not words or any(re.search(rf"\b{words[-1]}\b", line) for line in lines[first - 1 : last]):
        return None
    number = _line_of(lines, words[-1], first)
    return f"line {first} has no `{words[-1]}`, line {number} has it now" if number else f"no line has `{words[-1]}`"


def _line_of(lines: list[str], word: str, near: int) -> int | None:
    """Return the number of the nearest line that defines a word, else of the nearest that contains it, else None."""
    defined = rf"^\s*(?:async def|def|class|(?:export )?(?:async )?function) {word}\b|^\s*{word}\b.*="
    for pattern in (defined, rf"\b{word}\b"):
        if found := [number for number, line in enumerate(lines, 1) if re.search(pattern, line)]:
            return min(found, key=lambda number: abs(number - near))
    return None


def relined(text: str, page: Path) -> str:
    """Return the text of a page with updated links to code: each leads to the line that now has its last word."""

    def link(found: re.Match[str]) -> str:
        opening, word, href, number = found.groups()
        target = (page.parent / href).resolve()
        lines = target.read_text(encoding="utf-8").splitlines() if target.is_file() else []
        return f"{opening}({href}#L{_line_of(lines, word, int(number)) or number})"

    return re.sub(r"(\[`[^`\]]*?(\w+)`\])\(([^)\s#]+)#L(\d+)\)", link, text)


def dead_links(pages: list[Path], root: Path = ROOT) -> list[str]:
    """Return a sentence for each link or picture of the pages that leads nowhere."""
    found = []
    for page in pages:
        for kind, href, said in links(page.read_text(encoding="utf-8")):
            if re.match(r"[a-z]+:", href):
                continue
            name, _, fragment = unquote(href).partition("#")
            target = (page.parent / name).resolve() if name else page
            if why := _dead(target, fragment, said):
                found.append(f"{page.relative_to(root)}: the {kind} {href} is dead: {why}")
    return found


def dead_form_links(forms: list[Path], root: Path = ROOT) -> list[str]:
    """Return a sentence for each link of the issue forms that leads nowhere.

    GitHub shows a form at the address issues/new, so a link to a file of the repository begins with ../blob/HEAD/.
    """
    found = []
    for form in forms:
        for href in re.findall(r"\]\(([^)\s]+)\)", form.read_text(encoding="utf-8")):
            if re.match(r"[a-z]+:", href):
                continue
            name, _, fragment = unquote(href).partition("#")
            inside = name.removeprefix(_AT_HEAD)
            why = _dead(root / inside, fragment) if inside != name else f"it does not begin with {_AT_HEAD}"
            if why:
                found.append(f"{form.relative_to(root)}: the link {href} is dead: {why}")
    return found


def rows_outside_tables(pages: list[Path], root: Path = ROOT) -> list[str]:
    """Return a sentence for each row of the pages that is outside a table."""
    return [
        f"{page.relative_to(root)}: a row outside a table: {row}"
        for page in pages
        for row in stray_rows(page.read_text(encoding="utf-8"))
    ]


def dead_citations(files: list[Path], root: Path = ROOT) -> list[str]:
    """Return a sentence for each dead citation in code. A citation is the path of a page, `#` and an anchor."""
    found = []
    for file in files:
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if unknown := _UNKNOWN.search(line):
                found.append(f"{file.relative_to(root)}:{number}: nobody can look up \"{unknown[0]}\": cite a page")
            for name, fragment in _CITED.findall(line):
                if why := _dead(root / name, fragment):
                    cited = f"{name}#{fragment}" if fragment else name
                    found.append(f"{file.relative_to(root)}:{number}: the citation {cited} is dead: {why}")
    return found


def sources(root: Path = ROOT) -> list[Path]:
    """Return the files that may cite a page: code, tests and their data."""
    names = ("firmware", "host_tools", "tests")
    ends = {".py", ".js", ".css", ".html", ".pyx", ".pxi", ".txt", ".toml"}
    return [path for name in names for path in sorted((root / name).rglob("*")) if path.suffix in ends]
