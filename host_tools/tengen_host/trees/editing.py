"""Edit a tree at a position: change the comment, or a continuation's label or mark, or remove a branch.

A position may be in several places of a tree, also on a rotated or mirrored board. A query of the position collects the
texts of all places. After the edit, the answer to this query shows the edit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tengen.games import COLOUR_NAMES, EMPTY, points

from ..records.record import RecordError
from ..records.tree import Node, Tree
from .position_keys import Eight, Keys, Walk

COMMENT, LABEL, BEST, DELETE = "comment", "label", "best", "delete"
CHANGES = (COMMENT, LABEL, BEST, DELETE)


@dataclass(frozen=True)
class Change:
    """One edit.

    `what`: one of CHANGES. `point`, `colour`: the continuation, as on the board of the query; unused for a comment.
    `text`: the new comment or label; "" deletes the old one. `on`: True to mark the continuation as best, False to
    remove the mark.
    """

    what: str
    point: str = ""
    colour: str = ""
    text: str = ""
    on: bool = True


@dataclass(frozen=True)
class _Place:
    """A node with the position, and the rotation or reflection of the board (TURNS) that gives the position's key."""

    node: Node
    turn: int


def change(trees: Sequence[Tree], keys: Keys, stones: Mapping[int, int], its: Change) -> bool:
    """Change the data about a position in the trees of the board `keys`; return whether anything has changed.

    Raises RecordError if none of the trees has the position or the continuation.
    """
    asked = keys.eight(stones)
    key = min(asked)
    after = _key_after(keys, asked, its) if its.what != COMMENT else -1
    here: list[_Place] = []
    there: list[Node] = []  # the nodes with the position after the continuation
    for tree in trees:
        if tree.size != keys.size:
            continue
        walk = Walk(keys)
        for depth, node in tree.nodes():
            eight = walk.step(depth, node.puts)
            if min(eight) == key:
                here.append(_Place(node, eight.index(key)))
            elif min(eight) == after:
                there.append(node)
    if not here:
        raise RecordError("the tree does not have this position: put its stones first")
    # nodes with the same orientation as the queried board come first, as in a query
    here.sort(key=lambda place: place.turn != asked.index(key))
    if its.what == COMMENT:
        return _comment([place.node for place in here], its.text)
    if not there:
        raise RecordError(f"the tree does not continue with {its.point} from here: choose one of its continuations")
    if its.what == LABEL:
        return _label(here, there, keys, asked.index(key), its)
    of_here = {id(node) for place in here for node in place.node.children}
    if its.what == BEST:
        return _best(there, of_here, its.on)
    return _delete([place.node for place in here], there, its)


def _key_after(keys: Keys, asked: Eight, its: Change) -> int:
    if its.point not in keys.index or its.colour not in COLOUR_NAMES[1:3]:
        raise RecordError(f"{its.point[:20]!r} is not a stone of a continuation: name a point like h8, black or white")
    return min(keys.put(asked, keys.index[its.point], EMPTY, COLOUR_NAMES.index(its.colour)))


def _comment(here: Sequence[Node], text: str) -> bool:
    # if several places have a comment, change the comment in all of them, because a query then shows the equal comments
    # as one
    said = [node for node in here if node.comment] or list(here[:1])
    changed = any(node.comment != text for node in said)
    for node in said:
        node.comment = text
    return changed


def _label(here: Sequence[_Place], there: Sequence[Node], keys: Keys, turn: int, its: Change) -> bool:
    before = []
    for number, place in enumerate(here):
        point = points.name(keys.back[place.turn][keys.turned[turn][keys.index[its.point]]], keys.size)
        before.append(place.node.labels.pop(point, ""))
        if not number and its.text:
            place.node.labels[point] = its.text
    # a file may have the label in the node of the move itself
    before += [node.labels.pop(node.point, "") for node in there]
    return [one for one in before if one] != ([its.text] if its.text else [])


def _best(there: Sequence[Node], of_here: set[int], on: bool) -> bool:
    moves = [node for node in there if node.point]
    marked = [node for node in moves if node.best]
    if on:
        wanted = [node for node in moves if id(node) in of_here] or moves
        for node in wanted[:1] if not marked else ():
            node.best = True
        return bool(wanted) and not marked
    for node in marked:
        node.best = False
    return bool(marked)


def _delete(here: Sequence[Node], there: Sequence[Node], its: Change) -> bool:
    gone = {id(node) for node in there}
    changed = False
    for node in here:
        left = [child for child in node.children if id(child) not in gone]
        changed |= len(left) < len(node.children)
        node.children = left
    if not changed:
        raise RecordError(f"{its.point} leads from here into another branch: delete it where that begins")
    return True
