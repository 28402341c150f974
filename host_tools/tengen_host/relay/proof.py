"""Whether anything of an event was altered, added or left out: each board's chain and each signature is checked."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection

from nats.js import JetStreamContext
from nats.js.errors import NotFoundError

from . import chain, keys, names

_MOST_TOLD = 20  # faults of one board


async def entries(js: JetStreamContext, event: str) -> AsyncIterator[tuple[tuple[str, str], bytes, bytes]]:
    """Yield all that was stored of an event, in order: ((club, board), body, signature). Raises OSError without one."""
    stream = names.stream(event)
    try:
        last = (await js.stream_info(stream)).state.last_seq
    except NotFoundError:
        raise OSError(f"there is no event {event} here") from None
    every, at = names.subject(event, "*", "*"), 0
    while at < last:
        try:
            found = await js.get_msg(stream, at + 1, every, direct=True, next=True)
        except NotFoundError:
            return
        assert found.seq is not None and found.data is not None and found.subject is not None
        at = found.seq
        yield (names.of_subject(found.subject), *chain.opened(found.data))


async def checked(js: JetStreamContext, event: str, signed_by: Collection[str]) -> AsyncIterator[tuple[str, bool]]:
    """Yield a line for each board and each fault: (words, whether it is a fault). `signed_by`: the public keys."""
    bodies: dict[tuple[str, str], list[bytes]] = {}
    unsigned: dict[tuple[str, str], list[int]] = {}
    for_club: dict[tuple[str, str], str] = {}
    async for name, body, signature in entries(js, event):
        bodies.setdefault(name, []).append(body)
        its = [for_club[name]] if name in for_club else []
        signer = next((key for key in (*its, *signed_by) if keys.is_signed(body, signature, key)), None)
        if signer:
            for_club[name] = signer
        else:
            unsigned.setdefault(name, []).append(len(bodies[name]))
    for name, its_bodies in sorted(bodies.items()):
        faults = []
        if places := unsigned.get(name):
            them = f"{len(places):,} of {len(its_bodies):,} entries, the first at place {places[0]:,},"
            faults.append(f"{them} are signed by none of the keys")
        faults += [f"at place {place}: {words}" for place, words in chain.check(its_bodies)]
        who = ".".join(name)
        if not faults:
            yield f"{who}: {len(its_bodies):,} entries, whole, signed by {for_club[name]}", False
        for fault in faults[:_MOST_TOLD]:
            yield f"{who}: {fault}", True
        if len(faults) > _MOST_TOLD:
            yield f"{who}: {len(faults) - _MOST_TOLD:,} faults more", True
