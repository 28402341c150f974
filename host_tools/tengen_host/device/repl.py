"""Run source at MicroPython's prompt on a board, and exchange data with it, through mpremote's own transport."""

from __future__ import annotations

import base64
import contextlib
import io
import struct
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from mpremote.transport import TransportError
from mpremote.transport_serial import SerialTransport
from serial import SerialException

from .. import emulated_ports
from .errors import BoardError, DeviceError, Gone
from .line import FAILURES, Line

# Bytes of one piece of data before base64. Base64 contains no Ctrl-C, so Ctrl-C always interrupts. Therefore, if a
# laptop fails in the middle of a piece, the next program gets the prompt at once.
PIECE = 1536

# The longest wait for the next byte after the board's first answer. An emulated Pico takes many times as long as a real
# one.
PATIENCE_S = 60.0

# The longest wait for MicroPython's first answer to Ctrl-C; a real board answers at once. Together with
# board.PATIENCE_S (the wait for Tengen's answer) and the start of the command, this is less than 15 s. A boot.py may
# take longer, because it runs after this answer.
PROMPT_S = 4.0

# After this time Ctrl-C and Ctrl-A are sent again. mpremote sends Ctrl-A directly after Ctrl-C. But a program that
# waits for bytes may read the Ctrl-A, and a Ctrl-C that arrives during an interrupt of the program is lost. It is
# harmless if the prompt answers twice.
AGAIN_S = 0.5

# serial timeout until the prompt appears, because on a pseudo-terminal mpremote's own time limit does not end a read
_LOOK_S = 0.1
_RAW = b"raw REPL; CTRL-B to exit\r\n>"


class _Transport(SerialTransport):
    """mpremote's transport, with time limits that also work for a program that prints all the time."""

    def enter(self, prompt_s: float, patience_s: float) -> None:
        """Get the raw prompt after a soft reset.

        The first answer must arrive within `prompt_s`, and each later one within `patience_s`.
        """
        self._first_by = time.monotonic() + prompt_s
        waits_s, self.serial.timeout = self.serial.timeout, _LOOK_S
        try:
            self.serial.write(b"\r\x03")
            while self.serial.inWaiting():
                self.serial.read(self.serial.inWaiting())
                _in_time(self._first_by)
            self.enter_raw_repl(timeout_overall=patience_s)
        finally:
            with contextlib.suppress(OSError, SerialException):  # the port may have disappeared
                self.serial.timeout = waits_s

    def read_until(
        self,
        min_num_bytes: int,
        ending: bytes,
        timeout: float | None = 10,
        data_consumer: Callable[[bytes], None] | None = None,
        timeout_overall: float | None = None,
    ) -> bytes:
        if timeout_overall is None:
            return bytes(super().read_until(min_num_bytes, ending, timeout, data_consumer))
        end, data = time.monotonic() + timeout_overall, bytearray()
        if ending == _RAW:
            end = self._first_by

        def take(byte: bytes) -> None:
            data.extend(byte)
            _in_time(end)

        while not data.endswith(ending):
            left = end - time.monotonic()
            within = min(left, AGAIN_S) if ending == _RAW else left
            if not super().read_until(1, ending[-1:], within, take, within).endswith(ending[-1:]):
                if within == left:
                    break
                self.serial.write(b"\r\x03\r\x01")
        return bytes(data)


def _in_time(end: float) -> None:
    if time.monotonic() > end:
        raise TransportError("the program there prints all the time, and can't be stopped")


class Repl:
    """MicroPython's prompt on a port; a context manager. The running program is stopped, and the memory cleared.

    Raises NoPermission, PortTaken, Gone or DeviceError if there is no prompt. On exit the board stays at its prompt
    unless restart() was called.
    """

    def __init__(self, port: str, patience_s: float = PATIENCE_S, prompt_s: float | None = None) -> None:
        """`prompt_s`: the wait for the first answer; default: PROMPT_S, or `patience_s` at an emulated board's port."""
        self.port = port
        self._patience_s = patience_s
        if prompt_s is None:
            prompt_s = patience_s if emulated_ports.is_announced(port) else min(PROMPT_S, patience_s)
        self._prompt_s = prompt_s
        Line(port).close()  # opening the port raises an error that names the cause, which mpremote's error does not
        with self._told("could not be opened"):
            self._transport: Any = _Transport(port, timeout=patience_s)
        try:
            with self._told("does not answer with MicroPython's prompt"):
                self._transport.enter(self._prompt_s, patience_s)
        except DeviceError:
            self._transport.close()
            raise

    def __enter__(self) -> Repl:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def run(self, source: str, within_s: float | None = None) -> bytes:
        """Run source; return its output.

        Raises BoardError with the traceback, or DeviceError if the board stops answering.

        `within_s`: the longest silence during the run.
        """
        with self._told("stopped answering"):
            self._transport.exec_raw_no_follow(source)
            out, error = self._transport.follow(within_s or self._patience_s)
        if error:
            raise _board_error(error)
        return bytes(out)

    def exchange(self, source: str, pieces: Iterable[bytes]) -> list[bytes]:
        """Run source that prints one line for each piece it reads; return these lines without line ends.

        The source reads each piece, of PIECE bytes at most, as base64 from sys.stdin.buffer. While it works, it may
        print parts of its line to show that it is alive. Raises the same errors as run().
        """
        transport, patience_s = self._transport, self._patience_s
        lines = []
        with self._told("stopped answering"):
            transport.exec_raw_no_follow(source)
            for piece in pieces:
                transport.serial.write(base64.b64encode(piece))
                line = transport.read_until(1, b"\n", timeout=patience_s)
                _, ended, error = line.partition(b"\x04")
                if ended:
                    error += transport.read_until(1, b"\x04", timeout=patience_s)
                    transport.serial.write(b"\x03")  # without this, the prompt would read the remaining bytes as source
                    raise _board_error(error.rstrip(b"\x04"))
                if not line.endswith(b"\n"):
                    raise TransportError("timeout waiting for an answer")
                lines.append(line.rstrip())
            _, error = transport.follow(patience_s)
        if error:
            raise _board_error(error)
        return lines

    def mount(self, folder: Path) -> None:
        """Let the board read a folder of this computer, as `/remote`, until clear() or close().

        The flash is not written.
        """
        with self._told("could not be given a folder of this machine"):
            # without this, mpremote's reads from a pseudo-terminal would wait for ever after mounting a folder
            self._transport.is_pty = False
            self._transport.mount_local(str(folder))

    def clear(self) -> None:
        """Stop the running program, and restart at the prompt with empty memory."""
        with self._told("does not answer with MicroPython's prompt"):
            self._unmount()
            self._transport.enter(self._prompt_s, self._patience_s)

    def restart(self) -> None:
        """Interrupt the running program, leave the prompt, and restart the board with its main.py."""
        with self._told("stopped answering"):
            self._transport.serial.write(b"\r\x03")
            self._transport.exit_raw_repl()
            self._transport.serial.write(b"\x04")

    def close(self) -> None:
        """Close the port."""
        self._unmount()
        with contextlib.suppress(OSError, SerialException, TransportError):
            if self._transport.in_raw_repl:
                self._transport.exit_raw_repl()
        with contextlib.suppress(*FAILURES):
            self._transport.close()

    def _unmount(self) -> None:
        """Undo mount() on the laptop; the board needs no command for this."""
        if self._transport.mounted:
            self._transport.mounted = False
            self._transport.serial = self._transport.serial.orig_serial

    @contextlib.contextmanager
    def _told(self, what: str) -> Any:
        """Turn errors of mpremote and pyserial into readable DeviceErrors. Hides mpremote's output."""
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                yield
        # a mounted folder that does not answer causes the last two errors
        except (TransportError, struct.error, IndexError) as error:
            raise DeviceError(
                f"{self.port}: the board {what} ({error}): unplug it (USB and supply) and plug it in again"
            ) from None
        except FAILURES as error:
            raise Gone(
                f"{self.port}: the board has disappeared ({error}): plug it in again and repeat the command"
            ) from None


def _board_error(error: bytes) -> BoardError:
    return BoardError(error.decode(errors="replace").replace("\r\n", "\n").strip())
