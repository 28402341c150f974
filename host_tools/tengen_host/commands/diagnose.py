"""`tengen diagnose`: a live picture of the matrix, a guided walk over the board, and the broken parts."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from .options import BoardPort, Stop, check_place, error, errors, warn

if TYPE_CHECKING:
    from ..device.board import Board


def diagnose(
    port: BoardPort = None,
    walk: bool = typer.Option(
        False, "--walk", help="Walk over the board: put a stone on every point. It takes about 15 minutes."
    ),
    learn: bool = typer.Option(False, "--learn", help="Find out how the board is wired, and save that on the board."),
    coupon: bool = typer.Option(
        False, "--coupon", help="Walk over a coupon, a test tile of nine points; the verdict is go or no-go."
    ),
    form: Path | None = typer.Option(None, "--form", help="With --coupon: write the filled-in form to this file."),
    report: Path | None = typer.Option(
        None, "--report", help="Watch the board for 5 s, and write versions, state, counters and findings to this file."
    ),
    as_json: bool = typer.Option(
        False, "--json", help="Print findings and figures as JSON; prompts go to standard error."
    ),
    seconds: float | None = typer.Option(
        None, "--seconds", min=1, help="End the live picture after this number of seconds."
    ),
    yes: Stop = False,
) -> None:
    """Find broken parts of a board: show what it senses, and list the faults. Exit status 1 if there are faults."""
    if walk and learn:
        wrong = "--walk is for a board with known wiring, --learn for any other: choose one"
        raise typer.BadParameter(wrong, param_hint="--walk, --learn")
    if coupon and (walk or learn) or form and not coupon:
        wrong = "--coupon excludes --walk and --learn; --form needs --coupon"
        raise typer.BadParameter(wrong, param_hint="--coupon, --form")
    if coupon and report:
        raise typer.BadParameter("--report needs a whole board: leave --coupon out", param_hint="--coupon, --report")
    # imported here, so that other commands start faster
    from ..device.board import Board
    from ..device.opened import board_port
    from ..wire import versions

    has_end = bool(walk or learn or coupon or report or seconds)
    with errors():
        for file in (report, form):
            check_place(file)
    with errors(), board_port(port, False, yes) as path, Board.open(path) as board:
        if not has_end and not (sys.stderr if as_json else sys.stdout).isatty():
            why = "the live picture needs a terminal: add --seconds 5 for its length, and --json for a program"
            raise ValueError(why)
        if wire := versions.other(board.snapshot().device):
            warn(wire)
        broken = _coupon(board, as_json, form) if coupon else _diagnose(board, walk, learn, as_json, seconds, report)
    raise typer.Exit(1 if broken else 0)


def _diagnose(board: Board, walk: bool, learn: bool, as_json: bool, seconds: float | None, file: Path | None) -> bool:
    """Diagnose the board, print what was found, and write the report to `file`. Return whether something is broken."""
    from rich.console import Console

    from ..device.diagnose import picture, report, session, terminal
    from ..device.diagnose.findings import faults_alone, find
    from ..device.diagnose.learn import Learning, Unlearned
    from ..device.diagnose.walk import Glance, Walk
    from ..device.errors import DeviceError

    trouble = ""
    taught = False
    about = None if file is None else report.collect(board)
    if about is not None:
        seconds = seconds or report.WATCHED_S
    end = None if seconds is None or walk or learn else time.monotonic() + seconds
    walked: Walk | None = None
    with terminal.patient() as interrupted:

        def is_over() -> bool:
            return interrupted() or (end is not None and time.monotonic() >= end)

        try:
            with session.probed(board) as (layout, chain):
                walked = (Learning if learn else Walk if walk else Glance)(layout, chain)
                terminal.walk(board, walked, as_json, is_over)
                if isinstance(walked, Learning) and walked.done:
                    session.teach(board, walked.found())
                    taught = True
        except (DeviceError, Unlearned) as why:
            trouble = str(why)  # what is printed below still shows the findings so far
            if walked is None:
                _write_report(file, about, {}, trouble, board.port.path)
                raise
        found = faults_alone(find(walked)) if learn else find(walked)
    fields = picture.fields(walked, found, taught)
    if as_json:
        typer.echo(json.dumps(fields, indent=2))
    else:
        console = Console()
        console.print(picture.measures(walked.evidence))
        console.print(picture.table(found))
        if taught:
            console.print("The board has learned how it is wired. Walk over it once with `tengen diagnose --walk`.")
    if not trouble and (walk or learn) and not walked.done:
        trouble = "the walk is not complete"
    if trouble:
        error(trouble)
    _write_report(file, about, fields, trouble, board.port.path)
    return bool(trouble) or any(finding.broken for finding in found)


def _write_report(
    file: Path | None, about: dict[str, Any] | None, fields: dict[str, Any], trouble: str, port: str
) -> None:
    """Write a report, if the user wants one. It never names the port's path, which may have a serial number."""
    if file is not None and about is not None:
        text = json.dumps({**about, **fields, "trouble": trouble.replace(port, "PORT")}, indent=2)
        _write(file, text, "report")
        typer.echo(f"{file} has the report, without names of people: attach it to an issue.", err=True)


def _write(file: Path, text: str, name: str) -> None:
    """Write a text to a file. If that fails, print the text with an error, so that nothing is lost, and exit with 1."""
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as why:
        error(f"{file} can't be written ({why.strerror}); the {name}:\n\n{text}")
        raise typer.Exit(1) from None


def _coupon(board: Board, as_json: bool, form: Path | None) -> bool:
    """Walk over a coupon, print the verdict, and write the form. Return whether the verdict is no-go."""
    from rich.console import Console
    from rich.markdown import Markdown

    from ..device.diagnose import coupon, session, terminal, verdict
    from ..device.errors import DeviceError

    walked: coupon.CouponWalk | None = None
    with terminal.patient() as interrupted:
        try:
            with session.probed(board) as (layout, chain):
                walked = coupon.CouponWalk(layout, chain)
                typed = terminal.TypedLines(walked)
                terminal.walk(board, walked, True, lambda: interrupted() or typed.over, typed)
            if typed.over:
                error("standard input has ended, but --coupon asks for measured lengths: run it in a terminal")
            elif not walked.done:
                error("the walk is not complete: the form says what was not tried")
        except DeviceError as why:
            if walked is None:
                raise
            error(str(why))  # the form below still has the measured values
    text = verdict.form(walked)
    if as_json:
        typer.echo(json.dumps(verdict.fields(walked), indent=2))
    else:
        Console().print(Markdown(text))
    if form is not None:
        _write(form, text, "form")
    return not verdict.goes(verdict.lines(walked))
