"""Reads and writes files of questions for the room."""

from __future__ import annotations

import functools
import time
from pathlib import Path
from typing import TYPE_CHECKING

from ..records.record import RecordError

if TYPE_CHECKING:
    from ..quiz.question import Checker, Question
    from ..study.study import Study

_SECONDS = 10.0  # for the search for a win with threes, for each question


@functools.cache
def checker() -> Checker:
    """Return the checker of questions; the first call loads the solver."""
    from ..quiz.question import Checker
    from ..study.fours import Solver

    def is_time_up():  # type: ignore[no-untyped-def]
        end = time.monotonic() + _SECONDS
        return lambda: time.monotonic() >= end

    return Checker(Solver.fastest(), is_time_up)


def read(path: Path) -> list[Question]:
    """Return the questions of a file. Raises OSError, RecordError."""
    from ..quiz import reading

    return reading.read(path, checker())


def text(study: Study) -> str:
    """Return the text of a file with the questions about a studied game. Raises RecordError if there are none."""
    from ..quiz import writing

    found = writing.text(study, checker())
    if not found:
        raise RecordError("--quiz: the study found no win, no foul and no defeat to ask about")
    return found
