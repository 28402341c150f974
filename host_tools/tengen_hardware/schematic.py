"""The schematic as code: build the net tables in SKiDL, check its electrical rules, and write KiCad's netlists."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from . import drawings, rules, sexpr, tables
from .circuit import FIVE, GROUND, Circuit, CircuitError
from .markdown import filled

# Nets that get power through a fuse or a diode (on a tile through a plug). SKiDL does not follow the current through
# such a part, so the rule `supplies` checks that these nets get power.
_POWERED = {"tile": (FIVE, GROUND), "controller": (FIVE, "VSYS"), "board": (FIVE, "VSYS")}
# The nets of the sixteenth row and column. A tile may leave them unused, but all tiles have their holes.
_LEFT_OVER = (".SHUT", ".SENSE")

_TITLES = {
    "tile": "[tile.net](tile.net): one tile with everything fitted (the coupon)",
    "controller": "[controller.net](controller.net): the controller",
    "board": "[board.net](board.net): the whole board, joined by ribbons, bridges and wires",
}


def products(board: dict[str, Any]) -> dict[str, str]:
    """Return netlists, tables, drawings and the README. Raises CircuitError for any warning of SKiDL."""
    made = {}
    rows = []
    for circuit in rules.circuits(board):
        told, netlist = checked(circuit, board)
        if told:
            raise CircuitError("\n".join(f"{circuit.name}: {line}" for line in told))
        made[f"schematic/{circuit.name}.net"] = netlist
        fitted = sum(part.fitted for part in circuit.parts.values())
        rows.append(f"| {_TITLES[circuit.name]} | {fitted} | {len(circuit.nets())} | 0 | 0 |")
    made |= tables.products(board) | drawings.products(board)
    made["schematic/README.md"] = filled("schematic/README.md", {"rows": "\n".join(rows), "rules": _rules_text()})
    return made


def _rules_text() -> str:
    """Return the README's rows about our own rules: name, first line of the docstring, circuits."""
    asked: dict[Any, list[str]] = {}
    for name, all_rules in rules.RULES.items():
        for rule in all_rules:
            asked.setdefault(rule, []).append(name)
    ordered = sorted(asked, key=rules.RULES["board"].index)
    return "\n".join(
        f"| {rule.__name__.replace('_', ' ')} | {(rule.__doc__ or '').splitlines()[0]} | {', '.join(asked[rule])} |"
        for rule in ordered
    )


def checked(circuit: Circuit, board: dict[str, Any]) -> tuple[list[str], str]:
    """Return the messages of SKiDL's check (none for a correct circuit), and the netlist."""
    nets = circuit.nets()
    given = {
        "name": circuit.name,
        "parts": [
            [part.reference, part.kind, board["parts"][part.kind]["value"], footprint(board, part.kind), part.fitted]
            + [part.nets]
            for part in circuit.parts.values()
        ],
        "powered": [net for net in _POWERED[circuit.name] if net in nets],
        "lone": [net for net, ends in nets.items() if len(ends) == 1 and net.endswith(_LEFT_OVER)],
    }
    here = {"PYTHONPATH": os.pathsep.join(str(Path(each).resolve()) for each in sys.path if each)}
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-m", f"{__package__}.erc"],
            input=json.dumps(given), capture_output=True, text=True, cwd=folder, env={**os.environ, **here},
        )  # fmt: skip
    if done.returncode:
        raise CircuitError(f"{circuit.name}: SKiDL stopped: {done.stderr.strip().splitlines()[-1]}")
    answer = json.loads(done.stdout)
    return sorted(answer["told"]), _tidied(answer["netlist"], circuit.name)


def footprint(board: dict[str, Any], kind: str) -> str:
    """Return KiCad's footprint for a kind, or the name of the footprint that our own script draws."""
    return str(board["parts"][kind]["footprint"]) or f"tengen:{kind}"


def _tidied(netlist: str, name: str) -> str:
    """Return the netlist without dates, paths and empty fields, with one part or terminal on each line."""
    _, _, _, components, nets = sexpr.read(netlist)
    lines = [f'(export (version "D") (design (source {sexpr.quoted(name)}) (tool "SKiDL"))', "  (components"]
    kept = ("ref", "value", "footprint", "libsource", "property", "sheetpath", "tstamps")
    for component in components[1:]:
        fields = [each for each in component[1:] if each[0] in kept]
        lines.append("    " + _written(["comp", *fields]))
    lines += ["  )", "  (nets"]
    for net in nets[1:]:
        heads = [each for each in net[1:] if each[0] in ("code", "name")]
        lines.append("    (net " + " ".join(map(_written, heads)))
        lines += ["      " + _written(each) for each in net[1:] if each[0] == "node"]
        lines[-1] += ")"
    return "\n".join([*lines, "  )", ")", ""])


def _written(expression: list[Any]) -> str:
    words = [_written(each) if isinstance(each, list) else sexpr.quoted(each) for each in expression[1:]]
    return f"({' '.join([expression[0], *words])})"
