"""`python -m tengen_hardware.model`: write the whole board as one STEP file. The same board.toml gives the same bytes.

The file is not in the repository, because board.toml and the layouts determine it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from tengen_host import wiring

from . import cli
from .mechanics import pieces, step


def write(into: Path) -> Iterator[Path]:
    """Write the STEP file. Raises WiringError or CircuitError if a value of board.toml is wrong."""
    text = step.text("tengen", pieces.products(wiring.load()))
    into.parent.mkdir(parents=True, exist_ok=True)
    into.write_text(text, encoding="utf-8", newline="\n")
    yield into


def main(arguments: list[str]) -> int:
    """Write the STEP file. Return 1, with an error message, if it can't be made, else 0."""
    return cli.run(arguments, "model", __doc__, "order/tengen.step", write)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
