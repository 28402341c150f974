"""What fails while many look on: servers of a NATS cluster, relays and clubs are killed, in turn and together."""

import asyncio
import contextlib
import json
import os
import random
import signal
import time

import pytest
import tiers
from tengen_host.bench import relay as bench
from tengen_host.bench.viewers import Page, Tally
from tengen_host.relay import chain, keys, names, proof, server

BOARDS = {"one": 8.0, "two": 5.0, "three": 2.0}  # events a second
VIEWERS = 200
ROUNDS = 10
BACK_S = 10.0  # within which all viewers are back


class World:
    """Three servers of NATS, two relays and a club, each a process; and viewers of them all."""

    def __init__(self, folder, seed):
        self.folder, self.luck = folder, random.Random(seed)
        self.key = keys.new(bench.EVENT, "tartu")
        self.ports = [bench.free_port(), bench.free_port()]
        self.tally = Tally()
        self.pages = [(name, Page(self.tally, self._turned(at), f"tartu.{name}")) for at, name in self._places()]
        self.nodes, self.lives, self.pids = [], {}, {}
        self.club = None

    def _places(self):
        return [(at, list(BOARDS)[at % len(BOARDS)]) for at in range(VIEWERS)]

    def _turned(self, at):
        return self.ports if at % 2 else self.ports[::-1]

    async def start(self, what):
        """Start a relay (by its port) or the club."""
        self.lives[what] = contextlib.AsyncExitStack()
        urls = [node.url for node in self.nodes]
        if what == "club":
            process = bench.clubs_process(self.folder, urls, [self.key], BOARDS, str(self.folder / "journal"))
            self.club = await self.lives[what].enter_async_context(process)
            await self.club.said()
            await self.club.say("")
            self.pids[what] = self.club.pid
        else:
            process = bench.relay_process(self.folder / "node-0", urls, what, VIEWERS)
            self.pids[what] = await self.lives[what].enter_async_context(process)

    async def kill(self, what):
        os.kill(self.pids[what], signal.SIGKILL)
        await self.lives.pop(what).aclose()

    async def kill_node(self, node):
        os.kill(node.pid(), signal.SIGKILL)
        await node._process.wait()

    async def restart_node(self, node):
        await self.ends.enter_async_context(node.running())

    async def dies_and_comes_back(self, what):
        if what in self.nodes:
            await self.kill_node(what)
            await asyncio.sleep(self.luck.random())
            await self.restart_node(what)
        else:
            await self.kill(what)
            await asyncio.sleep(self.luck.random())
            await self.start(what)

    async def all_back(self):
        """Wait until all viewers have their board's state again."""
        for _, page in self.pages:
            await asyncio.wait_for(page.ready.wait(), 60)

    async def stored(self):
        """The numbers of each board's events in the stream, in its order, and the bodies of its entries."""
        found = {name: ([], []) for name in BOARDS}
        async with server.entered([node.url for node in self.nodes], self.nodes[0].key) as client:
            async for (_, name), body, _ in proof.entries(client.jetstream(), bench.EVENT):
                entry = chain.entry(body)
                found[name][1].append(body)
                if entry.kind == "event":
                    found[name][0].append((entry.what["seq"], entry.what["event"]))
        return found


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(2))
def test_no_viewer_loses_an_event_when_servers_relays_and_clubs_are_killed(tmp_path, seed):
    """NATS's servers, relays and a club are killed, in turn and together: 200 viewers have what the stream has."""

    async def whole():
        world = World(tmp_path, seed)
        async with contextlib.AsyncExitStack() as ends:
            world.ends = ends
            world.nodes = await ends.enter_async_context(bench.cluster(tmp_path, 3, [world.key]))
            for what in (*world.ports, "club"):
                await world.start(what)
            looking = [asyncio.create_task(page.look()) for _, page in world.pages]
            await world.all_back()
            for number in range(ROUNDS):
                one_of_each = [world.luck.choice(world.nodes), world.luck.choice(world.ports), "club"]
                dying = one_of_each if number % 4 == 3 else [one_of_each[number % 4]]
                await asyncio.gather(*map(world.dies_and_comes_back, dying))
                await world.all_back()
                await asyncio.sleep(world.luck.random())
            await world.club.say("")
            last = json.loads(await world.club.said())["last"]
            until = time.monotonic() + 60
            while any(page.seqs[-1:] != [last[f"tartu.{name}"]] for name, page in world.pages):
                assert time.monotonic() < until, [(name, page.seqs[-1:], last) for name, page in world.pages][:6]
                await asyncio.sleep(0.1)
            found = await world.stored()
            missing = 0
            for name, (events, bodies) in found.items():
                assert list(chain.check(bodies)) == []
                seqs = [seq for seq, _ in events]
                assert seqs == sorted(set(seqs)), name
                for (before, _), (seq, kind) in zip(events, events[1:], strict=False):
                    # what a laptop had heard, but not yet on disk when it was killed, is in its next snapshot
                    assert seq == before + 1 or kind == "snapshot", (name, before, seq)
                    missing += seq - before - 1
                for at, page in world.pages:
                    if at == name:
                        assert page.seqs and page.seqs == seqs[-len(page.seqs) :], name
            assert (world.tally.lost, world.tally.again) == (0, 0)
            assert world.tally.cuts >= VIEWERS / 2 and world.tally.longest_away_s < BACK_S
            events = sum(len(its) for its, _ in found.values())
            tiers.note(
                f"{events} events, {world.tally.cuts} times a viewer was cut off, "
                f"and back after {world.tally.longest_away_s:.1f} s at most; "
                f"{missing} events were not on the club's disk yet",
            )
            for task in looking:
                task.cancel()
            await asyncio.gather(*looking, return_exceptions=True)
            for what in list(world.lives):
                await world.lives.pop(what).aclose()
        assert names.stream(bench.EVENT) == "tengen-bench"

    asyncio.run(asyncio.wait_for(whole(), 280))
