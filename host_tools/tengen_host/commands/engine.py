"""`tengen engine`: the board's partner as a Gomocup engine, on standard input and output."""

from __future__ import annotations

import contextlib
import os
import random
import sys
import time

import typer
from tengen.partner.player import LEVELS


def engine(
    level: int = typer.Option(LEVELS, min=1, max=LEVELS, help="How strong it plays; 1 is the level of a child."),
    seed: int | None = typer.Option(None, help="With the same number it plays the same moves, if the time allows."),
) -> None:
    """Play as an engine by the Gomocup protocol; a manager like Piskvork runs this command.

    It uses standard input and output. It plays on 15x15 points by rule 0 (five or more win), 1 (exactly five) and 4
    (Renju), and respects timeout_turn.
    """
    # imported here because the imports are slow, and other commands don't need them
    from ..engines.own import OwnEngine
    from ..engines.process import LONGEST
    from ..solve import partner

    number = random.Random(seed)
    its = OwnEngine(partner.player(), level, lambda: number.randrange(1 << 30), time.monotonic)
    try:
        # readline() returns a longer line in pieces, and no piece is a valid command
        while not its.over and (line := sys.stdin.buffer.readline(LONGEST)):
            for answer in its.answers(line.decode("utf-8", "replace")):
                sys.stdout.buffer.write(f"{answer}\n".encode())
                sys.stdout.buffer.flush()
    except KeyboardInterrupt:
        pass
    except BrokenPipeError:
        # the manager is gone, so nothing can be written any more, not even when Python exits
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
