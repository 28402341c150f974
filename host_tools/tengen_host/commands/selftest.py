"""`tengen selftest`: checks version, memory, rules, wiring, speed and saved games of a board."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typer
from rich.markup import escape

from .options import BoardPort, Stop, errors, progress, table


def selftest(
    port: BoardPort = None,
    emulated: bool = typer.Option(False, "--emulated", help="Test an emulated Pico."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object, on one line, instead of a table."),
    everything: bool = typer.Option(
        False, "--all", help="Judge all 3,000 test positions: this takes minutes on a real Pico."
    ),
    vectors: list[Path] = typer.Option(
        None, help="Judge a file of test positions (.txt, .jsonl, .json) instead. May be given again."
    ),
    yes: Stop = False,
) -> None:
    """Test a board: exit status 1 if a check fails. Its games and settings do not change."""
    # imported here because the imports are slow, and other commands don't need them
    from ..device.opened import board_port
    from ..device.selftest import run
    from ..device.selftest import vectors as known

    began = time.monotonic()
    with errors():
        given = [vector for path in vectors or () for vector in known.read(path)]
        given = given or known.built_in(1 if everything else run.EVERY)
        with board_port(port, emulated, yes) as at:
            checks = run.run(at, given, progress)
    ok = all(check.ok is not False for check in checks)
    if as_json:
        seconds = round(time.monotonic() - began, 1)
        typer.echo(json.dumps({"ok": ok, "seconds": seconds, "checks": [check.fields() for check in checks]}))
    else:
        show(checks)
    raise typer.Exit(0 if ok else 1)


def show(checks: Sequence[Any]) -> None:
    """Print the table of checks, and one line for each finding below it."""
    words = {True: "[green]pass[/]", False: "[bold red]FAIL[/]", None: "[yellow]note[/]"}
    rows = [(words[check.ok], check.name, escape(check.measured), escape(check.limit)) for check in checks]
    table(("", "check", "measured", "limit"), rows)
    for check in checks:
        for finding in check.findings:
            typer.echo(f"{check.name}: {finding}")
