"""Collect evidence from frames of the matrix.

The evidence says when each contact closed, for how long, and how often its stone was lost. It also has the scan rate
and the supply voltage.

A contact is the number output * 16 + input. This module does not know the points of the contacts.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Mapping
from typing import Any

from .layout import LINES, Cell

# In ms. A reed that closes for less than CLOSED_MS has not felt a stone: a stone that is put beside the reed closes it
# for 30 to 50 ms, and the board reports this up to 20 ms late. A reed that opens for less than OPEN_MS still has its
# stone.
CLOSED_MS, OPEN_MS = 90, 50
STABLE_MS = 60
REST_MS = 1050  # a reed with a weak magnet opens about once a second under its stone
CHATTER_MS, CHATTER_EDGES = 1000, 20  # with a weak magnet there are 6 edges per second


class Evidence:
    """Follow the answers `frame` of a probed board. Call feed() for each answer, and tick() between the answers.

    All times are the board's ms. `words`: the last frame. `closed`: the contacts that have been closed for CLOSED_MS or
    longer, each with the time when it closed. `closings` and `openings`: (time, contact) in order. `moments`: contacts
    that closed only for a moment: (time, contact, ms). `losses`: for each contact, the times when it was open for a
    moment under its stone. `stable`: the frames that did not change for STABLE_MS.
    """

    def __init__(self) -> None:
        self.now = 0
        self.words: tuple[int, ...] = (0,) * (LINES + 1)
        self.buttons = 0
        self.closed: dict[Cell, int] = {}
        self.closings: list[tuple[int, Cell]] = []
        self.openings: list[tuple[int, Cell]] = []
        self.moments: list[tuple[int, Cell, int]] = []
        self.losses: defaultdict[Cell, list[int]] = defaultdict(list)
        self.edges: defaultdict[Cell, int] = defaultdict(int)
        # for each contact that has opened, the longest time for which it was closed, in ms
        self.longest: defaultdict[Cell, int] = defaultdict(int)
        self.chattering: set[Cell] = set()
        self.stable: dict[tuple[int, ...], None] = {}
        self.frames = self.ms = 0  # the number of frames, and the time in ms in which the board made them
        self.rate: float | None = None  # frames per second, at the last measurement
        self.mv: int | None = None
        self.least_mv: int | None = None
        self.most_mv: int | None = None
        self.ma: int | None = None
        self._rising: dict[Cell, int] = {}  # contacts that closed too recently for `closed`, with the time
        self._opened: dict[Cell, int] = {}  # contacts of `closed` that have just opened, with the time
        self._lately: defaultdict[Cell, deque[tuple[int, int]]] = defaultdict(deque)
        self._told_at: int | None = None
        self._changed_at = 0

    def feed(self, frame: Mapping[str, Any]) -> None:
        """Process a frame."""
        now: int = frame["t"]
        self.tick(now)
        digits = frame["words"]
        words = tuple(int(digits[at : at + 4], 16) for at in range(0, 4 * (LINES + 1), 4))
        counted: dict[Cell, int] = dict(frame["changes"])
        # a contact that is closed in the first frame may have been closed earlier, so this is not an edge
        first = self._told_at is None
        moved = {cell for at in range(LINES) for cell in _bits(at, words[at] ^ self.words[at])}
        for cell in moved | counted.keys():
            self._edges(cell, max(counted.get(cell, 0), cell in moved and not first), cell in moved, words, now)
        if moved or words[LINES] != self.words[LINES]:
            self._changed_at = now
        self.words = words
        self.buttons = frame["buttons"]
        self._measure(frame, now)
        self.tick(now)

    @property
    def heard(self) -> bool:
        """Return whether any frame has arrived."""
        return self._told_at is not None

    def tick(self, now: int) -> None:
        """Process the time until `now` (ms), in which no frame arrived."""
        self.now = max(now, self.now)
        for cell, since in list(self._rising.items()) if self._rising else ():
            if now - since >= CLOSED_MS:
                del self._rising[cell]
                self.closed[cell] = since
                self.closings.append((since, cell))
        for cell, since in list(self._opened.items()) if self._opened else ():
            if now - since >= OPEN_MS:
                del self._opened[cell]
                self.longest[cell] = max(self.longest[cell], since - self.closed.pop(cell))
                self.openings.append((since, cell))
        if now - self._changed_at >= STABLE_MS:
            self.stable.setdefault(self.words)

    def rested(self, cell: Cell) -> int:
        """Return the longest time in ms for which a contact was closed."""
        since = self.closed.get(cell)
        return max(self.longest[cell], self.now - since if since is not None else 0)

    def _edges(self, cell: Cell, count: int, moved: bool, words: tuple[int, ...], now: int) -> None:
        self.edges[cell] += count
        lately = self._lately[cell]
        lately.append((now, count))
        while lately and lately[0][0] < now - CHATTER_MS:
            lately.popleft()
        if sum(number for _, number in lately) >= CHATTER_EDGES:
            self.chattering.add(cell)
        closed = bool(words[cell // LINES] >> cell % LINES & 1)
        if not moved:  # the contact changed and changed back between two frames
            if cell in self.closed and cell not in self._opened:
                self.losses[cell].append(now)
            elif cell not in self._rising:
                self.moments.append((now, cell, 0))
            return
        if closed:
            if self._opened.pop(cell, None) is not None:
                self.losses[cell].append(now)
            elif cell not in self.closed:
                self._rising[cell] = now
        elif cell in self.closed:
            self._opened[cell] = now
        else:
            since = self._rising.pop(cell, now)
            self.moments.append((since, cell, now - since))

    def _measure(self, frame: Mapping[str, Any], now: int) -> None:
        if self._told_at is not None and now > self._told_at:
            self.frames += frame["frames"]
            self.ms += now - self._told_at
            if now - self._told_at >= 100:
                self.rate = 1000 * frame["frames"] / (now - self._told_at)
        self._told_at = now
        if "mv" in frame:
            self.mv = frame["mv"]
            self.least_mv = self.mv if self.least_mv is None else min(self.least_mv, self.mv)
            self.most_mv = self.mv if self.most_mv is None else max(self.most_mv, self.mv)
        if "ma" in frame:
            self.ma = frame["ma"]


def _bits(output: int, word: int) -> list[Cell]:
    found = []
    while word:
        low = word & -word
        found.append(output * LINES + low.bit_length() - 1)
        word ^= low
    return found


def cells(words: tuple[int, ...]) -> list[Cell]:
    """Return the closed contacts of a frame."""
    return [cell for output in range(LINES) for cell in _bits(output, words[output])]
