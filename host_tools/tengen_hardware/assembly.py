"""The files for an assembly house: the list of parts with the house's part numbers, and their places and rotations.

Both files have the same designators. A line says so if the house has no number for its part.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Any

from tengen_host.wiring import WiringError

from .circuit import Circuit
from .kicad.layout import Layout
from .values import check_choice, check_fields

HOUSE = "LCSC"  # the source with the numbers of [assembly.parts]
CHECK = "to be checked before ordering"
TO_SOURCE = "to be sourced: the house's number is not known"
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
        entry, known = board["parts"][kind], board["assembly"]["parts"].get(kind)
        number, part, note = (known["number"], known["part"], CHECK) if known else ("", _first(entry), TO_SOURCE)
        line = entry["value"], _footprint(board, kind), number, part, note
        merged.setdefault(line, []).append(reference)
    for (value, footprint, number, maker, note), references in merged.items():
        yield value, ",".join(references), footprint, number, maker, note


def places(board: dict[str, Any], circuit: Circuit, of: Layout) -> str:
    """Return the places of the parts in rows() in the house's format. Raises CircuitError if a part is not placed."""
    lines = [PLACES]
    for reference in soldered(board, circuit):
        part = of.part(reference)
        turned = (part.turned + turn(board, circuit.parts[reference].kind)) % 360
        lines.append((reference, f"{part.x:.3f}mm", f"{part.y:.3f}mm", part.side.capitalize(), f"{turned:g}"))
    return csv_text(lines)


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """Return the text of a CSV file."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def turn(board: dict[str, Any], kind: str) -> int:
    """Return the degrees from KiCad's rotation of a kind to the house's. Raises WiringError if they are not known."""
    found = board["assembly"]["turns"].get(_beginning(board, kind))
    if found is None:
        raise WiringError(
            f"board.toml [assembly.turns]: {_footprint(board, kind)} of {kind} has no entry: read in a table of the "
            "house's rotations how its package is turned"
        )
    degrees: int = found["turn"]
    return degrees


def numbers(board: dict[str, Any]) -> str:
    """Return the rows of the README's table: each part with a number of the house, and the source of the number."""
    return "\n".join(
        f"| {kind.replace('_', ' ')} | {known['number']} | {known['part']} | {known['source']} |"
        for kind, known in board["assembly"]["parts"].items()
    )


def turns(board: dict[str, Any]) -> str:
    """Return the rows of the README's table: packages with the kinds in them, their rotation, and its source."""
    kinds: dict[str, list[str]] = {}
    for kind in _surface(board):
        kinds.setdefault(_beginning(board, kind), []).append(kind.replace("_", " "))
    return "\n".join(
        f"| {beginning.rstrip('_-')} | {', '.join(kinds[beginning])} | {known['turn']} | {known['source']} |"
        for beginning, known in board["assembly"]["turns"].items()
        if beginning in kinds
    )


def check(board: dict[str, Any]) -> None:
    """Raise WiringError, with the entry's name, if an entry of [assembly] can't be right, or a package has none."""
    parts: dict[str, tuple[str, str]] = {}
    for kind, known in board["assembly"]["parts"].items():
        place = f"[assembly.parts] {kind}"
        if kind not in _surface(board):
            raise WiringError(f"board.toml {place}: there is no such part for the surface")
        check_fields(place, known, "number", "part", "source")
        if not re.fullmatch(r"C\d+", known["number"]):
            number = known["number"]
            raise WiringError(f"board.toml {place} number: {number!r} is not a number of LCSC, which is a C and digits")
        # a number of the house is one part of one maker, and parts with one value in one package are one line
        its = known["part"], board["parts"][kind]["value"]
        if parts.setdefault(known["number"], its) != its:
            other = " ".join(parts[known["number"]])
            raise WiringError(f"board.toml {place}: {known['number']} is {other} in another entry")
    entries = [(f"[{table}.{kind}]", kind, entry) for table in ("parts", "by_hand", "things")
               for kind, entry in board[table].items() if kind != "without"]  # fmt: skip
    for place, kind, entry in entries:
        number = entry.get("sources", {}).get(HOUSE, "?")
        if "?" not in number and number != board["assembly"]["parts"].get(kind, {}).get("number"):
            raise WiringError(f"board.toml {place} sources: {number} is not in [assembly.parts]; mark it with ?")
    for beginning, known in board["assembly"]["turns"].items():
        place = f"[assembly.turns] {beginning}"
        check_choice(f"{place} turn", known.get("turn"), (0, 90, 180, 270))
        check_fields(place, known, "source")
    for kind in _surface(board):
        turn(board, kind)


def _surface(board: dict[str, Any]) -> list[str]:
    return [kind for kind, entry in board["parts"].items() if entry["mount"] == "smd"]


def _footprint(board: dict[str, Any], kind: str) -> str:
    return str(board["parts"][kind]["footprint"]).partition(":")[2]


def _beginning(board: dict[str, Any], kind: str) -> str:
    """Return the longest entry of [assembly.turns] with which a kind's footprint begins; "" if there is none."""
    found = [each for each in board["assembly"]["turns"] if _footprint(board, kind).startswith(each)]
    return max(found, key=len, default="")


def _first(entry: dict[str, Any]) -> str:
    """Return the first checked maker's number of a part, or the first one."""
    numbers = [str(number) for number in entry["sources"].values()]
    return next((number for number in numbers if "?" not in number), numbers[0]).strip(" ?")
