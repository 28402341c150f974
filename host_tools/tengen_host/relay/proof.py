"""Whether anything of an event was altered, added or left out: each board's chain and each signature is checked.

What the chains can't show: that the last entries of a board are missing, or all of a board, or all since a laptop was
changed for another, with which a new chain begins.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import AsyncIterator, Collection, Iterator
from pathlib import Path

from nats.js import JetStreamContext
from nats.js.errors import NotFoundError

from . import chain, keys, names
from .asking import answer
from .keys import ANY

_MOST_TOLD = 20  # faults of one board
_MOST_LINE = 2 * (chain.MOST_BYTES + chain.SIGNATURE_BYTES)  # bytes of an entry in a file

Board = tuple[str, str]  # its club and its name
Stored = tuple[Board, bytes, bytes]  # the board, an entry's body and its signature
Signer = tuple[str, str]  # a club, or ANY, and a public key


async def entries(js: JetStreamContext, event: str) -> AsyncIterator[Stored]:
    """Yield all that was stored of an event, in order. Raises OSError without one."""
    stream = names.stream(event)
    try:
        last = (await answer(js.stream_info(stream))).state.last_seq
    except NotFoundError:
        raise OSError(f"there is no event {event} here") from None
    every, at = names.subject(event, "*", "*"), 0
    while at < last:
        try:
            found = await answer(js.get_msg(stream, at + 1, every, direct=True, next=True))
        except NotFoundError:
            return
        assert found.seq is not None and found.data is not None and found.subject is not None
        at = found.seq
        yield (names.of_subject(found.subject), *chain.opened(found.data))


def line_of(stored: Stored) -> str:
    """Return an entry as a line of a file, which saved() reads: JSON with its board and its bytes in base64."""
    (club, board), body, signature = stored
    sent = base64.b64encode(chain.sealed(body, signature)).decode("ascii")
    return json.dumps({"board": f"{club}.{board}", "entry": sent}) + "\n"


def saved(path: Path) -> Iterator[Stored]:
    """Yield the entries in a file. Raises OSError, and ValueError with the line that is none."""
    with open(path, encoding="ascii", errors="replace") as file:
        for number in range(1, 1 << 62):
            line = file.readline(_MOST_LINE)
            if not line:
                return
            try:
                fields = json.loads(line)
                club, board = fields["board"].split(".")
                sent = base64.b64decode(fields["entry"], validate=True)
            except (ValueError, LookupError, TypeError, AttributeError, RecursionError, binascii.Error):
                words = "`tengen relay verify EVENT --save FILE` writes such a file"
                raise ValueError(f"line {number} of {path} is no entry of an event: {words}") from None
            yield ((club, board), *chain.opened(sent))


def is_signed_by(stored: Stored, signed_by: Collection[Signer]) -> str:
    """Return the key of the board's club that has signed an entry, or ""."""
    (club, _), body, signature = stored
    its = (key for for_club, key in signed_by if for_club in (club, ANY))
    return next((key for key in its if keys.is_signed(body, signature, key)), "")


class Proof:
    """Takes the entries of an event, in order; lines() has a line for each board and each fault."""

    def __init__(self, event: str, signed_by: Collection[Signer]) -> None:
        self._event, self._signed_by = event, signed_by
        self._bodies: dict[Board, list[bytes]] = {}
        self._unsigned: dict[Board, list[int]] = {}
        self._key: dict[Board, str] = {}

    @property
    def knows_keys(self) -> bool:
        """Whether there is any key by which it can tell a signature."""
        return bool(self._signed_by)

    def take(self, stored: Stored) -> None:
        """Take the next entry."""
        name, body, _ = stored
        its = self._bodies.setdefault(name, [])
        its.append(body)
        key = is_signed_by(stored, [(ANY, self._key[name])] if name in self._key else [])
        key = key or is_signed_by(stored, self._signed_by)
        if key:
            self._key[name] = key
        else:
            self._unsigned.setdefault(name, []).append(len(its))

    def lines(self) -> Iterator[tuple[str, bool]]:
        """Yield (words, whether they tell a fault)."""
        for name, bodies in sorted(self._bodies.items()):
            faults = []
            if places := self._unsigned.get(name):
                them = f"{len(places):,} of {len(bodies):,} entries, the first at place {places[0]:,},"
                faults.append(f"{them} are signed by none of the keys")
            whose = ".".join((self._event, *name))
            faults += [f"at place {place}: {words}" for place, words in chain.check(bodies, whose)]
            who = ".".join(name)
            if not faults:
                yield f"{who}: {len(bodies):,} entries, whole, signed by {self._key[name]}", False
            for fault in faults[:_MOST_TOLD]:
                yield f"{who}: {fault}", True
            if len(faults) > _MOST_TOLD:
                yield f"{who}: {len(faults) - _MOST_TOLD:,} faults more", True
