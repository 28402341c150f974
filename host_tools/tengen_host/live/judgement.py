"""For teach mode: the points where the next stone would be a foul, and which threes are dead, by the laptop's rules.

The points are given only in teach mode, and only while a stone is awaited. In a silent game, hints are not allowed.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from tengen.games import COLOUR_NAMES, points
from tengen.games.renju.game import Renju
from tengen.games.renju.position import SIZE

from ..game_state import COLOURS, GameState
from .board import Message

TEACH = "teach"


def forbidden(state: GameState) -> Message | None:
    """Return {"type": "forbidden", "points": {"h8": "double-three", ...}, "dead": [...]}; None outside teach mode.

    `dead` lists the points that look like a double-three and are none, each with the fields of a `reason` event:
    {"point", "foul": None, "lines"}. In `lines`, each three that does not count says why.
    """
    if state.settings.get("mode") != TEACH:
        return None
    found: dict[str, str] = {}
    dead: list[dict[str, Any]] = []
    if state.asked == "stone" and not state.result and state.game == Renju.name and state.size == SIZE:
        found, dead = _judged(frozenset(state.cells.items()), state.turn)
    return {"type": "forbidden", "points": found, "dead": dead}


@lru_cache(maxsize=16)
def _judged(stones: frozenset[tuple[str, str]], turn: str) -> tuple[dict[str, str], list[dict[str, Any]]]:
    game = Renju()
    size = game.size
    try:
        black, white = ([points.index(point, size) for point, its in stones if its == colour] for colour in COLOURS)
        game.set_up(black, white, COLOUR_NAMES.index(turn))
    except ValueError:  # a position in which no stone can follow
        return {}, []
    found = {points.name(at, size): str(game.warning(at)) for at in game.fouls()}
    excused = [at for at in range(size * size) if game.excused(at)]
    return found, [{"point": points.name(at, size), "foul": None, "lines": game.foul_lines(at)} for at in excused]
