"""Keep commentators' lines: as variations of stored games; those of a game on a board wait until it is stored."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Callable, Container
from hashlib import sha256
from pathlib import Path

from .. import whole_files
from ..i18n import Sentence
from ..records.library import Library
from ..records.record import Record, RecordError
from . import variation
from .line import Line
from .variation import Variation

FOLDER = ".commentary"  # in the library's folder; the library does not look into hidden folders


class Keeping:
    """The kept lines of a library's games. Any thread may use it.

    `tell` gets a sentence about each kept line that can't be stored yet; this line goes on waiting.
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
            self._add(id_, its)
            # the rest of a game that is not over replaces its file
            if line.base.over or not line.base.id:
                return
        elif not line.base.id:
            raise ValueError(Sentence("commentary.not_begun"))
        self._wait(line.base, its)
        self.merge()

    def merge(self) -> None:
        """Add the waiting lines to the games that are stored by now; call it also when the program starts."""
        with self._lock:
            waiting = sorted(self._folder.glob("*.json"), key=_kept_at)
            try:
                stored = {entry.id for entry in self._library.find()} if waiting else set()
            except OSError as error:
                self._tell(f"The lines of a commentary wait in {self._folder}: {error}")
                return
            for path in waiting:
                try:
                    self._merge(path, stored)
                except FileNotFoundError:
                    pass  # another process has stored it meanwhile
                except (OSError, RecordError) as error:
                    self._tell(f"The line of a commentary waits in {path}: {error}")
                except (ValueError, TypeError, KeyError, AttributeError):
                    self._tell(f"{path} is no line of a commentary: delete it")

    def _merge(self, path: Path, stored: Container[str]) -> None:
        its = json.loads(path.read_bytes())
        line = variation.load(its["line"])
        if its["id"] not in stored:
            return
        record = self._library.load(its["id"])
        if (record.game, record.size) != (its["game"], its["size"]):
            return
        self._add(its["id"], line)
        if record.over:
            path.unlink(missing_ok=True)

    def _add(self, id_: str, line: Variation) -> None:
        self._library.extend(id_, lambda data, name, number: variation.added(data, name, number, line))

    def _wait(self, base: Record, its: Variation) -> None:
        """Write the line into its own file, so that nobody else writes this file; the same line has the same file."""
        waits = {"id": base.id, "game": base.game, "size": base.size, "line": variation.dump(its)}
        data = json.dumps(waits).encode()
        if not self._folder.is_dir():
            self._folder.mkdir(parents=True, exist_ok=True)
            whole_files.sync(self._library.folder)
        whole_files.replace(self._folder / f"{sha256(data).hexdigest()[:32]}.json", data)


def _kept_at(path: Path) -> tuple[int, str]:
    """Return when a line was kept: lines are added in the order in which they were kept."""
    with contextlib.suppress(FileNotFoundError):  # another process has stored it meanwhile
        return path.stat().st_mtime_ns, path.name
    return 0, path.name
