"""Answer each line of a file with one line: board texts with their verdicts, games with their results."""

from __future__ import annotations

import codecs
import functools
import importlib
from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import Any, BinaryIO

from tengen.games.renju import kernels
from tengen.games.renju.position import POINTS, VERDICT_MARKS, Position

from .. import compiling
from . import board_texts, playing

_BLOCK = 65536  # bytes that are read at once
# Boards in a batch. For this number, plain Python takes as long as the compiled kernels take to load
BATCH = 512

# the type of a function that writes the verdicts of consecutive texts into the same number of bytes
_Judge = Callable[[bytearray, bytearray], None]

_MARKS = bytes(ord(mark) for mark in VERDICT_MARKS.ljust(256, "#"))
# bytes of a line that are read; the rest of the line is dropped, to limit the memory
_LONGEST_BOARD = 4096
_LONGEST_GAME = 1 << 16  # the most bytes of a line with a game; a game of 19x19 with all its answers is much shorter
_TOO_LONG = b'{"error": "the line is too long for a game"}'
MOST_NAMED = 1000  # mistakes that are reported one by one; further mistakes are only counted


def batches(file: BinaryIO, size: int, longest: int) -> Iterator[list[bytes]]:
    """Yield lists of up to `size` lines, without line ends and cut to `longest` bytes, to limit the memory."""
    rest, mark = b"", codecs.BOM_UTF8  # some editors begin a file with this mark
    while block := file.read1(_BLOCK):  # type: ignore[attr-defined]
        lines = (rest + block).split(b"\n")
        rest = lines.pop()[: longest + len(mark)]
        for at in range(0, len(lines), size):
            yield [line.removeprefix(mark).rstrip(b"\r")[:longest] for line in lines[at : at + size]]
            mark = b""
    if rest:
        yield [rest.removeprefix(mark).rstrip(b"\r")[:longest]]


def answer_games(file: BinaryIO, out: BinaryIO, size: int) -> None:
    """Answer each game, one JSON object per line, with a JSON object; read `size` lines before answering them."""
    for batch in batches(file, size, _LONGEST_GAME):
        for line in batch:
            out.write((playing.answer_line(line) if len(line) < _LONGEST_GAME else _TOO_LONG) + b"\n")
        out.flush()


def answer_boards(file: BinaryIO, out: BinaryIO, size: int, tell: Callable[[str], None]) -> bool:
    """Answer each board text with its verdicts; read `size` lines before answering them.

    A line that is not a board text is answered by an empty line, and `tell` gets a sentence. Returns whether all lines
    were board texts.
    """
    judge, before, mistaken = Judge(), 0, 0
    for batch in batches(file, size, _LONGEST_BOARD):
        mistakes = {at: wrong for at, board in enumerate(batch) if (wrong := mistake(board, _LONGEST_BOARD))}
        answers = [b""] * len(batch)
        sound = sorted(set(range(len(batch))).difference(mistakes)) if mistakes else range(len(batch))
        for at, answer in zip(sound, judge.verdict_lines([batch[at] for at in sound]), strict=True):
            answers[at] = answer
        out.write(b"\n".join(answers) + b"\n")
        out.flush()
        for at in [*mistakes][: max(0, MOST_NAMED - mistaken)]:
            tell(f"line {before + at + 1}: {mistakes[at]}")
        mistaken += len(mistakes)
        before += len(batch)
    if mistaken > MOST_NAMED:
        tell(f"{mistaken - MOST_NAMED} more lines are not board texts: is this the right file?")
    return not mistaken


def mistake(board: bytes, longest: int) -> str | None:
    """Return the mistake in a line that should be a board text, in words with the column; None if there is no mistake.

    A line longer than `longest` bytes was cut to its first `longest` bytes.
    """
    wrong = board.translate(None, b".XO")
    if wrong:
        column = board.index(wrong[:1])
        shown = repr(chr(wrong[0])) if wrong[0] < 0x80 else f"byte {wrong[0]:#04x}"
        return f"column {column + 1}: {shown} is neither . nor X nor O"
    if len(board) != POINTS:
        more = " or more" if len(board) == longest else ""
        column = min(len(board), POINTS) + 1
        return f"column {column}: a board text must have {POINTS} characters, but this one has {len(board)}{more}"
    return None


class Judge:
    """Judge board texts. The kernels are compiled if there are more texts than a batch."""

    def __init__(self) -> None:
        self._judge: _Judge = functools.partial(board_texts.judge, Position())
        self._count = 0

    def verdict_lines(self, texts: Sequence[bytes]) -> list[bytes]:
        """Return the verdict lines of board texts, in the same order. The texts must be valid (see mistake())."""
        before, self._count = self._count, self._count + len(texts)
        if before <= BATCH < self._count:
            self._judge = compiling.made("judging", 30, (kernels, board_texts), _compiled) or self._judge
        found = bytearray(POINTS * len(texts))
        self._judge(bytearray().join(texts), found)
        marks = found.translate(_MARKS)
        return [bytes(marks[at : at + POINTS]) for at in range(0, len(marks), POINTS)]


def _compiled(_rules: ModuleType, module: Any) -> _Judge:
    numpy, board = importlib.import_module("numpy"), compiling.board()

    def judge(texts: bytearray, found: bytearray) -> None:
        module.judge(board, numpy.frombuffer(texts, numpy.uint8), numpy.frombuffer(found, numpy.uint8))

    judge(bytearray(b"." * POINTS), bytearray(POINTS))
    return judge
