"""Tentative fifths in formats that store them apart from the moves: RIF's `alt`, SGF's `5A` and `FA`."""

from __future__ import annotations

from collections.abc import Sequence

from .record import Note, Record

_FIFTH = 5


def notes(moves: Sequence[str], others: Sequence[str]) -> tuple[Note, ...]:
    """Return the notes of the offer and the choice, for a game whose fifth was offered with these others; () if that is
    impossible.
    """
    fifth = "".join(moves[_FIFTH - 1 : _FIFTH])
    if not others or not fifth or fifth in others:
        return ()
    offered = Note(_FIFTH - 1, "offered", {"points": [fifth, *others]})
    return offered, Note(_FIFTH, "kept", {"point": fifth})


def others(record: Record) -> list[str]:
    """Return the tentative fifths of the last offer, without the one that was kept."""
    for note in reversed(record.notes):
        offered = note.fields.get("points")
        if note.kind == "offered" and isinstance(offered, Sequence) and not isinstance(offered, str):
            return [str(point) for point in offered if str(point) not in record.moves[_FIFTH - 1 : _FIFTH]]
    return []
