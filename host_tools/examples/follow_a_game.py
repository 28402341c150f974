"""Prints the game on a board as it is played, until Ctrl-C: python follow_a_game.py [PORT]

It may start in the middle of a game, and goes on when the cable was pulled out and is in again.
"""

import sys

from tengen_host.device.errors import DeviceError
from tengen_host.device.find import open_board


def say(words: str) -> None:
    print(words, flush=True)


def sentence(did: dict) -> str | None:
    """What something that was done says of the game, or None where that is nothing new."""
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
