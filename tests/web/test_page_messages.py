"""Messages that wait for a page: no line is dropped, but lights may be dropped; long messages are compressed once."""

import asyncio
import json
import zlib

import pytest
import waiting
import websockets
from fake_board import ToldBoard
from tengen_host.hall.hall import Hall
from tengen_host.web.outbox import COMPRESSED_FROM, Encoded, Outbox, newest
from tengen_host.web.server import LONGEST_COMMAND, serve


def event(number):
    return {"type": "event", "event": {"seq": number}}


def lights(number):
    return {"type": "lights", "grb": "", "frame": number}


def faults(*kinds):
    return {"type": "faults", "faults": list(kinds)}


def put(outbox, *messages):
    for message in messages:
        outbox.put(Encoded(message))


async def taken(outbox):
    return [encoded.message for encoded in await outbox.take()]


@pytest.mark.parametrize(
    ("messages", "left"),
    [
        ([lights(1), event(1), lights(2), event(2), lights(3)], [event(1), event(2), lights(3)]),
        ([lights(number) for number in range(100)], [lights(99)]),
        ([faults(), faults("slow lines"), faults("stuck open")], [faults("stuck open")]),
    ],
    ids=["lights and events", "lights alone never overflow", "of what is broken the newest list"],
)
def test_all_events_wait_and_of_each_kind_of_state_the_newest(messages, left):
    outbox = Outbox(most_waiting=3)
    put(outbox, *messages)
    assert asyncio.run(taken(outbox)) == left == newest(messages) and not outbox.overflowed.is_set()


def test_stones_of_two_boards_do_not_replace_each_other():
    one, other, later = ({"type": "stones", "board": board, "n": n} for n, board in enumerate(("one", "other", "one")))
    assert newest([one, event(1), other, event(1), later]) == [event(1), other, event(1), later]


def test_too_many_events_overflow_and_nothing_more_is_kept():
    outbox = Outbox(most_waiting=2)
    put(outbox, *map(event, range(5)))
    assert outbox.overflowed.is_set()


def test_what_need_not_wait_is_sent_at_once_and_never_out_of_order():
    sent, goes = [], []

    def send_now(encoded):
        if goes:
            sent.append(encoded.message)
        return bool(goes)

    async def test():
        outbox = Outbox()
        outbox.send_now = send_now
        goes.append(True)
        put(outbox, event(1))  # the message waits, because the page's first state has not been sent yet
        assert sent == [] and await taken(outbox) == [event(1)]
        put(outbox, event(2))  # the message waits, because the messages taken before may not have been sent yet
        assert sent == [] and await taken(outbox) == [event(2)]
        waits = asyncio.ensure_future(taken(outbox))
        await asyncio.sleep(0)
        put(outbox, event(3))
        assert sent == [event(3)]
        goes.clear()
        put(outbox, event(4))
        goes.append(True)
        put(outbox, event(5))  # behind a waiting message
        assert sent == [event(3)] and await waits == [event(4), event(5)]

    asyncio.run(test())


# The frames


def test_a_long_message_is_compressed_once_and_a_short_one_not():
    message = {"type": "line", "line": {"seq": 7, "did": [{"code": "move", "words": "碁 h8" * COMPRESSED_FROM}]}}
    long, short = Encoded(message), Encoded({"type": "time", "ms": 7})
    plain, compressed = long.frame(False), long.frame(True)
    assert compressed is long.frame(True) and plain is long.frame(False)
    assert compressed[:2] == b"\xc1\x7e" and int.from_bytes(compressed[2:4], "big") == len(compressed) - 4
    inflate = zlib.decompressobj(wbits=-15)
    assert json.loads(inflate.decompress(compressed[4:] + b"\x00\x00\xff\xff")) == message
    assert len(compressed) < len(plain) / 20 and plain[:2] == b"\x81\x7e"
    assert short.frame(True) is short.frame(False)


class Relay:
    """The server of a relay; its hall has three boards in mid-game; `url`: its WebSocket."""

    async def __aenter__(self):
        hall, ready = Hall(), asyncio.get_running_loop().create_future()
        for name in ("one", "two", "three"):
            board = ToldBoard()
            hall.add(board, name)
            board.tell("new_game", game={"size": 15})
            move = {"point": "h8", "colour": "black", "who": "p1", "changes": [["h8", "empty", "black"]]}
            board.tell(moves=[0, [move] * 100])
        self._serving = asyncio.ensure_future(serve(hall, 0, ready.set_result, relay_viewers=10))
        self.url = (await ready).replace("http", "ws") + "hall/ws"
        return self

    async def __aexit__(self, *_):
        self._serving.cancel()
        await asyncio.gather(self._serving, return_exceptions=True)


class Counted(websockets.ClientConnection):
    """A page's connection that counts the received bytes."""

    size = 0

    def data_received(self, data):
        self.size += len(data)
        super().data_received(data)


async def digests_at_first(url, **options):
    """Return the first digests of a page of the hall, and the number of bytes received."""
    messages = []
    async with websockets.connect(url, max_size=None, create_connection=Counted, **options) as page:
        while not messages or messages[-1]["type"] != "ready":
            messages.append(json.loads(await page.recv()))
    return [each for each in messages if each["type"] == "digest"], page.size


def test_the_hall_of_a_relay_takes_a_fifth_of_the_bytes_and_a_page_that_can_not_inflate_gets_the_same():
    async def test():
        async with Relay() as relay:
            return await digests_at_first(relay.url), await digests_at_first(relay.url, compression=None)

    (compressed, size), (plain, plain_size) = waiting.run(test())
    assert compressed == plain and len(plain) > 3
    assert size < plain_size / 5, (size, plain_size)


@pytest.mark.parametrize("command", ["x" * 1_000_000, json.dumps({"do": "press", "button": "x" * LONGEST_COMMAND})])
def test_a_command_that_is_long_once_it_is_inflated_ends_the_page(command):
    async def test():
        async with Relay() as relay, websockets.connect(relay.url, max_size=None) as page:
            assert page.protocol.extensions, "the library compresses what it sends"
            await page.send(command)
            with pytest.raises(websockets.ConnectionClosedError, match="1009"):
                while True:
                    await page.recv()

    waiting.run(test())
