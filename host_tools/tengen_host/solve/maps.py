"""`tengen solve --map`: a line of a board text and whose turn it is, answered by a JSON object."""

from __future__ import annotations

import json

from tengen.games import BLACK, EMPTY, WHITE, points
from tengen.games.renju import position
from tengen.partner.fours import Fours

from ..i18n import error_text
from ..judge import line_by_line
from . import searching

# Bytes of a line that are read; the rest is dropped, so that memory stays bounded
LONGEST = 4096

_TURNS = {b"X": BLACK, b"O": WHITE}
_COLOURS = bytes.maketrans(b".XO", bytes((EMPTY, BLACK, WHITE)))


def answer_line(fours: Fours, line: bytes, limit: int | None) -> str:
    """Return the JSON object for a line: what was found, or what is wrong with the line."""
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
    """Return the colours of all points, and whose turn it is. Raises ValueError for a line that has no answer."""
    parts = line.split(b"\t")
    wrong = line_by_line.mistake(parts[0], LONGEST)
    if wrong:
        raise ValueError(wrong)
    if len(parts) == 1:
        raise ValueError("after the board text there is no tab, and no X or O: whose turn it is")
    if len(parts) > 2 or parts[1] not in _TURNS:
        raise ValueError("after the board text and its tab there is X or O, whose turn it is, and nothing else")
    turn = _TURNS[parts[1]]
    # without a Position, whose verdicts nobody asks for
    rows = [parts[0][at : at + position.SIZE] for at in range(0, position.POINTS, position.SIZE)]
    cells = b"".join(reversed(rows)).translate(_COLOURS)
    if searching.turn_by_count(cells) != turn:
        rule = "as many as O where X is to move" if turn == BLACK else "one more than O where O is to move"
        raise ValueError(f"X has {cells.count(BLACK)} stones and O has {cells.count(WHITE)}: X has {rule}")
    wrong = searching.mistake(cells)
    if wrong:
        raise ValueError(wrong)
    return cells, turn
