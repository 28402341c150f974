"""Write Markdown for hardware/: tables, and the templates of texts/ (folders as in hardware/) with their values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from string import Formatter
from typing import Any

from .circuit import CircuitError

TEXTS = Path(__file__).resolve().parent / "texts"


def number(value: float, digits: int = 1) -> str:
    """Format a number for a file: rounded, without trailing zeros, and 0 instead of -0."""
    text = f"{value:.{digits}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


class _Fields(Formatter):
    """Fill {names}, {name.attributes} and {table[keys]}; a float without a format is rounded to 0.1.

    The format "milli" is for a number of thousandths.
    """

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "milli":
            return f"{value / 1000:g}"
        if isinstance(value, float) and not format_spec:
            return number(value)
        return str(super().format_field(value, format_spec))


def filled(page: str, known: Mapping[str, Any]) -> str:
    """Return a template of texts/ with its {fields} replaced. Raises CircuitError for an unknown field."""
    return fill((TEXTS / page).read_text(encoding="utf-8"), known, page)


def fill(text: str, known: Mapping[str, Any], page: str) -> str:
    """Return a text of a file in texts/ with its {fields} replaced. Raises CircuitError for an unknown field."""
    try:
        return _Fields().vformat(text, (), known)
    except (LookupError, AttributeError) as error:
        raise CircuitError(f"texts/{page}: {{{error.args[0]}}} is not a value of this page") from None


def table(head: Sequence[str], rows: Iterable[Iterable[object]]) -> str:
    """Return a table without a line end after the last row; a float is rounded to 0.1."""
    cells = ((number(each) if isinstance(each, float) else str(each) for each in row) for row in rows)
    return "\n".join("| " + " | ".join(line) + " |" for line in (head, ["---"] * len(head), *cells))
