"""JSON objects on flash: settings, the wiring map, faults. A right checksum does not prove that contents are valid."""

import json
from binascii import crc32

from tengen.codes import Refused, coded


def fields(text):
    """Return the fields of a JSON object (text or bytes), as a dict.

    The keys are strings, and no list or object is nested in another. Raises Refused for all other contents.
    """
    try:
        found = json.loads(text if isinstance(text, str) else bytes(text).decode())
    # MicroPython raises this for a list as a key; MicroPython and CPython for lists that are nested too deeply
    except (ValueError, TypeError, RuntimeError):
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
