"""The sentences of the pages of rules, in each language that the live page has."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "texts"
BASE = "en"
LANGUAGES = tuple(sorted(path.stem for path in FOLDER.glob("*.json")))

_PAGE = FOLDER.parents[1] / "web" / "page" / "languages"  # the games have the same titles as on the page
_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set counts, as POSIX has it
_TRADITIONAL = ("Hant", "TW", "HK", "MO")  # where Chinese is written in traditional characters


@functools.cache
def texts(language: str) -> dict[str, str]:
    """Return the texts of a language by their keys; English ones where the language is unknown."""
    return _read(FOLDER, language if language in LANGUAGES else BASE)


@functools.cache
def titles(language: str) -> dict[str, str]:
    """Return the games' titles in a language, by `game.NAME`; English ones where the language is unknown."""
    words = _read(_PAGE, language if language in LANGUAGES else BASE)
    return {key: text for key, text in words.items() if key.startswith("game.")}


def _read(folder: Path, language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
    return found


def chosen(language: str | None, environment: Mapping[str, str]) -> str:
    """Return the language that is asked for, or if none is, that of the environment; English if it has no texts.

    Raises ValueError if there are no texts in the language that is asked for.
    """
    if language is None:
        locale = next((environment[name] for name in _VARIABLES if environment.get(name)), "")
        return next((code for code in _codes(locale) if code in LANGUAGES), BASE)
    if language not in LANGUAGES:
        raise ValueError(f"there are no rules in the language {language[:40]!r}: there are {', '.join(LANGUAGES)}")
    return language


def _codes(locale: str) -> tuple[str, ...]:
    """Return the codes that a locale's name, like sv_SE.UTF-8 or zh_TW.UTF-8, may mean; the closest first."""
    code, *region = locale.partition(".")[0].partition("@")[0].split("_")
    return (f"{code}-Hant", code) if set(region) & set(_TRADITIONAL) else (code,)
