"""The map of outputs, inputs, pixels and buttons: as in wiring.py, or as the board was found to be wired.

The found map is kept as board.json: one line of JSON, and a second line with its CRC-32 as eight hexadecimal digits.
"""

import json
from binascii import crc32, hexlify, unhexlify

from tengen.journal.fields import FOREIGN, fields

FILE = "board.json"
MOST_LINES = 16  # of rows, and of columns, with the wired-shut ones: a word of a frame on the link has so many bits
PARTS = ("rows", "columns", "buttons", "pixels", "bars")

_VERSION = 1


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


def part(name, value, wiring):
    """Convert a part (one of PARTS) from the format of fields() to that of WireMap.

    Raises ValueError, with a message for a person, for a wrong value.
    """
    if name in ("rows", "columns"):
        return _permuted(name, value, range(wiring.SIZE + 1))
    if name == "buttons":
        return _permuted(name, value, sorted(wiring.BUTTONS))
    if name == "pixels":
        return _pixels(name, value, wiring.SIZE * wiring.SIZE)
    if type(value) is not list or len(value) != len(wiring.BARS):
        raise ValueError("bars must be a list of %d texts" % len(wiring.BARS))
    return tuple(_pixels("bars", bar, wiring.BAR_LENGTH) for bar in value)


def with_(wired, parts):
    """Return a new WireMap: `wired` with some parts replaced. `parts` is a dict with results of part()."""
    found = {
        "rows": wired.rows,
        "columns": wired.columns,
        "buttons": wired.buttons,
        "pixels": wired.pixel_of,
        "bars": wired.bars,
    }
    found.update(parts)
    return WireMap(found["rows"], found["columns"], found["buttons"], found["pixels"], found["bars"], True)


def check(wired, wiring):
    """Raise ValueError unless each pixel of the chain is exactly once under a point or in a bar."""
    places = [0] * wiring.PIXELS
    for pixels in (wired.pixel_of,) + wired.bars:
        for pixel in pixels:
            if pixel >= wiring.PIXELS:
                raise ValueError("pixels: there is no pixel %d, %d is the last" % (pixel, wiring.PIXELS - 1))
            places[pixel] += 1
    for pixel, count in enumerate(places):
        if count != 1:
            how = "nowhere" if not count else "in %d places" % count
            raise ValueError("pixels: pixel %d is %s: points and bars together have each of them once" % (pixel, how))


def dump(wired):
    """Return a WireMap as the bytes of its file."""
    fields = wired.fields()
    fields["version"] = _VERSION
    kept = json.dumps(fields).encode()
    return kept + b"\n" + _checksum(kept) + b"\n"


def load(data, wiring):
    """Return the WireMap of bytes from dump(). Raises ValueError, with a message for a person, for other bytes."""
    kept, _, checksum = bytes(data).partition(b"\n")
    if checksum.strip() != _checksum(kept):
        raise ValueError("the checksum is wrong")
    found = fields(kept)
    if found.pop("version", None) != _VERSION or sorted(found) != sorted(PARTS):
        raise ValueError(FOREIGN)
    found = with_(defaults(wiring), {name: part(name, found[name], wiring) for name in PARTS})
    check(found, wiring)
    return found


def _permuted(name, value, numbers):
    if type(value) is not list or len(value) != len(numbers):
        raise ValueError("%s must be a list of %d numbers" % (name, len(numbers)))
    for number in value:
        if type(number) is not int or number not in numbers:
            listed = ", ".join(str(each) for each in numbers)
            # a list is not in the message: it may be nested deeper than MicroPython can print
            what = "a list" if type(number) in (list, dict) else str(number)[:20]
            raise ValueError("%s: %s is none of %s" % (name, what, listed))
    for number in numbers:
        if number not in value:
            raise ValueError("%s: %d is missing, and another stands there twice" % (name, number))
    return value


def _pixels(name, value, count):
    if type(value) is str and len(value) == 2 * count:
        try:
            return unhexlify(value.encode())
        except ValueError:
            pass
    raise ValueError("%s: %d pixels are %d hexadecimal digits" % (name, count, 2 * count))


def _checksum(kept):
    return ("%08x" % crc32(kept)).encode()


def probed(found, on, message=None):
    """Return the event with a board's wiring (the WireMap `found`), and whether the board is probed."""
    event = {"event": "probe", "on": on, "learned": found.learned, "message": message}
    event.update(found.fields())
    return event
