"""Failures with many viewers. Servers of a NATS cluster, relays and clubs are killed, in turn and together."""

import asyncio
import contextlib
import json
import math
import os
import random
import signal

import ledger
import pytest
from tengen_host.web.connection_limits import raise_file_limit
from tengen_relay import entries, events, keys
from tengen_relay.bench import figures as bench
from tengen_relay.bench.viewers import Page, Tally
from tengen_relay.client import Connection
from waiting import LIMIT_S, until

BOARDS = {"one": 8.0, "two": 5.0, "three": 2.0}  # events a second
VIEWERS = 200
ROUNDS = 10
MANY = 5000
MANYS_BOARDS = {"one": 0.4, "two": 0.25, "three": 0.1}  # events a second: 1,250 deliveries a second to MANY viewers


class World:
    """Three NATS servers, some relays and a club, each a process; and viewers of all boards."""

    def __init__(self, folder, seed, boards=BOARDS, relays=2, viewers=VIEWERS):
        self.folder, self.luck = folder, random.Random(seed)
        self.key = keys.new(bench.EVENT, "tartu")
        self.boards, self.ports = boards, [bench.free_port() for _ in range(relays)]
        self.tally = Tally()
        places = [(at, list(boards)[at % len(boards)]) for at in range(viewers)]
        self.pages = [(name, Page(self.tally, self._turned(at), f"tartu.{name}")) for at, name in places]
        self.nodes, self.lives, self.pids = [], {}, {}
        self.club = None
        self.journal = folder / "journal"

    def _turned(self, at):
        first = at % len(self.ports)
        return self.ports[first:] + self.ports[:first]

    @contextlib.asynccontextmanager
    async def running(self):
        """Run everything, with all viewers connected."""
        async with contextlib.AsyncExitStack() as ends:
            self.ends = ends
            self.nodes = await ends.enter_async_context(bench.cluster(self.folder, 3, [self.key]))
            for what in (*self.ports, "club"):
                await self.start(what)
            looking = [asyncio.create_task(page.look()) for _, page in self.pages]
            try:
                await self.all_back()
                yield self
            finally:
                for task in looking:
                    task.cancel()
                await asyncio.gather(*looking, return_exceptions=True)
                for what in list(self.lives):
                    await self.lives.pop(what).aclose()

    async def start(self, what):
        """Start a relay (by its port) or the club."""
        self.lives[what] = contextlib.AsyncExitStack()
        urls = [node.url for node in self.nodes]
        if what == "club":
            process = bench.clubs_process(self.folder, urls, [self.key], self.boards, str(self.journal))
            self.club = await self.lives[what].enter_async_context(process)
            await self.club.said()
            await self.club.say("")
            self.pids[what] = self.club.pid
        else:
            process = bench.relay_process(self.folder / "node-0", urls, what, len(self.pages))
            self.pids[what] = await self.lives[what].enter_async_context(process)

    async def dies_and_comes_back(self, what):
        """Kill a process, and restart it after a while. A club restarts at once: without a club, nothing happens."""
        if what in self.nodes:
            os.kill(what.pid(), signal.SIGKILL)
            await what._process.wait()
            await self.a_while()
            await self.ends.enter_async_context(what.running())
        else:
            os.kill(self.pids[what], signal.SIGKILL)
            await self.lives.pop(what).aclose()
            if what != "club":
                await self.a_while()
            await self.start(what)

    async def a_while(self):
        """Wait until the club has sent some more events, received or not: a second, or less on an idle machine."""
        end = self.told() + self.luck.randrange(1 + math.ceil(sum(self.boards.values())))
        await until(lambda: self.told() >= end)

    def told(self):
        """Return how many events the club has sent."""
        return self.journal.read_bytes().count(b"\n")

    async def all_back(self):
        """Wait until all viewers have their board's state again."""
        for _, page in self.pages:
            await page.ready.wait()

    async def stored(self):
        """Return for each board the numbers of its events in the stream, in order, and the bodies of its entries."""
        found = {name: ([], []) for name in self.boards}
        async with Connection([node.url for node in self.nodes], self.nodes[0].key).open(LIMIT_S) as nats:
            async for (_, name), body, _ in events.stored(nats.jetstream(), bench.EVENT):
                entry = entries.entry(body)
                found[name][1].append(body)
                if entry.kind == "line":
                    found[name][0].append((entry.what["seq"], "whole" in entry.what))
        return found

    async def ends_well(self):
        """Stop the club; check the events of each viewer, and the stream against the journal.

        Return the number of events in the stream, and the number of events that were not on the club's disk when the
        club was killed. The club's next line with all groups contains them.
        """
        await self.club.say("")
        last = json.loads(await self.club.said())["last"]
        await until(lambda: all(page.seq == last[f"tartu.{name}"] for name, page in self.pages))
        found, missing = await self.stored(), 0
        journal = [line.split() for line in self.journal.read_text(encoding="ascii").splitlines()]
        for name, (lines, bodies) in found.items():
            assert list(entries.check(bodies)) == []
            seqs = [seq for seq, _ in lines]
            assert seqs == sorted(set(seqs)), name
            unsaved = set()
            for (before, _), (seq, is_whole) in zip(lines, lines[1:], strict=False):
                if is_whole:
                    unsaved.update(range(before + 1, seq))
            assert [int(seq) for board, seq in journal if board == f"tartu.{name}"] == sorted(unsaved.union(seqs)), name
            missing += len(unsaved)
        assert (self.tally.lost, self.tally.again) == (0, 0)
        return sum(len(lines) for lines, _ in found.values()), missing


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(2))
async def test_no_viewer_loses_an_event_when_servers_relays_and_clubs_are_killed(tmp_path, seed):
    """Servers of NATS, relays and a club are killed, in turn and together; 200 viewers still get all events."""
    async with World(tmp_path, seed).running() as world:
        for number in range(ROUNDS):
            one_of_each = [world.luck.choice(world.nodes), world.luck.choice(world.ports), "club"]
            dying = one_of_each if number % 4 == 3 else [one_of_each[number % 4]]
            await asyncio.gather(*map(world.dies_and_comes_back, dying))
            await world.all_back()
            await world.a_while()
        events, missing = await world.ends_well()
        assert world.tally.cuts >= VIEWERS / 2
        ledger.note(
            f"{events} events, {world.tally.cuts} times a viewer was cut off, "
            f"and back after {world.tally.longest_away_s:.1f} s at most; "
            f"{missing} events were not on the club's disk yet",
        )


@pytest.mark.proof
async def test_5000_viewers_are_all_back(tmp_path):
    """One of four relays is killed, then all four and the club. 5,000 viewers reconnect and get the whole state."""
    raise_file_limit(MANY)
    async with World(tmp_path, 1, MANYS_BOARDS, relays=4, viewers=MANY).running() as world:
        for dying in (world.ports[:1], [*world.ports, "club"]):
            world.tally.cuts, world.tally.longest_away_s = 0, 0.0
            await asyncio.gather(*map(world.dies_and_comes_back, dying))
            cut = MANY * len(set(dying) & set(world.ports)) // len(world.ports)
            await until(lambda cut=cut: world.tally.cuts >= cut)
            await world.all_back()
            ledger.note(f"{world.tally.cuts} viewers back after {world.tally.longest_away_s:.1f} s at most")
        await world.ends_well()
