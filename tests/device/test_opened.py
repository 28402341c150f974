"""Test that `tengen selftest` and `tengen test-device` ask before they stop the app."""

import pytest
from ptyboard import PtyBoard
from tengen_host.cli import app
from tengen_host.device.board import Board
from tengen_host.device.opened import board_port
from typer.testing import CliRunner

COMMANDS = ("selftest", "test-device")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_game_under_way_is_not_stopped_unasked(tmp_path, command):
    with PtyBoard(tmp_path / "port") as pty:
        pty.move("h8", "p1")
        result = CliRunner().invoke(app, [command, "--port", pty.path])
        assert result.exit_code == 1
        assert "A game is under way, at move 1" in result.output and "--yes" in result.output
        with Board.open(pty.path) as board:
            assert [move.point for move in board.snapshot().game.moves] == ["h8"], "it still answers"


def test_with_yes_it_may_be_stopped_and_a_board_without_a_game_needs_no_answer(tmp_path):
    with PtyBoard(tmp_path / "port") as pty:
        with board_port(pty.path, False, False) as port:
            assert port == pty.path
        pty.move("h8", "p1")
        with board_port(pty.path, False, True) as port:
            assert port == pty.path


@pytest.mark.parametrize("command", COMMANDS)
def test_an_emulated_board_has_no_port_to_name(command):
    result = CliRunner().invoke(app, [command, "--port", "/dev/ttyACM0", "--emulated"])
    assert result.exit_code == 1 and "leave out --port or --emulated" in result.output


@pytest.mark.parametrize("command", COMMANDS)
def test_a_port_that_is_not_there(command, tmp_path):
    result = CliRunner().invoke(app, [command, "--port", str(tmp_path / "none")])
    assert result.exit_code == 1 and result.output.startswith("error: ") and "none" in result.output
