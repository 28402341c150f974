"""Write the checksums of a release's files."""

from __future__ import annotations

import hashlib
from pathlib import Path

NAME = "SHA256SUMS"


def write(folder: Path) -> Path:
    """Write the SHA-256 of each file of a folder in the form of `sha256sum`; return the file's path."""
    files = sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith(NAME))
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (folder / NAME).write_bytes("".join(lines).encode())
    return folder / NAME
