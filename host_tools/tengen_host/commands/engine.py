"""`tengen engine`: our own partner for other people's managers, by the Gomocup protocol on standard streams."""

from __future__ import annotations

import contextlib
import os
import random
import sys
import time

import typer
from tengen.partner.player import LEVELS


def engine(
    level: int = typer.Option(LEVELS, min=1, max=LEVELS, help="How strong it plays: 1 is a child's level."),
    seed: int | None = typer.Option(None, help="The same number plays the same stones, as far as the time allows."),
) -> None:
    """Play in Gomocup's protocol on standard input and output: a manager such as Piskvork runs this command.

    It plays on 15x15 points by rule 0 (five or more win), 1 (exactly five) and 4 (Renju), and keeps to timeout_turn.
    """
    # imported here because the imports are slow, and other commands don't need them
    from ..engines.own import OwnEngine
    from ..engines.process import LONGEST
    from ..solve import partner

    number = random.Random(seed)
    its = OwnEngine(partner.player(), level, lambda: number.randrange(1 << 30), time.monotonic)
    try:
        # a longer line comes in pieces, which are no commands
        while not its.over and (line := sys.stdin.buffer.readline(LONGEST)):
            for answer in its.answers(line.decode("utf-8", "replace")):
                sys.stdout.buffer.write(f"{answer}\n".encode())
                sys.stdout.buffer.flush()
    except KeyboardInterrupt:
        pass
    except BrokenPipeError:
        # the manager is gone: nothing more can be written, at the end of Python neither
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
