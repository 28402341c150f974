"""`python -m tengen_hardware.order`: write a zip to order each board. The same hardware/ gives the same bytes.

A zip has the Gerbers with drill and job file, the list of parts and their places for an assembly house, and a note on
facts that are not known yet. The zips are not in the repository, but all of their contents are.
"""

from __future__ import annotations

import io
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tengen_host import resources, wiring

from . import assembly, cli, pcb
from .circuit import CircuitError

_FIXED = (1980, 1, 1, 0, 0, 0)  # the date of all files: the earliest that a zip can store
_NOTE = """\
Tengen, {name}: made from board.toml by `make hardware`.

No board has been built from this yet. Read hardware/README.md before you order: it says what is known to be wrong.

*.gbr, *.drl, *.gbrjob    for the maker: 2 layers, 1.6 mm, copper of 35 um
{name}-parts.csv          for an assembly house: what to solder, with its numbers
{name}-places.csv         for an assembly house: where, turned as it counts

Every number, price and turn of a part is to be checked before ordering: no house was asked. Look at the picture that
the house shows, part by part, before you pay. The parts are on the top; reeds, plugs and sockets are soldered by hand.
"""


def contents(name: str, board: dict[str, Any], folder: Path) -> dict[str, str]:
    """Return the files of a board's zip by name, from `folder`, which is hardware/.

    Raises CircuitError if the files were not generated, and WiringError if a part has no place.
    """
    gerbers = folder / "pcb" / name / "gerbers"
    found = {file.name: file.read_text(encoding="utf-8") for file in sorted(gerbers.glob("*"))}
    needed = {".gbr", ".drl", ".gbrjob"}
    if {Path(file).suffix for file in found} != needed:
        raise CircuitError(f"{gerbers} has not all of {', '.join(sorted(needed))}: run `make hardware`")
    circuit = pcb.BOARDS[name].circuit(board)
    positions = (folder / "pcb" / name / "positions.csv").read_text(encoding="utf-8")
    found[f"{name}-parts.csv"] = (folder / "bom" / f"assembly-{name}.csv").read_text(encoding="utf-8")
    found[f"{name}-places.csv"] = assembly.places(board, circuit, positions)
    found["READ-ME-FIRST.txt"] = _NOTE.format(name=name)
    return found


def packed(files: dict[str, str]) -> bytes:
    """Return files as a zip. The same files give the same bytes."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as into:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, _FIXED)
            entry.compress_type, entry.create_system, entry.external_attr = zipfile.ZIP_DEFLATED, 3, 0o644 << 16
            into.writestr(entry, files[name].encode(), compresslevel=9)
    return made.getvalue()


def write(into: Path) -> Iterator[Path]:
    """Write each board's zip into a folder. Raises the errors of contents() before the first zip is written."""
    board, folder = wiring.load(), resources.path("hardware")
    made = {into / f"tengen-{name}.zip": packed(contents(name, board, folder)) for name in pcb.BOARDS}
    into.mkdir(parents=True, exist_ok=True)
    for file, data in made.items():
        file.write_bytes(data)
        yield file


def main(arguments: list[str]) -> int:
    """Write each board's zip. Return 1, with an error message, if something is missing, else 0."""
    return cli.run(arguments, "order", __doc__, "order", write)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
