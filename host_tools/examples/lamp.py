"""Show the game on a lamp with WLED: python lamp.py LAMP [PORT], with the lamp's address, like 192.168.1.20.

The lamp is red while the last stone would be a foul, green after the game, else violet at Black's turn and white at
White's. For another lamp change show().
"""

import json
import sys
import urllib.request

from tengen_host.device.errors import DeviceError
from tengen_host.device.find import open_board
from tengen_host.wire.state import GameState

RED, GREEN = (255, 0, 0), (0, 255, 0)
TURN = {"black": (90, 0, 255), "white": (255, 255, 255)}


def colour(game: GameState) -> tuple[int, int, int]:
    """Return the colour for a game: red, green, blue."""
    if game.result:
        return GREEN
    return RED if game.foul else TURN[game.turn]


def show(lamp: str, its: tuple[int, int, int]) -> None:
    """Make a lamp shine in a colour, by WLED's JSON interface. If the lamp does not answer, only say so."""
    body = json.dumps({"on": True, "seg": [{"col": [its]}]}).encode()
    try:
        request = urllib.request.Request(f"http://{lamp}/json/state", body, {"Content-Type": "application/json"})
        urllib.request.urlopen(request, timeout=3).close()
    except (OSError, ValueError) as error:
        print(f"the lamp at {lamp} does not answer: {error}", file=sys.stderr, flush=True)


def main(lamp: str, port: str | None = None) -> None:
    """Follow the board at a port, or at the first one found."""
    shown = None
    with open_board(port) as board:
        for _ in board.lines(reconnect=True, tell=print):
            its = colour(board.state.game)
            if its != shown:
                shown = its
                show(lamp, its)


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    try:
        main(*sys.argv[1:])
    except DeviceError as error:
        sys.exit(f"error: {error}")
    except KeyboardInterrupt:
        pass
