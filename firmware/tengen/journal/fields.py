"""JSON objects on flash: settings, the wiring map, faults. Their checksums may be right and their contents anything."""

import json
from binascii import crc32

from tengen.codes import Refused, coded


def fields(text):
    """Return the fields of a JSON object, a text or bytes: a dict with texts as keys, no list or object in another.

    Raises Refused for anything else.
    """
    try:
        found = json.loads(text if isinstance(text, str) else bytes(text).decode())
    except (ValueError, TypeError, RuntimeError):  # MicroPython: a list as a key; both: lists in lists, too deep
        found = None
    if type(found) is not dict or not all(type(name) is str and _is_flat(found[name]) for name in found):
        raise Refused(coded("device.foreign"))
    return found


def checksum(kept):
    """Return the CRC-32 of bytes as eight hexadecimal digits, in bytes."""
    return ("%08x" % crc32(kept)).encode()


def _is_flat(value):
    parts = value.values() if type(value) is dict else value if type(value) is list else ()
    return not any(type(part) in (dict, list) for part in parts)
