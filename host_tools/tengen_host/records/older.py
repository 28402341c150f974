"""The stored games as watching pages see them with a delay."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from .index import Entry
from .library import Library


class Older(Library):
    """The games of a folder that were stored at least `delay_s` seconds ago. `clock`: as time.time.

    A game that was once old enough stays when its file changes, because somebody enters names or keeps a line.
    """

    def __init__(self, folder: Path, delay_s: float, clock: Callable[[], float] = time.time) -> None:
        super().__init__(folder)
        self._delay_s, self._clock = delay_s, clock
        self._old: set[tuple[object, ...]] = set()

    def find(self, **wanted: str) -> list[Entry]:
        """Return the games that match, as Library.find()."""
        return [entry for entry in super().find(**wanted) if self._is_old(entry)]

    def _is_old(self, entry: Entry) -> bool:
        # without the names; but a game that was stored before its end is another one after it
        its = (entry.id, entry.moves, entry.over, entry.winner, entry.reason)
        if its not in self._old:
            try:
                if entry.path.stat().st_mtime > self._clock() - self._delay_s:
                    return False
            except FileNotFoundError:
                return False
            self._old.add(its)
        return True
