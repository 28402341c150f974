"""Write Markdown for hardware/: tables, and the templates of texts/ (folders as in hardware/) with their values."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from string import Formatter
from typing import Any

from .chart import number
from .circuit import CircuitError

TEXTS = Path(__file__).resolve().parent / "texts"


class _Fields(Formatter):
    """Fill {names}, {name.attributes} and {table[keys]}; a float without a format is rounded to 0.1."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, float) and not format_spec:
            return number(value)
        return str(super().format_field(value, format_spec))


def filled(page: str, known: Mapping[str, Any]) -> str:
    """Return a template of texts/ with its {fields} replaced. Raises CircuitError for an unknown field."""
    try:
        return _Fields().vformat((TEXTS / page).read_text(encoding="utf-8"), (), known)
    except (LookupError, AttributeError) as error:
        raise CircuitError(f"texts/{page}: {{{error.args[0]}}} is not a value of this page") from None


def wrapped(markdown: str, width: int) -> str:
    """Return Markdown with wrapped paragraphs and lists; headings, tables and pictures stay unchanged."""
    blocks = []
    for block in markdown.strip().split("\n\n"):
        if block.startswith(("#", "|", "!")):
            blocks.append(block)
            continue
        items = re.split(r"\n(?=- |\d+\. )", block)
        lines = []
        for item in items:
            mark = re.match(r"(- |\d+\. |)", item)
            hang = " " * len(mark.group()) if mark else ""
            lines.append(textwrap.fill(" ".join(item.split()), width, subsequent_indent=hang, break_on_hyphens=False))
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table without a line end after the last row."""
    return "\n".join("| " + " | ".join(line) + " |" for line in (head, ["---"] * len(head), *rows))
