"""Read the examples of the pages of rules from examples.txt, and play each one by the game's own rules.

Source of the examples and of their notation: firmware/docs/openings.md and firmware/docs/games/*.md.
"""

from __future__ import annotations

import functools
import shlex
from dataclasses import dataclass, fields
from pathlib import Path

from tengen.games import BLACK, EMPTY, NEUTRAL, WHITE, points
from tengen.session.match import Match

from ..judge import playing

_FILE = Path(__file__).resolve().parent / "examples.txt"
_COLOURS = {"B": BLACK, "W": WHITE}


@dataclass(frozen=True)
class Example:
    """A row of examples.txt. The fields are the texts in its columns."""

    id: str
    game: str
    before: str
    moves: str
    outcome: str
    caption: str

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.game.partition(" ")[0]

    @property
    def shows_zone(self) -> bool:
        """Return whether the example also shows the points where a stone may be put."""
        refused_in_opening = self.outcome == "refused" and self.before == "-"
        return refused_in_opening or any(part.split()[0] in ("only", "may") for part in self.outcome.split(", "))


@dataclass(frozen=True)
class Shown:
    """The result of an example. Points are numbers, row by row from a1.

    - `cells`: the stones at the end. `played`: the stones that were put, in order.
    - `gone`: the former content of points that are empty now. `turned`: the former colour of stones that have changed
      it.
    - `refused`: the points of the last move, if it was refused. `zone`: the points where a stone may be put, if shown.
    - `line`: the points of the result. `wins`: True if these points are a line that wins. `standing`: a line that wins
      unless the next move breaks it.
    - `offers`: the tentative stones.
    """

    size: int
    torus: bool
    cells: bytes
    played: tuple[int, ...]
    gone: dict[int, int]
    turned: dict[int, int]
    refused: tuple[int, ...]
    zone: tuple[int, ...]
    line: tuple[int, ...]
    wins: bool
    standing: tuple[int, ...]
    offers: tuple[int, ...]


@functools.cache
def all_examples() -> tuple[Example, ...]:
    """Return all examples in the order of the file. A row with too few columns becomes an example that fails."""
    lines = _FILE.read_text(encoding="utf-8").splitlines()
    rows = [line.split("|") for line in lines if line and not line.startswith("#")]
    columns = len(fields(Example))
    return tuple(Example(*(part.strip() for part in (row + [""] * columns)[:columns])) for row in rows)


def match_before(example: Example) -> Match:
    """Return the match before the example's moves."""
    name, *options = shlex.split(example.game)
    match = playing.new_match(name, playing.read_options(options))
    if example.before != "-":
        _set_up(match, example.before)
    return match


def words_of(example: Example) -> list[str]:
    """Return the example's moves; an empty result if it only shows a position."""
    return [] if example.moves == "-" else playing.read_words(example.moves)


def shown(example: Example) -> Shown:
    """Play an example. Raises AssertionError if a move is unexpectedly refused or accepted."""
    match = match_before(example)
    game, words = match.game, words_of(example)
    played: list[int] = []
    gone: dict[int, int] = {}
    turned: dict[int, int] = {}
    refused: tuple[int, ...] = ()
    zone: tuple[int, ...] = ()
    for number, word in enumerate(words):
        last = number == len(words) - 1
        its = tuple(points.index(each, game.size) for each in word.rpartition(":")[2].split(","))
        zone = _zone(match) if last and example.shows_zone and len(its) == 1 else ()
        before = bytes(match.cells)
        try:
            playing.play(match, word)
        except ValueError as error:
            assert last and example.outcome == "refused", (example.id, word, str(error))
            refused = its
            break
        if not word.startswith(("offer:", "keep:")):
            played += its
        for point, (was, now) in enumerate(zip(before, match.cells, strict=True)):
            if was and not now:
                gone[point] = was
            elif was and was != now and now < NEUTRAL:
                turned[point] = was
        for point in its:
            if match.cells[point] == EMPTY:  # the stone itself has been removed, as by the options poof and clear
                gone.setdefault(point, game.colour_of(len(game.moves) - 1))
    assert bool(refused) == (example.outcome == "refused"), example.id
    if example.shows_zone and not refused:
        zone = _zone(match)
    if "clear" in example.game.split():
        gone, turned = {}, {}  # all stones have moved, so marks on single points would be misleading
    result = match.result
    return Shown(
        size=game.size,
        torus=game.torus,
        cells=bytes(match.cells),
        played=tuple(played),
        gone={point: was for point, was in gone.items() if match.cells[point] == EMPTY},
        turned=turned,
        refused=refused,
        zone=zone if words else (),
        line=tuple(result.points) if result else (),
        wins=bool(result) and len(result.points) > 1 and result.reason != "open four",
        standing=tuple(game.standing),
        offers=tuple(match.offers),
    )


def _zone(match: Match) -> tuple[int, ...]:
    return tuple(point for point in range(len(match.cells)) if match.refusal(point) is None)


def _set_up(match: Match, text: str) -> None:
    """Set up a position like `B e8 f8, W d8, N h8, turn W, cap W8`."""
    game = match.game
    stones: dict[str, list[int]] = {"B": [], "W": [], "C": [], "N": []}
    turn, captured = EMPTY, [0, 0, 0]
    for part in text.split(", "):
        word, *rest = part.split()
        if word == "turn":
            turn = _COLOURS[rest[0]]
        elif word == "cap":
            for count in rest:
                captured[_COLOURS[count[0]]] = int(count[1:])
        else:
            stones[word] = [points.index(point, game.size) for point in rest]
    match.set_up(stones["B"] + stones["C"], stones["W"], turn)  # the stone on the centre is the common stone
    for point in stones["N"]:
        game.cells[point] = NEUTRAL
    if game.goal:
        game.captured[:] = captured
