"""Read and write trees as text that people can edit, with each variation in a line of its own.

If a node has several continuations, each begins an indented line.

    tree 15 renju
    h8 i9 "Black is free to choose" g7
      h6! g8
      f8 "weaker"

If the first line is missing, the game is Renju, and the size is 15 unless a point needs a larger board. A line consists
of moves, separated by blanks (`h8`, `--` for a pass, `.` for a node without a move). The other data of a node follow
it:

- `"..."`: its comment; `name:"..."`: its name; `!`: it is marked as best
- `triangle:a1,b2` and other words of tree.MARKS: its marks; `a1="A"`: a label; `a1>b2`: an arrow; `a1-b2`: a line
- `+black:a1,b2`, `+white:a1`, `+empty:a1`: its set-up stones
- `{"XX": ["..."]}`: other data of another format

Texts are JSON, so a line break is a backslash and an n. The colours alternate; a move of another colour is `B:h8` or
`W:h8`. The data in the line of the word `tree` belong to the root. Lines that begin with # are ignored.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from tengen.games import points

from ..i18n import error_text
from ..records.checks import SIZES, SQUARE, USUAL_SIZE, is_on, place
from ..records.encoding import Structure, decode
from ..records.record import COLOURS, PASS, RecordError
from ..records.sgf.nodes import MOST_BYTES
from ..records.sgf.trees import MOST_HELD
from ..records.stones import other
from ..records.tree import MARKS, Node, Tree

DEEPEST = 1000  # the most nested branches; there is a limit because the text indents each branch

_STRUCTURE = Structure(re.compile(r"\"[^\"\n]*\"?"), closing='"', behind=re.compile(r"\s|\Z"), escapes=True)
_HEAD = re.compile(r"tree ([0-9]{1,2}) ([a-z0-9_-]{1,64})(?=\s|$)")
_POINT = r"[a-sA-S][1-9][0-9]?(?![0-9])"
_TOKEN = re.compile(
    r"\s+"
    rf"|(?P<labelled>{_POINT})=(?=\")"
    rf"|(?P<one>{_POINT})(?P<sign>[>-])(?P<two>{_POINT})"
    rf"|(?:(?P<colour>[BW]):)?(?P<move>{_POINT}|--|\.)"
    r"|(?P<best>!)"
    rf"|(?P<word>name:(?=\")|(?:{'|'.join(MARKS)}|\+black|\+white|\+empty):)(?P<points>{_POINT}(?:,{_POINT})*)?"
    r"|(?P<comment>(?=\"))"
    r"|(?P<others>(?=\{))"
)
_GAME = re.compile(r"[a-z0-9_-]{1,64}")
_SIGNS = {">": "arrows", "-": "lines"}
_NO_GAME = "-"


def looks_like_text(text: str) -> bool:
    """Return whether a text begins with the first line of a tree."""
    return bool(_HEAD.match(text.lstrip("\ufeff")))


def read(data: bytes, name: str = "", encoding: str = "") -> list[Tree]:
    """Return the trees of a text. Raises RecordError with line and column.

    `encoding`: the encoding of the text if a user gives one, else "".
    """
    reader = _Reader(name)
    text = decode(data, name, "", encoding, _STRUCTURE, MOST_BYTES).text.removeprefix("\ufeff")
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            reader.line(line, f"{place(name)}, line {number}")
    if not reader.trees:
        raise RecordError(f"{place(name)} has no tree in it: write moves like h8 i9, with branches indented")
    return reader.trees


@dataclass
class _Line:
    """A line that other lines may continue.

    The fields are its indentation, the node before its first node, and its last node. Each node has the colour of the
    last move with it, or "".
    """

    indent: int
    before: tuple[Node, str]
    last: tuple[Node, str]


class _Reader:
    """Read the trees of a text line by line."""

    def __init__(self, name: str) -> None:
        self.trees: list[Tree] = []
        self._name = name
        self._lines: list[_Line] = []
        self._sized = False  # whether the text contains the size
        self._count = 0

    def line(self, text: str, where: str) -> None:
        """Read a line, which is not empty. Raises RecordError."""
        indent = len(text) - len(text.lstrip())
        head = _HEAD.match(text, indent)
        if head:
            self._begin(head, where)
            self._nodes(text, head.end(), where, (self.trees[-1].root, ""), is_head=True)
            return
        if not self.trees:
            self.trees.append(Tree(USUAL_SIZE))
        while self._lines and self._lines[-1].indent > indent:
            gone = self._lines.pop()
            if not self._lines or self._lines[-1].indent < indent:
                raise RecordError(f"{where}: its indent is {indent}, but a line that it should match has {gone.indent}")
        if self._lines and self._lines[-1].indent == indent:
            before = self._lines.pop().before
        else:
            before = self._lines[-1].last if self._lines else (self.trees[-1].root, "")
        if len(self._lines) > DEEPEST:
            raise RecordError(f"{where}: there are more than {DEEPEST} nested branches")
        last = self._nodes(text, indent, where, before)
        self._lines.append(_Line(indent, before, last))

    def _begin(self, head: re.Match[str], where: str) -> None:
        size = int(head[1])
        if size not in SIZES:
            raise RecordError(f"{where}: no board has {size} points a side: {SQUARE}")
        self.trees.append(Tree(size, "" if head[2] == _NO_GAME else head[2]))
        self._lines = []
        self._sized = True

    def _nodes(
        self, text: str, at: int, where: str, before: tuple[Node, str], is_head: bool = False
    ) -> tuple[Node, str]:
        """Read the nodes of a line, which follow a node; return the last one.

        `is_head`: the line begins with the root's data.
        """
        node, colour = before
        fresh = is_head  # True as soon as data belong to a node of this line
        while at < len(text):
            here = f"{where}, column {at + 1}"
            found = _TOKEN.match(text, at)
            if not found:
                raise RecordError(f"{here}: {text[at : at + 10]!r} is neither a move nor data about a move")
            kind, at = found.lastgroup, found.end()
            if kind is None:
                continue
            if kind == "move":
                if is_head:
                    raise RecordError(f"{here}: the first moves begin a line of their own, below")
                colour = {"B": COLOURS[0], "W": COLOURS[1]}.get(found["colour"] or "") or self._next(colour, found)
                node = self._add(node, self._move(found["move"], here), colour, here)
                fresh = True
                continue
            if not fresh:
                raise RecordError(f"{here}: data follow a move, or `.` without a move")
            at = self._said(node, found, text, at, here)
        return node, colour

    def _next(self, colour: str, found: re.Match[str]) -> str:
        if found["move"] == ".":
            return colour
        return other(colour) if colour else COLOURS[0]

    def _add(self, before: Node, point: str, colour: str, here: str) -> Node:
        self._count += 1
        if self._count > MOST_HELD:
            raise RecordError(f"{here}: there are more than {MOST_HELD:,} positions: split it into smaller files")
        node = Node(point, colour if point else "")
        before.children.append(node)
        return node

    def _move(self, text: str, here: str) -> str:
        if text == ".":
            return ""
        return PASS if text == PASS else self._point(text, here)

    def _point(self, text: str, here: str) -> str:
        tree = self.trees[-1]
        try:
            points.index(text, SIZES[-1])
            if not self._sized and not is_on(text, tree.size):
                tree.size = SIZES[-1]
            points.index(text, tree.size)
        except ValueError as error:
            raise RecordError(f"{here}: {error_text(error)}") from None
        return text.lower()

    def _said(self, node: Node, found: re.Match[str], text: str, at: int, here: str) -> int:
        """Read a piece of data about a node; return the position after it."""
        kind = found.lastgroup
        if kind == "best":
            node.best = True
        elif kind == "two":
            pair = self._point(found["one"], here), self._point(found["two"], here)
            getattr(node, _SIGNS[found["sign"]]).append(pair)
        elif kind == "labelled":
            node.labels[self._point(found["labelled"], here)], at = _text(text, at, here)
        elif kind == "comment":
            node.comment, at = _text(text, at, here)
        elif kind == "others":
            node.others, at = _others(text, at, here)
        elif found["word"] == "name:":
            node.name, at = _text(text, at, here)
        elif found["points"] is None:
            raise RecordError(f"{here}: no points follow {found['word']}")
        else:
            word = found["word"][:-1]
            for point in found["points"].split(","):
                target = node.setup if word.startswith("+") else node.marks
                target[self._point(point, here)] = word.removeprefix("+")
        return at


def _json(text: str, at: int, here: str) -> tuple[object, int]:
    try:
        value: object
        value, at = json.JSONDecoder(strict=False).raw_decode(text, at)
    except (ValueError, RecursionError):
        raise RecordError(f"{here}: this text has no end, or is not JSON: {text[at : at + 20]!r}") from None
    return value, at


def _text(text: str, at: int, here: str) -> tuple[str, int]:
    value, at = _json(text, at, here)
    return str(value), at


def _others(text: str, at: int, here: str) -> tuple[dict[str, list[bytes]], int]:
    value, end = _json(text, at, here)
    found: dict[str, list[bytes]] = {}
    for name, its in value.items() if isinstance(value, dict) else ():
        if not isinstance(its, list) or not all(isinstance(one, str) for one in its):
            raise RecordError(f"{here}: {name[:20]!r} needs a list of texts")
        found[name] = [_raw(one) for one in its]
    return found, end


def _raw(text: str) -> bytes:
    # surrogates represent invalid UTF-8 bytes, as in _besides()
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace")


# Writing


def write(trees: Sequence[Tree]) -> bytes:
    """Return a text of trees in UTF-8. Raises RecordError for anything that such a text can't express."""
    return "\n".join(_tree(tree) for tree in trees).encode()


def _tree(tree: Tree) -> str:
    game = tree.game or _NO_GAME
    if not _GAME.fullmatch(game) or tree.size not in SIZES:
        raise RecordError(f"a tree of {game[:20]!r} on a board of size {tree.size} can't be written as text")
    lines = [" ".join([f"tree {tree.size} {game}", *_besides(tree.root)])]
    stack = [(0, child, "") for child in reversed(tree.root.children)]
    while stack:
        depth, node, colour = stack.pop()
        if depth > DEEPEST:
            raise RecordError(f"more than {DEEPEST} nested branches can't be written as text")
        parts: list[str] = []
        while True:
            expected = other(colour) if colour else COLOURS[0]
            colour = node.colour or (expected if node.point else colour)
            move = f"{colour[0].upper()}:" if node.point and colour != expected else ""
            parts += [move + (node.point or "."), *_besides(node)]
            if len(node.children) != 1:
                break
            node = node.children[0]
        lines.append("  " * depth + " ".join(parts))
        stack += [(depth + 1, child, colour) for child in reversed(node.children)]
    return "\n".join(lines) + "\n"


def _besides(node: Node) -> list[str]:
    """Return the data of a node except its move."""
    parts = ["!"] if node.best else []
    parts += [_quoted(node.comment)] if node.comment else []
    parts += ["name:" + _quoted(node.name)] if node.name else []
    for sign, its in (("+", node.setup), ("", node.marks)):
        by: dict[str, list[str]] = {}
        for point, word in its.items():
            by.setdefault(word, []).append(point)
        parts += [f"{sign}{word}:{','.join(found)}" for word, found in by.items()]
    parts += [f"{point}={_quoted(label)}" for point, label in node.labels.items()]
    parts += [f"{one}{sign}{two}" for sign, name in _SIGNS.items() for one, two in getattr(node, name)]
    if node.others:
        its_ = {name: [value.decode("utf-8", "surrogateescape") for value in values]
                for name, values in node.others.items()}  # fmt: skip
        parts.append(_quoted(its_))
    return parts


def _quoted(value: object) -> str:
    """Return JSON in one line that UTF-8 can encode."""
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(value)
    return text
