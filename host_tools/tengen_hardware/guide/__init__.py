"""The guide from parts to the first game: texts/ filled from board.toml and the net tables, and drawings."""

from __future__ import annotations

from pathlib import Path
from string import Formatter
from typing import Any

from ..circuit import CircuitError
from . import board_pictures, by_hand, coil, pictures, placement, turning, values

_TEXTS = Path(__file__).resolve().parent / "texts"


def products(board: dict[str, Any]) -> dict[str, str]:
    """Return each text and drawing by its path in hardware/."""
    known = values.of(board)
    made = {
        f"guide/{file.name}": filled(file.name, file.read_text(encoding="utf-8"), known)
        for file in sorted(_TEXTS.glob("*.md"))
    }
    door = (_TEXTS.parent / "door" / "README.md").read_text(encoding="utf-8")
    made["README.md"] = filled("README.md", door, known)
    made |= {f"guide/{name}": page for name, page in placement.products(board).items()}
    drawn = pictures.PICTURES | board_pictures.PICTURES | by_hand.PICTURES
    drawn |= {"coil": coil.picture, "turn-over": turning.picture}
    return made | {f"guide/{name}.svg": draw(board) for name, draw in drawn.items()}


def filled(name: str, text: str, known: dict[str, str]) -> str:
    """Return a text with its {names} replaced. Raises CircuitError for an unknown name."""
    for _, field, _, _ in Formatter().parse(text):
        if field is not None and field not in known:
            raise CircuitError(f"guide/texts/{name}: {{{field}}} is no value of the guide")
    return text.format_map(known)
