"""For teach mode: the points where the next stone would be a foul, and which threes are dead, by the laptop's rules.

The points are given only in teach mode, and only while a stone is awaited. In a silent game, hints are not allowed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tengen.games import COLOUR_NAMES, points, registry

from ..wire.state import COLOURS, GameState

TEACH = "teach"


def lesson(state: GameState) -> dict[str, Any] | None:
    """Return the group `lesson`: {"points": {"h8": "double-three", ...}, "dead": [...]}; None outside teach mode.

    `dead` lists the points that look like a double-three and are none, each with the fields of a group `reason`:
    {"point", "foul": None, "lines"}. In `lines`, each three that does not count says why. Without points if this build
    does not know the game, or if no stone is awaited.
    """
    if state.settings.get("mode") != TEACH:
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
