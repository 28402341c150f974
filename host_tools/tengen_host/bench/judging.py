"""Measures how many moves of random games `tengen judge --play` judges per second, for each game of the family."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable
from random import Random
from statistics import median
from typing import Any

from ..judge import playing
from .random_games import Variant, random_words, variants

Say = Callable[[str], None]

SEED = 622


def random_lines(which: Iterable[Variant]) -> list[tuple[Variant, list[str]]]:
    """Return a random game of each variant, as a list of words; the same at every call."""
    return [(variant, random_words(variant, Random(f"{SEED} {variant}"))) for variant in which]


def judging_figures(say: Say, which: Iterable[Variant] | None = None) -> dict[str, Any]:
    """Return for each game the number of random games and of moves, and the median and minimum of the moves per second.

    Each variant has one random game. The code of `tengen judge --play` answers its line, and the CPU time of this
    process is measured, without the start of Python.
    Raises RuntimeError if a game is refused.
    """
    say("random games of all variants, judged on the laptop")
    speeds: dict[str, list[float]] = {}
    moves: dict[str, int] = {}
    for variant, words in random_lines(variants() if which is None else which):
        line = json.dumps({"game": variant.game, "options": variant.told(), "moves": words}).encode()
        before = time.process_time()
        told = playing.answer_line(line)
        took = time.process_time() - before
        if "cells" not in json.loads(told):
            raise RuntimeError(f"{variant} is not judged: {told.decode()}")
        speeds.setdefault(variant.game, []).append(len(words) / max(took, 1e-6))
        moves[variant.game] = moves.get(variant.game, 0) + len(words)
    return {
        name: {"games": len(its), "moves": moves[name], "median": round(median(its)), "min": round(min(its))}
        for name, its in speeds.items()
    }


def judging_rows(figures: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Return the figures as rows (quantity, figure, sample)."""
    rows = [("tengen judge --play, moves per second of CPU time, median of games", "", "")]
    for name, its in figures.items():
        sample = f"{its['games']} random games, {its['moves']} moves, the slowest {its['min']:,}"
        rows.append((f"  {name}", f"{its['median']:,} moves/s", sample))
    return rows
