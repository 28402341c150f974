"""Decodes a file's bytes: by its byte order mark, by the encoding it names, else by a guess."""

from __future__ import annotations

import codecs
import contextlib
import re

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

# The names of encodings in files, in lower case and with letters and digits only. Only these are accepted: Python also
# has codecs that are no text encodings, and slow ones.
_NAMES = {
    "utf8": "utf-8",
    "unicode": "utf-8",
    "ascii": "utf-8",
    "usascii": "utf-8",
    "latin1": "cp1252",
    "latin": "cp1252",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "gb": "gb18030",
    "cp936": "gb18030",
    "gb18030": "gb18030",
    "hz": "hz",
    "big5": "big5hkscs",
    "cp950": "big5hkscs",
    "shiftjis": "cp932",
    "sjis": "cp932",
    "xsjis": "cp932",
    "cp932": "cp932",
    "ms932": "cp932",
    "windows31j": "cp932",
    "eucjp": "euc-jp",
    "xeucjp": "euc-jp",
    "iso2022jp": "iso2022-jp",
    "jis": "iso2022-jp",
    "euckr": "cp949",
    "ksc56011987": "cp949",
    "cp949": "cp949",
    "koi8r": "koi8-r",
    "koi8u": "koi8-u",
    "iso88591": "cp1252",
    **{f"iso8859{part}": f"iso8859-{part}" for part in (2, 3, 4, 5, 7, 9, 10, 13, 14, 15)},
    **{f"{prefix}125{part}": f"cp125{part}" for prefix in ("windows", "cp") for part in range(9)},
}

_HIGH = re.compile(rb"[\x80-\xff]+")
_PRIVATE_OR_HALF_WIDTH = re.compile("[\ue000-\uf8ff\uff61-\uff9f]")


def decode(data: bytes, declared: str = "") -> str:
    """Return the text of a file, for any bytes. A wrong guess gives wrong letters in names, but never wrong moves.

    `declared`: the encoding that the file names, in any spelling; "" if it names none.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace")
    named = _NAMES.get(re.sub(r"[^a-z0-9]", "", declared[:40].lower()))
    if named:
        with contextlib.suppress(UnicodeDecodeError):
            return data.decode(named)
    return data.decode(guess(data))


def guess(data: bytes) -> str:
    """Return the likeliest encoding of bytes without a byte order mark, by Python's name; they decode in it."""
    for encoding in ("utf-8", *_guesses(data)):
        with contextlib.suppress(UnicodeDecodeError):
            data.decode(encoding)
            return encoding
    return "latin-1"


def _guesses(data: bytes) -> list[str]:
    """Return the possible encodings of bytes that are not UTF-8, the likeliest first."""
    runs = _HIGH.findall(data)
    guesses = []
    if all(len(run) % 2 == 0 for run in runs) and _is_text(data, "gb2312"):
        guesses.append("gb18030")  # two bytes for each letter; in other encodings even runs are chance
    if _is_text(data, "cp932"):
        guesses.append("cp932")
    # in Russian words nearly all letters are high bytes, in other words only a few
    if sum(len(run) for run in runs) >= 3 * len(runs):
        guesses.append("cp1251")
    return [*guesses, "cp1252"]


def _is_text(data: bytes, encoding: str) -> bool:
    """Whether the bytes decode in this encoding, without the letters that result from another encoding's bytes."""
    try:
        return not _PRIVATE_OR_HALF_WIDTH.search(data.decode(encoding))
    except UnicodeDecodeError:
        return False
