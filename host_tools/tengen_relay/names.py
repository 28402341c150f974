"""The names of events, clubs and boards, and the subjects and streams of NATS that are made of them."""

from __future__ import annotations

import re

_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")
_RULE = "small letters of English, digits and hyphens, 40 at most, with a letter or digit at both ends"
_BUCKET = "KV_"  # NATS keeps a bucket of the latest values as a stream of this name


def checked(what: str, name: str) -> str:
    """Return a name that can be part of a subject. Raises ValueError for another; `what` says whose name it is."""
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r} can't be the name of {what}: take {_RULE}")
    return name


def fitted(name: str) -> str:
    """Return the nearest name that can be part of a subject: of a board, whose key may have other letters."""
    plain = re.sub(r"[^a-z0-9]+", "-", name.lower())[:40].strip("-")
    return plain or "board"


def stream(event: str) -> str:
    """The stream with all entries of an event."""
    return f"tengen-{event}"


def bucket(event: str) -> str:
    """The bucket with the newest whole state of each board of an event."""
    return f"tengen-{event}-now"


def bucket_stream(event: str) -> str:
    """The stream that NATS keeps that bucket in."""
    return _BUCKET + bucket(event)


def subject(event: str, club: str, board: str) -> str:
    """Where the entries of a board are published; `*` and `>` are allowed as NATS has them."""
    return f"tengen.{event}.{club}.{board}"


def alive_subject(event: str, club: str, board: str) -> str:
    """Where a board's laptop says that it is there; nobody keeps it."""
    return f"tengen-alive.{event}.{club}.{board}"


def whole_subject(event: str, club: str, board: str) -> str:
    """Where the whole state of a board is published."""
    return f"$KV.{bucket(event)}.{club}.{board}"


def of_subject(text: str) -> tuple[str, str]:
    """Return the (club, board) of a subject of one of these two kinds, or of the key of a whole state in its bucket."""
    *_, club, board = text.split(".")
    return club, board


def inbox(public: str) -> str:
    """The subject before those on which the owner of a public key gets answers; nobody else may listen there."""
    return f"_INBOX_{public[:12]}"
