"""Messages to people if NATS can't be reached: plain words, the address without its password, and the remedy."""

import asyncio
import errno
import inspect
import socket
import ssl

import nats.errors
import nats.js.errors
import pytest
from nats.aio.client import Client
from relay_world import room_of, running, started
from tengen_host.hall.hall import Hall
from tengen_relay import events, keys
from tengen_relay.boards import EventBoards
from tengen_relay.client import Connection, Lost, answer, shown, words
from tengen_relay.publish import Publisher
from tengen_relay.spool import Spool
from waiting import until

SECRETS = "nats://anna:se@cret@one.example:4222,tls://token@two.example,bo:pass@[::1]:4222"
SHOWN = "nats://one.example:4222,tls://two.example,[::1]:4222"


# The arguments that the constructors of these errors require
WANTED = {"SlowConsumerError": ("a.b", "reply", 1, None), "ConsumerSequenceMismatchError": (None, 1, 2)}


def errors_of_the_client():
    for module in (nats.errors, nats.js.errors):
        for name, kind in inspect.getmembers(module, inspect.isclass):
            if issubclass(kind, Exception):
                yield kind(*WANTED.get(name, ()))


ERRORS = [
    *errors_of_the_client(),
    *(nats.errors.Error(said) for said in ("", "nats: invalid hostname in connect url", "nats: 'Secure Connection'")),
    ConnectionRefusedError(errno.ECONNREFUSED, "Connect call failed ('127.0.0.1', 4222)"),
    OSError("Multiple exceptions: [Errno 111] Connect call failed ('::1', 4222, 0, 0)"),
    socket.gaierror(socket.EAI_NONAME, "Name or service not known"),
    *(asyncio.TimeoutError(), ConnectionResetError(), EOFError(), Lost("nothing came from it")),
    ssl.SSLError(1, "[SSL: WRONG_VERSION_NUMBER] wrong version number (_ssl.c:1006)"),
]


def is_plain(told):
    foreign = ("nats: ", "Error", "Errno", "Connect call", "_ssl", "Client.", "None", "se@cret", "token", "pass@", "()")
    return not any(word in told for word in foreign)


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_no_word_of_a_library(error):
    told = words(error, SECRETS)
    assert told.startswith(f"NATS at {SHOWN} ") and is_plain(told)
    assert told.endswith("?") or ": its operator " in told or ": its log " in told


def test_the_server_s_reason_and_that_of_the_system_are_told():
    assert "(no space)" in words(nats.js.errors.APIError(500, "no space", 10023))
    assert "(Connection refused)" in words(ConnectionRefusedError(errno.ECONNREFUSED, "Connect call failed"))
    assert "(Name or service not known)" in words(socket.gaierror(socket.EAI_NONAME, "Name or service not known"))


def test_an_address_without_a_password_stays_as_it_is():
    assert shown(SECRETS) == SHOWN and shown(SHOWN) == SHOWN and shown("nats://h:1/a@b") == "nats://h:1/a@b"


async def test_whoever_asks_before_there_is_a_connection_is_told_so_in_plain_words(tmp_path):
    """The library of NATS raises an AssertionError if the client was never connected."""
    told = []
    key = keys.new("cup", "tartu")
    away = Connection(["nats://anna:secret@one.example:4222"], key)
    spool = Spool(tmp_path / "spool.db")
    room, (board,) = room_of("one")
    publisher = Publisher(key, spool, 0.0, told.append, away)
    followed = EventBoards("cup", Hall(), told.append, away)
    for at, coming in enumerate((publisher.run(room), followed.run()), 1):
        async with running(coming):
            board.hear(started())
            await until(lambda at=at: len(told) == at)
    with pytest.raises(Lost):
        await anext(events.stored(Client().jetstream(), "cup"))
    with pytest.raises(OSError, match="nothing came from it"):
        await away.inside(0)
    with pytest.raises(Lost):
        await answer(Client().jetstream().account_info())
    spool.close()
    assert [words.partition(": ")[0] for words in told] == [
        "the boards are not published now, and wait on disk",
        "cup can't be followed now",
    ]
    why = "NATS at nats://one.example:4222 does not answer (there is no connection): does it run, "
    assert all(words.partition(": ")[2].startswith(why) and is_plain(words) for words in told)
