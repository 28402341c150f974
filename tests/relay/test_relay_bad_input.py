"""What goes wrong at a club or at a relay: each is said in a sentence, and nothing is lost."""

import asyncio
import contextlib
import json
from dataclasses import replace

import pytest
from nats.js.api import KeyValueConfig, StreamConfig
from relay.test_relay import (
    EVENT,
    GAME,
    World,
    events_of,
    moved,
    room_of,
    started,
    stored,
    until_stored,
)
from relay.test_relay_command import typed
from tengen_host.bench.relay import free_port
from tengen_host.relay import chain, names, publish, server
from tengen_host.relay.publish import Publisher
from tengen_host.relay.spool import Spool
from waiting import LIMIT_S, run, until


@pytest.fixture
def world(tmp_path, monkeypatch):
    monkeypatch.setattr(publish, "PAUSE_S", 0.05)
    return World(tmp_path)


async def is_whole(world):
    return list(chain.check(body for body, _ in await stored(world))) == []


def test_a_full_disk_in_the_club_is_told_and_what_came_meanwhile_is_published_when_there_is_room(world):
    async def whole():
        async with world.running():
            room, (board,) = room_of("one")
            key = world.key()
            spool = Spool(world.folder / "spool.db")
            async with world.entered(key) as client:
                publisher = Publisher(key, spool, 0.0, world.told.append)
                task = asyncio.create_task(publisher.run(room, client.jetstream))
                board.hear(GAME[0])
                await until_stored(world, [1])
                pages = spool._base.execute("PRAGMA page_count").fetchone()[0]
                spool._base.execute(f"PRAGMA max_page_count = {pages}")
                note = {"event": "note", "t": 1, "seq": 2, "text": "x" * 30_000}  # more than there is room for
                for event in (note, moved(2, "h8", "black"), moved(3, "h9", "white")):
                    board.hear(event)
                await until(lambda: world.told)
                assert "can't be kept for publishing, and waits in memory" in world.told[0]
                assert "spool.db can't be used: database or disk is full" in world.told[0]
                spool._base.execute("PRAGMA max_page_count = 100000")
                await until_stored(world, [1, 2, 3, 4])
                assert world.told[-1] == "what the boards tell is kept on disk again" and await is_whole(world)
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
                spool.close()

    run(whole())


@pytest.mark.parametrize(
    ("limit", "said"), [({"max_bytes": 600}, "maximum bytes"), ({"max_msgs_per_subject": 3}, "maximum messages per")]
)
def test_a_relay_without_room_is_told_in_the_club_where_all_waits_on_disk(world, limit, said):
    async def whole():
        async with world.running(), world.entered(world.server.key) as boss:
            js = boss.jetstream()
            as_it_was = (await js.stream_info(names.stream(EVENT))).config
            await js.update_stream(replace(as_it_was, **limit))
            room, (board,) = room_of("one")
            async with world.publishing(room, world.key()):
                for event in GAME:
                    board.hear(event)
                await until(lambda: world.told)
                assert world.told[0].startswith("the boards are not published now, and wait on disk: NATS refuses it (")
                assert said in world.told[0]
                await js.update_stream(as_it_was)
                await until_stored(world, [1, 2, 3, 4, 5, 6])
                await until(lambda: world.told[-1] == "the boards are published again")
            assert await is_whole(world)

    run(whole())


def test_a_board_that_begins_anew_with_lower_numbers_is_shown_as_it_is_now(world):
    async def whole():
        async with world.running():
            room, (board,) = room_of("one")
            async with world.publishing(room, world.key()), world.relaying() as hall:
                for event in (*GAME, started(), moved(1, "a1", "black")):
                    board.hear(event)
                await until_stored(world, [1, 2, 3, 4, 5, 6, 1, 2])
                await until(lambda: hall.first().board.state()[0]["stones"] == {"a1": "black"})
                async with world.relaying() as late:
                    await until(lambda: events_of(late)[-2:] == [1, 2])
                    assert late.first().board.state()[0]["stones"] == {"a1": "black"}
            assert await is_whole(world) and world.told == []

    run(whole())


def test_a_club_whose_clock_is_hours_wrong_is_shown_like_any_other(world, monkeypatch):
    wrong = iter([1.7e9, 0.0, 4e9, -3600.0] * 20)
    monkeypatch.setattr(publish.time, "time", lambda: next(wrong))

    async def whole():
        async with world.running():
            room, (board,) = room_of("one")
            async with world.publishing(room, world.key()), world.relaying() as hall:
                for event in GAME:
                    board.hear(event)
                await until(lambda: events_of(hall) == [1, 2, 3, 4, 5, 6])
            assert {chain.entry(body).at for body, _ in await stored(world)} == {1.7e9, 0.0, 4e9, -3600.0}
            assert await is_whole(world) and world.told == []

    run(whole())


def test_an_event_of_an_older_build_goes_on_and_its_bucket_can_not_be_emptied_any_more(world):
    async def whole():
        async with world.server.running(), world.entered(world.server.key) as boss:
            js = boss.jetstream()
            subject = names.subject(EVENT, "*", "*")
            await js.add_stream(StreamConfig(name=names.stream(EVENT), subjects=[subject], allow_direct=True))
            await js.create_key_value(KeyValueConfig(bucket=names.bucket(EVENT), history=1))
            body, end = chain.body("c0ffee", chain.Link(), 1.0, "event", GAME[0])
            await js.publish(names.subject(EVENT, "parnu", "old"), bytes(64) + body)
            link, _ = chain.body("c0ffee", end, 1.0, "link", [False, "its cable was pulled"])
            await js.publish(names.subject(EVENT, "parnu", "old"), bytes(64) + link)
            assert await server.begin(js, EVENT) == 2 == await server.begin(js, EVENT)
            with pytest.raises(Exception, match="roll"):
                its = names.whole_subject(EVENT, "parnu", "old")
                await js.publish(its, b"x", headers={"Nats-Rollup": "all"})
            room, (board,) = room_of("one")
            async with world.publishing(room, world.key()), world.relaying() as hall:
                board.hear(GAME[0])
                await until(lambda: events_of(hall) == events_of(hall, "parnu.old") == [1])
                await until(lambda: hall.places["parnu.old"].board.words == "its cable was pulled")
                page = hall.places["parnu.old"].state()
                json.dumps(page, allow_nan=False)

    run(whole())


def test_a_nats_that_can_not_keep_streams_is_told(tmp_path):
    listen = f"127.0.0.1:{free_port()}"
    key = server.own_key(tmp_path)
    config = tmp_path / "plain.conf"
    config.write_text(f"listen: {listen}\nauthorization: {{ users: [{{ nkey: {key.public} }}] }}\n")

    async def typed_there():
        process = await asyncio.create_subprocess_exec(
            server.program(), "--config", config, stderr=asyncio.subprocess.DEVNULL
        )
        try:
            with contextlib.suppress(OSError):
                async with server.entered([f"nats://{listen}"], key, LIMIT_S):
                    pass
            here = ("relay", "--event", EVENT, "--no-browser", "--data", tmp_path, "--nats", f"nats://{listen}")
            return await asyncio.to_thread(typed, *here)
        finally:
            process.terminate()
            await process.wait()

    status, told = run(typed_there())
    assert status == 1 and told.count("\n") == 1
    assert told.startswith(f"error: NATS at nats://{listen} keeps no streams now: does it have JetStream")
