"""Write a file of questions about a studied game."""

from __future__ import annotations

from collections.abc import Iterator

from tengen.games import COLOUR_NAMES
from tengen.games.renju.position import COLOUR_MARKS, POINTS, SIZE

from ..records import sheet
from ..records.record import PASS, Record
from ..study.study import Study
from ..study.threes import Three
from .question import Checker, Question, about, position_of


def text(study: Study, ask: Checker) -> str:
    """Return the text of a file with all questions that the study finds; "" if it finds none."""
    found = [_block(study.record, turn, its) for turn, its in _questions(study, ask)]
    return "\n\n".join([f"# {sheet.caption(study.record) or 'A game'}", *found]) + "\n" if found else ""


def _questions(study: Study, ask: Checker) -> Iterator[tuple[int, Question]]:
    """Yield the questions that have a right answer, each with the number of moves before it."""
    record = study.record
    for position in study.positions:
        turn, kinds = position.turn, []
        if position.played is not None and turn < len(record.moves):
            if _looks_like_a_foul(record, turn, ask):
                kinds.append("foul")
            if study.defeat and study.defeat.turn == turn:
                kinds.append("why")
            if isinstance(position.best, Three) and position.best.point == position.played:
                kinds.append("next")
        before = study.positions[turn - 2] if turn >= 2 else None
        if position.wins and position.wins.fours > 1 and not (before and before.wins):
            kinds.append("win")
        for kind in kinds:
            try:
                yield turn, about(record, turn, kind, record.moves[turn] if turn < len(record.moves) else PASS, ask)
            except ValueError:
                continue  # it has no right answer, or several


def _looks_like_a_foul(record: Record, turn: int, ask: Checker) -> bool:
    """Return whether Black's next stone is a foul, or has a dead three."""
    try:
        its = about(record, turn, "foul", record.moves[turn], ask)
    except ValueError:
        return False
    return its.right != ("none",) or "all" not in (its.reason or {})


def _block(record: Record, turn: int, its: Question) -> str:
    """Return the text of one question."""
    point = its.point or (its.right[0] if its.kind == "next" else "")
    heading = " ".join(filter(None, (its.kind, point)))
    if not any(record.setup) and not record.colours and not record.changes and record.first == "black" and turn:
        return f"{heading}\n{' '.join(record.moves[:turn])}"
    given = position_of(record, turn)
    cells = "".join(COLOUR_MARKS[given.cells[SIZE * (SIZE - 1 - at // SIZE) + at % SIZE]] for at in range(POINTS))
    return f"{heading} {COLOUR_NAMES[given.turn]}\n{cells}"
