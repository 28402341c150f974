"""A copy of a board, made from its lines, for pages that connect later: the present state, and a log of actions."""

from __future__ import annotations

import secrets
from typing import Any

from .listeners import Message
from .state import Line, State, join_lines, snapshot

LOG_LINES = 4000  # most games have fewer lines


class Replica:
    """The merged lines of a board, and the messages for a page. `log_lines`: the minimum length of the log, in lines.

    `at` counts the lines. A page that sends `run` and the number of its last line gets only the newer ones.
    """

    def __init__(self, log_lines: int = LOG_LINES) -> None:
        self.state = State()
        self.run = secrets.token_hex(4)
        self.at = 0
        self._log_lines = log_lines
        self._log: list[tuple[int, dict[str, Any]]] = []
        self._changed: dict[str, int] = {}  # by group: the number of the last line that had it
        self._begun: dict[str, Any] = {}  # the joined lines of a message that is not complete yet
        # a cache of the whole state: the number of its last line, and its messages
        self._messages: tuple[int, list[Message]] = (-1, [])

    @property
    def log(self) -> list[dict[str, Any]]:
        """The log of actions: {"seq", "t", "did"} of each line."""
        return [entry for _, entry in self._log]

    def receive(self, line: Line) -> Message | None:
        """Merge the next line of the board. Return it as a message; lines that belong together become one message."""
        line = self._begun = join_lines(self._begun, line)
        if line.get("more"):
            return None
        self._begun = {}
        self.at += 1
        self.state = self.state.merge(line)
        for group in line.get("is", ()):
            self._changed[group] = self.at
        did = line.get("did")
        if did:
            if any(each.get("code") == "started" for each in did):
                self._log = []
            self._log.append((self.at, {"seq": line["seq"], "t": line["t"], "did": did}))
            if len(self._log) >= 2 * max(1, self._log_lines):
                self._log = self._log[len(self._log) - self._log_lines :]
        return {"type": "line", "line": line, "at": self.at}

    def messages(self, since: str = "") -> list[Message]:
        """Return the messages that bring a page up to date. `since`: "RUN.AT", the last line that it has, or ""."""
        run, _, at = since.partition(".")
        if run == self.run and at.isdecimal() and int(at) <= self.at:
            return [{"type": "since"}, *self._since(int(at))]
        if self._messages[0] != self.at:
            self._messages = (self.at, self._since(0))
        return self._messages[1]

    def _since(self, at: int) -> list[Message]:
        state = self.state
        groups = {group: its for group, its in state.groups.items() if self._changed.get(group, 0) > at}
        line: dict[str, Any] = {"seq": state.seq, "t": state.t, "is": snapshot(groups)}
        if not at:
            line["whole"] = True
        log = [entry for number, entry in self._log if number > at] if self._log_lines else []
        return [{"type": "line", "line": line, "at": self.at, "run": self.run}, {"type": "log", "log": log}]
