"""Long messages go compressed to pages that can read them, each compressed once for all; a page is told the same."""

import asyncio
import json
import zlib

import pytest
import waiting
import websockets
from live.fake_board import ToldBoard
from tengen_host.live import told
from tengen_host.live.hall import Hall
from tengen_host.live.server import LONGEST_COMMAND, serve
from tengen_host.live.told import Told

LONG = {"type": "line", "line": {"seq": 7, "did": [{"code": "move", "words": "碁 h8" * told.PACKED_FROM}]}}


class Relay:
    """The server of a relay whose hall has three boards in mid-game; `url` is of its WebSocket."""

    async def __aenter__(self):
        hall, ready = Hall(), asyncio.get_running_loop().create_future()
        for name in ("one", "two", "three"):
            self.board = ToldBoard()
            hall.add(self.board, name)
            self.board.tell("new_game", game={"size": 15})
            move = {"point": "h8", "colour": "black", "who": "p1", "changes": [["h8", "empty", "black"]]}
            self.board.tell(moves=[0, [move] * 100])
        self._serving = asyncio.ensure_future(serve(hall, 0, ready.set_result, all_look_on=10))
        self.url = (await ready).replace("http", "ws") + "hall/ws"
        return self

    async def __aexit__(self, *_):
        self._serving.cancel()
        await asyncio.gather(self._serving, return_exceptions=True)


class Counted(websockets.ClientConnection):
    """A page's connection that counts the bytes that come."""

    size = 0

    def data_received(self, data):
        self.size += len(data)
        super().data_received(data)


async def told_at_first(url, **options):
    """What a page of the hall is told at first, and the bytes that this took."""
    messages = []
    async with websockets.connect(url, max_size=None, create_connection=Counted, **options) as page:
        while not messages or messages[-1]["type"] != "ready":
            messages.append(json.loads(await page.recv()))
    return messages, page.size


def run(coroutine):
    return waiting.run(coroutine)


def test_a_long_message_is_the_same_compressed_and_made_once():
    message = Told(LONG)
    frame = message.for_page(True)
    assert frame is message.for_page(True) and message.for_page(False) is message.frame
    assert frame[0] == 0xC1 and frame[1] == 126 and int.from_bytes(frame[2:4], "big") == len(frame) - 4
    press = zlib.decompressobj(wbits=-15)
    assert json.loads(press.decompress(frame[4:] + b"\x00\x00\xff\xff")) == LONG
    assert len(frame) < len(message.frame) / 20


def test_a_short_message_goes_as_it_is():
    message = Told({"type": "time", "ms": 7})
    assert message.for_page(True) is message.frame


def test_the_hall_of_a_relay_is_told_in_a_fifth_of_the_bytes_and_a_page_that_can_not_unpack_gets_the_same():
    async def whole():
        async with Relay() as relay:
            return await told_at_first(relay.url), await told_at_first(relay.url, compression=None)

    (packed, size), (plain, plain_size) = run(whole())
    packed, plain = ([each for each in its if each["type"] == "digest"] for its in (packed, plain))
    assert packed == plain and len(plain) > 3
    assert size < plain_size / 5, (size, plain_size)


@pytest.mark.parametrize("command", ["x" * 1_000_000, json.dumps({"do": "press", "button": "x" * LONGEST_COMMAND})])
def test_a_command_that_is_long_once_it_is_unpacked_ends_the_page(command):
    async def whole():
        async with Relay() as relay, websockets.connect(relay.url, max_size=None) as page:
            assert page.protocol.extensions, "the library compresses what it sends"
            await page.send(command)
            with pytest.raises(websockets.ConnectionClosedError, match="1009"):
                while True:
                    await page.recv()

    run(whole())
