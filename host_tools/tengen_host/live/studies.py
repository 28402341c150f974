"""Kept games studied for the page: wins by fours at once, then wins with threes, then an engine's opinions.

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

from .. import said
from ..engines.gomocup import Engine, EngineError
from ..records.record import Record
from .engine_seat import shown_fault
from .workqueue import Gone

if TYPE_CHECKING:
    from ..study.study import Study

THREES_S = 5.0  # that the search for wins with threes may take
STONE_S = 0.3  # that the engine may think about one position
POSITIONS = 10  # that the engine is asked about in one step
_KEPT = 16  # games whose studies are kept
_LOOK_S = 0.2  # between two looks at whether the answer is still wanted

THREES, ENGINE = "threes", "engine"  # the steps after the first

Wanted = Callable[[], bool]


@dataclass(frozen=True)
class _Known:
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
        self._known: OrderedDict[str, _Known] = OrderedDict()

    def key(self, record: Record, further: bool) -> str:
        """Return a name for the work of begun(), or of `further`, which is another one after each step."""
        game = _name(record)
        known = self._known.get(game)
        return f"{game} {known.more} {len(known.left)}" if known and further else game

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
        known = self._begun(record)
        if known.more == THREES:
            known = self._keep(record, _with_threes(known, self._engine, wanted))
        elif known.more == ENGINE and self._engine is not None:
            return self._asked(record, known, self._engine, wanted)
        return _json(known)

    def _begun(self, record: Record) -> _Known:
        known = self._known.get(_name(record))
        return known or self._keep(record, _by_fours(record, self._engine))

    def _keep(self, record: Record, known: _Known) -> _Known:
        self._known[_name(record)] = known
        while len(self._known) > _KEPT:
            self._known.popitem(last=False)
        return known

    def _asked(self, record: Record, known: _Known, command: str, wanted: Wanted) -> bytes:
        """Ask about the next positions. What was answered before something went wrong is kept."""
        engine = Engine(command)
        turns = known.left[:POSITIONS]
        found = [known.study]
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
        left = (*(turn for turn in known.left if turn not in (*done, *lost)), *lost)
        wrong = broken or next(iter(lost.values()), None)
        trouble = shown_fault(wrong.fault, engine.name) if wrong else None
        known = replace(known, study=new, name=engine.name, left=left, more=ENGINE if left else None)
        return _json(self._keep(record, known), trouble)


def _name(record: Record) -> str:
    # a later game may have the same id
    return hashlib.sha256(repr(record).encode()).hexdigest()


def _by_fours(record: Record, engine: str | None) -> _Known:
    # imported here because the search is compiled
    from ..study import opinions, study
    from ..study.fours import Solver

    if study.is_solved(record) or engine is None:
        study.check(record)
        return _Known(study.begun(record, Solver.fastest()), THREES)
    opinions.rule(record)
    return _for_engine(study.plain(record), engine)


def _with_threes(known: _Known, engine: str | None, wanted: Wanted) -> _Known:
    from ..study import study
    from ..study.fours import Solver

    def look(done: int, of: int) -> None:
        if not wanted():
            raise Gone

    found = study.with_threes(known.study, Solver.fastest(), time.monotonic, THREES_S, look)
    return _for_engine(found, engine)


def _for_engine(found: Study, engine: str | None) -> _Known:
    """Return what is known before the engine is asked: of each position without a proved win, the last ones first."""
    its = [each.turn for each in reversed(found.positions) if each.best is None and 0 in each.cells]
    turns = tuple(its) if engine is not None else ()
    return _Known(found, ENGINE if turns else None, left=turns, all=len(turns))


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


def _json(known: _Known, trouble: said.Said | None = None) -> bytes:
    from ..study import words

    told: dict[str, Any] = {**words.as_json(known.study), "more": known.more, "engine": None}
    if known.all:
        done = known.all - len(known.left)
        why = said.fields(trouble) if trouble else None
        told["engine"] = {"name": known.name, "done": done, "of": known.all, "trouble": why}
    return json.dumps(told, ensure_ascii=False).encode()
