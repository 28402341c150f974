"""Sentences that a page says in its own language. In Python each is its English text, with its key and its values.

The texts are those of the page (live/page/languages/en.json), so that each stands at one place. A sentence goes to the
page as {"key", "values", "message"}: `message` is the English text, for programs, and for a page without that key.
"""

from __future__ import annotations

import functools
import json
import re
from pathlib import Path
from typing import Any

from tengen.codes import Refused

_ENGLISH = Path(__file__).resolve().parent / "live" / "page" / "languages" / "en.json"
_LONGEST = 300  # text from elsewhere
_PLACE = re.compile(r"\{(\w+)\}")


class Said(str):
    """An English sentence that knows its `key` and its `values`: numbers, texts, or other sentences.

    A text with plural forms is chosen by the value `n`. Raises KeyError for a key that English has not, or for a
    missing value.
    """

    key: str
    values: dict[str, Any]

    def __new__(cls, key: str, **values: Any) -> Said:
        text = _english()[key]
        if isinstance(text, dict):
            text = text["one" if values["n"] == 1 else "other"]
        said = super().__new__(cls, _PLACE.sub(lambda place: str(values[place[1]]), text))
        said.key, said.values = key, values
        return said


def fields(words: str) -> dict[str, Any]:
    """Return a sentence as the fields of a message; without key and values if it has none."""
    if not isinstance(words, Said):
        return {"message": words}
    values = {name: fields(its) if isinstance(its, Said) else its for name, its in words.values.items()}
    return {"key": words.key, "values": values, "message": str(words)}


def taken(told: Any, deep: int = 2) -> str:
    """Return the sentence of which fields() gave this, from whoever it comes; its English text if its key is not known.
    """
    if not isinstance(told, dict):
        return ""
    message, key, values = told.get("message"), told.get("key"), told.get("values")
    plain = message[:_LONGEST] if isinstance(message, str) else ""
    if not (isinstance(key, str) and isinstance(values, dict)):
        return plain
    its: dict[str, Any] = {}
    for name, value in values.items():
        if isinstance(value, dict) and deep:
            its[name] = taken(value, deep - 1)
        elif isinstance(value, int | float):
            its[name] = value
        elif isinstance(value, str):
            its[name] = value[:_LONGEST]
        else:
            return plain
    try:
        return Said(key, **its)
    except (KeyError, TypeError):
        return plain


def coded(why: Any) -> str:
    """Return what a code of the board says with its values (tengen.codes), as a Said; several in a list, as one text.

    A code that English has not, of a newer board, is shown as it came.
    """
    if isinstance(why, list | tuple):
        return ", ".join(coded(each) for each in why)
    if not isinstance(why, dict):
        return str(why)
    values = {place: _worded(place, value) for place, value in why.items() if place != "code"}
    try:
        return Said(str(why.get("code")), **values)
    except KeyError:
        return " ".join([str(why.get("code")), *(f"{place}={value}" for place, value in values.items())])


def _worded(place: str, value: Any) -> Any:
    if isinstance(value, dict):
        return coded(value)
    if isinstance(value, list | tuple):
        words = [_worded(place.removesuffix("s"), each) for each in value]
        return (" or " if place == "options" else ", ").join(str(each) for each in words)
    if place in ("point", "column"):
        return str(value).upper()
    if place == "game":
        return _english().get(f"game.{value}", value)
    return {"p1": "player 1", "p2": "player 2"}.get(value, value) if place in ("seat", "who") else value


def cause_words(its: Any) -> str:
    """Return why a clock was stopped or corrected: a word, or a code with its values."""
    key = f"cause.{its}"
    return Said(key) if key in _english() else coded(its)


def words_of(error: BaseException) -> str:
    """Return what an error says: its Said or its code's words if it has one, else its text."""
    if isinstance(error, Refused):
        return coded(error.why)
    said = error.args[0] if error.args else None
    return said if isinstance(said, Said) else str(error)


@functools.cache
def _english() -> dict[str, Any]:
    return dict(json.loads(_ENGLISH.read_text(encoding="utf-8")))
