"""Load the sentences of the pages of rules, in each language of the live page."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "texts"
BASE = "en"
LANGUAGES = tuple(sorted(path.stem for path in FOLDER.glob("*.json")))

_PAGE = FOLDER.parents[1] / "web" / "page" / "languages"  # the texts of the live page also have the titles of the games
_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first variable that is set counts, as in POSIX
_TRADITIONAL = ("Hant", "TW", "HK", "MO")  # regions with traditional Chinese characters


class Texts(dict[str, str]):
    """Texts by their keys. A key that is missing gives a sentence that says so: a new game may lack some texts."""

    def __init__(self, file: Path) -> None:
        super().__init__(json.loads(file.read_text(encoding="utf-8")))
        self._file = f"{file.parent.name}/{file.name}"

    def __missing__(self, key: str) -> str:
        return f'("{key}" is missing in {self._file})'


@functools.cache
def texts(language: str) -> Texts:
    """Return the texts of a language by their keys; the English ones if the language is unknown."""
    return _read(FOLDER, language)


@functools.cache
def titles(language: str) -> Texts:
    """Return the live page's texts, with the games' titles in `game.NAME`; in English if the language is unknown."""
    return _read(_PAGE, language)


def _read(folder: Path, language: str) -> Texts:
    return Texts(folder / f"{language if language in LANGUAGES else BASE}.json")


def chosen(language: str | None, environment: Mapping[str, str]) -> str:
    """Return the requested language, else the environment's language; English if there are no texts in that language.

    Raises ValueError if there are no texts in the requested language.
    """
    if language is None:
        locale = next((environment[name] for name in _VARIABLES if environment.get(name)), "")
        return next((code for code in _codes(locale) if code in LANGUAGES), BASE)
    if language not in LANGUAGES:
        raise ValueError(f"there are no rules in the language {language[:40]!r}: there are {', '.join(LANGUAGES)}")
    return language


def _codes(locale: str) -> tuple[str, ...]:
    """Return the language codes for a locale's name, like sv_SE.UTF-8 or zh_TW.UTF-8, the closest code first."""
    code, *region = locale.partition(".")[0].partition("@")[0].split("_")
    return (f"{code}-Hant", code) if set(region) & set(_TRADITIONAL) else (code,)
