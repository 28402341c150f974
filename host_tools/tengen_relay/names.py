"""The names of events, clubs and boards, and the NATS subjects and streams with these names."""

from __future__ import annotations

import re

_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")
_RULE = "letters a to z, digits and hyphens, 40 at most, with a letter or digit at both ends"
_BUCKET = "KV_"  # NATS stores a bucket of the latest values as a stream with this name


def checked(what: str, name: str) -> str:
    """Return a name if it can be part of a subject, else raise ValueError.

    `what`: the kind of name, for the message.
    """
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r} can't be the name of {what}: use {_RULE}")
    return name


def fitted(name: str) -> str:
    """Return the nearest name that can be part of a subject, because a board's key may have other characters."""
    plain = re.sub(r"[^a-z0-9]+", "-", name.lower())[:40].strip("-")
    return plain or "board"


def stream(event: str) -> str:
    """Return the name of the stream with all entries of an event."""
    return f"tengen-{event}"


def bucket(event: str) -> str:
    """Return the name of the bucket with the newest whole state of each board of an event."""
    return f"tengen-{event}-now"


def bucket_stream(event: str) -> str:
    """Return the name of the stream in which NATS stores the bucket of an event."""
    return _BUCKET + bucket(event)


def subject(event: str, club: str, board: str) -> str:
    """Return the subject of a board's entries; `*` and `>` are allowed as in NATS."""
    return f"tengen.{event}.{club}.{board}"


def alive_subject(event: str, club: str, board: str) -> str:
    """Return the subject on which a board's laptop reports that it is alive; nobody stores it."""
    return f"tengen-alive.{event}.{club}.{board}"


def whole_subject(event: str, club: str, board: str) -> str:
    """Return the subject of a board's whole state."""
    return f"$KV.{bucket(event)}.{club}.{board}"


def of_subject(text: str) -> tuple[str, str]:
    """Return (club, board) from the subject of an entry, a sign of life or a whole state, or from a bucket's key."""
    *_, club, board = text.split(".")
    return club, board


def inbox(public: str) -> str:
    """Return the prefix of the subjects for answers to the owner of a public key; nobody else may listen there."""
    return f"_INBOX_{public[:12]}"
