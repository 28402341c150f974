"""Invalid lines for the board's link: random bytes and damaged commands. The same seed gives the same lines."""

import json
import random

from tengen.link.commands import COMMANDS as TABLE
from tengen.link.commands import fields

# The commands that the board accepts: name and fields
COMMANDS = {word: [name for name, _, _ in fields(word)] + ["id"] for word in TABLE}
ASKING = ("snapshot", "health", "prove", "games")  # these commands change nothing on the board

GOOD = [
    {"cmd": "snapshot"},
    {"cmd": "health"},
    {"cmd": "prove"},
    {"cmd": "hold"},
    {"cmd": "games"},
    {"cmd": "game", "number": 1},
    {"cmd": "fetched", "number": 17},
    {"cmd": "set", "brightness": 40, "sound": False},
    {"cmd": "set", "opening": "swap-2", "mode": "silent", "clock": "45/30x3", "move": "dwell", "tiebreak": True},
    {"cmd": "set", "opening": "yamaguchi", "fifths": 5, "fixed": True, "small": True, "game": "renju"},
    {"cmd": "do", "who": "p1", "entry": "no swap"},
    {"cmd": "do", "who": "arbiter", "entry": "new game"},
    {"cmd": "new"},
    {"cmd": "back", "count": 1},
    {"cmd": "clock", "p1": 60_000, "p2": 90_500},
    {"cmd": "setup", "board": ".X" * 112 + ".", "turn": "white", "confirm": True},
    {"cmd": "stamp", "record": "2026-11-21 T3", "date": "2026-11-21"},
    {"cmd": "probe", "on": True},
    {"cmd": "light", "pixels": [[0, "ff8000"], [254, "0000ff"]]},
    {"cmd": "wire", "buttons": [22, 21, 26], "save": True},
    {"cmd": "partner", "question": 1, "offer": ["e5", "k11"]},
    {"cmd": "show", "points": ["a1", "o15"], "best": ["a1"], "moves": 0},
    {"cmd": "puzzle", "grade": 3, "id": "7"},
]
# Values that are wrong in any field
BAD_VALUES = (None, -1, 1.5, 10**40, 1e300, "", "x" * 41, [], {}, ["p1"], {"p1": 1}, [[[[[]]]]], "\ud800", "\x00", "é")
TOKENS = (
    b'"', b"\\", b"\\u", b"\\ud800", b"{", b"}", b"[", b"]", b":", b",", b"null", b"true", b"NaN", b"Infinity", b"-",
    b"1e999", b"9" * 50, b"0x1F", b"\x00", b"\x1e", b"\x7f",
    b"\x1b[A", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf0\x9f\x98\x80",
    b'"cmd"', b'{"cmd":', b"/*", b"'", b" ", b"\t", b"[" * 60, b'{"a":' * 30,
)  # fmt: skip


def lines(seed, without=b"\r\n\x03"):
    """Yield endlessly many lines, without line ends and without the bytes of `without`, such as Ctrl-C.

    Ctrl-C stops a board.
    """
    here = random.Random(seed)
    good = [json.dumps(command).encode() for command in GOOD]
    while True:
        kind = here.randrange(10)
        if kind == 0:
            line = here.randbytes(here.choice((1, 3, 10, 60, 300)))
        elif kind == 1:
            line = json.dumps(_bad_command(here)).encode()
        elif kind == 2:
            # the longest line that the board reads, and longer lines
            line = (here.choice(good) * 600)[: here.choice((511, 512, 513, 600, 1500))]
        else:
            line = here.choice(good)
            for _ in range(here.choice((1, 1, 1, 2, 4))):
                line = _spoilt(line, good, here)
        line = line.translate(None, without)
        if line:
            yield line


def is_long(line):
    """Whether a line is longer than the board reads."""
    return len(line) > 512


def names_a_command(line):
    """Return the command's name if a line has only a known command and its fields, else None."""
    if is_long(line):
        return None
    try:
        command = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(command, dict) or not isinstance(command.get("cmd"), str):
        return None
    word = command["cmd"]
    known = word in COMMANDS and set(command) <= {"cmd", *COMMANDS[word]}
    return word if known else None


def may_name_a_command(line):
    """Whether a lenient parser like MicroPython's might find a command in a line."""
    words = line.replace(b"\\", b"")  # MicroPython's parser accepts a backslash before any letter
    return line.rstrip().endswith(b"}") and any(b'"%s"' % word.encode() in words for word in COMMANDS)


def _bad_command(here):
    command = dict(here.choice(GOOD))
    field = here.choice(list(command))
    change = here.randrange(4)
    if change == 0:
        del command[field]
    elif change == 1:
        command[field] = here.choice(BAD_VALUES)
    elif change == 2:
        command[here.choice(("x", "", "Count", "cmd ", "y" * 60, "é"))] = here.choice(BAD_VALUES)
    else:
        command = here.choice(([command], {"cmd": command}, {"event": command}, command | {"cmd": field}))
    return command


def _spoilt(line, good, here):
    at, end = sorted(here.randrange(len(line) + 1) for _ in range(2))
    change = here.randrange(8)
    if change == 0:
        return line[:at] + here.choice(TOKENS) + line[at:]
    if change == 1:
        return line[:at] + here.choice(TOKENS) + line[end:]
    if change == 2:
        return line[:at]
    if change == 3:
        return line[at:]
    if change == 4:
        return line[:at] + line[end:]
    if change == 5:
        return line[:end] + line[at:]
    if change == 6:
        other = here.choice(good)
        return line[:at] + other[here.randrange(len(other)) :]
    spoilt = bytearray(line or b"?")
    spoilt[here.randrange(len(spoilt))] ^= 1 << here.randrange(8)
    return bytes(spoilt)
