"""What frames prove of the wiring: one row and one column are wired shut, and nothing is high with all rows low."""

from tengen.rules.points import LETTERS


def faults(rows, answers, falls, size, first_column, settle_us, wired=None):
    """Each fault that is proved, in words that name row or column, part and pin.

    A bit a row whose driver drives, a bit a column whose input answers to the wired-shut row, a bit a column that is
    low with all rows low; bit `size` is the wired-shut one. `first_column` is the GPIO of the first input; the rows
    hang on the outputs of two 595s in a chain. `wired` (a Wired) says on which, and which column on which input;
    without it they are in order.
    """
    every = (2 << size) - 1
    outputs = wired.rows if wired else range(size + 1)
    inputs = wired.columns if wired else range(size + 1)
    if not rows & every:
        # no row answers at all: that is one fault and not sixteen
        sense = first_column + inputs[size]
        return ["no row answers (row sense on GPIO%d, or both 595s without power or clock)" % sense]
    if not falls & every:
        return ["no column falls within %d us of its row: pull-downs missing, or settle_us too short" % settle_us]
    found = []
    for row in range(size + 1):
        if not rows >> row & 1:
            name = "row %d" % (row + 1) if row < size else "the wired-shut row"
            output = outputs[row]
            words = "%s (595 #%d pin Q%d) is dead: its sense bit never closes"
            found.append(words % (name, output // 8 + 1, output % 8))
    for column in range(size + 1):
        name = "column %s" % LETTERS[column] if column < size else "the row sense"
        gpio = first_column + inputs[column]
        if not answers >> column & 1:
            words = "%s (GPIO%d) is dead: it does not answer to the wired-shut row"
            found.append(words % (name, gpio))
        if not falls >> column & 1:
            words = "%s (GPIO%d) is high with all rows low: shorted to 3.3 V, or without its pull-down"
            found.append(words % (name, gpio))
    return found


def sign(rows, answers, falls, size):
    """The first fault in a few signs, for the lights: "ROW 7", "COL D"; "" where there is none."""
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
    """The points whose reeds can't be believed, a word a row."""
    points = (1 << size) - 1
    believed = answers & falls & points
    return [points & ~believed if rows >> row & 1 else points for row in range(size)]


def points(words, size):
    """The points of some words, in order."""
    return [size * row + column for row in range(size) for column in range(size) if words[row] >> column & 1]
