"""Problems at a club or at a relay. Each is reported in a sentence, and nothing is lost."""

import asyncio
import contextlib
from dataclasses import replace

import pytest
from relay_world import EVENT, GAME, moved, published, room_of, seq_of, started, typed
from tengen_relay import entries, names, publish, server
from tengen_relay.bench.figures import free_port
from tengen_relay.client import Connection
from waiting import LIMIT_S, run, until


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    """Make a publisher try again soon."""
    monkeypatch.setattr(publish, "PAUSE_S", 0.05)


async def test_a_full_disk_in_the_club_is_told_and_what_came_meanwhile_is_published_when_there_is_room(world):
    async with world.running():
        room, (board,) = room_of("one")
        key = world.key()
        async with world.connected(key) as nats, published(world, room, key, nats) as (_, spool):
            board.hear(GAME[0])
            await world.until_stored([1])
            pages = spool._base.execute("PRAGMA page_count").fetchone()[0]
            spool._base.execute(f"PRAGMA max_page_count = {pages}")
            # these lines are more than the spool has room for
            note = {"seq": 2, "t": 1, "did": [{"code": "note", "text": "x" * 30_000}]}
            for line in (note, moved(2, "h8", "black"), moved(3, "h9", "white")):
                board.hear(line)
            await until(lambda: world.told)
            assert "can't be saved on disk, and wait in memory" in world.told[0]
            assert "spool.db can't be used: database or disk is full" in world.told[0]
            spool._base.execute("PRAGMA max_page_count = 100000")
            await world.until_stored([1, 2, 3, 4])
            assert world.told[-1] == "lines to be published are saved on disk again" and await world.is_whole()


@pytest.mark.parametrize(
    ("limit", "said"), [({"max_bytes": 600}, "maximum bytes"), ({"max_msgs_per_subject": 3}, "maximum messages per")]
)
async def test_a_relay_without_room_is_told_in_the_club_where_all_waits_on_disk(world, limit, said):
    async with world.running(), world.connected() as boss:
        js = boss.jetstream()
        as_it_was = (await js.stream_info(names.stream(EVENT))).config
        await js.update_stream(replace(as_it_was, **limit))
        room, (board,) = room_of("one")
        async with world.publishing(room, world.key()):
            for line in GAME:
                board.hear(line)
            await until(lambda: world.told)
            why = f"NATS at {world.server.url} refuses it ({said}"
            assert world.told[0].startswith(f"the boards are not published now, and wait on disk: {why}")
            await js.update_stream(as_it_was)
            await world.until_stored([1, 2, 3, 4, 5, 6])
            await until(lambda: world.told[-1] == "the boards are published again")
        assert await world.is_whole()


async def test_a_board_that_begins_anew_with_lower_numbers_is_shown_as_it_is_now(world):
    async with world.running():
        room, (board,) = room_of("one")
        async with world.publishing(room, world.key()), world.relaying() as hall:
            for line in (*GAME, started(), moved(1, "a1", "black")):
                board.hear(line)
            await world.until_stored([1, 2, 3, 4, 5, 6, 1, 2])
            await until(lambda: hall.first().board.state()[0]["stones"] == {"a1": "black"})
            async with world.relaying() as late:
                await until(lambda: seq_of(late) == 2 and len(late.first().board.replica.state.game.moves) == 1)
                assert late.first().board.state()[0]["stones"] == {"a1": "black"}
        assert await world.is_whole() and world.told == []


async def test_a_club_whose_clock_is_hours_wrong_is_shown_like_any_other(world, monkeypatch):
    wrong = iter([1.7e9, 0.0, 4e9, -3600.0] * 20)
    monkeypatch.setattr(publish.time, "time", lambda: next(wrong))
    async with world.running():
        room, (board,) = room_of("one")
        async with world.publishing(room, world.key()), world.relaying() as hall:
            for line in GAME:
                board.hear(line)
            await until(lambda: seq_of(hall) == 6)
        assert {entries.entry(body).at for body, _ in await world.stored()} == {1.7e9, 0.0, 4e9, -3600.0}
        assert await world.is_whole() and world.told == []


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
                async with Connection([f"nats://{listen}"], key).open(LIMIT_S):
                    pass
            here = ("relay", "--event", EVENT, "--no-browser", "--data", tmp_path, "--nats", f"nats://{listen}")
            return await asyncio.to_thread(typed, *here)
        finally:
            process.terminate()
            await process.wait()

    status, told = run(typed_there())
    assert status == 1 and told.count("\n") == 1
    assert told.startswith(f"error: NATS at nats://{listen} stores no streams now: does it have JetStream")
