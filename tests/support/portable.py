"""Helpers for test files that run under CPython and MicroPython alike."""

import os

from tengen.codes import Refused, coded

DWELL_MS = 800  # the same value as in board.toml

# `make quick` runs a fifth of the examples. A board has no environment variables.
QUICK = bool(getattr(os, "getenv", lambda name: None)("TENGEN_QUICK"))

_TESTS = __file__.rpartition("support/")[0] or "./"


def raises(error, function, *arguments):
    """Check that the call raises `error`. Return the error's code with values (codes.coded), or else its message."""
    try:
        function(*arguments)
    except error as raised:
        return raised.why if isinstance(raised, Refused) else str(raised)
    raise AssertionError("no %s was raised" % error.__name__)


def to_mend(put_back, take_away):
    """Return the code for a board with wrong stones: the points where stones must be put back, and taken away."""
    one, other = put_back.split(), take_away.split()
    return coded("refused.all", parts=[coded("refused.put_back", points=one), coded("refused.take_away", points=other)])


def some(number):
    """Return `number`, or a fifth of it in `make quick`."""
    return max(1, number // 5) if QUICK else number


def read_lines(name):
    """Return the lines of the file `name` in tests/data."""
    with open(_TESTS + "data/" + name, encoding="utf-8") as file:
        return file.read().split("\n")


def each_line(name, folder="data/"):
    """Yield the lines of the file `name` in tests/data one by one, because a large file does not fit in a board's heap.

    `folder`: another folder, relative to tests/.
    """
    with open(_TESTS + folder + name, encoding="utf-8") as file:
        for line in file:
            yield line.rstrip("\n")


def page_lines(name):
    """Yield the lines of the page `name` in firmware/docs one by one."""
    return each_line(name, "../firmware/docs/")


def pages_of_games():
    """Return the names of the pages in firmware/docs/games, in order."""
    return sorted(["games/" + name for name in os.listdir(_TESTS + "../firmware/docs/games")])


def boards(name, every=1):
    """Yield (board text, verdict line) for every `every`-th line of a file in tests/data.

    A line has for each point X, O, or the verdict if the point is empty. `make quick` takes a fifth of the lines.
    """
    every *= 5 if QUICK else 1
    with open(_TESTS + "data/" + name, encoding="utf-8") as file:
        for number, line in enumerate(file):
            if number % every == 0:
                line = line.rstrip()
                board = "".join(mark if mark in "XO" else "." for mark in line)
                yield board, line.replace("X", "#").replace("O", "#")


def firmware_text(path):
    """Return the source of a file of the firmware's package."""
    with open(_TESTS + "../firmware/tengen/" + path, encoding="utf-8") as file:
        return file.read()


def seeded(seed):
    """Return a function number(below) of pseudo-random numbers. A seed gives the same numbers on every tier."""
    state = [seed]

    def number(below):
        state[0] = (state[0] * 1103515245 + 12345) & 0x7FFFFFFF
        return (state[0] >> 8) % below

    return number


def estimate_ma(frame, pixels, full_ma, idle_ma):
    """Return the current of a frame in mA, rounded up, by the model of lights/power.py, which has faster code."""
    green, red, blue = full_ma
    weight = 0
    for at in range(0, len(frame) - 2, 3):
        weight += frame[at] * green + frame[at + 1] * red + frame[at + 2] * blue
    return idle_ma * pixels + -(-weight // 255)


def pixel_at(point):
    """Return the pixel under a point, by the description in board.toml, but without the code that reads board.toml.

    The chain goes from a1 along row 1, back along row 2, and along row 3. Row 4 starts at the left again. Each group of
    three rows is like this.
    """
    column, row = "abcdefghijklmno".index(point[0]), int(point[1:]) - 1
    return 15 * row + (14 - column if row % 3 == 1 else column)


def colour_of(frame, point):
    """Return the colour (green, red, blue) of a point in a frame of the board's chain."""
    at = 3 * pixel_at(point)
    return tuple(frame[at : at + 3])


def lit(frame):
    """Return the colours of the lit points of a frame, by point."""
    names = [letter + str(number) for letter in "abcdefghijklmno" for number in range(1, 16)]
    return {name: colour_of(frame, name) for name in names if colour_of(frame, name) != (0, 0, 0)}


def cells_of(diagram):
    """Return the cells of a drawn board: a line for each row, the highest first; `X` black, `O` white, `.` empty.

    Row numbers at the left and letters below are ignored. Returns (cells, size).
    """
    rows = []
    for line in diagram.strip().split("\n"):
        marks = [mark for mark in line.split() if mark in (".", "X", "O")]
        if marks:
            rows.append(marks)
    size = len(rows)
    cells = bytearray(size * size)
    for number, marks in enumerate(rows):
        assert len(marks) == size, "row %d of the drawing has %d points" % (size - number, len(marks))
        for column, mark in enumerate(marks):
            cells[(size - 1 - number) * size + column] = ".XO".index(mark)
    return cells, size


def windows(cells, most=2):
    """Go through all contents of some cells by changing one cell at each step. Yield (cell, colour up to `most`)."""
    held, ways = [0] * len(cells), [1] * len(cells)
    at = 0
    while at < len(cells):
        if 0 <= held[at] + ways[at] <= most:
            held[at] += ways[at]
            yield cells[at], held[at]
            at = 0
        else:
            ways[at] = -ways[at]
            at += 1
