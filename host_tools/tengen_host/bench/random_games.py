"""Random games of the whole family: every game with every option, size and opening.

The same seed gives the same games.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any, NamedTuple

from tengen.games import OWN, points, registry
from tengen.session.match import Match

from ..judge import playing

_MOST_MOVES = 80  # of a random game
_PASSES, _SPECIALS = 0.02, 0.1  # probabilities of a pass and of a special stone
_NEAR = 2  # most stones are within this distance of the middle, so that they capture and form lines


class Variant(NamedTuple):
    """A game with all its options, on a board of one size, with an opening."""

    game: str
    size: int
    options: dict[str, Any]
    opening: str

    def told(self) -> dict[str, Any]:
        """Return the options as `tengen judge --play` reads them."""
        return {**self.options, playing.SIZE: self.size, playing.OPENING: self.opening}


def variants() -> Iterator[Variant]:
    """Yield every game with every combination of options, size and opening."""
    for name in registry.NAMES:
        for options in _combinations(name):
            for size in registry.sizes(name):
                try:
                    registry.checked(name, size, options)
                except ValueError:  # this size is not allowed with these options: a torus has only one size
                    continue
                for opening in registry.openings(name):
                    yield Variant(name, size, options, opening)


def on_the_board(size: int) -> Iterator[Variant]:
    """Yield every game with its least restricted opening and its important sets of options, for a board of `size` rows.

    The sets: all defaults, each single value of an option, and the last values of all options. The game has its first
    size that fits on the board, else its first size.
    """
    for name in registry.NAMES:
        seen: list[dict[str, Any]] = []
        default = {option: values[0] for option, values, _ in registry.options(name)}
        for option, values, _ in registry.options(name):
            seen += [{**default, option: value} for value in values]
        seen.append({option: values[-1] for option, values, _ in registry.options(name)})
        for at, options in enumerate(seen):
            if options in seen[:at]:
                continue
            fits = [its for its in registry.sizes(name) if its <= size] or registry.sizes(name)
            opening = "free" if "free" in registry.openings(name) else registry.openings(name)[0]
            yield Variant(name, fits[0], options, opening)


def _combinations(name: str) -> Iterator[dict[str, Any]]:
    there_are = registry.options(name)
    for values in product(*[values for _, values, _ in there_are]):
        yield {option: value for (option, _, _), value in zip(there_are, values, strict=True)}


def random_words(variant: Variant, luck: Random, passes: float = _PASSES) -> list[str]:
    """Return a random game, with its opening, in the words of `tengen judge --play`.

    `passes`: the probability of a pass, where it is allowed.
    """
    match = playing.new_match(variant.game, variant.told())
    words: list[str] = []
    while not match.result and len(words) < _MOST_MOVES:
        word = _word(match, luck, passes)
        if not word:
            break
        playing.play(match, word)
        words.append(word)
    return words


def _word(match: Match, luck: Random, passes: float) -> str:
    """Return a random move or decision, or "" if nothing is possible."""
    expects, size = match.expects, match.game.size
    if expects.do == "choose":
        return str(luck.choice(expects.options))
    if expects.do == "keep":
        return "keep:" + points.name(luck.choice(match.offers), size)
    if expects.do == "offer":
        return "offer:" + ",".join(points.names(_fifths(match, expects.count, luck), size))
    if match.pass_refusal() is None and luck.random() < passes:
        return "--"
    special = match.kinds()[-1] if luck.random() < _SPECIALS else OWN
    point = _point(match, special, luck)
    if point is None:
        return "" if match.pass_refusal() else "--"
    word = points.name(point, size)
    return word if special == OWN else f"{special}:{word}"


def _point(match: Match, kind: str, luck: Random) -> int | None:
    size = match.game.size
    low, high = size // 2 - _NEAR, size // 2 + _NEAR
    near = [row * size + column for row in range(low, high + 1) for column in range(low, high + 1)]
    luck.shuffle(near)
    others = list(range(size * size))
    luck.shuffle(others)
    return next((point for point in near + others if match.refusal(point, kind) is None), None)


def _fifths(match: Match, count: int, luck: Random) -> list[int]:
    chosen: list[int] = []
    places = list(range(match.game.size**2))
    luck.shuffle(places)
    for point in places:
        if len(chosen) == count:
            break
        if match.refusal(point) is None and not match.equal_offers([*chosen, point]):
            chosen.append(point)
    return chosen
