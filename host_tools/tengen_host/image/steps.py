"""Run the long steps of a build: show their progress, log their output, and explain failures."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console

from ..file_errors import reason

TAIL_LINES, TAIL_LETTERS = 15, 200


class ImageError(Exception):
    """An image could not be made or fetched. The message says what was tried and what to do."""


class Steps:
    """Run the steps of a build one after another.

    A step prints a line with its usual time, and at its end a line with the time that it took. The output of its
    commands goes to `logs`/NAME.log.
    """

    def __init__(self, logs: Path, console: Console | None = None) -> None:
        self._logs = logs
        self._console = console or Console(stderr=True)
        self._name = ""

    def say(self, words: str) -> None:
        """Print a line."""
        self._console.print(words, highlight=False)

    @contextmanager
    def step(self, name: str, usual_s: int) -> Iterator[None]:
        """Tell about a step before and after its block. `usual_s`: its time on two cores that do nothing else."""
        self._name = name
        self._logs.mkdir(parents=True, exist_ok=True)
        self._log_path().write_bytes(b"")
        started = time.monotonic()
        self.say(f"{name}: usually {usual_s} s ...")
        yield
        self.say(f"{name}: done in {time.monotonic() - started:.0f} s")

    def run(
        self,
        command: list[str],
        cwd: Path,
        env: dict[str, str] | None = None,
        cure: str = "run it again",
        errors: Callable[[str], list[str]] = lambda log: [],
    ) -> None:
        """Run a command of the current step. Raises ImageError if it fails.

        The message has the `errors` in the log, if there are any; else the end of the log, and what to do.
        """
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
            text = path.read_text(encoding="utf-8", errors="replace")
            end = [f"    {line[:TAIL_LETTERS]}" for line in text.splitlines()[-TAIL_LINES:]]
            lines = errors(text) or [f"{command[0]} ended with status {status}", *end, f"what to do: {cure}"]
            raise ImageError("\n".join([f"the step '{self._name}' failed:", *lines, f"the whole log: {path}"]))

    def _log_path(self) -> Path:
        return self._logs / (self._name.replace(" ", "-") + ".log")
