"""What fails while boards are published: NATS is killed, the laptop is killed, the network is away."""

import asyncio
import contextlib
import os
import random
import signal

import pytest
from relay.test_relay import EVENT, World, chain, moved, room_of, seq_of, started, stored
from tengen_host.live.hall import Hall
from tengen_host.live.relayed import Followed
from tengen_host.relay import names
from waiting import until

BOARDS = ("one", "two", "three")
SEEDS = range(8)


class Life:
    """A club's laptop and NATS, each of which dies and comes back; what each board has told."""

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
        async with self.world.entered(self.world.server.key) as client:
            from tengen_host.relay import server

            await server.begin(client.jetstream(), EVENT)
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
def test_nothing_is_lost_doubled_or_out_of_order_when_nats_and_the_laptop_die_in_turn(tmp_path, seed, monkeypatch):
    """NATS is killed and the club's laptop ends, again and again: each line of each board is stored once and in order,
    and a relay that was there all the time and one that comes at the end show the same."""
    monkeypatch.setattr("tengen_host.relay.publish.PAUSE_S", 0.1)

    async def whole():
        life = Life(tmp_path, seed)
        await life.live(30)
        for name in BOARDS:
            wanted = life.told[name]

            async def last(name=name):
                found = [chain.entry(body).what for body, _ in await stored(life.world, name)]
                return max((what["seq"] for what in found if isinstance(what, dict) and "seq" in what), default=0)

            while await last() < wanted:
                await asyncio.sleep(0.1)
            bodies = [body for body, _ in await stored(life.world, name)]
            assert list(chain.check(bodies)) == []
            told = [its.what["seq"] for its in map(chain.entry, bodies) if its.kind == "line"]
            # a laptop that starts tells the last once more, with all groups; nothing else comes twice
            new = [seq for at, seq in enumerate(told) if seq > max(told[:at], default=0)]
            assert new == list(range(1, wanted + 1)), name
        hall = Hall()
        async with life.world.entered(life.world.server.key) as client:
            task = asyncio.create_task(Followed(EVENT, hall, life.world.told.append).run(lambda: client))
            for name in BOARDS:
                await until(lambda name=name: seq_of(hall, f"tartu.{name}") == life.told[name])
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        await life.laptop.aclose()
        await life.server.aclose()
        assert names.stream(EVENT) == "tengen-spring-open"

    asyncio.run(whole())
