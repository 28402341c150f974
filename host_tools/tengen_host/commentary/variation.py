"""A commentator's line as a variation in the SGF of its game. Nothing is stored twice, and the game stays the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from ..records import stones
from ..records.record import RecordError
from ..records.sgf import trees as sgf
from ..records.tree import MARKS, Node
from ..trees import formats
from .line import Arrow, Line


@dataclass(frozen=True)
class Variation:
    """The moves from the beginning of the game with their colours, and the marks and arrows after `at` of them."""

    moves: tuple[str, ...]
    colours: tuple[str, ...]
    at: int
    marks: Mapping[str, str] = field(default_factory=dict)
    arrows: tuple[Arrow, ...] = ()


def of(line: Line) -> Variation:
    """Return a line as a variation."""
    record = line.record
    colours = tuple(stones.colour_of(record, number) for number in range(1, len(record.moves) + 1))
    return Variation(record.moves, colours, line.at, dict(line.marks), line.arrows)


def dump(its: Variation) -> dict[str, Any]:
    """Return a variation for JSON."""
    return asdict(its)


def load(its: Any) -> Variation:
    """Return the variation of dump(). Raises ValueError, TypeError, KeyError or AttributeError for other data."""
    texts = [tuple(map(str, its[name])) for name in ("moves", "colours")]
    arrows = tuple((str(one), str(other)) for one, other in its["arrows"])
    marks = {str(point): str(sign) for point, sign in its["marks"].items()}
    return Variation(texts[0], texts[1], int(its["at"]), marks, arrows)


def added(data: bytes, name: str, number: int, its: Variation) -> bytes:
    """Return a file of SGF with a variation of its game `number` (from 1); the same bytes if it is there already.

    Raises RecordError.
    """
    tree = formats.trees(data, name)[number - 1]
    path = _longest(tree.root, its)
    way = _along(tree.root, path)
    # after the last move of the game a further move would belong to the game: so this one is repeated beside itself
    known = way if any(path) or way[-1].children else _without_move(way)
    upto = _moves(known)
    if _moves(way) < len(its.moves):
        if not known:
            raise RecordError(f"{name}: a game without moves can't have a variation")
        new = [Node(point, colour) for point, colour in zip(its.moves[upto:], its.colours[upto:], strict=True)]
        if its.at > upto:
            _mark(new[its.at - upto - 1], its)
        begun = [number - 1, *path[: len(known) - 1]]
        data, _, _ = formats.extended(data, name, begun, its.moves[:upto], new, tree.size)
        if its.at > upto:
            return data
    return _marked(data, name, number, its)


def _marked(data: bytes, name: str, number: int, its: Variation) -> bytes:
    """Return the file with the marks at a node that it has already."""
    trees = formats.trees(data, name)
    way = _along(trees[number - 1].root, _longest(trees[number - 1].root, its))
    while _moves(way) > its.at or not (way[-1].point or len(way) == 1):
        way.pop()
    before = repr(way[-1])
    _mark(way[-1], its)
    return data if repr(way[-1]) == before else sgf.rewritten(trees)[0]


def _mark(node: Node, its: Variation) -> None:
    for point, sign in its.marks.items():
        (node.marks if sign in MARKS else node.labels)[point] = sign
    node.arrows.extend(arrow for arrow in its.arrows if arrow not in node.arrows)


def _longest(root: Node, its: Variation) -> tuple[int, ...]:
    """Return the path to the node up to which a tree has the most of these moves.

    Of several, it is the first with continuations, because that one may be extended.
    """
    best, found = (-1, False), tuple[int, ...]()
    stack: list[tuple[Node, int, tuple[int, ...]]] = [(root, 0, ())]
    while stack:
        node, upto, path = stack.pop()
        rank = upto, bool(node.children)
        if rank > best:
            best, found = rank, path
        for number, child in reversed(list(enumerate(node.children))):
            move = (child.point, child.colour)
            if not child.point:  # only words
                stack.append((child, upto, (*path, number)))
            elif upto < len(its.moves) and move == (its.moves[upto], its.colours[upto]):
                stack.append((child, upto + 1, (*path, number)))
    return found


def _along(root: Node, path: Sequence[int]) -> list[Node]:
    """Return the nodes of a path, the root first."""
    way = [root]
    for number in path:
        way.append(way[-1].children[number])
    return way


def _moves(way: Sequence[Node]) -> int:
    return sum(bool(node.point) for node in way)


def _without_move(way: Sequence[Node]) -> list[Node]:
    """Return the nodes before the last move; [] if there is no move."""
    return list(way[: max((at for at, node in enumerate(way) if node.point), default=0)])
