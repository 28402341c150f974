"""Forged files, with correct checksums but random contents. For CPython and MicroPython.

`number`: a function from portable.seeded(), so that both Pythons get the same files.
"""

import json
from binascii import crc32, hexlify

from tengen import wiring
from tengen.journal import partfile
from tengen.journal.archive import FOLDER
from tengen.maintenance import wire_map
from tengen.session.settings import Settings

HEAD = partfile.HEAD + bytes(8)
ERASED = b"\xff" * 64

# JSON values that are always or sometimes wrong in settings, maps and counters
VALUES = (
    "null", "true", "[]", "{}", "-1", "0", "1", "5", "6", "15", "19", "255", "9999", "1e999", "-1e999", "NaN", "0.5",
    "1" + "0" * 60, '""', '"p1"', '"p1 5"', '"p2 3"', '"p2 laptop"', '"renju"', '"gomoku"', '"pente"', '"four"',
    '"connect6"', '"swap"', '"taraguchi-10"', '"silent"', '"referee"', '"teach"',
    '"10+5"', '"0/1x99"', '"1e9"', '"no"', '"\\ud800"', '"' + "x" * 200 + '"',
    "[" * 90 + "]" * 90, '{"a":' * 40 + "0" + "}" * 40, "[[1],{}]", '{"torus":true}',
    '{"keryo":[]}', '{"x":{"y":[]}}', "[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]", "[9,9,9,9,9,9,9,9,9,9,9,9,9,9,-9]",
    "[1,1,99999999999999999999999,0,0,0,0,0,0,0,0,0,0,0,0]",
)  # fmt: skip
FIELDS = (
    "game", "size", "options", "opening", "fifths", "fixed", "small", "mode", "clock", "move", "tiebreak", "partner",
    "hints", "puzzle", "lesson", "brightness", "sound", "tally", "learned", "version", "rows", "columns", "buttons",
    "pixels", "bars", "count", "cause", "text", "", "x",
)  # fmt: skip
WORDS = (
    b"swap", b"no swap", b"2", b"one", b"five", b"foul", b"time", b"bomb", b"neutral", b"own", b"p1", b"disturbed",
    b"resume", b"fault", b"over", b"", b"\xff\xfe", b"\xed\xa0\x80", b"x" * 254, b"[]", b"null", b"{}", b'{"game":7}',
    b'{"game":["renju"]}', b'{"game":"four"}', b'{"puzzle":9999}', b'{"puzzle":3,"game":"renju","mode":"teach"}',
    b'{"lesson":99}', b'{"lesson":3,"game":"renju","mode":"teach"}', b'{"lesson":3,"game":"pente"}',
    b'{"partner":"p1 5","game":"renju"}', b'{"opening":"rif","clock":"10+5","mode":"silent"}', b"[" * 240,
    b'{"game":"bomb-renju","mode":"referee"}', b'{"game":"connect6"}', b'{"mode":"casual","hints":true}',
)  # fmt: skip


def one_of(number, values):
    return values[number(len(values))]


def record(body):
    """Return a record with this body and its CRC-32."""
    body = bytes(body) or b"\x07"  # a record is never empty
    found = len(body).to_bytes(2, "big") + body
    return found + crc32(found).to_bytes(4, "big")


def part(*records):
    """Return the file of a game with these records."""
    return HEAD + b"".join(records) + ERASED


def spoilt(data, number):
    """Return the bytes with one to three random changes."""
    data = bytearray(data)
    for _ in range(1 + number(3)):
        change, at = number(5), number(len(data) + 1)
        if change == 0:
            data = data[:at]
        elif change == 1:
            data = data[:at] + bytes([number(256) for _ in range(1 + number(6))]) + data[at:]
        elif change == 2:
            data = data[:at] + data[at + 1 + number(4) :]
        elif change == 3:
            data = data[:at] + data[number(len(data) + 1) :]
        elif at < len(data):
            data[at] ^= 1 << number(8)
    return bytes(data)


def entry(number):
    """Return the bytes of one entry of any kind, often with wrong values."""
    at = number(len(partfile._KINDS))
    body = bytearray((at,))
    for field in partfile._KINDS[at][1].lower():
        if field == "p":
            points = [number(260) for _ in range(number(6))]
            partfile._write_number(body, len(points) if number(8) else one_of(number, (10**9, 1 << 70, 200)))
            for point in points:
                partfile._write_number(body, point)
        elif field == "n":
            most = one_of(number, (3, 3, 226, 226, 400, 1 << 16, 1 << 30, 1 << 24))
            partfile._write_number(body, number(most) if number(20) else 1 << (8 * number(200)))
        elif field in "sw":
            body.append(number(4) if number(10) else number(256))
        elif field == "b":
            body.append(number(3))
        elif number(6):
            word = one_of(number, WORDS)
            body.append(len(word))
            body.extend(word)
        else:
            body.append(partfile._NO_TEXT if number(2) else number(256))
    return bytes(body)


def game(number, files):
    """Return the `files` of real games, by name, with forged records: changed, inserted, replaced or added."""
    found = {name: bytes(data) for name, data in files.items()}
    names = sorted(name for name in found if partfile.size(found[name]) > partfile.HEAD_SIZE)
    name = names[-1] if number(3) else one_of(number, names)
    spans = list(partfile._spans(found[name], partfile.size(found[name])))
    records = [found[name][begin:end] for begin, end in spans]
    for _ in range(1 + number(2)):
        at, how = number(len(records)), number(4)
        if how == 0:
            records[at] = record(spoilt(records[at][2:-4], number))
        elif how == 1:
            records[at] = record(b"".join([entry(number) for _ in range(1 + number(3))]))
        elif how == 2:
            records.insert(at + 1, record(entry(number)))
        else:
            records.append(record(b"".join([entry(number) for _ in range(1 + number(3))])))
    data = found[name][: partfile.HEAD_SIZE] + b"".join(records)
    found[name] = data + b"\xff" * max(0, 4096 - len(data))
    return found


def _object(number, fields):
    """Return the JSON text of `fields`, with some values replaced, removed or added; or of another JSON value."""
    if number(12) == 0:
        return one_of(number, VALUES)
    pairs = {json.dumps(field): json.dumps(value) for field, value in fields.items()}
    for _ in range(1 + number(3)):
        name = json.dumps(one_of(number, list(fields) if number(4) else FIELDS))
        if number(6):
            pairs[name] = one_of(number, VALUES)
        else:
            pairs.pop(name, None)
    if number(20) == 0:
        pairs[one_of(number, VALUES)] = "0"
    text = "{" + ", ".join([name + ": " + value for name, value in pairs.items()]) + "}"
    return text if number(8) else spoilt(text.encode(), number)


def _bytes(text):
    return text if isinstance(text, bytes) else text.encode()


def _checksum(kept):
    return hexlify(crc32(kept).to_bytes(4, "big"))


def settings(number):
    kept = _bytes(_object(number, Settings(100).fields()))
    return _checksum(kept) + kept


def wires(number):
    fields = wire_map.defaults(wiring).fields()
    fields["version"] = 1
    if number(3) == 0:
        part = one_of(number, ("rows", "columns", "buttons", "bars"))
        fields[part][number(len(fields[part]))] = one_of(number, (0, 1, 15, 21, 255, -1, "", None, [1], True, 1 << 80))
    kept = _bytes(_object(number, fields))
    return kept + b"\n" + _checksum(kept) + b"\n"


def health(number):
    points = wiring.SIZE**2
    fill = one_of(number, (b"\xff", b"\x00", b"\x7f", b"\x80"))
    kept = bytearray(b"TH1" + bytes([wiring.SIZE]) + fill * (7 * points))
    if number(2):
        for _ in range(20):
            kept[4 + number(len(kept) - 4)] = number(256)
    if number(4) == 0:
        kept = bytearray(spoilt(kept, number))
    return bytes(kept) + crc32(kept).to_bytes(4, "little")


def faults(number):
    fields = {"count": number(100), "cause": "exception", "text": "ValueError: x"}
    return b"\n".join([_bytes(_object(number, fields)) for _ in range(1 + number(9))]) + b"\n" * number(2)


FILES = (("settings.txt", settings), ("board.json", wires), ("health.bin", health), ("faults.txt", faults))


def path(number):
    return FOLDER + "/" + ("0000" + str(number))[-5:]
