"""The long steps of a build: their progress is shown, their output is logged, and a failure is explained."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console

from ..file_errors import reason

TAIL_LINES = 15


class ImageError(Exception):
    """An image could not be made or fetched; the message says what was tried and what to do."""


class Steps:
    """Runs the steps of a build one after another.

    In a terminal a step shows a spinner; elsewhere it prints a line before and a line after. The output of its commands
    goes to `logs`/NAME.log.
    """

    def __init__(self, logs: Path, console: Console | None = None) -> None:
        self._logs = logs
        self._console = console or Console(stderr=True)
        self._name = ""

    def say(self, words: str) -> None:
        """Print a line."""
        self._console.print(words, highlight=False)

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Show a step while its block runs."""
        self._name = name
        self._logs.mkdir(parents=True, exist_ok=True)
        self._log_path().write_bytes(b"")
        started = time.monotonic()
        if self._console.is_terminal:
            with self._console.status(f"{name} ..."):
                yield
        else:
            self._console.print(f"{name} ...", highlight=False)
            yield
        self._console.print(f"{name}: done in {time.monotonic() - started:.0f} s", highlight=False)

    def run(
        self, command: list[str], cwd: Path, env: dict[str, str] | None = None, cure: str = "run it again"
    ) -> None:
        """Run a command of the current step. Raises ImageError with the end of its log if the command fails."""
        path = self._log_path()
        with path.open("ab") as log:
            log.write(f"$ {' '.join(command)}\n".encode())
            log.flush()
            try:
                status = subprocess.run(
                    command,
                    cwd=cwd,
                    env={**os.environ, **(env or {})},
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                ).returncode
            except OSError as error:
                raise ImageError(f"step '{self._name}': {command[0]} can't be run ({reason(error)}): {cure}") from None
        if status:
            raise ImageError(failure_text(self._name, command[0], status, path, cure))

    def _log_path(self) -> Path:
        return self._logs / (self._name.replace(" ", "-") + ".log")


def failure_text(step: str, program: str, status: int, log: Path, cure: str) -> str:
    """Return the text for a failed step: its name, the end of its log, where the log is, what to do."""
    tail = log.read_text(encoding="utf-8", errors="replace").splitlines()[-TAIL_LINES:]
    lines = "\n".join(f"    {line}" for line in tail)
    return (
        f"the step '{step}' failed: {program} ended with status {status}\n{lines}\n"
        f"the whole log: {log}\nwhat to do: {cure}"
    )


