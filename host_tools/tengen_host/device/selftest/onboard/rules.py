"""Compute, on the board, the verdicts of packed positions (device/selftest/vectors.py) by the board's own rules."""

import sys
from binascii import a2b_base64, crc32, hexlify

from tengen.games import BLACK, WHITE
from tengen.games.renju.position import Position, verdict_text

_position = Position()
_empty = _position.state[:]
_WHOLE = 255

# After this number of stones, print a dot, because the laptop's wait for the next character is limited
_STONES = 8


def _put(piece, at):
    """Put the stones of the packed board that begins at `at` in a piece; return where the next board begins."""
    put = _position.put
    count = piece[at + 1]
    at += 2
    colours = at + count
    for nth in range(count):
        if nth % _STONES == 0:
            sys.stdout.write(".")
        put(piece[at + nth], WHITE if piece[colours + (nth >> 3)] >> (nth & 7) & 1 else BLACK)
    return colours + (count + 7) // 8


def _clear():
    _position.cells[:] = bytes(len(_position.cells))
    _position.state[:] = _empty


def judge(sizes):
    """Read a piece of each of these sizes, and print a line for it.

    The line has dots while the board works, then the answers in hex.
    """
    for size in sizes:
        wire = bytearray((size + 2) // 3 * 4)
        sys.stdin.buffer.readinto(wire)
        piece = a2b_base64(bytes(wire))
        answers = bytearray()
        at = 1
        for _ in range(piece[0]):
            point = piece[at]
            at = _put(piece, at)
            said = crc32(_position.verdicts) if point == _WHOLE else _position.verdicts[point]
            answers += said.to_bytes(4, "little")
            _clear()
        print(hexlify(bytes(answers)).decode())


def tell(piece):
    """Print the verdict line of a packed board, after a line of dots."""
    _put(piece, 0)
    print()
    print(verdict_text(_position))
    _clear()
