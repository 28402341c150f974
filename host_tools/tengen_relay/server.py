"""Run a NATS server of the relay's own on a folder, with the permissions of each key."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import signal
import ssl
import sys
from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tengen_host import extras, whole_files
from tengen_host.web import certificate

from . import entries, keys, names
from .keys import ANY, Key

_OWN = "relay.key"
_RIGHTS = "rights.json"
_CONFIG = "nats.conf"
_PID = "nats.pid"
_OWN_ADDRESS = "127.0.0.1"
_EVERYWHERE = ("", "0.0.0.0", "::", "[::]", "*")
_READY_S = 10.0
_LOOK_S = 2.0  # the time between two checks for new permissions
# The parts of the relay's account that clubs can reach
_SHARED = ("tengen.*.*.*", "tengen-alive.*.*.*", "$KV.*.*.*", "$JS.API.DIRECT.GET.*.tengen.*.*.*")


@dataclass(frozen=True)
class Right:
    """The permission of the key with this `public` text: publish for a `board` (or ANY) of a `club` in an `event`."""

    public: str
    event: str
    club: str
    board: str = ANY


def config(
    listen: str,
    folder: Path,
    own: str,
    rights: Iterable[Right],
    tls: tuple[Path, Path] | None = None,
    cluster: Mapping[str, Any] | None = None,
) -> str:
    """Return the configuration of the NATS server: permissions, addresses, and the folder of its streams.

    `own`: the public text of the relay's own key, which may do everything. `tls`: a certificate and its key. `cluster`:
    more settings of NATS, for a member of a cluster; all of the cluster's servers must have the same keys and
    permissions.

    The clubs have a separate account, and the streams are in the relay's account. In one account for all, a club could
    let the server send answers to the subject of another club, and they would be stored as entries of that club.
    """
    users = [
        {
            "nkey": right.public,
            "permissions": {"publish": subjects_of(right), "subscribe": f"{names.inbox(right.public)}.>"},
        }
        for right in rights
    ]
    exports = [{"service": subject} for subject in _SHARED]
    imports = [{"service": {"account": "RELAY", "subject": subject}} for subject in _SHARED]
    fields: dict[str, Any] = {
        "listen": listen,
        "pid_file": str(folder / _PID),
        "max_payload": entries.MOST_SENT,
        "jetstream": {"store_dir": str(folder / "streams")},
        "accounts": {
            "RELAY": {"jetstream": "enabled", "users": [{"nkey": own}], "exports": exports},
            "CLUBS": {"imports": imports, "users": users},
        },
        **(cluster or {}),
    }
    if tls:
        fields["tls"] = {"cert_file": str(tls[0]), "key_file": str(tls[1])}
    return json.dumps(fields, indent=1)


def subjects_of(right: Right) -> list[str]:
    """Return the only subjects that a key may publish to."""
    entries = names.subject(right.event, right.club, right.board)
    return [
        entries,
        names.whole_subject(right.event, right.club, right.board),
        names.alive_subject(right.event, right.club, right.board),
        # a club queries the position of its own boards in the stream
        f"$JS.API.DIRECT.GET.{names.stream(right.event)}.{entries}",
    ]


# The folder


def own_key(folder: Path) -> Key:
    """Return the relay's own key in its folder; create the key if it is missing. Raises OSError, ValueError."""
    path = folder / _OWN
    if not path.exists():
        keys.write(path, keys.new("all", "relay"))
    return keys.read(path)


def rights(folder: Path) -> list[Right]:
    """Return the permissions in a folder. Raises OSError, and ValueError for a file that can't be read."""
    path = folder / _RIGHTS
    if not path.exists():
        return []
    try:
        return [Right(**each) for each in json.loads(path.read_text(encoding="utf-8"))]
    except (ValueError, TypeError) as error:
        raise ValueError(f"{path} can't be read: {error}") from None


def signers(folder: Path, event: str) -> list[tuple[str, str]]:
    """Return the known keys of an event in a folder: (club, public key). Raises OSError, ValueError."""
    return [(right.club, right.public) for right in rights(folder) if right.event == event]


def grant(folder: Path, key: Key) -> None:
    """Add the permission of a key. A running relay applies the permission within some seconds."""
    its = [*rights(folder), Right(key.public, key.event, key.club, key.board)]
    text = json.dumps([asdict(each) for each in its], indent=1) + "\n"
    whole_files.replace(folder / _RIGHTS, text.encode("utf-8"))


# The server


def program() -> str:
    """Return the path of the program nats-server. Raises OSError if it is not installed."""
    beside = shutil.which("nats-server", path=str(Path(sys.executable).parent))
    found = beside or shutil.which("nats-server")
    if not found:
        raise OSError(f"{extras.missing('nats-server', 'relay')}; or give the address of a running one with --nats")
    return found


class Server:
    """A NATS server on a folder. A server that already runs there, as after a crash of its relay, is taken over."""

    def __init__(
        self,
        folder: Path,
        listen: str,
        tls: tuple[Path, Path] | None = None,
        cluster: Mapping[str, Any] | None = None,
    ) -> None:
        self.folder, self._listen, self._tls, self._cluster = folder, listen, tls, cluster
        self._process: asyncio.subprocess.Process | None = None
        self.key = own_key(folder)

    @property
    def url(self) -> str:
        """Return the address for clients on this machine."""
        return self.urls([_OWN_ADDRESS])[0]

    def urls(self, addresses: list[str]) -> list[str]:
        """Return the addresses for clients: each address of this machine, if the server listens at all of them."""
        host, port = self._listen.rsplit(":", 1)
        hosts = addresses if host in _EVERYWHERE else [host]
        return [f"{'tls' if self._tls else 'nats'}://{each}:{port}" for each in hosts or [host]]

    @property
    def trust(self) -> ssl.SSLContext | None:
        """Return the TLS context for the server's own relay. It trusts only this certificate, for any host name."""
        if self._tls is None:
            return None
        context = ssl.create_default_context(cafile=str(self._tls[0]))
        context.check_hostname = False
        context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
        return context

    @property
    def stamp(self) -> tuple[int, ...]:
        """Return numbers that change if the permissions change, or the certificate, which a program may renew."""
        paths = (self.folder / _RIGHTS, *(self._tls or ()))
        return tuple(path.stat().st_mtime_ns if path.exists() else 0 for path in paths)

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Run the server until the context ends. Raises OSError, with the server's message, if it does not start."""
        log = self.folder / "nats.log"
        if self._tls:
            certificate.check(*self._tls)
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
                raise OSError(f"nats-server stopped: {text.strip().rpartition(chr(10))[2] or 'no message'}")
            try:
                at = _OWN_ADDRESS if host in _EVERYWHERE else host
                _, writer = await asyncio.open_connection(at, int(port))
            except OSError:
                await asyncio.sleep(0.05)
                continue
            writer.close()
            return
        raise OSError(f"nats-server does not answer at {self._listen} within {_READY_S:g} s")

    async def watch(self) -> None:
        """Apply new permissions and a renewed certificate while the server runs, until cancelled."""
        before = None
        while True:
            now = self.stamp
            if now != before:
                self.reload()  # at the start, too, because the permissions of a server that was taken over may be old
                before = now
            await asyncio.sleep(_LOOK_S)

    def reload(self) -> None:
        """Apply new permissions, or a new certificate."""
        self._configure()
        pid = self.pid()
        if pid:
            os.kill(pid, signal.SIGHUP)

    def pid(self) -> int:
        """Return the process id of the server on this folder, or 0."""
        try:
            pid = int((self.folder / _PID).read_text(encoding="ascii"))
            os.kill(pid, 0)
        except (OSError, ValueError):
            return 0
        return pid

    def _configure(self) -> None:
        text = config(self._listen, self.folder, self.key.public, rights(self.folder), self._tls, self._cluster)
        whole_files.replace(self.folder / _CONFIG, text.encode("utf-8"))
        os.chmod(self.folder / _CONFIG, 0o600)
