"""The commands `tengen relay` (also its keys and its proof) and `tengen live --publish`."""

import asyncio
import json
import stat
import sys

import pytest
from records.test_told_games import playing
from relay_world import EVENT, GAME, RUBBISH, World, body_of, room_of, typed
from tengen_host import extras
from tengen_host.records import formats
from tengen_host.records.library import Library
from tengen_relay import entries, keys, names, publish
from waiting import run


def test_a_key_is_made_once_for_its_club_alone(tmp_path):
    path = tmp_path / "tartu.key"
    status, told = typed("relay", "key", "spring-open", "tartu", "--out", path, "--data", tmp_path / "relay")
    key = keys.read(path)
    assert status == 0 and key.public in told and (key.event, key.club, key.board) == ("spring-open", "tartu", "*")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert key.seed not in told and key.seed not in (tmp_path / "relay" / "rights.json").read_text()
    status, told = typed("relay", "key", "spring-open", "tartu", "--out", path, "--data", tmp_path / "relay")
    assert (status, told) == (1, f"error: {path} already exists: name another file\n")
    assert keys.read(path) == key


@pytest.mark.parametrize(
    "words, said",
    [
        (("relay", "key", "Spring Open", "tartu"), "'Spring Open' can't be the name of an event: use letters a to z"),
        (("relay", "key", "spring", "a.b"), "'a.b' can't be the name of a club"),
        (("relay", "key", "spring", "tartu", "--board", ">"), "'>' can't be the name of a board"),
    ],
)
def test_a_name_that_is_no_part_of_a_subject(tmp_path, words, said):
    status, told = typed(*words, "--out", tmp_path / "key", "--data", tmp_path)
    assert status == 1 and told.startswith(f"error: {said}") and not (tmp_path / "key").exists()


@pytest.mark.parametrize(
    "words",
    [
        ("relay", "--event", "x"),
        ("relay", "key", "x", "tartu", "--out", "x.key"),
        ("relay", "verify", "x"),
        ("record", "fetch", "--event", "x"),
        ("live", "--publish", "nats://x", "--key", "x.key"),
        ("bench", "--relay"),
    ],
    ids=" ".join,
)
def test_a_missing_extra_is_named_with_the_command_that_completes_it(tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    for name in [each for each in sys.modules if each.partition(".")[0] == "tengen_relay"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "nkeys", None)
    assert typed(*words) == (1, f"error: nkeys is missing: {extras.command('relay')}\n")
    assert "tengen_relay" not in sys.modules


def test_without_an_event_it_asks_for_one():
    status, told = typed("relay", "--no-browser")
    assert status == 2 and "name the event" in told


@pytest.mark.parametrize(
    "url, key, event, said",
    [
        ("localhost", "key", None, "an address begins with nats:// or tls://"),
        ("nats://x", None, None, "--publish needs the club's key: --key FILE"),
        ("nats://x", "key", "other", "is for the event spring-open, not for other"),
        ("nats://x", "rubbish", None, "is not a key of tengen: `tengen relay key` makes one"),
        ("nats://x", "other seed", None, "is not a key of tengen: `tengen relay key` makes one"),
    ],
)
def test_what_is_wrong_with_publish_is_said(tmp_path, url, key, event, said):
    keys.write(tmp_path / "key", keys.new("spring-open", "tartu"))
    (tmp_path / "rubbish").write_bytes(b"\xff{")
    wrong = {"event": "spring-open", "club": "tartu", "board": "*", "seed": "SUAAAA"}
    (tmp_path / "other seed").write_text(json.dumps(wrong))
    with pytest.raises(ValueError) as raised:
        publish.wanted(url, key and tmp_path / key, event, 0.0)
    assert said in str(raised.value)


def test_publish_options_go_with_it_only(tmp_path):
    status, told = typed("live", "--delay", "5m", "--no-browser")
    assert status == 2 and "--publish" in told


def test_an_event_is_verified_and_a_foreign_signature_told(world, tmp_path):
    async def played():
        async with world.running():
            room, (board,) = room_of("one")
            key = world.key()
            async with world.publishing(room, key):
                for line in GAME:
                    board.hear(line)
                await world.until_stored([1, 2, 3, 4, 5, 6])
            return key

    key = run(played())
    here = ("relay", "verify", "spring-open", *world.here)
    status, told = typed(*here)
    assert status == 0 and told == f"tartu.one: 8 entries, whole, signed by {key.public}\n"
    path = tmp_path / "event.jsonl"
    status, told = typed(*here, "--save", path)
    assert status == 0 and len(path.read_text().splitlines()) == 8
    assert typed("relay", "verify", "spring-open", "--data", tmp_path, "--saved", path) == (status, told)
    assert typed(*here, "--save", path) == (1, f"error: {path} already exists: name another file\n")
    status, told = typed(*here, "--signed-by", keys.new("spring-open", "tartu").public)
    assert status == 1 and "8 of 8 entries, the first at place 1, are not signed by any of the keys" in told
    status, told = typed("relay", "verify", "autumn-open", *world.here, "--signed-by", "x")
    assert (status, told) == (1, "error: there is no event autumn-open here\n")


async def test_a_server_that_runs_already_is_taken_over(world, tmp_path):
    async with world.server.running():
        again = World(tmp_path)
        again.server = type(world.server)(tmp_path, world.server.url.removeprefix("nats://"))
        async with again.running():
            assert again.server.url == world.server.url
        await asyncio.sleep(0)
        async with world.connected():
            pass  # the relay still runs


def test_all_games_of_an_event_are_fetched_with_their_names_and_what_is_rubbish_is_told(world, tmp_path):
    folder = tmp_path / "games"
    fetch = ("record", "fetch", "--event", "spring-open", *world.here, "--games", folder)

    async def played_():
        async with world.running():
            room, boards = room_of("one", "two")
            async with world.publishing(room, world.key()):
                for number, (name, board) in enumerate(zip(("one", "two"), boards, strict=True), 1):
                    its = {"p1": f"Anna {number}", "p2": "Bo", "event": "Spring Open", "round": "3"}
                    room.places[name].details.give({**its, "table": str(number)})
                    lines = playing("h8", "a1", "i8", "c1", "j8", "e1", "k8", "g1", *(["l8"] * (number == 1))).lines
                    for line in lines:
                        board.hear(line)
                    await world.until_stored([line["seq"] for line in lines if "more" not in line], board=name)
            hostile = world.key(club="hostile")
            async with world.connected(hostile) as nats:
                for sent in RUBBISH:
                    await nats.jetstream().publish(names.subject(EVENT, "hostile", "x"), bytes(64) + sent)
                game = {"name": "renju", "settings": {"opening": [[]]}, "size": {}}
                its = body_of("spring-open.hostile.x.1", {"seq": 1, "t": 1, "is": {"game": game}})
                sent = entries.sealed(its, hostile.sign(its))
                await nats.jetstream().publish(names.subject(EVENT, "hostile", "x"), sent)

    run(played_())
    status, told = typed(*fetch)
    assert status == 0, told
    assert f"warning: hostile.x: {len(RUBBISH)} entries are left out; reason of the first: it is not signed" in told
    assert "warning: hostile.x: its game 1 can't be read (ValueError), and is left out" in told
    assert told.count("Saved: ") == 2 and f"{folder / 'spring-open.xml'}: 2 games of Renju" in told
    won, open_ = sorted(Library(folder).find(), key=lambda each: each.black)
    assert (won.black, won.white, won.event) == ("Anna 1", "Bo", "Spring Open")
    assert (won.winner, won.reason, won.moves, open_.over, open_.moves) == ("black", "five", 9, False, 8)
    found = formats.read(folder / "spring-open.xml")
    assert [(record.round, record.table) for record in found] == [("3", "1"), ("3", "2")]
    status, told = typed(*fetch)
    assert status == 0 and "Kept" not in told and len(Library(folder).find()) == 2, "each game is kept once"


def test_what_an_event_of_no_games_and_wrong_options_say(world, tmp_path):
    assert typed("record", "fetch", "COM5", "--event", "x")[0] == typed("record", "fetch", "--nats", "x")[0] == 2

    async def begun():
        async with world.running():
            pass

    run(begun())
    here = (*world.here, "--games", tmp_path / "games")
    status, told = typed("record", "fetch", "--event", "spring-open", *here)
    assert status == 0 and "no game of spring-open has begun yet" in told and "signatures are not checked" in told
    status, told = typed("record", "fetch", "--event", "autumn-open", *here)
    assert status == 1 and "there is no event autumn-open here" in told
