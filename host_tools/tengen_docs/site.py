"""Build the site: the documents with Zensical, from the pages in the repository, and the page without installation."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

from tengen_host import extras

from . import board_page
from .pages import ROOT, links, pages

CONFIGURATION = ROOT / "host_tools" / "docs" / "zensical.toml"
BOARD = "board"  # the folder of the page without installation
MANUAL = "host_tools/docs/without_installation.md"  # its document, to which it has a link
# linked files that a browser shows or a maker downloads; the site has them, too
_ATTACHED = {".svg", ".png", ".jpg", ".html", ".pdf", ".stl", ".dxf", ".csv", ".yml", ".json"}
_LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\((?![a-z]+:|#)([^)\s]+)\)")


def _target(page: Path, href: str) -> Path:
    return (page.parent / href.partition("#")[0]).resolve()


def _shown(path: str) -> str:
    """Return the path of a page in the site, which has no hidden folders: .github/ becomes github/."""
    return path.replace(".github/", "github/")


def _to_sources(page: Path, sources: str) -> str:
    """The text of a page. Links to code lead to the address `sources`; without one they are plain words."""

    def link(found: re.Match[str]) -> str:
        words, href = found.groups()
        target = _target(page, href)
        if target.suffix == ".md":
            return f"[{words}]({_shown(href)})"
        if target.suffix in _ATTACHED:
            return found[0]
        if target.is_dir() or not sources:
            return words
        fragment = href.partition("#")[1:]
        return f"[{words}]({sources.rstrip('/')}/{target.relative_to(ROOT).as_posix()}{''.join(fragment)})"

    return _LINK.sub(link, page.read_text(encoding="utf-8"))


def gather(folder: Path, sources: str = "") -> None:
    """Copy the pages, their pictures and the files that they offer into a folder, at the same paths."""
    for page in pages():
        copy = folder / _shown(page.relative_to(ROOT).as_posix())
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(_to_sources(page, sources), encoding="utf-8")
        for _, href, _ in links(page.read_text(encoding="utf-8")):
            target = _target(page, href)
            if target.suffix in _ATTACHED and target.is_file():
                there = folder / target.relative_to(ROOT)
                there.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(target, there)


def build(folder: Path, sources: str = "", uf2: Path | None = None) -> None:
    """Build the site into a folder, in place of an earlier site: the documents, and in BOARD the page.

    `sources`: the address of the repository's files. `uf2`: the image that the page offers. Raises ValueError if the
    folder has other files, if Zensical is missing, or if Zensical has named a dead link.
    """
    if folder.exists() and any(folder.iterdir()) and not (folder / "search.json").exists():
        raise ValueError(f"{folder} has other files: name an empty or a new folder, or that of an earlier site")
    if not find_spec("zensical"):
        raise ValueError(extras.missing("Zensical", "check"))
    with tempfile.TemporaryDirectory() as work:
        gather(Path(work) / "docs", sources)
        shutil.copyfile(CONFIGURATION, Path(work) / CONFIGURATION.name)
        command = [sys.executable, "-m", "zensical", "build", "--strict", "--config-file", CONFIGURATION.name]
        if subprocess.run(command, cwd=work, check=False).returncode:
            raise ValueError("the site was not built: correct what Zensical names above")
        board_page.make(Path(work) / "site" / BOARD, uf2, f"../{Path(MANUAL).with_suffix('.html')}")
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(Path(work) / "site", folder)
