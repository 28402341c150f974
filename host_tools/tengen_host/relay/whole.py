"""The whole state of a board, as far as its entries have been taken: what a late viewer is told first. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .. import state
from . import chain
from .chain import ChainError, Entry, Link

MOST_BYTES = 512 * 1024  # of a packed state


@dataclass
class Whole:
    """The state after an entry of a chain: the board's `groups`, and the laptop's `names` and `link` (live/board.py).

    `head`: the number and time of the board's last line, and `more`, if one follows that belongs to it. `seq`: the
    entry's number in the stream. `is_begun`: whether all groups have come, or come now as a board has started; before
    it nothing can be shown.
    """

    start: str = ""
    end: Link = field(default_factory=Link)
    seq: int = 0
    head: dict[str, Any] = field(default_factory=lambda: {"seq": 0, "t": 0})
    groups: dict[str, Any] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    link: dict[str, Any] = field(default_factory=lambda: {"connected": True, "words": ""})
    is_begun: bool = False

    def pass_by(self, entry: Entry, hash_: str, seq: int) -> None:
        """Stand after an entry, with the hash of its body and its number in the stream, without taking what it has."""
        self.start, self.end, self.seq = entry.start, Link(hash_, entry.number), seq

    def take(self, entry: Entry, hash_: str, seq: int) -> None:
        """Take the next entry."""
        self.pass_by(entry, hash_, seq)
        its = entry.what
        if entry.kind == "line":
            self.head = {name: its[name] for name in ("seq", "t", "more") if name in its}
            self.groups = state.merged(self.groups, its.get("is", {}))
            self.is_begun = self.is_begun or "whole" in its or its["seq"] == 1
        elif entry.kind == "names":
            self.names = its
        else:
            self.link = its

    @property
    def line(self) -> dict[str, Any]:
        """The line that has all groups."""
        return {**self.head, "is": state.whole(self.groups), "whole": True}


def packed(its: Whole) -> bytes:
    """Return a state as JSON, which unpacked() takes."""
    return chain.packed(
        {
            "form": chain.FORM,
            "start": its.start,
            "n": its.end.number,
            "hash": its.end.hash,
            "seq": its.seq,
            "line": its.line,
            "names": its.names,
            "link": its.link,
        }
    )


def unpacked(data: bytes) -> Whole:
    """Return the state in these bytes. Raises ChainError, and never anything else."""
    fields = chain.unpacked(data, MOST_BYTES)
    start, number, hash_, seq = (fields.get(name) for name in ("start", "n", "hash", "seq"))
    if not (isinstance(start, str) and type(number) is int and isinstance(hash_, str) and type(seq) is int):
        raise ChainError("start, n, hash and seq are not those of a board's state")
    if not all(chain.fits(kind, fields.get(kind)) for kind in chain.KINDS):
        raise ChainError("line, names and link are not those of a board's state")
    its = Whole(start, names=fields["names"], link=fields["link"])
    its.take(Entry(start, number, "", 0, "line", fields["line"]), hash_, seq)
    return its
