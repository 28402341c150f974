"""`tengen boards` lists the boards that answer; if there is none, it says what to do."""

import pytest
from ptyboard import Prompt, PtyBoard
from tengen_host.cli import app
from tengen_host.device import bootsel, ports
from tengen_host.device.ports import MICROPYTHON, Port
from typer.testing import CliRunner


@pytest.fixture(autouse=True)
def nothing_plugged_in(monkeypatch):
    monkeypatch.delenv("TENGEN_PORT", raising=False)
    monkeypatch.setattr(ports, "ports", list)
    monkeypatch.setattr(bootsel, "drives", list)


def run(*arguments):
    return CliRunner().invoke(app, ["boards", *arguments])


def test_each_board_and_what_it_answers(tmp_path, monkeypatch):
    with PtyBoard(tmp_path / "tengen") as board, Prompt(tmp_path / "prompt") as prompt:
        board.move("h8", "p1")
        there = [Port(board.path, *MICROPYTHON, serial="e66"), Port(prompt.path, *MICROPYTHON)]
        monkeypatch.setattr(ports, "ports", lambda: there)
        result = run()
    first, second = result.output.splitlines()
    assert result.exit_code == 0
    assert first.startswith(f"{board.path}: Tengen ")
    assert first.endswith("serial number e66; a game is under way, 1 move")
    assert prompt.path in second and "Tengen does not run on it" in second


def test_one_port_that_is_named(tmp_path):
    with PtyBoard(tmp_path / "port") as board:
        result = run("--port", board.path)
    assert result.exit_code == 0 and result.output.endswith("; no game\n")
    result = run("--port", board.path)
    assert result.exit_code == 1 and f"there is no port {board.path}" in result.output


def test_nothing_is_plugged_in():
    result = run()
    assert result.exit_code == 1 and result.output.startswith("error: no board found") and "charge" in result.output


def test_a_bare_pico(monkeypatch):
    monkeypatch.setattr(bootsel, "drives", lambda: [bootsel.Drive("D:\\", "Raspberry Pi RP2", "RPI-RP2")])
    result = run()
    assert result.exit_code == 1 and "D:\\: Raspberry Pi RP2 in BOOTSEL mode" in result.output
    assert "`tengen flash` installs Tengen on it" in result.output
