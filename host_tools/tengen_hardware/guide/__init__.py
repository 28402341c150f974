"""Generate the guide from parts to the first game: pages and pictures with values of board.toml and the net tables.

Pages and plain pictures are templates in texts/, which people can edit. values.py has the values that they use.
board_pictures.py draws the pictures that need the layout of a board.
"""

from __future__ import annotations

from typing import Any

from ..markdown import TEXTS, filled
from . import board_pictures, failures, placement, values


def products(board: dict[str, Any]) -> dict[str, str]:
    """Return each page and drawing by its path in hardware/."""
    named = values.of(board)
    known = named | {"failures": failures.table(board, named)}
    pages = ["README.md", *(f"guide/{file.name}" for file in sorted((TEXTS / "guide").iterdir()))]
    return {
        **{page: filled(page, known) for page in pages},
        **{f"guide/{name}": page for name, page in placement.products(board).items()},
        **{f"guide/{name}.svg": draw(board) for name, draw in board_pictures.PICTURES.items()},
    }
