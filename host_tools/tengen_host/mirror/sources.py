"""The source of the wall's game: a board on a cable, or the page of `tengen live` or `tengen play`."""

from __future__ import annotations

import json
import time
import urllib.request
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

from ..wire.state import GameState, State

Tell = Callable[[str], None]

AGAIN_S = 2.0
LISTED_WITHIN_S = 5.0
MOST_MESSAGE = 1 << 20  # bytes


def from_board(port: str | None, tell: Tell) -> Iterator[GameState]:
    """Yield the game of the board at a port, or of the only board, after each of its lines, endlessly.

    Raises DeviceError if there is no board.
    """
    from ..device.find import open_board

    with open_board(port) as board:
        tell(f"the board is at {board.port.path}")
        for _ in board.lines(reconnect=True, tell=tell):
            yield board.state.game


def from_page(address: str, tell: Tell, sleep: Callable[[float], None] = time.sleep) -> Iterator[GameState]:
    """Yield the game of a page after each line that the page gets, endlessly.

    `address`: a board's page, or the page of a hall, which means its first board. Raises ValueError if the address is
    invalid.
    """
    return _from_socket(address, socket_of(address), tell, sleep)


def _from_socket(address: str, socket: str, tell: Tell, sleep: Callable[[float], None]) -> Iterator[GameState]:
    from websockets.exceptions import InvalidStatus, WebSocketException
    from websockets.sync.client import connect

    shown = ""
    while True:
        try:
            # a proxy set in the environment can't reach a laptop in the room
            with connect(socket, max_size=MOST_MESSAGE, proxy=None) as page:
                tell(f"the page at {address} is there{_of_several(address)}")
                shown = ""
                state = State()  # each connection begins with the whole game
                for text in page:
                    message = json.loads(text)
                    if message.get("type") == "line" and isinstance(message["line"], dict):
                        state = state.merge(message["line"])
                        yield state.game
                words = f"the page at {address} has ended"
        except InvalidStatus as error:
            status = error.response.status_code
            why = "there is no such board" if status == 404 else f"it refuses, HTTP {status}"
            words = f"the page at {address} can't be had ({why})"
        except (OSError, WebSocketException, ValueError, AttributeError, KeyError) as error:
            words = f"the page at {address} can't be had ({error or type(error).__name__})"
        if words != shown:
            tell(f"{words}; trying again")
            shown = words
        sleep(AGAIN_S)


def _of_several(address: str) -> str:
    """Return a note with the name of the shown board, if the page has several and the address names none; else ""."""
    url = urlsplit(address)
    if url.path.startswith("/board/"):
        return ""
    try:
        # no proxy, as above
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(f"{url.scheme}://{url.netloc}/boards.json", timeout=LISTED_WITHIN_S) as answer:
            boards = [(str(board["key"]), str(board["name"])) for board in json.load(answer)]
    except (OSError, ValueError, KeyError, TypeError):
        return ""
    if len(boards) < 2:
        return ""
    others = " ".join(f"{url.scheme}://{url.netloc}/board/{key}/" for key, _ in boards[1:])
    return f", with {len(boards)} boards; this is {boards[0][1]}, the others are {others}"


def socket_of(address: str) -> str:
    """Return the WebSocket address of a page: ws://192.168.1.5:8017/ws for http://192.168.1.5:8017/.

    Raises ValueError if the address is not that of a page.
    """
    url = urlsplit(address)
    if url.scheme not in ("http", "https") or not url.netloc:
        raise ValueError(f"{address!r} is not a page: write an address like http://192.168.1.5:8017/")
    folder = url.path.rpartition("/")[0]
    return f"{'wss' if url.scheme == 'https' else 'ws'}://{url.netloc}{folder}/ws"
