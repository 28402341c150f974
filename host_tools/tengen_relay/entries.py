"""A board's entries as signed bytes, each with the hash of the previous entry; and the board's whole state.

Pure functions: no input or output. An entry's body is a JSON object, its keys sorted, without blanks:

| field | content | |---|---| | `form` | 1, the form of entries that is described here | | `start` | EVENT.CLUB.BOARD.
and a random text, which distinguishes two chains | | `n` | the number of the entry in its chain, from 1 | | `before` |
the SHA-256 of the previous body, as 64 hexadecimal digits; "" in the first entry | | `at` | when the entry was made, by
the club's clock, in seconds since 1970 | | `kind`, `what` | "line": a line of the board (state.py); "names" or "link":
this group of the board's laptop |

The club signs the bytes of the body (keys.py).
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
_LARGEST = 1 << 53  # the largest number, because some readers of JSON can't hold larger ones
_DEEPEST = 20  # the most levels of nested lists and objects; a board sends six levels
MOST_BYTES = 64 * 1024  # the most bytes of a body
MOST_STATE_BYTES = 512 * 1024  # the most bytes of a packed state
MOST_SENT = MOST_STATE_BYTES + SIGNATURE_BYTES


class EntryError(ValueError):
    """A body is not a valid entry, or is not the next one of its chain."""


@dataclass(frozen=True)
class Link:
    """The end of a chain: the chain's `start`, and number and hash of its last body; 0 and "" if it is empty."""

    start: str
    number: int = 0
    hash: str = ""


@dataclass(frozen=True)
class Entry:
    """One entry, with the fields of its body; `link`: the end of the chain after this entry."""

    link: Link
    before: str
    at: float
    kind: str
    what: Any


def new_chain(event: str, club: str, board: str) -> Link:
    """Return a new chain without entries. The random start keeps anybody from using its entries for another board."""
    return Link(f"{event}.{club}.{board}.{secrets.token_hex(6)}")


def board_of(start: str) -> str:
    """Return EVENT.CLUB.BOARD from the start of a chain."""
    return start.rpartition(".")[0]


def body(end: Link, at: float, kind: str, what: Any) -> tuple[bytes, Link]:
    """Return the body of the entry after `end`, and the chain's new end. Raises EntryError if it is too large."""
    number = end.number + 1
    fields = {"form": FORM, "start": end.start, "n": number, "before": end.hash, "at": at, "kind": kind, "what": what}
    data = packed(fields)
    if len(data) > MOST_BYTES:
        raise EntryError(f"an entry of {len(data):,} bytes is too large: at most {MOST_BYTES:,} may be published")
    return data, Link(end.start, number, _digest(data))


def packed(fields: dict[str, Any]) -> bytes:
    """Return an object as the JSON text that is hashed and signed."""
    return json.dumps(fields, sort_keys=True, separators=(",", ":"), allow_nan=False).encode("ascii")


def sealed(data: bytes, signature: bytes) -> bytes:
    """Return the bytes to send: the signature, followed by the body."""
    return signature + data


def opened(sent: bytes) -> tuple[bytes, bytes]:
    """Split sent bytes into body and signature."""
    return sent[SIGNATURE_BYTES:], sent[:SIGNATURE_BYTES]


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _unpacked(data: bytes, most: int = MOST_BYTES) -> dict[str, Any]:
    """Return the object in some bytes of JSON. Raises EntryError, and no other exception."""
    if len(data) > most:
        raise EntryError(f"{len(data):,} bytes are too many: at most {most:,} are allowed")
    try:
        fields = json.loads(data)
    except (ValueError, RecursionError):
        raise EntryError("it is not JSON") from None
    if not isinstance(fields, dict):
        raise EntryError("it is not a JSON object")
    if not _is_plain(fields, _DEEPEST):
        raise EntryError("it has a too large number, an incomplete character, or too deeply nested lists")
    if fields.get("form") != FORM:
        raise EntryError(f"it has form {fields.get('form')!r:.20}, and this version of tengen reads form {FORM}")
    return fields


def _is_plain(value: Any, depth: int) -> bool:
    """Whether every program can read this JSON value; Python's reader also accepts NaN and half a surrogate pair."""
    if isinstance(value, str):
        return value.isascii() or not any("\ud800" <= sign <= "\udfff" for sign in value)
    if isinstance(value, int | float):
        return -_LARGEST <= value <= _LARGEST  # this also excludes NaN
    if isinstance(value, dict):
        value = [*value, *value.values()]
    return not isinstance(value, list) or (depth > 0 and all(_is_plain(each, depth - 1) for each in value))


def entry(data: bytes) -> Entry:
    """Return the entry in a body. Raises EntryError, and no other exception."""
    fields = _unpacked(data)
    start, number, before = fields.get("start"), fields.get("n"), fields.get("before")
    if not (isinstance(start, str) and type(number) is int and number > 0 and isinstance(before, str)):
        raise EntryError("start, n or before is not valid in an entry")
    at, kind, what = fields.get("at"), fields.get("kind"), fields.get("what")
    if isinstance(at, bool) or not isinstance(at, int | float) or kind not in KINDS or not _fits(kind, what):
        raise EntryError("at, kind or what is not valid in an entry")
    return Entry(Link(start, number, _digest(data)), before, at, kind, what)


def _fits(kind: str, what: Any) -> bool:
    """Whether the content of an entry matches its kind."""
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
    """Return the entry in sent bytes. Raises EntryError, and no other exception."""
    return entry(opened(sent)[0])


def check(bodies: Iterable[bytes], board: str = "") -> Iterator[tuple[int, str]]:
    """Yield the faults in the bodies of one board, in stored order: (the body's place from 1, a sentence).

    `board`: EVENT.CLUB.BOARD, or "" if it is not known. A new chain is not a fault, because another laptop may have
    continued.
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
                yield place, f"entries of another board begin here: {board_of(start)!r:.140}"
        if start != end.start or number != end.number + 1:
            yield place, f"entry {number} is in the place of {end.number + 1}"
        elif its.before != end.hash:
            yield place, f"entry {number} does not match the entry before it: one of the two was changed"
        end = its.link


@dataclass
class BoardState:
    """The state of a board after an entry of a chain: its `groups`, and the laptop's `names` and `link`.

    `end`: the end of the chain at that entry. `head`: the number and time of the board's last line, and `more` if
    another line that belongs to it follows. `seq`: the entry's number in the stream. `is_begun`: True if all groups
    have come, or are coming now because a board has started; until then nothing can be shown.
    """

    end: Link = Link("")
    seq: int = 0
    head: dict[str, Any] = field(default_factory=lambda: {"seq": 0, "t": 0})
    groups: dict[str, Any] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    link: dict[str, Any] = field(default_factory=lambda: {"connected": True, "words": ""})
    is_begun: bool = False

    def take(self, its: Entry, seq: int) -> None:
        """Process the next entry. `seq`: its number in the stream."""
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
        """Return a line with all groups."""
        return {**self.head, "is": state.snapshot(self.groups), "whole": True}

    def packed(self) -> bytes:
        """Return the state as JSON, in the form that state_in() reads."""
        place = {"start": self.end.start, "n": self.end.number, "hash": self.end.hash, "seq": self.seq}
        return packed({"form": FORM, **place, "line": self.line, "names": self.names, "link": self.link})


def state_in(data: bytes) -> BoardState:
    """Return the state in these bytes. Raises EntryError, and no other exception."""
    fields = _unpacked(data, MOST_STATE_BYTES)
    start, number, hash_, seq = (fields.get(name) for name in ("start", "n", "hash", "seq"))
    if not (isinstance(start, str) and type(number) is int and isinstance(hash_, str) and type(seq) is int):
        raise EntryError("start, n, hash or seq is not valid in a board's state")
    if not all(_fits(kind, fields.get(kind)) for kind in KINDS):
        raise EntryError("line, names or link is not valid in a board's state")
    its = BoardState(names=fields["names"], link=fields["link"])
    its.take(Entry(Link(start, number, hash_), "", 0, "line", fields["line"]), seq)
    return its
