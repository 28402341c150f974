"""Read and write the bytes of a RenLib library (.lib).

A library has a header, then the nodes one after another, each node before its continuations.

The list below has the meaning of each byte, with its source. RenLib is Frank Arkbo's program (renju.se/renlib); its
source is public as gomoku/RenLib. figrid is wuwbobo2021/figrid-board, a program that reads and writes the same files.

- The header has 20 bytes: FF `RenLib` FF, the version's two numbers, ten times FF (LibraryFile.cpp, WriteHeader;
  figrid: tree.cpp). RenLib 3.6 writes version 3.4, or version 3.0 if the first move is H8 and there is no pass
  (RenLibDoc.cpp, WriteLibrary). It refuses versions after 3.4, and reads a file without a header if the file begins
  with H8 (CheckVersion).
- A node has two bytes: the point, and its flags (LibraryFile.cpp, Get). The point is 16 * (y - 1) + x, with x from the
  left and y from the top, each 1 to 15 (Utils.cpp, PosToPoint; figrid agrees). The point 0 is the root in the first
  node, and a pass in any other node (MoveNode.cpp, isPassMove). Versions before 3.4 have no root: H8 is the first node
  (RenLibDoc.cpp, WriteMove).
- The flags are the constants below (MoveNode.cpp). Their names are misleading. DOWN means that a sibling follows after
  this node's subtree. RIGHT means that the node has no child (RenLibDoc.cpp, WriteNode; figrid: `has_sibling`,
  `is_leaf`). The root has neither flag. If RenLib has saved only a branch, the nodes on the path to the branch have
  DOWN for siblings that are not in the file, and a branch that ends there has no RIGHT (WriteMove with a move's
  number).
- EXTENSION means that two more bytes follow, the high byte first. Their lowest bit is BOARD_TEXT (MoveNode.cpp,
  setExtendedInfo).
- Then the comment and the board text follow. Each text ends with a zero byte, and with a second zero byte if the length
  would otherwise be odd (RenLibDoc.cpp, WriteText). In a comment, the byte 8 separates the one-line comment from the
  comment of several lines (WriteComment). Lines end with CR LF (figrid: string_manage_multiline).
- An old comment has seven bits per character, and the bit 80 (hexadecimal) in its last character. Six characters of
  ASCII mean the Swedish letters (RenLibDoc.cpp, ReadOldComment; Utils.cpp, AsciiToWinChar). The comment may have one
  more byte to make its length even.
- A board text is shown on the node's point while the position before the node is shown. A node with NO_MOVE exists only
  for its board text, and no move leads to it (RenLibDoc.cpp, UpdateBoard, BoardTextCommand, DisplayMove).
- Texts are in the code page of the Windows where they were typed, because RenLib uses 8-bit strings everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from tengen.games import points

from ..records.encoding import guess
from ..records.record import PASS, RecordError

SIZE = 15  # the size of every board
DOWN, RIGHT, OLD_COMMENT, MARK, COMMENT, START, NO_MOVE, EXTENSION = 0x80, 0x40, 0x20, 0x10, 0x08, 0x04, 0x02, 0x01
BOARD_TEXT = 0x01  # this flag is in the second byte of the extension
PARTS = b"\b"  # this byte separates a one-line comment from a comment of several lines

VERSION = 3, 4  # the newest version
MAGIC = b"\xffRenLib\xff"
HEADER = MAGIC + bytes(VERSION) + b"\xff" * 10
_CENTRE = 0x78  # h8

MOST_BYTES = 100_000_000  # of a file
MOST_NODES = 3_000_000
MOST_TEXT = 1_000_000  # the most bytes of one comment or board text
MOST_GUESSED = 200_000  # the most bytes of text that are used to guess the encoding
DEEPEST = 1000  # the most moves in a line; a board has 225 points, but the number of passes has no limit

ROOT = 0
# The name of each position's point, or "" if the position is not a point; the root has the name of a pass
POINTS = [PASS] + [
    points.name((SIZE - 1 - at // 16) * SIZE + at % 16 - 1, SIZE) if at % 16 and at < 16 * SIZE else ""
    for at in range(1, 256)
]
POSITIONS = {name: at for at, name in enumerate(POINTS) if name}

_LAST_OF_OLD = re.compile(rb"[\x80-\xff]")
_SWEDISH = str.maketrans("}{|][\\", "åäöÅÄÖ")
_AGAIN = "save it once more in the program that wrote it"

# depth, position, flags, comment, board text
Raw = tuple[int, int, int, bytes, bytes]


def version(data: bytes, name: str = "") -> tuple[int, int] | None:
    """Return the version in a file's header; None for a file without a header. Raises RecordError."""
    where = name or "the file"
    if not data:
        raise RecordError(f"{where} is empty: choose a file with a tree")
    if len(data) > MOST_BYTES:
        raise RecordError(
            f"{where} has more than {MOST_BYTES // 1_000_000} MB, too much to be read: save a branch of it"
        )
    if not data.startswith(MAGIC):
        if data[0] == _CENTRE and len(data) % 2 == 0:
            return None
        why = "because it does not begin like one"
        raise RecordError(f"{where} is not a library of RenLib, {why}: choose a .lib of RenLib")
    if len(data) < len(HEADER):
        raise RecordError(f"{where} ends at byte {len(data)}, in its header, it is cut off: {_AGAIN}")
    its = data[len(MAGIC)], data[len(MAGIC) + 1]
    if its > VERSION:
        newest = f"{VERSION[0]}.{VERSION[1]} is the newest that is read"
        raise RecordError(f"{where} is of version {its[0]}.{its[1]}, {newest}: save it as that")
    return its


def is_label(flags: int, comment: bytes) -> bool:
    """Return whether a node exists only for its board text.

    A node with more data is a move, even if NO_MOVE is set, because RenLib makes the node a move again as soon as a
    stone is put there (RenLibDoc.cpp, InsertMove).
    """
    return flags & (NO_MOVE | RIGHT | MARK | START) == NO_MOVE | RIGHT and not comment


def scan(data: bytes, name: str = "") -> Iterator[Raw]:
    """Yield depth, position, flags, comment and board text of each node.

    The root comes first, even if the file does not contain it.

    A truncated file lacks siblings, and so does a file with a saved branch only. Raises RecordError for a truncated
    file, except if only siblings of nodes in the first line are missing.
    """
    where = name or "the file"
    at = len(HEADER) if version(data, name) else 0
    end = len(data)
    if at == end:
        raise RecordError(f"{where} has a header and no node: {_AGAIN}")
    number = depth = 0
    if data[at] != ROOT:
        yield 0, ROOT, 0, b"", b""
        depth = 1
    # for each expected node, its depth and the number of the node that announces it
    siblings: list[tuple[int, int]] = []
    first_end = 0  # the number of the first node without a child
    over = False
    missing = 0  # the number of the node that announces one more node
    taken = [0] * (DEEPEST + 2)  # for each depth the points with a stone, one bit each
    while at < end:
        here = at
        if over:
            raise RecordError(f"{where}: the tree ends at byte {here}, the file {end - here} bytes later: {_AGAIN}")
        number += 1
        try:
            position, flags = data[at], data[at + 1]
            at += 2
            extension = 0
            comment = text = b""
            if flags & EXTENSION:
                extension = data[at + 1]
                at += 2
            if flags & (OLD_COMMENT | COMMENT):
                comment, at = _old(data, at) if flags & OLD_COMMENT else _text(data, at)
            if extension & BOARD_TEXT:
                text, at = _text(data, at)
        except IndexError:
            what = f"ends in node {number}, which begins at byte {here}"
            raise RecordError(f"{where} {what}, it is cut off: {_AGAIN}") from None
        except ValueError:
            what = f"a text of more than {MOST_TEXT // 1_000_000} MB"
            raise RecordError(f"{where}: node {number}, at byte {here}, has {what}: make it shorter there") from None
        if not POINTS[position]:
            what = f"lies at column {position % 16 or 16} and row {position // 16 + 1} from the top"
            raise RecordError(f"{where}: node {number}, at byte {here}, {what}, off the 15x15 board: {_AGAIN}")
        if number > MOST_NODES:
            raise RecordError(f"{where} has more than {MOST_NODES} nodes, the most that are read: save a branch of it")
        if depth > DEEPEST:
            raise RecordError(f"{where}: at byte {here} there are more than {DEEPEST} moves in a row: {_AGAIN}")
        stones = taken[depth - 1] if depth else 0
        if position and not is_label(flags, comment):
            stone = 1 << position
            if stones & stone:
                what = f"puts a stone on {POINTS[position]}, where one lies already"
                raise RecordError(f"{where}: node {number}, at byte {here}, {what}: correct it there")
            stones |= stone
        taken[depth] = stones
        yield depth, position, flags, comment, text
        missing = 0
        if not depth:
            depth = 1
        elif not flags & RIGHT:
            if flags & DOWN:
                siblings.append((depth, number))
            depth += 1
            missing = number if first_end else 0
        else:
            first_end = first_end or number
            if flags & DOWN:
                missing = number
            elif siblings:
                depth, missing = siblings.pop()
            else:
                over = True
    if missing and missing >= first_end:
        what = f"ends at byte {end}, after node {number}, where more must follow"
        raise RecordError(f"{where} {what}, it is cut off: {_AGAIN}")


def _text(data: bytes, at: int) -> tuple[bytes, int]:
    """Return a text, and the offset after it.

    Raises IndexError if the file ends inside the text, ValueError if the text is too long.
    """
    end = data.find(0, at, at + MOST_TEXT + 1)
    if end < 0:
        raise ValueError if len(data) > at + MOST_TEXT else IndexError
    after = end + 1 + (end + 1 - at) % 2
    if after > len(data):
        raise IndexError
    return data[at:end], after


def _old(data: bytes, at: int) -> tuple[bytes, int]:
    last = _LAST_OF_OLD.search(data, at, at + MOST_TEXT)
    if last is None:
        raise ValueError if len(data) > at + MOST_TEXT else IndexError
    after = last.end() + (last.end() - at) % 2
    if after > len(data):
        raise IndexError
    return data[at : last.end()], after


def old_text(comment: bytes) -> str:
    """Return the text of an old comment."""
    return bytes(byte & 0x7F for byte in comment).decode("ascii").translate(_SWEDISH)


def node(position: int, flags: int, comment: bytes, text: bytes) -> bytes:
    """Return the bytes of a node.

    `flags` come without the flags for texts. The texts must not contain a zero byte.
    """
    if comment:
        flags |= COMMENT
    if text:
        flags |= EXTENSION
    its = bytes((position, flags)) + (bytes((0, BOARD_TEXT)) if text else b"")
    return its + _closed(comment) + _closed(text)


def _closed(text: bytes) -> bytes:
    return text and text + (b"\0" if len(text) % 2 else b"\0\0")


def encoding_of(texts: Iterable[bytes]) -> str:
    """Return the encoding of texts, guessed from the first texts that are not ASCII."""
    sample = bytearray()
    try:
        for text in texts:
            if not text.isascii():
                sample += text + b"\n"
            if len(sample) > MOST_GUESSED:
                break
    except RecordError:
        pass  # the error will be raised again when the nodes are read; here the texts before the damage are enough
    return guess(bytes(sample))
