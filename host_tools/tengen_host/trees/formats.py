"""Recognize, read, edit and write the file formats of trees of variations: RenLib's .lib, SGF and text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..records import files
from ..records.checks import Tell
from ..records.encoding import plain
from ..records.record import RecordError
from ..records.sgf import trees as sgf
from ..records.sgf.nodes import begins as sgf_begins
from ..records.tree import Node, Tree
from . import renlib, renlib_branch, renlib_bytes, renlib_writing
from . import text as text_format

MOST_BYTES = renlib_bytes.MOST_BYTES  # the largest limit of all formats
_BEGINNING = 100_000  # a game in SGF begins within this number of bytes


@dataclass(frozen=True)
class Format:
    """A format of trees.

    `read` takes the bytes, the file's name, and the encoding that a user gives, or "". `write` returns a file's bytes,
    and a sentence for each thing in the trees that the file can't express. `rewrite` does the same for trees that were
    read from the same file, and writes them in the file's encoding. `version` returns the version in the file's bytes,
    in words.
    """

    read: Callable[[bytes, str, str], list[Tree]]
    write: Callable[[Sequence[Tree]], tuple[bytes, list[str]]]
    rewrite: Callable[[Sequence[Tree]], tuple[bytes, list[str]]]
    version: Callable[[bytes], str]


def _library(trees: Sequence[Tree], back: bool = False) -> tuple[bytes, list[str]]:
    if len(trees) > 1:
        raise RecordError(f"a .lib has one tree, not {len(trees)}: choose one, or write them as .sgf")
    return renlib_writing.write(trees[0], back)


def _lines(trees: Sequence[Tree]) -> tuple[bytes, list[str]]:
    return text_format.write(trees), []


def _library_version(data: bytes) -> str:
    its = renlib_bytes.version(data)
    return f"RenLib {its[0]}.{its[1]}" if its else "RenLib, without a header"


FORMATS = {
    ".lib": Format(
        lambda *file: [renlib.read(*file)], _library, lambda trees: _library(trees, back=True), _library_version
    ),
    ".sgf": Format(sgf.read, lambda trees: (sgf.write(trees), []), sgf.rewritten, lambda data: "SGF"),
    ".txt": Format(text_format.read, _lines, _lines, lambda data: "text"),
}


def recognize(data: bytes, name: str) -> Format:
    """Recognize a file's format by its content, else by its name, and return the format. Raises RecordError."""
    if not data:
        raise RecordError(f"{name} is empty: choose a file with a tree")
    if data.startswith(renlib_bytes.MAGIC):
        return FORMATS[".lib"]
    text = plain(data[:_BEGINNING]).removeprefix("\ufeff")
    if text_format.looks_like_text(text):
        return FORMATS[".txt"]
    if sgf_begins(text):
        return FORMATS[".sgf"]
    ending = Path(name).suffix.lower()
    if ending in FORMATS:
        return FORMATS[ending]
    raise RecordError(f"{name} is not a known tree file: choose a .lib of RenLib, an .sgf, or a .txt")


def load(path: Path) -> bytes:
    """Return a file's bytes. Raises RecordError if it can't be read or is too large."""
    data = files.load(path, MOST_BYTES)
    if len(data) > MOST_BYTES:
        raise RecordError(f"{path.name} has more than {MOST_BYTES // 1_000_000} MB: save a branch of it")
    return data


def trees(data: bytes, name: str, encoding: str = "", tell: Tell | None = None) -> list[Tree]:
    """Return the trees of a file's bytes; a .lib has one tree. Raises RecordError.

    `encoding`: the encoding that a user gives. Only damaged SGF is repaired.
    """
    its = recognize(data, name)
    return sgf.read(data, name, encoding, tell) if its is FORMATS[".sgf"] else its.read(data, name, encoding)


def read(path: Path, encoding: str = "", tell: Tell | None = None) -> list[Tree]:
    """Return the trees of a file as trees() does. Raises RecordError."""
    return trees(load(path), path.name, encoding, tell)


def steps(data: bytes, name: str, encoding: str = "") -> Iterator[tuple[Tree, int, Node]]:
    """Yield the nodes of a file as sgf.steps() does. Raises RecordError."""
    its = recognize(data, name)
    if its is FORMATS[".lib"]:
        return renlib.steps(data, name, encoding)
    if its is FORMATS[".sgf"]:
        return sgf.steps(data, name, encoding)
    return ((tree, depth, node) for tree in its.read(data, name, encoding) for depth, node in tree.nodes())


def extended(
    data: bytes, name: str, path: Sequence[int], moves: Sequence[str], branch: Sequence[Node], size: int,
    encoding: str = "",
) -> tuple[bytes, bool, list[str]]:  # fmt: skip
    """Add a branch to a file as the last continuation of a node.

    Returns the new file, whether its other bytes are the same as before, and warnings.

    If other bytes have changed, the whole file was written again, and its nodes may differ from the old ones. The
    warnings are a sentence for each difference.

    `path`: the number of the tree in the file, then the number of each continuation on the path to the node. `moves`:
    the moves on the same path. `branch`: the new nodes; each node continues the node before it. `size`: the size of the
    board. `encoding`: the encoding that a user gives. Raises RecordError.
    """
    its = recognize(data, name)
    changed = None
    if its is FORMATS[".lib"]:
        changed = renlib_branch.inserted(data, name, moves, branch)
    elif its is FORMATS[".sgf"]:
        changed = sgf.with_branch(data, name, path, branch, size, encoding)
    if changed is not None:
        return changed, True, []
    found = its.read(data, name, encoding)
    node = found[path[0]].root
    if its is FORMATS[".lib"]:
        # read() joins equal moves of a position, steps() yields them one by one
        for point in moves:
            node = next(child for child in node.children if child.point == point)
    else:
        for number in path[1:]:
            node = node.children[number]
    for new in branch:
        node.children.append(new)
        node = new
    changed, lost = its.rewrite(found)
    return changed, False, lost


def write(path: Path, trees: Sequence[Tree], force: bool = False) -> list[str]:
    """Write trees as a file, in the format that the name's ending gives; return a sentence for each loss.

    If RecordError is raised, nothing has been written. An existing file is replaced only with `force`.
    """
    its = FORMATS.get(path.suffix.lower())
    if its is None:
        raise RecordError(f"{path.name} does not end like a tree file: name it {', '.join(FORMATS)}")
    if not trees:
        raise RecordError("there is no tree to write: choose one")
    files.check_place(path, force)  # check this before the work, because a large tree takes much time
    data, lost = its.write(trees)
    files.write(path, data, force)
    return lost
