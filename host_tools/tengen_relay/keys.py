"""A club's Ed25519 key, for login to NATS (as an nkey) and for signatures. The key file is JSON."""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Collection
from dataclasses import asdict, dataclass
from pathlib import Path

import nkeys  # type: ignore[import-untyped]
from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey

from . import names

ANY = "*"
Signer = tuple[str, str]  # a club (or ANY), and a public key
_PUBLIC_BYTES = 35  # a prefix, 32 bytes of the key, and two bytes of a checksum
_MOST_BYTES = 4096  # the most bytes of a key file


@dataclass(frozen=True)
class Key:
    """A key with permission to publish for a `club` in an `event`: one `board`, or all of the club's boards (ANY)."""

    event: str
    club: str
    board: str
    seed: str

    def __post_init__(self) -> None:
        names.checked("an event", self.event)
        names.checked("a club", self.club)
        if self.board != ANY:
            names.checked("a board", self.board)

    @property
    def public(self) -> str:
        """Return the public key: 56 capitals and digits. Others check signatures with it, and NATS checks logins."""
        return str(self._pair().public_key.decode("ascii"))

    def sign(self, data: bytes) -> bytes:
        """Return the signature of some bytes: 64 bytes."""
        return bytes(self._pair().sign(data))

    def _pair(self) -> nkeys.KeyPair:
        return nkeys.from_seed(bytearray(self.seed, "ascii"))


def new(event: str, club: str, board: str = ANY) -> Key:
    """Create a key. Raises ValueError for a name that can't be part of a subject."""
    seed = nkeys.encode_seed(bytes(SigningKey.generate()), nkeys.PREFIX_BYTE_USER)
    return Key(event, club, board, seed.decode("ascii"))


def is_signed(data: bytes, signature: bytes, public: str) -> bool:
    """Whether the key with this `public` text has signed these bytes."""
    try:
        raw = base64.b32decode(public + "=" * (-len(public) % 8))
        if len(raw) != _PUBLIC_BYTES:
            return False
        VerifyKey(raw[1:33]).verify(data, signature)
    except (BadSignatureError, ValueError, TypeError):
        return False
    return True


def signer(club: str, data: bytes, signature: bytes, signed_by: Collection[Signer]) -> str:
    """Return the key of a club that has signed these bytes, or ""."""
    its = (key for for_club, key in signed_by if for_club in (club, ANY))
    return next((key for key in its if is_signed(data, signature, key)), "")


def write(path: Path, key: Key) -> None:
    """Write a key to a new file that only its owner may read. Raises OSError, for example if the file exists."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        json.dump(asdict(key), file, indent=1)
        file.write("\n")


def read(path: Path) -> Key:
    """Return the key in a file. Raises OSError, and ValueError, with a sentence, if the file has no key."""
    with open(path, "rb") as file:
        data = file.read(_MOST_BYTES)
    try:
        fields = json.loads(data)
        key = Key(*(str(fields[name]) for name in ("event", "club", "board", "seed")))
        assert key.public
    except Exception:  # the library of the keys raises a dozen kinds of errors
        raise ValueError(f"{path} is not a key of tengen: `tengen relay key` makes one") from None
    return key
