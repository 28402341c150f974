"""Show a game as text for a terminal: its fields, notes, board and moves, without control characters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len
from tengen.games import CELL_MARKS, COLOUR_NAMES, points

from . import rules, words
from .index import Entry, opening_of
from .record import COLOURS, PASS, RENJU, Record
from .stones import captured, colour_of, lying, removed

_IN_A_ROW = 10  # moves
_MARKS = dict(zip(COLOUR_NAMES, CELL_MARKS, strict=True))


def safe(text: str) -> str:
    """Return text in one line, without control characters."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in " ".join(text.split()))


def listed(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield a line for each game: id, date, players, opening, number of moves, result.

    Each line also names the game, unless all are Renju.
    """
    others = any(entry.game != RENJU for entry in entries)
    rows = [[safe(cell) for cell in _cells(entry, others)] for entry in entries]
    # Chinese and Japanese characters are two columns wide
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell + " " * (width - cell_len(cell)) for cell, width in zip(row, widths, strict=True)).rstrip()


def _cells(entry: Entry, others: bool) -> list[str]:
    named = entry.black or entry.white
    players = f"{entry.black or '?'} - {entry.white or '?'}" if named else entry.event or entry.file
    moves = f"{entry.moves} {'move' if entry.moves == 1 else 'moves'}"
    opening = f"{entry.code} {entry.opening.split()[0]}" if entry.code else ""
    game = [words.title(entry.game) or "?"] if others else []
    return [entry.id, entry.date[:10], *game, players, opening, moves, _result(entry)]


def _result(entry: Entry) -> str:
    if not entry.over:
        return entry.reason or "not over"
    said = f"{entry.winner} wins" if entry.winner else "draw"
    return f"{said}, {entry.reason}" if entry.reason else said


def text(record: Record, upto: int | None = None) -> str:
    """Return the sheet of a game, with its board after `upto` moves (None: all)."""
    upto = len(record.moves) if upto is None else upto
    parts = ["\n".join(safe(line) for line in _known(record)), board(record, upto)]
    if rules.counts_captures(record):
        taken = captured(record, upto)
        parts.append(", ".join(f"{colour.capitalize()} has captured {taken[colour]}" for colour in COLOURS) + ".")
    if record.moves:
        parts.append("\n".join(_moves(record)))
    return "\n\n".join(filter(None, parts))


def _known(record: Record) -> list[str]:
    """Return the known facts of a game except its moves, with the opening and the result that the moves show."""
    named = [f"Game: {record.id}"] if record.id else []
    code, opening = opening_of(record)
    known = words.header(record)
    told = [f"Opening: {code} {opening}"] if code else []
    result = words.result(record)
    if result not in known:
        told.append(result or f"{record.reason or 'not over'}.".capitalize())
    return [*named, *known, *told]


def board(record: Record, upto: int) -> str:
    """Return the board after `upto` moves, with the last stone in brackets.

    X is a black stone, O a white one, N a neutral one, C a common one.
    """
    size = record.size
    marks = {name: _MARKS[what] for name, what in lying(record, upto).items()}
    stones = [move for move in record.moves[:upto] if move != PASS]
    last = points.index(stones[-1], size) if stones and stones[-1] in marks else None
    letters = "    " + " ".join(points.LETTERS[:size].upper())
    lines = [letters]
    for row in reversed(range(size)):
        line = f"{row + 1:2} "
        for column in range(size):
            at = row * size + column
            before = "(" if at == last else ")" if column and at - 1 == last else " "
            line += before + marks.get(points.name(at, size), ".")
        line += (")" if last == row * size + size - 1 else " ") + f"{row + 1:2}"
        lines.append(line)
    return "\n".join([*lines, letters])


def _moves(record: Record) -> Iterator[str]:
    """Yield the moves in rows, each with the number of stones that it removed.

    If the colours do not alternate, each move also has the mark of its stone.
    """
    said = []
    for number, move in enumerate(record.moves, 1):
        mark = f"{_MARKS[colour_of(record, number)]} " if record.colours else ""
        taken = len(removed(record, number))
        said.append(f"{mark}{move.upper()}{f'x{taken}' if taken else ''}")
    width, wide = len(str(len(record.moves))), max(4, *map(len, said))
    for at in range(0, len(said), _IN_A_ROW):
        row = said[at : at + _IN_A_ROW]
        yield " ".join(f"{at + number:{width}} {move:{wide}}" for number, move in enumerate(row, 1)).rstrip()


def line(record: Record, upto: int | None = None) -> str:
    """Return a description of the game in a line, like `Anna - Bo, 2026-11-21, 23 moves`.

    `upto`: describe only the first moves, up to this number.
    """
    count = len(record.moves) if upto is None else upto
    return f"{caption(record) or words.title(record.game)}, {count} {'move' if count == 1 else 'moves'}"


def caption(record: Record) -> str:
    """Return the text below a diagram, like `Anna - Bo, 2026-11-21`, without parts that are not known."""
    players = f"{record.black or '?'} - {record.white or '?'}" if record.black or record.white else ""
    game = words.title(record.game) if not record.is_renju else ""
    return safe(", ".join(filter(None, (game, players, record.event, record.date[:10]))))
