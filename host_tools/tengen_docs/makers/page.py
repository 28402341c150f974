"""The page's keys, languages, faults and messages, from its own files."""

from __future__ import annotations

import json
import re
from typing import Any

from tengen_host.virtual import faults
from tengen_host.web.app import PAGE

# Example values for the placeholders in a message
_EXAMPLES = {
    "port": "/dev/ttyACM0",
    "group": "dialout",
    "programs": "minicom (pid 4711)",
    "seconds": "5",
    "most": "20",
}


def _english() -> dict[str, Any]:
    return json.loads((PAGE / "languages/en.json").read_text(encoding="utf-8"))


def _table(script: str, name: str) -> dict[str, str]:
    """Return a constant object of a script that has only plain strings: {"f": "f", "← →": "arrows"}."""
    text = (PAGE / script).read_text(encoding="utf-8")
    (body,) = re.findall(rf"const {name} = {{(.*?)}};", text, re.DOTALL)
    return {quoted or bare: value for quoted, bare, value in re.findall(r'(?:"([^"]+)"|([\w?]+)): "([^"]+)"', body)}


def keys(script: str) -> str:
    """Return the keys of a page, as its own help lists them."""
    english = _english()
    rows = [
        f"| {' '.join(f'`{key}`' for key in pressed.split())} | {english[f'keys.{name}']} |"
        for pressed, name in _table(script, "KEYS").items()
    ]
    return "\n".join(["| key | what it does |", "|---|---|", *rows])


def languages() -> str:
    """Return the languages of the page: the code, and the language's own name for itself."""
    found = re.search(r"LANGUAGES = {(.*?)};", (PAGE / "words/i18n.js").read_text(encoding="utf-8"), re.DOTALL)
    assert found
    pairs = re.findall(r'"?([\w-]+)"?: "([^"]+)"', found[1])
    return "\n".join(["| code | language |", "|---|---|", *(f"| `{code}` | {name} |" for code, name in pairs)])


def broken() -> str:
    """Return the faults that a virtual or emulated board can simulate."""
    english = _english()
    rows = [
        f"| {kind.name} | {'' if kind.at == 'nothing' else kind.at} | {english[f'fault.words.{kind.name}']} |"
        for kind in faults.KINDS.values()
    ]
    return "\n".join(["| fault | where | what happens |", "|---|---|---|", *rows])


def message(key: str) -> str:
    """Return a message of the laptop as a quotation, with examples in its placeholders."""
    text = _english()[key]
    if isinstance(text, dict):
        text = text["one"]
    return "> " + re.sub(r"{(\w+)}", lambda place: _EXAMPLES[place[1]], text)
