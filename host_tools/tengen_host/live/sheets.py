"""Sends the style sheets of a page as one answer: the browser shows nothing before it has them all."""

from __future__ import annotations

import re
from pathlib import Path

_IMPORT = re.compile(r'^@import "([\w-]+\.css)";$', re.MULTILINE)


def whole(sheet: Path) -> str:
    """Return the text of a style sheet, with that of each sheet of its folder that it imports in the import's place."""
    return _IMPORT.sub(lambda found: whole(sheet.parent / found[1]), sheet.read_text(encoding="utf-8"))
