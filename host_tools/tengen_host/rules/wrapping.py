"""Break text into lines of limited width, also in Chinese and Japanese.

These languages have no blanks, and characters that are two columns wide.

Korean also has such characters. But it has blanks between words, and words are not broken.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from rich.cells import cell_len

_NOT_FIRST = "、。，．：；？！）」』】・ー々～”’"  # characters with which a line must not begin
_NOT_LAST = "（「『【“‘"  # characters with which a line must not end


def wrap(text: str, columns: int, first: str = "", others: str = "") -> list[str]:
    """Return the text as lines of at most `columns` columns.

    `first` is put before the first line, and `others` before each other line.

    A line is longer only if a single word is wider.
    """
    lines: list[str] = []
    line, empty = first, True
    for piece in _pieces(text):
        if not empty and cell_len(line + piece) > columns:
            lines.append(line)
            line, empty = others, True
        line += piece.lstrip() if empty else piece
        empty = False
    return [*lines, line]


def _pieces(text: str) -> Iterator[str]:
    """Yield the unbreakable pieces: a word and the blank before it, or a wide character and its punctuation."""
    piece = ""
    for each in text:
        if piece and (each == " " or _may_part(piece[-1], each)):
            yield piece
            piece = ""
        piece += each
    yield piece


def _may_part(before: str, after: str) -> bool:
    if before == " " or before in _NOT_LAST or after in _NOT_FIRST:
        return False
    return _parts(before) or _parts(after)


def _parts(character: str) -> bool:
    return cell_len(character) == 2 and not unicodedata.name(character, "").startswith("HANGUL")
