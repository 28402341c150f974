"""`tengen diagnose`: a live picture of the matrix, a guided walk over the board, and what is broken."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from .options import BoardPort, Stop, error, errors

if TYPE_CHECKING:
    from ..device.board import Board


def diagnose(
    port: BoardPort = None,
    walk: bool = typer.Option(False, "--walk", help="Walk over the board: a stone on every point, five minutes."),
    learn: bool = typer.Option(False, "--learn", help="Find out how the board is wired, and teach it that."),
    coupon: bool = typer.Option(False, "--coupon", help="Walk over a coupon, one tile of nine points: go or no-go."),
    form: Path | None = typer.Option(None, "--form", help="With --coupon: write the filled-in form to this file."),
    as_json: bool = typer.Option(False, "--json", help="Findings and figures as JSON, prompts on standard error."),
    seconds: float | None = typer.Option(None, "--seconds", min=1, help="End the live picture after so long."),
    yes: Stop = False,
) -> None:
    """Find the bad joint: what is felt and seen of the board, and what is broken. Exit status 1 where something is."""
    if walk and learn:
        wrong = "--walk is for a board whose wiring is known, --learn for any other: name one"
        raise typer.BadParameter(wrong, param_hint="--walk, --learn")
    if coupon and (walk or learn) or form and not coupon:
        wrong = "--coupon is a walk of its own, and --form goes with it: leave the others out"
        raise typer.BadParameter(wrong, param_hint="--coupon, --form")
    # imported here, so that other commands start faster
    from ..device.board import Board
    from ..device.opened import board_port

    with errors(), board_port(port, False, yes) as path, Board.open(path) as board:
        broken = _coupon(board, as_json, form) if coupon else _diagnose(board, walk, learn, as_json, seconds)
    raise typer.Exit(1 if broken else 0)


def _diagnose(board: Board, walk: bool, learn: bool, as_json: bool, seconds: float | None) -> bool:
    """Diagnose the board, and print the report. Return whether something is broken."""
    from rich.console import Console

    from ..device.diagnose import picture, session, terminal
    from ..device.diagnose.findings import faults_alone, find
    from ..device.diagnose.learn import Learning, Unlearned
    from ..device.diagnose.walk import Glance, Walk
    from ..device.errors import DeviceError

    trouble = ""
    taught = False
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
            if walked is None:
                raise
            trouble = str(why)  # the report below still has the findings so far
        found = faults_alone(find(walked)) if learn else find(walked)
    if as_json:
        typer.echo(json.dumps(picture.fields(walked, found, taught), indent=2))
    else:
        console = Console()
        console.print(picture.measures(walked.evidence))
        console.print(picture.table(found))
        if taught:
            console.print("The board has learned how it is wired. Walk over it once with `tengen diagnose --walk`.")
    if not trouble and (walk or learn) and not walked.done:
        trouble = "the walk was not ended"
    if trouble:
        error(trouble)
    return bool(trouble) or any(finding.broken for finding in found)


def _coupon(board: Board, as_json: bool, form: Path | None) -> bool:
    """Walk over a coupon, print the verdict, and write the form. Return whether it is no-go."""
    from rich.console import Console
    from rich.markdown import Markdown

    from ..device.diagnose import coupon, session, terminal, verdict
    from ..device.errors import DeviceError

    walked: coupon.CouponWalk | None = None
    with terminal.patient() as interrupted:
        try:
            with session.probed(board) as (layout, chain):
                walked = coupon.CouponWalk(layout, chain)
                terminal.walk(board, walked, as_json, interrupted, terminal.TypedLines(walked))
        except DeviceError as why:
            if walked is None:
                raise
            error(str(why))  # the form below still has what was measured
    text = verdict.form(walked)
    if as_json:
        typer.echo(json.dumps(verdict.fields(walked), indent=2))
    else:
        Console().print(Markdown(text))
    if form is not None:
        try:
            form.write_text(text, encoding="utf-8")
        except OSError as why:
            error(f"{form} can't be written ({why.strerror}); the form:\n\n{text}")
            return True
    return not verdict.goes(verdict.lines(walked))
