"""`python -m tengen_hardware.order`: write a zip to order each board, and PDFs to read if KiCad is installed.

A zip has the Gerbers with drill and job file, the list of parts and their places for an assembly house, the licence,
and a note on facts that are not known yet. All contents of the zips are in the repository, and give the same bytes.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from tengen_host import resources, wiring

from . import cli, kicad, programs
from .circuit import CircuitError
from .kicad import fabrication

_FIXED = (1980, 1, 1, 0, 0, 0)  # the date of all files: the earliest that a zip can store
_NOTE = """\
Tengen, {name}, revision {revision}: made from board.toml by `make hardware`. Licence: CERN-OHL-P-2.0.

No board has been built from this yet: rules and simulations find no fault in what they model. Build the
coupon first, which is one tile: hardware/guide/README.md.

*.gbr, *.drl, *.gbrjob    for the maker: 2 layers, {thick} mm, copper of {copper} um
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
    for file in (f"{name}-parts.csv", f"{name}-places.csv"):
        found[file] = (folder / "bom" / file).read_text(encoding="utf-8")
    found["LICENSE"] = (folder / "LICENSE").read_text(encoding="utf-8")
    thick, copper = board["stack"]["pcb_mm"], board["tile"]["copper_um"]
    revision = board["board"]["revision"]
    found["READ-ME-FIRST.txt"] = _NOTE.format(name=name, revision=revision, thick=thick, copper=copper)
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
    """Write each board's zip and PDFs into a folder. Raises the errors of contents() before the first is written."""
    board, folder = wiring.load(), resources.path("hardware")
    made = {into / f"tengen-{name}.zip": packed(contents(name, board, folder)) for name in kicad.CIRCUITS}
    into.mkdir(parents=True, exist_ok=True)
    for file, data in made.items():
        file.write_bytes(data)
        yield file
    try:
        programs.kicad()
    except CircuitError as error:
        print(f"no PDFs of boards and schematics, which need KiCad: {error}")
        return
    for name in kicad.CIRCUITS:
        for page, data in pdfs(name).items():
            (into / page).write_bytes(data)
            yield into / page


def pdfs(name: str) -> dict[str, bytes]:
    """Return a board's PDFs by name: both sides, and the schematic if there is a kicad-cli (KiCad 7 and later)."""
    found = dict(fabrication.make(kicad.file(name, "kicad_pcb")).pdfs)
    if program := shutil.which("kicad-cli"):
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder, f"{name}-schematic.pdf")
            ran = subprocess.run(
                [program, "sch", "export", "pdf", "--output", page, kicad.file(name, "kicad_sch")],
                capture_output=True, text=True, check=False, env=programs.environment(folder), timeout=300,
            )  # fmt: skip
            if ran.returncode or not page.exists():
                raise CircuitError(f"kicad-cli did not draw {page.name}: {(ran.stderr or ran.stdout).strip()}")
            found[page.name] = page.read_bytes()
    return found


main = partial(cli.run, module="order", about=__doc__, default="order", write=write)

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
