"""Find the wiring faults that frames prove.

The proof works because the contacts of one row and one column are always closed, and because with all rows low all
columns must be low.
"""

from tengen.codes import coded
from tengen.games.points import LETTERS


def faults(rows, answers, falls, size, first_column, settle_us, wired=None):
    """Return a list of the proved faults, as codes with row or column, part and pin.

    `rows` has a bit for each row with a working driver. `answers` has a bit for each column with an input that answers
    to the always-closed row. `falls` has a bit for each column that is low with all rows low. Bit `size` is the
    always-closed line. `first_column` is the GPIO of the first input. The rows are on the outputs of two 595s in a
    chain. `wired` (a WireMap) gives the output of each row and the input of each column. If it is None, outputs and
    inputs are in order.
    """
    every = (2 << size) - 1
    if not rows & every:
        # no row answers at all, so report one fault instead of sixteen
        return [coded("device.no_row", gpio=_gpio(size, first_column, wired))]
    if not falls & every:
        return [coded("device.no_column", number=settle_us)]
    found = []
    for row in range(size + 1):
        if not rows >> row & 1:
            chip, pin = _output(row, wired)
            if row < size:
                found.append(coded("device.row_dead", row=row + 1, chip=chip, pin=pin))
            else:
                found.append(coded("device.shut_row_dead", chip=chip, pin=pin))
    for column in range(size):
        gpio = _gpio(column, first_column, wired)
        if not answers >> column & 1:
            found.append(coded("device.column_dead", column=LETTERS[column], gpio=gpio))
        if not falls >> column & 1:
            found.append(coded("device.column_high", column=LETTERS[column], gpio=gpio))
    if not answers >> size & 1:
        found.append(coded("device.sense_dead", gpio=_gpio(size, first_column, wired)))
    if not falls >> size & 1:
        found.append(coded("device.sense_high", gpio=_gpio(size, first_column, wired)))
    return found


def intermittent(rows, answers, falls, size, first_column, wired=None):
    """Return a list of the intermittent lines, as codes like those of faults().

    In this function a bit of `rows`, `answers` or `falls` is 1 if the line fails.
    """
    every = (2 << size) - 1
    if rows & every == every:
        return [coded("device.all_rows", gpio=_gpio(size, first_column, wired))]
    if falls & every == every:
        return [coded("device.all_columns")]
    found = []
    for row in range(size + 1):
        if rows >> row & 1:
            chip, pin = _output(row, wired)
            if row < size:
                found.append(coded("device.row_fails", row=row + 1, chip=chip, pin=pin))
            else:
                found.append(coded("device.shut_row_fails", chip=chip, pin=pin))
    for column in range(size):
        gpio = _gpio(column, first_column, wired)
        if answers >> column & 1:
            found.append(coded("device.column_fails", column=LETTERS[column], gpio=gpio))
        if falls >> column & 1:
            found.append(coded("device.column_stays", column=LETTERS[column], gpio=gpio))
    if answers >> size & 1:
        found.append(coded("device.sense_fails", gpio=_gpio(size, first_column, wired)))
    if falls >> size & 1:
        found.append(coded("device.sense_stays", gpio=_gpio(size, first_column, wired)))
    return found


def _output(row, wired):
    """Return (595, pin) of a row. The chips are numbered from 1."""
    output = wired.rows[row] if wired else row
    return output // 8 + 1, output % 8


def _gpio(column, first_column, wired):
    return first_column + (wired.columns[column] if wired else column)


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
    """Return the points with reeds that can't be trusted, one word per row."""
    return lines(~rows, ~(answers & falls), size)


def lines(rows, columns, size):
    """Return the points on `rows` or `columns` (one bit for each), one word per row."""
    every = (1 << size) - 1
    return [every if rows >> row & 1 else columns & every for row in range(size)]


def points(words, size):
    """Return the list of points, in order, that have their bit set in `words` (one word per row)."""
    return [size * row + column for row in range(size) for column in range(size) if words[row] >> column & 1]
