"""Reads and writes RenLib's libraries (.lib) as trees; what their bytes mean is in renlib_bytes.py.

- RenLib's one-line comment is a node's `name`, the one of several lines its `comment`; its mark is `best`. Its start
  position is `START` in `others`.
- A board text is a label of the position before: RenLib shows it on a continuation's point, or on an empty one.
- The colours alternate, Black first; a pass counts. What RenLib joins when it reads is joined here, too: the same move
  twice after one position.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..records.encoding import codec, guess, title
from ..records.form import place
from ..records.record import COLOURS, RecordError
from . import renlib_bytes as raw
from .renlib_writing import START, losses, write, written
from .tree import Node, Tree

__all__ = ["MOST_HELD", "Entry", "losses", "nodes", "read", "write", "written"]

MOST_HELD = 2_000_000  # the most nodes that read() holds in memory

_PARTS = raw.PARTS.decode()


class Entry(NamedTuple):
    """A node, for who has no room for Node objects. Each comes before its continuations, the root first.

    `parent`: the number of the node before, from 0; -1 at the root. `point`: the move, "" at the root. `label`: the
    board text that is shown on the point at `parent`. `best`: marked. `start`: the library's start position. `is_move`:
    false if only the label is there. The same move may come twice after a position.
    """

    parent: int
    point: str
    name: str
    comment: str
    label: str
    best: bool
    start: bool
    is_move: bool


def nodes(data: bytes, name: str = "", encoding: str = "") -> Iterator[Entry]:
    """Yield the nodes of a library one by one. `encoding`: that of its texts, if a user gives one. Raises RecordError
    as `read` does, also after the first ones.
    """
    texts = _Texts(data, name, encoding)
    parents = [-1] * (raw.DEEPEST + 2)  # the number of the last node of each depth, from 1
    for number, (depth, position, flags, comment, text) in enumerate(raw.scan(data, name)):
        parents[depth + 1] = number
        title, said = texts.comment(flags, comment) if comment else ("", "")
        yield Entry(
            parents[depth],
            raw.POINTS[position] if depth else "",
            title,
            said,
            texts.text(text) if text else "",
            flags & raw.MARK != 0,
            flags & raw.START != 0,
            not raw.is_label(flags, comment),
        )


def read(data: bytes, name: str = "", encoding: str = "") -> Tree:
    """Return the tree of a library. `encoding`: that of its texts, if a user gives one. Raises RecordError: with the
    file's name, the byte, and what to do.

    A node takes some 700 bytes of memory, so there may be MOST_HELD; `nodes` needs none for those that are gone by.
    """
    texts = _Texts(data, name, encoding)
    said = _Said()
    root = Node()
    path = [root]
    known: list[dict[int, Node]] = [{}]  # the continuations of each node of the path
    for number, (depth, position, flags, comment, text) in enumerate(raw.scan(data, name)):
        if number > MOST_HELD:
            raise RecordError(f"{name or 'the file'} has more than {MOST_HELD:,} nodes: save a branch of it")
        node = root
        if depth:
            before, there = path[depth - 1], known[depth - 1].get(position)
            if text and position:
                before.labels.setdefault(raw.POINTS[position], texts.text(text))
            if raw.is_label(flags, comment):
                continue
            node = there or Node(raw.POINTS[position], COLOURS[(depth - 1) % 2])
            if there is None:
                before.children.append(node)
                known[depth - 1][position] = node
            del path[depth:], known[depth:]
            path.append(node)
            known.append({raw.POSITIONS[child.point]: child for child in node.children})
        if comment:
            said.add(node, *texts.comment(flags, comment))
        if text and not position:
            said.add(node, "", texts.text(text))  # no point is there to show it on
        if flags & raw.MARK:
            node.best = True
        if flags & raw.START:
            node.others[START] = [b""]
    said.join()
    return Tree(root=root, encoding=texts.encoding, named=title(texts.encoding) if encoding else "")


class _Said:
    """Gives nodes their words; the words of moves that come twice are joined at the end, because they may be many."""

    def __init__(self) -> None:
        self._more: dict[int, tuple[Node, dict[str, None]]] = {}  # by the node's id; its comments, each once, in order

    def add(self, node: Node, name: str, comment: str) -> None:
        if not node.name:
            node.name = name
        elif name != node.name:
            self._comment(node, name)
        self._comment(node, comment)

    def _comment(self, node: Node, comment: str) -> None:
        if not node.comment:
            node.comment = comment
        elif comment not in ("", node.comment):
            self._more.setdefault(id(node), (node, {node.comment: None}))[1][comment] = None

    def join(self) -> None:
        for node, comments in self._more.values():
            node.comment = "\n".join(comments)


class _Texts:
    """Decodes the texts of a file: in one `encoding`, which is guessed when the first needs it, if none is given."""

    def __init__(self, data: bytes, name: str, given: str) -> None:
        self._all = lambda: _texts_of(data, name)
        self._name, self._given = name, given
        self.encoding = codec(given)

    def comment(self, flags: int, comment: bytes) -> tuple[str, str]:
        """Return the one-line comment and the one of several lines."""
        if flags & raw.OLD_COMMENT:
            line, _, lines = raw.old_text(comment).partition(_PARTS)
        else:
            line_, _, lines_ = comment.partition(raw.PARTS)
            line, lines = self.text(line_), self.text(lines_)
        return " ".join(line.splitlines()), lines.replace("\r\n", "\n").replace("\r", "\n")

    def text(self, text: bytes) -> str:
        if text.isascii():
            return text.decode("ascii")
        self.encoding = self.encoding or raw.encoding_of(self._all())
        try:
            return text.decode(self.encoding)
        except UnicodeDecodeError:
            if self._given:
                what = f"a text is none in {title(self.encoding)}"
                raise RecordError(f"{place(self._name)}: {what}: give another --encoding, or none") from None
            return text.decode(guess(text))


def _texts_of(data: bytes, name: str) -> Iterator[bytes]:
    for _, _, flags, comment, text in raw.scan(data, name):
        if not flags & raw.OLD_COMMENT:
            yield comment
        yield text
