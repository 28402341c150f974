"""Implement `tengen solve --map`: answer a line with a board text and the side to move by a JSON object."""

from __future__ import annotations

import json

from tengen.games import BLACK, EMPTY, WHITE, points
from tengen.games.renju import position
from tengen.partner.fours import Fours

from ..i18n import error_text
from ..judge import line_by_line
from . import searching

# bytes of a line that are read; the rest of the line is dropped, to limit the memory
LONGEST = 4096

_TURNS = {b"X": BLACK, b"O": WHITE}
_COLOURS = bytes.maketrans(b".XO", bytes((EMPTY, BLACK, WHITE)))


def answer_line(fours: Fours, line: bytes, limit: int | None) -> str:
    """Return the JSON object for a line, with the result or with the mistake in the line."""
    try:
        cells, turn = _read(line)
    except ValueError as error:
        return json.dumps({"error": error_text(error)})
    answer = searching.search(fours, cells, turn, limit)
    found = answer.found if answer.wins else None
    line_of = points.names(found.line, position.SIZE) if found else []
    fields = {"wins": answer.wins, "fours": found and found.fours, "line": line_of, "nodes": answer.nodes}
    return json.dumps(fields)


def _read(line: bytes) -> tuple[bytes, int]:
    """Return the colours of all points, and the side to move. Raises ValueError for a line that can't be answered."""
    parts = line.split(b"\t")
    wrong = line_by_line.mistake(parts[0], LONGEST)
    if wrong:
        raise ValueError(wrong)
    if len(parts) == 1:
        raise ValueError("after the board text, a tab and the side to move, X or O, are missing")
    if len(parts) > 2 or parts[1] not in _TURNS:
        raise ValueError("after the board text and its tab, only the side to move, X or O, is allowed")
    turn = _TURNS[parts[1]]
    # a Position would compute verdicts, too, which are not needed
    rows = [parts[0][at : at + position.SIZE] for at in range(0, position.POINTS, position.SIZE)]
    cells = b"".join(reversed(rows)).translate(_COLOURS)
    if searching.turn_by_count(cells) != turn:
        rule = "as many as O where X is to move" if turn == BLACK else "one more than O where O is to move"
        raise ValueError(f"X has {cells.count(BLACK)} stones and O has {cells.count(WHITE)}: X has {rule}")
    wrong = searching.mistake(cells)
    if wrong:
        raise ValueError(wrong)
    return cells, turn
