"""Answer the board's questions to a player on the laptop.

This module decides who can answer a question, and has the board's partner's answers.

The Gomocup protocol has words only for stones, and for Swap2. The board's partner makes all other decisions of an
opening (swaps, zones, fifths), and about draws.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tengen.games import BLACK, COLOUR_NAMES, EMPTY, WHITE, points
from tengen.games.openings import in_zone
from tengen.session.opening import Expects
from tengen.session.settings import Settings

from ..wire.state import PASS, GameState, State
from .protocol import EXACT, FREE, RENJU

if TYPE_CHECKING:
    from tengen.partner.player import Player

RULES = {"renju": RENJU, "gomoku": EXACT, "five": FREE}  # the protocol's rules, by the names of games

_LEVEL = 5
_SLICE_US = 100_000
_FULL = 100  # in per cent; not used here, but Settings requires a brightness


@dataclass(frozen=True)
class Question:
    """The board's question to a player on the laptop.

    `number`: identifies the question in the answer. `do`: stone, choose, offer, keep or draw. `in_opening`: True if the
    opening is not over yet. `state`: the game. `asks`: the board's group of this name.
    """

    number: int
    do: str
    in_opening: bool
    state: GameState
    asks: Mapping[str, Any]

    @classmethod
    def of(cls, state: State) -> Question | None:
        """Return the question in the group `partner`; None if the group has no question for the laptop."""
        partner = state.groups.get("partner") or {}
        if partner.get("level") != 0 or partner.get("state") != "thinking" or "question" not in partner:
            return None
        in_opening = bool(partner.get("opening"))
        return cls(partner["question"], str(partner["do"]), in_opening, state.game, state.groups["asks"])

    @property
    def is_for_engine(self) -> bool:
        """Return whether an engine can answer the question, which must be about a stone after the opening."""
        return self.do == "stone" and not self.in_opening

    @property
    def is_swap2(self) -> bool:
        """Return whether SWAP2BOARD can answer the question.

        It must come before the first stone, or be the choice of side after three or five stones.
        """
        if not self.in_opening or self.state.settings.get("opening") != "swap-2":
            return False
        return (self.do, len(self.state.moves)) in (("stone", 0), ("choose", 3), ("choose", 5))

    def stones(self) -> list[tuple[int, int]]:
        """Return the stones as (point, colour), in the order of play if this order is known."""
        size, state = self.state.size, self.state
        played = [(points.index(move.point, size), _colour(move.colour)) for move in state.moves if move.point != PASS]
        lying = {points.index(point, size): _colour(colour) for point, colour in state.cells.items()}
        return played if dict(played) == lying else list(lying.items())

    @property
    def turn(self) -> int:
        """The colour that the engine plays."""
        return _colour(self.state.turn)


def own_answer(player: Player, question: Question, luck: int, level: int = _LEVEL) -> dict[str, Any]:
    """Return the answer of the board's partner, as the fields of the command `partner`, after at most some seconds.

    `luck`: a random number from 0 to 2^30 - 1. `level`: 1 to 5 (the best).
    """
    if question.do == "draw":
        return {"draw": False}  # Renju without a loser means that the game continues
    game = _game(question.state)
    size, asked = game.size, _asked(question.asks)

    def refusal(point: int) -> Any:
        return game.refusal(point) if in_zone(asked.zone, point, size) else "outside the zone"

    offers = [points.index(point, size) for point in question.state.offered]
    player.begin(game, asked, refusal, level, luck, offers)
    while not player.think(_SLICE_US):
        pass
    what, *rest = player.answer
    if what == "resign":
        return {"resign": True}
    if what == "choose":
        return {"choose": rest[0]}
    if what == "offer":
        return {"offer": points.names(rest[0], size)}
    return {what: points.name(rest[0], size)}


def _game(state: GameState) -> Any:
    """Return the game with its stones."""
    fields = {name: value for name, value in state.settings.items() if name not in ("partner", "puzzle", "lesson")}
    game = Settings(_FULL, max(15, state.size)).with_(fields).new_game()
    size = game.size
    lying = {point: colour for point, colour in state.cells.items() if point not in state.offered}
    if {move.point: move.colour for move in state.moves if move.point != PASS} != lying:
        black, white = ([points.index(at, size) for at in lying if lying[at] == side] for side in ("black", "white"))
        game.set_up(black, white, _colour(state.turn))
        return game
    for move in state.moves:
        if move.point == PASS:
            game.pass_()
        else:
            game.play(points.index(move.point, size))
    return game


def _asked(asks: Mapping[str, Any]) -> Expects:
    """Return the expected action, in the form of the session."""
    zone = asks.get("zone")
    expects = Expects(
        asks["do"],
        asks["who"],
        _colour(asks.get("colour") or "empty"),
        (zone[0], zone[1]) if zone else None,
        asks.get("ask"),
        tuple(asks.get("options", ())),
        asks.get("count", 0),
    )
    expects.declared = asks.get("declared", 0)
    return expects


def _colour(word: str) -> int:
    return {COLOUR_NAMES[BLACK]: BLACK, COLOUR_NAMES[WHITE]: WHITE}.get(word, EMPTY)
