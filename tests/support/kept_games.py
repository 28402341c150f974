"""Make files of a board's journal without a board."""

from zlib import crc32

from tengen.journal import partfile
from tengen.session.settings import Settings

BEGIN = ("begin", Settings(100).game_text())
BLOCK = 4096


def stone(column, row):
    return ("stone", 15 * (row - 1) + column - 1)


# h8 h9 i8 i9 ...: five in row 8
FIVE = [stone(column, row) for column in range(8, 13) for row in (8, 9)][:9]
END = ("end", 1, "five")


def file(*written, count=1):
    """Return the file of a game with these records. Each record is a list of entries."""
    number = count.to_bytes(4, "big")
    data = partfile.HEAD + number + crc32(number).to_bytes(4, "big")
    return (data + b"".join(partfile.encode(*entries) for entries in written)).ljust(BLOCK, b"\xff")


# settings that make the file of a game longer than one piece
_MUCH = {"mode": "referee", "clock": "135+30", "move": "button", "tiebreak": True}
LONG = ("begin", Settings(100).with_(_MUCH).game_text())


def finished(count=1, id_=None, begin=BEGIN):
    """Return the file of a game that Black has won."""
    stamp = [("stamp", id_, "2026-11-21T14:04:09")] if id_ else []
    return file([begin, *stamp], *([move] for move in FIVE), [END], [("left",)], count=count)


def unfinished(count=1):
    """Return the file of a game that was abandoned after five stones."""
    return file([BEGIN], FIVE[:5], [("left",)], count=count)


def damaged(count=1):
    """Return a damaged file: its first record does not begin a game."""
    return file([FIVE[0]], [FIVE[1]], count=count)


def put_on(pty, **files):
    """Put these files on the flash of a board (a PtyBoard), by their numbers: _3=bytes."""
    pty.pull()
    pty.do(lambda board: board.store.files.update({f"games/{int(name[1:]):05}": data for name, data in files.items()}))
    pty.push()
