"""Test the example programs, which follow a board through a game and an unplugged cable.

They use Tengen's code, or only the protocol.
"""

import functools
import http.server
import json
import os
import queue
import signal
import subprocess
import sys
import threading

import pytest
from clients import EXAMPLES, SIZE, drawn, in_python, lost
from ptyboard import PtyBoard
from waiting import LIMIT_S


@pytest.fixture
def run():
    """Start an example with these arguments; it is ended with the test."""
    running = []

    def start(name, *arguments):
        path = os.pathsep.join(filter(None, sys.path))
        running.append(
            subprocess.Popen(
                [sys.executable, str(EXAMPLES / name), *arguments],
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                env={**os.environ, "PYTHONPATH": path},
                text=True,
            )
        )
        return running[0]

    yield start
    for process in running:
        process.kill()
        process.communicate()


@pytest.fixture
def follow(run):
    return functools.partial(run, "follow_a_game.py")


@pytest.fixture
def heard():
    """Serve HTTP. Yield the server's address, and a function that waits for the next request: its path and its JSON."""
    requests = queue.SimpleQueue()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            requests.put((self.path, json.loads(self.rfile.read(int(self.headers["Content-Length"])))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"127.0.0.1:{server.server_port}", lambda: requests.get(timeout=LIMIT_S)
        server.shutdown()


def lines(process, count):
    return [process.stdout.readline().strip() for _ in range(count)]


def test_a_game_is_followed(follow, tmp_path):
    with PtyBoard(tmp_path / "port") as board:
        board.move("h8", "p1")
        example = follow(board.path)
        assert lines(example, 2) == [f"The board is at {board.path}", "The game so far: H8"]
        board.move("i9", "p2")
        assert lines(example, 1) == ["2. white I9"]
        board.pull()
        assert "its cable was pulled" in lines(example, 1)[0]
        board.push()
        assert lines(example, 2) == [f"the board is back at {board.path}", "The game so far: H8 I9"]
        board.press("p2")  # the game continues
        board.do(lambda its: its.ask({"cmd": "do", "who": "p2", "entry": "resign", "choice": "resign"}))
        assert lines(example, 1) == ["Black wins: resignation"]
        example.send_signal(signal.SIGINT)
        assert example.wait() == 0


def test_no_board_is_a_sentence(follow, tmp_path):
    example = follow(str(tmp_path / "ttyACM0"))
    assert example.wait() == 1
    assert example.stdout.read().startswith("error: there is no port ")


def test_a_lamp_shows_turn_foul_and_result(run, heard, tmp_path):
    address, request = heard

    def shown():
        path, its = request()
        assert path == "/json/state" and its["on"]
        return its["seg"][0]["col"][0]

    black, white, red, green = [90, 0, 255], [255, 255, 255], [255, 0, 0], [0, 255, 0]
    with PtyBoard(tmp_path / "port") as board:
        run("lamp.py", address, board.path)
        assert shown() == black
        for number, point in enumerate(["h8", "i9", "g8", "a1", "f8", "a3", "k8", "a5", "j8", "a7"]):
            board.move(point, "p2" if number % 2 else "p1")
            assert shown() == (black if number % 2 else white)
        board.do(lambda its: its.put("i8"))  # an overline
        assert shown() == red
        board.do(lambda its: its.lift("i8"))
        assert shown() == black
        board.do(lambda its: its.ask({"cmd": "do", "who": "p1", "entry": "resign", "choice": "resign"}))
        assert shown() == green


def test_a_web_hook_gets_moves_and_the_result(run, heard, tmp_path):
    address, request = heard
    with PtyBoard(tmp_path / "port") as board:
        example = run("web_hook.py", f"http://{address}/hook", board.path)
        assert lines(example, 1) == [f"The board is at {board.path}"]
        board.move("h8", "p1")
        path, its = request()
        assert path == "/hook" and (its["code"], its["point"], its["colour"]) == ("move", "h8", "black")
        board.do(lambda its: its.ask({"cmd": "do", "who": "p2", "entry": "resign", "choice": "resign"}))
        assert request()[1] | {"line": []} == {"code": "result", "winner": "black", "reason": "resignation", "line": []}


def test_a_hook_that_does_not_answer_is_told_and_the_game_is_followed_on(run, tmp_path):
    with PtyBoard(tmp_path / "port") as board:
        example = run("lamp.py", "127.0.0.1:1", board.path)
        assert "the lamp at 127.0.0.1:1 does not answer: " in lines(example, 1)[0]
        board.move("h8", "p1")
        assert "does not answer" in lines(example, 1)[0]


def test_the_client_of_the_protocol_prints_the_board_and_each_move(tmp_path):
    with PtyBoard(tmp_path / "port") as board:
        board.move("h8", "p1")
        with in_python(board.path) as printed:
            assert printed() == drawn(h8="X")
            board.move("i9", "p2")
            assert printed(1) == ["2 white i9"] and printed() == drawn(h8="X", i9="O")
            with lost(board):
                board.move("g7", "p1")
            board.move("h9", "p2")
            said = []
            # the example draws the board when it has the whole state
            while said[-SIZE:] != drawn(h8="X", i9="O", g7="X", h9="O"):
                said += printed(1)
            assert "3 black g7" not in said and "4 white h9" in said
            board.do(lambda its: its.unplug())
            board.do(lambda its: its.plug())
            assert printed() == drawn(h8="X", i9="O", g7="X", h9="O")


@pytest.mark.parametrize("name", ["link_client.py", "link_client.html"])
def test_a_client_needs_forty_lines(name):
    assert len((EXAMPLES / name).read_text(encoding="utf-8").splitlines()) <= 40
