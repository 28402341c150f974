"""`tengen live` as it is typed: boards that are found, named or virtual; its help, its output, its end."""

import asyncio
import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
import xml.etree.ElementTree as ElementTree

import pytest
import waiting
import websockets
from live.test_live_serial_board import there
from ptyboard import Prompt, PtyBoard
from tengen_host.cli import app as tengen
from tengen_host.device.ports import MICROPYTHON, Port
from tengen_host.live import plugged, qr
from tengen_host.live.board import did_of, groups_of
from tengen_host.live.hall import Hall
from tengen_host.live.serial_board import SerialBoard
from typer.testing import CliRunner
from waiting import until

ADDRESS = "http://192.168.1.5:8017/"


def test_the_help_has_an_example():
    told = CliRunner().invoke(tengen, ["live", "--help"])
    assert told.exit_code == 0 and "tengen live --share" in " ".join(told.output.split())


@pytest.mark.parametrize(
    "arguments",
    [
        ["--address", "1.2.3.4"],
        ["--virtual", "17"],
        ["--virtual", "x"],
        ["--virtual", "1", "--board", "17"],
        ["--still"],
        ["--board", "19"],
        ["--emulated", "--board", "19"],
        ["--none"],
    ],
)
def test_what_makes_no_sense_is_status_2(arguments):
    assert CliRunner().invoke(tengen, ["live", *arguments]).exit_code == 2


def test_a_port_that_can_not_be_had_is_status_1():
    told = CliRunner().invoke(tengen, ["live", "--virtual", "1", "--no-browser", "--port", "99999"])
    assert told.exit_code == 1 and "error: 99999 is no port" in told.output


@pytest.mark.parametrize("command", [["live", "--virtual", "1", "--still"], ["play"]], ids=["live", "play"])
def test_a_folder_for_games_that_is_none_is_status_1(tmp_path, command):
    (tmp_path / "file").write_text("")
    told = CliRunner().invoke(tengen, [*command, "--no-browser", "--port", "99999", "--games", str(tmp_path / "file")])
    assert told.exit_code == 1 and f"error: {tmp_path / 'file'} is no folder" in told.output


def live(*arguments, **environment):
    """Start `tengen live` in a process of its own; return its address and the Running."""
    return serving("live", *arguments, **environment)


@contextlib.contextmanager
def serving(*arguments, **environment):
    """Start a command that serves a page, in a process of its own."""
    process = subprocess.Popen(
        [sys.executable, "-u", "-c", "from tengen_host.cli import main; main()", *arguments]
        + ["--no-browser", "--port", "0"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    running = Running(process)
    try:
        yield running.until("The ").split()[4], running
    finally:
        process.kill()
        process.communicate()


class Running:
    """A process and the lines that it has printed; several threads print, so their order may vary."""

    def __init__(self, process):
        self.process = process
        self.said = []

    def until(self, start):
        while not (found := [line for line in self.said if line.startswith(start)]):
            self.said.append(self.process.stdout.readline().strip())
            assert self.process.poll() is None, (self.said, self.process.stderr.read())
        return found[0]

    def ended(self):
        """Send Ctrl-C; return the exit status and the text on stderr."""
        self.process.send_signal(signal.SIGINT)
        _, complaints = self.process.communicate(timeout=waiting.LIMIT_S)
        return self.process.returncode, complaints


def got(address, path):
    with urllib.request.urlopen(address + path, timeout=waiting.LIMIT_S) as answer:
        return answer.read()


posix = pytest.mark.skipif(os.name != "posix", reason="Ctrl-C and pseudo-terminals")


@posix
def test_virtual_boards_in_one_hall(tmp_path):
    with live("--virtual", "3", "--still", "--games", str(tmp_path)) as (address, process):
        boards = json.loads(got(address, "boards.json"))
        assert [(board["key"], board["kind"]) for board in boards] == [
            ("Board-1", "virtual"), ("Board-2", "virtual"), ("Board-3", "virtual"),
        ]  # fmt: skip
        assert b"<title>" in got(address, "board/Board-2/")
        assert json.loads(got(address, "games.json")) == []
        assert process.ended() == (0, "")


@posix
def test_virtual_boards_of_19(tmp_path):
    with live("--virtual", "2", "--still", "--board", "19", "--games", str(tmp_path)) as (address, process):
        boards = json.loads(got(address, "boards.json"))
        assert [(board["key"], board["size"]) for board in boards] == [("Board-1", 19), ("Board-2", 19)]
        assert process.ended() == (0, "")


@posix
def test_virtual_boards_show_games_under_way_which_are_not_kept(tmp_path):
    with live("--virtual", "2", "--games", str(tmp_path)) as (address, process):
        assert "Virtual boards show games as a demonstration; these are not kept." in process.said
        moved, named = waiting.run(seen(address))
        assert moved == {"Board-1", "Board-2"}
        assert len({*named["Board-1"], *named["Board-2"]}) == 4 and all(all(names) for names in named.values())
        assert process.ended() == (0, "")
    assert not list(tmp_path.iterdir())


async def seen(address):
    """Wait for a move on each of two boards; return their keys, and the players' names by key."""
    moved, named = set(), {}
    async with websockets.connect(address.replace("http", "ws") + "hall/ws") as page:
        while len(moved) < 2:
            told = json.loads(await page.recv())
            names = groups_of(told).get("names")
            if names:
                named[told["board"]] = names["p1"], names["p2"]
            if any(did["code"] == "move" for did in did_of(told)):
                moved.add(told["board"])
    return moved, named


@posix
@pytest.mark.parametrize("by", ["argument", "environment"])
def test_a_board_at_a_named_port(tmp_path, by):
    with PtyBoard(tmp_path / "port") as pty:
        named = ([pty.path], {}) if by == "argument" else ([], {"TENGEN_PORT": pty.path})
        with live(*named[0], "--games", str(tmp_path / "games"), **named[1]) as (address, process):
            assert process.until("Board") == f"Board port is here, at {pty.path}"
            (board,) = json.loads(got(address, "boards.json"))
            assert board == {"key": "port", "name": "port", "kind": "real", "connected": True, "size": 15}
            assert process.ended() == (0, "")


@posix
def test_without_any_board_it_waits_and_says_so(tmp_path, monkeypatch):
    monkeypatch.delenv("TENGEN_PORT", raising=False)
    with live("--games", str(tmp_path), "--share", "--address", "127.0.0.1") as (address, process):
        assert process.until("Others") == f"Others may look on at {address}"
        assert process.until("No board is plugged in: waiting for one. ")
        assert ElementTree.fromstring(got(address, "qr.svg")).tag.endswith("svg")
        assert process.ended() == (0, "")


@posix
@pytest.mark.parametrize("command", [["live", "--virtual", "1", "--still"], ["play"]], ids=["live", "play"])
def test_a_finished_game_of_a_virtual_board_is_kept_and_on_the_page(tmp_path, command):
    resign = {"do": "ask", "line": {"cmd": "do", "who": "p1", "entry": "resign"}}
    with serving(*command, "--games", str(tmp_path)) as (address, process):
        waiting.run(done(address, {"do": "details", "p1": "Anna"}, resign, resign))
        kept = process.until("Kept: ").removeprefix("Kept: ")
        (game,) = json.loads(got(address, "games.json"))
        assert (game["black"], game["winner"], game["reason"]) == ("Anna", "white", "resignation")
        assert os.path.dirname(kept) == str(tmp_path) and os.path.exists(kept)
        assert process.ended() == (0, "")


@posix
def test_ctrl_c_at_once_after_the_end_of_a_game_does_not_lose_it(tmp_path):
    resign = {"do": "ask", "line": {"cmd": "do", "who": "p1", "entry": "resign"}}
    with serving("play", "--games", str(tmp_path)) as (address, process):
        waiting.run(done(address, resign, resign))
        assert process.ended() == (0, "")
    assert len(list(tmp_path.glob("*.sgf"))) == 1


async def done(address, *commands):
    """Send these commands as a page, each after the group that the one before changes."""
    async with websockets.connect(address.replace("http", "ws") + "ws", max_size=None) as page:
        while json.loads(await page.recv())["type"] != "ready":
            pass
        for command in commands:
            await page.send(json.dumps(command))
            while {"ask": "menus", "details": "names"}[command["do"]] not in groups_of(json.loads(await page.recv())):
                pass


async def send(address, path, *texts):
    """Send these texts as a page, then break the connection without closing it."""
    async with websockets.connect(address.replace("http", "ws") + path, max_size=None) as page:
        with contextlib.suppress(websockets.ConnectionClosed):
            for text in texts:
                await page.send(text)
                await page.recv()
        page.transport.abort()


HANDSHAKE = (
    "GET /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n{more}"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: eHh4eHh4eHh4eHh4eHh4eA==\r\n\r\n"
)


REFUSED = [  # a path, more of the request, what follows it, and the status of the answer
    ("board/none/ws", "", b"", b"404"),
    ("ws", "Origin: http://elsewhere.example\r\n", b"", b"403"),
    ("ws", "", b"\xff\xff\xff\xff", b"101"),  # no valid frame of a WebSocket: the server closes the connection
    ("hall/ws", "", b"\x89\x80\0\0\0\0" * 20_000, b"101"),  # pings by a client that never reads the answers
]


@posix
def test_who_is_refused_or_vanishes_leaves_no_word_in_the_terminal_and_the_board_plays_on(tmp_path):
    with live("--virtual", "2", "--still", "--games", str(tmp_path)) as (address, process):
        host = address.removeprefix("http://").rstrip("/")
        for path, more, then, status in 3 * REFUSED:
            with socket.create_connection(host.split(":"), timeout=waiting.LIMIT_S) as wire:
                with contextlib.suppress(ConnectionError):
                    wire.sendall(HANDSHAKE.format(path=path, host=host, more=more).encode() + then)
                assert wire.recv(12)[9:] == status, path
        # rubbish, a megabyte and half a request
        for path in ("ws", "board/Board-2/ws", "hall/ws"):
            waiting.run(send(address, path, "rubbish", "[" * 4000, b"\xff\x00", "x" * 1_000_000))
        for request in (b"\x00" * 70_000, b"GET /" + b"a" * 70_000, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"):
            with socket.create_connection(host.split(":")) as wire, contextlib.suppress(OSError):
                wire.sendall(request)
        assert json.loads(got(address, "boards.json"))[1]["connected"]
        assert process.ended() == (0, "")


# Boards at ports


def run(test, monkeypatch):
    monkeypatch.setattr(plugged, "LOOK_S", 0.05)
    waiting.run(test())


class Looking:
    """A hall that looks for boards in a list of ports; the test changes the list."""

    def __init__(self):
        self.hall, self.told, self.ports, self.made = Hall(), [], [], []

    def make(self, port):
        self.made.append(SerialBoard(port, lambda: list(self.ports)))
        return self.made[-1]

    async def __aenter__(self):
        listing = lambda: list(self.ports)  # noqa: E731
        self.task = asyncio.ensure_future(plugged.look(self.hall, self.make, self.told.append, listing))
        return self

    async def __aexit__(self, *_):
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)
        for board in self.made:
            await asyncio.to_thread(board.close)


def test_boards_that_are_plugged_in_one_after_the_other(tmp_path, monkeypatch):
    async def test():
        async with Looking() as room:
            await until(lambda: room.told)
            assert room.told[0].startswith("No board is plugged in: waiting for one")
            with PtyBoard(tmp_path / "one") as one, PtyBoard(tmp_path / "two") as two:
                room.ports.append(Port(one.path, *MICROPYTHON, serial="E660"))
                await until(lambda: room.hall.only())
                assert room.hall.only().key == "E660"
                room.ports.append(Port(two.path, *MICROPYTHON, serial="E661"))
                await until(lambda: len(room.hall.places) == 2)
                # one board goes and is shown as away; the other goes on; the first comes back as the same board
                del room.ports[0]
                await there(one.pull)
                await until(lambda: [board["connected"] for board in room.hall.boards()] == [False, True])
                await there(two.move, "h8", "p1")
                stones = room.hall.places["E661"].board
                await until(lambda: stones.state()[0]["stones"] == {"h8": "black"})
                await there(one.push)
                room.ports.append(Port(one.path, *MICROPYTHON, serial="E660"))
                await until(lambda: [board["connected"] for board in room.hall.boards()] == [True, True])
            assert len(room.made) == 2
            assert [words.split(",")[0].split(";")[0] for words in room.told[1:]] == [
                "Board E660 is here", "Board E661 is here", "Board E660 is away", "Board E660 is here",
            ]  # fmt: skip

    run(test, monkeypatch)


def test_two_boards_with_one_serial_number_are_two(tmp_path, monkeypatch):
    """Some copied flash chips all have one number, and a Pico's serial number is that of its flash chip."""

    async def test():
        async with Looking() as room:
            with PtyBoard(tmp_path / "one") as one, PtyBoard(tmp_path / "two") as two:
                both = [Port(each.path, *MICROPYTHON, serial="E660") for each in (one, two)]
                room.ports += both
                await until(lambda: sorted(room.hall.places) == ["one", "two"])
                await there(two.move, "h8", "p1")
                await until(lambda: room.hall.places["two"].board.state()[0]["stones"] == {"h8": "black"})
                assert room.hall.places["one"].board.state()[0]["stones"] == {}
                # while only the other board is there it keeps its identity
                room.ports.remove(both[0])
                await there(one.pull)
                await until(lambda: [board["connected"] for board in room.hall.boards()].count(False) == 1)
                room.ports.insert(0, both[0])
                await there(one.push)
                await until(lambda: all(board["connected"] for board in room.hall.boards()))
            assert len(room.hall.places) == 2 and not any("in use" in words for words in room.told)

    run(test, monkeypatch)


def test_another_pico_is_no_board_and_is_let_go_when_it_is_gone(tmp_path, monkeypatch):
    async def test():
        async with Looking() as room:
            with Prompt(tmp_path / "other") as other:
                room.ports.append(Port(other.path, *MICROPYTHON, serial="AB12"))
                await until(lambda: any("Tengen does not run on it" in words for words in room.told))
                assert not room.hall.places
                room.ports.clear()
                await until(lambda: not room.made[0]._cable._thread.is_alive())
            assert not room.hall.places

    run(test, monkeypatch)


# The address


def test_the_code_in_the_terminal_is_blocks_of_one_width():
    lines = qr.text(ADDRESS).splitlines()
    assert len({len(line) for line in lines}) == 1 and set("".join(lines)) <= set(" █▀▄")


@posix
@pytest.mark.parametrize("command", [["live", "--virtual", "1", "--still"], ["play"]], ids=["live", "play"])
def test_a_shared_page_has_its_code_on_the_terminal(tmp_path, command):
    master, slave = os.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", "from tengen_host.cli import main; main()", *command]
        + ["--share", "--address", "127.0.0.1", "--no-browser", "--port", "0", "--games", str(tmp_path)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "TENGEN_DATA": str(tmp_path), "TERM": "dumb",
             "PYTHONIOENCODING": "utf-8"},
        stdin=slave, stdout=slave, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(slave)
    said, address = b"", ""
    try:
        while not address or qr.text(address).splitlines()[-1] not in said.decode(errors="ignore"):
            said += os.read(master, 4096)  # an OSError if it ends without the code
            shared = re.search(rb"Others may look on at (\S+)", said)
            address = shared[1].decode() if shared else ""
        assert qr.text(address) in said.decode().replace("\r\n", "\n")
    finally:
        process.kill()
        process.wait()
        os.close(master)


def test_the_code_on_the_page_is_a_picture_that_says_its_address():
    picture = ElementTree.fromstring(qr.svg(ADDRESS))
    assert picture.find("{http://www.w3.org/2000/svg}title").text == ADDRESS
    assert ElementTree.fromstring(qr.svg("http://<b>&x/")) is not None
