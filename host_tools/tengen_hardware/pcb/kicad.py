"""Make KiCad's files (board, Gerbers, drill, positions, report) from a layout and its circuit, as repeatable text."""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from .. import programs, sexpr
from ..circuit import Circuit, CircuitError
from . import kicad_sch
from .layout import Layout, Placed, check

SCRIPT = Path(__file__).with_name("kicad_script.py")
_SECONDS = 300

# The limits, in mm, of cheap makers for boards without extra cost, with a margin.
RULES = {
    "thickness": 1.6,
    "track": 0.2,
    "gap": 0.2,
    "pour_gap": 0.3,
    "via": 0.6,
    "drill": 0.3,
    "ring": 0.13,
    "hole_to_hole": 0.5,
    "hole_to_copper": 0.25,
    "edge": 0.3,
}


class Made(NamedTuple):
    """KiCad's results for a layout: the text of each file by its name, and the violations of the design rules."""

    files: dict[str, str]
    violations: list[str]


def make(layout: Layout, circuit: Circuit, board: dict[str, Any]) -> Made:
    """Make all files for a maker. Raises CircuitError if KiCad is missing or fails, but not for violations."""
    check(layout, circuit)
    files = dict(_files(json.dumps(_told(layout, circuit, board))))
    files[f"{layout.name}.kicad_sch"] = kicad_sch.text(circuit, board)
    project = f"{layout.name}.kicad_pro"
    files[project] = _project(files[project], kicad_sch.sheet_id(layout.name))
    return Made(files, violations(files["drc.txt"]))


def _files(told: str) -> dict[str, str]:
    """Return the text of each file that KiCad makes from a layout."""
    with tempfile.TemporaryDirectory() as folder:
        source, out = Path(folder, "layout.json"), Path(folder, "out")
        out.mkdir()
        source.write_text(told, encoding="utf-8")
        run(SCRIPT, source, out)
        return {file.name: _repeatable(file) for file in sorted(out.iterdir()) if _wanted(file)}


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


def _told(layout: Layout, circuit: Circuit, board: dict[str, Any]) -> dict[str, Any]:
    """Return the data for kicad_script.py, which reads them as JSON."""

    def part(each: Placed) -> dict[str, Any]:
        its = circuit.parts[each.reference]
        own = {
            "kind": its.kind,
            "value": board["parts"][its.kind]["value"],
            "nets": its.nets,
            "fitted": its.fitted,
            "symbol": kicad_sch.symbol_id(layout.name, each.reference),
            "pads": [pad._asdict() for pad in each.pads],
        }
        return each._asdict() | own

    return {
        "name": layout.name,
        "rules": RULES,
        "footprints": str(programs.kicad().footprints),
        "nets": list(circuit.nets()),
        "outline": layout.outline,
        "parts": [part(each) for each in layout.parts],
        **{
            name: [each._asdict() for each in getattr(layout, name)]
            for name in ("tracks", "vias", "zones", "holes", "fiducials", "texts", "lines")
        },
    }


def _wanted(file: Path) -> bool:
    return file.suffix in (".kicad_pcb", ".kicad_pro", ".gbr", ".gbrjob", ".drl", ".csv", ".txt")


# Lines with a date, a path or KiCad's version, which are removed
_PASSING = re.compile(
    r"CreationDate|GenerationSoftware|^G04 Created by|^; DRILL file|^; #@! TF|^\*\* (Drc report|Created on)"
)


_POURED = re.compile(r"^    \(filled_polygon\n.*?^    \)\n", re.MULTILINE | re.DOTALL)


def _shortened(poured: str) -> str:
    """Return a pour's edge with points in micrometres, many on a line, because pours are half of the file."""
    poured = re.sub(r"-?\d+\.\d{4,}", lambda found: f"{float(found[0]):.3f}".rstrip("0").rstrip("."), poured)
    return re.sub(r"\)\n +(?=\(xy )", ") ", poured)


def _repeatable(file: Path) -> str:
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".kicad_pcb":
        text = re.sub(r"^ *\((?:descr|tags) .*\n", "", text, flags=re.MULTILINE)
        return _POURED.sub(lambda found: _shortened(found[0]), text)
    if file.suffix == ".gbrjob":
        told = json.loads(text, parse_float=lambda number: round(float(number), 6))
        told["Header"] = {"GenerationSoftware": {"Vendor": "KiCad", "Application": "Pcbnew"}}
        return json.dumps(told, indent=2) + "\n"
    return "\n".join(line for line in text.splitlines() if not _PASSING.search(line)).strip() + "\n"


def _project(text: str, sheet: str) -> str:
    """Return a project file with the name of its sheet, and with numbers without conversion noise."""
    told = json.loads(text, parse_float=lambda number: round(float(number), 6))
    told["sheets"] = [[sheet, ""]]
    # ignore that no library has the symbols: they are in the schematic itself
    told["erc"] = {"meta": {"version": 0}, "rule_severities": {"lib_symbol_issues": "ignore"}}
    return json.dumps(told, indent=2, sort_keys=True) + "\n"


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


def nets_of(kicad_pcb: str) -> dict[str, dict[str, str | None]]:
    """Return the nets of the numbered pads of each part, from KiCad's file."""
    found: dict[str, dict[str, str | None]] = {}
    for footprint in sexpr.each(sexpr.read(kicad_pcb), "footprint"):
        reference = sexpr.reference(footprint)
        for pad in sexpr.each(footprint, "pad"):
            if pad[1]:
                net = sexpr.first(pad, "net")
                found.setdefault(reference, {})[pad[1]] = net[2] if net else None
    return found


def differences(kicad_pcb: str, circuit: Circuit) -> list[str]:
    """Return the differences between KiCad's file and the net table."""
    made = nets_of(kicad_pcb)
    told = {reference: part.nets for reference, part in circuit.parts.items()}
    found = [f"{reference}: only in one of the two" for reference in sorted(set(made) ^ set(told))]
    for reference in sorted(set(made) & set(told)):
        for number in sorted(set(made[reference]) | set(told[reference])):
            here, there = made[reference].get(number), told[reference].get(number)
            if here != there:
                found.append(f"{reference} pad {number}: {here} in KiCad's file, {there} in the net table")
    return found
