"""Read demonstrations.txt, the drawn demonstrations. The file's first lines explain its form."""

from __future__ import annotations

import re
from itertools import takewhile
from pathlib import Path

from tengen.games.points import names
from tengen.games.renju.position import SIZE

from ..i18n import Sentence, code_text
from ..lessons.reading import BLACK, EMPTY, WHITE, drawing
from ..records.record import Record
from .demonstration import SHAPES, Demonstration, Step

SOURCE = Path(__file__).with_name("demonstrations.txt")

_STONES = "123456789"
_HEAD = re.compile(r"([a-z-]+): (\S+), (black|white)")
_STEP = re.compile(r"(\d)(?:/(\d))? ([a-z_.-]+)(?: = ([a-z -]+))?")

_Block = list[tuple[int, str]]  # the lines of a demonstration with their numbers


def read(text: str) -> list[Demonstration]:
    """Return the demonstrations of demonstrations.txt in order. Raises ValueError."""
    found, block = [], _Block()
    for number, line in enumerate([*text.splitlines(), ""], 1):
        said = line.partition("#")[0].rstrip()
        if said:
            block.append((number, said))
        elif block:
            found.append(_demonstration(block))
            block = []
    return found


def _demonstration(block: _Block) -> Demonstration:
    (first, head), *rest = block
    its = _HEAD.fullmatch(head)
    if not its:
        raise _wrong(first, f"{head!r} begins no demonstration. Write for example: overline: foul.overline, black")
    steps = [*takewhile(lambda line: _STEP.fullmatch(line[1]), reversed(rest))][::-1]
    drawn = rest[: len(rest) - len(steps)]
    marked = drawing(drawn or [(first, "")], (BLACK, WHITE, EMPTY, *_STONES), _wrong)
    points = {mark: tuple(names(sorted(at), SIZE)) for mark, at in marked.items()}
    moves = [point for mark in _STONES for point in points[mark]]
    if [len(points[mark]) for mark in _STONES[: len(moves)]] != [1] * len(moves):
        raise _wrong(first, "each stone of the steps is drawn once: 1, 2, 3 ...")
    record = Record(tuple(moves), first=its[3], setup=(points[BLACK], points[WHITE]))
    found = tuple(_step(number, line) for number, line in steps)
    if [*dict.fromkeys(step.moves for step in found)] != [*range(len(moves) + 1)]:
        raise _wrong(first, f"the steps are 0 to {len(moves)}, in order")
    return Demonstration(its[1], SHAPES, _sentence(first, its[2]), record, found)


def _step(number: int, line: str) -> Step:
    its = _STEP.fullmatch(line)
    assert its  # takewhile() has checked it
    return Step(int(its[1]), _sentence(number, its[3]), int(its[2]) if its[2] else None, its[4] or "")


def _sentence(number: int, key: str) -> Sentence:
    its = code_text({"code": key})
    if not isinstance(its, Sentence):
        raise _wrong(number, f"no sentence has the key {key}: add it to the languages of the page")
    return its


def _wrong(number: int, text: str) -> ValueError:
    return ValueError(f"demonstrations.txt, line {number}: {text}")
