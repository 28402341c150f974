"""Print the game on a board as it is played, until Ctrl-C: python follow_a_game.py [PORT].

The program may be started in the middle of a game. If the cable is unplugged and plugged in again, it continues.
"""

import sys

from tengen_host.device.errors import DeviceError
from tengen_host.device.find import open_board


def say(words: str) -> None:
    """Print a line immediately, without a buffer."""
    print(words, flush=True)


def sentence(did: dict) -> str | None:
    """Return a sentence about an entry of `did`, or None if it is not news about the game."""
    match did:
        case {"code": "new_game"}:
            return "A new game"
        case {"code": "move", "n": n, "colour": colour, "point": point}:
            return f"{n}. {colour} {point.upper()}"
        case {"code": "passed", "n": n, "colour": colour}:
            return f"{n}. {colour} passes"
        case {"code": "taken_back", "removed": points}:
            return f"Taken back: {' '.join(points).upper() or 'a pass'}"
        case {"code": "result", "winner": winner, "reason": reason}:
            return f"{winner.capitalize()} wins: {reason}" if winner else f"Nobody wins: {reason}"
    return None


def main() -> None:
    """Follow the board at a port, or at the first one found."""
    port = sys.argv[1] if len(sys.argv) > 1 else None
    try:
        with open_board(port) as board:
            say(f"The board is at {board.port.path}")
            for line in board.lines(reconnect=True, tell=say):
                if line.get("whole"):
                    moves = " ".join(move.point for move in board.state.game.moves)
                    say(f"The game so far: {moves.upper() or 'no move yet'}")
                for words in filter(None, map(sentence, line.get("did", ()))):
                    say(words)
    except DeviceError as error:
        sys.exit(f"error: {error}")
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
