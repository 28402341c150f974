"""serve(): a busy port, and an end that waits for no page."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from datetime import datetime

import pytest
import websockets
from live.fake_board import FakeBoard, ToldBoard
from tengen_host.live import server
from tengen_host.live.stamps import Stamps


def busy_socket():
    taken = socket.socket()
    taken.bind(("127.0.0.1", 0))
    taken.listen()
    return taken


async def served(port, then, stamps=None):
    """Serve a board, await then(address, board), and cancel; returns what was told on the way."""
    told = []
    board = ToldBoard()
    address = asyncio.get_running_loop().create_future()
    serving = asyncio.ensure_future(server.serve(board, port, address.set_result, told.append, stamps))
    await asyncio.wait([serving, address], return_when=asyncio.FIRST_COMPLETED)
    if serving.done():
        serving.result()
    try:
        await then(address.result(), board)
    finally:
        serving.cancel()
        await asyncio.wait([serving])
    return told


def port_of(address):
    return int(address.rstrip("/").rpartition(":")[2])


def test_a_busy_port_gives_way_to_the_next():
    async def then(address, board):
        assert address.startswith("http://127.0.0.1:")
        assert port < port_of(address) < port + server.TRIES

    with busy_socket() as taken:
        port = taken.getsockname()[1]
        told = asyncio.run(served(port, then))
    assert len(told) == 1
    assert str(port) in told[0]


def test_a_free_port_is_taken_without_a_word():
    async def then(address, board):
        assert port_of(address)

    assert asyncio.run(served(0, then)) == []


@pytest.mark.parametrize("port", [-1, 65536])
def test_what_is_no_port_is_said(port):
    with pytest.raises(ValueError, match="no port"):
        asyncio.run(served(port, None))


def test_each_game_is_stamped_as_long_as_it_serves():
    boards = []

    async def then(address, board):
        boards.append(board)
        board.tell("new_game")

    stamps = Stamps(lambda: datetime(2026, 11, 21, 14, 4), lambda: "3f9a")
    asyncio.run(served(0, then, stamps))
    boards[0].tell("new_game")
    stamp = {"cmd": "stamp", "id": "20261121-1404-3f9a", "date": "2026-11-21T14:04:00"}
    assert boards[0].done == [("ask", stamp)] and boards[0].listeners == []


def test_an_open_page_does_not_hold_up_the_end():
    async def main():
        async def then(address, board):
            page = await websockets.connect(address.replace("http", "ws") + "ws")
            while "ready" not in await page.recv():
                pass
            pages.append(page)

        pages = []
        await asyncio.wait_for(served(0, then), 5)
        with pytest.raises(websockets.ConnectionClosed):
            await pages[0].recv()

    asyncio.run(main())


def test_a_page_that_does_not_read_is_sent_away_and_the_others_miss_nothing():
    events = 30_000
    filler = "x" * 200

    async def main():
        async def then(address, board):
            wire = address.replace("http", "ws") + "ws"
            stuck = await websockets.connect(wire, max_queue=1)
            reader = await websockets.connect(wire)
            while "ready" not in await reader.recv():
                pass
            while len(board.listeners) < 2:
                await asyncio.sleep(0)
            got = 0
            for number in range(events):
                board.say({"type": "event", "event": {"seq": number, "event": filler}})
                if number % 100 == 99:
                    while got <= number:
                        assert f'"seq": {got},' in await reader.recv()
                        got += 1
            while len(board.listeners) > 1:
                await asyncio.sleep(0)
            await reader.close()
            stuck.transport.abort()

        await asyncio.wait_for(served(0, then), 60)

    asyncio.run(main())


ALONE = """
import asyncio
from live.fake_board import FakeBoard
from tengen_host.live.server import serve, serve_while

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
        async with websockets.connect(address.replace("http", "ws") + "ws") as page:
            while "ready" not in await page.recv():
                pass
            process.send_signal(signal.SIGINT)
            with pytest.raises(websockets.ConnectionClosed):
                await page.recv()

    try:
        asyncio.run(asyncio.wait_for(interrupt(process.stdout.readline().strip()), 10))
        out, complaints = process.communicate(timeout=10)
    finally:
        process.kill()
    assert (process.returncode, out, complaints) == (0, "ended\n", "")


def test_the_board_ending_ends_the_server_with_its_error():
    async def broken():
        raise RuntimeError("the board broke")

    async def main():
        await server.serve_while(broken(), server.serve(FakeBoard(), 0, lambda address: None))

    with pytest.raises(RuntimeError, match="the board broke"):
        asyncio.run(asyncio.wait_for(main(), 5))
