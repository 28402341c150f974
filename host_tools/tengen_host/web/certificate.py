"""The certificate of the encrypted address: Tengen's own, or the owner's."""

from __future__ import annotations

import ipaddress
import os
import ssl
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from .. import whole_files

# A phone with a wrong clock must not find the certificate too new or too old, because browsers let nobody go on then.
# Apple's devices accept at most 825 days, but only of certificates that begin after June 2019. Other browsers limit
# only the certificates of public authorities.
BEGINS, ENDS = datetime(2000, 1, 1), datetime(2049, 12, 31)
MOST_HOSTS = 32
_ALWAYS = ("127.0.0.1", "localhost")


class Certificate:
    """A certificate and its key: the `context` for a server, the `fingerprint`, and the `names` of this machine in it.

    Without `names`, watchers use the addresses of this machine.
    """

    def __init__(self) -> None:
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.minimum_version = ssl.TLSVersion.TLSv1_2
        self.context.set_alpn_protocols(["http/1.1"])
        self.names: Sequence[str] = ()
        self.fingerprint = ""

    def cover(self, hosts: Iterable[str]) -> None:
        """Make the certificate valid for these hosts, too, if it is Tengen's own. Raises OSError."""

    def _load(self, cert: Path, key: Path | None = None) -> x509.Certificate:
        """Use the certificate of a file for later connections, and return it."""
        self.context.load_cert_chain(cert, key, password="")
        its = x509.load_pem_x509_certificate(cert.read_bytes())
        digits = its.fingerprint(hashes.SHA256()).hex().upper()
        self.fingerprint = " ".join(digits[at : at + 4] for at in range(0, len(digits), 4))
        return its


class OwnCertificate(Certificate):
    """Tengen's own certificate, in one file with its key. cover() makes it.

    It keeps the hosts of earlier networks, so that its fingerprint stays the same in a network that it knows.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path

    def cover(self, hosts: Iterable[str]) -> None:
        """Make the certificate anew, with the same key, if it lacks one of the hosts. Raises OSError."""
        key, has = _kept(self._path)
        wanted = [*_ALWAYS, *hosts]
        if key is None or not set(wanted) <= set(has):
            names = list(dict.fromkeys(wanted + has))[:MOST_HOSTS]
            self._path.parent.mkdir(parents=True, exist_ok=True)
            its = _pem(key or ec.generate_private_key(ec.SECP256R1()), names)
            whole_files.replace(self._path, its, 0o600)
        self._load(self._path)


class OwnersCertificate(Certificate):
    """The certificate of the user, for the names of hosts in it."""

    def __init__(self, cert: Path, key: Path, now: datetime) -> None:
        """Read the certificate and its key. Raises OSError, ValueError with a sentence."""
        check(cert, key)
        super().__init__()
        its = self._load(cert, key)
        if its.not_valid_after_utc < now:
            raise ValueError(f"{cert} ended on {its.not_valid_after_utc:%Y-%m-%d}: renew it")
        self.names = [name for name in _names(its, x509.DNSName) if "*" not in name]


def check(cert: Path, key: Path) -> None:
    """Check that a server can use a certificate and its key. Raises OSError with a sentence."""
    for path in (cert, key):
        if not os.access(path, os.R_OK):
            raise OSError(f"{path} can't be read: give a certificate and a key that this user may read")
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(cert, key, password="")
    except (ssl.SSLError, ValueError) as error:
        words = f"{cert} is not the certificate of the key in {key}: both are PEM, the key without a password"
        raise OSError(f"{words} ({error})") from None


def _kept(path: Path) -> tuple[ec.EllipticCurvePrivateKey | None, list[str]]:
    """Return the key and the hosts in Tengen's own file; None and [] if the file is missing or damaged."""
    try:
        data = path.read_bytes()
        key = serialization.load_pem_private_key(data, None)
        its = x509.load_pem_x509_certificate(data)
    except (OSError, ValueError, TypeError):
        return None, []
    if not isinstance(key, ec.EllipticCurvePrivateKey) or key.public_key() != its.public_key():
        return None, []
    return key, [*map(str, _names(its, x509.IPAddress)), *_names(its, x509.DNSName)]


def _names(its: x509.Certificate, kind: type[x509.DNSName | x509.IPAddress]) -> list[Any]:
    try:
        return list(its.extensions.get_extension_for_class(x509.SubjectAlternativeName).value.get_values_for_type(kind))
    except x509.ExtensionNotFound:
        return []


def _pem(key: ec.EllipticCurvePrivateKey, hosts: Sequence[str]) -> bytes:
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Tengen")])
    usage = x509.KeyUsage(True, False, False, False, False, False, False, False, False)  # it signs handshakes
    its = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), BEGINS, ENDS)
        .add_extension(x509.SubjectAlternativeName([_general(host) for host in hosts]), False)
        .add_extension(x509.BasicConstraints(False, None), True)
        .add_extension(usage, True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), False)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    encoded = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    return encoded + its.public_bytes(serialization.Encoding.PEM)


def _general(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)

