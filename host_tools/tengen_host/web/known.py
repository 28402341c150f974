"""What the page must know of the firmware, besides the state on the wire. The page has no copies of these lists."""

from __future__ import annotations

from functools import cache
from typing import Any

from tengen.games import openings, registry
from tengen.partner import lessons
from tengen.session import arbiter, partner_rules, settings


@cache
def known() -> dict[str, Any]:
    """Return the games, and other lists of the firmware.

    {"games": all games, "firmware": {"modes", "clocks", "partners": values of settings, "played", "helped": the games
    and the modes with a partner, "openings": {name: its parameters}, "repeated": the entries of the arbiter that stay
    open, "lessons": the names of the lessons, in order}}
    """
    names = dict.fromkeys(opening for game in registry.NAMES for opening in registry.openings(game))
    lists = {
        "modes": settings.MODES,
        "clocks": settings.CLOCKS,
        "partners": partner_rules.PARTNERS,
        "played": partner_rules.PLAYED,
        "helped": partner_rules.HELPED,
        "openings": {name: _parameters(name) for name in names},
        "repeated": arbiter.REPEATED,
        "lessons": [name for name, _ in lessons.LESSONS],
    }
    return {"games": _games(), "firmware": lists}


def _parameters(name: str) -> dict[str, Any]:
    """Return an opening's parameters.

    {"fifths": its number of fifths, or 0 for none, "declared": whether a player declares a number up to that, "zones":
    whether it has super zones}
    """
    steps = openings.table(name)
    declared = any(step[0] == "choose" and step[2] == "fifths" for step in steps)
    zones = steps != openings.table(name, small=True)
    return {"fifths": openings.FIFTHS.get(name, 0), "declared": declared, "zones": zones}


def _games() -> list[dict[str, Any]]:
    """Return all games that a page can offer, in the order of menus, the defaults first in each list.

    [{"name", "sizes", "openings", "options": [[option, values], ...], "silent", "passes", "fouls", "line": the word
    that claims a line, "special": the kind of its special stones or "", "specials": the number of these that each
    player has, "broken": why the game can't be played, or ""}, ...]
    """
    return [
        {
            "name": name,
            "sizes": list(registry.sizes(name)),
            "openings": list(registry.openings(name)),
            "options": [[option, list(values)] for option, values, _ in registry.options(name)],
            "silent": registry.silent(name),
            "passes": registry.passes(name),
            "fouls": registry.has_fouls(name),
            "line": registry.line_word(name),
            "special": getattr(game, "special", ""),
            "specials": getattr(game, "specials", 0),
            "broken": broken,
        }
        for name in registry.NAMES
        for game, broken in [_tried(name)]
    ]


def _tried(name: str) -> tuple[Any, str]:
    """Return a game and "", or None and the reason why the game can't be played."""
    try:
        return registry.new(name), ""
    except Exception as error:  # a game that somebody is writing can have any mistake
        return None, f"{type(error).__name__}: {error}"
