"""The schematic as code: the net tables built in SKiDL, its electrical rules check, and netlists that KiCad reads."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from . import drawings, rules, tables
from .circuit import FIVE, GROUND, Circuit, CircuitError

# Nets whose power comes through a fuse or a diode (on a tile: by a plug), which SKiDL does not follow.
# rules.supplies checks that the power comes.
_POWERED = {"tile": (FIVE, GROUND), "controller": (FIVE, "VSYS"), "board": (FIVE, "VSYS")}
# The unused nets of the sixteenth row and column: all tiles have their holes, as all tiles are the same board
_LEFT_OVER = (".SHUT", ".SENSE")

_TITLES = {
    "tile": "[tile.net](tile.net): one tile with everything fitted (the coupon)",
    "controller": "[controller.net](controller.net): the controller",
    "board": "[board.net](board.net): the whole board, joined by ribbons, bridges and wires",
}
_README = """\
# The schematic

The circuit is code: `tile.py`, `controller.py` and `whole.py` in `host_tools/tengen_hardware/` give each part and
the net of each of its terminals. The pins come from `board.toml`. `make hardware` checks that circuit and makes all of
this folder from it. KiCad reads the `.net` files (PCB editor, File, Import, Netlist). [wires.md](wires.md) says which
wire goes where.

## Drawings

| | |
|---|---|
| [cell](cell.svg) | one point: reed, diode, row, column, and the way of the current |
| [matrix](matrix.svg) | the points of one tile, with the row and the column that are wired shut |
| [row drivers](row_drivers.svg) | the two chips in a chain |
| [Pico](pico.svg) | what each terminal is for |
| [light data](light_data.svg) | through the level shifter out, through the divider home |
| [chain](chain.svg) | the way of the lights' data over tiles and bars |
| [power](power.svg) | inlet, fuse, clamp, the Pico's diode, the laptop's USB |
| [inlet](inlet.svg) | the two FETs behind the fuse, and the pads for a probe |
| [buttons](buttons.svg) | three buttons and the buzzer |

![One point](cell.svg)
![The matrix of a tile](matrix.svg)
![The chain of lights](chain.svg)
![The inlet](inlet.svg)

## Netlists

| file | parts | nets | SKiDL's warnings and errors | our own |
|---|---|---|---|---|
{rows}

## What is checked

SKiDL checks what a schematic editor checks: outputs against each other, inputs and supplies that nothing drives, nets
with a single end. Its warnings fail as its errors do. Two things are told to it: that power comes through a fuse, a
diode or a plug, and that the sixteenth row and column of a tile lead nowhere where the board has none.

Our own rules check what it can't know. Each names what is wrong, where, and what to do; nothing is made from a
`board.toml` that breaks one. Each has a test with a broken copy (`tests/hardware/test_electrical_rules.py`). Other
tests take every terminal of tile and controller off its net, one at a time, and put hundreds of terminals on wrong
nets: each such circuit is told.

| rule | what it asks | of |
|---|---|---|
{rules}
"""


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
    made["schematic/README.md"] = _README.format(rows="\n".join(rows), rules=_rules_text())
    return made


def _rules_text() -> str:
    """Return the README's rows of our own rules: name, first docstring line, circuits."""
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
    """Return the messages of SKiDL's check (none for a right circuit), and the netlist."""
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
    """Return KiCad's footprint of a kind, or the name of the one that our own script draws."""
    return str(board["parts"][kind]["footprint"]) or f"tengen:{kind}"


def _tidied(netlist: str, name: str) -> str:
    """Return the netlist without dates, paths and empty fields, with one part or terminal on each line."""
    export = _read(netlist)
    _, _, _, components, nets = export
    lines = [f'(export (version "D") (design (source {_quoted(name)}) (tool "SKiDL"))', "  (components"]
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


def _read(text: str) -> list[Any]:
    """Read an S-expression into lists; quoted words lose their quotes."""
    stack: list[list[Any]] = [[]]
    for token in re.findall(r'"(?:[^"\\]|\\.)*"|[()]|[^\s()"]+', text):
        if token == "(":
            stack.append([])
        elif token == ")":
            stack[-2].append(stack.pop())
        else:
            stack[-1].append(re.sub(r"\\(.)", r"\1", token[1:-1]) if token[0] == '"' else token)
    return list(stack[0][0])


def _written(expression: list[Any]) -> str:
    words = [_written(each) if isinstance(each, list) else _quoted(each) for each in expression[1:]]
    return f"({' '.join([expression[0], *words])})"


def _quoted(word: str) -> str:
    return '"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"'
