"""Get an engine's choice in each position of a game. This is the engine's opinion, not a proof."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import replace
from typing import Protocol

from tengen.games import COLOUR_NAMES, points

from ..engines.deciding import RULES
from ..engines.gomocup import PAUSE_S, EngineError, Opinion
from ..records import stones
from ..records.record import Record, RecordError
from .study import Study, Tell

# the shortest time for a stone that engines respect
_LEAST_MS = 50


class Asked(Protocol):
    """The engine to query: a started Engine of engines/gomocup.py."""

    async def new_game(self, size: int, rule: int, *, turn_ms: int) -> None:
        """Begin a game."""

    async def move(self, stones: Sequence[tuple[int, int]], turn: int) -> Opinion:
        """Return the engine's opinion of a position."""


def rule(record: Record) -> int:
    """Return the engine's rule for a game. Raises RecordError for a game that engines don't know."""
    if record.game not in RULES or record.options or record.torus:
        what = record.game or "a game that is not known"
        raise RecordError(f"engines know Renju, Gomoku (exactly five) and five in a row (five or more), and not {what}")
    return RULES[record.game]


async def with_opinions(
    study: Study,
    engine: Asked,
    clock: Callable[[], float],
    seconds: float,
    tell: Tell = lambda done, of: None,
    keep: Callable[[Study], None] = lambda study: None,
    turns: Container[int] | None = None,
    lost: Callable[[int, EngineError], None] = lambda turn, why: None,
) -> Study:
    """Return the study with the engine's opinions of as many positions as possible within `seconds`.

    `turns`: only query the positions after these numbers of moves. The last positions come first. `keep` gets the study
    after each new opinion. If the engine makes an error, the position gets no opinion, the error is added to `lost`,
    and the next position follows. Raises EngineError after two errors in a row, and RecordError for a game that engines
    don't know.
    """
    end = clock() + seconds
    with_room = [each.turn for each in reversed(study.positions) if 0 in each.cells and not study.ends_by_foul(each)]
    asked = [turn for turn in with_room if turns is None or turn in turns]
    each_ms = max(int(1000 * (seconds / max(len(asked), 1) - PAUSE_S)), _LEAST_MS)
    await engine.new_game(study.record.size, rule(study.record), turn_ms=each_ms)
    fails = False
    for number, turn in enumerate(asked):
        tell(number, len(asked))
        if clock() >= end:
            break
        position = study.positions[turn]
        try:
            opinion = await engine.move(_stones(study.record, turn), position.colour)
        except EngineError as error:
            if fails:
                raise
            fails = True
            lost(turn, error)
            continue
        fails = False
        there = study.positions
        study = replace(study, positions=(*there[:turn], replace(position, opinion=opinion), *there[turn + 1 :]))
        keep(study)
    tell(len(asked), len(asked))
    return study


def _stones(record: Record, turn: int) -> list[tuple[int, int]]:
    """Return the stones after `turn` moves, oldest first: (point, colour)."""
    lying = stones.lying(record, turn).items()
    return [(points.index(name, record.size), COLOUR_NAMES.index(colour)) for name, colour in lying]
