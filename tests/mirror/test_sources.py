"""The sources of the wall: a page of the game, while it is served, and a board on a cable."""

import asyncio
import contextlib
import json
import os
import signal
import threading

import pytest
from fake_board import ToldBoard
from tengen_host.hall.hall import Hall
from tengen_host.mirror import sources, strip
from tengen_host.mirror.showing import SCREEN_TOP, ended_by, follow, on_screen
from tengen_host.mirror.sources import from_page, socket_of
from tengen_host.mirror.wall import Wall
from tengen_host.web import server
from tengen_host.wire.state import GameState, State
from typer.testing import CliRunner
from waiting import LIMIT_S
from websockets.sync.server import serve


@pytest.mark.parametrize(
    ("address", "socket"),
    [
        ("http://192.168.1.5:8017/", "ws://192.168.1.5:8017/ws"),
        ("http://192.168.1.5:8017", "ws://192.168.1.5:8017/ws"),
        ("https://club.example/board/3/", "wss://club.example/board/3/ws"),
        ("http://192.168.1.5:8017/board/3/index.html?lang=et", "ws://192.168.1.5:8017/board/3/ws"),
    ],
)
def test_the_socket_of_a_page(address, socket):
    assert socket_of(address) == socket


@pytest.mark.parametrize("address", ["ftp://a/", "http://", "ws://a/ws"])
def test_what_is_no_page_is_told(address):
    from tengen_host.cli import app

    with pytest.raises(ValueError, match="is not a page"):
        socket_of(address)
    result = CliRunner().invoke(app, ["mirror", address, "--dry-run"])
    assert result.exit_code == 1 and "is not a page" in result.output


def test_an_address_as_people_type_it_is_no_port():
    from tengen_host.cli import app

    result = CliRunner().invoke(app, ["mirror", "192.168.1.5:8017", "--dry-run"])
    told = "error: 192.168.1.5:8017 is not a port; a page's address begins with http://: http://192.168.1.5:8017\n"
    assert (result.exit_code, result.output) == (1, told)


def test_a_screen_shows_what_a_neopixel_shows():
    levels = [on_screen(level) for level in range(256)]
    assert levels[0] == 0 and levels[SCREEN_TOP:] == [255] * (256 - SCREEN_TOP)
    assert all(below < above for below, above in zip(levels, levels[1 : SCREEN_TOP + 1], strict=False))
    dimmest = [max(map(on_screen, stone)) for stone in ((4, 0, 12), (12, 7, 3))]  # stones at the usual current
    assert min(dimmest) > 128


class Served:
    """A page served in its own thread, always at the same port. If there are several boards, there is a hall."""

    def __init__(self, port=0, boards=1):
        self.board, self._port, self._ready = ToldBoard(), port, threading.Event()
        self._hall = Hall()
        for number in range(1, boards + 1):
            self._hall.add(self.board if number == 1 else ToldBoard(), f"Board {number}")
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()))

    async def _run(self):
        def ready(address):
            self.address = address
            self._ready.set()

        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        serving = asyncio.ensure_future(server.serve(self._hall, self._port, ready))
        await self._over.wait()
        serving.cancel()
        await asyncio.wait([serving])

    def __enter__(self):
        self._thread.start()
        assert self._ready.wait(LIMIT_S)
        return self

    def __exit__(self, *error):
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join()

    def tell(self, line):
        self._loop.call_soon_threadsafe(lambda: self.board.tell(**line["is"]))


def with_stone(point, colour):
    """The line of a stone on an empty point."""
    return {"seq": 1, "t": 0, "is": {"board": {"changes": [[point, "empty", colour]], "sum": 0}}}


EMPTY = {"seq": 1, "t": 0, "is": {"game": {"name": "renju", "size": 15}, "board": {"clear": True, "changes": []}}}
MOVES = [("h8", "black"), ("i9", "white"), ("g7", "black")]


def test_a_page_is_followed_and_when_it_comes_back_it_is_followed_again():
    told, stones = [], {}
    with Served() as served:
        served.board.tell(**EMPTY["is"])
        games = from_page(served.address, told.append, sleep=lambda s: None)
        stones_of = (game.stones for game in games)
        for point, colour in MOVES[:2]:
            while next(stones_of) != stones:
                pass
            served.tell(with_stone(point, colour))
            stones[point] = colour
        port = int(served.address.rstrip("/").rpartition(":")[2])
    found = []
    reader = threading.Thread(target=lambda: found.append(next(its for its in stones_of if its == dict(MOVES[2:]))))
    with Served(port) as again:
        again.board.tell(**EMPTY["is"])
        again.board.tell(**with_stone(*MOVES[2])["is"])
        reader.start()
        reader.join(LIMIT_S)
    assert found == [dict(MOVES[2:])]
    assert told[0].endswith("is there") and "trying again" in told[1]
    assert len(told) <= 4, "it is said once, however often it is asked"


def test_of_a_hall_it_is_said_which_board_this_is_and_how_to_have_another():
    told = []
    with Served(boards=3) as served:
        served.board.tell(**EMPTY["is"])
        next(from_page(served.address, told.append))
        next_board = f"{served.address}board/Board-2/"
        no_board = from_page(f"{served.address}board/Board-99/", told.append, sleep=stop)
        with pytest.raises(KeyboardInterrupt):
            next(no_board)
    address = served.address
    assert told == [
        f"the page at {address} is there, with 3 boards; this is Board 1, the others are {next_board} "
        f"{address}board/Board-3/",
        f"the page at {address}board/Board-99/ can't be had (there is no such board); trying again",
    ]


def stop(s):
    raise KeyboardInterrupt


def games():
    """Games with no stone, one stone and two stones."""
    state = State().merge(EMPTY)
    yield state.game
    for move in MOVES[:2]:
        state = state.merge(with_stone(*move))
        yield state.game


def test_the_wall_is_shown_anew_with_every_stone_until_they_end():
    shown = []
    follow(Wall(15), games(), shown.append)
    lit = [sum(any(frame[at : at + 3]) for at in range(0, len(frame), 3)) for frame in shown]
    assert lit == [0, 1, 2]


def test_what_ends_the_games_ends_the_wall():
    def ended():
        yield GameState()
        raise ValueError("gone")

    with pytest.raises(ValueError, match="gone"):
        follow(Wall(15), ended(), lambda frame: None)


class Chain:
    """NeoPixels that record what they show."""

    def __init__(self):
        self.lit, self.sent = {}, 0

    def __setitem__(self, at, colour):
        self.lit[at] = any(colour)

    def show(self):
        self.sent += 1

    def deinit(self):
        self.lit = {}


@contextlib.contextmanager
def handled(number, handler):
    """Set a signal's handler, even if the starter of the tests ignores the signal."""
    before = signal.signal(number, handler)
    try:
        yield
    finally:
        signal.signal(number, before)


@pytest.mark.skipif(os.name != "posix", reason="SIGTERM")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda number: number.name)
def test_the_wall_is_dark_however_it_is_ended(monkeypatch, number):
    from tengen_host.cli import app

    chain, lit = Chain(), []

    def played(address, tell):
        yield from games()
        while not (chain.sent > 1 and any(chain.lit.values())):
            pass
        lit.append(True)
        os.kill(os.getpid(), number)
        threading.Event().wait()

    monkeypatch.setattr(sources, "from_page", played)
    monkeypatch.setattr(strip, "open_strip", lambda pin, pixels: chain)
    usual = signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL
    with handled(number, usual):
        told = CliRunner().invoke(app, ["mirror", "http://127.0.0.1:8017/"])
        assert signal.getsignal(number) is usual
    assert (told.exit_code, told.output, lit, chain.lit) == (0, "", [True], {})


@pytest.mark.skipif(os.name != "posix", reason="nohup")
def test_a_signal_that_whoever_starts_it_ignores_does_not_end_it():
    with handled(signal.SIGHUP, signal.SIG_IGN), ended_by(signal.SIGHUP):
        os.kill(os.getpid(), signal.SIGHUP)
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN


def test_what_is_no_line_is_left_out_and_no_proxy_is_asked(monkeypatch):
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9/")
    monkeypatch.setenv("all_proxy", "socks5://127.0.0.1:9/")

    def page(socket):
        for line in ("h8", None, {"is": 7}, EMPTY, with_stone("h8", "black")):
            socket.send(json.dumps({"type": "line", "line": line}))

    told = []
    with serve(page, "127.0.0.1", 0) as served:
        thread = threading.Thread(target=served.serve_forever)
        thread.start()
        address = f"http://127.0.0.1:{served.socket.getsockname()[1]}/"
        games = from_page(address, told.append, sleep=lambda s: pytest.fail(told[-1]))
        assert [next(games).stones for _ in range(3)] == [{}, {}, {"h8": "black"}]
        served.shutdown()
        thread.join()
