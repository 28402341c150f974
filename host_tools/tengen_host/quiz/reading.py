"""Read and write files of questions: text, or SGF. host_tools/docs/room.md#ask-the-room has the format.

In text, a line like `win`, `next h8`, `foul h8` or `why k8` begins a question. The position follows, in any form that
`tengen judge` reads. `puzzle 12` needs no position. In SGF, the comment of a node of a main line may be such a line;
there `next` and `why` need no point, because the game has it.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from tengen.games import BLACK, COLOUR_NAMES, WHITE, opponent, points
from tengen.games.renju.position import POINTS, SIZE
from tengen.partner import puzzles

from ..i18n import error_text
from ..judge import reading
from ..records.encoding import plain
from ..records.record import RecordError
from ..records.sgf import nodes, trees
from ..records.tree import Tree
from ..solve.searching import turn_by_count
from .question import CHOICES, Checker, Given, Question

MOST_QUESTIONS = 200
MOST_BYTES = 1_000_000
PUZZLE = "puzzle"
MANY = "any"  # in a heading of `win`: there may be several right answers
_HEADING = re.compile(rf"\s*({'|'.join([*CHOICES, PUZZLE])})(\s.*)?", re.IGNORECASE)
# in SGF, where a comment may also be a sentence
_WORD = "|".join([r"[a-o]\d{1,2}", MANY, "black", "white", *dict.fromkeys(sum(CHOICES.values(), ()))])
_COMMENT = re.compile(rf"({'|'.join(CHOICES)})( +({_WORD}))*", re.IGNORECASE)
_HOW = "a question begins with a line like win, next h8, foul h8, why h8 or puzzle 12"
_NEEDS_POINT = ("next", "foul", "why")

_Made = tuple[str, Callable[[], Question]]  # where a question is in its file, and the function that makes it


def read(path: Path, ask: Checker) -> list[Question]:
    """Return the questions of a file, each checked. Raises OSError, or RecordError for the first that is wrong."""
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise RecordError(f"{path.name} is larger than {MOST_BYTES // 1_000_000} MB: this is no file of questions")
    found = questions(data, path.name, ask)
    if not found:
        raise RecordError(f"{path.name} has no question: {_HOW}")
    return found


def questions(data: bytes, name: str, ask: Checker) -> list[Question]:
    """Return the questions in a file's bytes. Raises RecordError."""
    found: list[Question] = []
    text = plain(data)
    for where, make in _of_sgf(data, name, ask) if nodes.begins(text) else _of_text(text, name, ask):
        if len(found) == MOST_QUESTIONS:
            raise RecordError(f"{where}: a file has at most {MOST_QUESTIONS} questions; divide it")
        try:
            found.append(make())
        except ValueError as error:
            raise RecordError(f"{where}: {error_text(error)}") from None
    return found


# Text


def _of_text(text: str, name: str, ask: Checker) -> Iterator[_Made]:
    lines = ["" if line.lstrip().startswith("#") else line for line in text.splitlines()]
    starts = [at for at, line in enumerate(lines) if _HEADING.fullmatch(line)]
    for at, line in enumerate(lines[: starts[0] if starts else None]):
        if line.strip():
            raise RecordError(f"{name}, line {at + 1}: {line.strip()[:30]!r} is before the first question: {_HOW}")
    for start, end in itertools.pairwise([*starts, len(lines)]):
        # the lines before are kept empty, so that an error names the right line
        body = "\n" * (start + 1) + "\n".join(lines[start + 1 : end])
        yield f"{name}, the question of line {start + 1}", partial(_text_question, lines[start], body, ask)


def _text_question(heading: str, body: str, ask: Checker) -> Question:
    words = heading.lower().split()
    if words[0] == PUZZLE:
        if body.strip():
            raise ValueError("a puzzle has its own position: take away the lines below it")
        if len(words) != 2 or not (words[1].isascii() and words[1].isdigit() and 1 <= int(words[1]) <= puzzles.COUNT):
            raise ValueError(f"a puzzle has a number from 1 to {puzzles.COUNT}, as in puzzle 12")
        return puzzle(int(words[1]), ask)
    its = reading.read(body)
    game = its.game
    if game and game.result:
        raise ValueError(f"the game is over: {reading.ending(game)}")
    last = points.name(game.moves[-1], SIZE) if game and game.moves and game.moves[-1] >= 0 else ""
    return _question(words, bytes(its.position.cells), int(game.turn) if game else None, last, "", ask)


def puzzle(number: int, ask: Checker) -> Question:
    """Return one of the board's puzzles as a question."""
    its = puzzles.puzzle(number)
    cells = bytearray(POINTS)
    for colour, stones in ((BLACK, its.black), (WHITE, its.white)):
        for at in stones:
            cells[at] = colour
    return ask.question("win", Given(bytes(cells), its.turn))


def _question(words: list[str], cells: bytes, turn: int | None, last: str, played: str, ask: Checker) -> Question:
    """Return the question of a heading. `played`: the next move of the game, if the file has it."""
    kind, *rest = words
    for word in [each for each in rest if each in ("black", "white")]:
        rest.remove(word)
        turn = COLOUR_NAMES.index(word)
    turn = turn_by_count(cells) if turn is None else turn
    if turn is None:
        raise ValueError(f"the numbers of stones do not say who is to move: add black or white, as in {kind} black")
    many = kind == "win" and MANY in rest
    if many:
        rest.remove(MANY)
    point = rest.pop(0) if kind in _NEEDS_POINT and rest and rest[0] not in CHOICES[kind] else played
    if kind in _NEEDS_POINT and not point:
        raise ValueError(f"{kind} needs a point, as in {kind} h8")
    question = ask.question(kind, Given(cells, turn, last), point, many)
    if rest and sorted(rest) != sorted(question.right):
        raise ValueError(f"the file says {' '.join(rest)}, but the right answer is {' '.join(question.right)}")
    return question


# SGF


def _of_sgf(data: bytes, name: str, ask: Checker) -> Iterator[_Made]:
    for number, tree in enumerate(trees.read(data, name), 1):
        yield from _of_tree(tree, f"{name}, game {number}", ask)


def _of_tree(tree: Tree, where: str, ask: Checker) -> Iterator[_Made]:
    if tree.size != SIZE:
        raise RecordError(f"{where}: the board is {tree.size}x{tree.size}, and questions are on {SIZE}x{SIZE} only")
    cells, number, node = bytearray(POINTS), 0, tree.root
    turn, last = None, ""
    while True:
        for point, colour in node.puts:
            cells[points.index(point, SIZE)] = COLOUR_NAMES.index(colour)
        if node.colour:
            number, last = number + 1, "" if node.is_pass else node.point
            turn = opponent(COLOUR_NAMES.index(node.colour))
        after = node.children[0] if node.children else None
        heading = node.comment.strip().split("\n", 1)[0].strip().lower()
        if _COMMENT.fullmatch(heading):
            words = heading.split()
            turn_here = COLOUR_NAMES.index(after.colour) if after and after.colour else turn
            played = after.point if after and words[0] != "foul" and not after.is_pass else ""
            its = (words, bytes(cells), turn_here, last, played, ask)
            yield f"{where}, after move {number}", partial(_question, *its)
        if after is None:
            return
        node = after
