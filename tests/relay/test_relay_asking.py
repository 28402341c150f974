"""A request to NATS fails in NATS's own way, whatever its client says."""

import pytest
from nats.aio.client import Client
from nats.errors import Error as NatsError
from tengen_host.relay.asking import answer
from waiting import run


def test_who_asks_before_there_is_a_connection_is_told_so():
    with pytest.raises(NatsError, match="connect"):
        run(answer(Client().jetstream().publish("tengen.x", b"", timeout=0.1)))
