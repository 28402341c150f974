"""The whole state of a board, as far as its entries have been taken: what a late viewer is told first. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..history import BEGINNINGS, with_event
from . import chain
from .chain import ChainError, Entry, Link

MOST_BYTES = 512 * 1024  # of a packed state


@dataclass
class Whole:
    """The state after an entry of a chain: the `events` since the last that a page begins with, details and link.

    `link`: whether the board answers, as one without a cable always does, and if not, why. `seq`: the entry's number in
    the stream. `is_begun`: whether there is such an event; before it nothing can be shown.
    """

    start: str = ""
    end: Link = field(default_factory=Link)
    seq: int = 0
    events: list[dict[str, Any]] = field(default_factory=list)
    details: dict[str, str] = field(default_factory=dict)
    link: list[Any] = field(default_factory=lambda: [True, ""])
    is_begun: bool = False

    def take(self, entry: Entry, hash_: str, seq: int) -> None:
        """Take the next entry, with the hash of its body and its number in the stream."""
        self.start, self.end, self.seq = entry.start, Link(hash_, entry.number), seq
        if entry.kind == "event":
            self.is_begun = self.is_begun or entry.what["event"] in BEGINNINGS
            self.events = with_event(self.events, entry.what, most=0)
        elif entry.kind == "details":
            self.details = entry.what
        else:
            self.link = entry.what


def packed(its: Whole) -> bytes:
    """Return a state as JSON, which unpacked() takes."""
    return chain.packed(
        {
            "form": chain.FORM,
            "start": its.start,
            "n": its.end.number,
            "hash": its.end.hash,
            "seq": its.seq,
            "events": its.events,
            "details": its.details,
            "link": its.link,
        }
    )


def unpacked(data: bytes) -> Whole:
    """Return the state in these bytes. Raises ChainError, and never anything else."""
    fields = chain.unpacked(data, MOST_BYTES)
    start, number, hash_, seq = (fields.get(name) for name in ("start", "n", "hash", "seq"))
    if not (isinstance(start, str) and type(number) is int and isinstance(hash_, str) and type(seq) is int):
        raise ChainError("start, n, hash and seq are not those of a board's state")
    events, details, link = fields.get("events"), fields.get("details"), fields.get("link")
    parts = [("details", details), ("link", link)]
    parts += [("event", event) for event in (events if isinstance(events, list) else [None])]
    if not all(chain.fits(kind, what) for kind, what in parts):
        raise ChainError("events, details and link are not those of a board's state")
    assert isinstance(events, list) and isinstance(details, dict) and isinstance(link, list)
    begun = any(event["event"] in BEGINNINGS for event in events)
    return Whole(start, Link(hash_, number), seq, events, details, link, begun)
