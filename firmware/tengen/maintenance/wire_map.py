"""The map of outputs, inputs, pixels and buttons: as in wiring.py, or as found out on the board (wire_file.py)."""

from binascii import hexlify

FILE = "board.json"
MOST_LINES = 16  # of rows, and of columns, with the wired-shut ones: a word of a frame on the link has so many bits
PARTS = ("rows", "columns", "buttons", "pixels", "bars")


class WireMap:
    """How a board is wired.

    `rows`: the 595 outputs (0-15 along the chain) of rows 1 to 15 and of the wired-shut row. `columns`: the inputs n
    (GPIO COLUMNS + n) of columns a to o and of the row sense. `buttons`: the GPIOs of P1, P2 and the arbiter.
    `pixel_of`: the pixel of the chain under each point, as numbered() returns it. `bars`: the pixels of P1's and P2's
    edge bar, each from the player's own left, in the same form. `learned`: the map is not that of board.toml.
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
        """Return `order` for sensing.kernels.arrange(); None if rows and columns are in order already."""
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

    Only the virtual board of 19x19 has so many pixels: the lights' kernels take a tuple where they are plain Python.
    """
    return tuple(pixels) if max(pixels) > 255 else bytes(pixels)


def defaults(wiring):
    """Return the WireMap of a board that is wired as board.toml says. `wiring` is the module wiring.py."""
    lines = range(wiring.SIZE + 1)
    bars = [range(first, first + wiring.BAR_LENGTH) for first in wiring.BARS]
    return WireMap(lines, lines, wiring.BUTTONS, wiring.PIXEL_OF, bars)


def probed(found, on, why=None):
    """Return the event with a board's wiring (the WireMap `found`), and whether it is probed, or a code `why` not."""
    event = {"code": "probe", "on": on, "learned": found.learned, "why": why}
    event.update(found.fields())
    return event
