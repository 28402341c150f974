"""Run ngspice with a deck, and return the figures in the output lines that begin with "="."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from .. import programs
from ..circuit import CircuitError

# A line of results has the form `= words of the corner : figures`, and comes from an `echo` of the deck. A figure is
# None if ngspice could not measure it, because a threshold is never crossed.
Results = dict[tuple[str, ...], list[float | None]]
_SECONDS = 300


@cache
def run(deck: str) -> Results:
    """Return the results of a deck by the words of their corner. A process runs the same deck only once.

    Raises CircuitError if ngspice is missing, fails or takes too long.
    """
    out, err = _said(deck)
    found = dict(_result(line) for line in out.splitlines() if line.startswith("= "))
    if not found or "fatal" in err.lower() or "singular" in err.lower():
        title = deck.splitlines()[0]
        raise CircuitError(f"ngspice gave up on the deck {title!r}: {err.strip()[-300:]}")
    return found


def _said(deck: str) -> tuple[str, str]:
    """Return what ngspice prints for a deck, also on standard error."""
    programs.ngspice()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "deck.cir")
        file.write_text(deck, encoding="utf-8")
        try:
            command = ["ngspice", "-n", "-b", file.name]
            said = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=_SECONDS, check=False)
        except subprocess.TimeoutExpired:
            raise CircuitError(f"ngspice took more than {_SECONDS} s over {deck.splitlines()[0]!r}") from None
    return said.stdout, said.stderr


def _result(line: str) -> tuple[tuple[str, ...], list[float | None]]:
    words, _, figures = line[1:].partition(":")
    # each figure is in brackets, so that a missing figure leaves empty brackets
    found = (inner.split("]")[0].strip() for inner in figures.split("[")[1:])
    return tuple(words.split()), [None if each in ("", "none") else float(each) for each in found]


def deck(title: str, told: str, circuit: Iterable[str], script: Iterable[str]) -> str:
    """Return a deck: a circuit, and the commands for ngspice. `told`: what the figures after each "=" are."""
    return "\n".join([
        f"* {title}",
        "* Made from hardware/board.toml by `make hardware`. Run it: ngspice -b FILE.cir, and read the lines with =",
        f"* after each =: {told}",
        *circuit, "", ".control", "set noaskquit", *script, "quit", ".endc", ".end", "",
    ])  # fmt: skip


def echo(words: str, figures: Iterable[str]) -> str:
    """Return the command that prints the figures of a case, as run() reads them."""
    return f'echo "= {words} : ' + " ".join(f"[$&{each}]" for each in figures) + '"'


def changed(**given: float | str) -> list[str]:
    """Return the commands that change parameters of a deck, with effect from the next `reset` on."""
    return [f"alterparam {name}={value if isinstance(value, str) else f'{value:g}'}" for name, value in given.items()]


def each(name: str, values: Iterable[Any], inner: Iterable[str], changed: str = "") -> list[str]:
    """Return the commands that repeat `inner` with each value of a parameter, or with what is `changed` by it."""
    numbers = " ".join(f"{value:g}" if isinstance(value, (int, float)) else value for value in values)
    return [f"foreach {name} {numbers}", f"alterparam {changed or f'{name}=${name}'}", *inner, "end"]


def case(words: str, given: dict[str, Any], run: str, steps: dict[str, str], told: Iterable[str] = ()) -> list[str]:
    """Return the commands that simulate a case with parameters `given`, and print its figures.

    `steps`: by name what is measured, like `max v(din)`, or computed, like `= abs(i(v4))`. `told`: the names of the
    printed figures, if not all.
    """
    done = (f"let {name} {how}" if how[0] == "=" else f"meas tran {name} {how}" for name, how in steps.items())
    return [*changed(**given), "reset", run, *done, echo(words, told or steps)]


def sure(value: float | None) -> float:
    """Return a required figure. Raises CircuitError if it is None."""
    if value is None:
        raise CircuitError("ngspice measured nothing where there must be something: the deck is wrong")
    return value


def number(value: float) -> str:
    """Return a number in the decks' format: 4.2e-08 is 42n."""
    for unit, scale in (("", 1.0), ("m", 1e-3), ("u", 1e-6), ("n", 1e-9), ("p", 1e-12)):
        if value == 0 or abs(value) >= scale * 0.99999:
            return f"{value / scale:.6g}{unit}"
    return f"{value:.4g}"
