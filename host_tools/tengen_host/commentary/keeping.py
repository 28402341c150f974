"""Keep commentators' lines: as variations of stored games; those of a game on a board wait until it is stored."""

from __future__ import annotations

import contextlib
import json
import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..i18n import Sentence
from ..records import files
from ..records.library import Library
from ..records.record import Record, RecordError
from . import variation
from .line import Line
from .variation import Variation

FOLDER = ".commentary"  # in the library's folder; the library does not look into hidden folders


class Keeping:
    """The kept lines of a library's games. Any thread may use it.

    `tell` gets a line about each trouble with a waiting line, which then waits on.
    """

    def __init__(self, library: Library, tell: Callable[[str], None]) -> None:
        self._library, self._tell = library, tell
        self._folder = library.folder / FOLDER
        self._lock = threading.Lock()

    def load(self, id_: str) -> Record:
        """Return the stored game with this id, as Library.load()."""
        return self._library.load(id_)

    def keep(self, id_: str, line: Line) -> None:
        """Keep a line with the stored game of this id; "": with the game on a board. When it returns, the line is safe.

        Raises ValueError (Sentence, RecordError) or OSError; the same line may be kept again after that.
        """
        its = variation.of(line)
        if id_:
            self._add(id_, [its])
            # the rest of a game that is not over replaces its file
            if line.base.over or not line.base.id:
                return
        elif not line.base.id:
            raise ValueError(Sentence("commentary.not_begun"))
        with self._lock:
            self._wait(line.base, its)
        self.merge()

    def merge(self) -> None:
        """Add the waiting lines to the games that are stored by now; call it also when the program starts."""
        with self._lock:
            for path in sorted(self._folder.glob("*.json")):
                try:
                    self._merge(path)
                except (OSError, RecordError) as error:
                    self._tell(f"The lines of a commentary wait in {path}: {error}")
                except (ValueError, TypeError, KeyError, AttributeError):
                    self._tell(f"{path} has no lines of a commentary: delete it")

    def _merge(self, path: Path) -> None:
        its = json.loads(path.read_bytes())
        lines = [variation.load(each) for each in its["lines"]]
        record = next((self._library.load(entry.id) for entry in self._library.find() if entry.id == its["id"]), None)
        if record is None or (record.game, record.size) != (its["game"], its["size"]):
            return
        self._add(its["id"], lines)
        if record.over:
            path.unlink(missing_ok=True)

    def _add(self, id_: str, lines: list[Variation]) -> None:
        def extended(data: bytes, name: str, number: int) -> bytes:
            for line in lines:
                data = variation.added(data, name, number, line)
            return data

        self._library.extend(id_, extended)

    def _wait(self, base: Record, its: Variation) -> None:
        """Write the line into the file of its game's waiting lines."""
        path = self._folder / (re.sub(r"[^A-Za-z0-9-]", "_", base.id)[:100] + ".json")
        before: list[Any] = []
        with contextlib.suppress(FileNotFoundError, ValueError, TypeError, KeyError):  # a file of another program
            before = list(json.loads(path.read_bytes())["lines"])
        line = json.loads(json.dumps(variation.dump(its)))
        lines = [*before, *([] if line in before else [line])]
        new = {"id": base.id, "game": base.game, "size": base.size, "lines": lines}
        if not self._folder.is_dir():
            self._folder.mkdir(parents=True, exist_ok=True)
            files.sync(self._library.folder)
        files.replace(path, json.dumps(new).encode())
