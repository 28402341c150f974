"""Trees of variations as SGF: all that a file says is read, and written again.

What the model has no word for is kept, value by value in UTF-8, in Node.others by the property's name. It is written
again as it was, and so is a value that can't be understood, like a mark that is not on the board. Only what the file
says of itself, FF, CA and SZ, is written anew: trees are written as FF[4] in UTF-8, or in the
encoding of the file that they came from.

Trees that read() returns are equal if they are written and read again. In any other tree texts lose what SGF can't
hold: white space other than line breaks becomes blanks, and a name or a label has no line breaks.

A node of a file may hold more than one move, which SGF does not allow: they become one node each, in their order, and
what else it says goes to the last. A move of the root's node becomes the first node after the root. `B[resign]` is no
move: it is kept as other properties are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from sgfmill import sgf_grammar

from ..records import sgf_words as say
from ..records import words
from ..records.encoding import Found, encoded, title
from ..records.form import SIZES, SQUARE, USUAL_SIZE, Tell, place
from ..records.record import RENJU, Record, RecordError
from ..records.sgf import game_said
from ..records.sgf_nodes import MOST_BYTES, MOST_NODES, MOST_PARTS, STRUCTURE, Raw, decoded, is_move, moves_of, scan
from ..records.sgf_tree import line_of, text_of, value_of
from ..said import words_of
from .tree import Node, Tree

__all__ = ["MOST_BYTES", "MOST_HELD", "MOST_NODES", "branch", "read", "rewritten", "steps", "write"]

MOST_HELD = 1_000_000  # the most nodes that read() holds in memory

_MOVES = {"B": "black", "W": "white"}
# in this order: of a point that is named twice, the last counts
_SETUP = {"AE": "empty", "AB": "black", "AW": "white"}
# in this order: of a point that is named twice, the first counts
_MARKS = {"TR": "triangle", "SQ": "square", "CR": "circle", "MA": "cross", "SL": "selected"}
_ARROWS = {"AR": "arrows", "LN": "lines"}
_GAMES = ("1", "4", "5", "511")  # as records/sgf.py reads it
_CONNECT6 = "511"
_UNKNOWN = "Five in a row, rules unknown"  # RU of a game whose name is not known
_BEST = [b"1"]  # TE: a good move
_WIDTH = 72  # the longest line of a file, unless a single value is longer

# The properties that belong to a move and not to a whole game: of a root with a move, they go to that move's node.
# Source: the list of properties of FF[4], by type: move, timing, node annotation, markup
_OF_MOVES = re.compile(
    "KO MN BM DO IT TE BL WL OB OW C DM GB GW HO N UC V AR CR DD LB LN MA SL SQ TR VW FG PM".replace(" ", "|")
)
_PROPERTY = re.compile(r"[A-Z]{1,64}")


def read(data: bytes, name: str = "", encoding: str = "", tell: Tell | None = None) -> list[Tree]:
    """Return the trees of a file, one for each game in it. Raises RecordError, also for more than MOST_HELD nodes.

    `encoding`: the one that a user gives. `tell` takes what is mended.
    """
    trees: list[Tree] = []
    path: list[Node] = []
    for number, (tree, depth, node) in enumerate(steps(data, name, encoding, tell), 1):
        if number > MOST_HELD:
            raise RecordError(f"{place(name)} has more than {MOST_HELD:,} positions: split it into smaller files")
        del path[depth:]
        if depth:
            path[-1].children.append(node)
        else:
            trees.append(tree)
        path.append(node)
    return trees


def steps(
    data: bytes, name: str = "", encoding: str = "", tell: Tell | None = None
) -> Iterator[tuple[Tree, int, Node]]:
    """Yield the nodes of a file, each before its continuations: its tree, which has nothing but size, game and a root
    without children; its depth, 0 at the root; the node, without children. Only one node is held. Raises RecordError.
    """
    its = decoded(data, name, encoding)
    text = its.text.encode("utf-8", "replace")
    its = its._replace(text="", encoding="" if its.encoding.startswith("utf-8") else its.encoding)
    del data
    tree, reader = Tree(), _Reader(USUAL_SIZE, False)
    levels: list[int] = []  # by depth in the file: the depth of its last node
    number = games = begin = 0
    for depth, raw, end in scan(text, name, tell=tell):
        if not depth:
            games += 1
            where = place(name, games, min(games, 2))
            number, levels = 0, []
            tree = _tree(raw, text, begin, name, where)
            tree.encoding, tree.named = its.encoding, its.named
            reader = _Reader(tree.size, tree.game == "connect6", reader.parts)
        begin = end
        number += 1
        del levels[depth:]
        at = levels[-1] if levels else -1
        try:
            nodes = reader.nodes(raw, at < 0)
        except ValueError as error:
            raise RecordError(f"{where}, node {number}: {words_of(error)}") from None
        for node in nodes:
            at += 1
            if not at:
                tree.root = node
            yield tree, at, node
        levels.append(at)


def _tree(root: Raw, text: bytes, begin: int, name: str, where: str) -> Tree:
    """Return an empty tree with the size and the game of a root; takes from it what write() says of them itself.

    `begin`: a byte of the text before this game and behind the one before.
    """
    kind = line_of(root.get("GM", ()))
    if kind and kind not in _GAMES:
        others = "only GM[4], Renju, GM[1], GM[5] and Connect6's GM[511] are read"
        raise RecordError(f"{where} is of another game (GM[{kind[:20]}]): {others}")
    said = game_said(root, kind)[0]
    game = "connect6" if kind == _CONNECT6 else said.game if said else RENJU
    if "SZ" in root:
        size = say.size_of(line_of(root["SZ"]))
        if size is None:
            raise RecordError(f"{where}: no board is SZ[{line_of(root['SZ'])[:20]}]: {SQUARE}")
    else:
        size = SIZES[-1] if kind == _CONNECT6 else _likely_size(text, begin, name)
    tree = Tree(size, game)
    for property_, its in {"FF": None, "CA": None, "SZ": None, **_head(tree)}.items():
        if its is None or root.get(property_) == its:
            root.pop(property_, None)
    return tree


def _likely_size(text: bytes, begin: int, name: str) -> int:
    values: set[bytes] = set()
    for number, (depth, raw, _) in enumerate(scan(text, name, begin, lambda _: None)):  # what is mended is told once
        if number and not depth:
            break
        values.update(value for its in ("AB", "AW") for value in raw.get(its, ()))
        values.update(value for _, value in moves_of(raw))
    return say.likely_size(sorted(values))


def _head(tree: Tree) -> Raw:
    """Return what the root of a written tree says before all else, without size and encoding."""
    game = _UNKNOWN if not tree.game else words.game(Record((), game=tree.game))
    return {"GM": [b"4"], "AP": [b"Tengen"], **({"RU": value_of(game)} if game else {})}


class _Reader:
    """Turns the raw nodes of one game into nodes.

    `pairs`: four letters may be two stones. `parts`: the points of marks and of stones that are set up, so far in the
    file: a rectangle names many in a few bytes.
    """

    def __init__(self, size: int, pairs: bool, parts: int = 0) -> None:
        self.parts = parts
        self._size = size
        self._two = pairs
        self._moves: dict[bytes, str] = {}

    def nodes(self, raw: Raw, is_root: bool) -> list[Node]:
        """Return the node, or several if it has several moves, or if it is a root with a move. Raises ValueError."""
        if len(raw) == 1 and not is_root:
            ((name, values),) = raw.items()
            if name in _MOVES and len(values) == 1 and values[0] in self._moves:  # as most nodes are
                return [Node(self._moves[values[0]], _MOVES[name])]
        moves = [
            (self._move(stone), _MOVES[name])
            for name, value in moves_of(raw)
            if not say.is_resignation(value)
            for stone in say.stones_of(value, self._two)
        ]
        if is_root and moves:
            its_own = {name for name in raw if is_move(name) or _OF_MOVES.fullmatch(name)}
            rest = {name: its for name, its in raw.items() if name not in its_own}
            found = [self._node(rest, "", "")]
            raw = {name: its for name, its in raw.items() if name in its_own}
        else:
            found = []
            moves = moves or [("", "")]
        found += [Node(point, colour) for point, colour in moves[:-1]]
        return [*found, self._node(raw, *moves[-1])]

    def _move(self, value: bytes) -> str:
        move = self._moves.get(value)
        if move is None:
            move = say.move_of(value, self._size)
            if move is None:
                raise ValueError(self._is_no_point("a move", value))
            self._moves[value] = move
        return move

    def _node(self, raw: Raw, point: str, colour: str) -> Node:
        node = Node(point, colour)
        if len(raw) == 1 and point:
            return node
        for name, its in raw.items():
            left: Sequence[bytes] = ()
            if is_move(name):
                name, left = name[0], [value for value in its if say.is_resignation(value)]
            elif name == "C":
                node.comment = text_of(its)
            elif name == "N":
                node.name = line_of(its)
            elif name == "LB":
                left = self._labels(node, its)
            elif name in _ARROWS:
                left = self._pairs(getattr(node, _ARROWS[name]), its)
            elif name == "TE" and its == _BEST and point:
                node.best = True
            elif name not in _MARKS and name not in _SETUP:
                left = its
            if left:
                node.others.setdefault(name, []).extend(left)
        for name, mark in _MARKS.items():
            for value in raw.get(name, ()):
                points = self._points(value)
                if not points or not node.marks.keys().isdisjoint(points):
                    node.others.setdefault(name, []).append(value)
                else:
                    node.marks.update(dict.fromkeys(points, mark))
        for name, colour_ in _SETUP.items():
            for value in raw.get(name, ()):
                points = self._points(value)
                if not points:
                    raise ValueError(self._is_no_point("a set-up stone", value))
                node.setup.update(dict.fromkeys(points, colour_))
        return node

    def _labels(self, node: Node, values: Sequence[bytes]) -> list[bytes]:
        """Take the labels; return the values that are none."""
        left = []
        for value in values:
            at, text = sgf_grammar.parse_compose(value)
            point = self._point(at)
            if text is None or point is None or point in node.labels:
                left.append(value)
            else:
                node.labels[point] = line_of([text])
        return left

    def _pairs(self, pairs: list[tuple[str, str]], values: Sequence[bytes]) -> list[bytes]:
        """Take the pairs of points; return the values that are none."""
        left = []
        for value in values:
            one, colon, other = value.partition(b":")
            begin, end = self._point(one), self._point(other)
            if colon and begin and end:
                pairs.append((begin, end))
            else:
                left.append(value)
        return left

    def _point(self, value: bytes) -> str | None:
        return say.point_of(value.decode("utf-8", "replace"), self._size)

    def _points(self, value: bytes) -> list[str]:
        """Return the points of a value, which may be a rectangle, given by two corners; [] if it is neither."""
        one, colon, other = value.partition(b":")
        begin, end = self._point(one), self._point(other) if colon else self._point(one)
        if not begin or not end:
            return []
        columns, rows = sorted((begin[0], end[0])), sorted((int(begin[1:]), int(end[1:])))
        letters = [chr(code) for code in range(ord(columns[0]), ord(columns[1]) + 1)]
        found = [f"{letter}{row}" for row in range(rows[0], rows[1] + 1) for letter in letters]
        self.parts += len(found)
        if self.parts > MOST_PARTS:
            raise ValueError(f"more than {MOST_PARTS:,} points are marked or set up, the most that is read: split it")
        return found

    def _is_no_point(self, what: str, value: bytes) -> str:
        text, size = value.decode("utf-8", "replace"), self._size
        return f"{what} is {text[:20]!r}, which is no point of a {size}x{size} board: correct it there, or the size, SZ"


# Writing


def write(trees: Sequence[Tree]) -> bytes:
    """Return a file of trees. Raises RecordError for what is not on the board, or is no SGF."""
    return b"\n".join(_game(tree, "UTF-8") for tree in trees)


def rewritten(trees: Sequence[Tree]) -> tuple[bytes, list[str]]:
    """Return the file of trees that have been read and changed, in its own encoding: or in UTF-8, and a sentence that
    says so, if that does not have all letters. Raises RecordError as write() does.
    """
    its = Found("", trees[0].encoding, trees[0].named)
    if not its.encoding:
        return write(trees), []
    text = b"\n".join(_game(tree, its.named) for tree in trees).decode()
    data = encoded(text, its, its.named, STRUCTURE)
    if data is not None:
        return data, []
    why = f"in {title(its.encoding)}, as before, it could not be read again with all its letters"
    return write(trees), [f"The file is in UTF-8 now: {why}."]


def branch(nodes: Sequence[Node], size: int) -> bytes:
    """Return nodes that follow each other, as a file in UTF-8 has them: `;B[hh];W[ii]`. Raises RecordError."""
    return b"".join(b"".join(_pieces(node, size, {})) for node in nodes)


def _game(tree: Tree, encoding: str) -> bytes:
    """Return a tree as SGF in UTF-8 that says it is in `encoding`, if that is not ""."""
    head = {"FF": [b"4"], **({"CA": [encoding.encode()]} if encoding else {}), "SZ": [str(tree.size).encode()]}
    head |= {name: its for name, its in _head(tree).items() if name not in tree.root.others}
    if tree.size not in SIZES:
        raise RecordError(f"no board has {tree.size} points a side: those have {SIZES[0]} to {SIZES[-1]}")
    lines = _Lines()
    lines.add(b"(")
    stack: list[Node | bytes] = [b")", tree.root]
    while stack:
        node = stack.pop()
        if isinstance(node, bytes):
            lines.add(node)
            continue
        for piece in _pieces(node, tree.size, head):
            lines.add(piece)
        head = {}
        if len(node.children) == 1:
            stack.append(node.children[0])
        else:
            for child in reversed(node.children):
                stack += (b")", child, b"\n(")
    return lines.text() + b"\n"


class _Lines:
    """The text of a file, with a line break between two pieces where the line would be too long."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self._width = 0

    def add(self, piece: bytes) -> None:
        if piece.startswith(b"\n"):
            self._width = 0
        elif self._width + len(piece) > _WIDTH and self._width:
            self._pieces.append(b"\n")
            self._width = 0
        self._width += len(piece)
        self._pieces.append(piece)

    def text(self) -> bytes:
        return b"".join(self._pieces)


def _pieces(node: Node, size: int, head: Mapping[str, Sequence[bytes]]) -> list[bytes]:
    """Return a node in SGF, a piece for each property. `head`: what it says besides, first."""
    its: dict[str, list[bytes]] = {name: list(values) for name, values in head.items()}

    def add(name: str, value: bytes) -> None:
        its.setdefault(name, []).append(value)

    try:
        if node.point:
            add("W" if node.colour == "white" else "B", say.value_of_move(node.point, size))
        if _is_plain(node):
            return _joined(its)
        for name, what in _SETUP.items():
            for point, now in node.setup.items():
                if now == what:
                    add(name, say.value_of_move(point, size))
        for name, what in _MARKS.items():
            for point, mark in node.marks.items():
                if mark == what:
                    add(name, say.value_of_move(point, size))
        for point, label in node.labels.items():
            add("LB", say.value_of_move(point, size) + b":" + value_of(label)[0])
        for name, field in _ARROWS.items():
            for one, other in getattr(node, field):
                add(name, say.value_of_move(one, size) + b":" + say.value_of_move(other, size))
    except ValueError as error:
        raise RecordError(f"the tree can't be written: {words_of(error)}") from None
    if node.comment:
        add("C", value_of(node.comment)[0])
    if node.name:
        add("N", value_of(node.name)[0])
    if node.best:
        add("TE", _BEST[0])
    for name, values in sorted(node.others.items()):
        if name in head or not _PROPERTY.fullmatch(name):
            continue  # said already, or another format's
        for value in values:
            if not sgf_grammar.is_valid_property_value(value):
                raise RecordError(f"the tree can't be written: a value of {name[:20]} is no SGF")
            add(name, value)
    return _joined(its)


def _is_plain(node: Node) -> bool:
    """Whether a node has nothing but a move."""
    return not (
        node.comment or node.marks or node.labels or node.name or node.setup or node.arrows or node.lines or node.best
        or node.others
    )  # fmt: skip


def _joined(its: Mapping[str, Sequence[bytes]]) -> list[bytes]:
    """Return the properties, the first of them behind the semicolon of their node."""
    pieces = [name.encode() + b"".join(b"[" + value + b"]" for value in values) for name, values in its.items()]
    return [b";" + pieces[0], *pieces[1:]] if pieces else [b";"]
