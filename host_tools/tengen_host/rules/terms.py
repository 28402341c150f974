"""Pictures and sentences that explain the terms of Renju.

The judge finds the marked points: a picture shows what its reasons say about a black stone.
"""

from __future__ import annotations

from dataclasses import dataclass

from tengen.games import BLACK, WHITE, points
from tengen.games.renju.position import FOUL_NAMES, POINTS, SIZE, Position
from tengen.games.renju.reasons import decisive, reasons

from .examples import Shown
from .texts import texts


@dataclass(frozen=True)
class _Term:
    """`sentence`: a key of texts/*.json. `stone`: the last black stone, beside the others."""

    sentence: str
    stone: str
    black: str
    white: str = ""


_TERMS = {
    "five": _Term("goal renju", "h8", "f8 g8 i8 j8"),
    "overline": _Term("picture.overline loses", "h8", "e8 f8 g8 i8 j8"),
    "straight four": _Term("three", "h8", "f8 g8 i8"),
    "four": _Term("four", "h8", "f8 g8 i8", "e8"),
    "three": _Term("three", "h8", "g8 i8"),
    "double-four": _Term("four", "h8", "e8 f8 g8 h9 h10 h11", "d8 h12"),
    "double-three": _Term("three", "h8", "f8 g8 h9 h10"),
}


def sentences(language: str) -> dict[str, str]:
    """Return the sentence of each term in a language, in English for an unknown language."""
    words = texts(language)
    return {name: words[term.sentence] for name, term in _TERMS.items()}


def shown(name: str) -> Shown:
    """Return the picture of a term, for drawing.py. Raises KeyError for an unknown term."""
    term = _TERMS[name]
    position = Position()
    for colour, text in ((BLACK, term.black), (WHITE, term.white)):
        for each in text.split():
            position.put(points.index(each, SIZE), colour)
    stone = points.index(term.stone, SIZE)
    found = reasons(position, stone)
    foul = found["name"] in FOUL_NAMES.values()
    lines = decisive(found) if foul else [line for line in found["lines"] if line["shape"] == name]
    position.put(stone, BLACK)
    return Shown(
        size=SIZE,
        torus=False,
        cells=bytes(position.cells[:POINTS]),
        played=(stone,),
        gone={},
        turned={},
        refused=(),
        zone=_points(lines, "completes"),
        line=_points(lines, "stones"),
        wins=not foul,
        standing=(),
        offers=(),
    )


def _points(lines: list[dict[str, list[str]]], field: str) -> tuple[int, ...]:
    return tuple(sorted({points.index(each, SIZE) for line in lines for each in line[field]}))
