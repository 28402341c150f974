"""What a frame proves of the wiring: the sixteenth row and column are wired shut and must always read so."""

from tengen.rules.points import LETTERS


def dead_rows(frame, size):
    """The rows (0-based, `size` for the wired-shut one) whose driver did not drive: their sense bit is open."""
    return [row for row in range(size + 1) if not frame[row] >> size & 1]


def dead_columns(frame, size):
    """The columns (0-based) whose input does not answer even to the wired-shut row, if that row is driven."""
    proof = frame[size]
    if not proof >> size & 1:
        return []
    return [column for column in range(size) if not proof >> column & 1]


def faults(frame, size, first_column):
    """Each fault that a frame proves, in words that name row or column, part and pin.

    `first_column` is the GPIO of column a; the rows hang on the outputs of two 595s in a chain.
    """
    found = []
    for row in dead_rows(frame, size):
        name = "row %d" % (row + 1) if row < size else "the wired-shut row"
        found.append("%s (595 #%d pin Q%d) is dead: its sense bit never closes" % (name, row // 8 + 1, row % 8))
    for column in dead_columns(frame, size):
        found.append(
            "column %s (GPIO%d) is dead: it does not answer to the wired-shut row"
            % (LETTERS[column], first_column + column)
        )
    if len(found) > size:
        # no row answers at all: that is one fault and not sixteen
        found = ["no row answers (row sense on GPIO%d, or both 595s without power or clock)" % (first_column + size)]
    return found
