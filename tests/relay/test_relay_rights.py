"""The permissions of a club's key at NATS, and attacks with such a key on a real server."""

import asyncio
import contextlib
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nats.aio.client import Client
from portable import some
from relay_world import CLUB, EVENT, GAME, RUBBISH, board_of_event, body_of, refused, room_of, seq_of
from tengen_relay import entries, keys, names, validation
from waiting import LIMIT_S, until

STREAM, BUCKET = names.stream(EVENT), names.bucket_stream(EVENT)
OWN, OWN_WHOLE = names.subject(EVENT, CLUB, "one"), names.whole_subject(EVENT, CLUB, "one")

# subjects that a key for the board `one` of tartu must not publish to
FOREIGN = [
    names.subject(EVENT, CLUB, "two"),
    names.subject(EVENT, "parnu", "one"),
    names.subject("autumn-open", CLUB, "one"),
    f"{OWN}.more",
    f"tengen.{EVENT}.{CLUB}",
    names.alive_subject(EVENT, CLUB, "two"),
    names.alive_subject(EVENT, "parnu", "one"),
    names.whole_subject(EVENT, CLUB, "two"),
    names.whole_subject(EVENT, "parnu", "one"),
    f"{OWN_WHOLE}.parnu.one",
]
# requests to NATS itself, to read, create, change, purge and delete streams, buckets, entries and consumers
OF_A_STREAM = """
STREAM.INFO.{0} STREAM.CREATE.{0} STREAM.UPDATE.{0} STREAM.PURGE.{0} STREAM.DELETE.{0} STREAM.SNAPSHOT.{0}
STREAM.MSG.GET.{0} STREAM.MSG.DELETE.{0} STREAM.LEADER.STEPDOWN.{0} DIRECT.GET.{0}
CONSUMER.CREATE.{0} CONSUMER.CREATE.{0}.mine CONSUMER.DURABLE.CREATE.{0}.mine CONSUMER.LIST.{0}
CONSUMER.DELETE.{0}.of-the-relay CONSUMER.PAUSE.{0}.of-the-relay
"""
OTHERS = "INFO STREAM.LIST STREAM.NAMES STREAM.CREATE.mine CONSUMER.MSG.NEXT.mine.mine"
REQUESTS = [f"$JS.API.{each}" for stream in (STREAM, BUCKET) for each in OF_A_STREAM.format(stream).split()]
REQUESTS += [f"$JS.API.{each}" for each in OTHERS.split()]
REQUESTS += [
    f"$JS.API.DIRECT.GET.{STREAM}.{names.subject(EVENT, 'parnu', 'one')}",
    f"$JS.API.DIRECT.GET.{BUCKET}.{OWN_WHOLE}",
    "$JS.ACK.x",
    "$SYS.REQ.SERVER.PING",
    "$SYS.REQ.ACCOUNT.RELAY.CONNZ",
]
HEARD = [">", "tengen-alive.>", "tengen.>", OWN, "$KV.>", "$JS.>", "$SYS.>", "_INBOX.>", "_INBOX_UAAAAAAAAAAA.>"]


@contextlib.asynccontextmanager
async def inside(world, key):
    """A client of a hostile club, and the refusals of NATS."""
    refused = []

    async def refuse(error):
        refused.append(str(error))

    client = Client()
    inbox = names.inbox(key.public)
    await client.connect([world.server.url], nkeys_seed_str=key.seed, inbox_prefix=inbox, error_cb=refuse)
    yield client, refused
    await client.close()


async def test_a_key_is_for_its_own_boards_only_and_reads_changes_and_deletes_nothing(world):
    mine, all_of_parnu = world.key(board="one"), world.key(club="parnu")
    async with world.running(), inside(world, mine) as (client, refused):
        assert (await client.jetstream().publish(OWN, b"x")).seq == 1
        for subject in FOREIGN + REQUESTS:
            await client.publish(subject, b"{}", reply=f"{names.inbox(mine.public)}.answer")
        for subject in HEARD:
            await client.subscribe(subject)
        await client.flush()
        await until(lambda: len(refused) == len(FOREIGN) + len(REQUESTS) + len(HEARD))
        told = "\n".join(refused).lower()
        missing = [each for each in FOREIGN + REQUESTS if f'publish to "{each.lower()}"' not in told]
        missing += [each for each in HEARD if f'subscription to "{each.lower()}"' not in told]
        assert missing == []
        async with inside(world, all_of_parnu) as (other, _):
            assert (await other.jetstream().publish(names.subject(EVENT, "parnu", "nine"), b"x")).seq == 2
        async with world.connected() as boss:
            state = (await boss.jetstream().stream_info(STREAM)).state
            assert (state.messages, state.first_seq) == (2, 1)


async def test_who_has_no_key_does_not_come_in(world):
    async with world.running():
        why = await refused(world.server.url, keys.new(EVENT, CLUB), "refuses this key")
        assert why.startswith(f"NATS at {world.server.url} refuses this key")
        with pytest.raises(Exception, match="(?i)authorization|EOF"):
            await Client().connect([world.server.url], allow_reconnect=False, connect_timeout=LIMIT_S)


async def test_the_answers_of_nats_can_not_be_sent_to_another_club_or_to_nats_itself(world):
    """In this way, a hostile club could store an entry for another club if all clubs shared one account of NATS."""
    hostile = world.key(club="hostile")
    own = names.subject(EVENT, "hostile", "one")
    targets = [OWN, OWN_WHOLE, f"$JS.API.STREAM.DELETE.{STREAM}", f"$JS.API.STREAM.PURGE.{BUCKET}"]
    async with world.running(), world.connected() as boss, inside(world, hostile) as (client, _):
        for at, target in enumerate(targets, 1):
            await client.publish(own, b"evil", reply=target)
            await client.publish(f"$JS.API.DIRECT.GET.{STREAM}.{own}", b"", reply=target)
            # the server has handled all earlier requests when this answer comes
            assert (await client.jetstream().publish(own, b"last")).seq == 2 * at
        js = boss.jetstream()
        assert (await js.stream_info(STREAM, subjects_filter=">")).state.subjects == {own: 2 * len(targets)}
        assert (await js.stream_info(BUCKET)).state.messages == 0


async def test_what_headers_of_nats_can_do_touches_nobody_else(world):
    key, hostile = world.key(), world.key(club="hostile")
    room, (board,) = room_of("one")
    async with world.running(), world.publishing(room, key), inside(world, hostile) as (client, _):
        js, own = client.jetstream(timeout=LIMIT_S), names.subject(EVENT, "hostile", "one")
        board.hear(GAME[0])
        await world.until_stored([1])
        whole = names.whole_subject(EVENT, "hostile", "one")
        for subject in (own, whole):
            for roll in ("all", "sub"):
                with pytest.raises(Exception, match="roll"):
                    await js.publish(subject, b"x", headers={"Nats-Rollup": roll})
        # use each id that the publisher might give to its next entries
        (start,) = {its.link.start for its in map(entries.entry, await bodies(world))}
        for number in range(1, 9):
            for text in (f"one-{start}-{number}", f"{start}-{number}", f"{start}.{number}"):
                await js.publish(own, b"x", headers={"Nats-Msg-Id": text})
        for line in GAME[1:]:
            board.hear(line)
        await world.until_stored([1, 2, 3, 4, 5, 6])
        async with world.relaying() as hall:
            await until(lambda: seq_of(hall) == 6)


async def bodies(world):
    return [body for body, _ in await world.stored()]


async def test_what_the_own_key_has_published_otherwise_is_passed_over(world):
    key = world.key()
    room, (board,) = room_of("one")
    async with world.running(), world.publishing(room, key), inside(world, key) as (client, _):
        board.hear(GAME[0])
        await world.until_stored([1])
        await client.jetstream().publish(OWN, b"rubbish" * 20)
        board.hear(GAME[1])

        while b'"seq":2' not in (await bodies(world))[-1]:
            await asyncio.sleep(0.01)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["\ud800", "<b>", "é", "x\udfff"]),
    lambda its: st.lists(its, max_size=3) | st.dictionaries(st.sampled_from(["seq", "t", "is", "p1", "\ud8ff"]), its),
    max_leaves=6,
)
_HEAD = b'{"form":1,"start":"a","n":1,"before":"","at":1,"kind":"line","what":{"seq":1,'
ONE_MORE = [
    b'{"form":1,"start":"a","n":1,"before":"","at":NaN,"kind":"link","what":{"connected":true,"words":""}}',
    b'{"form":1,"start":"a","n":1,"before":"","at":1e999,"kind":"link","what":{"connected":true,"words":""}}',
    _HEAD + b'"t":1%s}}' % (b"0" * 400),
    _HEAD + b'"t":1%s}}' % (b"0" * 9000),
    _HEAD + b'"t":0,"x":"\\ud800"}}',
    b'{"form":1,"start":"a","n":1,"before":"","at":1,"kind":"names","what":{"p1":"\\udfff"}}',
    _HEAD + b'"t":0,"y":%s1%s}}' % (b"[" * 500, b"]" * 500),
    body_of("a", {"connected": True, "words": "out of order"}, "link", 2),
]


@pytest.mark.parametrize("body", ONE_MORE[:-1], ids=range(len(ONE_MORE) - 1))
def test_what_pages_could_not_read_is_no_entry(body):
    with pytest.raises(entries.EntryError):
        entries.entry(body)


@settings(max_examples=some(50), deadline=None)
@given(_JSON, st.sampled_from(entries.KINDS), st.sampled_from([b"", b"}", b"\xff"]))
def test_whatever_a_body_has_is_an_entry_that_pages_can_read_or_none(what, kind, rest):
    fields = {"form": 1, "start": "a", "n": 1, "before": "", "at": 1, "kind": kind, "what": what}
    for body in (json.dumps(fields).encode(), json.dumps(what).encode() + rest, rest):
        with contextlib.suppress(entries.EntryError):
            its = entries.entry(body)
            json.dumps(its.what, allow_nan=False, ensure_ascii=False).encode("utf-8")


def groups_with(name, **fields):
    return {"is": {name: {**(GAME[0]["is"].get(name) or {}), **fields}}}


ODD = [
    groups_with("game", size=26), groups_with("game", size=2**50), groups_with("game", size="x"),
    groups_with("game", goal=10**9), groups_with("captured", black=10**9), groups_with("captured", white=-1),
    {"is": {"record": "x"}}, {"is": {"record": [0, [7]]}}, {"is": {"record": [0, {"code": "claim"}]}},
    {"is": {"moves": [10**6, []]}}, {"is": {"moves": [0, [{"point": "h8"}] * 3000]}}, {"is": {"moves": [0, [None]]}},
    {"is": {"moves": [0, [{"point": "z99", "colour": "black", "changes": []}]]}}, {"is": {"game": [1]}},
    {"is": {"board": {"changes": [["h8", "empty", "red"]]}}}, {"is": {"board": {"changes": [["h8", "empty"]]}}},
    {"is": {"board": {"changes": [["z9", "empty", "black"]]}}}, {"is": {"board": {"sum": 0}}},
    groups_with("asks", options=7), groups_with("asks", options=[[]]), groups_with("asks", zone=["square"]),
    groups_with("hand", new="h8"), groups_with("hand", new=[None]), groups_with("hand", missing=["<b>"]),
    groups_with("reason", lines=[7]), groups_with("clock", p1="x"), groups_with("clock", periods=5),
    groups_with("menus", p1=[]), groups_with("result", winner="black", reason="five"), groups_with("device", version=7),
    groups_with("next", mode="x" * 999), {"did": [{"code": "move", "changes": 7}]},
    {"did": [{"code": "x", "y": [0] * 999}]}, {"did": [{"code": "x"}] * 999},
    {"is": {"game": {"settings": {"a": {"b": {"c": {"d": {"e": {"f": 1}}}}}}}}},
]  # fmt: skip


@pytest.mark.parametrize("its", ODD, ids=range(len(ODD)))
def test_what_pages_would_draw_without_end_or_can_not_read_is_left_out(its):
    its_board = board_of_event()
    board = its_board.board
    its_board.take(entries.entry(body_of("a", GAME[0])), 1)
    before, heard = board.replica.state, []
    board.subscribe(heard.append)
    odd = entries.entry(body_of("a", {"seq": 2, "t": 1, **its}, number=2))
    with pytest.raises(validation.InvalidLine):
        its_board.take(odd, 2)
    assert heard == [] and board.replica.state is before
    its_board.take(entries.entry(body_of("a", GAME[1], number=3)), 3)
    assert board.replica.state.game.last == "h8", "what comes after it is shown"


def test_groups_that_no_page_knows_do_not_gather():
    its_board = board_of_event()
    board = its_board.board
    for number in range(1, 20):
        line = {"seq": number, "t": 1, "is": {**GAME[0]["is"], f"new-{number}": {}, "open_p1": []}, "answer": {}}
        its_board.take(entries.entry(body_of("a", line, number=number)), number)
    assert set(board.replica.state.groups) == set(GAME[0]["is"]) and its_board.state.groups == {}


def test_lines_that_belong_together_are_shown_together_and_no_endless_number_of_them():
    its_board, heard = board_of_event(), []
    board = its_board.board
    board.subscribe(heard.append)
    for number, name in enumerate(("board", "moves", "game"), 1):
        line = {"seq": number, "t": 1, "is": {name: GAME[0]["is"][name]}, **({"more": True} if number < 3 else {})}
        its_board.take(entries.entry(body_of("a", line, number=number)), number)
    (message,) = [message for message in heard if "seq" in message.get("line", ())]
    assert set(message["line"]["is"]) == {"board", "moves", "game"} and "more" not in message["line"]
    for number in range(4, 40):
        line = {"seq": number, "t": 1, "did": [{"code": "x"}] * 40, "more": True}
        with contextlib.suppress(validation.InvalidLine):
            its_board.take(entries.entry(body_of("a", line, number=number)), number)
        assert len(its_board._begun.get("did", ())) <= validation.MOST


async def test_a_hostile_club_harms_no_other_board_and_no_page(world):
    room, (board,) = room_of("one")
    key, hostile = world.key(), world.key(club="hostile")
    async with world.running(), world.publishing(room, key), world.relaying() as hall:
        page = []
        end = hall.subscribe(page.append)
        async with inside(world, hostile) as (client, _):
            js = client.jetstream()
            for at, sent in enumerate(RUBBISH + ONE_MORE):
                await js.publish(names.subject(EVENT, "hostile", "one"), bytes(64) + sent)
                await js.publish(names.whole_subject(EVENT, "hostile", f"two-{at}"), bytes(64) + sent)
                if at < len(GAME):
                    board.hear(GAME[at])
            for strange in ("UP", "a_b", "-", "x" * 99, "ä"):
                await js.publish(names.subject(EVENT, "hostile", strange), bytes(64) + RUBBISH[-1])
            for number in range(150):
                its = body_of("a", {"connected": True, "words": "x"}, "link")
                await js.publish(names.subject(EVENT, "hostile", f"n{number}"), bytes(64) + its)
            with pytest.raises(Exception, match="(?i)maximum|size|payload"):
                await js.publish(names.subject(EVENT, "hostile", "one"), bytes(70_000))
        await until(lambda: seq_of(hall) == 6)
        async with world.relaying() as late:
            await until(lambda: seq_of(late) == 6)
            for messages in (page, late.state()):
                json.dumps(messages, allow_nan=False, ensure_ascii=False).encode("utf-8")
            assert sum(place.startswith("hostile.") for place in late.places) <= 100
        end()
    assert world.told and all(words.startswith("hostile.") for words in world.told)
