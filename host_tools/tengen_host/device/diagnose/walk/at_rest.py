"""Examine the empty board for contacts that are closed without a stone, and for contacts that chatter."""

from __future__ import annotations

from ..bridges import without_shadows
from ..layout import LINES, SHUT
from ..listen import Emptied, Pressed, Prompt
from .step import Script, Step

BLIPS = 4  # most edges of a reed without a stone; with more edges, the reed chatters
CLEAN = "Take all stones off the board."


class AtRest(Step):
    """Find the faults that are visible on the empty board."""

    def script(self) -> Script:
        """Find the contacts that are closed without a stone, and the contacts that chatter."""
        known = self.known
        known.rest = known.wired_shut()
        words = CLEAN + " Then press your button."
        while True:
            answer = yield Prompt("empty", words)
            if isinstance(answer, Emptied | Pressed):
                break
        words_now = known.evidence.words
        if words_now[LINES] and words_now[LINES] == words_now[known.layout.rows[SHUT]]:
            known.depth = 1  # with all rows low, the inputs that the always-closed row drove just before are still high
        yield from self.watch()
        known.baseline = known.evidence.words
        known.rest |= known.wired_shut()
        unknown = [cell // LINES for cell in known.rest if cell % LINES != known.layout.columns[SHUT]]
        closed = without_shadows(known.evidence.closed.keys() - known.rest, known.depth, unknown)
        known.rest |= frozenset(known.evidence.closed)
        known.stuck = {cell for cell in closed if known.layout.point(cell) is not None} - known.chattering

    def watch(self) -> Script:
        """Watch the empty board for a while, and note the contacts that chatter."""
        known = self.known
        evidence = known.evidence
        before = dict(evidence.edges)
        yield Prompt("watch", "Don't touch the board for two seconds.")
        moved = {cell for cell, count in evidence.edges.items() if count - before.get(cell, 0) > BLIPS}
        moved = {cell for cell in moved if known.layout.point(cell) is not None}
        known.chattering |= without_shadows(moved, known.depth)
        known.rest |= frozenset(moved)
