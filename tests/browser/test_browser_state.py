"""The page and the laptop compute the same state from any lines, and show nothing of an incomplete message."""

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor

import pytest
from tengen_host.wire.state import State, snapshot
from windows import WatchedBoard, run_app

STATES = """async (lines) => {
    const { afterLine, initialState } = await import('/page/game/state.js');
    let state = initialState();
    return lines.map((line) => (state = afterLine(state, line)).coming ? null : state);
}"""
LAST_STATE = """async (lines) => {
    const { afterLine, initialState } = await import('/page/game/state.js');
    return lines.reduce(afterLine, initialState());
}"""


@pytest.fixture
def states(modules):
    """states(lines) -> the page's state after each line; None while a message is incomplete."""
    return lambda lines: modules.evaluate(STATES, lines)


@pytest.fixture
def last_state(modules):
    """last_state(lines) -> the page's state after all lines. The states before it would take a second to send."""
    return lambda lines: modules.evaluate(LAST_STATE, lines)


@pytest.fixture(scope="module")
def game():
    """Return the lines of a game with a take-back, a disturbance and a clock on a virtual board."""

    async def play():
        board = WatchedBoard()
        running = asyncio.ensure_future(run_app(board))
        await board.clock.advance(100)
        board.ask({"cmd": "set", "opening": "free", "clock": "10/30x3"})
        await board.clock.advance(100)
        for point in ("h8", "i9", "g7", "j10"):
            board.put(point, None)
            await board.clock.advance(1500)
            board.press("p1" if board.game.turn == "black" else "p2")
            await board.clock.advance(80)
            board.release("p1")
            board.release("p2")
            await board.clock.advance(500)
        board.ask({"cmd": "back", "count": 1})
        await board.clock.advance(100)
        board.lift("j10")
        board.lift("h8")
        await board.clock.advance(5000)
        board.ask({"cmd": "snapshot"})
        await board.clock.advance(500)
        running.cancel()
        return board.lines

    with ThreadPoolExecutor(1) as thread:  # in another thread, because this one may have a running event loop
        return thread.submit(asyncio.run, play()).result()


def test_the_page_has_the_groups_that_the_laptop_has(states, game):
    assert {"move", "taken_back", "disturbed"} <= {each["code"] for line in game for each in line.get("did", ())}
    state = State()
    for line, its in zip(game, states(game), strict=True):
        state = state.merge(line)
        assert (its is None) == (state.coming is not None)
        if its:
            assert its["groups"] == state.groups
            assert its["game"]["stones"] == state.game.cells
            assert [move["point"] for move in its["game"]["moves"]] == [move.point for move in state.game.moves]
            assert its["game"]["asks"].get("do", "") == state.game.asked


def test_from_any_line_on_the_whole_state_leads_to_the_same(last_state, game):
    last = last_state(game)
    state = State()
    for at, line in enumerate(game[:-1], 1):
        state = state.merge(line)
        if state.coming is None:
            line = {"seq": state.seq, "t": state.t, "is": snapshot(state.groups), "whole": True}
            late = last_state([line, *game[at:]])
            assert {**late["game"], "reasons": {}, "refusal": None} == {**last["game"], "reasons": {}, "refusal": None}


def spoilt(value, chance):
    """Return the value with some parts replaced by invalid ones."""
    if chance.random() < 0.2:
        return chance.choice([None, 7, "x", [], {}, [[]], [0], -1, True, {"new": 3}, [0, [None]], {"changes": [7]}])
    if isinstance(value, dict):
        return {name: spoilt(its, chance) for name, its in value.items()}
    return [spoilt(its, chance) for its in value] if isinstance(value, list) else value


def test_whatever_comes_the_page_goes_on(last_state, game):
    stones = last_state(game)["game"]["stones"]
    for seed in range(30):
        chance = random.Random(seed)
        junk = [spoilt(line, chance) for line in game if "more" not in line]
        after = last_state([*junk, {"more": True, "is": {}}, *game])
        assert after["game"]["stones"] == stones, seed
