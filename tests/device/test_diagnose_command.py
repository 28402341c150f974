"""`tengen diagnose` on a serial port: the virtual board at a pseudo-terminal."""

import json

import pytest
from ptyboard import PtyBoard
from tengen_host.cli import app
from tengen_host.device.board import Board
from tengen_host.device.diagnose import command, session
from tengen_host.device.diagnose.layout import Layout
from tengen_host.device.diagnose.walk import Glance
from typer.testing import CliRunner


@pytest.fixture
def board(tmp_path, monkeypatch):
    """A board by whose time `--seconds` count."""
    with PtyBoard(tmp_path / "board") as here:
        monkeypatch.setattr(command, "time", here)
        yield here


def run(board, *arguments):
    return CliRunner().invoke(app, ["diagnose", "--port", board.path, *arguments])


def told(result):
    return json.loads(result.stdout)


def test_a_sound_board_is_looked_at_and_plays_on(board):
    result = run(board, "--json", "--seconds", "5")
    assert result.exit_code == 0
    said = told(result)
    assert [finding["kind"] for finding in said["findings"] if finding["broken"]] == []
    assert 450 <= said["frames_per_s"] <= 550 and said["supply_mv"] == 5000 and said["estimated_ma"] == 255
    with Board.open(board.path) as again:
        assert not again.snapshot().device["probed"]


def test_what_is_broken_is_named_and_the_exit_status_says_so(board):
    board.do(lambda its: (its.fault("dead row", "7", True), its.fault("chattering", "k4", True)))
    result = run(board, "--json", "--seconds", "7.5")
    assert result.exit_code == 1
    found = {finding["kind"]: finding for finding in told(result)["findings"] if finding["broken"]}
    assert found["dead row"]["words"] == "row 7 (595 #1 pin Q6) is dead: its sense bit never closes"
    assert found["chattering"]["place"] == "k4"


def test_findings_are_a_table_for_people(board):
    board.do(lambda its: its.fault("dead column", "d", True))
    result = run(board, "--seconds", "5")
    assert result.exit_code == 1
    assert "What is broken" in result.output and "column d (GPIO3)" in " ".join(result.output.split())


def test_a_game_under_way_is_not_interrupted_unasked(board):
    board.move("h8", "p1")
    board.move("i9", "p2")
    result = run(board, "--json", "--seconds", "5")
    assert result.exit_code == 1 and "game is under way" in result.output
    assert run(board, "--json", "--seconds", "5", "--yes").exit_code == 0


def test_a_walk_and_learning_are_two_things(board):
    result = run(board, "--walk", "--learn")
    assert result.exit_code == 2 and "name one" in result.output


def test_the_board_lights_what_the_walk_wants(board):
    with Board.open(board.path) as link:
        walk = Glance(session.begin(link))
        assert walk.layout == Layout.built()
        walk.prompt = type(walk.prompt)("watch", "look", pixels=((112, "ffffff"),))
        session.walk(link, walk, lambda: None, lambda: (walk.evidence.ma or 0) > 255)
        frame = board.do(lambda its: its.frame)
        assert frame[3 * 112 : 3 * 112 + 3] != bytes(3) == frame[:3]
        session.end(link)
