"""Test MicroPython's prompt by mpremote, and the messages if the board stops answering or prints other text."""

import contextlib
import os
import pty
import subprocess
import sys
import threading
import tty

import pytest
from tengen_host import emulated_ports
from tengen_host.device import asking, board, repl
from tengen_host.device.errors import BoardError, DeviceError, NoAnswer
from tengen_host.device.repl import Repl
from waiting import LIMIT_S

RAW = b"raw REPL; CTRL-B to exit\r\n>"


@contextlib.contextmanager
def served(answer):
    """A port where `answer(data, told)` makes the answers. `told`: the input since the last answer."""
    master, slave = pty.openpty()
    tty.setraw(slave)

    def serve():
        told = b""
        with contextlib.suppress(OSError):
            while True:
                data = os.read(master, 1024)
                said = answer(data, told)
                told = b"" if said else told + data
                os.write(master, said)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield os.ttyname(slave)
    finally:
        os.close(slave)
        thread.join()
        os.close(master)


def prompt(data, told):
    """Answer like MicroPython, except to the program that judges boards."""
    if data == b"\x05A\x01":
        return b"R\x00"  # means that this board has no raw paste mode
    if b"\x01" in data:
        return RAW
    if data == b"\x04" and not told:
        return b"OK\r\nMPY: soft reboot\r\n" + RAW
    if data.endswith(b"\x04"):
        return b"OK" if b"judge()" in told + data else b"OK\x04\x04>"
    return b""


@pytest.fixture
def silent_port():
    with served(prompt) as port:
        yield port


def test_a_program_that_reads_the_first_ctrl_a_with_what_it_waits_for():
    """MicroPython raises KeyboardInterrupt in a waiting program, which has already read the bytes after the Ctrl-C."""
    seen = []

    def eats_one(data, told):
        if data.endswith(b"\r\x01"):
            seen.append(data)
            return RAW if len(seen) > 1 else b"KeyboardInterrupt: \r\n\x04>"
        return prompt(data, told)

    with served(eats_one) as port, Repl(port, prompt_s=LIMIT_S) as board_prompt:
        assert board_prompt.run("pass") == b"" and len(seen) == 2


def test_a_board_that_hangs_in_the_middle_of_an_exchange(silent_port):
    with Repl(silent_port, prompt_s=LIMIT_S) as prompt, pytest.raises(DeviceError) as raised:
        prompt._transport.serial.timeout = prompt._patience_s = 0.5
        prompt.exchange("judge()", [bytes(1000)])
    assert "the board stopped answering" in str(raised.value) and not isinstance(raised.value, BoardError)


TRIES = """
import sys
from tengen_host.device.errors import DeviceError
from tengen_host.device.repl import Repl
try:
    Repl(sys.argv[1], prompt_s=0.3)
except DeviceError as error:
    print(error)
"""
GARBAGE = b"\xff\x00>\x04"


@pytest.mark.parametrize("says", [None, b"hello\r\n" * 50, GARBAGE], ids=["mute", "babbling", "garbage"])
def test_a_port_that_never_answers_as_micropython_costs_only_the_time_of_a_first_answer(says):
    """The limit of 60 s counts only after the board's first answer; before that, a timer ends the wait sooner."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    over = threading.Event()

    def serve():
        with contextlib.suppress(OSError):
            while not over.is_set():
                if says == GARBAGE:
                    os.read(master, 1024)
                os.write(master, says)

    thread = threading.Thread(target=serve, daemon=True)
    if says:
        thread.start()
    try:
        # in a separate process, because a program that waits for the end of the printing would never end
        ended = subprocess.run(
            [sys.executable, "-c", TRIES, os.ttyname(slave)],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
        )
    finally:
        over.set()
        os.close(slave)
        os.close(master)
    assert "does not answer with MicroPython's prompt" in ended.stdout, ended.stdout + ended.stderr


def test_flash_waits_10_s_at_most_for_a_silent_port():
    assert board.PATIENCE_S + repl.PROMPT_S <= 10, "the rest is for the start of the command"


class Waits:
    """Record how long the client waited for the prompt and for the board's answer."""

    def __init__(self, monkeypatch):
        self.prompt_s = self.answer_s = None
        monkeypatch.setattr(repl, "Line", lambda port: self)
        monkeypatch.setattr(repl, "_Transport", lambda port, timeout: self)
        monkeypatch.setattr(asking.Board, "open", self.open)

    mounted, in_raw_repl = False, False

    def open(self, port, within_s):
        self.answer_s = within_s
        raise NoAnswer("silence")

    def enter(self, prompt_s, patience_s):
        self.prompt_s = prompt_s

    def close(self):
        pass


def test_an_emulated_board_says_so_and_is_given_longer(monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    waits = Waits(monkeypatch)

    def waited():
        asking.ask_to_interrupt("/dev/pts/99", None)
        Repl("/dev/pts/99").close()
        return waits.answer_s, waits.prompt_s

    assert waited() == (board.PATIENCE_S, repl.PROMPT_S)
    emulated_ports.announce("/dev/pts/99")
    assert waited() == (board.EMULATED_PATIENCE_S, repl.PATIENCE_S)
    emulated_ports.conceal("/dev/pts/99")
    assert waited() == (board.PATIENCE_S, repl.PROMPT_S)


def test_the_announcement_of_a_process_that_was_killed_counts_for_nothing(monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    emulated_ports.announce("/dev/pts/99")
    killed = subprocess.Popen([sys.executable, "-c", ""])
    killed.wait()
    next(tmp_path.iterdir()).write_text(str(killed.pid))
    assert not emulated_ports.is_announced("/dev/pts/99")
    emulated_ports.announce("/dev/pts/99")
    assert emulated_ports.is_announced("/dev/pts/99")


class Working:
    """A transport of mpremote to a board that sends these lines in an exchange."""

    mounted = in_raw_repl = False

    def __init__(self, *lines):
        self.lines, self.serial = list(lines), self

    def enter(self, prompt_s, patience_s):
        pass

    def exec_raw_no_follow(self, source):
        pass

    def read_until(self, least, ending, timeout):
        return self.lines.pop(0)

    def write(self, data):
        pass

    def close(self):
        pass


def test_what_a_board_prints_while_it_works_hides_no_error(monkeypatch):
    transport = Working(b"..ab\r\n", b"...\x04Traceback\r\n", b"MemoryError: \r\n\x04")
    monkeypatch.setattr(repl, "Line", lambda port: transport)
    monkeypatch.setattr(repl, "_Transport", lambda port, timeout: transport)
    with Repl("the port") as prompt, pytest.raises(BoardError, match="Traceback\nMemoryError"):
        prompt.exchange("judge()", [b"one", b"two"])
