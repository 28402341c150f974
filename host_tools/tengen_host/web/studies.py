"""Studies of stored games for the page. Wins by fours come at once, then wins with threes, then an engine's opinions.

Each step is a separate piece of work, so the page shows the first results while the next step runs.
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
from ..guests.engine import error_words
from ..records.record import Record
from .workqueue import Gone

if TYPE_CHECKING:
    from ..study.study import Study

THREES_S = 5.0  # seconds for the search for wins with threes
STONE_S = 0.3  # seconds that the engine may think about one position
POSITIONS = 10  # positions for the engine in one step
_MOST = 16  # studies in memory
_LOOK_S = 0.2  # seconds between two checks whether the answer is still wanted

THREES, ENGINE = "threes", "engine"  # the steps after the first

Wanted = Callable[[], bool]


@dataclass(frozen=True)
class _Progress:
    """The present results for a game. `more`: the next step, or None. `name`: the engine's, known after its first run.

    `left`: the turns that the engine has not judged yet, in the order in which it will.
    """

    study: Study
    more: str | None
    name: str = ""
    left: tuple[int, ...] = ()
    all: int = 0


class Studies:
    """Studies of games; `engine`: the command of an engine, or None. Its steps run one at a time, in one thread."""

    def __init__(self, engine: str | None = None) -> None:
        self._engine = engine
        self._progress: OrderedDict[str, _Progress] = OrderedDict()

    def key(self, record: Record, further: bool) -> str:
        """Return the key of begun()'s work in its queue, or of further()'s, which has a new key after each step."""
        game = _name(record)
        progress = self._progress.get(game)
        return f"{game} {progress.more} {len(progress.left)}" if progress and further else game

    def begun(self, record: Record) -> bytes:
        """Return the present results for a game as JSON, at least its wins by fours.

        It has the fields of `tengen study --json`, and two more. "more": the next step, "threes", "engine", or null.
        "engine": null, or {"name": "" before it has run, "done": the number of positions with an answer, "of": the
        number of positions for it, "trouble": null, or a sentence with the reason why it does not answer}.

        Raises RecordError for a game that can't be studied.
        """
        return _json(self._begun(record))

    def further(self, record: Record, wanted: Wanted) -> bytes:
        """Do the next step, and return the same as begun(). Raises RecordError, or Gone if nobody waits for it."""
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
            self._progress.popitem(last=False)  # an atomic change, because two threads work here
        return progress

    def _ask_engine(self, record: Record, progress: _Progress, command: str, wanted: Wanted) -> bytes:
        """Ask the engine about the next positions. After an error the earlier answers stay."""
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
        # skip a position for which the engine had no time, because it would fail again
        done = [turn for turn in turns if not broken or new.positions[turn].opinion is not None]
        # a position without an opinion goes to the end of the list, because it may fail each time
        left = (*(turn for turn in progress.left if turn not in (*done, *lost)), *lost)
        wrong = broken or next(iter(lost.values()), None)
        trouble = error_words(wrong, engine.name) if wrong else None
        progress = replace(progress, study=new, name=engine.name, left=left, more=ENGINE if left else None)
        return _json(self._remember(record, progress), trouble)


def _name(record: Record) -> str:
    # not the id, because a later game may have the same id
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
    """Return the results with the turns left for the engine: all turns without a proved win, the last ones first."""
    its = [
        each.turn
        for each in reversed(found.positions)
        if each.best is None and 0 in each.cells and not found.ends_by_foul(each)
    ]
    turns = tuple(its) if engine is not None else ()
    return _Progress(found, ENGINE if turns else None, left=turns, all=len(turns))


async def _opinions(
    engine: Engine, found: list[Study], turns: tuple[int, ...], wanted: Wanted, lost: dict[int, EngineError]
) -> None:
    """Append to `found` the study after each new opinion; put errors into `lost`, by turn.

    Raises EngineError, or Gone if nobody waits for them.
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
