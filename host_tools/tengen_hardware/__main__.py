"""`make hardware`: generate the files in hardware/ from board.toml, or compare them (--check)."""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path

from tengen_host import resources, wiring

from . import rules
from .circuit import CircuitError
from .kicad import checks

# The makers: modules of this package with `products(board)`, which returns each file's text by its path in hardware/.
# In the folder with its name, a maker deletes what it no longer makes. It deletes no file of another kind, because
# people edit the KiCad projects in pcb/.
MAKERS = ("schematic", "cables", "bom", "simulation", "geometry", "pcb", "mechanics", "guide")


def compared(made: dict[str, str], folder: str, into: Path) -> list[str]:
    """Return the differences between `made` and the files in `into`, one line each."""
    found = []
    for path, text in made.items():
        file = into / path
        if not file.exists():
            found.append(f"{path} is missing")
        elif file.read_text(encoding="utf-8") != text:
            found.append(f"{path} differs from what board.toml gives")
    return found + [f"{path} is no longer made" for path in left_over(made, folder, into)]


def left_over(made: dict[str, str], folder: str, into: Path) -> list[str]:
    """Return the files in a maker's folder that it does not make, although it makes others with the same suffix."""
    kinds = {Path(path).suffix for path in made}
    there = (file.relative_to(into) for file in sorted((into / folder).rglob("*")) if file.suffix in kinds)
    return [path.as_posix() for path in there if path.as_posix() not in made]


def write(made: dict[str, str], folder: str, into: Path) -> None:
    """Write all generated files, and delete those that are no longer generated."""
    for path in left_over(made, folder, into):
        (into / path).unlink()
    for path, text in made.items():
        file = into / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")


def main(arguments: list[str]) -> int:
    """Run all makers, or the named ones. Return 1 if a file differs (--check) or the board can't be built, else 0."""
    parser = argparse.ArgumentParser(prog="python -m tengen_hardware", description=__doc__)
    parser.add_argument("makers", nargs="*", metavar="MAKER", help=f"only these: {', '.join(MAKERS)}")
    parser.add_argument("--check", action="store_true", help="write nothing, report the differences")
    parser.add_argument("--board", type=Path, help="another board.toml")
    parser.add_argument("--into", type=Path, help="another folder than hardware/")
    chosen = parser.parse_args(arguments)
    unknown = [each for each in chosen.makers if each not in MAKERS]
    if unknown:
        parser.error(f"no maker {unknown[0]}: there are {', '.join(MAKERS)}")
    into = chosen.into or resources.path("hardware")
    differing = []
    try:
        board = wiring.load(chosen.board)
        rules.check(board)
        checks.check(board)
        # make all texts before the first write, because a failure must not leave half a folder
        makers = {name: importlib.import_module(f".{name}", __package__) for name in chosen.makers or MAKERS}
        made = {name: maker.products(board) for name, maker in makers.items()}
        for maker, files in made.items():
            if chosen.check:
                differing += compared(files, maker, into)
            else:
                write(files, maker, into)
                print(f"{maker}: {len(files)} files")
    except (wiring.WiringError, CircuitError, OSError) as error:
        for line in str(error).splitlines():
            print(f"error: {line}", file=sys.stderr)
        return 1
    for line in differing:
        print(f"error: hardware/{line}: run `make hardware`", file=sys.stderr)
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
