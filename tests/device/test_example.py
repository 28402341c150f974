"""The example in host_tools/examples follows a board through a game, and through a pulled cable."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from ptyboard import PtyBoard

EXAMPLE = Path(__file__).parents[2] / "host_tools" / "examples" / "follow_a_game.py"


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
        board.press("p2")  # the game goes on
        for _ in range(2):  # the board asks again before p2 resigns
            board.do(lambda its: its.ask({"cmd": "do", "who": "p2", "entry": "resign"}))
        assert lines(example, 1) == ["Black wins: resignation"]
        example.send_signal(signal.SIGINT)
        assert example.wait() == 0


def test_no_board_is_a_sentence(follow, tmp_path):
    example = follow(str(tmp_path / "ttyACM0"))
    assert example.wait() == 1
    assert example.stdout.read().startswith("error: there is no port ")
