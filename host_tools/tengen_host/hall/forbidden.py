"""Computes on the laptop, for teach mode, the points where the next stone would be a foul, and dead threes.

Only teach mode shows the points, and only while the board waits for a stone. A silent game allows no hints.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tengen.games import COLOUR_NAMES, points, registry

from ..wire.state import COLOURS, GameState

TEACH = "teach"


def forbidden(state: GameState) -> dict[str, Any] | None:
    """Return the group `forbidden`: {"points": {"h8": "double-three", ...}, "dead": [...]}; None outside teach mode.

    It is also None in a lesson, where such a point could be the answer. `dead` lists the points that only look like a
    double-three, each with the fields of a group `reason`: {"point", "foul": None, "lines"}. In `lines`, each three
    that does not count has its reason. The group has no points if this build does not know the game, or if the board
    does not wait for a stone.
    """
    if state.settings.get("mode") != TEACH or state.settings.get("lesson"):
        return None
    found: dict[str, Any] = {"points": {}, "dead": []}
    if state.asked != "stone" or state.result:
        return found
    size, options = state.size, state.settings.get("options")
    try:
        game = registry.new(state.game, size, options if isinstance(options, Mapping) else None)
        black, white = ([points.index(at, size) for at, its in state.cells.items() if its == one] for one in COLOURS)
        game.set_up(black, white, COLOUR_NAMES.index(state.turn))
    except ValueError:
        return found
    found["points"] = {points.name(at, size): game.warning(at) for at in game.fouls()}
    excused = [at for at in range(size * size) if game.excused(at)]
    found["dead"] = [{"point": points.name(at, size), "foul": None, "lines": game.foul_lines(at)} for at in excused]
    return found
