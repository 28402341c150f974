"""`tengen doctor`: says what this machine lacks for which task, and what to do."""

from __future__ import annotations

import json

import typer
from rich.markup import escape

from .options import PAGE_PORT, errors, table


def doctor(
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object, on one line, instead of a table."),
    print_udev: bool = typer.Option(
        False, "--print-udev", help="Only print the udev rule for boards, for a file in /etc/udev/rules.d."
    ),
) -> None:
    """Say what this machine lacks for which task. Exit status 1 if something for play or live is missing."""
    # imported here because the imports are slow, and other commands don't need them
    from ..device import udev

    if print_udev and as_json:
        wrong = "the rule is a file for udev, without JSON: leave one out"
        raise typer.BadParameter(wrong, param_hint="--json, --print-udev")
    if print_udev:
        typer.echo(udev.rule(udev.group()), nl=False)
        return
    from ..doctor import facts
    from ..doctor.rows import rows

    with errors():
        found = rows(facts.look(PAGE_PORT, _nats))
    ok = not any(row.stops_play for row in found)
    if as_json:
        typer.echo(json.dumps({"ok": ok, "rows": [row.fields() for row in found]}))
        raise typer.Exit(0 if ok else 1)
    marks = {True: "[green]ok[/]", False: "[yellow]missing[/]", None: "[yellow]note[/]"}
    shown = [("[bold red]MISSING[/]" if row.stops_play else marks[row.ok], row) for row in found]
    table(("", "part", "for", "found"), [(mark, *map(escape, (it.name, it.purpose, it.found))) for mark, it in shown])
    for row in found:
        if row.cure:
            typer.echo(f"{row.name}: {row.cure}")
    raise typer.Exit(0 if ok else 1)


def _nats() -> str:
    """Return the path of nats-server. Raises ModuleNotFoundError or OSError if something is missing for a relay."""
    from tengen_relay import server  # an extra

    return server.program()
