"""Check each chain and each signature of an event, to find entries that were changed, added or left out.

The chains can't prove that nothing is missing at an end: the last entries of a board, a whole board, or all entries
after the laptop was replaced, because a new chain begins then.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from . import entries, keys
from .events import Board, Stored
from .keys import ANY, Signer

_MOST_FAULTS = 20  # the most faults that are reported for one board
_MOST_LINE = 2 * (entries.MOST_BYTES + entries.SIGNATURE_BYTES)  # the most bytes of an entry in a file


def line_of(stored: Stored) -> str:
    """Return an entry as a line of the file that saved() reads: JSON with the board, and the bytes in base64."""
    (club, board), body, signature = stored
    sent = base64.b64encode(entries.sealed(body, signature)).decode("ascii")
    return json.dumps({"board": f"{club}.{board}", "entry": sent}) + "\n"


def saved(path: Path) -> Iterator[Stored]:
    """Yield the entries in a file. Raises OSError, and ValueError, with the line's number, for an invalid line."""
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
                raise ValueError(f"line {number} of {path} is not an entry of an event: {words}") from None
            yield ((club, board), *entries.opened(sent))


def check(event: str, signed_by: Collection[Signer], stored: Iterable[Stored]) -> Iterator[tuple[str, bool]]:
    """Check the entries of an event, in order. Yield (words, True if it is a fault), for each board and each fault."""
    boards: dict[Board, list[tuple[bytes, bytes]]] = {}
    for name, body, signature in stored:
        boards.setdefault(name, []).append((body, signature))
    for (club, board), its in sorted(boards.items()):
        who, faults, key, unsigned = f"{club}.{board}", [], "", []
        for place, (body, signature) in enumerate(its, 1):
            # try the previous entry's key first, because most entries of a board have the same key
            found = keys.signer(club, body, signature, [(ANY, key)] if key else [])
            found = found or keys.signer(club, body, signature, signed_by)
            key = found or key
            if not found:
                unsigned.append(place)
        if unsigned:
            them = f"{len(unsigned):,} of {len(its):,} entries, the first at place {unsigned[0]:,},"
            faults.append(f"{them} are not signed by any of the keys")
        chain = entries.check((body for body, _ in its), f"{event}.{who}")
        faults += [f"at place {place}: {words}" for place, words in chain]
        if not faults:
            yield f"{who}: {len(its):,} entries, whole, signed by {key}", False
        for fault in faults[:_MOST_FAULTS]:
            yield f"{who}: {fault}", True
        if len(faults) > _MOST_FAULTS:
            yield f"{who}: {len(faults) - _MOST_FAULTS:,} more faults", True
