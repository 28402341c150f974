"""Measures the stones of every game on the emulated Pico: the time for which the session waits, and the heap.

Each stone has two steps. The *touch*: Match.preview() says whether the stone is refused, whether it is a foul, and what
it changes; the stone's light waits for this answer. The *press*: Match.stone() makes it a move. In teach mode the
session then searches for all points that would be fouls, in pieces.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from random import Random
from statistics import median
from typing import Any

from tengen.games import points, registry
from tengen.wiring import SIZE

from ..judge import playing
from . import random_games
from .pico import CYCLES_PER_MS, Pico
from .random_games import Variant

Say = Callable[[str], None]

SEED = 22
GAMES = 1  # the number of random games of every variant
MOVES = 40  # the most stones of a game; there is a limit because the emulator takes a minute for a second of this work
FOULS_EVERY = 16  # moves

_KINDS = ("own", "bomb", "neutral")
_KIND = 1024  # A stone is a number: its point plus its kind times this number
_PASS = -1

# The marker is high while the match works. In each turn all stones are touched first, and then all become moves.
# `turns` gets the number of stones of each turn and, after a search for fouls, minus the number of its pieces. Counting
# the bytes of the heap takes longer than most stones, so it is done in every fifth turn only.
_SET_UP = f"""
import gc, json
from machine import disable_irq, enable_irq
from tengen.games import registry
from tengen.session.match import Match

KINDS = {_KINDS!r}
kept = [None]

def timed(function, *its):
    state = disable_irq()
    marker(1)
    found = function(*its)
    marker(0)
    enable_irq(state)
    return found

def play_turn(match, turn):
    for nth in range(len(turn)):
        timed(match.preview, [stone % {_KIND} for stone in turn[:nth + 1]], KINDS[turn[nth] // {_KIND}])
    for stone in turn:
        timed(match.stone, stone % {_KIND}, KINDS[stone // {_KIND}])

def seek(game):
    pieces, search = 1, game.seek_fouls([])
    while timed(next, search, 0) is None:
        pieces += 1
    return pieces

def play_stones(name, size, options, stones, fouls_every):
    # with the game before: its Position serves again, and the heap may have no room for another
    kept[0] = game = registry.new(name, size, options, before=kept[0])
    match = Match(game, ())
    gc.disable()  # it would run while the marker is high
    turns, heap, at, asked_at = [], [], 0, 0
    while at < len(stones):
        turn = []
        for stone in stones[at:at + match.wanted()]:
            if stone < 0:
                break
            turn.append(stone)
        if not turn:
            match.pass_()
            at += 1
            continue
        counts = len(turns) % 5 == 0
        if counts:
            gc.collect()
            before = gc.mem_alloc()
        play_turn(match, turn)
        if counts:
            heap.append((gc.mem_alloc() - before) // len(turn))
        turns.append(len(turn))
        match.fresh.clear()
        at += len(turn)
        if fouls_every and at >= asked_at + fouls_every and not match.result:
            asked_at = at
            turns.append(-seek(game))
    gc.enable()
    print(json.dumps([turns, heap]))
"""
_PLAY = "play_stones({name!r}, {size}, {options!r}, {stones!r}, {fouls_every})\n"


def stones_figures(say: Say, pico: Pico, games: int = GAMES, names: Sequence[str] = registry.NAMES) -> dict[str, Any]:
    """Return for each game: ms of touch and press, bytes of heap, and ms of one piece of the search for fouls.

    It plays `games` random games of each variant from random_games.on_the_board().
    """
    pico.run(_SET_UP)
    by_game: dict[str, dict[str, list[float]]] = {}
    for variant in random_games.on_the_board(SIZE):
        if variant.game not in names:
            continue
        say(f"{variant.game} {variant.options or ''} on the emulated Pico")
        its = by_game.setdefault(variant.game, {key: [] for key in ("touch", "press", "both", "bytes", "fouls")})
        for number in range(games):
            stones = stones_of(variant, Random(f"{SEED} {number} {variant}"))
            fouls_every = FOULS_EVERY if registry.has_fouls(variant.game) else 0
            _add(its, pico, variant, stones, fouls_every)
    return {name: _figures(its) for name, its in by_game.items()}


def stones_of(variant: Variant, luck: Random) -> list[int]:
    """Return a random game as numbers for the Pico."""
    match = playing.new_match(variant.game, variant.told())
    stones = []
    for word in random_games.random_words(variant, luck)[:MOVES]:
        kind, colon, point = word.rpartition(":")
        at = points.index(point, match.game.size) if word != "--" else 0
        stones.append(_PASS if word == "--" else at + _KIND * _KINDS.index(kind or _KINDS[0]))
    return stones


def _add(its: dict[str, list[float]], pico: Pico, variant: Variant, stones: list[int], fouls_every: int) -> None:
    """Play a game on the Pico, and add its figures."""
    pico.take_cycles()
    code = _PLAY.format(
        name=variant.game, size=variant.size, options=variant.options, stones=stones, fouls_every=fouls_every
    )
    turns, heap = json.loads(pico.run(code))
    ms = [cycles / CYCLES_PER_MS for cycles in pico.take_cycles()]
    at = 0
    for turn in turns:
        if turn < 0:
            its["fouls"] += ms[at : at - turn]
            at -= turn
            continue
        touches, presses = ms[at : at + turn], ms[at + turn : at + 2 * turn]
        its["touch"] += touches
        its["press"] += presses
        its["both"] += map(sum, zip(touches, presses, strict=True))
        at += 2 * turn
    its["bytes"] += heap


def _figures(its: dict[str, list[float]]) -> dict[str, Any]:
    found: dict[str, Any] = {"stones": len(its["both"])}
    for key in ("touch", "press", "both"):
        found[f"{key}_ms_median"] = round(median(its[key]), 3)
        found[f"{key}_ms_p99"] = round(sorted(its[key])[math.ceil(0.99 * len(its[key])) - 1], 3)
        found[f"{key}_ms_max"] = round(max(its[key]), 3)
    found["bytes_median"] = round(median(its["bytes"]))
    found["bytes_max"] = round(max(its["bytes"]))
    found["fouls_ms_max"] = round(max(its["fouls"]), 2) if its["fouls"] else None
    return found


def stones_rows(figures: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Return the figures as rows (quantity, figure, sample), one for each game."""
    told = [("putting, judging and making moves of stones, in random games", "median, 99 %, longest", "")]
    for name, its in figures.items():
        ms = "  ".join(f"{its[f'both_ms_{key}']:.2f}" for key in ("median", "p99", "max"))
        sample = f"{its['stones']} stones, {its['bytes_median']} bytes of heap each, {its['bytes_max']} at most"
        if its["fouls_ms_max"] is not None:
            sample += f"; fouls in pieces of {its['fouls_ms_max']:.2f} ms at most"
        told.append((f"  {name}", f"{ms} ms", sample))
    return told
