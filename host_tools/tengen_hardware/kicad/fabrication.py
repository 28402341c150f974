"""Let the installed KiCad check a board by its design rules, and make the files for a maker: Gerbers, drill, PDFs."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple

from .. import programs
from ..circuit import CircuitError

SCRIPT = Path(__file__).with_name("fabrication_script.py")
_SECONDS = 300
_TEXTS = (".gbr", ".gbrjob", ".drl")


class Made(NamedTuple):
    """KiCad's results for a board. `files`: the text of each Gerber and drill file by its name.

    `pdfs`: the bytes of each PDF by its name. `violations`: the findings of the design rules check, one line each.
    `board`: the text of the .kicad_pcb file with its pours filled again.
    """

    files: dict[str, str]
    pdfs: dict[str, bytes]
    violations: list[str]
    board: str


def make(board: Path) -> Made:
    """Check and plot a .kicad_pcb file with the limits of the .kicad_pro file beside it, which both stay as they are.

    Raises CircuitError if KiCad is missing or fails, but not for violations.
    """
    with tempfile.TemporaryDirectory() as folder:
        copy, out = Path(folder, board.name), Path(folder, "out")
        out.mkdir()
        shutil.copy(board, copy)
        shutil.copy(board.with_suffix(".kicad_pro"), folder)
        run(SCRIPT, copy, out)
        made = sorted(out.iterdir())
        return Made(
            {file.name: _repeatable(file) for file in made if file.suffix in _TEXTS},
            {file.name: file.read_bytes() for file in made if file.suffix == ".pdf"},
            violations((out / "drc.txt").read_text(encoding="utf-8")),
            copy.read_text(encoding="utf-8"),
        )


def run(script: str | Path, *arguments: str | Path) -> str:
    """Run a Python script, or the Python text after "-c", with KiCad's module `pcbnew`. Return the output.

    Raises CircuitError if KiCad is missing, or if the script fails.
    """
    python = programs.kicad().python
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [python, *map(str, (script, *arguments))],
            capture_output=True, text=True, check=False, cwd=folder, env=programs.environment(folder), timeout=_SECONDS,
        )  # fmt: skip
    if done.returncode:
        raise CircuitError(f"KiCad's script failed:\n{done.stderr.strip()[-2000:]}")
    return done.stdout


# Lines with a date, a path or KiCad's version, which are removed
_PASSING = re.compile(r"CreationDate|GenerationSoftware|^G04 Created by|^; DRILL file|^; #@! TF")


def _repeatable(file: Path) -> str:
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".gbrjob":
        told = json.loads(text, parse_float=lambda number: round(float(number), 6))
        told["Header"] = {"GenerationSoftware": {"Vendor": "KiCad", "Application": "Pcbnew"}}
        return json.dumps(told, indent=2) + "\n"
    return "\n".join(line for line in text.splitlines() if not _PASSING.search(line)).strip() + "\n"


# Two messages about footprints that only KiCad 7 and later give: the user's set of libraries lacks a footprint (there
# is no such set here), and the print of a plug that sticks out over the board's edge crosses this edge
_OF_LIBRARIES = re.compile(r"\[lib_footprint_|\[silk_edge_clearance\](?s:.*) of [A-Z]+\d+ on [FB]\.Silkscreen")


def violations(report: str) -> list[str]:
    """Return the findings of the design rules check, one line each: violations, open connections, footprint faults."""
    counts = [int(count) for count in re.findall(r"^\*\* Found (\d+) ", report, re.MULTILINE)]
    if len(counts) < 3:
        raise CircuitError("KiCad's design rules check did not end")
    found = re.findall(r"^\[.*(?:\n    .*)*", report, re.MULTILINE)
    if len(found) != sum(counts):
        raise CircuitError(f"KiCad's design rules check says {sum(counts)} faults and lists {len(found)}")
    return [re.sub(r"\s+", " ", each) for each in found if not _OF_LIBRARIES.match(each)]
