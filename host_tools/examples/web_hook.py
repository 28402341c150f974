"""Call a web hook at each move, new game and result: python web_hook.py ADDRESS [PORT], like https://chat.example/hook.

The hook gets what happened as JSON, in the board's own words (firmware/docs/protocol.md, `did`), by POST.
"""

import json
import sys
import urllib.request

from tengen_host.device.errors import DeviceError
from tengen_host.device.find import open_board

CODES = ("new_game", "move", "passed", "taken_back", "result")


def call(address: str, did: dict) -> None:
    """Send an event to the hook. If that fails, only say so."""
    try:
        request = urllib.request.Request(address, json.dumps(did).encode(), {"Content-Type": "application/json"})
        urllib.request.urlopen(request, timeout=3).close()
    except (OSError, ValueError) as error:
        print(f"{address} does not answer: {error}", file=sys.stderr, flush=True)


def main(address: str, port: str | None = None) -> None:
    """Follow the board at a port, or at the first one found."""
    with open_board(port) as board:
        print(f"The board is at {board.port.path}", flush=True)
        for line in board.lines(reconnect=True, tell=print):
            for did in line.get("did", ()):
                if did["code"] in CODES:
                    call(address, did)


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    try:
        main(*sys.argv[1:])
    except DeviceError as error:
        sys.exit(f"error: {error}")
    except KeyboardInterrupt:
        pass
