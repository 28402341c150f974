"""Query a tree's store about a position."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping
from typing import Any

from tengen.games import COLOUR_NAMES, points

from ..records.record import PASS
from .filling import NO_MOVE, PASSED
from .position import Continuation, Known, likely_turn
from .position_keys import Keys, as_there

_MOST_SAID = 100  # the most places of a position with words that are used; the words at further places are ignored

_PLACES = "SELECT count(*), sum(below), min(turn != ?) FROM nodes WHERE key = ?"
_SAID = (
    "SELECT turn, text FROM nodes JOIN words ON words.id = nodes.id WHERE key = ? ORDER BY turn != ?, nodes.id LIMIT ?"
)
_CHILDREN = (
    "SELECT child.key, child.point, child.colour, node.turn FROM nodes AS node JOIN nodes AS child "
    "ON child.parent = node.id WHERE node.key = ? AND child.point != ? ORDER BY node.turn != ?, child.id"
)
# because of MIN(id), SQLite takes `turn` from the row with the lowest id
_COUNTS = "SELECT key, sum(below), turn, min(id) FROM nodes WHERE key IN ({}) GROUP BY key"
_WORDS = (
    "SELECT key, point, text FROM nodes JOIN words ON words.id = nodes.id WHERE key IN ({}) AND point != ? "
    "ORDER BY nodes.id LIMIT ?"
)


def known(store: sqlite3.Connection, keys: Keys, stones: Mapping[int, int]) -> Known | None:
    """Return the data about a position, or None. Raises sqlite3.Error."""
    eight = keys.eight(stones)
    key = min(eight)
    turn = eight.index(key)
    places, count, is_turned = store.execute(_PLACES, (turn, key)).fetchone()
    if not places:
        return None
    back = keys.back[turn]

    def here(its: int) -> Callable[[str], str]:
        """Return a function that converts a point of a node with the image `its` to the board of the query."""
        turned = keys.turned[its]
        return lambda name: points.name(back[turned[keys.index[name]]], keys.size)

    said = [_Said(json.loads(text), here(its)) for its, text in store.execute(_SAID, (key, turn, _MOST_SAID))]
    marks = _merged([its.marks for its in said])
    labels = _merged([its.labels for its in said])
    return Known(
        comment=_joined([its.comment for its in said]),
        name=_joined([its.name for its in said]),
        marks=marks,
        labels=labels,
        arrows=tuple(dict.fromkeys(pair for its in said for pair in its.arrows)),
        lines=tuple(dict.fromkeys(pair for its in said for pair in its.lines)),
        continuations=_continuations(store, keys, stones, (key, turn), labels, marks),
        count=count,
        places=places,
        turned=bool(is_turned),
    )


class _Said:
    """The words of a node, converted to the board of the query."""

    def __init__(self, its: Mapping[str, Any], here: Callable[[str], str]) -> None:
        self.comment: str = its.get("comment", "")
        self.name: str = its.get("name", "")
        self.marks = {here(name): mark for name, mark in its.get("marks", {}).items()}
        self.labels = {here(name): text for name, text in its.get("labels", {}).items()}
        self.arrows = [(here(one), here(other)) for one, other in its.get("arrows", ())]
        self.lines = [(here(one), here(other)) for one, other in its.get("lines", ())]


def _continuations(
    store: sqlite3.Connection, keys: Keys, stones: Mapping[int, int], asked: tuple[int, int],
    labels: Mapping[str, str], marks: Mapping[str, str],
) -> tuple[Continuation, ...]:  # fmt: skip
    key, turn = asked
    found: dict[tuple[int, bool], tuple[str, int]] = {}  # (key, whether it is a pass) -> point and colour
    for its, point, colour, its_turn in store.execute(_CHILDREN, (key, NO_MOVE, turn)):
        passed = point == PASSED
        place = PASS if passed else points.name(keys.back[turn][keys.turned[its_turn][point]], keys.size)
        found.setdefault((its, passed), (place, colour))
    own = len(found)
    # a stone may also lead to a position that is in another branch
    colours = {colour for _, colour in found.values()} or {likely_turn(stones)}
    further = [its for its in keys.after(stones, colours) if (its[0], False) not in found]
    wanted = sorted({its for its, _ in found} | {its for its, *_ in further})
    rows = store.execute(_COUNTS.format(",".join("?" * len(wanted))), wanted).fetchall()
    counts = {its: count for its, count, _, _ in rows}
    turns = {its: its_turn for its, _, its_turn, _ in rows}
    for its, (point, colour) in as_there(further, turns).items():
        found[its, False] = points.name(point, keys.size), colour
    words = _words(store, [its for its, passed in found if not passed], keys.size)
    all_ = []
    for number, ((its, passed), (place, colour)) in enumerate(found.items()):
        said = {} if passed else words.get(its, {})
        label = labels.get(place) or said.get("label") or marks.get(place, "")
        comment, best = said.get("comment", ""), bool(said.get("best"))
        one = Continuation(place, COLOUR_NAMES[colour], label, comment, best, counts[its])
        all_.append((number >= own, -one.count if number >= own else 0, number, one))
    return tuple(one for *_, one in sorted(all_, key=lambda its: its[:3]))


def _words(store: sqlite3.Connection, wanted: list[int], size: int) -> dict[int, dict[str, Any]]:
    """Return the words about positions by key: the comment, the label of the move, and whether it is marked as best."""
    found: dict[int, dict[str, Any]] = {}
    query = _WORDS.format(",".join("?" * len(wanted)))
    for key, point, text in store.execute(query, (*wanted, NO_MOVE, 10 * _MOST_SAID)):
        its = json.loads(text)
        said = found.setdefault(key, {})
        label = "" if point < 0 else its.get("labels", {}).get(points.name(point, size), "")
        for name, value in (("comment", its.get("comment")), ("best", its.get("best")), ("label", label)):
            if value and name not in said:
                said[name] = value
    return found


def _joined(texts: list[str]) -> str:
    return "\n\n".join(dict.fromkeys(text for text in texts if text))


def _merged(its: list[dict[str, str]]) -> dict[str, str]:
    """Merge the mappings. If several mappings contain a point, the value in the first one counts."""
    return {point: text for one in reversed(its) for point, text in one.items()}
