"""The server: a busy port, an end that waits for no page, limits, shared addresses."""

import asyncio
import contextlib
import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
from datetime import datetime

import pytest
import uvicorn
import waiting
import websockets
from fake_board import FakeBoard, ToldBoard
from pages import HANDSHAKE, begun, page_of
from starlette.responses import StreamingResponse
from starlette.routing import Route
from tengen_host.boards.interface import did_of
from tengen_host.engines import process
from tengen_host.guests import engine
from tengen_host.hall.stamps import Stamps
from tengen_host.tasks import serve_while
from tengen_host.web import addresses, connection_limits, outbox, server
from tengen_host.web.websocket import DirectWebSocket
from uvicorn.server import ServerState

# an address of this machine that no other machine can reach
SHARED = "127.0.0.2"
no_second_address = pytest.mark.skipif(sys.platform == "darwin", reason="127.0.0.1 is the only loopback address here")


async def served(port, then, stamps=None, share=None, **options):
    """Serve a board, await then(address, board), and cancel; returns all messages to the user."""
    told = []
    board = ToldBoard()
    address = asyncio.get_running_loop().create_future()
    serves = server.serve(board, port, address.set_result, told.append, stamps, share, **options)
    serving = asyncio.ensure_future(serves)
    await asyncio.wait([serving, address], return_when=asyncio.FIRST_COMPLETED)
    if serving.done():
        serving.result()
    try:
        await then(address.result(), board)
    finally:
        serving.cancel()
        await asyncio.wait([serving])
    return told


class Later:
    """The clock of the running loop, which a test moves forward by `by_s`."""

    def __init__(self):
        loop = asyncio.get_running_loop()
        self.by_s, self._time = 0.0, loop.time
        loop.time = lambda: self._time() + self.by_s

    async def until(self, happened, meanwhile=lambda: None):
        """Move the clock on by seconds, until a condition is true."""
        while not happened():
            self.by_s += 1
            meanwhile()
            await asyncio.sleep(0)


def port_of(address):
    return int(address.rstrip("/").rpartition(":")[2])


async def request(host, port, path="/board.json", name=None, **options):
    """Send a request to `host` with this Host `name`; return its connection."""
    reader, writer = await asyncio.open_connection(host, port, **options)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: {name or host}:{port}\r\n\r\n".encode())
    return reader, writer


async def status(*where, **options):
    """Return the status of the answer to a request, or b"" if there is none."""
    reader, writer = await request(*where, **options)
    try:
        return (await reader.readline())[9:12]
    except ConnectionError:
        return b""
    finally:
        writer.close()


@pytest.mark.parametrize("share", [None, pytest.param(SHARED, marks=no_second_address)])
def test_a_busy_port_gives_way_to_the_next(share):
    """A busy port is replaced by the next, also if it is busy only at the shared address."""

    async def then(address, board):
        assert address.startswith("http://127.0.0.1:") and port < port_of(address) < port + server.TRIES
        if share:
            assert not await acts(with_host(address, share))

    with socket.create_server((share or server.HOST, 0)) as taken:
        port = taken.getsockname()[1]
        told = waiting.run(served(port, then, share=share))
    assert str(port) in told[0] and len(told) == (2 if share else 1)


def test_what_is_sent_in_two_parts_does_not_wait_for_the_first_to_be_acknowledged(monkeypatch):
    options = []

    class Seen(connection_limits.LimitedConnection):
        def connection_made(self, transport):
            super().connection_made(transport)
            options.append(transport.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

    async def ask(address, board):
        reader, writer = await asyncio.open_connection("127.0.0.1", port_of(address))
        writer.write(b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")
        assert b" 200 " in await reader.readline()
        writer.close()

    monkeypatch.setattr(connection_limits, "limited", lambda *_: Seen)
    asyncio.run(served(0, ask))
    assert options and all(options)


@pytest.mark.parametrize("port", [-1, 65536])
def test_what_is_no_port_is_said(port):
    with pytest.raises(ValueError, match="is not a port"):
        waiting.run(served(port, None))


def play(board, number):
    """Begin a game, and put its first stone."""
    board.tell("new_game", game={"number": number}, moves=[0, []])
    board.tell("move", moves=[0, [{"point": "h8", "colour": "black", "changes": []}]])


def test_each_game_is_stamped_as_long_as_it_serves():
    boards = []

    async def then(address, board):
        boards.append(board)
        play(board, 1)

    stamps = Stamps(lambda: datetime(2026, 11, 21, 14, 4), lambda: "3f9a")
    waiting.run(served(0, then, stamps))
    play(boards[0], 2)
    stamp = {"cmd": "stamp", "record": "20261121-1404-3f9a", "date": "2026-11-21T14:04:00"}
    assert boards[0].done == [("ask", stamp)] and boards[0].listeners == []


def test_an_open_page_does_not_hold_up_the_end():
    async def main():
        async def then(address, board):
            page = await page_of(address)
            await begun(page)
            pages.append(page)

        pages = []
        await served(0, then)
        with pytest.raises(websockets.ConnectionClosed):
            await pages[0].recv()

    waiting.run(main())


def test_a_page_that_does_not_read_is_sent_away_and_the_others_miss_nothing():
    events = 30_000
    filler = "x" * 200

    async def main():
        async def then(address, board):
            stuck, reader = await page_of(address, max_queue=1), await page_of(address)
            for page in (stuck, reader):
                await begun(page)
            got = 0
            for number in range(events):
                board.say({"type": "line", "line": {"seq": number, "did": [filler]}})
                if number % 100 == 99:
                    while got <= number:
                        assert f'"seq": {got},' in await reader.recv()
                        got += 1
            # the stuck page gets only the messages sent before its connection was closed
            with pytest.raises(websockets.ConnectionClosed):
                while "line" in await stuck.recv():
                    stuck_got.append(1)
            await reader.close()

        stuck_got = []

        await served(0, then)
        assert len(stuck_got) < events

    waiting.run(main())


@pytest.mark.skipif(sys.platform == "win32", reason="poll() is not there")
def test_on_a_relay_a_page_that_does_not_read_is_cut_off_and_so_much_is_kept_for_it(monkeypatch):
    filler = "x" * 2000
    # the most bytes kept for the page: the messages that wait, and the system's buffers
    kept = outbox.MOST_WAITING * 2100 + 2 * 1024 * 1024

    async def main():
        async def then(address, board):
            with socket.create_connection(("127.0.0.1", port_of(address))) as stuck:
                host = f"127.0.0.1:{port_of(address)}"
                stuck.sendall(HANDSHAKE.format(path="ws", host=host, more="").encode())
                # read only the first bytes of the answer, after which the server counts the client as a page
                await asyncio.to_thread(stuck.recv, 16)
                told = 0
                while not is_cut_off(stuck):
                    if board.listeners:
                        board.say({"type": "line", "line": {"seq": told, "did": [filler]}})
                        told += 1
                    await asyncio.sleep(0)
                assert outbox.MOST_WAITING < told < kept / 2000

        await served(0, then, relay_viewers=1)

    waiting.run(main())


def test_a_connection_that_has_gone_can_still_be_cut_off():
    async def main():
        config = uvicorn.Config(None, ws=DirectWebSocket, lifespan="off")
        config.load()
        here, there = socket.socketpair()
        line = DirectWebSocket(config, ServerState(), {})
        with there:
            await asyncio.get_running_loop().connect_accepted_socket(lambda: line, here)
            line.abort()
            while here.fileno() >= 0:
                await asyncio.sleep(0)
            line.abort()
            assert there.recv(1) == b""

    waiting.run(main())


def is_cut_off(connected):
    """Return whether the other end has closed a connection, even with unread data."""
    looks = select.poll()
    looks.register(connected, select.POLLIN)
    return any(what & (select.POLLHUP | select.POLLERR) for _, what in looks.poll(0))


async def acts(address, **headers):
    """Return whether a page at this address may act."""
    async with page_of(address, additional_headers=headers) as page:
        return "put" in (await begun(page))["may"]


def with_host(address, host):
    return f"http://{host}:{port_of(address)}/"


def test_unless_it_is_shared_only_this_machine_reaches_it():
    async def then(address, board):
        assert await acts(address) and await acts(with_host(address, "localhost"))
        for host in (SHARED, "0.0.0.0"):
            with pytest.raises((OSError, websockets.InvalidStatus)):
                await acts(with_host(address, host))

    assert waiting.run(served(0, then)) == []


@no_second_address
def test_who_comes_by_the_shared_address_looks_on():
    async def then(address, board):
        shared = with_host(address, SHARED)
        assert await acts(address)
        assert not await acts(shared)
        # a proxy's header removes the rights of a page on this machine, and gives no rights to other pages
        assert not await acts(address, **{"x-forwarded-for": "127.0.0.1"})
        assert not await acts(shared, **{"x-forwarded-for": "127.0.0.1"})
        port = port_of(address)
        for here, host, answer in (
            (SHARED, SHARED, b"200"),
            (SHARED, "elsewhere.example", b"400"),
            (server.HOST, SHARED, b"400"),
            (server.HOST, "elsewhere.example", b"400"),
        ):
            assert await status(here, port, name=host) == answer, (here, host)
        ports.append(port_of(address))

    ports = []
    told = waiting.run(served(0, then, share=SHARED))
    assert told == [f"Others may watch at http://{SHARED}:{ports[0]}/"]


@pytest.mark.parametrize(
    ("share", "words"),
    [
        ("203.0.113.7", "203.0.113.7 is not an address of this machine"),
        ("elsewhere", "'elsewhere' is not a valid address"),
        ("::", "'::' is not a valid address"),
    ],
)
def test_it_is_shared_at_an_address_of_this_machine_only(share, words):
    with pytest.raises((OSError, ValueError), match=words):
        waiting.run(served(0, None, share=share))


def test_the_addresses_to_open_are_said():
    assert addresses.addresses("192.168.1.5") == ["192.168.1.5"]
    found = addresses.addresses(addresses.EVERYWHERE)
    assert found and not any(host.startswith(("127.", "0.")) for host in found)


@no_second_address
def test_connections_from_elsewhere_leave_room_for_the_boards_own_page(monkeypatch):
    monkeypatch.setattr(connection_limits, "MOST_CONNECTED", 3)

    async def then(address, board):
        port = port_of(address)
        idle = [await asyncio.open_connection(SHARED, port) for _ in range(3)]
        assert await status(SHARED, port) == b""
        assert await status(server.HOST, port) == b"200"
        idle.pop()[1].close()
        while await status(SHARED, port) != b"200":
            pass
        for _, writer in idle:
            writer.close()

    waiting.run(served(0, then, share=SHARED))


@no_second_address
def test_who_asks_for_nothing_is_sent_away_and_who_looks_on_is_not():
    async def then(address, board):
        port = port_of(address)
        async with page_of(with_host(address, SHARED)) as page:
            reader, writer = await asyncio.open_connection(SHARED, port)
            writer.write(b"GET /board.json HTTP/1.1\r\n")  # an unfinished request
            ended = asyncio.ensure_future(reader.read())
            await Later().until(ended.done)
            with contextlib.suppress(ConnectionError):
                assert await ended == b""
            board.tell("button")
            while not list(did_of(json.loads(await page.recv()))):
                pass
            writer.close()

    waiting.run(served(0, then, share=SHARED))


@no_second_address
def test_connections_of_one_address_leave_room_for_others(monkeypatch):
    monkeypatch.setattr(connection_limits, "CONNECTIONS_OF_A_PAGE", 1)

    async def then(address, board):
        port = port_of(address)
        idle = [await asyncio.open_connection(SHARED, port) for _ in range(2)]
        assert await status(SHARED, port) == b"", "a third of that address"
        assert await status(SHARED, port, local_addr=("127.0.0.9", 0)) == b"200"
        for _, writer in idle:
            writer.close()

    waiting.run(served(0, then, share=SHARED, most_of_an_address=2))


@no_second_address
def test_a_page_that_watches_takes_no_room_of_connections_that_ask(monkeypatch):
    monkeypatch.setattr(connection_limits, "CONNECTIONS_OF_A_PAGE", 1)

    async def then(address, board):
        async with page_of(with_host(address, SHARED)):
            assert await status(SHARED, port_of(address)) == b"200"

    waiting.run(served(0, then, share=SHARED, most_of_an_address=1))


def test_a_connection_stays_until_the_slowest_answer():
    """Otherwise a browser sends the request for an engine's opinion again, and the engine is already thinking."""
    answered_s = engine.MOST_S + engine.SPARE_S + 4 * process.END_S
    assert answered_s < connection_limits.ANSWERED_WITHIN_S


@pytest.mark.parametrize("host", [server.HOST, SHARED])
@no_second_address
def test_a_second_request_that_trickles_on_a_kept_connection_is_sent_away(host):
    async def then(address, board):
        port = port_of(address)
        reader, writer = await asyncio.open_connection(host, port)
        later = Later()
        # a client that continues to send requests may keep its connection
        while later.by_s < 3 * connection_limits.ASK_WITHIN_S:
            later.by_s += 1
            writer.write(f"GET /board.json HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
            head = await reader.readuntil(b"\r\n\r\n")
            await reader.readexactly(int(re.search(rb"content-length: (\d+)", head)[1]))
        ended = asyncio.ensure_future(reader.read())
        before_s = later.by_s
        with contextlib.suppress(ConnectionError):
            await later.until(ended.done, lambda: writer.write(b"G"))  # now and then, send one byte of the next request
            assert await ended == b""
        assert later.by_s - before_s < 2 * connection_limits.ASK_WITHIN_S
        writer.close()

    waiting.run(served(0, then, share=SHARED))


@no_second_address
def test_who_does_not_take_the_answer_is_sent_away():
    ended = asyncio.Event()

    async def large(request):
        async def much():
            try:
                for _ in range(640):  # more than the sockets' buffers hold
                    yield bytes(1 << 16)
            finally:
                ended.set()

        return StreamingResponse(much())

    async def then(address, board):
        reader, writer = await request(SHARED, port_of(address), "/games/much", limit=1 << 10)
        assert b"200" in await reader.readline()
        await Later().until(ended.is_set)
        writer.close()

    waiting.run(served(0, then, share=SHARED, games=[Route("/games/{file}", large)]))


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the machine's own name leads to its addresses")
def test_the_addresses_of_a_machine_that_no_way_leads_out_of_are_those_of_its_networks():
    assert "127.0.0.1" in addresses._of_interfaces()


def test_a_machine_in_no_network_says_so_and_has_no_code(monkeypatch):
    monkeypatch.setattr(addresses, "addresses", lambda share: [])

    async def then(address, board):
        port = port_of(address)
        assert await status(server.HOST, port, "/qr.svg") == b"404"
        ports.append(port)

    ports = []
    told = waiting.run(served(0, then, share=addresses.EVERYWHERE))
    assert told == [
        f"This machine is not in a network yet. When it is, others may watch at its address, port {ports[0]}"
    ]


ALONE = """
import asyncio
from fake_board import FakeBoard
from tengen_host.tasks import serve_while
from tengen_host.web.server import serve

async def main():
    serving = serve(FakeBoard(), 0, lambda address: print(address, flush=True))
    await serve_while(asyncio.Event().wait(), serving)
    print("ended")

asyncio.run(main())
"""


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C can't be sent to another program here")
def test_ctrl_c_ends_it_at_once_and_quietly_with_a_page_open():
    process = subprocess.Popen(
        [sys.executable, "-c", ALONE],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )

    async def interrupt(address):
        async with page_of(address) as page:
            await begun(page)
            process.send_signal(signal.SIGINT)
            with pytest.raises(websockets.ConnectionClosed):
                await page.recv()

    try:
        waiting.run(interrupt(process.stdout.readline().strip()))
        out, complaints = process.communicate(timeout=waiting.LIMIT_S)
    finally:
        process.kill()
    assert (process.returncode, out, complaints) == (0, "ended\n", "")


def test_the_board_ending_ends_the_server_with_its_error():
    async def broken():
        raise RuntimeError("the board broke")

    async def main():
        await serve_while(broken(), server.serve(FakeBoard(), 0, lambda address: None))

    with pytest.raises(RuntimeError, match="the board broke"):
        waiting.run(main())
