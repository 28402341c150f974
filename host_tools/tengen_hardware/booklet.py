"""`python -m tengen_hardware.booklet`: print the guide with its drawings as one PDF, from the files in hardware/.

The PDF is not in the repository, but all its sources are. Chromium prints it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token
from tengen_host import resources

from . import cli
from .circuit import CircuitError

PAGES = ("guide/README.md", "guide/reeds.md", "guide/by_hand.md", "guide/failures.md")
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
_STYLE = """
@page { size: A4; margin: 16mm 14mm }
body { font: 10.5pt/1.35 Arial, Helvetica, sans-serif; color: #222 }
h1 { break-before: page } h1:first-of-type { break-before: auto }
h2, h3 { break-after: avoid } h2 { border-bottom: 1px solid #999; padding-bottom: 2pt }
img { max-width: 100%; max-height: 200mm; display: block; margin: 6pt auto; break-inside: avoid }
table { border-collapse: collapse; width: 100%; font-size: 9pt }
td, th { border: 1px solid #bbb; padding: 2pt 4pt; text-align: left; vertical-align: top } tr { break-inside: avoid }
code { font-size: 9pt; overflow-wrap: anywhere } a { color: inherit }
"""


def html(folder: Path) -> str:
    """Return the pages as one HTML text, with the paths of pictures from `folder`, which is hardware/.

    Links between the pages become links within the booklet; links to other files become plain text.
    """
    reader = MarkdownIt("commonmark").enable("table")
    parts = []
    for page in PAGES:
        tokens = reader.parse((folder / page).read_text(encoding="utf-8"))
        _join(tokens, folder, page)
        parts.append(reader.renderer.render(tokens, reader.options, {}))
    body = "\n".join(parts)
    head = f'<meta charset="utf-8"><title>Tengen: the guide</title><style>{_STYLE}</style>'
    return f'<!doctype html><html lang="en">{head}{body}'


def place(page: str, heading: str) -> str:
    """Return the anchor of a heading in the booklet."""
    return f"{Path(page).stem.lower()}-{heading}"


def _join(tokens: list[Token], folder: Path, page: str) -> None:
    """Give the headings their anchors, and adapt the links and the paths of pictures."""
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            words = re.sub(r"[^\w\- ]", "", tokens[at + 1].content.lower()).replace(" ", "-")
            token.attrs["id"] = place(page, words) if token.tag != "h1" else place(page, "")
        for child in token.children or []:
            if child.type == "image":
                child.attrs["src"] = ((folder / page).parent / str(child.attrs["src"])).resolve().as_uri()
            elif child.type == "link_open":
                _lead(child, folder, page)


def _lead(link: Token, folder: Path, page: str) -> None:
    target, _, anchor = str(link.attrs["href"]).partition("#")
    if target.startswith(("http:", "https:")):
        return
    there = (folder / page).parent / target if target else folder / page
    inside = next((each for each in PAGES if (folder / each).resolve() == there.resolve()), None)
    if inside is None:
        del link.attrs["href"]
    else:
        link.attrs["href"] = f"#{place(inside, anchor)}"


def chromium() -> str | None:
    """Return the path of this machine's Chromium: the one in TENGEN_CHROMIUM, or the first on the PATH."""
    # not by tengen_host.pictures, because that module needs a page of a board
    named = os.environ.get("TENGEN_CHROMIUM")
    return shutil.which(named) if named else next((path for path in map(shutil.which, _NAMES) if path), None)


def printed(text: str, into: Path) -> None:
    """Print HTML to a PDF. Raises CircuitError if there is no Chromium, or if Chromium prints nothing."""
    path = chromium()
    if path is None:
        raise CircuitError("no Chromium: sudo apt-get install chromium-headless-shell, or name one in TENGEN_CHROMIUM")
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "guide.html")
        source.write_text(text, encoding="utf-8")
        into.parent.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(
            [path, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/user",
             "--allow-file-access-from-files", "--no-pdf-header-footer", f"--print-to-pdf={into.resolve()}",
             source.as_uri()],
            capture_output=True, text=True, check=False, timeout=120,
        )  # fmt: skip
    if done.returncode or not into.exists():
        raise CircuitError(f"{into} was not printed: {done.stderr.strip()[-300:]}")


def write(into: Path) -> Iterator[Path]:
    """Print the booklet. Raises as printed() does."""
    printed(html(resources.path("hardware")), into)
    yield into


main = partial(cli.run, module="booklet", about=__doc__, default="order/tengen-guide.pdf", write=write)

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
