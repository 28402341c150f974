"""The wiring faults that frames prove: one row and one column are wired shut, and all columns are low with no row."""

from tengen.games.points import LETTERS


def faults(rows, answers, falls, size, first_column, settle_us, wired=None):
    """Return a list of the proved faults, as texts that name row or column, part and pin.

    `rows` has a bit for each row whose driver drives; `answers`, for each column whose input answers to the wired-shut
    row; `falls`, for each column that is low with all rows low. Bit `size` is the wired-shut line. `first_column` is
    the GPIO of the first input. The rows are on the outputs of two 595s in a chain. `wired` (a WireMap) gives the
    output of each row and the input of each column; without it they are in order.
    """
    every = (2 << size) - 1
    if not rows & every:
        # no row answers at all: one fault, not sixteen
        sense = first_column + (wired.columns[size] if wired else size)
        return ["no row answers (row sense on GPIO%d, or both 595s without power or clock)" % sense]
    if not falls & every:
        return ["no column falls within %d us of its row: pull-downs missing, or settle_us too short" % settle_us]
    found = []
    for kind, name in _lines(rows, answers, falls, size, first_column, wired):
        found.append(_DEAD[kind] % name)
    return found


def intermittent(rows, answers, falls, size, first_column, wired=None):
    """Return a list of the lines that fail now and then, as texts like those of faults().

    Here a bit of `rows`, `answers` or `falls` is 1 if the line fails.
    """
    every = (2 << size) - 1
    if rows & every == every:
        sense = first_column + (wired.columns[size] if wired else size)
        return ["all rows fail now and then (row sense on GPIO%d, or power or clock of both 595s)" % sense]
    if falls & every == every:
        return ["all columns fail now and then: they are high with all rows low in some frames"]
    found = []
    for kind, name in _lines(~rows, ~answers, ~falls, size, first_column, wired):
        found.append(_FAILS[kind] % name)
    return found


# The texts for a row, for a column that does not answer, for a column that does not fall
_DEAD = (
    "%s is dead: its sense bit never closes",
    "%s is dead: it does not answer to the wired-shut row",
    "%s is high with all rows low: shorted to 3.3 V, or without its pull-down",
)
_FAILS = (
    "%s fails now and then: its sense bit does not close in some frames",
    "%s fails now and then: it does not answer to the wired-shut row in some frames",
    "%s fails now and then: it is high with all rows low in some frames",
)


def _lines(rows, answers, falls, size, first_column, wired):
    """Yield (kind of fault, name) for each line whose bit is 0: the rows, then the columns."""
    outputs = wired.rows if wired else range(size + 1)
    inputs = wired.columns if wired else range(size + 1)
    for row in range(size + 1):
        if not rows >> row & 1:
            name = "row %d" % (row + 1) if row < size else "the wired-shut row"
            output = outputs[row]
            yield 0, "%s (595 #%d pin Q%d)" % (name, output // 8 + 1, output % 8)
    for column in range(size + 1):
        name = "column %s" % LETTERS[column] if column < size else "the row sense"
        name = "%s (GPIO%d)" % (name, first_column + inputs[column])
        if not answers >> column & 1:
            yield 1, name
        if not falls >> column & 1:
            yield 2, name


def sign(rows, answers, falls, size):
    """Return the first fault as a short text for the lights, such as "ROW 7" or "COL D"; "" if there is none."""
    every = (2 << size) - 1
    for name, words in (("ROW", rows), ("COL", answers & falls)):
        broken = every & ~words
        if broken == every:
            return name + " ?"
        for line in range(size + 1):
            if broken >> line & 1:
                letter = name == "COL" and line < size
                return "%s %s" % (name, LETTERS[line].upper() if letter else line + 1)
    return ""


def unproved(rows, answers, falls, size):
    """Return the points whose reeds can't be trusted, one word per row."""
    return lines(~rows, ~(answers & falls), size)


def lines(rows, columns, size):
    """Return the points that lie on one of `rows` or `columns` (a bit each), one word per row."""
    every = (1 << size) - 1
    return [every if rows >> row & 1 else columns & every for row in range(size)]


def points(words, size):
    """Return the list of points, in order, whose bit is set in `words` (one word per row)."""
    return [size * row + column for row in range(size) for column in range(size) if words[row] >> column & 1]
