"""Test the example programs, which follow a board through a game and an unplugged cable.

They use Tengen's code, or only the protocol.
"""

import os
import signal
import subprocess
import sys

import pytest
from clients import EXAMPLES, SIZE, drawn, in_python, lost
from ptyboard import PtyBoard

EXAMPLE = EXAMPLES / "follow_a_game.py"


@pytest.fixture
def follow():
    """Start the example with these arguments; it is ended with the test."""
    running = []

    def start(*arguments):
        path = os.pathsep.join(filter(None, sys.path))
        running.append(
            subprocess.Popen(
                [sys.executable, str(EXAMPLE), *arguments],
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
        for _ in range(2):  # the board asks again before p2 resigns
            board.do(lambda its: its.ask({"cmd": "do", "who": "p2", "entry": "resign"}))
        assert lines(example, 1) == ["Black wins: resignation"]
        example.send_signal(signal.SIGINT)
        assert example.wait() == 0


def test_no_board_is_a_sentence(follow, tmp_path):
    example = follow(str(tmp_path / "ttyACM0"))
    assert example.wait() == 1
    assert example.stdout.read().startswith("error: there is no port ")


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
