"""Sentences that each page shows in its own language. In Python a sentence is its English text, with key and values.

The texts are those of the page (web/page/languages/en.json), so that each exists only once. A sentence is sent to the
page as {"key", "values", "message"}: `message` is the English text, for programs, and for pages without that key.
"""

from __future__ import annotations

import functools
import json
import re
from pathlib import Path
from typing import Any

from tengen.codes import Refused

_ENGLISH = Path(__file__).resolve().parent / "web" / "page" / "languages" / "en.json"
_LONGEST = 300  # the longest text without a key, in characters
_PLACE = re.compile(r"\{(\w+)\}")


class Sentence(str):
    """An English sentence with its `key` and its `values`: numbers, texts, or other sentences.

    A text with plural forms is chosen by the value `n`. Raises KeyError for a key that is not in en.json, or for a
    missing value.
    """

    key: str
    values: dict[str, Any]

    def __new__(cls, key: str, **values: Any) -> Sentence:
        """Return the sentence of a key with these values."""
        text = _english()[key]
        if isinstance(text, dict):
            text = text["one" if values["n"] == 1 else "other"]
        sentence = super().__new__(cls, _PLACE.sub(lambda place: str(values[place[1]]), text))
        sentence.key, sentence.values = key, values
        return sentence


def fields(words: str) -> dict[str, Any]:
    """Return the fields of a sentence for a message; a plain text has no key and values."""
    if not isinstance(words, Sentence):
        return {"message": words}
    values = {name: fields(its) if isinstance(its, Sentence) else its for name, its in words.values.items()}
    return {"key": words.key, "values": values, "message": str(words)}


def from_fields(its: Any, deep: int = 2) -> str:
    """Return the sentence from the fields() of another program; only its English text if the key is unknown."""
    if not isinstance(its, dict):
        return ""
    message, key, values = its.get("message"), its.get("key"), its.get("values")
    plain = message[:_LONGEST] if isinstance(message, str) else ""
    if not (isinstance(key, str) and isinstance(values, dict)):
        return plain
    checked: dict[str, Any] = {}
    for name, value in values.items():
        if isinstance(value, dict) and deep:
            checked[name] = from_fields(value, deep - 1)
        elif isinstance(value, int | float):
            checked[name] = value
        elif isinstance(value, str):
            checked[name] = value[:_LONGEST]
        else:
            return plain
    try:
        return Sentence(key, **checked)
    except (KeyError, TypeError):
        return plain


def code_text(why: Any) -> str:
    """Return the Sentence for a board's code with its values (tengen.codes); for several codes one text.

    An unknown code, sent by a newer board, is shown unchanged.
    """
    if isinstance(why, list | tuple):
        return ", ".join(code_text(each) for each in why)
    if not isinstance(why, dict):
        return str(why)
    values = {place: _worded(place, value) for place, value in why.items() if place != "code"}
    try:
        return Sentence(str(why.get("code")), **values)
    except KeyError:
        return " ".join([str(why.get("code")), *(f"{place}={value}" for place, value in values.items())])


def _worded(place: str, value: Any) -> Any:
    if isinstance(value, dict):
        return code_text(value)
    if isinstance(value, list | tuple):
        words = [_worded(place.removesuffix("s"), each) for each in value]
        return (" or " if place == "options" else ", ").join(str(each) for each in words)
    if place in ("point", "column"):
        return str(value).upper()
    if place == "game":
        return _english().get(f"game.{value}", value)
    return {"p1": "player 1", "p2": "player 2"}.get(value, value) if place in ("seat", "who") else value


def cause_text(its: Any) -> str:
    """Return the cause of a stopped or corrected clock: a word, or a code with its values."""
    key = f"cause.{its}"
    return Sentence(key) if key in _english() else code_text(its)


def error_text(error: BaseException) -> str:
    """Return the text of an error: its Sentence, the Sentence of its code, or its message."""
    if isinstance(error, Refused):
        return code_text(error.why)
    words = error.args[0] if error.args else None
    return words if isinstance(words, Sentence) else str(error)


@functools.cache
def _english() -> dict[str, Any]:
    return dict(json.loads(_ENGLISH.read_text(encoding="utf-8")))
