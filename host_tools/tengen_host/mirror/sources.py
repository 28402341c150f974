"""Where the wall hears of the game: from a board on a cable, or from the page of `tengen live` or `tengen play`."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

Event = dict[str, Any]
Tell = Callable[[str], None]

AGAIN_S = 2.0
MOST_MESSAGE = 1 << 20  # bytes


def from_board(port: str | None, tell: Tell) -> Iterator[Event]:
    """The events of the board at a port, or of the only one, for ever. Raises DeviceError where there is none."""
    from ..device.find import open_board

    with open_board(port) as board:
        tell(f"the board is at {board.port.path}")
        for event in board.events(reconnect=True, tell=tell):
            yield event.fields


def from_page(address: str, tell: Tell, sleep: Callable[[float], None] = time.sleep) -> Iterator[Event]:
    """The events that a page gets, for ever: whenever it can be had again they begin with the whole state.

    `address` is the page's own. Raises ValueError where it is none.
    """
    from websockets.exceptions import WebSocketException
    from websockets.sync.client import connect

    socket = socket_of(address)
    said = ""
    while True:
        try:
            # no proxy of the environment's knows the way to a laptop in the room
            with connect(socket, max_size=MOST_MESSAGE, proxy=None) as page:
                tell(f"the page at {address} is there")
                said = ""
                for text in page:
                    message = json.loads(text)
                    if message.get("type") == "event" and isinstance(message["event"], dict):
                        yield message["event"]
                words = f"the page at {address} has ended"
        except (OSError, WebSocketException, ValueError, AttributeError, KeyError) as error:
            words = f"the page at {address} can't be had ({error or type(error).__name__})"
        if words != said:
            tell(f"{words}; it is asked again and again")
            said = words
        sleep(AGAIN_S)


def socket_of(address: str) -> str:
    """The WebSocket of a page: ws://192.168.1.5:8017/ws of http://192.168.1.5:8017/. Raises ValueError."""
    its = urlsplit(address)
    if its.scheme not in ("http", "https") or not its.netloc:
        raise ValueError(f"{address!r} is no page: http://192.168.1.5:8017/ or the like")
    folder = its.path.rpartition("/")[0]
    return f"{'wss' if its.scheme == 'https' else 'ws'}://{its.netloc}{folder}/ws"
