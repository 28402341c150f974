"""The board of a disconnected club is shown as cut off, with the time. The text's key stays the same."""

import contextlib

import pytest
from relay_world import CLUB, GAME, board_of_event, room_of, seq_of
from tengen_host import i18n
from tengen_host.boards.interface import groups_of
from tengen_host.i18n import Sentence
from tengen_relay import boards, client, publish
from tengen_relay.boards import silence
from waiting import until

A_BEAT_S = 2.0  # the time that passes for a relay with each beat of a laptop


@pytest.fixture(autouse=True)
def often(monkeypatch):
    monkeypatch.setattr(publish, "BEAT_S", 0.05)
    monkeypatch.setattr(boards, "LOOK_S", 0.02)


def link_of(hall):
    """Return the link of the first board, as pages receive it."""
    return link_in(hall.first().state())[0]


def link_in(messages):
    return [groups_of(message)["link"] for message in messages if "link" in groups_of(message)]


async def until_silent(world, hall):
    """Let time pass for the relays until this relay reports that its board's laptop is silent."""

    def is_silent():
        # in small steps, because a relay that has just started may record the laptop's first sign of life only later
        world.later_s += 1
        return not link_of(hall)["connected"]

    await until(is_silent)


async def test_a_board_whose_laptop_is_gone_says_so_until_it_is_back(world):
    async with world.running():
        key = world.key()
        room, (board,) = room_of("one")
        board.tell_link(True, "")
        async with world.relaying() as hall:
            async with world.publishing(room, key):
                board.hear(GAME[0])
                await until(lambda: seq_of(hall) == 1 and link_of(hall)["connected"])
            await until_silent(world, hall)
            told = link_of(hall)
            assert (told["key"], told["values"]) == ("server.silent_for_minutes", {"club": CLUB, "minutes": 1})
            assert told["words"] == "no data has come from tartu for 1 min"
            assert seq_of(hall) == 1, "what was shown stays"
            async with world.relaying() as late:
                await until(lambda: seq_of(late) == 1)
                await until_silent(world, late)
            async with world.publishing(room, key):
                await until(lambda: link_of(hall)["connected"])


def is_lost(world):
    """Whether the last report of the relay says that it has lost NATS."""
    told = [words for words in world.told if "can't be followed now" in words or "is followed again" in words]
    return bool(told) and "not" in told[-1]


async def test_a_relay_without_nats_says_that_it_is_cut_off_and_of_nobody_that_he_is_silent(world, monkeypatch):
    monkeypatch.setattr(client, "SILENT_S", 0.3)
    monkeypatch.setattr(client, "HEARTBEAT_S", 0.1)
    heard = []
    room, (board,) = room_of("one")
    async with world.running():
        key = world.key()
    async with contextlib.AsyncExitStack() as boards:
        async with world.server.running():
            hall = await boards.enter_async_context(world.relaying(waits=True))
            await boards.enter_async_context(world.publishing(room, key, waits=True))
            board.tell_link(True, "")
            board.hear(GAME[0])
            await until(lambda: seq_of(hall) == 1 and link_of(hall)["connected"] and not is_lost(world))
            hall.first().subscribe(heard.append)
        await until(lambda: is_lost(world))
        world.later_s += 3600
        await until(lambda: link_of(hall).get("key") == "server.cut_off")
        async with world.server.running():
            board.hear(GAME[1])
            await until(lambda: seq_of(hall) == 2 and link_of(hall)["connected"])
    assert {link.get("key") for link in link_in(heard)} == {None, "server.cut_off"}


async def test_while_the_laptop_is_there_a_long_thought_is_no_silence(world, monkeypatch):
    beats = []
    async with world.running():
        room, (board,) = room_of("one")
        async with world.relaying() as hall, world.publishing(room, world.key()) as publisher:
            beat = publisher._nats.beat

            async def counted(subject):
                beats.append(subject)
                await beat(subject)
                world.later_s += A_BEAT_S

            publisher._nats.beat = counted
            board.tell_link(True, "")
            board.hear(GAME[0])
            await until(lambda: seq_of(hall) == 1)
            page = []
            hall.subscribe(page.append)
            beats.clear()
            await until(lambda: len(beats) * A_BEAT_S > 2 * boards.SILENT_S)
            assert [link for link in link_in(page) if not link["connected"]] == []


@pytest.mark.parametrize(
    ("for_s", "words"),
    [
        (boards.SILENT_S - 1, ""),
        (31, "no data has come from tartu for 1 min"),
        (119 * 60, "no data has come from tartu for 119 min"),
        (14.6 * 3600, "no data has come from tartu for 14 h"),
    ],
)
def test_since_when_nothing_has_come_is_said(for_s, words):
    its = board_of_event()
    its.tell_link(silence(for_s, CLUB))
    assert (its.board.connected, its.board.words) == (not words, words)


async def test_what_a_link_says_keeps_its_key_on_the_way(world):
    async with world.running():
        room, (board,) = room_of("one")
        why = Sentence("server.shown_when_there", why=Sentence("server.away"))
        async with world.relaying() as hall, world.publishing(room, world.key()):
            board.hear(GAME[0])
            board.tell_link(False, why)
            await until(lambda: hall.places and link_of(hall).get("key") == why.key)
            assert [link_of(hall)] == link_in(board.state())
            async with world.relaying() as late:
                await until(lambda: late.places and link_of(late).get("key") == why.key)


@pytest.mark.parametrize(
    "told",
    [
        {"message": "x", "key": "server.away", "values": []},
        {"message": "x", "key": "no.such.key", "values": {}},
        {"message": "x", "key": ["server.away"], "values": {}},
        {"message": "x", "key": "server.too_long", "values": {}},
        {"message": "x", "key": "server.shown_when_there", "values": {"why": [1]}},
        {"message": "x", "key": "words.count_of_moves", "values": {"m": 1}},
        {"message": "x", "key": "server.away", "values": {"key": "y", "values": 1}, "more": "z"},
        {"message": 7, "key": "no.such.key", "values": {}},
        "x",
    ],
    ids=range(9),
)
def test_words_from_a_hostile_club_are_words_or_nothing(told):
    words = i18n.from_fields(told)
    assert words in ("x", "", Sentence("server.away")) and i18n.fields(words)["message"] == str(words)
