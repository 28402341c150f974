"""Run a walk at a terminal.

Show its picture or its prompts, read typed lines, and delay Ctrl-C until the walk has ended.
"""

from __future__ import annotations

import contextlib
import queue
import signal
import sys
import threading
from collections.abc import Callable, Iterator

import typer
from rich.console import Console
from rich.live import Live

from . import session
from .coupon import CouponWalk
from .picture import picture
from .walk import Walk

IMPATIENT = 3  # after this number of Ctrl-C the program ends at once


class TypedLines:
    """Pass the lines that are typed on standard input to a walk over a coupon.

    `over`: whether standard input ended while the walk had a question.
    """

    def __init__(self, walked: CouponWalk) -> None:
        self._walked = walked
        self.over = False
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        # a thread is needed, because Windows can't wait for a terminal and a port at once
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in sys.stdin:
            self._lines.put(line)
        self._lines.put(None)

    def __call__(self) -> None:
        """Pass typed lines to the walk, if it has a question."""
        # lines that are typed while the board is only watched are used for the next question
        while not self.over and self._walked.prompt.kind not in ("watch", "done") and not self._lines.empty():
            line = self._lines.get()
            if line is None:
                self.over = True
            elif trouble := self._walked.typed(line):
                typer.echo(trouble, err=True)


@contextlib.contextmanager
def patient() -> Iterator[Callable[[], bool]]:
    """Delay Ctrl-C while the block runs. The yielded function returns whether Ctrl-C was pressed.

    Because of the delay, the board can resume its game properly. After Ctrl-C has been pressed IMPATIENT times, the
    program is interrupted at once.
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


def walk(
    link: session.Link,
    walked: Walk,
    in_lines: bool,
    until: Callable[[], bool],
    each: Callable[[], None] = lambda: None,
) -> None:
    """Walk until the walk is done, or `until` returns true; `each` is called after each step.

    A live picture is shown; with `in_lines`, or without a terminal, each new prompt is a line on standard error. A
    picture would hide what a person types. Raises the same errors as session.walk().
    """
    if in_lines or not sys.stdout.isatty():
        _walk_in_lines(link, walked, until, each)
        return

    def show() -> None:
        each()
        live.update(picture(walked), refresh=True)

    with Live(console=Console(), auto_refresh=False) as live:
        session.walk(link, walked, show, until, live.console.print)


def _walk_in_lines(link: session.Link, walked: Walk, until: Callable[[], bool], each: Callable[[], None]) -> None:
    before = ""

    def show() -> None:
        nonlocal before
        each()
        words = walked.prompt.words
        if words != before:
            before = words
            typer.echo(words, err=True)

    session.walk(link, walked, show, until, lambda words: typer.echo(words, err=True))
