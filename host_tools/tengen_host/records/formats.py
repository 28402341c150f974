"""List the record formats, recognize a file's format, and read and write whole files."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from . import files, pgn, psq, rif, text, yixin
from .checks import MOST_BYTES, Tell, check_bytes, check_count
from .encoding import plain, recoded
from .record import Record, RecordError
from .sgf import games as sgf
from .sgf.nodes import begins as sgf_begins


@dataclass(frozen=True)
class Format:
    """A file format of records.

    `endings`: the endings of its files' names; new files get the first one. `several`: True if a file may have several
    games. `mends`: True if read() repairs damaged files and therefore has a third argument, a Tell.
    """

    endings: tuple[str, ...]
    read: Callable[..., list[Record]]
    write: Callable[[Sequence[Record]], bytes]
    several: bool = True
    mends: bool = False

    def games(self, data: bytes, name: str = "", tell: Tell | None = None) -> list[Record]:
        """Return the games of a file's bytes. Raises RecordError."""
        return self.read(data, name, tell) if self.mends else self.read(data, name)


FORMATS = {
    "sgf": Format((".sgf",), sgf.read, sgf.write, mends=True),
    "text": Format((".txt",), text.read, text.write),
    "psq": Format((".psq",), psq.read, psq.write, several=False),
    "rif": Format((".rif", ".xml"), rif.read, rif.write, mends=True),
    "pgn": Format((".pgn",), pgn.read, pgn.write),
    "sav": Format((".sav",), yixin.read, yixin.write, several=False),
}

# The first bytes of files that contain no games, but that people choose by mistake
_OTHERS = {
    b"\x89PNG": "a picture",
    b"GIF8": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"%PDF": "a PDF",
    b"PK\x03\x04": "a zip archive or an office document",
    b"\x1f\x8b": "compressed",
    b"SQLite format 3": "a database",
}
_DATABASE = re.compile(r"<(\?xml|database|!doctype\s+database)", re.IGNORECASE)
_COMMENT = re.compile(r"^[ \t]*#.*$", re.MULTILINE)


def recognize(data: bytes, name: str = "") -> str:
    """Recognize a file's format by its content, else by the file's name, and return the format's name.

    Raises RecordError.
    """
    for beginning, what in _OTHERS.items():
        if data.startswith(beginning):
            raise RecordError(f"{name or 'the file'} is {what}, not a file of games: choose another file")
    if yixin.is_pos(data, name):
        return "sav"
    text_ = plain(data)
    start = text_.lstrip()[:100]
    if _DATABASE.match(start):
        return "rif"
    if start[: len(psq.HEAD)].lower() == psq.HEAD.lower():
        return "psq"
    if pgn.looks_like_pgn(text_[:1000]):
        return "pgn"
    if yixin.looks_like_sav(text_[:1000]):
        return "sav"
    if sgf_begins(_COMMENT.sub("", text_)):  # ignore comments, because names in them may look like any format
        return "sgf"
    if start.startswith("<"):
        return "rif"
    ending = Path(name).suffix.lower()
    for format_, its in FORMATS.items():
        if ending in its.endings:
            return format_
    if start:
        return "text"
    raise RecordError(f"{name or 'the file'} is empty: choose a file with games")


def games(data: bytes, name: str = "", tell: Tell | None = None) -> list[Record]:
    """Return the games of a file in any format. Raises RecordError."""
    return FORMATS[recognize(data, name)].games(data, name, tell)


def read(path: Path, encoding: str = "", tell: Tell | None = None) -> list[Record]:
    """Return the games of a file in any format.

    `encoding`: the encoding of the file's texts if a user chose one. Raises RecordError.
    """
    data = files.load(path, MOST_BYTES)
    check_bytes(data, path.name)
    return games(recoded(data, path.name, encoding), path.name, tell)


def write(records: Sequence[Record], format_: str) -> bytes:
    """Return the bytes of a file with these games.

    Raises RecordError for an unknown format, or if the format can't store them.
    """
    if format_ not in FORMATS:
        raise RecordError(f"there is no format {format_[:20]!r}: choose one of {', '.join(FORMATS)}")
    its = FORMATS[format_]
    if len(records) > 1 and not its.several:
        raise RecordError(f"a file of {format_} has one game, not {len(records)}: write each to its own, or as sgf")
    if not records:
        raise RecordError("there is no game to write: choose one or more")
    check_count(len(records), "")
    data = its.write(records)
    check_bytes(data, "")
    return data


def endings_for(record: Record) -> tuple[str, ...]:
    """Return the file name endings, without the dot, of the formats that can store this game."""
    found = []
    for its in FORMATS.values():
        with contextlib.suppress(RecordError):
            its.write([record])
            found.append(its.endings[0][1:])
    return tuple(found)
