"""The file of a learned WireMap, board.json: a line of JSON, then its CRC-32 in eight hexadecimal digits.

This is a separate module because a board that is wired as in board.toml does not need it.
"""

import json
from binascii import unhexlify

from tengen.codes import Refused, coded
from tengen.journal.fields import checksum, fields
from tengen.maintenance.wire_map import PARTS, WireMap, defaults

_VERSION = 1


def part(name, value, wiring):
    """Convert a part (one of PARTS) from the format of fields() to that of WireMap.

    Raises Refused for a wrong value.
    """
    if name in ("rows", "columns"):
        return _permuted(name, value, range(wiring.SIZE + 1))
    if name == "buttons":
        return _permuted(name, value, sorted(wiring.BUTTONS))
    if name == "pixels":
        return _pixels(name, value, wiring.SIZE * wiring.SIZE)
    if type(value) is not list or len(value) != len(wiring.BARS):
        raise _wrong("bars", coded("device.wanted_length", count=len(wiring.BARS)))
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
    """Raise Refused unless each pixel of the chain appears exactly once, under a point or in a bar."""
    places = [0] * wiring.PIXELS
    for pixels in (wired.pixel_of,) + wired.bars:
        for pixel in pixels:
            if pixel >= wiring.PIXELS:
                raise Refused(coded("device.no_pixel", text=str(pixel), most=wiring.PIXELS - 1))
            places[pixel] += 1
    for pixel, count in enumerate(places):
        if count != 1:
            raise Refused(coded("device.pixel_once", number=pixel, count=count))


def dump(wired):
    """Return a WireMap as the bytes of its file."""
    fields = wired.fields()
    fields["version"] = _VERSION
    kept = json.dumps(fields).encode()
    return kept + b"\n" + checksum(kept) + b"\n"


def load(data, wiring):
    """Return the WireMap of bytes from dump(). Raises Refused for other bytes."""
    kept, _, its_sum = bytes(data).partition(b"\n")
    if its_sum.strip() != checksum(kept):
        raise Refused(coded("device.checksum"))
    found = fields(kept)
    if found.pop("version", None) != _VERSION or sorted(found) != sorted(PARTS):
        raise Refused(coded("device.foreign"))
    found = with_(defaults(wiring), {name: part(name, found[name], wiring) for name in PARTS})
    check(found, wiring)
    return found


def _permuted(name, value, numbers):
    if type(value) is not list or len(value) != len(numbers):
        raise _wrong(name, coded("device.wanted_length", count=len(numbers)))
    for number in value:
        if type(number) is not int or number not in numbers:
            raise _wrong(name, coded("device.wanted_one", words=list(numbers)))
    for number in numbers:
        if number not in value:
            raise _wrong(name, coded("device.wanted_once", number=number))
    return value


def _pixels(name, value, count):
    if type(value) is str and len(value) == 2 * count:
        try:
            return unhexlify(value.encode())
        except ValueError:
            pass
    raise _wrong(name, coded("device.wanted_digits", number=2 * count))


def _wrong(name, wanted):
    return Refused(coded("device.wrong_setting", setting=name, wanted=wanted))
