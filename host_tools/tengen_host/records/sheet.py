"""A game as text for a terminal: its fields, notes, board and moves, without characters that control the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len
from tengen.games import points

from . import words
from .ending import colour_of
from .index import Entry, opening_of
from .record import PASS, Record

_IN_A_ROW = 10  # moves


def safe(text: str) -> str:
    """Return text in one line, without characters that control a terminal."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in " ".join(text.split()))


def listed(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield a line for each game: id, date, players, opening, number of moves, result."""
    rows = [[safe(cell) for cell in _cells(entry)] for entry in entries]
    # Chinese and Japanese characters are two columns wide
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell + " " * (width - cell_len(cell)) for cell, width in zip(row, widths, strict=True)).rstrip()


def _cells(entry: Entry) -> list[str]:
    players = f"{entry.black or '?'} - {entry.white or '?'}"
    moves = f"{entry.moves} {'move' if entry.moves == 1 else 'moves'}"
    opening = f"{entry.code} {entry.opening.split()[0]}" if entry.code else ""
    return [entry.id, entry.date[:10], players, opening, moves, _result(entry)]


def _result(entry: Entry) -> str:
    if not entry.over:
        return entry.reason or "not over"
    said = f"{entry.winner} wins" if entry.winner else "draw"
    return f"{said}, {entry.reason}" if entry.reason else said


def text(record: Record, upto: int | None = None) -> str:
    """Return the sheet of a game, with its board after `upto` moves (None: all)."""
    upto = len(record.moves) if upto is None else upto
    parts = ["\n".join(safe(line) for line in _known(record)), board(record, upto)]
    if record.moves:
        parts.append("\n".join(_moves(record)))
    return "\n\n".join(filter(None, parts))


def _known(record: Record) -> list[str]:
    """Return what is known of a game besides its moves, with the opening and the result that the moves show."""
    named = [f"Game: {record.id}"] if record.id else []
    code, opening = opening_of(record)
    known = words.header(record)
    told = [f"Opening: {code} {opening}"] if code else []
    result = words.result(record)
    if result not in known:
        told.append(result or f"{record.reason or 'not over'}.".capitalize())
    return [*named, *known, *told]


def board(record: Record, upto: int) -> str:
    """Return the board after `upto` moves: X black, O white, the last stone in brackets."""
    size = record.size
    marks = dict.fromkeys(record.setup[0], "X") | dict.fromkeys(record.setup[1], "O")
    last = None
    for number, move in enumerate(record.moves[:upto], 1):
        if move != PASS:
            marks[move] = "X" if colour_of(record, number) == "black" else "O"
            last = points.index(move, size)
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
    width = len(str(len(record.moves)))
    for at in range(0, len(record.moves), _IN_A_ROW):
        row = record.moves[at : at + _IN_A_ROW]
        yield " ".join(f"{at + number:{width}} {move.upper():4}" for number, move in enumerate(row, 1)).rstrip()


def caption(record: Record) -> str:
    """Return the text below a diagram, like `Anna - Bo, 2026-11-21`, as far as it is known."""
    players = f"{record.black or '?'} - {record.white or '?'}" if record.black or record.white else ""
    return safe(", ".join(filter(None, (players, record.event, record.date[:10]))))
