"""Suggests the right name for a mistyped game."""

from __future__ import annotations

import difflib

from tengen.games import registry


def known(name: str) -> str:
    """Return the name if it is a known game. Raises ValueError, with all games and the nearest name, if not."""
    if name not in registry.NAMES:
        raise ValueError(f"there is no game {name!r}; choose one of {', '.join(registry.NAMES)}{question(name)}")
    return name


def question(name: str) -> str:
    """Return a question to append to an error about a name: ". Did you mean pente?", or "" if no name is near."""
    near = difflib.get_close_matches(name.casefold(), registry.NAMES, 1)
    return f". Did you mean {near[0]}?" if near and near[0] != name else ""
