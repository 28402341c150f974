"""Make the files of a release: wheel, sources, image, orders of boards, site, bill of materials and checksums."""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

_SUMS = "SHA256SUMS"
_FIXED = (1980, 1, 1, 0, 0, 0)  # the date of all files in a zip: the earliest that it can store


def packages(root: Path, folder: Path, version: str) -> Iterator[Path]:
    """Make the wheel, the sources and the image in a folder: the same bytes from the same commit, on each machine.

    Raises ValueError.
    """
    from tengen_host.image import ImageError, builder, wheel

    try:
        image = builder.build_pico()
        yield wheel.build(folder)
    except ImageError as why:
        raise ValueError(str(why)) from None
    command = [sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", str(folder.absolute())]
    env = {**os.environ, **wheel.dated(root)}
    ended = subprocess.run(command, cwd=root, env=env, capture_output=True, text=True, check=False)
    if ended.returncode:
        raise ValueError(f"the sources were not packed: {ended.stderr.strip()}")
    yield folder / f"tengen-{version}.tar.gz"
    yield Path(shutil.copyfile(image, folder / f"tengen-{version}.uf2"))


def orders(folder: Path, version: str) -> Iterator[Path]:
    """Make a zip for each board of hardware/, to be sent to a maker of boards."""
    from tengen_hardware import kicad, order
    from tengen_host import resources, wiring

    for name in kicad.CIRCUITS:
        file = folder / f"tengen-{version}-{name}.zip"
        file.write_bytes(order.packed(order.contents(name, wiring.load(), resources.path("hardware"))))
        yield file


def site(built: Path, folder: Path, version: str) -> Path:
    """Make a zip of the site. The same site gives the same bytes. Raises ValueError if there is no site."""
    if not (built / "index.html").exists():
        raise ValueError(f"{built} has no index.html: build the site there with make site")
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as into:
        for path in sorted(path for path in built.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo(path.relative_to(built).as_posix(), _FIXED)
            entry.compress_type, entry.create_system, entry.external_attr = zipfile.ZIP_DEFLATED, 3, 0o644 << 16
            into.writestr(entry, path.read_bytes(), compresslevel=9)
    file = folder / f"tengen-{version}-site.zip"
    file.write_bytes(made.getvalue())
    return file


def make(root: Path, built: Path, folder: Path, version: str) -> Iterator[Path]:
    """Make all files of a release in an empty folder. `built`: the folder of the site. Raises ValueError.

    The checksums and the notes are no part of this, because they come last.
    """
    from tengen_host.image import builder

    from . import sbom

    if folder.exists() and any(folder.iterdir()):
        raise ValueError(f"{folder} has files: remove them, because a release has only files of one commit")
    folder.mkdir(parents=True, exist_ok=True)
    yield site(built, folder, version)
    yield from orders(folder, version)
    wheel, *others = packages(root, folder, version)
    yield from (wheel, *others)
    file = folder / f"tengen-{version}.cdx.json"
    file.write_text(sbom.make(wheel, builder.cache() / "archives", version), encoding="utf-8")
    yield file


def sums(folder: Path) -> Path:
    """Write the SHA-256 of each file of a folder in the form of `sha256sum`; return the file's path."""
    files = sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith(_SUMS))
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (folder / _SUMS).write_bytes("".join(lines).encode())
    return folder / _SUMS
