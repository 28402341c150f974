"""Prints the game on a board as it is played, until Ctrl-C: python follow_a_game.py [PORT]

It may start in the middle of a game, and goes on when the cable was pulled out and is in again.
"""

import sys

from tengen_host.device.board import Event, Snapshot
from tengen_host.device.errors import DeviceError
from tengen_host.device.find import open_board


def say(words: str) -> None:
    print(words, flush=True)


def sentence(event: Event) -> str | None:
    """What an event says of the game, or None where that is nothing new."""
    told = event.fields
    if event.kind == "snapshot":
        moves = " ".join(Snapshot.of(event).moves).upper() or "no move yet"
        return f"The game so far: {moves}" + (f"\n{outcome(told['result'])}" if told["result"] else "")
    if event.kind == "new_game":
        return "A new game"
    if event.kind == "move":
        return f"{told['n']}. {told['colour']} {told['point'].upper()}"
    if event.kind == "passed":
        return f"{told['n']}. {told['colour']} passes"
    if event.kind == "taken_back":
        return f"Taken back: {' '.join(told['removed']).upper() or 'a pass'}"
    if event.kind == "result":
        return outcome(told)
    return None


def outcome(result: dict[str, str | None]) -> str:
    """How a game has ended."""
    winner = f"{result['winner']} wins" if result["winner"] else "Nobody wins"
    return f"{winner.capitalize()}: {result['reason']}"


def main() -> None:
    port = sys.argv[1] if len(sys.argv) > 1 else None
    try:
        with open_board(port) as board:
            say(f"The board is at {board.port.path}")
            said = None
            for event in board.events(reconnect=True, tell=say):
                words = sentence(event)
                if words and words != said:  # a snapshot may come again
                    say(words)
                    said = words
    except DeviceError as error:
        sys.exit(f"error: {error}")
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
