"""The file format of a part of a game: a head, then records. A record is valid as a whole or not at all.

An entry is a tuple: a fact of session/match.py, or one of

    ("begin", text)                         a game begins: its settings, as JSON
    ("more", number, facts)                 the game `number` continues here, after its first `facts` facts
    ("clocks", p1, p2, running, waits)      ms left, periods included; the running seat; if it waits
    ("stamp", id, date)                     the laptop's stamp for the game
    ("settings", text)                      the settings were changed during the game: all of them, as JSON
    ("end", winner, reason)                 the game is over; the winner's colour, 0 for a draw
    ("left",)                               another game was begun; this one was set aside, unless it was over

A record is the length of its body (two bytes, the high byte first), the body, and the CRC-32 of both (four bytes). The
body has all entries of one moment, one after another, so that a stone is never saved without the clock times after it.
The records end where the flash is erased (0xFF). (Four bytes 0xFF alone would have a valid CRC-32: 0xFFFFFFFF.) The
numbers of the kinds and their fields must never change their meaning.
"""

from binascii import crc32

from tengen.codes import Refused, coded

MAGIC = b"Tengen"
VERSION = 1
HEAD = MAGIC + bytes((0, VERSION))
HEAD_SIZE = 16  # the bytes after HEAD are the store's count

# The kinds of entries by number, with their fields: n is a number, s a seat, w a seat or "arbiter", t a text, b a
# Boolean, p points. S and T are like s and t, but may also be None
_KINDS = (
    ("begin", "t"),
    ("more", "nn"),
    ("clocks", "nnSb"),
    ("stamp", "tt"),
    ("end", "nt"),
    ("left", ""),
    ("set up", "ppn"),
    ("stone", "n"),
    ("pass", ""),
    ("choose", "stt"),
    ("play on", "stt"),
    ("offer", "p"),
    ("keep", "n"),
    ("claim", "stb"),
    ("lapsed", "tn"),
    ("offer draw", "s"),
    ("decline draw", "s"),
    ("clock", "Ttnn"),
    ("agree", ""),
    ("resign", "s"),
    ("time", "S"),
    ("back", "nwp"),
    ("settings", "t"),
    ("stone", "nt"),  # given only for a stone that is not ordinary: "bomb" ...
    ("turned", "p"),
)
_BEGIN, _MORE = 0, 1  # the numbers of "begin" and "more"; a file's first entry is one of these, and no other entry is
_WHO = (None, "p1", "p2", "arbiter")
_OF_WHO: dict = {"s": (1, 2), "S": (0, 1, 2), "w": (1, 2, 3)}  # the numbers in _WHO that are valid for a field
_NO_TEXT = 255
# the maximum bytes of a number (as for MicroPython's small integers); a longer number means a forged record
_MOST_BITS = 30
_LONGEST_TEXT = 240  # the maximum bytes of a text; only the cause of a stopped clock may be longer, and it is shortened

_ERASED = b"\xff" * 64
_AROUND = 6  # number of bytes of a record besides its body
# maximum number of bytes of a body; a first record with a full board that was set up and all texts has about 1300
_LONGEST = 2047


class OtherVersion(Refused):
    """Error: the file was written by another version of Tengen."""


def encode(*entries):
    """Return the bytes of one record with these entries."""
    body = bytearray()
    for entry in entries:
        number = _number(entry)
        body.append(number)
        for at, kind in enumerate(_KINDS[number][1], 1):
            _WRITE[kind](body, entry[at])
    record = len(body).to_bytes(2, "big") + bytes(body)
    return record + crc32(record).to_bytes(4, "big")


def _number(entry):
    # a search in _KINDS, because a dict from kinds to numbers would take 1 kB of heap
    for number, (kind, fields) in enumerate(_KINDS):
        if kind == entry[0] and len(fields) == len(entry) - 1:
            return number
    raise KeyError(entry)


class Part:
    """The contents of a file. `entries`, `behind`: the entries of valid records before, and after, the first damage.

    A power cut damages only the last record. Damage before a valid record has another cause, and the file is then
    `damaged`. The file is also `damaged` if a record has a right CRC but invalid entries. `torn`: True if the last
    record is not valid. `begins`: True if the game begins in this file, which can be recognized even if the first
    record is damaged. `count`: the store's count of the file if anything was written into it, else 0.
    """

    def __init__(self):
        self.entries: list = []
        self.behind: list = []
        self.damaged = self.torn = self.begins = False
        self.count = 0

    def owner(self, number):
        """Return the number of the game that the file `number` belongs to; None if its first record can't be read."""
        if self.begins:
            return number
        return self.entries[0][1] if self.entries and self.entries[0][0] == "more" else None


def read(data):
    """Return the Part in a file's bytes, or an empty Part if the power failed while the file was created.

    Raises Refused if the bytes are not from a game, or are from another version (OtherVersion).
    """
    part = Part()
    if not data:
        return part
    used = _used(data)
    has_head = bytes(data[: len(MAGIC)]) == MAGIC and len(data) >= HEAD_SIZE
    version = data[len(MAGIC)] << 8 | data[len(MAGIC) + 1] if has_head else VERSION
    if version != VERSION and used > HEAD_SIZE:
        if version > VERSION:
            raise OtherVersion(coded("device.newer_version", number=version, count=VERSION))
        raise OtherVersion(coded("device.older_version", number=version, count=VERSION))
    last = HEAD_SIZE
    for begin, end in _spans(data, used):
        found = _entries(bytes(data[begin + 2 : end - 4]), begin == HEAD_SIZE)
        if begin > last or found is None:
            part.damaged = True
        if part.damaged:
            part.behind += found or ()
        else:
            part.entries += found
        last = end
    if not has_head and last == HEAD_SIZE:
        raise Refused(coded("device.no_part"))
    part.torn = last < used
    if used > HEAD_SIZE:
        part.count = int.from_bytes(data[len(HEAD) : len(HEAD) + 4], "big")
    if part.entries:
        part.begins = part.entries[0][0] == "begin"
    else:
        part.begins = used > HEAD_SIZE + 6 and _looks_like_a_beginning(data)
    return part


def decode(data):
    """Return the entries in a file's bytes, up to the first damage. Raises Refused as read() does."""
    return read(data).entries


def size(data):
    """Return the number of bytes from the file's start to the end of its last valid record."""
    last = HEAD_SIZE
    for _, end in _spans(data, _used(data)):
        last = end
    return last


def _used(data):
    """Return the number of bytes before the trailing 0xFF bytes. Some 0xFF bytes may belong to the last record."""
    end = len(data)
    # first in large steps, because rstrip() is slow on the Pico and most of a file is erased
    while bytes(data[end - len(_ERASED) : end]) == _ERASED:
        end -= len(_ERASED)
    begin = max(0, end - len(_ERASED))
    return begin + len(bytes(data[begin:end]).rstrip(b"\xff"))


def _spans(data, used):
    """Yield (begin, end) of each valid record. After damage, search for the next record byte by byte."""
    at = HEAD_SIZE
    while at < used and at + _AROUND < len(data):
        end = 0
        if data[at] <= _LONGEST >> 8:
            end = at + _AROUND + (data[at] << 8 | data[at + 1])
            if not at + _AROUND < end <= len(data) or (
                crc32(data[at : end - 4]).to_bytes(4, "big") != bytes(data[end - 4 : end])
            ):
                end = 0
        if end:
            yield at, end
        at = end or at + 1


def _looks_like_a_beginning(data):
    """Whether the damaged first record began a game, because at least three of four signs are right."""
    high, low, kind, _, first, second = bytes(data[HEAD_SIZE : HEAD_SIZE + 6])
    # a record that begins with "more" is short, and a record that begins with "begin" is long
    is_long = high << 8 | low > 32
    # the text in "begin" is JSON, so it starts with {"
    return is_long + (kind == _BEGIN) + (first == ord("{")) + (second == ord('"')) >= 3


def _entries(body, is_first):
    """Return the entries of a record, or None if encode() can't make such a body. `is_first`: first of its file.

    Raises OtherVersion for an unknown kind of entries, which a later version may have.
    """
    found = []
    at = 0
    while at < len(body):
        if body[at] >= len(_KINDS):
            raise OtherVersion(coded("device.other_record", number=body[at]))
        if body[at] <= _MORE and (at or not is_first):
            return None
        kind, fields = _KINDS[body[at]]
        at += 1
        entry: list = [kind]
        try:
            for field in fields:
                value, at = _READ[field](body, at, field)
                entry.append(value)
        except (IndexError, ValueError):  # the body ends too early, or has a wrong value
            return None
        found.append(tuple(entry))
    return found


# A number is written in groups of seven bits, the lowest first; all bytes except the last have the highest bit set


def _write_number(body, value):
    while value > 127:
        body.append(value & 127 | 128)
        value >>= 7
    body.append(value)


def _read_number(body, at, field=None):
    value = shift = 0
    while body[at] > 127 and shift < _MOST_BITS:
        value |= (body[at] & 127) << shift
        shift += 7
        at += 1
    value |= body[at] << shift
    if value >> _MOST_BITS:
        raise ValueError
    return value, at + 1


def _write_who(body, who):
    body.append(_WHO.index(who))


def _read_who(body, at, field):
    if body[at] not in _OF_WHO[field]:
        raise ValueError
    return _WHO[body[at]], at + 1


def _write_text(body, text):
    if text is None:
        body.append(_NO_TEXT)
        return
    kept = text.encode()
    while len(kept) > _LONGEST_TEXT:
        text = text[:-1]
        kept = text.encode()
    body.append(len(kept))
    body.extend(kept)


def _read_text(body, at, field):
    size, end = body[at], at + 1 + body[at]
    if size == _NO_TEXT and field == "T":
        return None, at + 1
    if size > _LONGEST_TEXT or end > len(body):
        raise ValueError
    return body[at + 1 : end].decode(), end


def _write_whether(body, value):
    body.append(1 if value else 0)


def _read_whether(body, at, _):
    return body[at] == 1, at + 1


def _write_points(body, points):
    _write_number(body, len(points))
    for point in points:
        _write_number(body, point)


def _read_points(body, at, _):
    count, at = _read_number(body, at)
    points = []
    # each point takes a byte of the body, so the body ends before a forged count can use much memory
    for _ in range(count):
        point, at = _read_number(body, at)
        points.append(point)
    return tuple(points), at


_WRITE: dict = {
    "n": _write_number,
    "s": _write_who,
    "S": _write_who,
    "w": _write_who,
    "t": _write_text,
    "T": _write_text,
    "b": _write_whether,
    "p": _write_points,
}
_READ: dict = {
    "n": _read_number,
    "s": _read_who,
    "S": _read_who,
    "w": _read_who,
    "t": _read_text,
    "T": _read_text,
    "b": _read_whether,
    "p": _read_points,
}
