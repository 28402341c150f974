"""Boards published by a room, and shown by a relay: through a real NATS server, by each message."""

import asyncio
import contextlib
import json
import time

import pytest
from tengen_host.bench.relay import free_port
from tengen_host.live.hall import Hall
from tengen_host.live.relayed import Followed, RelayedBoard
from tengen_host.relay import chain, keys, names, server
from tengen_host.relay.publish import Publisher
from tengen_host.relay.spool import Spool
from waiting import LIMIT_S, run, until

EVENT, CLUB = "spring-open", "tartu"


class World:
    """A NATS server on a folder, and whoever enters it."""

    def __init__(self, folder):
        self.folder = folder
        self.server = server.Server(folder, f"127.0.0.1:{free_port()}")
        self.told = []
        self.later_s = 0.0  # how much later it is for a relay

    def now(self):
        return time.monotonic() + self.later_s

    @contextlib.asynccontextmanager
    async def running(self):
        async with self.server.running(), self.entered(self.server.key) as client:
            await server.begin(client.jetstream(), EVENT)
            yield self

    def entered(self, key, within_s=LIMIT_S):
        return server.entered([self.server.url], key, within_s)

    def key(self, club=CLUB, board=keys.ANY):
        key = keys.new(EVENT, club, board)
        server.grant(self.folder, key)
        self.server.reload()
        return key

    @contextlib.asynccontextmanager
    async def publishing(self, hall, key, folder=None, delay_s=0.0, waits=False):
        """`waits`: NATS may be away."""
        spool = Spool((folder or self.folder) / "spool.db")
        entrance = server.Entrance([self.server.url], key)
        async with entrance.open() if waits else self.entered(key) as client:
            jetstream = (lambda: entrance.client.jetstream()) if waits else client.jetstream
            beat = (lambda subject: entrance.client.publish(subject)) if waits else client.publish
            publisher = Publisher(key, spool, delay_s, self.told.append, beat=beat)
            task = asyncio.create_task(publisher.run(hall, jetstream))
            await asyncio.sleep(0)  # it follows the boards from now on
            try:
                yield publisher
            finally:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
                spool.close()

    @contextlib.asynccontextmanager
    async def relaying(self, waits=False):
        """`waits`: NATS may be away."""
        hall = Hall()
        entrance = server.Entrance([self.server.url], self.server.key)
        async with entrance.open() if waits else self.entered(self.server.key) as client:
            followed = Followed(EVENT, hall, self.told.append, self.now)
            present = (lambda: entrance.client) if waits else lambda: client
            running = [followed.run(present), followed.watch(present)]
            tasks = [asyncio.create_task(each) for each in running]
            try:
                yield hall
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)


def started(seq=1):
    """The line of a board that has just started: an empty board, and a new game."""
    game = {"number": 1, "name": "renju", "size": 15, "first": "black", "settings": {"game": "renju", "mode": "casual"}}
    game["players"] = {"black": "p1", "white": "p2"}
    groups = {"game": game, "board": {"changes": [], "clear": True}, "moves": [0, []], "record": [0, []]}
    return {"seq": seq, "t": 0, "is": {**groups, "result": None}, "did": [{"code": "started", "restored": False}]}


def moved(number, point, colour):
    """The line of a move, the `number`th of its game and of the board since its start."""
    changes = [[point, "empty", colour]]
    move = {"point": point, "colour": colour, "changes": changes}
    groups = {"board": {"changes": changes}, "moves": [number - 1, [move]]}
    done = {"code": "move", "n": number, "point": point, "colour": colour, "changes": changes}
    return {"seq": number + 1, "t": 100 * number, "is": groups, "did": [done]}


GAME = [started()] + [
    moved(at, point, "black" if at % 2 else "white") for at, point in enumerate(("h8", "h9", "i8", "g8", "k8"), 1)
]


def seq_of(hall, key=f"{CLUB}.one"):
    """The board's own number of its last line that a hall has; 0 for none."""
    return hall.places[key].board.replica.state.seq if key in hall.places else 0


@pytest.fixture
def world(tmp_path):
    return World(tmp_path)


def test_what_a_board_tells_is_shown_by_a_relay_and_by_one_that_comes_later(world):
    async def whole():
        async with world.running():
            room, board = Hall(), RelayedBoard()
            room.add(board, "Board One", "one")
            async with world.publishing(room, world.key()), world.relaying() as early:
                board.tell_link(True, "")
                for line in GAME:
                    board.hear(line)
                room.first().details.give({"p1": "Anna", "p2": "Bo"})
                await until(lambda: seq_of(early) == 6)
                await until(lambda: early.first().details.fields()["p2"] == "Bo")
                assert early.first().board.connected
                stones = early.first().board.state()[0]
                assert stones == board.state()[0] and len(stones["stones"]) == 5
                async with world.relaying() as late:
                    await until(lambda: seq_of(late) == 6)
                    await until(lambda: late.first().details.fields()["p1"] == "Anna")
                    board.hear(moved(6, "l8", "white"))
                    await until(lambda: seq_of(late) == seq_of(early) == 7)
        assert world.told == []

    run(whole())


async def stored(world, board="one"):
    """Return the bodies that the stream has of a board, in order."""
    async with world.entered(world.server.key) as client:
        js = client.jetstream()
        name, subject, found, at = names.stream(EVENT), names.subject(EVENT, CLUB, board), [], 0
        with contextlib.suppress(Exception):
            while True:
                message = await js.get_msg(name, at + 1, subject, direct=True, next=True)
                at = message.seq
                found.append(chain.opened(message.data))
        return found


async def seqs(world, board="one"):
    """Return the board's own numbers of its lines in the stream."""
    found = [chain.entry(body) for body, _ in await stored(world, board)]
    return [entry.what["seq"] for entry in found if entry.kind == "line"]


async def refused(url, key, words, trust=None):
    """Try to enter until the reason why that fails has these words; return the whole sentence."""
    entrance = server.Entrance([url], key, trust)
    async with entrance.open():
        await until(lambda: words in entrance.why)
        with pytest.raises(OSError) as raised:
            await entrance.inside(0)
    return str(raised.value)


def room_of(*names_):
    room = Hall()
    boards = [RelayedBoard() for _ in names_]
    for name, board in zip(names_, boards, strict=True):
        room.add(board, name, name)
    return room, boards


def test_without_network_everything_waits_and_is_stored_once_and_in_order(world):
    async def whole():
        room, (board,) = room_of("one")
        key = None
        async with world.running():
            key = world.key()
            async with world.publishing(room, key):
                board.hear(GAME[0])
                await until_stored(world, [1])
        # NATS is gone; the laptop is started anew in the middle of that, too
        spool = Spool(world.folder / "spool.db")
        publisher = Publisher(key, spool, 0.0, world.told.append)
        task = asyncio.create_task(publisher.run(room, Away))
        await asyncio.sleep(0)  # it follows the boards from now on

        def wait(its):
            whats = [chain.entry(each.body).what for each in spool.waiting("one")]
            return any(its.items() <= what.items() for what in whats)

        await until(lambda: wait({"seq": 1, "whole": True}))
        for line in GAME[1:4]:
            board.hear(line)
        await until(lambda: wait({"seq": 4}) and world.told)
        await end(task, spool)
        async with world.running(), world.publishing(Hall(), key):
            pass  # a laptop without boards publishes nothing, and loses nothing
        async with world.running(), world.publishing(room, key):
            board.hear(GAME[4])
            await until_stored(world, [1, 1, 2, 3, 4, 4, 5])
            assert list(chain.check(body for body, _ in await stored(world))) == []
        assert any("wait on disk" in words for words in world.told)

    run(whole())


async def until_stored(world, wanted, board="one"):
    while (there := await seqs(world, board)) != wanted:
        print(f"stored are {there}, and {wanted} are wanted: {world.told}")  # which only a test that fails shows
        await asyncio.sleep(0.02)


async def end(task, spool):
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    spool.close()


class Away:
    """JetStream without a network."""

    def __getattr__(self, name):
        async def fail(*arguments, **options):
            raise OSError("no network")

        return fail


def test_what_was_stored_without_an_answer_is_not_sent_again(world):
    async def whole():
        async with world.running():
            room, (board,) = room_of("one")
            key = world.key()
            async with world.entered(key) as client:
                js = client.jetstream()
                publish, lost = js.publish, []

                async def without_answer(subject, data, **options):
                    ack = await publish(subject, data, **options)
                    if len(lost) < 4 and subject.startswith("tengen."):
                        lost.append(ack)
                        if len(lost) == 4:
                            raise asyncio.TimeoutError
                    return ack

                js.publish = without_answer
                spool = Spool(world.folder / "spool.db")
                task = asyncio.create_task(Publisher(key, spool, 0.0, world.told.append).run(room, lambda: js))
                await asyncio.sleep(0)  # it follows the boards from now on
                for line in GAME:
                    board.hear(line)
                await until_stored(world, [1, 2, 3, 4, 5, 6])
                await until(lambda: not spool.waiting("one"))
                assert len(lost) == 4
                async with world.relaying() as hall:
                    await until(lambda: seq_of(hall) == 6)
                await end(task, spool)

    run(whole())


def test_nothing_leaves_the_building_before_its_delay(world):
    now = [0.0]

    async def whole():
        async with world.running():
            room, (board,) = room_of("one")
            key = world.key()
            spool = Spool(world.folder / "spool.db")
            async with world.entered(key) as client:
                publisher = Publisher(key, spool, 300.0, world.told.append, clock=lambda: now[0])
                task = asyncio.create_task(publisher.run(room, client.jetstream))
                await asyncio.sleep(0)  # it follows the boards from now on
                for line in GAME[:3]:
                    board.hear(line)
                await until(lambda: len(spool.waiting("one")) == 3 + 2)
                for at in (0.0, 299.9):
                    now[0] = at
                    await asyncio.sleep(0)
                    assert await stored(world) == []
                await end(task, spool)
                # started anew it waits for the whole delay once more: late, and never early
                spool = Spool(world.folder / "spool.db")
                publisher = Publisher(key, spool, 300.0, world.told.append, clock=lambda: now[0])
                task = asyncio.create_task(publisher.run(Hall(), client.jetstream))
                await asyncio.sleep(0)  # it follows the boards from now on
                now[0] = 300.1
                assert await stored(world) == []
                await end(task, spool)

    run(whole())


def test_two_laptops_publish_one_board_and_one_of_them_ends(world, tmp_path):
    async def whole():
        async with world.running():
            (here, (one,)), (there, (other,)) = room_of("one"), room_of("one")
            key = world.key()
            (tmp_path / "other").mkdir()
            async with world.publishing(here, key):
                one.hear(started())
                await until_stored(world, [1])
                async with world.publishing(there, key, folder=tmp_path / "other"):
                    other.hear(started())
                    await until_stored(world, [1, 1])
                    one.hear(moved(1, "h8", "black"))
                    await until(lambda: world.told)
                    other.hear(moved(1, "i8", "black"))
                    await until_stored(world, [1, 1, 2])
                assert world.told == ["one is published by another laptop now, and not by this one: end one of them"]
            assert list(chain.check(body for body, _ in await stored(world))) == []
            # started anew, it goes on: what it still had to say makes a chain of its own
            async with world.publishing(here, key):
                await until_stored(world, [1, 1, 2, 2, 2])
            assert list(chain.check(body for body, _ in await stored(world))) == []

    run(whole())


def test_a_relay_whose_client_was_closed_goes_on_with_the_next_one(world, monkeypatch):
    monkeypatch.setattr("tengen_host.relay.stream.HEARTBEAT_S", 0.2)
    monkeypatch.setattr("tengen_host.relay.stream.SILENT_S", 0.6)
    monkeypatch.setattr("tengen_host.relay.publish.PAUSE_S", 0.1)

    async def whole():
        room, (board,) = room_of("one")
        hall, heard = Hall(), []
        entrance = server.Entrance([world.server.url], world.server.key)
        async with world.running():
            key = world.key()
        async with world.publishing(room, key, waits=True), entrance.open():
            following = asyncio.create_task(Followed(EVENT, hall, world.told.append).run(lambda: entrance.client))
            async with world.server.running():
                board.hear(GAME[0])
                await until(lambda: seq_of(hall) == 1)
                hall.first().subscribe(lambda message: heard.append(message))
                first = entrance.client
                await first.close()
                board.hear(GAME[1])
                await until(lambda: seq_of(hall) == 2)
            board.hear(GAME[2])
            async with world.server.running():
                board.hear(GAME[3])
                await until(lambda: seq_of(hall) == 4)
                assert entrance.client is not first
            assert [message["line"]["seq"] for message in heard if message["type"] == "line"] == [2, 3, 4]
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)
        assert f"{EVENT} is followed again" in world.told

    run(whole())


def test_a_relay_waits_for_servers_that_choose_who_leads(world, monkeypatch):
    monkeypatch.setattr("tengen_host.relay.server._AGAIN_S", 0.05)
    entrance, begin = server.Entrance([world.server.url], world.server.key), server.begin
    tries = []

    async def without_a_leader(js, event):
        tries.append(event)
        if len(tries) < 3:
            raise asyncio.TimeoutError
        return await begin(js, event)

    monkeypatch.setattr(server, "begin", without_a_leader)

    async def whole():
        async with world.server.running(), entrance.open():
            await entrance.inside(LIMIT_S)
            assert await server.begun(entrance, EVENT) == 0 and len(tries) == 3
            tries.clear()
            with pytest.raises(OSError, match=f"{EVENT} is not begun: .*no answer came in time"):
                await server.begun(entrance, EVENT, within_s=0)

    run(whole())


def test_the_addresses_that_clubs_are_told(tmp_path):
    everywhere = server.Server(tmp_path, "0.0.0.0:4222")
    assert everywhere.url == "nats://127.0.0.1:4222"
    assert everywhere.urls(["192.168.1.5", "10.0.0.1"]) == ["nats://192.168.1.5:4222", "nats://10.0.0.1:4222"]
    assert server.Server(tmp_path, "relay.example:4222").urls(["10.0.0.1"]) == ["nats://relay.example:4222"]


def test_each_changed_byte_is_told(world):
    async def whole():
        async with world.running():
            room, (board,) = room_of("one")
            key = world.key()
            async with world.publishing(room, key):
                for line in GAME[:3]:
                    board.hear(line)
                await until_stored(world, [1, 2, 3])
            return key, await stored(world)

    key, sent = run(whole())
    bodies = [body for body, _ in sent]
    assert list(chain.check(bodies)) == []
    assert all(keys.is_signed(body, signature, key.public) for body, signature in sent)
    for place, (body, signature) in enumerate(sent):
        for at in range(0, len(body), 7):
            changed = body[:at] + bytes([body[at] ^ 1]) + body[at + 1 :]
            assert not keys.is_signed(changed, signature, key.public)
            wrong = [*bodies[:place], changed, *bodies[place + 1 :]]
            # the chain alone tells it for all but the last, whose hash nothing names yet
            assert list(chain.check(wrong)) or place == len(sent) - 1
    assert list(chain.check(bodies[:1] + bodies[2:])) and list(chain.check([bodies[0], bodies[0], *bodies[1:]]))


def rubbish(start, what, kind="line", number=1):
    return chain.packed(
        {"form": 1, "start": start, "n": number, "before": "", "at": 1, "kind": kind, "what": what}
    )


RUBBISH = [
    b"", b"\xff" * 100, b"{}", b"[" * 3000, json.dumps({"form": 2}).encode(),
    rubbish("a", {"is": {}}), rubbish("a", {"connected": True, "words": "x"}, "link", 10**30),
    rubbish("b", {"p1": "x" * 99}, "names"), rubbish("c", {"seq": [], "t": "x", "is": 7}),
    rubbish("d", {"seq": 1, "t": 1, "is": {"moves": [[["<b>"]]], "board": {"h8": "<script>"}}}),
]  # fmt: skip
