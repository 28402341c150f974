"""Long proofs, for `make proof` only: minutes each, and nothing that CI's sample would not notice first."""

import asyncio
import dataclasses
import random

import pytest
import records
from support import lit
from tengen.lights import scene
from tengen_host.emulator.board import EmulatedBoard
from test_game import events

pytestmark = pytest.mark.proof

BOOT_MS, DWELL_MS, LIGHT_MS = 5000, 1200, 100


def test_whole_games_by_the_dwell_alone(pico_image):
    """Three seeded games, each on a board that has just booted, no button ever pressed."""
    for game in random.Random(225).sample(records.games(), 3):
        board = asyncio.run(play(EmulatedBoard(pico_image, seed=len(game)), game))
        assert [event["point"] for event in events(board, "move")] == game
        assert events(board, "result")[-1]["reason"] == "five"
        assert [event["seq"] for event in board.events] == list(range(1, len(board.events) + 1))


def test_a_stock_micropython_with_tengen_on_its_flash(pico_image):
    """As on a machine that fetched the official image: the files lie on littlefs, before the frozen ones."""
    stock = dataclasses.replace(pico_image, frozen=False)
    board = asyncio.run(play(EmulatedBoard(stock), ["h8", "i9"]))
    assert [event["point"] for event in events(board, "move")] == ["h8", "i9"]


async def play(board, game):
    await board.start()
    await board.until(lambda: board.events, BOOT_MS)
    for number, point in enumerate(game, 1):
        board.put(point)
        await board.until(lambda: len(events(board, "move")) == number, DWELL_MS)  # noqa: B023
        if number < len(game):
            await board.until(lambda: lit(board.frame) == {point: scene.LAST}, LIGHT_MS)  # noqa: B023
    await board.advance(100)
    board.stop()
    return board
