"""Games back to back on an emulated Pico with faults and cuts, for `make proof`: nothing drifts or grows."""

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
# Bytes of heap. What is free differs by some 2500 from game to game, and is 5000 less after a game with hints.
MOST_LOST = 8000


class EmulatedSoak(Soak):
    """The journal is read with commands only, and pulling the plug is a reboot."""

    lengths = (4, 10)

    async def unplug(self):
        """Do nothing: the caller moves the stones before the reboot, which is the same to the firmware."""

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
    """Ten games on the emulated Pico with faults and cuts, five a part: all agree, and no memory is lost."""
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
                board.ask({"cmd": "set", "mode": "referee"})  # without the memory for hints
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
