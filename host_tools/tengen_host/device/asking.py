"""Show messages and questions to the person at a board: progress, and consent before a game is interrupted."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import typer

from .. import emulated_ports
from ..wire.state import State
from .board import EMULATED_PATIENCE_S, PATIENCE_S, Board
from .errors import DeviceError, NoAnswer, NotRunning


class Declined(DeviceError):
    """The user has answered a question with no. Nothing was changed."""


def state_at(port: str, within_s: float | None = None) -> State:
    """Return the state of the Tengen at a port. Raises NotRunning, NoAnswer, or what Board.open() raises.

    `within_s`: the longest wait for an answer in seconds. The default is PATIENCE_S, or EMULATED_PATIENCE_S if the port
    belongs to an emulated board.
    """
    if within_s is None:
        within_s = EMULATED_PATIENCE_S if emulated_ports.is_announced(port) else PATIENCE_S
    with Board.open(port, within_s) as board:
        return board.snapshot(within_s)


def ask_to_interrupt(port: str, talk: Terminal) -> None:
    """Ask before a game is interrupted.

    A board that does not answer as Tengen has no game to interrupt. Raises Declined.
    """
    with suppress(NotRunning, NoAnswer):
        may_interrupt(state_at(port), talk)


def may_interrupt(state: State, talk: Terminal) -> None:
    """Ask before a running game is interrupted. Raises Declined."""
    if state.under_way:
        why = (
            f"A game is under way, at move {len(state.game.moves)}. It is saved, and continues after the "
            "restart when its stones are back in place"
        )
        if not talk.ask((why, "interrupt it")):
            raise Declined("the game goes on, and nothing was changed")


Question = tuple[str, str]  # a sentence without its full stop, and the action to agree to: "interrupt it"


def in_words(question: Question) -> str:
    """Return a question as sentences."""
    why, do = question
    return f"{why}. {do[0].upper()}{do[1:]}?"


class Terminal:
    """Messages and questions on this terminal's standard error. `yes` answers every question with yes."""

    def __init__(self, yes: bool) -> None:
        from rich.console import Console

        self._yes = yes
        self._console = Console(stderr=True, highlight=False, soft_wrap=True)

    def say(self, words: str) -> None:
        """Show one line."""
        self._console.print(words, markup=False)

    def ask(self, question: Question) -> bool:
        """Ask a question; return whether the answer was yes. Raises DeviceError if standard input is not a terminal."""
        if self._yes:
            self.say(f"{in_words(question)} Yes (--yes)")
            return True
        if not sys.stdin.isatty():
            why, do = question
            raise DeviceError(f"nobody could be asked, so nothing was changed. {why}. To {do}, add --yes")
        return typer.confirm(in_words(question), err=True)

    @contextmanager
    def progress(self, what: str, total: int) -> Iterator[Callable[[int], None]]:
        """Show a progress bar while the block runs; without a terminal, print one line.

        The yielded function must be called with each further finished amount of `total`.
        """
        from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

        if not self._console.is_terminal:
            self.say(f"{what} ...")
            yield lambda done: None
            return
        columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
        with Progress(*columns, console=self._console, transient=True) as bar:
            task = bar.add_task(what, total=total)
            yield lambda done: bar.advance(task, done)
