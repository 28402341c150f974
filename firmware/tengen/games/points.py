"""Points and directions, and their names: `h8` is column h (left to right), row 8 (bottom to top)."""

from tengen.codes import Refused, coded

LETTERS = "abcdefghijklmnopqrs"

# The step of each of the four directions, as (columns, rows)
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
DIRECTION_NAMES = ("row", "column", "rising diagonal", "falling diagonal")


def name(point, size):
    """Return the name of a point: `h8` for point 112 of a 15x15 board."""
    return LETTERS[point % size] + str(point // size + 1)


def names(points, size):
    """Return the names of the points as a list."""
    return [name(point, size) for point in points]


def index(text, size):
    """Return the point with the name `text` (upper or lower case): (number - 1) * size + column.

    Raises Refused for any other text.
    """
    column = LETTERS.find(text[:1].lower()) if text[:1] else -1
    digits = text[1:]
    # CPython's isdigit() alone accepts digits of other scripts, too
    if column < 0 or not digits.isdigit() or len(digits) > 2 or digits[0] not in "123456789":
        raise Refused(coded("refused.no_name_of_point", text=text))
    row = int(digits) - 1
    if column >= size or row >= size:
        raise Refused(coded("refused.off_board", text=text, point=name(size * size - 1, size)))
    return row * size + column


def indices(text, size):
    """Return the points of a text like `h8i9g7`, with or without blanks. Raises Refused with the wrong column."""
    found = []
    at = 0
    while at < len(text):
        if text[at] in " \t\r\n":
            at += 1
            continue
        end = at + 1
        while end < len(text) and text[end] in "0123456789":
            end += 1
        try:
            found.append(index(text[at:end], size))
        except Refused as error:
            raise Refused(coded("refused.at_character", number=at + 1, why=error.why))
        at = end
    return found
