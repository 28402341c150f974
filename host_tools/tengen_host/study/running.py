"""Run the study of a game from the beginning to the end: wins by fours, wins with threes, and an engine's opinions."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

from ..engines.gomocup import Engine, EngineError
from ..records.record import Record
from . import opinions, words
from .fours import Solver
from .study import Study, Tell, begun, check, is_solved, plain, with_threes

Bar = Callable[[str], AbstractContextManager[Tell]]


@dataclass
class Opinions:
    """A study with an engine's opinions. `trouble`: the reason why they ended too early, or "".

    `lost`: for each position that has no opinion for another reason, a sentence, by the turn.
    """

    study: Study
    trouble: str = ""
    lost: dict[int, str] = field(default_factory=dict)

    @property
    def lost_in_words(self) -> str:
        """Return which opinions are missing, and why the first one is missing.

        The result is "" if no opinion is missing, or if `trouble` already gives the reason.
        """
        first = next(iter(self.lost.values()), "")
        if not first or first == self.trouble:
            return ""
        places = ", ".join(words.place(self.study, turn) for turn in self.lost)
        return f"no opinion of the engine {places}: {first}"


def studied(record: Record, command: str | None, seconds: float, bar: Bar) -> Opinions:
    """Study a game. Raises RecordError.

    `seconds`: the time for wins with threes and the engine together.

    `command`: the command that runs the engine; without it there are no opinions. `bar(what)` is entered for each step,
    and yields a function that is called with (done, of).
    """
    if not is_solved(record) and command is not None:
        return asked(plain(record), command, seconds, bar)
    check(record)
    solver = Solver.fastest()
    with bar("wins by fours") as tell:
        found = begun(record, solver, tell)
    end = time.monotonic() + seconds
    for_threes = seconds if command is None else seconds / 2
    if for_threes:
        with bar("wins by fours and threes") as tell:
            found = with_threes(found, solver, time.monotonic, for_threes, tell)
    return Opinions(found) if command is None else asked(found, command, max(end - time.monotonic(), 0), bar)


def asked(found: Study, command: str, seconds: float, bar: Bar) -> Opinions:
    """Return a study with the opinions that an engine gives within `seconds`. Raises RecordError."""
    opinions.rule(found.record)
    its = Opinions(found)

    def keep(study: Study) -> None:
        its.study = study

    def lose(turn: int, error: EngineError) -> None:
        its.lost[turn] = str(error)

    async def ask() -> None:
        engine = Engine(command)
        try:
            await engine.start()
            with bar("the engine's opinions") as tell:
                await opinions.with_opinions(found, engine, time.monotonic, seconds, tell, keep, lost=lose)
        finally:
            await engine.stop()

    try:
        asyncio.run(ask())
    except EngineError as error:
        its.trouble = str(error)
    if its.study is found:  # the engine has given no opinion at all
        its.trouble = its.trouble or next(iter(its.lost.values()), "")
    return its
