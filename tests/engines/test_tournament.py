"""Test whole games of `tengen engine`, as a separate program, by all three rules, with our client and a small manager.

The manager judges each stone by the firmware's own games.
"""

import asyncio
import random
import subprocess
import sys
from dataclasses import dataclass, field

import ledger
import pytest
import tengen
import waiting
from tengen.games import BLACK, WHITE, opponent, registry
from tengen_host.engines.gomocup import EXACT, FREE, RENJU, Engine

GAMES = {FREE: "five", EXACT: "gomoku", RENJU: "renju"}


class Fault(Exception):
    """An illegal stone, or a foul."""


@dataclass
class Played:
    """A finished game. `winner`: BLACK, WHITE, or 0 for a draw."""

    winner: int
    reason: str
    moves: list[int] = field(default_factory=list)


def opened(rule, seed):
    """Return a game without stones, or with a few random stones near the middle that are not fouls."""
    number = random.Random(seed)
    game = registry.new(GAMES[rule], free_centre=True)
    for _ in range(number.choice((0, 1, 3, 4))):
        near = [row * 15 + column for row in range(5, 10) for column in range(5, 10)]
        game.play(number.choice([at for at in near if game.refusal(at) is None and not game.warning(at)]))
    return game


async def play(black, white, rule, seed, turn_ms, takes_back=False):
    """Play a game. `takes_back`: whether the sixth stone after the opening and its answer are taken back once."""
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


async def tournament(one, other, games, turn_ms):
    """Play a number of games, with the three rules in turn.

    Each opening is played twice, the second time with exchanged colours.

    Return the points of `one` in each game: 1, 0.5 or 0.
    """
    points = []
    for number in range(games):
        rule = (FREE, EXACT, RENJU)[number // 2 % 3]
        colour = BLACK if number % 2 else WHITE
        sides = {colour: one, opponent(colour): other}
        played = await play(sides[BLACK], sides[WHITE], rule, number // 2, turn_ms, number % 3 == 0)
        points.append(0.5 if not played.winner else float(played.winner == colour))
    return points


RUN = "from tengen_host.cli import main; main()"


def own(level, seed=1, name=""):
    command = (sys.executable, "-c", RUN, "engine", "--level", str(level), "--seed", str(seed))
    return Engine(command, name, ready_s=waiting.LIMIT_S, margin_s=waiting.LIMIT_S)


async def with_two(one, other, do):
    """Run two engines, do something with them, and stop them."""
    engines = one, other
    try:
        await asyncio.gather(*(engine.start() for engine in engines))
        return await do(*engines)
    finally:
        await asyncio.gather(*(engine.stop() for engine in engines))


def test_a_game_by_each_rule():
    async def games(one, other):
        assert one.about["version"] == tengen.__version__
        ended = []
        for number, rule in enumerate((FREE, EXACT, RENJU)):
            ended.append(await play(one, other, rule, number, turn_ms=20, takes_back=rule == RENJU))
        return ended

    for played in asyncio.run(with_two(own(2), own(1), games)):
        assert len(played.moves) >= 9 and played.reason


def test_it_decides_in_swap2():
    async def swap2(one, other):
        await one.new_game(15, EXACT, turn_ms=100)
        await other.new_game(15, EXACT, turn_ms=100)
        kind, three = await one.swap2([])
        assert (kind, len(three)) == ("stones", 3)
        stones = list(zip(three, (BLACK, WHITE, BLACK), strict=True))
        did, points = await other.swap2(stones)
        assert len(points) == {"swap": 0, "stone": 1, "stones": 2}[did]
        # the game continues with the three stones of the opening
        opinion = await one.move(stones, WHITE)
        assert opinion.point not in three and opinion.value is not None

    asyncio.run(with_two(own(3), own(3), swap2))


def run(text, *arguments):
    command = [sys.executable, "-c", RUN, "engine", *arguments]
    return subprocess.run(command, input=text, capture_output=True, timeout=waiting.LIMIT_S)


def test_it_ends_with_its_input_and_bears_long_lines_and_bytes():
    done = run(b"START 15\r\n" + b"x" * 100_000 + b"\n\xff\xfe\nBEGIN\r\n", "--level", "1")
    lines = done.stdout.decode().split("\n")
    assert done.returncode == 0 and b"Traceback" not in done.stderr
    assert lines[0] == "OK" and lines[-2:] == ["7,7", ""]
    assert all(line.startswith("UNKNOWN ") for line in lines[1:-3])


def test_end_ends_it_at_once():
    done = run(b"ABOUT\nEND\nABOUT\n")
    assert done.returncode == 0 and done.stdout.count(b"name=") == 1


def test_a_wrong_level():
    done = run(b"", "--level", "6")
    assert done.returncode == 2 and b"--level" in done.stderr


@pytest.mark.proof
def test_a_hundred_games():
    """100 games of `tengen engine` at its best against level 2, by all three rules, never violate the protocol."""

    async def games(one, other):
        return await tournament(one, other, 100, turn_ms=100)

    points = asyncio.run(with_two(own(5, name="best"), own(2, name="level 2"), games))
    ledger.note(f"engine: {sum(points):g} of {len(points)} points at its best against level 2, with 0.1 s a stone")
    assert len(points) == 100 and sum(points) > 60
