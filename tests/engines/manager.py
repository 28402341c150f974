"""A small manager: whole games between two engines, each stone judged by the firmware's own games."""

import random
from dataclasses import dataclass, field

from tengen.games import BLACK, WHITE, opponent, registry
from tengen_host.engines.gomocup import EXACT, FREE, RENJU

GAMES = {FREE: "five", EXACT: "gomoku", RENJU: "renju"}


class Fault(Exception):
    """A stone that the rules do not allow, or that is a foul."""


@dataclass
class Played:
    """A game that was played. `winner`: BLACK, WHITE, or 0 for a draw."""

    winner: int
    reason: str
    moves: list[int] = field(default_factory=list)


def opened(rule, seed):
    """Return a game with no stone, or a few near the middle by luck, none of them a foul."""
    number = random.Random(seed)
    game = registry.new(GAMES[rule], free_centre=True)
    for _ in range(number.choice((0, 1, 3, 4))):
        near = [row * 15 + column for row in range(5, 10) for column in range(5, 10)]
        game.play(number.choice([at for at in near if game.refusal(at) is None and not game.warning(at)]))
    return game


async def play(black, white, rule, seed, turn_ms, takes_back=False):
    """Play a game. `takes_back`: the sixth stone after the opening and the answer to it are taken back once."""
    game = opened(rule, seed)
    engines = {BLACK: black, WHITE: white}
    for engine in engines.values():
        await engine.new_game(15, rule, turn_ms=turn_ms)
    back_at = len(game.moves) + 6 if takes_back else None
    while not game.result:
        stones = [(point, game.colour_of(number)) for number, point in enumerate(game.moves)]
        turn = game.turn
        point = (await engines[turn].move(stones, turn)).point
        refusal = game.refusal(point) or game.warning(point)
        if refusal:
            raise Fault(f"stone {len(stones) + 1} by {engines[turn].name}: {refusal}; {game.moves}")
        game.play(point)
        if len(game.moves) == back_at and not game.result:
            back_at = None
            game.take_back()
            game.take_back()
    return Played(game.result.winner, game.result.reason, list(game.moves))


async def tournament(one, other, games, turn_ms, note=None):
    """Play so many games by the three rules in turn, each opening twice with changed colours.

    Return the points of `one` in each game: 1, 0.5 or 0.
    """
    points = []
    for number in range(games):
        rule = (FREE, EXACT, RENJU)[number // 2 % 3]
        colour = BLACK if number % 2 else WHITE
        sides = {colour: one, opponent(colour): other}
        played = await play(sides[BLACK], sides[WHITE], rule, number // 2, turn_ms, number % 3 == 0)
        points.append(0.5 if not played.winner else float(played.winner == colour))
        if note:
            note(number, rule, played, points[-1])
    return points
