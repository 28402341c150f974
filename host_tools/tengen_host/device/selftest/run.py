"""Run the checks of a board: version, memory, rules, wiring, speed and stored games."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ..errors import BoardError, DeviceError

START_S = 120.0  # the longest wait for the first answer after a restart; an emulated board takes long

EVERY = 5  # one of five boards that come with all their verdicts is judged
DETAILED = 5  # for this number of wrong boards, the board prints all verdicts

GAMES, FRAMES = 5, 40  # numbers of games and of frames for the speed check
REPLAYS = 10

HARD = "tricky.jsonl"  # the file of hard positions

_ONBOARD = Path(__file__).with_name("onboard")

Say = Callable[[str], None]


def short_checks(port: str, say: Say) -> list[Any]:
    """Run the checks that take a few seconds, with only the hard positions. Raises the same errors as run()."""
    from ... import resources
    from . import vectors as known

    return run(port, known.read(resources.path(f"tests/data/{HARD}")), say, short=True)


def run(port: str, given: Sequence[Any], say: Say, short: bool = False) -> list[Any]:
    """Run all checks (checks.Check) of the board at a port. The board's program is stopped and then restarted.

    `short`: without the checks of speed and of stored games. Raises DeviceError if the board has no prompt or no
    Tengen, or stops answering.
    """
    from .. import stopped
    from ..repl import Repl
    from . import checks

    found: list[checks.Check] = []

    def make(name: str, measure: Callable[[], list[checks.Check]]) -> None:
        say(f"{name} ...")
        repl.clear()  # each check needs the whole memory
        try:
            found.extend(measure())
        except BoardError as error:
            found.append(checks.failed(name, str(error)))

    with Repl(port) as repl:
        try:
            found.append(checks.version(stopped.firmware(repl), stopped.own()))
            make("memory", lambda: checks.room(told(repl, "memory")))
            make("rules", lambda: [rules(repl, given)])
            make("wiring", lambda: checks.wiring(told(repl, "wiring")))
            if not short:
                make("speed", lambda: checks.speed(told(repl, "speed", _games(), FRAMES)))
                make("saved games", lambda: [checks.journal(told(repl, "journal", REPLAYS))])
        finally:
            repl.restart()
    say("restart ...")
    return [*found, restarted(port)]


def rules(repl: Any, given: Sequence[Any]) -> Any:
    """Compare the board's verdicts on all vectors with the expected ones."""
    from ..repl import PIECE
    from . import checks
    from . import vectors as known

    repl.run(_source("rules"))
    pieces = known.pieces(given, PIECE)
    sizes = [len(piece) for piece in pieces]
    said = b"".join(line.rpartition(b".")[2] for line in repl.exchange(f"judge({sizes})", pieces))
    try:
        answers = bytes.fromhex(said.decode())
    except ValueError:
        raise _unread(said) from None
    wrong = known.wrong(given, answers)
    differences: list[known.Wrong] = []
    for vector in wrong[:DETAILED]:
        told = repl.run(f"tell({known.packed(vector)!r})").decode().split()[-1]
        differences += known.differences(vector, told)
    verdicts = sum(len(vector.board) if vector.point is None else 1 for vector in given)
    return checks.rules(len(given), verdicts, differences, len(wrong))


def restarted(port: str) -> Any:
    """Check that Tengen answers after the restart."""
    from ..board import Board
    from . import checks

    began = time.monotonic()
    try:
        with Board.open(port, START_S) as board:
            device = board.snapshot(START_S).device
    except DeviceError as error:
        return checks.Check("restart", False, "Tengen does not answer", f"within {START_S:.0f} s", [str(error)])
    return checks.restart(device, time.monotonic() - began, START_S)


def told(repl: Any, name: str, *arguments: Any) -> dict[str, Any]:
    """Run tell() of a module of onboard/; return the JSON that it prints."""
    repl.run(_source(name))
    said = repl.run(f"tell{arguments!r}")
    try:
        answer: dict[str, Any] = json.loads(said)
    except ValueError:
        raise _unread(said) from None
    return answer


def _unread(said: bytes) -> BoardError:
    some = said if len(said) <= 60 else said[:60] + b"..."
    return BoardError(f"the board answers {some!r}, which can't be read: unplug it, plug it in again, and run it again")


def _source(name: str) -> str:
    return (_ONBOARD / f"{name}.py").read_text(encoding="utf-8")


def _games() -> list[bytes]:
    from ... import samples

    return samples.games()[:GAMES]
