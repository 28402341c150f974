"""Generate hardware/geometry/: the places of reed, magnet, stone, light and plate, with reasons and computed figures.

cell.py has the values of a point from board.toml; reed.py (with magnet.py) and light.py compute with these values.
"""

from __future__ import annotations

from typing import Any

from tengen_host.wiring import WiringError

from . import light, readme, reed
from .cell import cell


def products(board: dict[str, Any]) -> dict[str, str]:
    """Return the files of hardware/geometry/. Raises WiringError if reeds or lights would not work in this stack."""
    from . import pictures  # only here, because Matplotlib takes a second to import

    here = cell(board)
    wrong = reed.check(here) + light.check(here)
    if wrong:
        raise WiringError(f"board.toml [reed], [magnet], [stone], [stack]: {wrong[0]}")
    return {
        "geometry/README.md": readme.text(board, here),
        "geometry/from_above.svg": pictures.from_above(here),
        "geometry/from_the_side.svg": pictures.from_the_side(here),
        "geometry/section.svg": pictures.section(here),
    }
