"""The files that hold trees of variations: RenLib's .lib, SGF, text. How to recognise, read and write them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..records import files
from ..records.encoding import plain
from ..records.form import Tell
from ..records.record import RecordError
from ..records.sgf_nodes import begins as sgf_begins
from . import lines, renlib, renlib_bytes, sgf
from .tree import Tree

MOST_BYTES = max(renlib_bytes.MOST_BYTES, sgf.MOST_BYTES)
_BEGINNING = 100_000  # bytes, in which a game in SGF begins


@dataclass(frozen=True)
class Format:
    """A format of trees. `read` takes the bytes, the file's name, and the encoding that a user gives, or "". `write`
    returns a file's bytes, and a sentence for each thing that is not in it as it is in the trees; so does `rewrite` for
    trees that were read from that file, which keeps its encoding. `version` is what the file's bytes say of themselves,
    in words.
    """

    read: Callable[[bytes, str, str], list[Tree]]
    write: Callable[[Sequence[Tree]], tuple[bytes, list[str]]]
    rewrite: Callable[[Sequence[Tree]], tuple[bytes, list[str]]]
    version: Callable[[bytes], str]


def _library(trees: Sequence[Tree], back: bool = False) -> tuple[bytes, list[str]]:
    if len(trees) > 1:
        raise RecordError(f"a .lib has one tree, not {len(trees)}: choose one, or write them as .sgf")
    return renlib.written(trees[0], back)


def _lines(trees: Sequence[Tree]) -> tuple[bytes, list[str]]:
    return lines.write(trees), []


def _library_version(data: bytes) -> str:
    its = renlib_bytes.version(data)
    return f"RenLib {its[0]}.{its[1]}" if its else "RenLib, without a header"


FORMATS = {
    ".lib": Format(
        lambda *file: [renlib.read(*file)], _library, lambda trees: _library(trees, back=True), _library_version
    ),
    ".sgf": Format(sgf.read, lambda trees: (sgf.write(trees), []), sgf.rewritten, lambda data: "SGF"),
    ".txt": Format(lines.read, _lines, _lines, lambda data: "text"),
}


def recognize(data: bytes, name: str) -> Format:
    """Return the format of a file, by its content, else by its name. Raises RecordError."""
    if not data:
        raise RecordError(f"{name} is empty: choose a file with a tree")
    if data.startswith(renlib_bytes.MAGIC):
        return FORMATS[".lib"]
    text = plain(data[:_BEGINNING]).removeprefix("\ufeff")
    if lines.looks_like_text(text):
        return FORMATS[".txt"]
    if sgf_begins(text):
        return FORMATS[".sgf"]
    ending = Path(name).suffix.lower()
    if ending in FORMATS:
        return FORMATS[ending]
    raise RecordError(f"{name} is no tree that is known: choose a .lib of RenLib, an .sgf, or a .txt")


def load(path: Path) -> bytes:
    """Return a file's bytes. Raises RecordError if it can't be read or is too large."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise RecordError(f"{path} can't be read ({error.strerror or error}): choose another file") from None
    if len(data) > MOST_BYTES:
        raise RecordError(f"{path.name} has more than {MOST_BYTES // 1_000_000} MB: save a branch of it")
    return data


def trees(data: bytes, name: str, encoding: str = "", tell: Tell | None = None) -> list[Tree]:
    """Return the trees of a file's bytes; a .lib has one. `encoding`: the one that a user gives. Only SGF is mended.
    Raises RecordError.
    """
    its = recognize(data, name)
    return sgf.read(data, name, encoding, tell) if its is FORMATS[".sgf"] else its.read(data, name, encoding)


def read(path: Path, encoding: str = "", tell: Tell | None = None) -> list[Tree]:
    """Return the trees of a file as trees() does. Raises RecordError."""
    return trees(load(path), path.name, encoding, tell)


def write(path: Path, trees: Sequence[Tree], force: bool = False) -> list[str]:
    """Write trees as a file, in the format of its ending; return a sentence for each thing that is lost. Raises
    RecordError, and then nothing is written. Only with `force` is a file written over.
    """
    its = FORMATS.get(path.suffix.lower())
    if its is None:
        raise RecordError(f"{path.name} has no ending of a tree: name it {', '.join(FORMATS)}")
    if not trees:
        raise RecordError("there is no tree to write: choose one")
    files.check_place(path, force)  # before the work: a large tree takes much time
    data, lost = its.write(trees)
    files.write(path, data, force)
    return lost
