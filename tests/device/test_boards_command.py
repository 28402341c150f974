"""Test `tengen boards`, which lists the boards that answer. If there is no board, it says what to do."""

import os
from types import SimpleNamespace

import pytest
from flash_world import Laptop, Pico
from ptyboard import Prompt, PtyBoard
from tengen import __version__
from tengen.link import codec
from tengen_host import emulated_ports
from tengen_host.cli import app
from tengen_host.commands import boards
from tengen_host.device import bootsel, ports, repl, stopped
from tengen_host.device.errors import DeviceError
from tengen_host.device.ports import MICROPYTHON, Port
from tengen_host.image.uf2 import Tengen
from tengen_host.wire.state import State
from typer.testing import CliRunner


@pytest.fixture(autouse=True)
def nothing_plugged_in(monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))  # no emulated board of another program
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


def test_a_board_that_speaks_another_version_of_the_protocol(tmp_path, monkeypatch):
    monkeypatch.setattr(codec, "WIRE", 2)
    with PtyBoard(tmp_path / "port") as board:
        result = run("--port", board.path)
    assert result.exit_code == 0 and "; the board speaks version 2 of the protocol" in result.output


def test_one_port_that_is_named(tmp_path):
    with PtyBoard(tmp_path / "port") as board:
        result = run("--port", board.path)
    assert result.exit_code == 0 and result.output.endswith("; no game\n")
    result = run("--port", board.path)
    assert result.exit_code == 1 and f"there is no port {board.path}" in result.output


def test_an_emulated_board_that_runs_now_is_listed(tmp_path):
    place = tmp_path / f"{emulated_ports.PLACE}x"
    place.mkdir()
    with PtyBoard(place / emulated_ports.PORT) as board:
        assert run().exit_code == 1, "its program has not announced it"
        emulated_ports.announce(board.path)
        result = run()
        assert result.exit_code == 0 and result.output.startswith(f"{board.path}: emulated, Tengen ")
        emulated_ports.conceal(board.path)
        assert run().exit_code == 1


def test_nothing_is_plugged_in():
    result = run()
    assert result.exit_code == 1 and result.output.startswith("error: no board found") and "charge" in result.output


def test_a_bare_pico(monkeypatch):
    monkeypatch.setattr(bootsel, "drives", lambda: [bootsel.Drive("D:\\", "Raspberry Pi RP2", "RPI-RP2")])
    result = run()
    assert result.exit_code == 0
    assert result.output == "D:\\: Raspberry Pi RP2 in BOOTSEL mode: `tengen flash` puts Tengen on it\n"
    monkeypatch.setattr(ports, "ports", lambda: [Port("/nowhere/ttyACM0", *MICROPYTHON)])
    result = run()
    assert result.exit_code == 0, "a port that can't be opened changes nothing"
    assert "/nowhere/ttyACM0" in result.output and "in BOOTSEL mode" in result.output


HERE, OTHER = Tengen("0.2.0", "abc123"), Tengen("0.1.0", "def456")
PICO, PICO_W = "Raspberry Pi Pico with RP2040", "Raspberry Pi Pico W with RP2040"


@pytest.fixture
def at_prompt(tmp_path, monkeypatch):
    """A function that makes this stopped Pico answer at each prompt, and returns the Pico."""
    monkeypatch.setattr("tengen_host.device.stopped.own", lambda: HERE)

    def answers(*its, **more):
        pico = Pico(*its, stopped=True, **more)
        monkeypatch.setattr(repl, "Repl", lambda port: Laptop(tmp_path, pico).prompt_of(pico, port))
        return pico

    return answers


PUTS = "`tengen flash` puts the image on it; your games stay"
STOPPED = " is there but stopped: `mpremote connect PORT reset` starts it"
DIFFERS = "Tengen 0.1.0, build def456 (this laptop has Tengen 0.2.0, build abc123: `tengen flash` brings it),"


@pytest.mark.parametrize(
    ("board", "words"),
    [
        ((HERE, {}), f"Tengen 0.2.0, build abc123,{STOPPED}"),
        ((OTHER, {}), DIFFERS + STOPPED),
        (("micropython", {}), f"this board runs MicroPython 1.25.0 and no Tengen: {PUTS}"),
        (("micropython", {"machine": PICO_W}), f"this board is a {PICO_W}. Tengen runs on a {PICO}"),
        (("micropython", {"machine": ""}), f"this board does not say what it is. Tengen runs on a {PICO}"),
        (("micropython", {"name": "circuitpython"}), "what answers is circuitpython, not MicroPython: hold BOOTSEL"),
    ],
    ids=["this Tengen", "another Tengen", "no Tengen", "a Pico W", "no name", "CircuitPython"],
)
def test_a_board_at_its_prompt_is_asked_whether_tengen_is_on_it(tmp_path, at_prompt, board, words):
    program, more = board
    pico = at_prompt(program, **more)
    with Prompt(tmp_path / "port") as prompt:
        result = run("--port", prompt.path)
    assert result.exit_code == 1 and pico.stopped
    assert result.output.startswith(f"error: {prompt.path}: {words.replace('PORT', prompt.path)}")


def test_a_prompt_that_says_something_else():
    with pytest.raises(DeviceError, match="the port: .* can't be read; unplug it"):
        stopped.look(SimpleNamespace(port="the port", run=lambda source: b"no such thing"))


def test_the_builds_of_board_and_laptop():
    assert stopped.compared(HERE, HERE) == "Tengen 0.2.0, build abc123"
    assert "this laptop has an older one" in stopped.compared(Tengen("0.10.0", "def456"), HERE)
    other = stopped.compared(Tengen("0.2.0", "def456"), HERE)
    assert other == "Tengen 0.2.0, build def456 (this laptop has build abc123: `tengen flash` brings it)"
    assert stopped.running(State()) == Tengen("?", "?"), "a board that does not say it"


@pytest.mark.parametrize("answer", ["y\n", "n\n"])
def test_on_a_terminal_a_stopped_board_is_started_if_the_user_wants_it(tmp_path, monkeypatch, at_prompt, answer):
    pico = at_prompt(HERE)
    with PtyBoard(tmp_path / "board") as board, Prompt(tmp_path / "port") as prompt:
        pico.start = lambda now: (setattr(pico, "stopped", False), os.replace(board.path, prompt.path))
        monkeypatch.setattr(boards, "sys", SimpleNamespace(stdin=SimpleNamespace(isatty=lambda: True)))
        result = CliRunner().invoke(app, ["boards", "--port", prompt.path], input=answer)
        # at its end, each of the two contexts removes its own file, so this file must exist again
        os.path.islink(board.path) or os.symlink(os.readlink(prompt.path), board.path)
    assert "is there but stopped" in result.output and "Start it now?" in result.output
    assert pico.stopped == (answer == "n\n")
    assert result.exit_code == (answer != "y\n")
    assert (f"{prompt.path}: Tengen {__version__}" in result.stdout) == (answer == "y\n")
