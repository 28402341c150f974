"""`tengen boards` lists the boards that answer; if there is none, it says what to do."""

import os
from types import SimpleNamespace

import pytest
from folder_board import FolderBoard
from ptyboard import Prompt, PtyBoard
from tengen_host.cli import app
from tengen_host.device import boards_command, bootsel, ports, repl
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


FILES = {"main.py": b"import tengen.start\n", "tengen/__init__.py": b""}
BUILD = ("0.1.0", "abc123")


class BoardAtPrompt(FolderBoard):
    """A prompt in place of repl.Repl: what is asked there runs in a folder."""

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    def restart(self):
        self.restarted += 1


STOPPED = " is there but stopped: `mpremote connect PORT reset` starts it"
NO_MAIN = ": Tengen 0.1.0, build abc123, is there, but no main.py that starts it: `tengen flash` mends it"
NO_TENGEN = ": MicroPython, and no Tengen on it: `tengen flash` installs it"


@pytest.mark.parametrize(
    ("files", "frozen", "installed", "words"),
    [
        (FILES, None, BUILD, f": Tengen 0.1.0, build abc123,{STOPPED}"),
        ({}, BUILD, None, f": Tengen 0.1.0, build abc123,{STOPPED}"),
        ({}, ("0.1.0", None), None, f": Tengen 0.1.0{STOPPED}"),
        ({"tengen/__init__.py": b""}, None, BUILD, NO_MAIN),
        ({"main.py": b"print(1)"}, None, BUILD, NO_MAIN),
        ({"main.py": b"print(1)"}, None, None, NO_TENGEN),
    ],
    ids=["files", "frozen", "without a build", "no main.py", "another main.py", "no Tengen"],
)
def test_a_board_at_its_prompt_is_asked_whether_tengen_is_on_it(tmp_path, monkeypatch, files, frozen, installed, words):
    with Prompt(tmp_path / "port") as prompt:
        there = BoardAtPrompt(tmp_path / "flash", files, frozen, installed)
        there.folder.mkdir(exist_ok=True)
        there.port = prompt.path
        monkeypatch.setattr(repl, "Repl", lambda port: there)
        result = run("--port", prompt.path)
    assert result.exit_code == 1 and there.restarted == 0
    assert result.output == f"error: {prompt.path}{words.replace('PORT', prompt.path)}\n"


@pytest.mark.parametrize("answer", ["y\n", "n\n"])
def test_on_a_terminal_a_stopped_board_is_started_if_the_user_wants_it(tmp_path, monkeypatch, answer):
    with PtyBoard(tmp_path / "board") as board, Prompt(tmp_path / "port") as prompt:
        there = BoardAtPrompt(tmp_path / "flash", FILES, None, BUILD)
        there.port = prompt.path
        there.restart = lambda: (setattr(there, "restarted", 1), os.replace(board.path, prompt.path))
        monkeypatch.setattr(repl, "Repl", lambda port: there)
        monkeypatch.setattr(boards_command, "sys", SimpleNamespace(stdin=SimpleNamespace(isatty=lambda: True)))
        result = CliRunner().invoke(app, ["boards", "--port", prompt.path], input=answer)
        os.path.islink(board.path) or os.symlink(os.readlink(prompt.path), board.path)  # each removes its own
    assert "is there but stopped" in result.output and "Start it now?" in result.output
    assert there.restarted == (answer == "y\n")
    assert result.exit_code == (answer != "y\n")
    assert (f"{prompt.path}: Tengen 0.1.0" in result.stdout) == (answer == "y\n")
