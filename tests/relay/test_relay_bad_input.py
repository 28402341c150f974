"""What goes wrong at a club or at a relay: each is said in a sentence, and nothing is lost."""

import asyncio
import contextlib
from dataclasses import replace

import pytest
from relay.test_relay import (
    EVENT,
    GAME,
    World,
    moved,
    room_of,
    seq_of,
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
                await asyncio.sleep(0)  # it follows the boards from now on
                board.hear(GAME[0])
                await until_stored(world, [1])
                pages = spool._base.execute("PRAGMA page_count").fetchone()[0]
                spool._base.execute(f"PRAGMA max_page_count = {pages}")
                note = {"seq": 2, "t": 1, "did": [{"code": "note", "text": "x" * 30_000}]}  # more than has room
                for line in (note, moved(2, "h8", "black"), moved(3, "h9", "white")):
                    board.hear(line)
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
                for line in GAME:
                    board.hear(line)
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
                for line in (*GAME, started(), moved(1, "a1", "black")):
                    board.hear(line)
                await until_stored(world, [1, 2, 3, 4, 5, 6, 1, 2])
                await until(lambda: hall.first().board.state()[0]["stones"] == {"a1": "black"})
                async with world.relaying() as late:
                    await until(lambda: seq_of(late) == 2 and len(late.first().board.replica.state.game.moves) == 1)
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
                for line in GAME:
                    board.hear(line)
                await until(lambda: seq_of(hall) == 6)
            assert {chain.entry(body).at for body, _ in await stored(world)} == {1.7e9, 0.0, 4e9, -3600.0}
            assert await is_whole(world) and world.told == []

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
