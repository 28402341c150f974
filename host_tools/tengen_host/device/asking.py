"""Messages and questions to the person at a board: progress, and consent before a game is interrupted."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

import typer

from .. import slow_ports
from .board import EMULATED_PATIENCE_S, PATIENCE_S, Board
from .errors import DeviceError, NoAnswer, NotRunning


class Declined(DeviceError):
    """A question was answered with no; nothing was changed."""


class Talk(Protocol):
    """How the person in front of it is told and asked."""

    def say(self, words: str) -> None:
        """One line."""

    def ask(self, question: str) -> bool:
        """Yes or no."""

    def progress(self, what: str, total: int) -> AbstractContextManager[Callable[[int], None]]:
        """A bar while the block runs: call what it gives with how many of `total` were done."""


def ask_to_interrupt(port: str, talk: Talk, within_s: float | None = None) -> None:
    """Ask before a game is interrupted. A board that does not answer as Tengen plays none. Raises Declined.

    Without `within_s` a real board's answer is waited for as long as such a board may take, whatever its port; one
    that is announced as emulated gets longer.
    """
    if within_s is None:
        within_s = EMULATED_PATIENCE_S if slow_ports.is_announced(port) else PATIENCE_S
    try:
        with Board.open(port, within_s) as board:
            snapshot = board.snapshot(within_s)
    except (NotRunning, NoAnswer):
        return
    if snapshot.under_way:
        question = (
            f"A game is under way, at move {len(snapshot.moves)}. It is kept, and waits for its stones when the board "
            "has restarted. Interrupt it?"
        )
        if not talk.ask(question):
            raise Declined("the game goes on, and nothing was changed")


class Terminal:
    """Tells and asks the person at this terminal. `yes` answers every question."""

    def __init__(self, yes: bool) -> None:
        from rich.console import Console

        self._yes = yes
        self._console = Console(stderr=True, highlight=False, soft_wrap=True)

    def say(self, words: str) -> None:
        """One line."""
        self._console.print(words, markup=False)

    def ask(self, question: str) -> bool:
        """Yes or no. Raises DeviceError where nobody is there to answer."""
        if self._yes:
            self.say(f"{question} Yes (--yes)")
            return True
        if not sys.stdin.isatty():
            raise DeviceError(f"nobody is there to answer, and nothing was changed. {question} Say yes with --yes")
        return typer.confirm(question, err=True)

    @contextmanager
    def progress(self, what: str, total: int) -> Iterator[Callable[[int], None]]:
        """A bar while the block runs; without a terminal, a line."""
        from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

        if not self._console.is_terminal:
            self.say(f"{what} ...")
            yield lambda done: None
            return
        columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
        with Progress(*columns, console=self._console, transient=True) as bar:
            task = bar.add_task(what, total=total)
            yield lambda done: bar.advance(task, done)
