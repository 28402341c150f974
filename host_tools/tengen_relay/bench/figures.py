"""Measure how fast and how reliably a board reaches viewers over NATS and relays: `tengen bench --relay`.

NATS, the relays, the clubs (clubs.py) and the viewers (viewers.py) are separate processes, all on this machine.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import shutil
import socket
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tengen_host.bench.process import START_S, Part

from .. import events, keys, server
from ..client import Connection
from ..keys import Key

Say = Callable[[str], None]

EVENT = "bench"
QUIET = 0.05  # a board without viewers sends so many lines a second
WATCHED = 10  # the number of boards with viewers
_REST_S = 2.0  # the pause after the start, before memory is measured
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


@dataclass(frozen=True)
class Size:
    """The size of the measurement. `deliveries`: the lines a second that reach viewers, summed over all viewers."""

    nodes: int = 3
    relays: int = 2
    boards: int = 200
    viewers: int = 1000
    deliveries: int = 2000
    seconds: float = 30.0


def relay_figures(say: Say, size: Size = Size()) -> dict[str, Any]:  # noqa: B008
    """Measure the ms that a line takes from a club's board to a viewer, the lost lines, and the CPU and memory used.

    Raises OSError if the machine does not run Linux or a process does not start, and RuntimeError if a process ends too
    early or does not answer.
    """
    if not Path("/proc/self/stat").exists():
        raise OSError("the processes are measured by /proc, which needs Linux")
    return asyncio.run(_measured(say, size))


async def _measured(say: Say, size: Size) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        clubs = [keys.new(EVENT, f"club-{at}") for at in range(max(1, size.boards // 100))]
        async with contextlib.AsyncExitStack() as ends:
            say(f"NATS on {size.nodes} nodes, {size.relays} relays")
            nodes = await ends.enter_async_context(cluster(folder, size.nodes, clubs))
            urls = [node.url for node in nodes]
            ports = [free_port() for _ in range(size.relays)]
            relays = []
            for port in ports:
                started = relay_process(folder / "node-0", urls, port, size.viewers)
                relays.append(await ends.enter_async_context(started))
            bare = sum(map(rss, relays))
            say(f"{size.boards} boards of {len(clubs)} clubs")
            watched = max(1, min(WATCHED, size.viewers, size.boards // len(clubs)))
            pace = size.deliveries / size.viewers
            boards = {f"b{at}": pace if at < watched else QUIET for at in range(size.boards // len(clubs))}
            # the boards with viewers belong to the first club
            telling = [await ends.enter_async_context(clubs_process(folder, urls, clubs[:1], boards))]
            if others := clubs[1:]:
                quiet = dict.fromkeys(boards, QUIET)
                telling.append(await ends.enter_async_context(clubs_process(folder, urls, others, quiet)))
            for part in telling:
                await part.said()
            await asyncio.sleep(_REST_S)
            followed = sum(map(rss, relays))
            say(f"{size.viewers} viewers of {watched} boards")
            looking = await ends.enter_async_context(Part.started("tengen_relay.bench.viewers"))
            places = [
                (port, f"club-0.b{board}", size.viewers // (size.relays * watched) or 1)
                for port in ports
                for board in range(watched)
            ]
            viewers = sum(count for *_, count in places)
            await looking.say(json.dumps(places))
            connected = json.loads(await looking.said())
            await asyncio.sleep(_REST_S)
            with_viewers = sum(map(rss, relays))
            say(f"{size.seconds:g} s, {pace * viewers:.0f} deliveries a second")
            groups = {"nats": [node.pid() for node in nodes], "relays": relays}
            before = {name: sum(map(cpu_s, group)) for name, group in groups.items()}
            began = time.monotonic()
            for part in (looking, *telling):
                await part.say("")
            await asyncio.sleep(size.seconds)
            for part in telling:
                await part.say("")
            told = [json.loads(await part.said()) for part in telling]
            lasted = time.monotonic() - began
            spent = {name: sum(map(cpu_s, group)) - before[name] for name, group in groups.items()}
            await looking.say(json.dumps(told[0]["last"]))
            came = json.loads(await looking.said())
    spent |= {"clubs": sum(each["cpu_s"] for each in told), "viewers": came["cpu_s"]}
    figures = {
        "relay_ms_p50": came["p50"], "relay_ms_p99": came["p99"], "relay_ms_max": came["max"],
        "relay_lost": came["lost"], "relay_doubled": came["again"], "relay_cuts": came["cuts"],
        "relay_viewers": viewers, "relay_boards": len(boards) * len(clubs), "relay_relays": size.relays,
        "relay_nodes": size.nodes, "relay_deliveries": came["lines"],
        "relay_deliveries_per_s": came["lines"] / lasted,
        "relay_bytes_per_viewer": (with_viewers - followed) / viewers,
        "relay_bytes_per_board": (followed - bare) / (len(boards) * len(clubs) * size.relays),
        "relay_connected_s": connected["connected_s"],
        "relay_us_per_delivery": 1e6 * spent["relays"] / max(1, came["lines"]),
        "relay_load_1min": os.getloadavg()[0],
    }  # fmt: skip
    figures |= {f"relay_cpu_{name}_percent": 100 * busy / lasted for name, busy in spent.items()}
    return {name: round(value, 2) if isinstance(value, float) else value for name, value in figures.items()}


# The processes


@contextlib.asynccontextmanager
async def cluster(folder: Path, count: int, clubs: list[Key]) -> AsyncIterator[list[server.Server]]:
    """Run NATS on this many nodes.

    The nodes accept the clubs' keys and the key of one relay, which is in each node's folder.
    """
    ports = [(free_port(), free_port()) for _ in range(count)]
    nodes = []
    for at, (port, route) in enumerate(ports):
        own = folder / f"node-{at}"
        own.mkdir()
        if at:
            for name in ("relay.key", "rights.json"):
                shutil.copy(folder / "node-0" / name, own / name)
        routes = [f"nats://127.0.0.1:{other}" for _, other in ports if other != route]
        cluster = {"name": EVENT, "listen": f"127.0.0.1:{route}", "routes": routes}
        its = {"server_name": own.name, "cluster": cluster} if count > 1 else None
        nodes.append(server.Server(own, f"127.0.0.1:{port}", cluster=its))
        if not at:
            for club in clubs:
                server.grant(own, club)
    async with contextlib.AsyncExitStack() as ends:
        # a node of a cluster answers before it is ready: it is ready only when it has found the other nodes
        await asyncio.gather(*(ends.enter_async_context(node.running()) for node in nodes))
        async with Connection([nodes[0].url], nodes[0].key).open(START_S) as nats:
            await events.begin(nats, EVENT)
        yield nodes


@contextlib.asynccontextmanager
async def relay_process(folder: Path, urls: list[str], port: int, viewers: int) -> AsyncIterator[int]:
    """Run `tengen relay` until the context ends; yield its process id when it answers."""
    words = ("--event", EVENT, "--nats", ",".join(urls), "--data", str(folder), "--port", str(port), "--no-browser")
    run = ("tengen_host.cli", "run", "relay", *words, "--viewers", str(viewers + 10))
    async with Part.started("typer", *run) as part:
        while "The page is at" not in await part.said():
            pass
        yield part.pid


@contextlib.asynccontextmanager
async def clubs_process(
    folder: Path, urls: list[str], clubs: list[Key], boards: dict[str, float], journal: str = ""
) -> AsyncIterator[Part]:
    """Run some clubs until the context ends. Each has boards with these names and rates."""
    paths = []
    for club in clubs:
        path = folder / f"{club.club}.key"
        if not path.exists():
            keys.write(path, club)
        paths.append(str(path))
    async with Part.started("tengen_relay.bench.clubs") as part:
        wanted = {"urls": urls, "keys": paths, "folder": str(folder), "boards": boards, "journal": journal}
        await part.say(json.dumps(wanted))
        yield part


_ports = itertools.count(256 * os.getpid())


def free_port() -> int:
    """Return a free port below the range for outgoing connections, so that it stays free until a server takes it."""
    while True:
        port = 10_000 + next(_ports) % 20_000
        with socket.socket() as free, contextlib.suppress(OSError):
            free.bind(("127.0.0.1", port))
            return port


def rss(pid: int) -> int:
    """Return the memory (RSS) of a process, in bytes."""
    return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * _PAGE


def cpu_s(pid: int) -> float:
    """Return the CPU time of a process, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def rows(figures: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Return the results as rows of text: (what was measured, figure, sample)."""
    its = figures
    many = f"{its['relay_viewers']:,} viewers, {its['relay_boards']:,} boards"
    where = f"{its['relay_nodes']} nodes of NATS, {its['relay_relays']} relays"
    rate = f"{its['relay_deliveries_per_s']:,.0f} deliveries a second, {its['relay_deliveries']:,} in all"
    parts = ("nats", "relays", "clubs", "viewers")
    return [
        ("from the board's line to the viewer", "", f"{many}, {where}"),
        ("  median", f"{its['relay_ms_p50']:.1f} ms", rate),
        ("  99 of 100 within", f"{its['relay_ms_p99']:.1f} ms", ""),
        ("lines lost", f"{its['relay_lost']}", f"{its['relay_cuts']} viewers cut off"),
        ("duplicate or misordered lines", f"{its['relay_doubled']}", ""),
        ("memory of a relay for a viewer", f"{its['relay_bytes_per_viewer'] / 1024:.1f} KiB", ""),
        ("memory of a relay for a board", f"{its['relay_bytes_per_board'] / 1024:.1f} KiB", ""),
        ("CPU time of the relays for a delivery", f"{its['relay_us_per_delivery']:.1f} us", ""),
        *[(f"  of one core: {name}", f"{its[f'relay_cpu_{name}_percent']:.0f} %", "") for name in parts],
        ("all viewers connected after", f"{its['relay_connected_s']:.1f} s", f"load {its['relay_load_1min']:.1f}"),
    ]
