"""A room publishes boards through a real NATS server, and a relay shows them, with each kind of message."""

import asyncio
from types import SimpleNamespace

import pytest
from relay_world import EVENT, GAME, moved, published, room_of, running, seq_of, started
from tengen_host.hall.hall import Hall
from tengen_relay import client, entries, events, server
from tengen_relay.boards import EventBoards, RelayedBoard
from tengen_relay.client import Lost
from tengen_relay.publish import Publisher
from waiting import until


async def test_what_a_board_tells_is_shown_by_a_relay_and_by_one_that_comes_later(world, monkeypatch):
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
            # NATS stores a board's whole state as well as its entries; from now on the state is older than the entries
            monkeypatch.setattr(Publisher, "_put_state", lambda self, board: asyncio.sleep(0))
            board.hear(moved(6, "l8", "white"))
            board.hear(moved(7, "m8", "black"))
            await until(lambda: seq_of(early) == 8)
            async with world.relaying() as late:
                await until(lambda: seq_of(late) == 8)
                assert late.first().board.state()[0] == board.state()[0]
                await until(lambda: late.first().details.fields()["p1"] == "Anna")
                board.hear(moved(8, "l9", "white"))
                await until(lambda: seq_of(late) == seq_of(early) == 9)
    assert world.told == []


async def test_without_network_everything_waits_and_is_stored_once_and_in_order(world):
    room, (board,) = room_of("one")
    key = None
    async with world.running():
        key = world.key()
        async with world.publishing(room, key):
            board.hear(GAME[0])
            await world.until_stored([1])
    # NATS is not running, and the laptop restarts meanwhile
    async with world.connected(key, waits=True) as nats, published(world, room, key, nats) as (_, spool):

        def waits(its):
            whats = [entries.received(sent).what for _, sent in spool.waiting("one")]
            return any(its.items() <= what.items() for what in whats)

        await until(lambda: waits({"seq": 1, "whole": True}))
        for line in GAME[1:4]:
            board.hear(line)
        await until(lambda: waits({"seq": 4}) and world.told)
    async with world.running(), world.publishing(Hall(), key):
        pass  # a laptop without boards publishes nothing, and keeps the entries on its disk
    async with world.running(), world.publishing(room, key):
        board.hear(GAME[4])
        await world.until_stored([1, 1, 2, 3, 4, 4, 5])
        assert await world.is_whole()
    assert any("wait on disk" in words for words in world.told)


async def test_what_was_stored_without_an_answer_is_not_sent_again(world):
    async with world.running():
        room, (board,) = room_of("one")
        key = world.key()
        async with world.connected(key) as nats:
            js = nats.jetstream()
            nats.jetstream = lambda: js
            publish, lost = js.publish, []

            async def without_answer(subject, *arguments, **options):
                ack = await publish(subject, *arguments, **options)
                if len(lost) < 4 and subject.startswith("tengen."):
                    lost.append(ack)
                    if len(lost) == 4:
                        raise asyncio.TimeoutError
                return ack

            js.publish = without_answer
            async with published(world, room, key, nats) as (_, spool):
                for line in GAME:
                    board.hear(line)
                await world.until_stored([1, 2, 3, 4, 5, 6])
                await until(lambda: not spool.waiting("one"))
                assert len(lost) == 4
                async with world.relaying() as hall:
                    await until(lambda: seq_of(hall) == 6)


async def test_two_laptops_publish_one_board_and_one_of_them_ends(world, tmp_path):
    async with world.running():
        (here, (one,)), (there, (other,)) = room_of("one"), room_of("one")
        key = world.key()
        (tmp_path / "other").mkdir()
        async with world.publishing(here, key):
            one.hear(started())
            await world.until_stored([1])
            async with world.publishing(there, key, folder=tmp_path / "other"):
                other.hear(started())
                await world.until_stored([1, 1])
                one.hear(moved(1, "h8", "black"))
                await until(lambda: world.told)
                other.hear(moved(1, "i8", "black"))
                await world.until_stored([1, 1, 2])
            assert world.told == ["one is published by another laptop now, and not by this one: end one of them"]
        assert await world.is_whole()
        # after the restart the laptop continues; its unsent entries form a new chain
        async with world.publishing(here, key):
            await world.until_stored([1, 1, 2, 2, 2])
        assert await world.is_whole()


async def test_a_relay_whose_client_was_closed_goes_on_with_the_next_one(world, monkeypatch):
    monkeypatch.setattr("tengen_relay.client.HEARTBEAT_S", 0.2)
    monkeypatch.setattr("tengen_relay.client.SILENT_S", 0.6)
    monkeypatch.setattr("tengen_relay.publish.PAUSE_S", 0.1)
    room, (board,) = room_of("one")
    hall, heard = Hall(), []
    async with world.running():
        key = world.key()
    async with world.publishing(room, key, waits=True), world.connected(waits=True) as nats:
        async with running(EventBoards(EVENT, hall, world.told.append, nats).run()):
            async with world.server.running():
                board.hear(GAME[0])
                await until(lambda: seq_of(hall) == 1)
                hall.first().subscribe(heard.append)
                first = nats.client
                await first.close()
                board.hear(GAME[1])
                await until(lambda: seq_of(hall) == 2)
            board.hear(GAME[2])
            async with world.server.running():
                board.hear(GAME[3])
                await until(lambda: seq_of(hall) == 4)
                assert nats.client is not first
        assert [message["line"]["seq"] for message in heard if "seq" in message.get("line", ())] == [2, 3, 4]
    assert f"{EVENT} is followed again" in world.told


async def test_a_relay_waits_for_servers_that_choose_who_leads(world, monkeypatch):
    monkeypatch.setattr(events, "_AGAIN_S", 0.05)
    make_streams, tries = events.make_streams, []

    async def without_a_leader(js, event):
        tries.append(event)
        if len(tries) < 3:
            raise asyncio.TimeoutError
        return await make_streams(js, event)

    monkeypatch.setattr(events, "make_streams", without_a_leader)
    async with world.server.running(), world.connected() as nats:
        assert await events.begin(nats, EVENT) == 0 and len(tries) == 3
        tries.clear()
        with pytest.raises(OSError, match=f"{EVENT} can't begin: .*no answer came in time"):
            await events.begin(nats, EVENT, within_s=0)


async def test_a_reader_ends_with_an_error_where_a_message_is_missing():
    news = asyncio.Queue()
    for number in (1, 2, 4):
        sequence = SimpleNamespace(consumer=number)
        news.put_nowait(SimpleNamespace(headers=None, metadata=SimpleNamespace(sequence=sequence)))
    found = []
    with pytest.raises(Lost, match="a message was lost"):
        async for message in client._in_order(None, news):
            found.append(message.metadata.sequence.consumer)
    assert found == [1, 2]


async def test_a_request_ends_with_whoever_waits_for_its_answer():
    ended = []

    async def request():
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(True)

    with pytest.raises(Lost, match="it has been silent for 0 s"):
        await client.within(request(), 0)
    async with running(client.answer(request())):
        await asyncio.sleep(0)
    await until(lambda: len(ended) == 2)


def test_the_addresses_that_clubs_are_told(tmp_path):
    everywhere = server.Server(tmp_path, "0.0.0.0:4222")
    assert everywhere.url == "nats://127.0.0.1:4222"
    assert everywhere.urls(["192.168.1.5", "10.0.0.1"]) == ["nats://192.168.1.5:4222", "nats://10.0.0.1:4222"]
    assert server.Server(tmp_path, "relay.example:4222").urls(["10.0.0.1"]) == ["nats://relay.example:4222"]
