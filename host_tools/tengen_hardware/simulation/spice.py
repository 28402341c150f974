"""Runs ngspice: takes a deck, and returns the figures of its output lines that begin with "="."""

from __future__ import annotations

import subprocess
import tempfile
from functools import cache
from pathlib import Path

from .. import programs
from ..circuit import CircuitError

# A line of results: `= words of the corner : figures`, written by the deck's own `echo`. A figure that ngspice could
# not measure (a threshold that is never crossed) is None.
Results = dict[tuple[str, ...], list[float | None]]
_SECONDS = 300


@cache
def run(deck: str) -> Results:
    """Return the results of a deck, by the words of their corner. Each deck runs once in a process.

    Raises CircuitError if ngspice is missing, fails or takes too long.
    """
    out, err = _said(deck)
    found = dict(_result(line) for line in out.splitlines() if line.startswith("= "))
    if not found or "fatal" in err.lower() or "singular" in err.lower():
        title = deck.splitlines()[0]
        raise CircuitError(f"ngspice gave up on the deck {title!r}: {err.strip()[-300:]}")
    return found


def _said(deck: str) -> tuple[str, str]:
    """Return what ngspice says of a deck, on its standard output and as errors."""
    programs.ngspice()
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
    return said.stdout, said.stderr


def _result(line: str) -> tuple[tuple[str, ...], list[float | None]]:
    words, _, figures = line[1:].partition(":")
    return tuple(words.split()), [None if each == "none" else float(each) for each in _figures(figures)]


def _figures(text: str) -> list[str]:
    """Return the figures of a line. They are in brackets, so that a missing one keeps its place."""
    return [inner.split("]")[0].strip() or "none" for inner in text.split("[")[1:]]


def control(lines: list[str]) -> str:
    """Return a deck's second half: ngspice's commands."""
    return "\n".join([".control", "set noaskquit", *lines, "quit", ".endc", ".end", ""])


def changed(**given: float | str) -> list[str]:
    """Return the commands that give parameters of a deck other values, from the next `reset` on."""
    return [f"alterparam {name}={value if isinstance(value, str) else f'{value:g}'}" for name, value in given.items()]


def sure(value: float | None) -> float:
    """Return a figure that must be there. Raises CircuitError if it is None."""
    if value is None:
        raise CircuitError("ngspice measured nothing where there must be something: the deck is wrong")
    return value


def number(value: float) -> str:
    """Return a number as the decks write it: 4.2e-08 is 42n."""
    for unit, scale in (("", 1.0), ("m", 1e-3), ("u", 1e-6), ("n", 1e-9), ("p", 1e-12)):
        if value == 0 or abs(value) >= scale * 0.99999:
            return f"{value / scale:.6g}{unit}"
    return f"{value:.4g}"
