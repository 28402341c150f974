"""A serial port as bytes."""

from __future__ import annotations

import serial

from .errors import Gone


class Line:
    """A serial port, open for this program alone. Raises Gone where it can't be opened."""

    def __init__(self, port: str) -> None:
        self.port = port
        try:
            self.serial = serial.serial_for_url(port, exclusive=True)
        except (OSError, serial.SerialException) as error:
            raise Gone(f"{port} can't be opened: {error}") from None

    def close(self) -> None:
        """Let the port go."""
        self.serial.close()
