"""Write trees as libraries of RenLib, and report what a library can't express.

renlib_bytes.py describes the bytes of a library.

Data that can be expressed in words become part of the library's comments. A tree is refused if its meaning would change
in a library. This is so if the board has another size, or if stones change within the tree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise, zip_longest

from ..records.record import COLOURS, PASS, RENJU, RecordError
from ..records.sgf.values import line_of
from ..records.tree import MARKS, Node, Tree
from . import renlib_bytes as raw

START = "START"  # the key in Node.others for the position that RenLib shows first

_PARTS = raw.PARTS.decode()
_KANA = range(0x3041, 0x3100)
_NOT_WRITTEN = "the tree can't be written as .lib"


def write(tree: Tree, back: bool = False) -> tuple[bytes, list[str]]:
    """Return a tree as a library of version 3.4, and a sentence for each kind of thing that the library can't express.

    `back`: True if the tree is written to its original file. Raises RecordError if a library can't store the tree.
    """
    if tree.size != raw.SIZE:
        words = f"a library of RenLib has a board of 15x15, not {tree.size}x{tree.size}"
        raise RecordError(f"{_NOT_WRITTEN}, {words}: write it as sgf")
    told: Counter[_Words] = Counter()
    texts = [text for item in _items(tree, told) for text in item[2:] if not text.isascii()]
    encoding = _encoding(texts, tree.encoding, back and bool(tree.named))
    told[_UTF8] += bool(texts) and encoding == "utf-8" != tree.encoding
    data = bytearray(raw.HEADER)
    for position, flags, comment, label in _items(tree, Counter()):
        data += raw.node(position, flags, _encoded(comment, encoding), _encoded(label, encoding))
    lost = [words[count != 1].format(n=count) for words, count in told.items() if count]
    others = sorted({name for _, node in tree.nodes() for name in node.others} - {START, *_NAMES})
    if others:
        lost.append(f"The tree's data {', '.join(others)} are not in the library.")
    if tree.game != RENJU:
        lost.append(f"The library doesn't say that the game is {tree.game or 'not known'}.")
    return bytes(data), lost


# properties of SGF about a game, as they are in Node.others
_NAMES = {"GN": "Game", "PB": "Black", "PW": "White", "RE": "Result", "EV": "Event", "RO": "Round", "DT": "Date",
          "PC": "Place", "GC": "About", "ON": "Opening", "SO": "Source", "AN": "Comments by"}  # fmt: skip

_Words = tuple[str, str]  # singular and plural forms, the latter with the number `n`
_DRAWN = (
    "Arrows, lines, marks and names of a position are words in its comment.",
    "Arrows, lines, marks and names of {n} positions are words in their comments.",
)
_JOINED = (
    "A node without a move is joined with the position before.",
    "{n} nodes without a move are joined with the position before.",
)
_SETUP = (
    "The stone that is set up is a move.",
    "The {n} stones that are set up are moves, with passes where a colour has no more.",
)
_PASSES = ("A pass stands where a colour moves twice.", "{n} passes stand where a colour moves twice.")
_UTF8 = ("The texts are in UTF-8, which RenLib shows as other letters: no code page of Windows has all of them.",) * 2


@dataclass
class _Step:
    """A node of the library, while the tree is being written.

    The fields are its depth, its position, its board text, whether a sibling follows, and the points that had a stone
    before it, with one bit for each point. `node`: None for a node with only a board text.
    """

    depth: int
    position: int
    label: str
    node: Node | None
    stones: int
    more: bool = True


_Item = tuple[int, int, str, str]  # position, flags, comment, board text


def _items(tree: Tree, told: Counter[_Words]) -> Iterator[_Item]:
    """Yield the data of each node of the library, the root first.

    `told` counts the data that are expressed in another way.
    """
    steps = [_Step(0, raw.ROOT, "", _with_moves(tree.root, told), 0, more=False)]
    while steps:
        step = steps.pop()
        flags = raw.DOWN if step.more else 0
        if step.node is None:
            yield step.position, flags | raw.NO_MOVE | raw.RIGHT, "", step.label
            continue
        silent, moves = _below(step.node)
        told[_JOINED] += len(silent)
        said = [step.node, *silent]
        after = _after(step, said, _in_turn(moves, step.depth + 1, told))
        if step.depth and not after:
            flags |= raw.RIGHT
        if any(node.best for node in said):
            flags |= raw.MARK
        if any(START in node.others for node in said):
            flags |= raw.START
        yield step.position, flags, _comment(said, told), step.label
        steps.extend(reversed(after))


def _below(node: Node) -> tuple[list[Node], list[Node]]:
    """Return the nodes without a move that follow a node, and the moves that follow all these nodes."""
    silent, moves = [], []
    stack = node.children[::-1]
    while stack:
        child = stack.pop()
        if child.setup:
            raise RecordError(f"{_NOT_WRITTEN}, it changes stones after the beginning: write it as sgf")
        if child.point:
            moves.append(child)
        else:
            silent.append(child)
            stack.extend(reversed(child.children))
    return silent, moves


def _in_turn(moves: list[Node], depth: int, told: Counter[_Words]) -> list[Node]:
    """Return the moves at this depth. The moves of the colour that is not to move come after a pass."""
    colour, other = COLOURS[(depth - 1) % 2], COLOURS[depth % 2]
    late = [move for move in moves if move.colour == other]
    if not late:
        return moves
    told[_PASSES] += 1
    at = moves.index(late[0])
    fitting = [move for move in moves if move.colour != other]
    return [*fitting[:at], Node(PASS, colour, children=late), *fitting[at:]]


def _after(step: _Step, said: list[Node], moves: list[Node]) -> list[_Step]:
    """Return the steps after a step, first its continuations, then its labels on other points."""
    stones = step.stones
    if step.position:
        stone = 1 << step.position
        if stones & stone:
            words = f"move {step.depth} puts a stone on {raw.POINTS[step.position]}, where one lies already"
            raise RecordError(f"{_NOT_WRITTEN}, {words}: correct it there")
        stones |= stone
    depth = step.depth + 1
    if moves and depth > raw.DEEPEST:
        raise RecordError(f"{_NOT_WRITTEN}, it has more than {raw.DEEPEST} moves in a row: make it shorter")
    labels = {_position(point): text for node in said for point, text in node.labels.items() if text}
    after = []
    for move in moves:
        position = _position(move.point)
        after.append(_Step(depth, position, labels.pop(position, ""), move, stones))
    after += [_Step(depth, position, text, None, stones) for position, text in labels.items() if position]
    if after:
        after[-1].more = False
    return after


def _position(point: str) -> int:
    position = raw.POSITIONS.get(point)
    if position is None:
        raise RecordError(f"{_NOT_WRITTEN}, {point[:20]!r} is not a point of a 15x15 board: correct it there")
    return position


def _comment(said: list[Node], told: Counter[_Words]) -> str:
    """Return the comment of a position in a library, with words for all data that a library can't store elsewhere."""
    first, *others = said
    parts = [first.comment, *(words for node in others for words in (node.name, node.comment))]
    drawn = [words for node in said for words in _in_words(node)]
    told[_DRAWN] += bool(drawn)
    name = " ".join(first.name.splitlines())
    comment = "\n".join(filter(None, parts + drawn)).replace(_PARTS, " ").replace("\n", "\r\n")
    return name.replace(_PARTS, " ") + (_PARTS + comment if comment else "")


def _in_words(node: Node) -> Iterator[str]:
    if node.others:
        for name, what in _NAMES.items():
            if name in node.others:
                yield f"{what}: {line_of(node.others[name])}"
    for what, pairs in (("Arrows", node.arrows), ("Lines", node.lines)):
        if pairs:
            yield f"{what}: {', '.join(f'{one} {other}' for one, other in pairs)}"
    for mark in MARKS:
        its = [point for point, kind in node.marks.items() if kind == mark]
        if its:
            yield f"{mark.capitalize()}: {', '.join(its)}"


def _with_moves(root: Node, told: Counter[_Words]) -> Node:
    """Return the root of a tree with set-up stones as moves, as RenLib's problem mode has them.

    The colours of these moves alternate. If a colour has no more stones, it passes (RenLibDoc.cpp, InsertProblemMove).
    """
    if not root.setup:
        return root
    if "empty" in root.setup.values():
        raise RecordError(f"{_NOT_WRITTEN}, it takes stones away at its beginning: write it as sgf")
    told[_SETUP] += len(root.setup)
    black, white = ([point for point, its in root.setup.items() if its == colour] for colour in COLOURS)
    pairs = zip_longest(black, white, fillvalue=PASS)
    stones = [Node(point, COLOURS[turn]) for pair in pairs for turn, point in enumerate(pair)]
    if stones[-1].is_pass:
        stones.pop()
    for stone, after in pairwise(stones):
        stone.children = [after]
    stones[-1] = replace(root, point=stones[-1].point, colour=stones[-1].colour, setup={}, children=root.children)
    if len(stones) > 1:
        stones[-2].children = [stones[-1]]
    return Node(children=[stones[0]])


def _encoding(texts: list[str], known: str, is_given: bool) -> str:
    """Return the encoding for texts, which is the encoding of their file if it is `known`, or a code page of Windows.

    The encoding must have all letters of the texts, and a reader must be able to guess it from them, unless a user
    gives the known encoding. If no such encoding exists, UTF-8 is returned.
    """
    known = "" if known == "utf-16" else known  # reject this encoding, because its zero bytes would end a text
    pages = ["cp932", "gbk"] if any(ord(letter) in _KANA for text in texts for letter in text) else ["gbk"]
    for page in [*filter(None, [known]), "cp1252", "cp1251", *pages]:
        try:
            encoded = [text.encode(page) for text in texts]
        except UnicodeEncodeError:
            continue
        if is_given and page == known:
            return page
        guessed = raw.encoding_of(encoded)
        return page if [text.decode(guessed, "replace") for text in encoded] == texts else "utf-8"
    return "utf-8"


def _encoded(text: str, encoding: str) -> bytes:
    return text.encode(encoding, "replace").replace(b"\0", b" ")
