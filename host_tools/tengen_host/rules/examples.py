"""The examples of the pages of rules: reads examples.txt, plays each by the game's own rules, and says what came of it.

Source of the examples and of their notation: GAMES 2 to 12.
"""

from __future__ import annotations

import functools
import shlex
from dataclasses import dataclass
from pathlib import Path

from tengen.games import BLACK, EMPTY, NEUTRAL, WHITE, points
from tengen.session.match import Match

from ..judge import playing

_FILE = Path(__file__).resolve().parent / "examples.txt"
_COLOURS = {"B": BLACK, "W": WHITE}


@dataclass(frozen=True)
class Example:
    """A row of examples.txt, its columns as texts."""

    id: str
    game: str
    before: str
    moves: str
    outcome: str
    caption: str

    @property
    def name(self) -> str:
        """The game's name."""
        return self.game.split()[0]

    @property
    def shows_zone(self) -> bool:
        """Whether the points that may be played are part of what is shown."""
        refused_in_opening = self.outcome == "refused" and self.before == "-"
        return refused_in_opening or any(part.split()[0] in ("only", "may") for part in self.outcome.split(", "))


@dataclass(frozen=True)
class Shown:
    """What came of an example. Points are numbers, row by row from a1.

    - `cells`: the stones that lie now. `played`: the stones that were put, in their order.
    - `gone`: what lay on points that are empty now. `turned`: what colour a turned stone had.
    - `refused`: the points of the last move, if it was refused. `zone`: where a stone may be put, if that is shown.
    - `line`: the points of the result. `wins`: whether they are a line that wins. `standing`: a line that stands.
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
    """Return all examples in the order of the file."""
    lines = _FILE.read_text(encoding="utf-8").splitlines()
    rows = [line for line in lines if line and not line.startswith("#")]
    return tuple(Example(*(part.strip() for part in row.split("|"))) for row in rows)


def match_before(example: Example) -> Match:
    """Return the match before the example's moves."""
    name, *options = shlex.split(example.game)
    match = playing.new_match(name, playing.read_options(options))
    if example.before != "-":
        _set_up(match, example.before)
    return match


def words_of(example: Example) -> list[str]:
    """Return the example's moves; none if it shows the position alone."""
    return [] if example.moves == "-" else playing.read_words(example.moves)


def shown(example: Example) -> Shown:
    """Play an example. Raises AssertionError where a move is refused that should not be, or the reverse."""
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
            if match.cells[point] == EMPTY:  # the stone itself has gone, as in poof or a clear
                gone.setdefault(point, game.colour_of(len(game.moves) - 1))
    assert bool(refused) == (example.outcome == "refused"), example.id
    if example.shows_zone and not refused:
        zone = _zone(match)
    if "clear" in example.game.split():
        gone, turned = {}, {}  # all stones have moved: marks on single points would say something else
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
    match.set_up(stones["B"] + stones["C"], stones["W"], turn)  # the stone on the centre is the common one
    for point in stones["N"]:
        game.cells[point] = NEUTRAL
    if game.goal:
        game.captured[:] = captured
