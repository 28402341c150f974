"""Read RenLib's libraries (.lib) as trees. renlib_bytes.py describes the bytes.

- RenLib's one-line comment becomes a node's `name`, its comment of several lines becomes `comment`, and its mark
  becomes `best`. Its start position becomes `START` in `others`.
- A board text becomes a label in the position before the node, because RenLib shows it there, on a continuation's point
  or on an empty point.
- The colours alternate, Black first; a pass counts. Like RenLib, the reader joins equal moves after the same position.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..records.checks import place
from ..records.encoding import codec, guess, title
from ..records.record import COLOURS, RecordError
from ..records.tree import Node, Tree
from . import renlib_bytes as raw
from .renlib_writing import START

MOST_HELD = 2_000_000  # the most nodes that read() takes into memory

_PARTS = raw.PARTS.decode()


def steps(data: bytes, name: str = "", encoding: str = "") -> Iterator[tuple[Tree, int, Node]]:
    """Yield the nodes of a library one by one, as records/sgf/trees.py does. Only one node is in memory.

    Raises RecordError in the same cases as `read`, perhaps after some nodes have been yielded.

    A board text is a separate node without a move, before the node with the move on this point. The same move may come
    twice after a position. The `encoding` of the tree is set as soon as a text has been decoded with it.
    """
    texts = _Texts(data, name, encoding)
    tree = Tree(named=title(texts.encoding) if encoding else "")
    for depth, position, flags, comment, text in raw.scan(data, name):
        point = raw.POINTS[position] if depth else ""
        if text and position:
            yield tree, depth, Node(labels={point: texts.text(text)})
        if depth and raw.is_label(flags, comment):
            continue
        node = Node(point, COLOURS[(depth - 1) % 2] if depth else "", best=flags & raw.MARK != 0)
        if comment:
            node.name, node.comment = texts.comment(flags, comment)
        # without a point, the board text has no place on the board, so it is added to the comment
        if text and not position:
            node.comment = "\n".join(filter(None, (node.comment, texts.text(text))))
        if flags & raw.START:
            node.others[START] = [b""]
        tree.encoding = texts.encoding
        yield tree, depth, node


def read(data: bytes, name: str = "", encoding: str = "") -> Tree:
    """Return the tree of a library. `encoding`: the encoding of the texts if a user gives one, else "".

    Raises RecordError with the file's name, the byte, and what to do.

    A node takes about 700 bytes of memory, so at most MOST_HELD nodes are allowed. `steps` has no such limit, because
    it does not store the nodes that it has yielded.
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
    """Collect the words of equal moves for the first of these moves.

    The words are joined after the last node, because there may be many.
    """

    def __init__(self) -> None:
        # the key is the node's id; the value has the node's comments, each once, in order
        self._more: dict[int, tuple[Node, dict[str, None]]] = {}

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
    """Decode all texts of a file in the same encoding.

    If no `encoding` is given, the first text that needs one determines it.
    """

    def __init__(self, data: bytes, name: str, given: str) -> None:
        self._all = lambda: _texts_of(data, name)
        self._name, self._given = name, given
        self.encoding = codec(given)

    def comment(self, flags: int, comment: bytes) -> tuple[str, str]:
        """Return the one-line comment and the comment of several lines."""
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
                what = f"a text is invalid in {title(self.encoding)}"
                raise RecordError(f"{place(self._name)}: {what}: give another --encoding, or none") from None
            return text.decode(guess(text))


def _texts_of(data: bytes, name: str) -> Iterator[bytes]:
    for _, _, flags, comment, text in raw.scan(data, name):
        if not flags & raw.OLD_COMMENT:
            yield comment
        yield text
