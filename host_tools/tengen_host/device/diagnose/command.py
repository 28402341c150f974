"""`tengen diagnose`: a live picture of the matrix, a guided walk over the board, and what is broken."""

from __future__ import annotations

import contextlib
import json
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import typer

IMPATIENT = 3  # after this many Ctrl-C it ends at once


def diagnose(
    port: str | None = typer.Option(None, help="The board's serial port; without, the only board that is found."),
    walk: bool = typer.Option(False, "--walk", help="Walk over the board: a stone on every point, five minutes."),
    learn: bool = typer.Option(False, "--learn", help="Find out how the board is wired, and teach it that."),
    coupon: bool = typer.Option(False, "--coupon", help="Walk over a coupon, one tile of nine points: go or no-go."),
    form: Path | None = typer.Option(None, "--form", help="With --coupon: write the filled-in form to this file."),
    as_json: bool = typer.Option(False, "--json", help="Findings and figures as JSON, prompts on standard error."),
    seconds: float | None = typer.Option(None, "--seconds", min=1, help="End the live picture after so long."),
    yes: bool = typer.Option(False, "--yes", "-y", help="Interrupt even a game that is under way: it is kept."),
) -> None:
    """Find the bad joint: what is felt and seen of the board, and what is broken. Exit status 1 where something is."""
    # imported here, so that other commands start faster
    from ..board import Board
    from ..errors import DeviceError
    from ..opened import board_port

    if walk and learn:
        typer.echo("error: --walk is for a board whose wiring is known, --learn for any other: name one", err=True)
        raise typer.Exit(2)
    if coupon and (walk or learn) or form and not coupon:
        typer.echo("error: --coupon is a walk of its own, and --form goes with it: leave the others out", err=True)
        raise typer.Exit(2)
    try:
        with board_port(port, False, yes) as path, Board.open(path) as board:
            broken = _coupon(board, as_json, form) if coupon else _diagnose(board, walk, learn, as_json, seconds)
    except DeviceError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(1) from None
    raise typer.Exit(1 if broken else 0)


def _diagnose(board: Any, walk: bool, learn: bool, as_json: bool, seconds: float | None) -> bool:
    """Diagnose the board, and print the report. Return whether something is broken."""
    from ..errors import DeviceError
    from . import session
    from .findings import Finding, faults_alone, find
    from .learn import Learning, Unlearned
    from .walk import Glance, Walk

    with _patient() as interrupted:
        session.rest(board)
        chain = session.proved(board)
        layout = session.begin(board)
        walked: Walk = Learning(layout, chain) if learn else (Walk if walk else Glance)(layout, chain)
        trouble: str | None = None
        ended = taught = False
        end = None if seconds is None or walk or learn else time.monotonic() + seconds
        try:
            try:
                _look(board, walked, as_json, lambda: interrupted() or (end is not None and time.monotonic() >= end))
                ended = walked.done
                if learn and ended:
                    assert isinstance(walked, Learning)
                    session.teach(board, walked.found())
                    taught = True
            finally:
                session.end(board)
        except (DeviceError, Unlearned) as error:
            trouble = str(error)  # the report below still has the findings so far
        found: list[Finding] = find(walked)
    if learn:
        found = faults_alone(found)
    _report(walked, found, taught, as_json)
    if trouble:
        typer.echo(f"error: {trouble}", err=True)
    elif (walk or learn) and not ended:
        typer.echo("error: the walk was not ended", err=True)
        return True
    return bool(trouble) or any(finding.broken for finding in found)


def _coupon(board: Any, as_json: bool, form: Path | None) -> bool:
    """Walk over a coupon, print the verdict, and write the form. Return whether it is no-go."""
    from rich.console import Console
    from rich.markdown import Markdown

    from ..errors import DeviceError
    from . import coupon, session, verdict

    with _patient() as interrupted:
        session.rest(board)
        chain = session.proved(board)
        walked = coupon.CouponWalk(session.begin(board), chain)
        try:
            try:
                _look(board, walked, as_json, interrupted, _Typed(walked))
            finally:
                session.end(board)
        except DeviceError as error:
            typer.echo(f"error: {error}", err=True)  # the form below still has what was measured
    text = verdict.form(walked)
    if as_json:
        typer.echo(json.dumps(verdict.fields(walked), indent=2))
    else:
        Console().print(Markdown(text))
    if form is not None:
        try:
            form.write_text(text, encoding="utf-8")
        except OSError as error:
            typer.echo(f"error: {form} can't be written ({error.strerror}); the form:\n\n{text}", err=True)
            return True
    return not verdict.goes(verdict.lines(walked))


class _Typed:
    """Gives the lines typed on standard input to a walk over a coupon."""

    def __init__(self, walked: Any) -> None:
        self._walked = walked
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        # a thread, as Windows can't wait for a terminal and a port at once
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in sys.stdin:
            self._lines.put(line)

    def __call__(self) -> None:
        # what is typed while the board is only watched waits for the next question
        while not self._lines.empty() and self._walked.prompt.kind not in ("watch", "done"):
            trouble = self._walked.typed(self._lines.get())
            if trouble:
                typer.echo(trouble, err=True)


@contextlib.contextmanager
def _patient() -> Iterator[Callable[[], bool]]:
    """Delay Ctrl-C while the block runs; the yielded function returns whether it came.

    So the board gets its game back in good order. Ctrl-C for the IMPATIENT-th time interrupts at once.
    """
    came = 0

    def hear(*_: object) -> None:
        nonlocal came
        came += 1
        if came >= IMPATIENT:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, hear)
    try:
        yield lambda: came > 0
    finally:
        signal.signal(signal.SIGINT, before)


def _look(
    board: Any, walked: Any, as_json: bool, until: Callable[[], bool], each: Callable[[], None] = lambda: None
) -> None:
    """Walk until the walk is done, or `until` returns true; `each` is called after each step."""
    from rich.console import Console
    from rich.live import Live

    from . import session
    from .picture import picture

    if as_json or not sys.stdout.isatty():
        said = _Prompts(walked)

        def tell() -> None:
            each()
            said()

        session.walk(board, walked, tell, until, lambda words: typer.echo(words, err=True))
        return

    def show() -> None:
        each()
        live.update(picture(walked), refresh=True)

    with Live(console=Console(), auto_refresh=False) as live:
        session.walk(board, walked, show, until, live.console.print)


class _Prompts:
    """Prints each new prompt as a line on standard error."""

    def __init__(self, walked: Any) -> None:
        self._walked = walked
        self._said = ""

    def __call__(self) -> None:
        words = self._walked.prompt.words
        if words != self._said:
            self._said = words
            typer.echo(words, err=True)


def _report(walked: Any, found: list[Any], taught: bool, as_json: bool) -> None:
    from rich.console import Console

    from .picture import measures, table

    evidence = walked.evidence
    if as_json:
        told = {
            "findings": [finding.fields() for finding in found],
            "frames_per_s": evidence.rate,
            "supply_mv": evidence.mv,
            "estimated_ma": evidence.ma,
            "points_felt": len(walked.felt),
            "taught": taught,
        }
        typer.echo(json.dumps(told, indent=2))
        return
    console = Console()
    console.print(measures(evidence))
    console.print(table(found))
    if taught:
        console.print("The board has learned how it is wired. Walk over it once with `tengen diagnose --walk`.")
