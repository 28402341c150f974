"""List the serial ports of this computer, and those that may be a board by their USB vendor and product numbers."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from .errors import NoBoard

VARIABLE = "TENGEN_PORT"  # environment variable: the port to use if none is named

RASPBERRY_PI = 0x2E8A
MICROPYTHON = (RASPBERRY_PI, 0x0005)
BOOTSEL = (RASPBERRY_PI, 0x0003)
C_PROGRAM = (RASPBERRY_PI, 0x000A)  # the numbers of programs made with the Pico SDK that have a USB console
OTHER_CHIPS = ((RASPBERRY_PI, 0x0009), (RASPBERRY_PI, 0x000F))
# Devices by (vendor, product). A Pico W and a Pico 2 with MicroPython also have the numbers of MICROPYTHON. Only their
# answers distinguish them.
KNOWN = {
    MICROPYTHON: "a Pico with MicroPython",
    BOOTSEL: "an RP2040 in BOOTSEL mode",
    (RASPBERRY_PI, 0x000F): "an RP2350 in BOOTSEL mode, which is not supported",
    (RASPBERRY_PI, 0x0004): "a Picoprobe",
    (RASPBERRY_PI, 0x000C): "a Raspberry Pi Debug Probe",
    C_PROGRAM: "a Pico with another program, without MicroPython",
    (RASPBERRY_PI, 0x0009): "a Pico 2 with another program, without MicroPython",
    (0x239A, 0x80F4): "a Pico with CircuitPython",
    (0x239A, 0x8120): "a Pico W with CircuitPython",
}

NOTHING_SEEN = (
    "Many cables only charge: try one that carries data, and another USB port. A Pico that has no MicroPython yet "
    "must be plugged in with its BOOTSEL button held down"
)


@dataclass(frozen=True)
class Port:
    """A serial port. The fields other than the path are as USB reports them, or None if it does not report them."""

    path: str
    vid: int | None = None
    pid: int | None = None
    serial: str | None = None
    product: str | None = None


def ports() -> list[Port]:
    """Return the serial ports of this computer."""
    from serial.tools import list_ports

    return of_listing(list_ports.comports())


def of_listing(listing: Iterable[Any]) -> list[Port]:
    """Return the ports of a listing by pyserial, in the order of their numbers.

    macOS lists each port twice. /dev/cu.NAME is the one to open. /dev/tty.NAME is omitted, because opening it waits for
    a carrier.
    """
    found = [Port(info.device, info.vid, info.pid, info.serial_number, info.product) for info in listing]
    return sorted((port for port in found if not port.path.startswith("/dev/tty.")), key=_order)


def candidates(there: Iterable[Port]) -> list[Port]:
    """Return the ports that may be a board: MicroPython on a Raspberry Pi microcontroller."""
    return [port for port in there if (port.vid, port.pid) == MICROPYTHON]


def chosen(port: str | None) -> str | None:
    """Return the named port, else the port in TENGEN_PORT, else None."""
    return port or os.environ.get(VARIABLE) or None


def by_path(path: str, there: Iterable[Port]) -> Port:
    """Return the port with this path, with its USB data if the system lists it."""
    names = [path, os.path.realpath(path), path.replace("/dev/tty.", "/dev/cu.")]
    if path.upper().startswith("COM"):
        names.append(path.upper())
    return next((port for port in there if port.path in names), Port(path))


def same_board(port: Port, there: Iterable[Port]) -> Port | None:
    """Find the present port of the board that was at `port`, by its serial number, else by its path.

    Return None if the board is not listed. A port without USB data (a pseudo-terminal, a URL) is returned unchanged,
    because the system does not list it.
    """
    there = list(there)
    if port.serial:
        # Windows reports the serial number in capitals
        return next((other for other in there if (other.serial or "").lower() == port.serial.lower()), None)
    if port.vid is not None:
        return next((other for other in there if other.path == port.path), None)
    return port


def in_words(port: Port) -> str:
    """Return a port's path and device, for a list."""
    what = KNOWN.get((port.vid or 0, port.pid or 0)) or port.product
    return f"{port.path} ({what})" if what else port.path


def no_board(there: Sequence[Port]) -> NoBoard:
    """Return the error if none of the ports may be a board. `there`: the present ports."""
    message = f"no board found: this machine sees no Pico with MicroPython. {NOTHING_SEEN}"
    others = [port for port in there if port.vid is not None]
    if others:
        message += (
            f". Other serial ports are there: {', '.join(map(in_words, others))}; "
            f"to use one, name it with --port or in {VARIABLE}."
        )
    return NoBoard(message)


def _order(port: Port) -> list[tuple[int, str]]:
    """Return the sort key of a port: COM10 comes after COM9."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", port.path)]
