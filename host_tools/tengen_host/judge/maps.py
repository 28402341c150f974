"""Verdicts of many boards at once, as fast as plain Python can.

All boards of a batch are bits of one big number, sixteen rows of sixteen bits for each board. So every line of each
board has a wall at its ends, and judge.shapes handles one direction of all boards at once. Verdicts that follow from
the shapes on the board alone are decided here, in the order of RULES 2 and as kernels.settle does. A board that needs
recursion goes through Position, so that the recursion exists only once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tengen.games.renju import position

from .shapes import shapes

SIZE = position.SIZE
POINTS = position.POINTS

# Boards in a batch; larger batches are not faster.
BATCH = 256

_STEPS = (1, 15, 16, 17)
_PAIRS = tuple((i, j) for j in range(4) for i in range(j))
_ROW = SIZE + 1
_BOARD = _ROW * _ROW
_WALL_ROW = b"O" * SIZE

_BLACK = bytes.maketrans(b"X.O", b"100")
_EMPTY = bytes.maketrans(b"X.O", b"010")
_STONES = bytes.maketrans(b"X.O", b"\x08\x00\x08")
_MARKS = bytes(ord(mark) for mark in position.VERDICT_MARKS.ljust(256, "#"))


def mistake(board: bytes, longest: int) -> str | None:
    """Return what is wrong with a line that should be a board text, in words and with the column; None if it is right.

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
        return f"column {column}: a board text has {POINTS} characters, this one {len(board)}{more}"
    return None


def verdict_lines(boards: Sequence[bytes]) -> list[bytes]:
    """Return the verdict lines of board texts, in the same order. The texts must be valid (see mistake())."""
    if not boards:
        return []
    black, empty = _bits(boards, _BLACK), _bits(boards, _EMPTY)
    lines = [shapes(black, empty, step) for step in _STEPS]

    longs = fives = fours = double_fours = 0
    for _, _, fours_here, fouls_here, longs_here in lines:
        longs |= longs_here
        fives |= longs_here & ~fouls_here
        double_fours |= fouls_here | fours & fours_here
        fours |= fours_here
    overlines = longs & ~fives
    double_fours &= ~longs
    candidates = _twice([line[1] for line in lines]) & ~(longs | double_fours)
    double_threes = doubtful = 0
    if candidates:
        double_threes, doubtful = _settled(empty, lines, candidates)

    decided = _text(
        boards,
        high=fives | overlines | double_fours,
        middle=overlines | double_threes,
        low=fives | double_threes,
    )
    if doubtful:
        row = doubtful.to_bytes(len(boards) * _BOARD // 8, "big")
        size = _BOARD // 8
        for number, board in enumerate(boards):
            if any(row[number * size : (number + 1) * size]):
                judged = position.verdict_text(position.of_text(board.decode("ascii")))
                decided[number] = judged.encode("ascii")
    return decided


def _settled(empty: int, lines: list[tuple[int, int, int, int, int]], candidates: int) -> tuple[int, int]:
    """Return the candidates that are double-threes for certain, and those that need recursion (RIF 9.3)."""
    lives, threes = [], []
    for number, step in enumerate(_STEPS):
        slots = lines[number][0]
        others = lines[:number] + lines[number + 1 :]
        # a straight-four point already makes a four: with a four in another line it is a foul or a five, so it can't
        # make a straight four; with threes in two other lines it is in doubt
        high = others[0][2] | others[1][2] | others[2][2]
        playable = empty & ~high
        doubt = playable & _twice([other[1] for other in others])
        playable ^= doubt
        live = open_ = 0
        for i, j in _PAIRS:
            pair = slots & empty >> i * step & empty >> j * step
            if pair:
                live |= (pair & playable >> j * step) << i * step | (pair & playable >> i * step) << j * step
                open_ |= (pair & doubt >> j * step) << i * step | (pair & doubt >> i * step) << j * step
        lives.append(live)
        threes.append(live | open_)
    certain = candidates & _twice(lives)
    return certain, candidates & _twice(threes) & ~certain


def _twice(numbers: Iterable[int]) -> int:
    """Return the bits that are set in two numbers or more."""
    once = twice = 0
    for number in numbers:
        twice |= once & number
        once |= number
    return twice


def _bits(boards: Sequence[bytes], table: bytes) -> int:
    cells = _WALL_ROW.join(boards) + _WALL_ROW
    cells = cells.translate(table)
    rows = bytearray(b"0") * (len(boards) * _BOARD)
    for column in range(SIZE):
        rows[column::_ROW] = cells[column::SIZE]
    return int(bytes(rows), 2)


def _text(boards: Sequence[bytes], high: int, middle: int, low: int) -> list[bytes]:
    """Return the verdict lines of three bit planes, with the values 4 (`high`), 2 (`middle`) and 1 (`low`)."""
    size = len(boards) * _BOARD
    digits = [int.from_bytes(f"{plane:0{size}b}".encode("ascii"), "big") for plane in (high, middle, low)]
    zeros = int.from_bytes(b"0" * size, "big")
    rows = ((digits[0] << 2) + (digits[1] << 1) + digits[2] - 7 * zeros).to_bytes(size, "big")
    cells = bytearray(len(boards) * _ROW * SIZE)
    for column in range(SIZE):
        cells[column::SIZE] = rows[column::_ROW]
    stones = int.from_bytes((_WALL_ROW.join(boards) + _WALL_ROW).translate(_STONES), "big")
    text = (int.from_bytes(cells, "big") + stones).to_bytes(len(cells), "big").translate(_MARKS)
    length = _ROW * SIZE
    return [text[start : start + POINTS] for start in range(0, len(text), length)]
