"""ngspice, asked: a deck goes in, and what it says on its lines that begin with "=" comes out."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from ..circuit import CircuitError

# A line of results: `= words of the corner : figures`, written by the deck's own `echo`. A figure that ngspice could
# not measure (a threshold that is never crossed) is None.
Results = dict[tuple[str, ...], list[float | None]]
_SECONDS = 120


def available() -> str | None:
    """None if ngspice can be run here, else what is missing."""
    return None if shutil.which("ngspice") else "ngspice is not installed"


@cache
def run(deck: str) -> Results:
    """The results of a deck, by the words of their corner; a deck is run once a process.

    CircuitError where ngspice is missing or gives up.
    """
    missing = available()
    if missing:
        raise CircuitError(f"{missing}: see hardware/README.md")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "deck.cir")
        file.write_text(deck, encoding="utf-8")
        try:
            said = subprocess.run(
                ["ngspice", "-n", "-b", file.name],
                cwd=folder,
                capture_output=True,
                text=True,
                timeout=_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise CircuitError(f"ngspice took more than {_SECONDS} s over {deck.splitlines()[0]!r}") from None
    found = dict(_result(line) for line in said.stdout.splitlines() if line.startswith("= "))
    if not found or "fatal" in said.stderr.lower() or "singular" in said.stderr.lower():
        title = deck.splitlines()[0]
        raise CircuitError(f"ngspice gave up on the deck {title!r}: {said.stderr.strip()[-300:]}")
    return found


def _result(line: str) -> tuple[tuple[str, ...], list[float | None]]:
    words, _, figures = line[1:].partition(":")
    return tuple(words.split()), [None if each == "none" else float(each) for each in _figures(figures)]


def _figures(text: str) -> list[str]:
    """Figures are written in brackets, so that one that is missing still has its place."""
    return [inner.split("]")[0].strip() or "none" for inner in text.split("[")[1:]]


def control(lines: list[str]) -> str:
    """A deck's second half: what ngspice does with it."""
    return "\n".join([".control", "set noaskquit", *lines, "quit", ".endc", ".end", ""])


def sure(value: float | None) -> float:
    """A figure that must be there; CircuitError if it is not."""
    if value is None:
        raise CircuitError("ngspice measured nothing where there must be something: the deck is wrong")
    return value


def number(value: float) -> str:
    """A number as the decks write it: 4.2e-08 is 42n."""
    for unit, scale in (("", 1.0), ("m", 1e-3), ("u", 1e-6), ("n", 1e-9), ("p", 1e-12)):
        if value == 0 or abs(value) >= scale * 0.99999:
            return f"{value / scale:.6g}{unit}"
    return f"{value:.4g}"
