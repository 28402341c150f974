"""Entries of a board as bytes, each with the hash of the one before it, signed by the club; and its whole state. Pure.

An entry's body is a JSON object, its keys sorted, without blanks:

| field | content |
|---|---|
| `form` | 1, the form of entries that is described here |
| `start` | EVENT.CLUB.BOARD. and a random text, which tells two chains apart |
| `n` | the number of the entry in its chain, from 1 |
| `before` | the SHA-256 of the body before it, as 64 hexadecimal digits; "" in the first entry |
| `at` | when it was taken, by the club's clock, in seconds since 1970 |
| `kind`, `what` | "line": a line of the board (state.py); "names" or "link": these groups of its laptop |

The signature (keys.py) is over the body's bytes.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tengen_host.wire import state

FORM = 1
KINDS = ("line", "names", "link")
SIGNATURE_BYTES = 64
_LARGEST = 1 << 53  # number: not all readers of JSON can hold a larger one
_DEEPEST = 20  # lists and objects in one another; a board tells six
MOST_BYTES = 64 * 1024  # of a body
MOST_STATE_BYTES = 512 * 1024  # of a packed state
MOST_SENT = MOST_STATE_BYTES + SIGNATURE_BYTES


class EntryError(ValueError):
    """A body is no entry, or is not the one that must come next."""


@dataclass(frozen=True)
class Link:
    """The end of a chain: its `start`, and the number and the hash of its last body; 0 and "" before the first."""

    start: str
    number: int = 0
    hash: str = ""


@dataclass(frozen=True)
class Entry:
    """One entry, with the fields of its body; `link`: the end of its chain, once it is there."""

    link: Link
    before: str
    at: float
    kind: str
    what: Any


def new_chain(event: str, club: str, board: str) -> Link:
    """Return a new chain without entries: nobody can pass its entries off as those of another board."""
    return Link(f"{event}.{club}.{board}.{secrets.token_hex(6)}")


def board_of(start: str) -> str:
    """Return EVENT.CLUB.BOARD of a chain by its start."""
    return start.rpartition(".")[0]


def body(end: Link, at: float, kind: str, what: Any) -> tuple[bytes, Link]:
    """Return the body of the entry that follows `end`, and the new end of the chain. Raises EntryError if too large."""
    number = end.number + 1
    fields = {"form": FORM, "start": end.start, "n": number, "before": end.hash, "at": at, "kind": kind, "what": what}
    data = packed(fields)
    if len(data) > MOST_BYTES:
        raise EntryError(f"an entry of {len(data):,} bytes is more than the {MOST_BYTES:,} that may be published")
    return data, Link(end.start, number, _digest(data))


def packed(fields: dict[str, Any]) -> bytes:
    """Return an object as the JSON that is hashed and signed."""
    return json.dumps(fields, sort_keys=True, separators=(",", ":"), allow_nan=False).encode("ascii")


def sealed(data: bytes, signature: bytes) -> bytes:
    """Return what is sent: the signature, then the body."""
    return signature + data


def opened(sent: bytes) -> tuple[bytes, bytes]:
    """Return the body and the signature of what was sent."""
    return sent[SIGNATURE_BYTES:], sent[:SIGNATURE_BYTES]


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _unpacked(data: bytes, most: int = MOST_BYTES) -> dict[str, Any]:
    """Return the object that some bytes are as JSON. Raises EntryError, and never anything else."""
    if len(data) > most:
        raise EntryError(f"{len(data):,} bytes are more than the {most:,} that there may be")
    try:
        fields = json.loads(data)
    except (ValueError, RecursionError):
        raise EntryError("it is no JSON") from None
    if not isinstance(fields, dict):
        raise EntryError("it is no JSON object")
    if not _is_plain(fields, _DEEPEST):
        raise EntryError("it has a number too large, half a letter, or lists in lists that are too deep")
    if fields.get("form") != FORM:
        raise EntryError(f"it has form {fields.get('form')!r:.20}, and this version of tengen reads form {FORM}")
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
    """Return the entry that a body is. Raises EntryError, and never anything else."""
    fields = _unpacked(data)
    start, number, before = fields.get("start"), fields.get("n"), fields.get("before")
    if not (isinstance(start, str) and type(number) is int and number > 0 and isinstance(before, str)):
        raise EntryError("start, n and before are not those of an entry")
    at, kind, what = fields.get("at"), fields.get("kind"), fields.get("what")
    if isinstance(at, bool) or not isinstance(at, int | float) or kind not in KINDS or not _fits(kind, what):
        raise EntryError("at, kind and what are not those of an entry")
    return Entry(Link(start, number, _digest(data)), before, at, kind, what)


def _fits(kind: str, what: Any) -> bool:
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


def received(sent: bytes) -> Entry:
    """Return the entry in what was sent. Raises EntryError, and never anything else."""
    return entry(opened(sent)[0])


def check(bodies: Iterable[bytes], board: str = "") -> Iterator[tuple[int, str]]:
    """Yield what is wrong in the bodies of one board, as they were stored: (the body's place from 1, a sentence).

    `board`: EVENT.CLUB.BOARD, or "" if it is not known. A chain that begins anew, where another laptop has gone on,
    is no fault.
    """
    end, begun = Link(""), set()
    for place, data in enumerate(bodies, 1):
        try:
            its = entry(data)
        except EntryError as error:
            yield place, str(error)
            continue
        start, number = its.link.start, its.link.number
        if number == 1 and start not in begun:
            end = Link(start)
            begun.add(start)
            if board and board_of(start) != board:
                yield place, f"here begin entries of another board, {board_of(start)!r:.140}"
        if start != end.start or number != end.number + 1:
            yield place, f"entry {number} stands where {end.number + 1} must come"
        elif its.before != end.hash:
            yield place, f"entry {number} names another one before it than is there: one of both was changed"
        end = its.link


@dataclass
class BoardState:
    """The state of a board after an entry of a chain: its `groups`, and the laptop's `names` and `link`.

    `end`: the chain up to that entry. `head`: the number and time of the board's last line, and `more`, if one follows
    that belongs to it. `seq`: the entry's number in the stream. `is_begun`: whether all groups have come, or come now
    as a board has started; before it nothing can be shown.
    """

    end: Link = Link("")
    seq: int = 0
    head: dict[str, Any] = field(default_factory=lambda: {"seq": 0, "t": 0})
    groups: dict[str, Any] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    link: dict[str, Any] = field(default_factory=lambda: {"connected": True, "words": ""})
    is_begun: bool = False

    def take(self, its: Entry, seq: int) -> None:
        """Take the next entry, with its number in the stream."""
        self.end, self.seq = its.link, seq
        if its.kind == "line":
            self.head = {name: its.what[name] for name in ("seq", "t", "more") if name in its.what}
            self.groups = state.merge(self.groups, its.what.get("is", {}))
            self.is_begun = self.is_begun or "whole" in its.what or its.what["seq"] == 1
        elif its.kind == "names":
            self.names = its.what
        else:
            self.link = its.what

    @property
    def line(self) -> dict[str, Any]:
        """The line that has all groups."""
        return {**self.head, "is": state.snapshot(self.groups), "whole": True}

    def packed(self) -> bytes:
        """Return it as JSON, which state_in() takes."""
        place = {"start": self.end.start, "n": self.end.number, "hash": self.end.hash, "seq": self.seq}
        return packed({"form": FORM, **place, "line": self.line, "names": self.names, "link": self.link})


def state_in(data: bytes) -> BoardState:
    """Return the state in these bytes. Raises EntryError, and never anything else."""
    fields = _unpacked(data, MOST_STATE_BYTES)
    start, number, hash_, seq = (fields.get(name) for name in ("start", "n", "hash", "seq"))
    if not (isinstance(start, str) and type(number) is int and isinstance(hash_, str) and type(seq) is int):
        raise EntryError("start, n, hash and seq are not those of a board's state")
    if not all(_fits(kind, fields.get(kind)) for kind in KINDS):
        raise EntryError("line, names and link are not those of a board's state")
    its = BoardState(names=fields["names"], link=fields["link"])
    its.take(Entry(Link(start, number, hash_), "", 0, "line", fields["line"]), seq)
    return its
