"""In a silent game the server sends nothing about a foul to anybody, even when it can no longer be claimed."""

import asyncio
import json

import pytest
import waiting
from tengen_host.hall.hall import Hall
from tengen_host.virtual.board import VirtualBoard
from tengen_host.virtual.clock import FastClock
from tengen_host.wire.state import State

# Black's i8 is a double-three: g8 h8 i8, i8 i9 i10. In a silent game the claim lapses with c5
GAME = ["h8", "a1", "g8", "c1", "i9", "e1", "i10", "a5", "i8", "c5", "h13"]
FOUL = 8
TELLING = ("foul", "double-three", "reason", "forbidden", "dead", "lines", "lapsed")


async def told(mode):
    """Return all messages about the game that pages of board and hall get, live or when they connect later."""
    clock = FastClock()
    board = VirtualBoard(clock)
    hall = Hall.of(board)
    place, messages = hall.first(), []
    running = asyncio.ensure_future(board.run())
    place.subscribe(messages.append)
    hall.subscribe(messages.append)
    await clock.sleep_ms(300)
    for command in ({"cmd": "set", "mode": mode, "opening": "free centre", "move": "button"}, {"cmd": "new"}):
        board.ask(command)
        await clock.sleep_ms(300)
    for number, point in enumerate(GAME if mode == "silent" else GAME[: FOUL + 1]):
        who = "p2" if number % 2 else "p1"
        board.put(point)
        await clock.sleep_ms(900)
        if number != FOUL or mode == "silent":
            board.press(who)
            await clock.sleep_ms(200)
            board.release(who)
            await clock.sleep_ms(300)
    board.ask({"cmd": "snapshot"})
    await clock.sleep_ms(300)
    messages += place.state() + hall.state()
    running.cancel()
    return messages


def tells(message):
    """Yield the fields of a message that are about a foul: those in TELLING that are not empty, at any depth.

    A player's entries always have the claim of a foul, whether or not there is one:
    tests/session/test_cpython_people.py compares them with those of a game without fouls.
    """

    def walk(value):
        if isinstance(value, dict):
            for key, inner in value.items():
                if key.startswith("open_"):
                    continue
                if key in TELLING and inner:
                    yield key
                yield from walk(inner)
        elif isinstance(value, list):
            for inner in value:
                yield from walk(inner)
        elif value in TELLING:
            yield value

    return sorted({*walk(json.loads(json.dumps(message)))})


@pytest.mark.parametrize(("mode", "silence"), [("silent", True), ("casual", False), ("teach", False)])
def test_nothing_tells_of_a_foul_in_a_silent_game(mode, silence):
    messages = waiting.run(told(mode))
    stones = [message["stones"] for message in messages if message["type"] == "stones"]
    assert sorted(stones[-1]) == sorted(GAME if silence else GAME[: FOUL + 1])
    telling = [message for message in messages if tells(message)]
    assert (telling == []) == silence, telling[:3]
    # a page of the hall does not get them either
    wall, seen = State(), []
    for message in messages:
        if message["type"] == "line" and "board" not in message:
            wall = wall.merge(message["line"])
            seen += [wall.game.foul, *wall.game.lines]
    assert any(seen) != silence
