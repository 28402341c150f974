"""Entries of a board as bytes: each names the one before it by hash, and the club's key signs it. Pure.

An entry's body is a JSON object, its keys sorted, without blanks:

| field | content |
|---|---|
| `form` | 1, the form of entries that is described here |
| `start` | EVENT.CLUB.BOARD. and a random text, which tells two chains apart |
| `n` | the number of the entry in its chain, from 1 |
| `before` | the SHA-256 of the body before it, as 64 hexadecimal digits; "" in the first entry |
| `at` | when it was taken, by the club's clock, in seconds since 1970 |
| `kind`, `what` | "line": a line of the board (state.py); "names" or "link": these groups of its laptop (live/) |

The signature (keys.py) is over the body's bytes.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

FORM = 1
KINDS = ("line", "names", "link")
SIGNATURE_BYTES = 64
_LARGEST = 1 << 53  # number: not all readers of JSON can hold a larger one
_DEEPEST = 20  # lists and objects in one another; a board tells six
MOST_BYTES = 64 * 1024  # of a body


class ChainError(ValueError):
    """A body is no entry, or is not the one that must come next."""


@dataclass(frozen=True)
class Link:
    """The end of a chain: the hash of its last body, and that body's number; ("", 0) before the first."""

    hash: str = ""
    number: int = 0


@dataclass(frozen=True)
class Entry:
    """One entry, with the fields of its body."""

    start: str
    number: int
    before: str
    at: float
    kind: str
    what: Any


def new_start(event: str, club: str, board: str) -> str:
    """Return the `start` of a new chain: nobody can pass its entries off as those of another board."""
    return f"{event}.{club}.{board}.{secrets.token_hex(6)}"


def whose(start: str) -> str:
    """Return EVENT.CLUB.BOARD of a chain by its start."""
    return start.rpartition(".")[0]


def body(start: str, end: Link, at: float, kind: str, what: Any) -> tuple[bytes, Link]:
    """Return the body of the entry that follows `end`, and the new end of the chain. Raises ChainError if too large."""
    fields = {"form": FORM, "start": start, "n": end.number + 1, "before": end.hash, "at": at}
    data = packed({**fields, "kind": kind, "what": what})
    if len(data) > MOST_BYTES:
        raise ChainError(f"an entry of {len(data):,} bytes is more than the {MOST_BYTES:,} that may be published")
    return data, Link(digest(data), end.number + 1)


def packed(fields: dict[str, Any]) -> bytes:
    """Return an object as the JSON that is hashed and signed."""
    return json.dumps(fields, sort_keys=True, separators=(",", ":"), allow_nan=False).encode("ascii")


def sealed(data: bytes, signature: bytes) -> bytes:
    """Return what is sent: the signature, then the body."""
    return signature + data


def opened(sent: bytes) -> tuple[bytes, bytes]:
    """Return the body and the signature of what was sent."""
    return sent[SIGNATURE_BYTES:], sent[:SIGNATURE_BYTES]


def digest(data: bytes) -> str:
    """Return the hash by which the next entry names this body."""
    return hashlib.sha256(data).hexdigest()


def unpacked(data: bytes, most: int = MOST_BYTES) -> dict[str, Any]:
    """Return the object that some bytes are as JSON. Raises ChainError, and never anything else."""
    if len(data) > most:
        raise ChainError(f"{len(data):,} bytes are more than the {most:,} that there may be")
    try:
        fields = json.loads(data)
    except (ValueError, RecursionError):
        raise ChainError("it is no JSON") from None
    if not isinstance(fields, dict):
        raise ChainError("it is no JSON object")
    if not _is_plain(fields, _DEEPEST):
        raise ChainError("it has a number too large, half a letter, or lists in lists that are too deep")
    if fields.get("form") != FORM:
        raise ChainError(f"it has form {fields.get('form')!r:.20}, and this version of tengen reads form {FORM}")
    return fields


def _is_plain(value: Any, depth: int) -> bool:
    """Whether any program can read this value of JSON, as pages will. Python's reader takes NaN, and half a letter."""
    if isinstance(value, str):
        return value.isascii() or not any("\ud800" <= sign <= "\udfff" for sign in value)
    if isinstance(value, int | float):
        return -_LARGEST <= value <= _LARGEST  # and not NaN
    if isinstance(value, dict):
        value = [*value, *value.values()]
    return not isinstance(value, list) or (depth > 0 and all(_is_plain(each, depth - 1) for each in value))


def entry(data: bytes) -> Entry:
    """Return the entry that a body is. Raises ChainError, and never anything else."""
    fields = unpacked(data)
    start, number, before = fields.get("start"), fields.get("n"), fields.get("before")
    if not (isinstance(start, str) and type(number) is int and number > 0 and isinstance(before, str)):
        raise ChainError("start, n and before are not those of an entry")
    at, kind, what = fields.get("at"), fields.get("kind"), fields.get("what")
    if isinstance(at, bool) or not isinstance(at, int | float) or kind not in KINDS or not fits(kind, what):
        raise ChainError("at, kind and what are not those of an entry")
    return Entry(start, number, before, at, kind, what)


def fits(kind: str, what: Any) -> bool:
    """Whether the content of an entry is one of its kind."""
    if not isinstance(what, dict):
        return False
    if kind == "line":
        groups, did = what.get("is", {}), what.get("did", [])
        return (
            all(type(what.get(name)) is int and what[name] >= 0 for name in ("seq", "t"))
            and isinstance(groups, dict)
            and isinstance(did, list)
            and all(isinstance(each, dict) and isinstance(each.get("code"), str) for each in did)
        )
    if kind == "names":
        return all(isinstance(value, str) for value in what.values())
    return isinstance(what.get("connected"), bool) and isinstance(what.get("words"), str)


def check(bodies: Iterable[bytes], board: str = "") -> Iterator[tuple[int, str]]:
    """Yield what is wrong in the bodies of one board, as they were stored: (the body's place from 1, a sentence).

    `board`: EVENT.CLUB.BOARD, or "" if it is not known. A chain that begins anew, where another laptop has gone on,
    is no fault.
    """
    start, end = "", Link()
    begun = set()
    for place, data in enumerate(bodies, 1):
        try:
            its = entry(data)
        except ChainError as error:
            yield place, str(error)
            continue
        if its.number == 1 and its.start not in begun:
            start, end = its.start, Link()
            begun.add(start)
            if board and whose(start) != board:
                yield place, f"here begin entries of another board, {whose(start)!r:.140}"
        if its.start != start or its.number != end.number + 1:
            yield place, f"entry {its.number} stands where {end.number + 1} must come"
        elif its.before != end.hash:
            yield place, f"entry {its.number} names another one before it than is there: one of both was changed"
        start, end = its.start, Link(digest(data), its.number)
