"""A game studied from the beginning to the end: wins by fours, wins with threes, and an engine's opinions."""

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
    """A study with an engine's opinions. `trouble`: what ended them too early, or "".

    `lost`: a sentence about each position without an opinion for another reason, by the turn.
    """

    study: Study
    trouble: str = ""
    lost: dict[int, str] = field(default_factory=dict)

    @property
    def lost_in_words(self) -> str:
        """Where opinions are missing, and why the first of them is; "" if `trouble` says so, or none is missing."""
        first = next(iter(self.lost.values()), "")
        if not first or first == self.trouble:
            return ""
        places = ", ".join(words.place(self.study, turn) for turn in self.lost)
        return f"no opinion of the engine {places}: {first}"


def studied(record: Record, command: str | None, seconds: float, bar: Bar) -> Opinions:
    """Study a game. Wins with threes and the engine have so many `seconds` together. Raises RecordError.

    `command`: the engine's; without one there are no opinions. `bar(what)` is entered for each step, and yields what is
    called with (done, of).
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
    """Return a study with the opinions that an engine has in so many seconds. Raises RecordError."""
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
    if its.study is found:  # no opinion at all
        its.trouble = its.trouble or next(iter(its.lost.values()), "")
    return its
