"""`tengen live` as users type it: boards found, named or virtual; its help, its output, its end."""

import contextlib
import json
import os
import re
import socket
import subprocess
import sys
import urllib.request
import xml.etree.ElementTree as ElementTree

import pytest
import waiting
import websockets
from pages import HANDSHAKE, begun, page_of
from ptyboard import PtyBoard
from serving import serving
from tengen_host.boards.interface import did_of, groups_of
from tengen_host.cli import app as tengen
from tengen_host.web import qr
from typer.testing import CliRunner

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
    assert told.exit_code == 1 and "error: 99999 is not a port" in told.output


@pytest.mark.parametrize("command", [["live", "--virtual", "1", "--still"], ["play"]], ids=["live", "play"])
def test_a_folder_for_games_that_is_none_is_status_1(tmp_path, command):
    (tmp_path / "file").write_text("")
    told = CliRunner().invoke(tengen, [*command, "--no-browser", "--port", "99999", "--games", str(tmp_path / "file")])
    assert told.exit_code == 1 and f"error: {tmp_path / 'file'} is not a folder" in told.output


def got(address, path):
    with urllib.request.urlopen(address + path, timeout=waiting.LIMIT_S) as answer:
        return answer.read()


posix = pytest.mark.skipif(os.name != "posix", reason="Ctrl-C and pseudo-terminals")


@posix
@pytest.mark.parametrize(("arguments", "size"), [(["--virtual", "3"], 15), (["--virtual", "2", "--board", "19"], 19)])
def test_virtual_boards_in_one_hall(tmp_path, arguments, size):
    with serving("live", *arguments, "--still", "--games", str(tmp_path)) as (address, process):
        boards = json.loads(got(address, "boards.json"))
        named = [(f"Board-{number}", "virtual", size) for number in range(1, int(arguments[1]) + 1)]
        assert [(board["key"], board["kind"], board["size"]) for board in boards] == named
        assert not any("demo" in board for board in boards)
        assert b"<title>" in got(address, "board/Board-2/")
        assert json.loads(got(address, "games.json")) == []
        assert process.ended() == (0, "")


@posix
def test_virtual_boards_show_games_under_way_which_are_not_kept(tmp_path):
    with serving("live", "--virtual", "2", "--games", str(tmp_path)) as (address, process):
        said = "Virtual boards show games as a demonstration; these are not saved. Add --still for empty boards."
        assert said in process.printed
        assert all(board["demo"] for board in json.loads(got(address, "boards.json")))
        moved, named = waiting.run(seen(address))
        assert moved == {"Board-1", "Board-2"}
        assert len({*named["Board-1"], *named["Board-2"]}) == 4 and all(all(names) for names in named.values())
        assert process.ended() == (0, "")
    assert not list(tmp_path.iterdir())


async def seen(address):
    """Wait for a move on each of two boards; return their keys, and the players' names by key."""
    moved, named = set(), {}
    async with page_of(address, "hall/ws") as page:
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
        with serving("live", *named[0], "--games", str(tmp_path / "games"), **named[1]) as (address, process):
            assert process.until("Board") == f"Board port is connected at {pty.path}"
            (board,) = json.loads(got(address, "boards.json"))
            assert board == {"key": "port", "name": "port", "kind": "real", "connected": True, "size": 15}
            assert process.ended() == (0, "")


@posix
def test_without_any_board_it_waits_and_says_so(tmp_path, monkeypatch):
    monkeypatch.delenv("TENGEN_PORT", raising=False)
    with serving("live", "--games", str(tmp_path), "--share", "--address", "127.0.0.1") as (address, process):
        assert process.until("Others") == f"Others may watch at {address}"
        assert process.until("Encrypted: ").startswith("Encrypted: https://127.0.0.1:")
        assert len(process.until("The SHA-256 ").rpartition(": ")[2].split()) == 16
        assert process.until("No board is plugged in: waiting for one. ")
        assert ElementTree.fromstring(got(address, "qr.svg")).tag.endswith("svg")
        assert process.ended() == (0, "")


@posix
@pytest.mark.parametrize("command", [["live", "--virtual", "1", "--still"], ["play"]], ids=["live", "play"])
def test_a_finished_game_of_a_virtual_board_is_kept_and_on_the_page(tmp_path, command):
    resign = {"do": "ask", "line": {"cmd": "do", "who": "p1", "entry": "resign", "choice": "resign"}}
    with serving(*command, "--games", str(tmp_path)) as (address, process):
        waiting.run(done(address, {"do": "details", "p1": "Anna"}, resign))
        kept = process.until("Saved: ").removeprefix("Saved: ")
        (game,) = json.loads(got(address, "games.json"))
        assert (game["black"], game["winner"], game["reason"]) == ("Anna", "white", "resignation")
        assert os.path.dirname(kept) == str(tmp_path) and os.path.exists(kept)
        assert process.ended() == (0, "")


@posix
def test_ctrl_c_at_once_after_the_end_of_a_game_does_not_lose_it(tmp_path):
    resign = {"do": "ask", "line": {"cmd": "do", "who": "p1", "entry": "resign", "choice": "resign"}}
    with serving("play", "--games", str(tmp_path)) as (address, process):
        waiting.run(done(address, resign))
        assert process.ended() == (0, "")
    assert len(list(tmp_path.glob("*.sgf"))) == 1


async def done(address, *commands):
    """Send these commands as a page, each after the group changed by the last one."""
    async with page_of(address) as page:
        await begun(page)
        for command in commands:
            await page.send(json.dumps(command))
            while {"ask": "menus", "details": "names"}[command["do"]] not in groups_of(json.loads(await page.recv())):
                pass


async def send(address, path, *texts):
    """Send these texts as a page, then break the connection without closing it."""
    async with page_of(address, path) as page:
        with contextlib.suppress(websockets.ConnectionClosed):
            for text in texts:
                await page.send(text)
                await page.recv()
        page.transport.abort()


REFUSED = [  # (path, more headers of the request, data sent after it, status of the answer)
    ("board/none/ws", "", b"", b"404"),
    ("ws", "Origin: http://elsewhere.example\r\n", b"", b"403"),
    ("ws", "", b"\xff\xff\xff\xff", b"101"),  # not a valid WebSocket frame, so the server closes the connection
    ("hall/ws", "", b"\x89\x80\0\0\0\0" * 20_000, b"101"),  # pings by a client that never reads the answers
]


@posix
def test_who_is_refused_or_vanishes_leaves_no_word_in_the_terminal_and_the_board_plays_on(tmp_path):
    with serving("live", "--virtual", "2", "--still", "--games", str(tmp_path)) as (address, process):
        host = address.removeprefix("http://").rstrip("/")
        for path, more, then, status in 3 * REFUSED:
            with socket.create_connection(host.split(":"), timeout=waiting.LIMIT_S) as wire:
                with contextlib.suppress(ConnectionError):
                    wire.sendall(HANDSHAKE.format(path=path, host=host, more=more).encode() + then)
                assert wire.recv(12)[9:] == status, path
        # garbage, a megabyte, and half a request must not disturb the board either
        for path in ("ws", "board/Board-2/ws", "hall/ws"):
            waiting.run(send(address, path, "rubbish", "[" * 4000, b"\xff\x00", "x" * 1_000_000))
        for request in (b"\x00" * 70_000, b"GET /" + b"a" * 70_000, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"):
            with socket.create_connection(host.split(":")) as wire, contextlib.suppress(OSError):
                wire.sendall(request)
        assert json.loads(got(address, "boards.json"))[1]["connected"]
        assert process.ended() == (0, "")


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
            said += os.read(master, 4096)  # os.read() raises OSError if the program ends without the code
            shared = re.search(rb"Others may watch at (\S+)", said)
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
