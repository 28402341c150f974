"""MicroPython's prompt by mpremote, where the board falls silent: what a user reads then."""

import contextlib
import os
import pty
import threading
import tty

import pytest
from tengen_host.device.errors import BoardError, DeviceError
from tengen_host.device.repl import Repl

RAW = b"raw REPL; CTRL-B to exit\r\n>"


@pytest.fixture
def silent_port():
    """A port at whose prompt all goes well until a file is to be taken: then nothing comes any more."""
    master, slave = pty.openpty()
    tty.setraw(slave)

    def answer(data, told):
        if data == b"\x05A\x01":
            return b"R\x00"  # raw paste is not to be had
        if b"\x01" in data:
            return RAW
        if data == b"\x04" and not told:
            return b"OK\r\nMPY: soft reboot\r\n" + RAW
        if data.endswith(b"\x04"):
            return b"OK" if b"_take('" in told + data else b"OK\x04\x04>"
        return b""

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
    yield os.ttyname(slave)
    os.close(slave)
    thread.join(10)
    os.close(master)


def test_a_board_that_hangs_in_the_middle_of_a_copy(silent_port):
    with Repl(silent_port, patience_s=0.5) as repl, pytest.raises(DeviceError) as raised:
        repl.put("tengen/app.mpy", bytes(5000))
    assert "the board stopped answering" in str(raised.value) and not isinstance(raised.value, BoardError)
