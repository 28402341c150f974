"""Find the encoding of a file by its byte order mark, its declaration, its structure, and finally by its letters.

In Big5, GBK and Shift-JIS the second byte of a letter may be the code of `[`, backslash, `]`, `{` or `}`. Therefore the
place where a comment ends, and the moves that follow, depend on the encoding. If a file does not name its encoding, it
is decoded in each encoding that fits, and the structure of each resulting text is judged. If brackets are read as
letters, or letters as brackets, the brackets no longer match. If several encodings share the best structure, the
detector, chardet, chooses by its knowledge of languages. If it guesses wrong, letters are wrong, but the moves are
right. If several different structures are equally good, the file is refused.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from .checks import MOST_BYTES, check_bytes, place
from .record import RecordError

_MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}

# Python's name of each encoding -> the name in messages and in files. The encodings are tried in this order
_SEVERAL_BYTES = {
    "utf-8": "UTF-8", "big5hkscs": "Big5", "gb18030": "GB18030", "cp932": "Shift_JIS", "euc-jp": "EUC-JP",
    "cp949": "EUC-KR",
}  # fmt: skip
_ONE_BYTE = {"cp1252": "windows-1252", **{f"cp125{part}": f"windows-125{part}" for part in (0, 1, 3, 4, 5, 6, 7, 8)},
             "koi8-r": "KOI8-R", "latin-1": "ISO-8859-1"}  # fmt: skip
_UNIX = ("euc-jp", "koi8-r")
_TITLES = {**_SEVERAL_BYTES, **_ONE_BYTE}

# Names of encodings in files, in lower case, letters and digits only. No other name is accepted, because some of
# Python's codecs are slow or are not text encodings.
_NAMES = {
    **{name: encoding for encoding, names in {
        "utf-8": "utf8 unicode",
        "cp1252": "latin1 latin iso88591",
        "gb18030": "gb2312 gbk gb cp936 gb18030",
        "hz": "hz",
        "big5hkscs": "big5 big5hkscs cp950",
        "cp932": "shiftjis sjis xsjis cp932 ms932 windows31j",
        "euc-jp": "eucjp xeucjp",
        "iso2022-jp": "iso2022jp jis",
        "cp949": "euckr ksc56011987 cp949",
        "koi8-r": "koi8r",
        "koi8-u": "koi8u",
    }.items() for name in names.split()},
    **{f"iso8859{part}": f"iso8859-{part}" for part in (2, 3, 4, 5, 7, 9, 10, 13, 14, 15)},
    **{f"{prefix}125{part}": f"cp125{part}" for prefix in ("windows", "cp") for part in range(9)},
}  # fmt: skip

_NO_CHANCE = 100  # a text with more continuation bytes than this does not fit UTF-8 by chance
MOST_JUDGED = 16_000  # the most bytes of words that the detector gets
# a letter of several bytes contains no byte below 0x30 and no byte from 0x3A to 0x3F
_FOREIGN_WORDS = re.compile(rb"[0-9@-\x7f]*[\x80-\xff][0-9@-\xff]*")
_NO_MARKS = bytes(byte for byte in range(128) if byte not in b'()[]{};\\"#\r\n')
# Greek, Cyrillic, Hebrew and Arabic words contain no Latin letters
_MIXED = re.compile("[A-Za-z][\u0370-\u06ff]|[\u0370-\u06ff][A-Za-z]")
_LONE = re.compile("[\u0370-\u06ff]")
_WORD = re.compile("[\u0370-\u06ff]{2}")
# letters of three bytes in UTF-8; the bytes of other encodings hardly ever form such a letter by chance
_WIDE = re.compile("[\u0800-\uffff]")
_JAPANESE = b"\x1b$"  # these bytes begin Japanese letters in ISO-2022-JP, where the letters consist of ASCII bytes


class Structure(NamedTuple):
    """How a format stores texts.

    `values`: matches a text with its opening and closing marks, or up to the end of the file if the closing mark is
    missing. `closing`: the closing mark. `behind`: matches what may follow the closing mark. `escapes`: True if a mark
    that belongs to the text has a backslash before it.
    """

    values: re.Pattern[str]
    closing: str
    behind: re.Pattern[str]
    escapes: bool


class Found(NamedTuple):
    """A file's text and its encoding.

    `encoding`: Python's name. `named`: the name that the file declares, or the usual name if a user gave the encoding,
    else "".
    """

    text: str
    encoding: str
    named: str


def check_name(name: str) -> str:
    """Return the name of an encoding that a user gives. Raises ValueError if that encoding is unknown."""
    if name and not codec(name):
        raise ValueError(f"{name[:20]!r} is not a known encoding: choose one of {', '.join(_TITLES.values())}")
    return name


def decode(
    data: bytes, name: str = "", declared: str = "", given: str = "", structure: Structure | None = None,
    most: int = MOST_BYTES,
) -> Found:  # fmt: skip
    """Return the text of a file, and its encoding. All file readers use this.

    `name`: the file's name. `declared`: the encoding that the file names, in any spelling, or "". `given`: the encoding
    that the user gives, which overrides `declared`. `structure`: None if no letter can be mistaken for a mark of the
    format.

    Raises RecordError if there are more than `most` bytes, if the bytes can't be decoded in the declared or given
    encoding, or if several encodings fit and give different moves.
    """
    check_bytes(data, name, most)
    mark = next((its for mark, its in _MARKS.items() if data.startswith(mark)), "")
    if given:
        encoding = codec(given)
        text = _strict(data, mark if mark.startswith(encoding) else encoding, name, "should be", given)
        return Found(text, encoding, title(encoding))
    if mark:
        return Found(_strict(data, mark, name, "begins as", mark.upper()), mark, "")
    encoding = codec(declared)
    if encoding:
        text = _strict(data, encoding, name, "says that it is", declared)
        if structure and encoding != "utf-8":
            _check_declared(data, name, declared, {encoding: text, **_texts(data)}, structure)
        return Found(text, encoding, declared)
    if data.isascii():
        encoding = "iso2022-jp" if _JAPANESE in data and _decoded(data, "iso2022-jp") is not None else "utf-8"
        return Found(data.decode(encoding), encoding, "")
    certain = _decoded(data, "utf-8")
    if certain and len(data) - len(certain) > _NO_CHANCE:
        return Found(certain, "utf-8", "")
    texts = _texts(data)
    groups = _by_structure(texts, structure) if structure else [[*texts]]
    sample = _sample(data)
    likely = [_fitting(data, _likeliest(sample, group)) for group in groups]
    if len(likely) > 1:
        names = [_TITLES[encoding] for encoding in likely]
        raise RecordError(
            f"{place(name)} may be in {' or '.join(names)}, it does not say which, and the moves are not the same: "
            f"choose one with --encoding, like --encoding {names[0]}"
        )
    return Found(texts.get(likely[0]) or data.decode(likely[0]), likely[0], "")


def recoded(data: bytes, name: str, given: str) -> bytes:
    """Convert a file from the encoding that a user gives, if any, to UTF-8 with a byte order mark.

    Raises RecordError.

    Because of the byte order mark, every reader recognizes the file as UTF-8.
    """
    return codecs.BOM_UTF8 + decode(data, name, given=given).text.encode("utf-8", "replace") if given else data


def plain(data: bytes) -> str:
    """Return a text in which the ASCII characters are right, whatever the file's encoding is.

    The other letters of the text mean nothing, and a character from @ on may be the second byte of a letter.
    """
    mark = next((its for mark, its in _MARKS.items() if data.startswith(mark)), "latin-1")
    return data.decode(mark, "replace")


def guess(data: bytes) -> str:
    """Return the likeliest encoding of a program for Windows, by Python's name; the bytes can be decoded in it."""
    its = _likeliest(_sample(data), [encoding for encoding in _texts(data) if encoding not in _UNIX], _UNIX)
    return _fitting(data, its)


def encoded(text: str, its: Found, declared: str, structure: Structure) -> bytes | None:
    """Return a text in the encoding of its file, or None if that is impossible.

    None means that the encoding lacks some letters of the text, or that it would not be recognized in the new file.
    `declared`: the encoding that the text names, or "".
    """
    try:
        data = text.encode(its.encoding)
        again = decode(data, "", declared, its.named if declared == "" else "", structure)
    except (UnicodeEncodeError, RecordError):
        return None
    return data if again.text == text else None


def title(encoding: str) -> str:
    """Return the usual name of an encoding from Python's name."""
    return _TITLES.get(encoding, encoding.upper())


def codec(name: str) -> str:
    """Return Python's name of an encoding in any spelling, or ""."""
    return _NAMES.get(re.sub(r"[^a-z0-9]", "", name[:40].lower()), "")


def _decoded(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _fitting(data: bytes, encoding: str) -> str:
    """Return the encoding, chosen by a sample, if it fits the whole file; else latin-1, which fits every file."""
    return encoding if _decoded(data, encoding) is not None else "latin-1"


def _strict(data: bytes, encoding: str, name: str, what: str, said: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        likely = title(guess(data))
        raise RecordError(
            f"{place(name)} {what} in {said[:20]}, but byte {error.start + 1} is invalid there: "
            f"name the encoding, perhaps --encoding {likely}"
        ) from None


def _check_declared(
    data: bytes, name: str, declared: str, texts: Mapping[str, str], structure: Structure
) -> None:
    """Raise RecordError if another encoding gives a better structure than the declared one.

    The declared encoding is the first in the list.
    """
    groups = _by_structure(texts, structure)
    if not any(next(iter(texts)) in group for group in groups):
        likely = _TITLES[_likeliest(_sample(data), groups[0])]
        raise RecordError(
            f"{place(name)} says that it is in {declared[:20]}, but there its brackets do not match: "
            f"name the encoding, perhaps --encoding {likely}"
        )


def _texts(data: bytes) -> dict[str, str]:
    """Return the text in each encoding that fits.

    latin-1 represents all single-byte encodings, because they give the same structure.
    """
    texts = {encoding: _decoded(data, encoding) for encoding in (*_SEVERAL_BYTES, "latin-1")}
    return {encoding: text for encoding, text in texts.items() if text is not None}


def _by_structure(texts: Mapping[str, str], structure: Structure) -> list[list[str]]:
    """Return the encodings with the best structure, grouped by equal results."""
    # encodings by the marks in their texts, because texts with equal marks have the same structure
    same: dict[bytes, list[str]] = {}
    for encoding, text in texts.items():
        same.setdefault(text.encode("ascii", "ignore").translate(None, _NO_MARKS), []).append(encoding)
    if len(same) == 1:
        return [*same.values()]
    groups: dict[tuple[int, str], list[str]] = {}
    for encodings in same.values():
        groups.setdefault(_outside(texts[encodings[0]], structure), []).extend(encodings)
    least = min(bad for bad, _ in groups)
    best = [encodings for (bad, _), encodings in groups.items() if bad == least]
    return [its for its in best if "utf-8" in its and _WIDE.search(texts["utf-8"])] or best


def _outside(text: str, structure: Structure) -> tuple[int, str]:
    """Return how bad the structure of a text is, and the part of it that does not depend on the encoding.

    This part is everything outside of values, and the values in ASCII, because points are in ASCII. A value that ends
    at a possible end counts -1, and a value that ends elsewhere counts 1. So each letter that is mistaken for an end,
    or that hides an end, costs 1 or 2.
    """
    bad = 0

    def value(found: re.Match[str]) -> str:
        nonlocal bad
        its = found[0]
        if its.endswith(structure.closing, 1):
            behind = structure.behind.match(text, found.end())
            # of the properties with foreign letters, only labels have several values, like `LB[hh:A][ii:B]`
            bad += -1 if behind and (behind[0] != "[" or ":" in its or its.isascii()) else 1
        return its if its.isascii() else its[0]

    if structure.escapes:
        for escaped in ("\\\\", "\\]", '\\"'):
            text = text.replace(escaped, "~")  # an escaped character is not a mark
    outside = structure.values.sub(value, text).encode("ascii", "ignore").decode()
    return bad, outside


def _sample(data: bytes) -> bytes:
    """Return words with foreign letters, the first occurrence of each."""
    words: dict[bytes, None] = {}
    length = 0
    for found in _FOREIGN_WORDS.finditer(data):
        word = found[0][:MOST_JUDGED]
        if word not in words:
            words[word] = None
            length += len(word) + 1
        if length > MOST_JUDGED:
            break
    return b" ".join(words)


def _likeliest(sample: bytes, encodings: Iterable[str], but: Iterable[str] = ()) -> str:
    """Return the likeliest of the encodings; latin-1 stands for all single-byte encodings that fit, except `but`."""
    its = [*encodings]
    if "utf-8" in its:
        return "utf-8"
    if "latin-1" in its:
        its += [encoding for encoding in _ONE_BYTE if encoding not in but and _decoded(sample, encoding) is not None]
    if len(its) == 1:
        return its[0]
    import chardet  # imported here because most files do not need it

    # the encodings that the detector distinguishes
    names = [name for encoding in its for name in (_TITLES[encoding], encoding)]
    best, most = "cp1252" if "cp1252" in its else its[0], 0.0
    for found in chardet.detect_all(sample, ignore_threshold=True, include_encodings=names, no_match_encoding=names[0]):
        encoding = codec(str(found["encoding"]))
        text = _decoded(sample, encoding) if encoding in its else None
        if text is None or _MIXED.search(text) or (_LONE.search(text) and not _WORD.search(text)):
            continue
        if found["confidence"] > most:
            best, most = encoding, found["confidence"]
    return best
