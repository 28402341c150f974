"""Watches the serial ports, and adds each board that answers as Tengen to the hall, also if it is plugged in later."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Callable

from ..boards.interface import Message, groups_of
from ..boards.serial import AWAY, Listing, SerialBoard
from ..device import ports
from ..device.ports import Port
from ..wire import versions
from .hall import Hall

LOOK_S = 1.0  # interval between two searches for boards, if no port was named

Make = Callable[[Port], SerialBoard]
Say = Callable[[str], None]


def follow(hall: Hall, port: Port, make: Make, tell: Say, at_once: bool = True) -> SerialBoard:
    """Read the board at a port. Add it to the hall when it answers, or with `at_once` even before it is plugged in."""
    board = make(port)
    if at_once:
        hall.add(board, board.name, board.key)
    wire: str | None = None  # the last sentence about the board's version of the protocol

    def hear(message: Message) -> None:
        nonlocal wire
        if groups_of(message).get("link", {}).get("connected") and not _is_in(hall, board):
            hall.add(board, board.name, board.key)
        _tell_link(board, message, tell)
        if "device" in groups_of(message):
            before, wire = wire, versions.other(groups_of(message)["device"])
            if wire and wire != before:
                tell(f"Board {board.name}: {wire}")

    board.subscribe(hear)
    board.open()
    return board


async def look(hall: Hall, make: Make, tell: Say, listing: Listing = ports.ports) -> None:
    """Look for boards until cancelled; `tell` gets a line about each board found and each port that does not answer."""
    met: dict[str, SerialBoard] = {}  # the boards found so far, by serial number, or by port
    waiting = False
    while True:
        there = {_identity(port): port for port in _distinct(ports.candidates(await asyncio.to_thread(listing)))}
        for identity, board in list(met.items()):
            # forget an unplugged device that never answered as a Tengen board
            if identity not in there and not _is_in(hall, board):
                del met[identity]
                await asyncio.to_thread(board.close)
        followed = {board.port.path for board in met.values() if board.connected}
        for identity, port in there.items():
            if identity not in met and port.path not in followed:
                met[identity] = follow(hall, port, make, tell, at_once=False)
        if not (met or hall.places or waiting):
            waiting = True
            tell(f"No board is plugged in: waiting for one. {ports.NOTHING_SEEN}.")
        await asyncio.sleep(LOOK_S)


def _is_in(hall: Hall, board: SerialBoard) -> bool:
    return any(place.board is board for place in hall.places.values())


def _distinct(found: list[Port]) -> list[Port]:
    """Return these ports, but without a serial number that two of them have: then their paths identify these two."""
    serials = [port.serial and port.serial.lower() for port in found]
    return [
        dataclasses.replace(port, serial=None) if serials.count(serial) > 1 else port
        for port, serial in zip(found, serials, strict=True)
    ]


def _identity(port: Port) -> str:
    return (port.serial or port.path).lower()


def _tell_link(board: SerialBoard, message: Message, tell: Say) -> None:
    link = groups_of(message).get("link")
    if not link:
        return
    if link["connected"]:
        tell(f"Board {board.name} is connected at {board.port.path}")
    elif link["words"] == AWAY:
        tell(f"Board {board.name} is disconnected; the page shows it again as soon as it is back")
    else:
        tell(link["words"])
