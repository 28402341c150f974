"""Reads RenLib's libraries (.lib) as trees; what their bytes mean is in renlib_bytes.py.

- RenLib's one-line comment is a node's `name`, the one of several lines its `comment`; its mark is `best`. Its start
  position is `START` in `others`.
- A board text is a label of the position before: RenLib shows it on a continuation's point, or on an empty one.
- The colours alternate, Black first; a pass counts. What RenLib joins when it reads is joined here, too: the same move
  twice after one position.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..records.checks import place
from ..records.encoding import codec, guess, title
from ..records.record import COLOURS, RecordError
from ..records.tree import Node, Tree
from . import renlib_bytes as raw
from .renlib_writing import START

MOST_HELD = 2_000_000  # the most nodes that read() holds in memory

_PARTS = raw.PARTS.decode()


def steps(data: bytes, name: str = "", encoding: str = "") -> Iterator[tuple[Tree, int, Node]]:
    """Yield the nodes of a library one by one, as records/sgf/trees.py does: only one is held. Raises RecordError as
    `read` does, also after the first ones.

    A board text is a node of its own, without a move, before the move on whose point it stands; the same move may come
    twice after a position. The tree has its encoding as soon as a text has needed one.
    """
    texts = _Texts(data, name, encoding)
    tree = Tree(named=title(texts.encoding) if encoding else "")
    for depth, position, flags, comment, text in raw.scan(data, name):
        point = raw.POINTS[position] if depth else ""
        if text and position:
            yield tree, depth, Node(labels={point: texts.text(text)})
        if raw.is_label(flags, comment):
            continue
        node = Node(point, COLOURS[(depth - 1) % 2] if depth else "", best=flags & raw.MARK != 0)
        if comment:
            node.name, node.comment = texts.comment(flags, comment)
        if text and not position:  # no point is there to show it on
            node.comment = "\n".join(filter(None, (node.comment, texts.text(text))))
        if flags & raw.START:
            node.others[START] = [b""]
        tree.encoding = texts.encoding
        yield tree, depth, node


def read(data: bytes, name: str = "", encoding: str = "") -> Tree:
    """Return the tree of a library. `encoding`: that of its texts, if a user gives one. Raises RecordError: with the
    file's name, the byte, and what to do.

    A node takes some 700 bytes of memory, so there may be MOST_HELD; `steps` needs none for those that are gone by.
    """
    said = _Said()
    path: list[Node] = []
    known: list[dict[str, Node]] = []  # the continuations of each node of the path
    for number, (tree, depth, node) in enumerate(steps(data, name, encoding)):
        if number > MOST_HELD:
            raise RecordError(f"{name or 'the file'} has more than {MOST_HELD:,} nodes: save a branch of it")
        if depth and not node.point:
            for point, text in node.labels.items():
                path[depth - 1].labels.setdefault(point, text)
            continue
        there = known[depth - 1].get(node.point) if depth else None
        if there:
            said.add(there, node)
        elif depth:
            path[depth - 1].children.append(node)
            known[depth - 1][node.point] = node
        else:
            tree.root = node
        del path[depth:], known[depth:]
        path.append(there or node)
        known.append({child.point: child for child in path[-1].children})
    said.join()
    return tree


class _Said:
    """Gives nodes the words of the same moves that come again; they are joined at the end, because they may be many."""

    def __init__(self) -> None:
        self._more: dict[int, tuple[Node, dict[str, None]]] = {}  # by the node's id; its comments, each once, in order

    def add(self, node: Node, again: Node) -> None:
        node.best |= again.best
        node.others |= again.others
        if not node.name:
            node.name = again.name
        for comment in (again.name if again.name != node.name else "", again.comment):
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
