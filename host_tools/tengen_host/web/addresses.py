"""The addresses where others may watch. They follow the networks of this machine."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import socket
import struct
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..file_errors import in_words
from ..wire.listeners import End, Listener, Listeners

if TYPE_CHECKING:
    from .certificate import Certificate

EVERYWHERE = "0.0.0.0"
LOOK_S = 3.0  # the time between two looks at the networks
SIOCGIFADDR = 0x8915  # netdevice(7): the address of a network interface


class Shared:
    """The present addresses for watchers: `address` is plain, `encrypted` is encrypted; each is "" if there is none.

    `share`: an address of this machine, or EVERYWHERE. The encrypted address needs a `certificate`, which is kept valid
    for it.
    """

    def __init__(self, share: str, port: int, certificate: Certificate | None = None, encrypted_port: int = 0) -> None:
        self._share, self._port, self._certificate, self._encrypted_port = share, port, certificate, encrypted_port
        self._hosts: list[str] = []
        self.address, self.encrypted, self._trouble = "", "", ""
        self._listeners = Listeners()
        self._move(addresses(share))

    @property
    def names(self) -> Sequence[str]:
        """The names of this machine in the owner's certificate."""
        return self._certificate.names if self._certificate else ()

    @property
    def fingerprint(self) -> str:
        """The SHA-256 fingerprint of the certificate, in groups of four digits."""
        return self._certificate.fingerprint if self._certificate else ""

    def fields(self) -> dict[str, Any]:
        """Return the addresses for a page, and the fingerprint of the certificate."""
        return {
            "shared": True,
            "address": self.address,
            "encrypted": self.encrypted,
            "fingerprint": self.fingerprint if self.encrypted else "",
        }

    def lines(self) -> list[str]:
        """Return the addresses as lines for the terminal."""
        if not self._hosts:
            return [
                f"This machine is not in a network yet. When it is, others may watch at its address, port {self._port}"
            ]
        lines = ["Others may watch at " + ", ".join(f"http://{host}:{self._port}/" for host in self._hosts)]
        if self.encrypted:
            lines.append(f"Encrypted: {self.encrypted}")
            lines.append(f"The SHA-256 fingerprint of its certificate: {self.fingerprint}")
        if self._trouble:
            lines.append(f"There is no encrypted address: {self._trouble}")
        return lines

    def subscribe(self, callback: Listener) -> End:
        """Call `callback` with {"type": "address"} and the new fields() after each change; returns the end of this."""
        return self._listeners.add(callback)

    async def follow(self) -> None:
        """Look at the networks again and again, until cancelled."""
        while True:
            await asyncio.sleep(LOOK_S)
            if self._move(await asyncio.to_thread(addresses, self._share)):
                self._listeners.publish({"type": "address", **self.fields()})

    def _move(self, there: Sequence[str]) -> bool:
        """Take this machine's addresses. The one that is shown stays the first as long as it is there."""
        hosts = [host for host in self._hosts[:1] if host in there]
        hosts += [host for host in there if host not in hosts]
        if hosts == self._hosts:
            return False
        self._hosts = hosts
        self.address = f"http://{hosts[0]}:{self._port}/" if hosts else ""
        self.encrypted, self._trouble = "", ""
        if self._certificate and hosts:
            try:
                self._certificate.cover(hosts)
            except OSError as error:
                self._trouble = in_words(error)
            else:
                self.encrypted = f"https://{[*self.names, *hosts][0]}:{self._encrypted_port}/"
        return True


def addresses(share: str) -> list[str]:
    """Return the addresses for watchers: the shared address itself, or all of this machine's for EVERYWHERE."""
    if share != EVERYWHERE:
        return [share]
    found = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        # 192.0.2.1 is a reserved address; connect() on UDP sends nothing, it only selects the outgoing interface
        asked.connect(("192.0.2.1", 9))
        found.append(asked.getsockname()[0])
    found += _of_interfaces()  # a laptop that serves as the hotspot has no outgoing route
    return [host for host in dict.fromkeys(found) if not ipaddress.ip_address(host).is_loopback]


def _of_interfaces() -> list[str]:
    """Return the first address of each network interface on Linux; elsewhere the addresses of the machine's own name.

    On Linux the name may lead to a name server, which takes seconds to fail in a network without the Internet.
    """
    if sys.platform != "linux":
        with contextlib.suppress(OSError):
            return socket.gethostbyname_ex(socket.gethostname())[2]
        return []
    import fcntl

    found = []
    for _, name in socket.if_nameindex():
        with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
            answer = fcntl.ioctl(asked, SIOCGIFADDR, struct.pack("40s", name.encode()))
            found.append(socket.inet_ntoa(answer[20:24]))
    return found
