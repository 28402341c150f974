"""All games of an event, from its stream: whoever has published them."""

from __future__ import annotations

from collections.abc import Callable, Collection

from nats.js import JetStreamContext

from ..records.record import Record
from ..records.told import Teller
from . import chain, proof
from .chain import ChainError


async def of(
    js: JetStreamContext, event: str, signed_by: Collection[proof.Signer], tell: Callable[[str], None]
) -> list[Record]:
    """Return the games of an event, board after board. Raises OSError where there is no such event.

    `signed_by`: the keys of the clubs; if there are any, an entry that none of its club's has signed is left out.
    `tell` gets a sentence for each board of which something is left out, with the reason of the first such entry.
    """
    boards: dict[tuple[str, str], Teller] = {}
    left_out: dict[tuple[str, str], list[str]] = {}
    async for stored in proof.entries(js, event):
        name, body, _ = stored
        board = boards.setdefault(name, Teller(".".join((event, *name))))
        try:
            if signed_by and not proof.is_signed_by(stored, signed_by):
                raise ChainError("it is signed by none of its club's keys")
            its = chain.entry(body)
            if chain.whose(its.start) != ".".join((event, *name)):
                raise ChainError("it is one of another board")
            if its.kind == "line":
                board.line(its.what, its.at)
            elif its.kind == "names":
                board.names(its.what)
        except ChainError as error:
            left_out.setdefault(name, []).append(str(error))
    for name, why in sorted(left_out.items()):
        count = "one entry is" if len(why) == 1 else f"{len(why):,} entries are"
        tell(f"{'.'.join(name)}: {count} left out; of the first: {why[0]}")
    found = []
    for name, board in sorted(boards.items()):
        unread: list[str] = []
        found += board.records(unread.append)
        for each in unread:
            tell(f"{'.'.join(name)}: {each}")
    return found
