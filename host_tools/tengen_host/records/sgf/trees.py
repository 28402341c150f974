"""Read and write trees of variations as SGF. Everything in a file is read, and written again.

Data that a Tree can't express are stored in Node.others, under the property's name, as values in UTF-8. They are
written again unchanged. So are values that can't be understood, like a mark outside the board. Only FF, CA and SZ,
which describe the file, are replaced, because trees are written as FF[4] in UTF-8, or in the encoding of their original
file.

A tree that read() returns is the same after it has been written and read again. In any other tree, the texts lose what
SGF can't store. White space other than line breaks becomes blanks, and a name or a label loses its line breaks.

A node of a file may contain more than one move, which SGF does not allow: each move then becomes a node of its own, in
the order of the file. The last of these nodes gets the other properties. A move in the root node becomes the first node
after the root. `B[resign]` is not a move, and is stored as an unknown property.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from sgfmill import sgf_grammar

from ...i18n import error_text
from .. import words
from ..checks import SIZES, SQUARE, Tell, place
from ..encoding import Found, encoded, title
from ..record import COLOURS, RENJU, Record, RecordError
from ..tree import Node, Tree
from . import nodes, values
from .nodes import MOST_PARTS, STRUCTURE, Raw, is_move, moves_of, scan
from .values import line_of, text_of, value_of

MOST_HELD = 1_000_000  # the most nodes that read() takes into memory

MOVES = {"B": "black", "W": "white"}
# the properties are read in this order; if a point occurs twice, the last property counts
SETUP = {"AE": "empty", "AB": "black", "AW": "white"}
# the properties are read in this order; if a point occurs twice, the first property counts
_MARKS = {"TR": "triangle", "SQ": "square", "CR": "circle", "MA": "cross", "SL": "selected"}
_ARROWS = {"AR": "arrows", "LN": "lines"}
CONNECT6 = "511"  # the number that Connect6 editors, such as KifuAssembler, use; SGF itself has no number for Connect6
# 4 is Renju; some programs write 1, which is Go, and ORC Game Center writes 5
_GAMES = ("1", "4", "5", CONNECT6)
_UNKNOWN = "Five in a row, rules unknown"  # RU of a game without a known name
_BEST = [b"1"]  # TE: a good move
_WIDTH = 72  # the most characters of a line in a file, unless a single value is longer

# Properties that belong to a move and not to a whole game. In a root with a move, they become properties of the new
# node for this move. Source: the list of properties of FF[4], by type: move, timing, node annotation, markup
_OF_MOVES = re.compile(
    "KO MN BM DO IT TE BL WL OB OW C DM GB GW HO N UC V AR CR DD LB LN MA SL SQ TR VW FG PM".replace(" ", "|")
)
_PROPERTY = re.compile(r"[A-Z]{1,64}")


def read(data: bytes, name: str = "", encoding: str = "", tell: Tell | None = None) -> list[Tree]:
    """Return the trees of a file, one for each game in it. Raises RecordError, also for more than MOST_HELD nodes.

    `encoding`: the encoding that the user gives. `tell` gets warnings about repairs.
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
    """Yield the nodes of a file, each node before its continuations.

    For each node there are its tree, its depth (0 at the root), and the node itself.

    The tree has only size, game and a root without children; the node has no children. Only one node is in memory.
    Raises RecordError.
    """
    its = nodes.decoded(data, name, encoding)
    text = its.text.encode("utf-8", "replace")
    its = its._replace(text="", encoding="" if its.encoding.startswith("utf-8") else its.encoding)
    del data
    # index: a depth in the file; item: the depth in the tree of the last node that came from there
    levels: list[int] = []
    number = games = begin = parts = 0
    for depth, raw, end in scan(text, name, tell=tell):
        if not depth:
            games += 1
            where = place(name, games, min(games, 2))
            number, levels = 0, []
            tree = _tree(raw, _values(text, begin, name), where)
            tree.encoding, tree.named = its.encoding, its.named
            reader = Reader(tree.size, tree.game == "connect6", parts)
        begin = end
        number += 1
        del levels[depth:]
        at = levels[-1] if levels else -1
        try:
            found = reader.nodes(raw, at < 0)
        except ValueError as error:
            raise RecordError(f"{where}, node {number}: {error_text(error)}") from None
        for node in found:
            at += 1
            if not at:
                tree.root = node
            yield tree, at, node
        levels.append(at)
        parts = reader.parts


def _tree(root: Raw, points: Iterable[bytes], where: str) -> Tree:
    """Return an empty tree with the size and the game from a root.

    Properties that write() adds itself are removed from the root.

    `points`: all values in the game that contain points.
    """
    said, _ = game_of(root, where)
    tree = Tree(size_of(root, points, where), said.game if said else RENJU)
    for name, its in {"FF": None, "CA": None, "SZ": None, **_head(tree)}.items():
        if its is None or root.get(name) == its:
            root.pop(name, None)
    return tree


def _values(text: bytes, begin: int, name: str) -> Iterator[bytes]:
    """Yield the values that contain points in the game that begins at byte `begin`."""
    for number, (depth, raw, _) in enumerate(scan(text, name, begin, lambda _: None)):  # repairs are already reported
        if number and not depth:
            return
        yield from points_in(raw)


def points_in(raw: Raw) -> list[bytes]:
    """Return the values of a node that contain stones."""
    return [*raw.get("AB", ()), *raw.get("AW", ()), *(value for _, value in moves_of(raw))]


def game_of(root: Raw, where: str) -> tuple[Record | None, bool]:
    """Return an empty record with the game, options and opening of a root, and whether RU is understood.

    The root's GM, RU or GN contain them. The record is None if these properties do not name a game. Raises RecordError
    for a game outside the family.
    """
    kind, rules, title_ = (line_of(root.get(name, ())) for name in ("GM", "RU", "GN"))
    if kind and kind not in _GAMES:
        others = "only GM[4], Renju, GM[1], GM[5] and Connect6's GM[511] are read"
        raise RecordError(f"{where} is of another game (GM[{kind[:20]}]): {others}")
    if kind == CONNECT6:
        return Record((), game="connect6"), False
    ours = words.with_game(Record(()), [f"Rules: {rules}"])
    if not ours.is_renju:
        return ours, True
    numbered = values.game_of_number(rules) if kind == "4" else None
    if numbered is not None:
        return Record((), game=numbered), bool(numbered)
    rule = values.rule_of(rules) if rules else values.rule_of_name(title_)
    if rule is not None:
        return Record((), rule=rule), True
    game = values.game_of(rules)
    return (Record((), game=game), bool(game)) if game or values.is_of_family(rules, title_) else (None, False)


def size_of(root: Raw, points: Iterable[bytes], where: str) -> int:
    """Return the size of a game's board: SZ, or a size that fits the `points` of the game. Raises RecordError."""
    if "SZ" not in root:
        return SIZES[-1] if line_of(root.get("GM", ())) == CONNECT6 else values.likely_size(set(points))
    text = line_of(root["SZ"])
    size = values.size_of(text)
    if size is None:
        raise RecordError(f"{where}: no board is SZ[{text[:20]}]: {SQUARE}")
    return size


def _head(tree: Tree) -> Raw:
    """Return the first properties of a written tree's root, without size and encoding."""
    game = _UNKNOWN if not tree.game else words.game(Record((), game=tree.game))
    return {"GM": [b"4"], "AP": [b"Tengen"], **({"RU": value_of(game)} if game else {})}


class Reader:
    """Convert the raw nodes of one game to nodes.

    `pairs`: True if four letters may be two stones. `parts`: the number of points of marks and set-up stones so far in
    the file. It is limited, because a rectangle gives many points in a few bytes.
    """

    def __init__(self, size: int, pairs: bool, parts: int = 0) -> None:
        self.parts = parts
        self._size = size
        self._pairs = pairs
        self._moves: dict[bytes, str] = {}  # the points of values of two letters

    def nodes(self, raw: Raw, is_root: bool) -> list[Node]:
        """Return the node, or several if it has several moves, or if it is a root with a move. Raises ValueError."""
        if len(raw) == 1 and not is_root:
            ((name, its),) = raw.items()
            # this is the usual case, and it is handled first to save time
            if name in MOVES and len(its) == 1 and len(its[0]) == 2:
                point = self._moves.get(its[0])
                if point is None:
                    point = self._moves[its[0]] = self._move(its[0])
                return [Node(point, MOVES[name])]
        moves = [
            (self._move(stone), MOVES[name])
            for name, value in moves_of(raw)
            if not values.is_resignation(value)
            for stone in values.stones_of(value, self._pairs)
        ]
        found = []
        if is_root and moves:
            its_own = {name for name in raw if is_move(name) or _OF_MOVES.fullmatch(name)}
            found = [self._node({name: its for name, its in raw.items() if name not in its_own}, "", "")]
            raw = {name: its for name, its in raw.items() if name in its_own}
        moves = moves or [("", "")]
        return [*found, *(Node(point, colour) for point, colour in moves[:-1]), self._node(raw, *moves[-1])]

    def points(self, value: bytes) -> list[str]:
        """Return the points of a value.

        The value is a point, or a rectangle given by two corners. The result is [] for any other value.
        """
        one, colon, other = value.partition(b":")
        begin, end = self._point(one), self._point(other if colon else one)
        if not begin or not end:
            return []
        columns, rows = sorted((begin[0], end[0])), sorted((int(begin[1:]), int(end[1:])))
        letters = [chr(code) for code in range(ord(columns[0]), ord(columns[1]) + 1)]
        found = [f"{letter}{row}" for row in range(rows[0], rows[1] + 1) for letter in letters]
        self.parts += len(found)
        if self.parts > MOST_PARTS:
            raise ValueError(f"more than {MOST_PARTS:,} points are marked or set up, the most that is read: split it")
        return found

    def stones(self, its: Iterable[bytes]) -> Iterator[str]:
        """Yield the points of set-up stones one by one, because rectangles may contain millions of points.

        Raises ValueError.
        """
        for value in its:
            points = self.points(value)
            if not points:
                raise self._no_point("a set-up stone", value)
            yield from points

    def _move(self, value: bytes) -> str:
        move = values.move_of(value, self._size)
        if move is None:
            raise self._no_point("a move", value)
        return move

    def _node(self, raw: Raw, point: str, colour: str) -> Node:
        node = Node(point, colour)
        if len(raw) == 1 and point and len(next(iter(raw.values()))) == 1:
            return node
        for name, its in raw.items():
            left: Sequence[bytes] = ()
            if is_move(name):
                name, left = name[0], [value for value in its if values.is_resignation(value)]
            elif name == "C":
                node.comment = text_of(its)
            elif name == "N":
                node.name = line_of(its)
            elif name == "LB":
                left = self._labels(node, its)
            elif name in _ARROWS:
                left = self._arrows(getattr(node, _ARROWS[name]), its)
            elif name == "TE" and its == _BEST and point:
                node.best = True
            elif name not in _MARKS and name not in SETUP:
                left = its
            if left:
                node.others.setdefault(name, []).extend(left)
        for name, mark in _MARKS.items():
            for value in raw.get(name, ()):
                points = self.points(value)
                if not points or not node.marks.keys().isdisjoint(points):
                    node.others.setdefault(name, []).append(value)
                else:
                    node.marks.update(dict.fromkeys(points, mark))
        for name, now in SETUP.items():
            if name in raw:
                node.setup.update(dict.fromkeys(self.stones(raw[name]), now))
        return node

    def _labels(self, node: Node, its: Sequence[bytes]) -> list[bytes]:
        """Store the labels; return the values that are not labels."""
        left = []
        for value in its:
            at, text = sgf_grammar.parse_compose(value)
            point = self._point(at)
            if text is None or point is None or point in node.labels:
                left.append(value)
            else:
                node.labels[point] = line_of([text])
        return left

    def _arrows(self, pairs: list[tuple[str, str]], its: Sequence[bytes]) -> list[bytes]:
        """Store the pairs of points; return the values that are not pairs of points."""
        left = []
        for value in its:
            one, colon, other = value.partition(b":")
            begin, end = self._point(one), self._point(other)
            if colon and begin and end:
                pairs.append((begin, end))
            else:
                left.append(value)
        return left

    def _point(self, value: bytes) -> str | None:
        return values.point_of(value.decode("utf-8", "replace"), self._size)

    def _no_point(self, what: str, value: bytes) -> ValueError:
        text, board = value.decode("utf-8", "replace")[:20], f"{self._size}x{self._size} board"
        return ValueError(f"{what} is {text!r}, which is not a point of a {board}: correct it there, or the size, SZ")


# Writing


def write(trees: Sequence[Tree]) -> bytes:
    """Return a file of trees.

    Raises RecordError for points outside the board, or if data in Node.others are not valid SGF.
    """
    return b"\n".join(_game(tree, "UTF-8") for tree in trees)


def rewritten(trees: Sequence[Tree]) -> tuple[bytes, list[str]]:
    """Return a file of trees that have been read and changed, in the encoding of the original file, and "".

    If this encoding lacks some letters, return the file in UTF-8, and a sentence that says so. Raises RecordError in
    the same cases as write().
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


def with_branch(
    data: bytes, name: str, path: Sequence[int], branch: Iterable[Node], size: int, encoding: str = ""
) -> bytes | None:
    """Return a file with `branch`, a line of nodes, as the last continuation of a node; no other byte changes.

    The result is None if this is impossible. For `path` and RecordError see nodes.inserted().
    """
    its = nodes.decoded(data, name, encoding)
    new = b"".join(b"".join(_pieces(node, size, {})) for node in branch)
    changed = nodes.inserted(its.text.encode(), path, new)
    return changed and nodes.reencoded(changed, its, data)


def _game(tree: Tree, encoding: str) -> bytes:
    """Return a tree as SGF in UTF-8. CA in it names `encoding`, unless that is "".

    If a line would be too long, it is broken between two pieces.
    """
    found: list[bytes] = []
    width = 0
    for piece in _pieces_of(tree, encoding):
        if piece.startswith(b"\n"):
            width = 0
        elif width and width + len(piece) > _WIDTH:
            found.append(b"\n")
            width = 0
        width += len(piece)
        found.append(piece)
    return b"".join(found) + b"\n"


def _pieces_of(tree: Tree, encoding: str) -> Iterator[bytes]:
    head = {"FF": [b"4"], **({"CA": [encoding.encode()]} if encoding else {}), "SZ": [str(tree.size).encode()]}
    head |= {name: its for name, its in _head(tree).items() if name not in tree.root.others}
    if tree.size not in SIZES:
        raise RecordError(f"no board has {tree.size} points a side: choose {SIZES[0]} to {SIZES[-1]}")
    yield b"("
    stack: list[Node | bytes] = [b")", tree.root]
    while stack:
        node = stack.pop()
        if isinstance(node, bytes):
            yield node
            continue
        yield from _pieces(node, tree.size, head)
        head = {}
        if len(node.children) == 1:
            stack.append(node.children[0])
        else:
            for child in reversed(node.children):
                stack += (b")", child, b"\n(")


def _pieces(node: Node, size: int, head: Mapping[str, Sequence[bytes]]) -> list[bytes]:
    """Return a node in SGF, one piece for each property. `head`: its first properties."""
    its: dict[str, list[bytes]] = {name: list(values_) for name, values_ in head.items()}

    def add(name: str, *points: str, text: bytes = b"") -> None:
        value = b":".join(values.value_of_move(point, size) for point in points)
        its.setdefault(name, []).append(value + text)

    try:
        if node.point:
            its["W" if node.colour == COLOURS[1] else "B"] = [values.value_of_move(node.point, size)]
        if _is_plain(node):
            return _joined(its)
        for names, by_point in ((SETUP, node.setup), (_MARKS, node.marks)):
            for name, what in names.items():
                for point, said in by_point.items():
                    if said == what:
                        add(name, point)
        for point, label in node.labels.items():
            add("LB", point, text=b":" + value_of(label)[0])
        for name, field in _ARROWS.items():
            for pair in getattr(node, field):
                add(name, *pair)
    except ValueError as error:
        raise RecordError(f"the tree can't be written: {error_text(error)}") from None
    for name, text in (("C", node.comment), ("N", node.name)):
        if text:
            its.setdefault(name, []).extend(value_of(text))
    if node.best:
        its.setdefault("TE", []).extend(_BEST)
    for name, values_ in sorted(node.others.items()):
        if name in head or not values_ or not _PROPERTY.fullmatch(name):
            continue  # another property already contains these data, or they are from another format
        if not all(map(sgf_grammar.is_valid_property_value, values_)):
            raise RecordError(f"the tree can't be written: a value of {name[:20]} is not SGF")
        its.setdefault(name, []).extend(values_)
    return _joined(its)


def _is_plain(node: Node) -> bool:
    """Return whether a node contains only a move."""
    return not (
        node.comment or node.marks or node.labels or node.name or node.setup or node.arrows or node.lines or node.best
        or node.others
    )  # fmt: skip


def _joined(its: Mapping[str, Sequence[bytes]]) -> list[bytes]:
    """Return the properties as a node: a semicolon, then each property."""
    pieces = [name.encode() + b"".join(b"[" + value + b"]" for value in values_) for name, values_ in its.items()]
    return [b";" + pieces[0], *pieces[1:]] if pieces else [b";"]
