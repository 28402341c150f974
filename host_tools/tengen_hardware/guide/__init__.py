"""Generate the guide from parts to the first game: drawings, and pages with values of board.toml and the net tables.

values.py has the values that the pages use, pictures.py and board_pictures.py most drawings.
"""

from __future__ import annotations

from typing import Any

from ..markdown import TEXTS, filled
from . import board_pictures, by_hand, coil, failures, pictures, placement, turning, values


def products(board: dict[str, Any]) -> dict[str, str]:
    """Return each page and drawing by its path in hardware/."""
    named = values.of(board)
    known = named | {"board": board, "failures": failures.table(board, named)}
    pages = ["README.md", *(f"guide/{file.name}" for file in sorted((TEXTS / "guide").glob("*.md")))]
    drawn = pictures.PICTURES | board_pictures.PICTURES | by_hand.PICTURES
    drawn |= {"coil": coil.picture, "turn-over": turning.picture}
    return {
        **{page: filled(page, known) for page in pages},
        **{f"guide/{name}": page for name, page in placement.products(board).items()},
        **{f"guide/{name}.svg": draw(board) for name, draw in drawn.items()},
    }
