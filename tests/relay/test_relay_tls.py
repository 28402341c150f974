"""A relay's own server with TLS. Clubs can connect only with its certificate, and get a clear error without it."""

import asyncio
import ssl

import pytest
import trustme
from relay_world import EVENT, GAME, World, refused, room_of, typed
from tengen_relay import client, events, server
from tengen_relay.bench.figures import free_port
from tengen_relay.client import Connection
from waiting import LIMIT_S, until


def certificate(folder, name="localhost"):
    """Make a certificate that no authority of this machine has signed; return its path and that of its key."""
    cert, key, authority = folder / "cert.pem", folder / "key.pem", trustme.CA()
    its = authority.issue_cert(name)
    its.cert_chain_pems[0].write_to_path(cert)
    authority.cert_pem.write_to_path(cert, append=True)
    its.private_key_pem.write_to_path(key)
    return cert, key


@pytest.fixture
def world(tmp_path):
    world = World(tmp_path)
    world.tls = certificate(tmp_path)
    world.server = server.Server(tmp_path, f"localhost:{free_port()}", world.tls)
    assert world.server.url.startswith("tls://")
    return world


async def test_a_club_publishes_by_tls_and_the_relay_reads_it(world, monkeypatch):
    # trust the test's own certificate, which no authority has signed, as with `SSL_CERT_FILE`
    monkeypatch.setattr(ssl, "create_default_context", trusting(world.tls[0]))
    async with world.running():
        room, (board,) = room_of("one")
        async with world.publishing(room, world.key()):
            board.hear(GAME[0])
            await world.until_stored([1])
        host, port = world.server.url.removeprefix("tls://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        assert b'"tls_required":true' in await reader.readline()
        writer.close()


def trusting(path, make=ssl.create_default_context):
    return lambda *arguments, **named: make(*arguments, **{"cafile": str(path), **named})


async def test_the_relay_knows_its_own_by_its_certificate_and_a_club_that_does_not_is_told(world):
    async with world.server.running():
        its = world.server
        async with Connection([its.url], its.key, its.trust).open(LIMIT_S) as nats:
            await events.make_streams(nats.jetstream(), EVENT)
            key = world.key()
            why = await refused(its.url, key, "its certificate is not trusted: ")
            assert why.startswith(f"NATS at {its.url} does not answer (")


async def test_a_renewed_certificate_is_taken_up_while_the_server_runs(world, tmp_path):
    async with world.server.running():
        its, before = world.server, world.server.stamp
        first = its.trust
        async with Connection([its.url], its.key, first).open(LIMIT_S):
            pass
        certificate(tmp_path)
        assert its.stamp != before
        its.reload()
        log = its.folder / "nats.log"
        await until(lambda: "Reloaded server configuration" in log.read_text(encoding="utf-8"))
        async with Connection([its.url], its.key, its.trust).open(LIMIT_S):
            pass
        await refused(its.url, its.key, "its certificate is not trusted", first)


async def test_after_a_handshake_that_failed_one_comes_in_as_soon_as_it_does_not(world, tmp_path, monkeypatch):
    monkeypatch.setattr(client, "STUCK_S", 0.5)
    its = world.server
    async with its.running():
        certificate(tmp_path)  # the server does not know this key yet
        async with Connection([its.url], its.key, its.trust).open() as nats:
            await until(lambda: "its certificate is not trusted" in nats.why)
            its.reload()
            await nats.inside(LIMIT_S)


def test_what_is_wrong_with_a_certificate_is_said(tmp_path):
    here = ("relay", "--event", "x", "--no-browser", "--data", tmp_path)
    assert typed(*here, "--tls-cert", "x")[0] == 2
    assert typed(*here, "--tls-cert", "x", "--tls-key", "x", "--nats", "nats://x")[0] == 2
    path = tmp_path / "none.pem"
    status, told = typed(*here, "--tls-cert", path, "--tls-key", path)
    assert status == 1 and told.startswith(f"error: {path} can't be read: give a certificate and a key")
    path.write_text("no certificate")
    status, told = typed(*here, "--tls-cert", path, "--tls-key", path)
    assert status == 1 and told.startswith(f"error: {path} is not the certificate") and told.count("\n") == 1
