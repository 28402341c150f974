"""`python -m tengen_hardware.model`: the whole board as one STEP file, from board.toml, always the same bytes.

It is not in the repository: board.toml and the layouts give it.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tengen_host import resources, wiring

from .circuit import CircuitError
from .mechanics import pieces, step


def main(arguments: list[str]) -> int:
    """Write the STEP file. Return 1, with a sentence, if it can't be made, else 0."""
    parser = argparse.ArgumentParser(prog="python -m tengen_hardware.model", description=__doc__)
    parser.add_argument("--into", type=Path, help="another file than hardware/order/tengen.step")
    into = parser.parse_args(arguments).into or resources.path("hardware") / "order" / "tengen.step"
    try:
        text = step.text("tengen", pieces.products(wiring.load()))
        into.parent.mkdir(parents=True, exist_ok=True)
        into.write_text(text, encoding="utf-8", newline="\n")
    except (wiring.WiringError, CircuitError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print(f"{into}: {into.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
