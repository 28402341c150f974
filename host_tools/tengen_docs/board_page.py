"""Make the page without installation: the page's own files as a static folder, which talks to a board by Web Serial.

All addresses in it are relative, so the folder works at any place of any file server. tengen_host.web.page.serial is
the part of the page that replaces the laptop.

| file | content |
|---|---|
| `index.html`, `page/...` | the page, and each file that it loads |
| `board.json` | what a laptop would say about a real board, and about() |
| `rules/...` | the same answers as web/rules_pages.py gives |
| `tengen.uf2` | the image for the Pico |
| `manifest.webmanifest`, `worker.js` | for a browser that installs the page and keeps it offline |
"""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

from tengen import __version__
from tengen.games import registry
from tengen_host.boards.remote import RemoteBoard
from tengen_host.device.ports import MICROPYTHON
from tengen_host.hall.details import FIELDS
from tengen_host.image.uf2 import tengen_in
from tengen_host.records.words import RULES
from tengen_host.rights.table import ALONE, Who, rights
from tengen_host.rules import drawing, pages, terms
from tengen_host.web import known, page_files
from tengen_host.web.app import PAGE, POLICY
from tengen_host.web.rules_pages import rules_page

UF2 = "tengen.uf2"
_SOURCE = 'data-source="socket"'
_SCRIPT = '<script type="module" src="page/main.js"></script>'
_LINK = '<p id="link" class="link" hidden></p>'
# The banner as the script will draw it, so that the board does not move when the script starts. Its words stay hidden
# until then
_BANNER = (
    '<p class="link" id="link">Not connected. Plug a board in, and press “Connect a board”</p>\n'
    '      <div class="cable row"><button type="button" class="plain">Connect a board</button></div>'
)
_FETCHED = ("page/languages/en.json", "board.json")  # what the page's script requests first
_START = "serial/start.js"
_OTHERS = (_START, "page.css", "favicon.svg", "wood.svg")  # the files of the page besides modules and languages


def make(folder: Path, uf2: Path | None = None, manual: str = "") -> None:
    """Make the page in a new or empty folder. Raises ImageError if `uf2` is no image.

    `uf2`: the image to offer. `manual`: the address of its document, relative to the folder.
    """
    languages = sorted(path.stem for path in (PAGE / "languages").glob("*.json"))
    modules = _modules()
    names = [*modules, *_OTHERS, *(f"languages/{language}.json" for language in languages)]
    for name in names:
        _write(folder / "page" / name, page_files.sent(PAGE / name))
    for language in languages:
        _write_json(folder / "rules" / language / "terms.json", terms.sentences(language))
        for game in registry.NAMES:
            _write_json(folder / "rules" / language / f"{game}.json", rules_page(game, language))
    for game in registry.NAMES:
        for number, (_, example) in enumerate(pages.pictures(game)):
            _write(folder / "rules" / game / f"{number}.svg", drawing.picture(example).encode())
    for term in terms.sentences("en"):
        _write(folder / "rules" / "terms" / f"{term}.svg", drawing.picture(terms.shown(term)).encode())
    if uf2:
        shutil.copyfile(uf2, folder / UF2)
    _write_json(folder / "board.json", about(uf2, manual))
    _write_json(folder / "manifest.webmanifest", _manifest())
    _write(folder / "index.html", _index(modules).encode())
    store(folder)


def _modules() -> list[str]:
    """Return the names of all modules that the page loads: those of the page, and those of its own source of lines."""
    found = [*page_files.modules(PAGE / "main.js"), *page_files.modules(PAGE / "serial" / "source.js")]
    return list(dict.fromkeys(path.relative_to(PAGE).as_posix() for path in found))


def _index(modules: list[str]) -> str:
    text = (PAGE / "index.html").read_text(encoding="utf-8")
    first = [f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">']
    # what is painted first is requested first; start.js requests the rest
    last = [
        '<link rel="preload" as="image" href="page/wood.svg">',
        *(f'<link data-rel="modulepreload" href="page/{name}">' for name in modules),
        *(f'<link data-rel="preload" as="fetch" crossorigin href="{name}">' for name in _FETCHED),
        '<meta name="description" content="The page of a Tengen board, without installation">',
        '<link rel="manifest" href="manifest.webmanifest">',
    ]
    text = text.replace('"/page/', '"page/')
    # with its role and banner from the start, the page does not move when its script begins
    others = {
        _SOURCE: f'data-source="serial" data-role="{ALONE}"',
        _SCRIPT: _SCRIPT.replace("main.js", _START),
        _LINK: _BANNER,
    }
    for its, other in others.items():
        assert its in text
        text = text.replace(its, other)
    for place, lines in (("<head>\n", first), ('"page/page.css">\n', last)):
        assert place in text
        text = text.replace(place, place + "".join(f"  {each}\n" for each in lines))
    return text


def about(uf2: Path | None, manual: str = "") -> dict[str, Any]:
    """Return the content of board.json: a board's description, the lists of the firmware, and for the page alone.

    {"role", "may": the page's rights, "usb": the numbers of a board's port, "details": the longest texts of names,
    "sgf": words for SGF, "manual": the address of the document, or "", "image": the UF2 that the site offers, or None}
    """
    its = tengen_in(uf2) if uf2 else None
    vendor, product = MICROPYTHON
    return {
        **RemoteBoard().description(),
        **known.known(),
        "role": ALONE,
        "may": rights(Who(ALONE)),
        "usb": {"usbVendorId": vendor, "usbProductId": product},
        "details": FIELDS,
        "sgf": {"rules": RULES, "games": {name: registry.title(name) for name in registry.NAMES}},
        "manual": manual,
        "image": {"file": UF2, **its._asdict()} if its else None,
    }


def _manifest() -> dict[str, Any]:
    icon = {"src": "page/favicon.svg", "sizes": "any", "type": "image/svg+xml"}
    colours = {"theme_color": "#c9974f", "background_color": "#c9974f"}
    return {
        "name": "Tengen", "short_name": "Tengen", "id": "./", "start_url": "./", "scope": "./",
        "display": "standalone", "icons": [icon], **colours,
    }  # fmt: skip


def store(folder: Path) -> None:
    """Write the service worker of a folder, with the hashes of all files: each change makes a new version."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != "worker.js")
    hashes = {path.relative_to(folder).as_posix(): _hash(path.read_bytes()) for path in paths}
    text = (PAGE / "serial" / "worker.js").read_text(encoding="utf-8")
    files = json.dumps(hashes)
    version = f"{__version__} {hashlib.sha256((files + text).encode()).hexdigest()[:12]}"
    _write(folder / "worker.js", f"const VERSION = {json.dumps(version)}, FILES = {files};\n{text}".encode())


def _hash(data: bytes) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(data).digest()).decode()}"


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _write_json(path: Path, value: Any) -> None:
    _write(path, json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())
