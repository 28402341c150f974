"""Test `tengen diagnose` from end to end.

A simulated person is at a virtual board, and the real command at the board's serial port.
"""

import json
import math
import threading

import pytest
from ptyboard import PtyBoard
from tengen.games.points import name
from tengen_host.cli import app
from tengen_host.device.diagnose import learn as learns
from tengen_host.device.diagnose import walk as walks
from typer.testing import CliRunner
from virtual.scrambles import place, random_scramble
from walker import Person


class PortBench:
    """A Person's bench, which is a board on a port with the board's own time and lights."""

    def __init__(self, board, walk):
        self._board = board
        self._walk = walk

    @property
    def now(self):
        return self._board.do(lambda its: its.clock.now())

    @property
    def stones(self):
        return self._board.do(lambda its: set(its.stones))

    def put(self, point):
        self._board.do(lambda its: its.put(name(point, 15), "black"))

    def lift(self, point):
        self._board.do(lambda its: its.lift(name(point, 15)))

    def button(self, which, down):
        """Press or release a button. After a release, wait until the walk knows of it, and maybe has another prompt."""
        at = self._board.do(lambda its: ((its.press if down else its.release)(which), its.clock.now())[1])
        while not down and not self._walk.done and self._walk.fed < at:
            self.wait(20)

    def wait(self, ms):
        self._board.wait(ms)

    def seen(self, pixels):
        """Return the place of the first pixel when it is bright; wait for it up to 50 times, else return None."""
        pixel = pixels[0][0]
        for _ in range(50):
            frame = self._board.do(lambda its: its.frame)
            if frame[3 * pixel] >= 128:
                return self._board.do(lambda its: place(its, pixel))
            self.wait(20)
        return None


def run(board, monkeypatch, module, kind, *arguments):
    """Run the command with a person at the board; return its result and the walk."""
    begun, there = [], threading.Event()

    class Seen(getattr(module, kind)):
        fed = 0  # the board's time, in ms, of the last frame

        def __init__(self, *its):
            super().__init__(*its)
            begun.append(self)
            there.set()

        def feed(self, frame):
            super().feed(frame)
            self.fed = frame["t"]

    monkeypatch.setattr(module, kind, Seen)
    wrong = []

    def person():
        there.wait()
        walk = begun[0]
        board.heard = lambda: math.inf if walk.done else walk.fed or math.inf
        try:
            Person(PortBench(board, walk), walk, "leave").run()
        except Exception as error:
            wrong.append(error)
            board.heard = None
            board.pull()  # ends the command

    thread = threading.Thread(target=person, daemon=True)
    thread.start()
    result = CliRunner().invoke(app, ["diagnose", "--port", board.path, "--json", *arguments])
    thread.join()
    assert not wrong, wrong
    return result, begun[0]


@pytest.mark.proof
def test_a_walk_at_the_port(tmp_path, monkeypatch):
    """If a person walks over a board with two faults at a serial port, `tengen diagnose --walk` finds both."""
    with PtyBoard(tmp_path / "board") as board:
        board.do(lambda its: (its.fault("dead row", "7", True), its.fault("stuck closed", "c5", True)))
        result, walk = run(board, monkeypatch, walks, "Walk", "--walk")
        found = {each["kind"]: each["place"] for each in json.loads(result.stdout)["findings"] if each["broken"]}
        assert found == {"dead row": "7", "stuck closed": "c5"} and walk.done and result.exit_code == 1


@pytest.mark.proof
def test_a_board_is_learned_at_the_port(tmp_path, monkeypatch):
    """`tengen diagnose --learn` teaches a board its unknown wiring over a serial port."""
    scramble = random_scramble(3)
    with PtyBoard(tmp_path / "board", scramble=scramble) as board:
        result, walk = run(board, monkeypatch, learns, "Learning", "--learn")
        assert walk.done and json.loads(result.stdout)["taught"] and result.exit_code == 0
        assert board.do(lambda its: its.app.wired.learned)
