"""Boards for the world: clubs publish their boards' lines to NATS, signed, and relays anywhere show them.

Begin with publish.py, from a board to NATS, and boards.py, from NATS to a page; entries.py says what is sent.

- In the club: publish.py, with spool.py, what waits on its disk, and keys.py, its right and its signature.
- NATS: server.py runs one, with the rights of each key; client.py connects to one and reads it without a gap; names.py
  has its subjects and streams, events.py what an event has in it.
- At the relay: relay.py, a relay from its start to its page; boards.py; validation.py, what a line from anywhere may
  have.
- Afterwards: proof.py checks an event, records.py makes its games.
- bench/: `tengen bench --relay`.
"""

from tengen_host import extras

try:
    import nats  # noqa: F401
    import nkeys  # type: ignore[import-untyped]  # noqa: F401
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(extras.missing(error, "relay"), name=error.name) from None
