"""The sentences of the pages of rules, in each language that the live page has."""

from __future__ import annotations

import functools
import json
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "texts"
BASE = "en"
LANGUAGES = tuple(sorted(path.stem for path in FOLDER.glob("*.json")))


@functools.cache
def texts(language: str) -> dict[str, str]:
    """Return the texts of a language by their keys; English ones where the language is unknown."""
    name = language if language in LANGUAGES else BASE
    found: dict[str, str] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return found
