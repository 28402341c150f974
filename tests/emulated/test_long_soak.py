"""Test many games in a row on an emulated Pico with faults and power cuts, for `make proof`.

There must be no drift and no memory leak.
"""

import asyncio
import random

import heard
import ledger
import pytest
from soak import Soak
from tengen_host.emulator.board import EmulatedBoard

pytestmark = pytest.mark.proof

GAMES, PARTS = 10, 2
BOOT_MS = 5000
# Bytes. The free heap differs by about 2500 from game to game, and is 5000 less after a game with hints.
MOST_LOST = 8000


class EmulatedSoak(Soak):
    """A Soak that reads the journal only with commands, and reboots in place of pulling the plug."""

    lengths = (4, 10)

    async def unplug(self):
        """Do nothing. The caller moves the stones before the reboot, which makes no difference to the firmware."""

    async def plug(self):
        page, starts = self.page, self.page.starts
        await self.board.reboot()
        self.same("it starts", await self.until(lambda: page.starts > starts, BOOT_MS), True)
        page.lines = []
        self.board.ask({"cmd": "snapshot"})
        answered = await self.until(lambda: any(line.get("whole") for line in page.lines), BOOT_MS)
        self.same("it answers", bool(answered), True)


@pytest.mark.parametrize("part", range(1, PARTS + 1), ids="part{}".format)
def test_ten_games_back_to_back(pico_image, part):
    """In ten games on the emulated Pico with faults and power cuts, all records agree, and no memory leaks."""
    seed = random.SystemRandom().randrange(1 << 30)
    print(f"\nseed {seed}")

    async def run():
        board = EmulatedBoard(pico_image, seed=seed % 1000)
        soak = EmulatedSoak(board, board.advance, seed)
        await board.start()
        await board.until(lambda: heard.said(board.lines), BOOT_MS)
        free = []
        try:
            for number in range(1, GAMES // PARTS + 1):
                await soak.play()
                board.ask({"cmd": "set", "mode": "referee"})  # end hints, so that their memory is free
                await board.advance(100)
                free.append((await soak.ask())["device"]["heap_free"])
                print(f"{number} games in {board.now_ms()} ms, {free[-1]} bytes of heap free", flush=True)
        finally:
            board.stop()
        print(dict(soak.counts))
        return free

    free = asyncio.run(run())
    ledger.note(f"seed {seed}; bytes of heap free after each game: {free}")
    assert min(free) > free[0] - MOST_LOST, free
