"""The map of outputs, inputs, pixels and buttons, from wiring.py or as learned on the board (wire_file.py)."""

from binascii import hexlify

FILE = "board.json"
# the number of rows and of columns, including the row and the column with contacts that are always closed; a word of a
# frame on the link has this number of bits
MOST_LINES = 16
PARTS = ("rows", "columns", "buttons", "pixels", "bars")


class WireMap:
    """The wiring of a board.

    `rows`: the 595 outputs (0-15 along the chain) of rows 1 to 15 and of the always-closed row. `columns`: the inputs n
    (GPIO COLUMNS + n) of columns a to o and of the row sense. `buttons`: the GPIOs of P1, P2 and the arbiter.
    `pixel_of`: the pixel of the chain under each point, as numbered() returns it. `bars`: the pixels of P1's and P2's
    edge bar in the same form, each from the player's own left. `learned`: True if the map differs from the map in
    board.toml.
    """

    def __init__(self, rows, columns, buttons, pixel_of, bars, learned=False):
        self.rows = bytes(rows)
        self.columns = bytes(columns)
        self.buttons = tuple(buttons)
        self.pixel_of = numbered(pixel_of)
        self.bars = tuple(numbered(bar) for bar in bars)
        self.learned = learned

    def fields(self):
        """Return all parts by name, in the format of the link and the file."""
        return {
            "rows": list(self.rows),
            "columns": list(self.columns),
            "buttons": list(self.buttons),
            "pixels": hexlify(self.pixel_of).decode(),
            "bars": [hexlify(bar).decode() for bar in self.bars],
        }

    def order(self):
        """Return `order` for sensing.kernels.arrange(), or None if rows and columns are already in order."""
        lines = len(self.rows)
        straight = bytes(range(lines))
        if self.rows == straight == self.columns:
            return None
        column_of = bytearray(lines)
        for column in range(lines):
            column_of[self.columns[column]] = column
        return self.rows + bytes((lines,)) + bytes(column_of)


def numbered(pixels):
    """Return pixel numbers as bytes, or as a tuple if one is too large for a byte.

    Only the virtual 19x19 board has so many pixels. There the lights' kernels are plain Python, which accepts a tuple.
    """
    return tuple(pixels) if max(pixels) > 255 else bytes(pixels)


def defaults(wiring):
    """Return the WireMap of a board that is wired like board.toml. `wiring` is the module wiring.py."""
    lines = range(wiring.SIZE + 1)
    bars = [range(first, first + wiring.BAR_LENGTH) for first in wiring.BARS]
    return WireMap(lines, lines, wiring.BUTTONS, wiring.PIXEL_OF, bars)


def probed(found, on, why=None):
    """Return the event with a board's wiring (the WireMap `found`). It says if the board is probed, or `why` not."""
    event = {"code": "probe", "on": on, "learned": found.learned, "why": why}
    event.update(found.fields())
    return event
