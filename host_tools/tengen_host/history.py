"""What is known of a board from its lines: the state as it is, and for a page that comes later what was done before."""

from __future__ import annotations

import secrets
from typing import Any

from .state import Line, State, joined, whole

Message = dict[str, Any]

KEPT = 4000  # lines of what was done: more than most games have


class Replica:
    """The merged lines of a board, and the messages for a page. `kept`: how many lines of what was done are kept.

    `at` counts the lines. A page that names `run` and the last line that it has gets what is new since.
    """

    def __init__(self, kept: int = KEPT) -> None:
        self.state = State()
        self.run = secrets.token_hex(4)
        self.at = 0
        self._kept = kept
        self._log: list[tuple[int, dict[str, Any]]] = []
        self._changed: dict[str, int] = {}  # by group: the line that has it last
        self._begun: dict[str, Any] = {}  # the lines so far of several that belong together
        self._messages: tuple[int, list[Message]] = (-1, [])  # those of the whole state, as of this line

    @property
    def log(self) -> list[dict[str, Any]]:
        """What was done: {"seq", "t", "did"} of each line."""
        return [told for _, told in self._log]

    def hear(self, line: Line) -> Message | None:
        """Take the next line of the board. Return it as a message: lines that belong together as one, with the last."""
        line = self._begun = joined(self._begun, line)
        if line.get("more"):
            return None
        self._begun = {}
        self.at += 1
        self.state = self.state.after(line)
        for group in line.get("is", ()):
            self._changed[group] = self.at
        did = line.get("did")
        if did:
            if any(each.get("code") == "started" for each in did):
                self._log = []
            self._log.append((self.at, {"seq": line["seq"], "t": line["t"], "did": did}))
            if len(self._log) >= 2 * max(1, self._kept):
                self._log = self._log[len(self._log) - self._kept :]
        return {"type": "line", "line": line, "at": self.at}

    def messages(self, since: str = "") -> list[Message]:
        """Return the messages that bring a page up to date. `since`: "RUN.AT" of what it has, or "" for nothing."""
        run, _, at = since.partition(".")
        if run == self.run and at.isdecimal() and int(at) <= self.at:
            return [{"type": "since"}, *self._since(int(at))]
        if self._messages[0] != self.at:
            self._messages = (self.at, self._since(0))
        return self._messages[1]

    def _since(self, at: int) -> list[Message]:
        state = self.state
        told = {group: its for group, its in state.groups.items() if self._changed.get(group, 0) > at}
        line: dict[str, Any] = {"seq": state.seq, "t": state.t, "is": whole(told)}
        if not at:
            line["whole"] = True
        log = [its for number, its in self._log if number > at] if self._kept else []
        return [{"type": "line", "line": line, "at": self.at, "run": self.run}, {"type": "log", "log": log}]
