"""Make a tree of variations from a study: the game with its comments, the study's sentences, and the winning lines."""

from __future__ import annotations

from collections.abc import Sequence

from tengen.games import COLOUR_NAMES, opponent, points
from tengen.games.renju.position import SIZE

from ..records.record import PASS
from ..records.sgf import games, trees
from ..records.tree import Node, Tree
from . import words
from .fours import Win
from .study import Position, Study
from .threes import Three

# the most stones of one proof that are written, because a long proof has thousands of stones
_MOST_OF_A_PROOF = 300


def tree(study: Study) -> Tree:
    """Return the game as a tree. The main line is the game, with its own comments.

    A win is a variation at the turn where the side first had it, and at the turn where it was missed. A win with threes
    has all answers that stop the threat, up to the maximum number of stones.
    """
    found = trees.read(games.write([study.record]))[0]
    main = _main_line(found)
    for turn, sentence in words.sentences(study):
        main[turn].comment = "\n".join(filter(None, (main[turn].comment, sentence)))
    if study.turning_point is not None:
        main[study.turning_point].name = "Turning point"
    missed = {each.turn for each in study.missed}
    for position in study.positions:
        is_first = position.turn < 2 or study.positions[position.turn - 2].best is None
        if position.best and (is_first or position.turn in missed):
            _add(main[position.turn], position.best, [_MOST_OF_A_PROOF])
        if position.opinion is not None:
            _add_opinion(main[position.turn], position, study.record.size)
    main[0].comment = "\n".join(filter(None, (main[0].comment, words.summary(study))))
    return found


def _main_line(found: Tree) -> list[Node]:
    """Return the node after each number of moves.

    If the changes of a move are in a separate node, that node is returned for the move.
    """
    line = [found.root]
    node = found.root
    while node.children:
        node = node.children[0]
        if node.point:
            line.append(node)
    return line


def _add(node: Node, win: Win | Three, room: list[int]) -> None:
    """Add a win as variations. `room`: how many stones may still be added."""
    if isinstance(win, Win):
        last = _add_line(node, win.line, win.colour)
        _say(last, words.reason(win))
        return
    stone = _child(node, win.point, win.colour)
    stone.best = True
    if not win.answers:
        _say(_add_line(stone, (-1, *win.threat.line), opponent(win.colour)), words.reason(win.threat))
    # answers that hold out longest come first, because a reader follows the first
    for answer, after in sorted(win.answers, key=lambda pair: -len(pair[1].line)):
        if room[0] <= 0:
            _say(stone, "More answers were examined than are written here: all of them lose.")
            return
        room[0] -= 1 + len(after.line)
        _add(_child(stone, answer, opponent(win.colour)), after, room)


def _add_line(node: Node, line: Sequence[int], colour: int) -> Node:
    """Add stones of both sides alternately, if they are not in the tree yet; return the node of the last stone."""
    for number, point in enumerate(line):
        node = _child(node, point, opponent(colour) if number % 2 else colour)
    return node


def _child(node: Node, point: int, colour: int, size: int = SIZE) -> Node:
    """Return the node of a stone (-1: a pass) after another node; create it if it does not exist."""
    named = PASS if point < 0 else str(points.name(point, size))
    for child in node.children:
        if (child.point, child.colour) == (named, COLOUR_NAMES[colour]):
            return child
    child = Node(named, COLOUR_NAMES[colour])
    node.children.append(child)
    return child


def _say(node: Node, sentence: str) -> None:
    if sentence not in node.comment:
        node.comment = "\n".join(filter(None, (node.comment, sentence)))


def _add_opinion(node: Node, position: Position, size: int) -> None:
    """Add the engine's line, with a comment that it is not a proof."""
    opinion = position.opinion
    line = opinion.line or (opinion.point,)
    if position.played == line[0] and len(line) == 1:
        return
    at, colour = node, position.colour
    for point in line:
        at, colour = _child(at, point, colour, size), opponent(colour)
    if position.played != line[0]:
        _say(at, "The engine's line: its opinion, no proof.")
