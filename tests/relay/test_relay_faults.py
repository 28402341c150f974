"""Failures while boards are published: NATS is killed, the laptop is killed, the network fails."""

import asyncio
import contextlib
import os
import random
import signal

import pytest
from relay_world import EVENT, World, moved, room_of, seq_of, started
from tengen_relay import events
from waiting import until

BOARDS = ("one", "two", "three")
SEEDS = range(8)


class Life:
    """A club's laptop and NATS, which fail and come back; and the lines that each board has sent."""

    def __init__(self, folder, seed):
        self.world, self.luck = World(folder), random.Random(seed)
        self.room, boards = room_of(*BOARDS)
        self.boards = dict(zip(BOARDS, boards, strict=True))
        self.told = dict.fromkeys(BOARDS, 0)
        self.server = self.laptop = None
        self.ends = contextlib.AsyncExitStack()
        self.key = None

    async def run_nats(self):
        self.server = contextlib.AsyncExitStack()
        await self.server.enter_async_context(self.world.server.running())

    async def kill_nats(self):
        os.kill(self.world.server.pid(), signal.SIGKILL)
        await self.world.server._process.wait()
        await self.server.aclose()

    async def start_laptop(self):
        self.laptop = contextlib.AsyncExitStack()
        await self.laptop.enter_async_context(self.world.publishing(self.room, self.key, waits=True))

    async def tell(self):
        for _ in range(self.luck.randrange(1, 30)):
            name = self.luck.choice(BOARDS)
            self.told[name] += 1
            number = self.told[name]
            self.boards[name].hear(started() if number == 1 else moved(number - 1, "h8", "black"))
            if self.luck.random() < 0.3:
                await asyncio.sleep(0)

    async def live(self, steps):
        await self.run_nats()
        async with self.world.connected() as nats:
            await events.make_streams(nats.jetstream(), EVENT)
        self.key = self.world.key()
        await self.start_laptop()
        for _ in range(steps):
            await self.tell()
            await self.luck.choice((self.nothing, self.nothing, self.nats_dies, self.laptop_dies))()

    async def nothing(self):
        await asyncio.sleep(self.luck.random() * 0.05)

    async def nats_dies(self):
        await self.kill_nats()
        await self.tell()
        await self.run_nats()

    async def laptop_dies(self):
        await self.laptop.aclose()
        await self.start_laptop()


@pytest.mark.proof
@pytest.mark.parametrize("seed", SEEDS)
async def test_nothing_is_lost_doubled_or_out_of_order_when_nats_and_the_laptop_die(tmp_path, seed, monkeypatch):
    """NATS is killed and the club's laptop ends, repeatedly. Each line of each board is stored once, and in order.

    A relay that ran all the time and a relay that starts at the end show the same.
    """
    monkeypatch.setattr("tengen_relay.publish.PAUSE_S", 0.1)
    life = Life(tmp_path, seed)
    await life.live(30)
    for name in BOARDS:
        wanted = life.told[name]
        while max(told := await life.world.seqs(name), default=0) < wanted:
            await asyncio.sleep(0.1)
        assert await life.world.is_whole(name)
        # a restarted laptop sends the last line again, with all groups; no other line comes twice
        new = [seq for at, seq in enumerate(told) if seq > max(told[:at], default=0)]
        assert new == list(range(1, wanted + 1)), name
    async with life.world.relaying() as hall:
        for name in BOARDS:
            await until(lambda name=name: seq_of(hall, f"tartu.{name}") == life.told[name])
    await life.laptop.aclose()
    await life.server.aclose()
