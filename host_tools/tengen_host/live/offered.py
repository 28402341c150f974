"""The games that a page can offer for a board, from the registry."""

from __future__ import annotations

from functools import cache
from typing import Any

from tengen.games import registry


def games() -> list[dict[str, Any]]:
    """Return all games in the order of menus, the defaults first in each list.

    [{"name", "sizes", "openings", "options": [[option, values], ...], "silent", "passes", "fouls",
    "line": the word by which a line is claimed, "special": another kind of stone than ordinary ones or "", "specials":
    how many of these each player has}, ...]
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
            "special": special,
            "specials": specials,
        }
        for name in registry.NAMES
        for special, specials in [_specials(name)]
    ]


@cache
def _specials(name: str) -> tuple[str, int]:
    game = registry.new(name)
    return getattr(game, "special", ""), getattr(game, "specials", 0)
