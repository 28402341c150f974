"""The encrypted address of a shared page: the same rights, refusals and limits as at the plain one."""

import asyncio
import contextlib
import json
import socket
import ssl
import sys

import pytest
import trustme
import waiting
import websockets
from fake_board import ToldBoard
from pages import HANDSHAKE, acts, begun, page_of
from tengen_host.web import addresses, connection_limits, encrypted, outbox, server
from tengen_host.web.certificate import OwnCertificate, OwnersCertificate
from test_certificate import NOW, owners

# an address of this machine that no other machine can reach
SHARED = "127.0.0.2"
NAME = "board.club.example"
pytestmark = pytest.mark.skipif(sys.platform == "darwin", reason="127.0.0.1 is the only loopback address here")


class World:
    """A served board: its plain address, its encrypted one, and a client that trusts only its certificate."""

    def __init__(self, file):
        self.file, self.told, self.board = file, [], ToldBoard()
        self.plain = self.encrypted = ""

    @property
    def trust(self):
        return ssl.create_default_context(cafile=str(self.file))

    def port(self, address):
        return int(address.rstrip("/").rpartition(":")[2])

    def at(self, host):
        """The encrypted address of this machine by another of its names."""
        return f"https://{host}:{self.port(self.encrypted)}/"

    def page(self, address, path="ws", **headers):
        return page_of(address, path, ssl=self.trust, additional_headers=headers)

    async def acts(self, address, **headers):
        async with self.page(address, **headers) as page:
            return acts(await begun(page))

    async def get(self, path, host=SHARED, name=None):
        """Return the status and the body of an answer."""
        port = self.port(self.encrypted)
        reader, writer = await asyncio.open_connection(host, port, ssl=self.trust)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {name or host}:{port}\r\nConnection: close\r\n\r\n".encode())
        head, _, body = (await reader.read()).partition(b"\r\n\r\n")
        writer.close()
        return int(head.split()[1]), body


def served(folder, then, share=SHARED, certificate=None, **options):
    """Serve a board, and await then(world)."""

    async def main():
        file = folder / "certificate.pem"
        world = World(file)
        its = certificate or OwnCertificate(file)
        ready = asyncio.get_running_loop().create_future()
        serves = server.serve(
            world.board, 0, ready.set_result, world.told.append, share=share, certificate=its, **options
        )
        serving = asyncio.ensure_future(serves)
        await asyncio.wait([serving, ready], return_when=asyncio.FIRST_COMPLETED)
        if serving.done():
            serving.result()
        world.plain = ready.result()
        await waiting.until(lambda: world.told)
        world.encrypted = next((line.split()[1] for line in world.told if line.startswith("Encrypted: ")), "")
        try:
            await then(world)
        finally:
            serving.cancel()
            await asyncio.wait([serving])

    waiting.run(main())


def test_who_watches_encrypted_gets_the_game_as_at_the_plain_address(tmp_path):
    async def then(world):
        plain = f"http://{SHARED}:{world.port(world.plain)}/"
        async with page_of(plain) as open_page, world.page(world.encrypted) as page:
            assert await begun(open_page) == await begun(page)
            world.board.tell("button")
            assert await open_page.recv() == await page.recv()
        status, body = await world.get("/board.json")
        assert status == 200 and json.loads(body)["kind"]

    served(tmp_path, then)


def test_only_this_machine_acts_and_a_proxys_header_takes_that_away(tmp_path):
    async def then(world):
        assert await world.acts(world.at("127.0.0.1")) and await world.acts(world.at("localhost"))
        assert not await world.acts(world.encrypted)
        assert not await world.acts(world.at("127.0.0.1"), **{"x-forwarded-for": "127.0.0.1"})

    served(tmp_path, then)


@pytest.mark.parametrize(("here", "name"), [(SHARED, "elsewhere.example"), ("127.0.0.1", SHARED), (SHARED, NAME)])
def test_a_name_that_is_not_its_own_is_refused(tmp_path, here, name):
    async def then(world):
        assert (await world.get("/board.json", here, name))[0] == 400

    served(tmp_path, then)


@pytest.mark.parametrize("origin", ["http://{here}", "https://elsewhere.example", "null", "https://{host}"])
def test_a_page_of_another_origin_is_refused_also_an_open_one_at_the_same_address(tmp_path, origin):
    async def then(world):
        port = world.port(world.encrypted)
        its = origin.format(here=f"127.0.0.1:{port}", host="127.0.0.1")
        with pytest.raises(websockets.InvalidStatus, match="403"):
            await world.acts(world.at("127.0.0.1"), Origin=its)
        assert await world.acts(world.at("127.0.0.1"), Origin=f"https://127.0.0.1:{port}")

    served(tmp_path, then)


def test_who_does_not_trust_the_certificate_or_speaks_plainly_gets_nothing_and_the_others_go_on(tmp_path, caplog):
    async def then(world):
        port = world.port(world.encrypted)
        with pytest.raises(ssl.SSLCertVerificationError):
            await asyncio.open_connection(SHARED, port, ssl=ssl.create_default_context())
        reader, writer = await asyncio.open_connection(SHARED, port)
        writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.2\r\n\r\n")
        assert b"HTTP" not in await reader.read()
        writer.close()
        assert not await world.acts(world.encrypted)
        assert not caplog.records  # any watcher could fill the terminal

    served(tmp_path, then)


def test_a_name_of_the_owners_certificate_is_its_address_but_not_on_a_plain_connection(tmp_path):
    async def then(world):
        assert world.encrypted == f"https://{NAME}:{world.port(world.encrypted)}/"
        world.file = tmp_path / "cert.pem"
        trusts = ssl.create_default_context(cafile=str(tmp_path / "authority.pem"))
        reader, writer = await asyncio.open_connection(
            SHARED, world.port(world.encrypted), ssl=trusts, server_hostname=NAME
        )
        writer.write(f"GET /board.json HTTP/1.1\r\nHost: {NAME}\r\n\r\n".encode())
        assert b" 200 " in await reader.readline()
        writer.close()
        reader, writer = await asyncio.open_connection(SHARED, world.port(world.plain))
        writer.write(f"GET /board.json HTTP/1.1\r\nHost: {NAME}\r\n\r\n".encode())
        assert b" 400 " in await reader.readline()
        writer.close()

    authority = trustme.CA()
    authority.cert_pem.write_to_path(tmp_path / "authority.pem")
    served(tmp_path, then, certificate=OwnersCertificate(*owners(tmp_path, NAME, authority=authority), NOW))


def test_handshakes_that_never_end_shut_nobody_out(tmp_path, monkeypatch):
    monkeypatch.setattr(encrypted, "MOST_HANDSHAKES", 3)

    async def then(world):
        idle = [await asyncio.open_connection(SHARED, world.port(world.encrypted)) for _ in range(20)]
        assert not await world.acts(world.encrypted)
        with contextlib.suppress(ConnectionError):
            assert await idle[0][0].read() == b""  # the oldest is given up
        for _, writer in idle:
            writer.close()

    served(tmp_path, then)


def test_one_address_with_many_handshakes_shuts_out_no_other(tmp_path, monkeypatch):
    monkeypatch.setattr(encrypted, "MOST_HANDSHAKES", 3)
    monkeypatch.setattr(encrypted, "HANDSHAKE_S", waiting.LIMIT_S)

    async def then(world):
        port = world.port(world.encrypted)
        honest = await asyncio.to_thread(socket.create_connection, (SHARED, port), None, ("127.0.0.9", 0))
        hostile = [
            await asyncio.open_connection(SHARED, port, local_addr=("127.0.0.3", 0)) for _ in range(20)
        ]
        with contextlib.suppress(ConnectionError):
            assert await hostile[-3][0].read() == b""  # all but the last two are given up
        trust = world.trust
        with honest:
            its = await asyncio.to_thread(trust.wrap_socket, honest, server_hostname=SHARED)
            assert its.version()
            its.close()
        for _, writer in hostile:
            writer.close()

    served(tmp_path, then)


def test_a_page_that_does_not_read_is_cut_off(tmp_path):
    filler = "x" * 2000
    # the most that is kept for the page: the messages that wait, and all buffers
    kept = outbox.MOST_WAITING * 2100 + 4 * 1024 * 1024

    async def then(world):
        port, others = world.port(world.encrypted), len(world.board.listeners)
        reader, writer = await asyncio.open_connection(SHARED, port, ssl=world.trust, limit=16)
        writer.write(HANDSHAKE.format(path="ws", host=f"{SHARED}:{port}", more="").encode())
        await reader.readexactly(16)  # after the first bytes of the answer it counts as a page
        told = 0
        await waiting.until(lambda: len(world.board.listeners) > others)
        while len(world.board.listeners) > others:
            world.board.say({"type": "line", "line": {"seq": told, "did": [filler]}})
            told += 1
            await asyncio.sleep(0)
        assert outbox.MOST_WAITING < told < kept / 2000
        writer.transport.abort()

    served(tmp_path, then)


def test_a_page_that_has_ended_is_not_ended_again(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(connection_limits, "ASK_WITHIN_S", 0.5)

    async def then(world):
        others = len(world.board.listeners)
        async with world.page(world.encrypted) as page:
            await begun(page)
        await waiting.until(lambda: len(world.board.listeners) == others)
        # the time of the page's connection is over before the time of a later one
        reader, writer = await asyncio.open_connection(SHARED, world.port(world.encrypted), ssl=world.trust)
        with contextlib.suppress(ConnectionError):
            assert await reader.read() == b""
        writer.close()

    served(tmp_path, then)
    assert not caplog.records


def test_an_open_page_does_not_hold_up_the_end(tmp_path):
    pages = []

    async def then(world):
        pages.append(await world.page(world.encrypted))
        await begun(pages[0])

    served(tmp_path, then)


def test_without_a_certificate_file_there_is_only_the_plain_address_and_the_reason_is_said(tmp_path):
    (tmp_path / "data").write_text("a file, not a folder")

    async def then(world):
        assert world.encrypted == "" and world.told[1].startswith("There is no encrypted address: ")
        async with page_of(f"http://{SHARED}:{world.port(world.plain)}/") as page:
            await begun(page)

    served(tmp_path, then, certificate=OwnCertificate(tmp_path / "data" / "certificate.pem"))


def test_a_laptop_that_changes_its_network_says_its_new_addresses_and_the_certificate_follows(tmp_path, monkeypatch):
    here = [SHARED]
    monkeypatch.setattr(addresses, "LOOK_S", 0.0)
    monkeypatch.setattr(addresses, "addresses", lambda share: list(here))

    async def then(world):
        async with page_of(world.plain) as page:
            await begun(page)

            async def moved():
                while (message := json.loads(await page.recv()))["type"] != "address":
                    pass
                return message

            first = world.told[:]
            plain, encrypted_port = world.port(world.plain), world.port(world.encrypted)
            here[:] = ["127.0.0.9", SHARED]  # one more network: the address on the wall stays
            assert (await moved())["address"] == f"http://{SHARED}:{plain}/"
            here[:] = []
            its = await moved()
            assert (its["address"], its["encrypted"], its["fingerprint"]) == ("", "", "")
            here[:] = ["127.0.0.7"]
            its = await moved()
            assert its["address"] == f"http://127.0.0.7:{plain}/"
            assert its["encrypted"] == f"https://127.0.0.7:{encrypted_port}/"
            status, body = await world.get("/address.json", "127.0.0.7")
            assert status == 200 and {**json.loads(body), "type": "address"} == its
            assert not await world.acts(its["encrypted"])
            assert its["fingerprint"] in world.told[-1] and world.told[: len(first)] == first
            assert f"Others may watch at http://127.0.0.7:{plain}/" in world.told
            assert any("not in a network" in line for line in world.told)
            # who still watches at an address that this machine has is not disturbed
            world.board.tell("button")
            while json.loads(await page.recv())["type"] != "line":
                pass

    served(tmp_path, then, share=addresses.EVERYWHERE)
