"""The files for an assembly house: the list of parts with the house's part numbers, and their places and rotations.

Both files have the same designators. A line says so if the house has no number for its part.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

from tengen_host import wiring

from .circuit import Circuit

CHECK = "to be checked before ordering"
PARTS = ("Comment", "Designator", "Footprint", "LCSC Part #", "MPN", "Note")
PLACES = ("Designator", "Mid X", "Mid Y", "Layer", "Rotation")


def soldered(board: dict[str, Any], circuit: Circuit) -> list[str]:
    """Return the designators of the parts that a house solders: the fitted surface-mount parts."""
    return [
        each.reference for each in circuit.parts.values() if each.fitted and board["parts"][each.kind]["mount"] == "smd"
    ]


def rows(board: dict[str, Any], circuit: Circuit) -> Iterable[Sequence[object]]:
    """Yield the list of parts. Parts with the same value, footprint and number share a line."""
    check(board)
    yield PARTS
    merged: dict[tuple[str, ...], list[str]] = {}
    for reference in soldered(board, circuit):
        kind = circuit.parts[reference].kind
        entry, asked = board["parts"][kind], board["assembly"]["parts"].get(kind, {})
        maker = str(next(iter(entry["sources"].values()))).strip(" ?")
        note = CHECK if "number" in asked else f"{CHECK}: no number is known"
        line = entry["value"], entry["footprint"].partition(":")[2], asked.get("number", ""), maker, note
        merged.setdefault(line, []).append(reference)
    for (value, footprint, number, maker, note), references in merged.items():
        yield value, ",".join(references), footprint, number, maker, note


def places(board: dict[str, Any], circuit: Circuit, positions: str) -> str:
    """Return the places of the parts in rows() in the house's format, from KiCad's `positions`.

    Raises WiringError if a part to solder has no place.
    """
    at = {row["Designator"]: row for row in csv.DictReader(io.StringIO(positions))}
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(PLACES)
    for reference in soldered(board, circuit):
        if reference not in at:
            raise wiring.WiringError(f"{circuit.name}: {reference} must be soldered, but positions.csv lacks it")
        asked = board["assembly"]["parts"].get(circuit.parts[reference].kind, {})
        row = at[reference]
        turned = (float(row["Rotation"]) + asked.get("turn", 0)) % 360
        writer.writerow([reference, row["Mid X"], row["Mid Y"], row["Layer"], f"{turned:g}"])
    return text.getvalue()


def turns(board: dict[str, Any]) -> str:
    """Return the rows of the README's table: each kind's part number, its rotation, and the source of these values."""
    return "\n".join(
        f"| {kind.replace('_', ' ')} | {asked.get('number', '')} | {asked.get('turn', 0)} | {asked['source']} |"
        for kind, asked in board["assembly"]["parts"].items()
    )


def check(board: dict[str, Any]) -> None:
    """Raise WiringError, with the kind's name, if an entry of [assembly.parts] can't be right."""
    for kind, asked in board["assembly"]["parts"].items():
        place = f"board.toml [assembly.parts] {kind}"
        if board["parts"].get(kind, {}).get("mount") != "smd":
            raise wiring.WiringError(f"{place}: there is no such part for the surface")
        number = asked.get("number")
        if number is not None and not (number[:1] == "C" and number[1:].isdecimal()):
            raise wiring.WiringError(f"{place} number: {number!r} is not a number of LCSC, which is a C and digits")
        if asked.get("turn", 0) not in (0, 90, 180, 270):
            raise wiring.WiringError(f"{place} turn: {asked['turn']!r} is none of 0, 90, 180, 270")
        if not asked.get("source"):
            raise wiring.WiringError(f"{place} source is missing: say where its number and its turn were read")
