"""A real NATS server with publishing clubs and relays; and lines of a game, and invalid entries."""

import asyncio
import contextlib
import json
import time

import pytest
from tengen_host.cli import app
from tengen_host.hall.hall import Hall
from tengen_relay import entries, events, keys, server
from tengen_relay.bench.figures import free_port
from tengen_relay.boards import EventBoards, RelayedBoard, _EventBoard
from tengen_relay.client import Connection
from tengen_relay.publish import Publisher
from tengen_relay.spool import Spool
from typer.testing import CliRunner
from waiting import LIMIT_S, until

EVENT, CLUB = "spring-open", "tartu"


class World:
    """A NATS server in a folder, and its publishers and relays."""

    def __init__(self, folder):
        self.folder = folder
        self.server = server.Server(folder, f"127.0.0.1:{free_port()}")
        self.told = []
        self.later_s = 0.0  # by how many seconds the clocks of the relays are ahead

    @property
    def here(self):
        """The options for commands that use this server."""
        return "--data", self.folder, "--listen", self.server.url.partition("//")[2]

    @contextlib.asynccontextmanager
    async def running(self):
        async with self.server.running(), self.connected() as nats:
            await events.make_streams(nats.jetstream(), EVENT)
            yield self

    def connected(self, key=None, waits=False):
        """Return a connection. `waits`: True if the server may be offline."""
        return Connection([self.server.url], key or self.server.key).open(0 if waits else LIMIT_S)

    def key(self, club=CLUB, board=keys.ANY):
        key = keys.new(EVENT, club, board)
        server.grant(self.folder, key)
        self.server.reload()
        return key

    @contextlib.asynccontextmanager
    async def publishing(self, hall, key, folder=None, waits=False):
        async with self.connected(key, waits) as nats, published(self, hall, key, nats, folder) as (publisher, _):
            yield publisher

    @contextlib.asynccontextmanager
    async def relaying(self, waits=False):
        hall = Hall()
        async with self.connected(waits=waits) as nats:
            boards = EventBoards(EVENT, hall, self.told.append, nats, lambda: time.monotonic() + self.later_s)
            async with running(boards.run()):
                yield hall

    async def stored(self, board="one"):
        """Return a board's entries in the stream, in order: (body, signature)."""
        async with self.connected() as nats:
            found = [each async for each in events.stored(nats.jetstream(), EVENT)]
            return [(body, signature) for name, body, signature in found if name == (CLUB, board)]

    async def seqs(self, board="one"):
        """Return the board's own numbers of its lines in the stream."""
        found = [entries.entry(body) for body, _ in await self.stored(board)]
        return [entry.what["seq"] for entry in found if entry.kind == "line"]

    async def until_stored(self, wanted, board="one"):
        while (there := await self.seqs(board)) != wanted:
            print(f"stored: {there}; expected: {wanted}; messages: {self.told}")  # printed if the test fails
            await asyncio.sleep(0.02)

    async def is_whole(self, board="one"):
        return list(entries.check(body for body, _ in await self.stored(board))) == []


@contextlib.asynccontextmanager
async def running(coroutine):
    """Run a coroutine until the context ends."""
    task = asyncio.create_task(coroutine)
    await asyncio.sleep(0)  # give the coroutine time to subscribe to the boards
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@contextlib.asynccontextmanager
async def published(world, hall, key, nats, folder=None, **options):
    """Publish the boards of a hall. Yield the Publisher and its Spool."""
    with contextlib.closing(Spool((folder or world.folder) / "spool.db")) as spool:
        publisher = Publisher(key, spool, options.pop("delay_s", 0.0), world.told.append, nats, **options)
        async with running(publisher.run(hall)):
            yield publisher, spool


async def refused(url, key, words, trust=None):
    """Try to connect until the reason for the failure has these words. Return the whole sentence."""
    async with Connection([url], key, trust).open() as nats:
        await until(lambda: words in nats.why)
        with pytest.raises(OSError) as raised:
            await nats.inside(0)
    return str(raised.value)


def typed(*words):
    """Run a command. Return its status and its output."""
    done = CliRunner().invoke(app, [str(word) for word in words])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.output


# Boards and their lines


def room_of(*names_):
    room = Hall()
    boards = [RelayedBoard() for _ in names_]
    for name, board in zip(names_, boards, strict=True):
        room.add(board, name, name)
    return room, boards


def board_of_event():
    """Return a board of a relay."""
    board = RelayedBoard()
    return _EventBoard(board, Hall().add(board, "one"))


def seq_of(hall, key=f"{CLUB}.one"):
    """Return the board's own number of the last line in a hall; 0 without a line."""
    return hall.places[key].board.replica.state.seq if key in hall.places else 0


def started(seq=1):
    """Return the line of a board that has just started, with no stones and a new game."""
    game = {"number": 1, "name": "renju", "size": 15, "first": "black", "settings": {"game": "renju", "mode": "casual"}}
    game["players"] = {"black": "p1", "white": "p2"}
    groups = {"game": game, "board": {"changes": [], "clear": True}, "moves": [0, []], "record": [0, []]}
    return {"seq": seq, "t": 0, "is": {**groups, "result": None}, "did": [{"code": "started", "restored": False}]}


def moved(number, point, colour):
    """Return the line of a move. `number`: of the move in its game, and since the start of the board."""
    changes = [[point, "empty", colour]]
    move = {"point": point, "colour": colour, "changes": changes}
    groups = {"board": {"changes": changes}, "moves": [number - 1, [move]]}
    done = {"code": "move", "n": number, "point": point, "colour": colour, "changes": changes}
    return {"seq": number + 1, "t": 100 * number, "is": groups, "did": [done]}


GAME = [started()] + [
    moved(at, point, "black" if at % 2 else "white") for at, point in enumerate(("h8", "h9", "i8", "g8", "k8"), 1)
]


def body_of(start, what, kind="line", number=1):
    """Return the body of an entry with any content."""
    return entries.packed(
        {"form": 1, "start": start, "n": number, "before": "", "at": 1, "kind": kind, "what": what}
    )


RUBBISH = [
    b"", b"\xff" * 100, b"{}", b"[" * 3000, json.dumps({"form": 2}).encode(),
    body_of("a", {"is": {}}), body_of("a", {"connected": True, "words": "x"}, "link", 10**30),
    body_of("b", {"p1": "x" * 99}, "names"), body_of("c", {"seq": [], "t": "x", "is": 7}),
    body_of("d", {"seq": 1, "t": 1, "is": {"moves": [[["<b>"]]], "board": {"h8": "<script>"}}}),
]  # fmt: skip
