"""Studies of stored games for the page: wins by fours at once, then wins with threes, then an engine's opinions.

Each step is a piece of work of its own, so that what is known already is on the page while the next one runs.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from .. import i18n
from ..engines.gomocup import Engine, EngineError
from ..guests.engine import fault_words
from ..records.record import Record
from .workqueue import Gone

if TYPE_CHECKING:
    from ..study.study import Study

THREES_S = 5.0  # that the search for wins with threes may take
STONE_S = 0.3  # that the engine may think about one position
POSITIONS = 10  # that the engine is asked about in one step
_MOST = 16  # studies that are remembered
_LOOK_S = 0.2  # between two looks at whether the answer is still wanted

THREES, ENGINE = "threes", "engine"  # the steps after the first

Wanted = Callable[[], bool]


@dataclass(frozen=True)
class _Progress:
    """What is known of a game. `more`: the next step, or None. `name`: the engine's, as soon as it was asked.

    `left`: the turns about which the engine is still to be asked, the next ones first.
    """

    study: Study
    more: str | None
    name: str = ""
    left: tuple[int, ...] = ()
    all: int = 0


class Studies:
    """Studies of games; `engine`: the command of an engine, or None. Each of its steps runs in one thread at a time."""

    def __init__(self, engine: str | None = None) -> None:
        self._engine = engine
        self._progress: OrderedDict[str, _Progress] = OrderedDict()

    def key(self, record: Record, further: bool) -> str:
        """Return a name for the work of begun(), or of `further`, which is another one after each step."""
        game = _name(record)
        progress = self._progress.get(game)
        return f"{game} {progress.more} {len(progress.left)}" if progress and further else game

    def begun(self, record: Record) -> bytes:
        """Return what is known of a game as JSON, at least its wins by fours.

        It has the fields of `tengen study --json`, and two more. "more": the next step, "threes", "engine", or null.
        "engine": null, or {"name": "" before it has run, "done": the positions with an answer, "of": how many it is
        asked about, "trouble": null, or the sentence that says why it does not answer}.

        Raises RecordError for a game that can't be studied.
        """
        return _json(self._begun(record))

    def further(self, record: Record, wanted: Wanted) -> bytes:
        """Take the next step, and return the same. Raises RecordError, and Gone if nobody wants the answer any more."""
        progress = self._begun(record)
        if progress.more == THREES:
            progress = self._remember(record, _with_threes(progress, self._engine, wanted))
        elif progress.more == ENGINE and self._engine is not None:
            return self._ask_engine(record, progress, self._engine, wanted)
        return _json(progress)

    def _begun(self, record: Record) -> _Progress:
        progress = self._progress.get(_name(record))
        return progress or self._remember(record, _by_fours(record, self._engine))

    def _remember(self, record: Record, progress: _Progress) -> _Progress:
        self._progress[_name(record)] = progress
        while len(self._progress) > _MOST:
            self._progress.popitem(last=False)  # in one step: two threads work here
        return progress

    def _ask_engine(self, record: Record, progress: _Progress, command: str, wanted: Wanted) -> bytes:
        """Ask about the next positions. What was answered before something went wrong stays."""
        engine = Engine(command)
        turns = progress.left[:POSITIONS]
        found = [progress.study]
        lost: dict[int, EngineError] = {}
        broken = None
        try:
            asyncio.run(_opinions(engine, found, turns, wanted, lost))
        except EngineError as error:
            broken = error
        new = found[-1]
        # a position that the engine had no time for is passed over: it would come to that again
        done = [turn for turn in turns if not broken or new.positions[turn].opinion is not None]
        # one without an opinion comes last: it may be always the same
        left = (*(turn for turn in progress.left if turn not in (*done, *lost)), *lost)
        wrong = broken or next(iter(lost.values()), None)
        trouble = fault_words(wrong.fault, engine.name) if wrong else None
        progress = replace(progress, study=new, name=engine.name, left=left, more=ENGINE if left else None)
        return _json(self._remember(record, progress), trouble)


def _name(record: Record) -> str:
    # a later game may have the same id
    return hashlib.sha256(repr(record).encode()).hexdigest()


def _by_fours(record: Record, engine: str | None) -> _Progress:
    # imported here because the search is compiled
    from ..study import opinions, study
    from ..study.fours import Solver

    if study.is_solved(record) or engine is None:
        study.check(record)
        return _Progress(study.begun(record, Solver.fastest()), THREES)
    opinions.rule(record)
    return _for_engine(study.plain(record), engine)


def _with_threes(progress: _Progress, engine: str | None, wanted: Wanted) -> _Progress:
    from ..study import study
    from ..study.fours import Solver

    def look(done: int, of: int) -> None:
        if not wanted():
            raise Gone

    found = study.with_threes(progress.study, Solver.fastest(), time.monotonic, THREES_S, look)
    return _for_engine(found, engine)


def _for_engine(found: Study, engine: str | None) -> _Progress:
    """Return what is known before the engine is asked: of each position without a proved win, the last ones first."""
    its = [each.turn for each in reversed(found.positions) if each.best is None and 0 in each.cells]
    turns = tuple(its) if engine is not None else ()
    return _Progress(found, ENGINE if turns else None, left=turns, all=len(turns))


async def _opinions(
    engine: Engine, found: list[Study], turns: tuple[int, ...], wanted: Wanted, lost: dict[int, EngineError]
) -> None:
    """Add studies with more and more opinions to `found`, and to `lost` what went wrong, by the turn.

    Raises EngineError, and Gone if nobody wants them.
    """
    from ..study import opinions

    async def ask() -> None:
        await engine.start()
        seconds = STONE_S * len(turns)
        await opinions.with_opinions(
            found[-1], engine, time.monotonic, seconds, keep=found.append, turns=turns, lost=lost.__setitem__
        )

    asking = asyncio.ensure_future(ask())
    try:
        while not asking.done():
            await asyncio.wait({asking}, timeout=_LOOK_S)
            if not wanted():
                asking.cancel()
                await asyncio.wait({asking})
                raise Gone
        asking.result()
    finally:
        await engine.stop()


def _json(progress: _Progress, trouble: i18n.Sentence | None = None) -> bytes:
    from ..study import words

    its: dict[str, Any] = {**words.as_json(progress.study), "more": progress.more, "engine": None}
    if progress.all:
        done = progress.all - len(progress.left)
        why = i18n.fields(trouble) if trouble else None
        its["engine"] = {"name": progress.name, "done": done, "of": progress.all, "trouble": why}
    return json.dumps(its, ensure_ascii=False).encode()
