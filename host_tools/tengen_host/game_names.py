"""Names the game that someone who typed a name wrong may have meant."""

from __future__ import annotations

import difflib

from tengen.games import registry


def known(name: str) -> str:
    """Return the name of a game. Raises ValueError, with the games there are and the nearest, if there is none."""
    if name not in registry.NAMES:
        raise ValueError(f"there is no game {name!r}: {', '.join(registry.NAMES)}{question(name)}")
    return name


def question(name: str) -> str:
    """Return a sentence that may follow an error about a name: ". Did you mean pente?", or "" if none is near."""
    near = difflib.get_close_matches(name.casefold(), registry.NAMES, 1)
    return f". Did you mean {near[0]}?" if near and near[0] != name else ""
