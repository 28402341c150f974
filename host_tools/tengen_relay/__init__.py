"""Public boards: clubs publish the signed lines of their boards to NATS, and relays anywhere show them.

Read publish.py (from a board to NATS) and boards.py (from NATS to a page) first; entries.py describes the data.

- In the club: publish.py, with spool.py (entries that wait on its disk) and keys.py (its permission and its signature).
- NATS: server.py runs a server and gives each key its permissions; client.py connects to a server and reads a stream
  without a gap; names.py has the subjects and streams, and events.py reads the entries of an event.
- At the relay: relay.py runs a relay; boards.py follows the boards; validation.py checks lines from unknown senders.
- After the event: proof.py checks the entries, and records.py makes records of the games.
- bench/: `tengen bench --relay`.
"""

from tengen_host import extras

try:
    import nats  # noqa: F401
    import nkeys  # type: ignore[import-untyped]  # noqa: F401
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(extras.missing(error, "relay"), name=error.name) from None
