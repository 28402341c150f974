"""Read and write the bytes of a serial port, which only one program can use at a time."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable

import serial

from ..i18n import Sentence
from .causes import gone, stuck, why_not_opened
from .errors import DeviceError

try:
    from termios import error as TermiosError
except ImportError:  # Windows

    class TermiosError(Exception):  # type: ignore[no-redef]
        """Replaces termios.error, which Windows does not have."""


# USB has no baud rate. But a program with the Pico SDK's USB console goes into BOOTSEL mode when its port is opened at
# 1200. MicroPython for the Pico does not
BAUD, BOOTSEL_BAUD = 115200, 1200

# The timeout of each read is constant, because pyserial can change it only by setting up the port again
_LOOK_S = 0.02
_WRITE_S = 10.0  # an emulated Pico reads slowly

FAILURES = (OSError, TermiosError, TypeError)  # pyserial raises TypeError if another thread closes the port


class Line:
    """A port that is open until close(), or until the end of a `with` block.

    Opening sets DTR and RTS, as every terminal does. Without DTR the Pico sends nothing. Setting DTR and RTS neither
    resets nor interrupts the Pico. Bytes that came before the port was open are discarded.
    """

    def __init__(self, port: str, clock: Callable[[], float] = time.monotonic) -> None:
        """Open a device's path, or a URL such as socket://127.0.0.1:2000.

        Raises NoBoard, NoPermission, PortTaken, Gone, or any other DeviceError.
        """
        self.port = port
        self._clock = clock
        self.serial = _opened(port, BAUD)

    def read(self, within_s: float) -> bytes:
        """Return the received bytes as soon as there are any; b"" after `within_s` seconds. Raises Gone."""
        end = self._clock() + within_s
        try:
            while True:
                waiting = self.serial.in_waiting
                data: bytes = self.serial.read(max(1, waiting)) if waiting or within_s > 0 else b""
                if data or self._clock() >= end:
                    return data
        except FAILURES:
            raise gone(self.port) from None

    def write(self, data: bytes) -> None:
        """Send all of `data`. Raises Gone, or DeviceError if the board accepts no bytes."""
        try:
            self.serial.write(data)
        except serial.SerialTimeoutException:
            raise stuck(self.port) from None
        except FAILURES:
            raise gone(self.port) from None

    def close(self) -> None:
        """Close the port; a second call does nothing."""
        with contextlib.suppress(*FAILURES):  # the port may already have disappeared
            self.serial.close()

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def knock(port: str) -> None:
    """Send the board at a port into BOOTSEL mode, if the board's program allows this.

    The port may disappear while it is being opened.
    """
    with contextlib.suppress(DeviceError, *FAILURES):
        _opened(port, BOOTSEL_BAUD).close()


def _opened(port: str, baud: int) -> serial.SerialBase:
    try:
        return serial.serial_for_url(port, baudrate=baud, timeout=_LOOK_S, write_timeout=_WRITE_S, exclusive=True)
    except ValueError as error:
        raise DeviceError(Sentence("port.no_serial_because", port=port, error=str(error))) from None
    except FAILURES as error:
        raise why_not_opened(port, error) from None
