"""Follows the serial ports: each board that answers as Tengen is added to the hall, now or later."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Callable

from ..device import ports
from ..device.ports import Port
from .board import Message, groups_of
from .hall import Hall
from .serial_board import AWAY, Listing, SerialBoard

LOOK_S = 1.0  # interval between two looks for boards, when no port was named

Make = Callable[[Port], SerialBoard]
Say = Callable[[str], None]


def follow(hall: Hall, port: Port, make: Make, tell: Say) -> SerialBoard:
    """Follow the board at a port. It is in the hall at once, even if the board is not plugged in yet."""
    board = make(port)
    hall.add(board, board.name, board.key)
    board.subscribe(lambda message: _tell_link(board, message, tell))
    board.open()
    return board


async def look(hall: Hall, make: Make, tell: Say, listing: Listing = ports.ports) -> None:
    """Look for boards until cancelled; `tell` gets a line about each board found and each port that does not answer."""
    met: dict[str, SerialBoard] = {}  # by serial number, or port
    waiting = False
    while True:
        there = {_identity(port): port for port in _told_apart(ports.candidates(await asyncio.to_thread(listing)))}
        for identity, board in list(met.items()):
            # a device that never answered as a Tengen board is forgotten when it is unplugged
            if identity not in there and not _is_in(hall, board):
                del met[identity]
                await asyncio.to_thread(board.close)
        followed = {board.port.path for board in met.values() if board.connected}
        for identity, port in there.items():
            if identity not in met and port.path not in followed:
                met[identity] = _meet(hall, port, make, tell)
        if not (met or hall.places or waiting):
            waiting = True
            tell(f"No board is plugged in: waiting for one. {ports.NOTHING_SEEN}.")
        await asyncio.sleep(LOOK_S)


def _meet(hall: Hall, port: Port, make: Make, tell: Say) -> SerialBoard:
    """Follow the device at a port; it is added to the hall when it answers as a board."""
    board = make(port)

    def hear(message: Message) -> None:
        if groups_of(message).get("link", {}).get("connected") and not _is_in(hall, board):
            hall.add(board, board.name, board.key)
        _tell_link(board, message, tell)

    board.subscribe(hear)
    board.open()
    return board


def _is_in(hall: Hall, board: SerialBoard) -> bool:
    return any(place.board is board for place in hall.places.values())


def _told_apart(found: list[Port]) -> list[Port]:
    """Return these ports. Ports that share a serial number lose it: they are then identified by their paths."""
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
        tell(f"Board {board.name} is here, at {board.port.path}")
    elif link["words"] == AWAY:
        tell(f"Board {board.name} is away; it is shown again as soon as it is back")
    else:
        tell(link["words"])
