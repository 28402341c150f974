"""Shared by the tests of hardware/: the project's own board.toml, and the products of each maker, made once."""

import functools
import hashlib
import importlib
import importlib.metadata
import json
import os
import shutil
import sys
from pathlib import Path

import pytest
import tengen_hardware
from tengen_host import pinouts, resources, wiring
from tengen_host.image import builder

# All sources of the files in hardware/: folders and files, programs, libraries
SOURCES = (Path(tengen_hardware.__file__).parent, resources.firmware_package())
FILES = (wiring.__file__, pinouts.__file__, resources.__file__, resources.path("hardware/board.toml"))
PROGRAMS = ("kicad-cli", "ngspice", "dot")
LIBRARIES = {"skidl", "schemdraw", "wireviz", "magpylib", "numpy", "gerbonara", "manifold3d", "ezdxf"}


@pytest.fixture(scope="session")
def board():
    """The project's board.toml; a test that changes it makes a copy first."""
    return wiring.load()


@pytest.fixture(scope="session")
def made(board):
    """made("bom"): the files of one maker by their path in hardware/, made once for all tests.

    Outside CI they come from the user's cache, if their sources have not changed.
    """
    kept = None if os.environ.get("CI") else builder.cache_root() / "hardware" / _key()

    @functools.cache
    def products(maker):
        if kept and (kept / maker).exists():
            return json.loads((kept / maker).read_text(encoding="utf-8"))
        found = importlib.import_module(f"tengen_hardware.{maker}").products(board)
        if kept:
            for other in kept.parent.glob("*"):
                if other != kept:
                    shutil.rmtree(other, ignore_errors=True)
            kept.mkdir(parents=True, exist_ok=True)
            part = kept / f"{maker}.{os.getpid()}"
            part.write_text(json.dumps(found), encoding="utf-8")
            part.replace(kept / maker)
        return found

    return products


def _key():
    """A hash of all sources of the files."""
    found = hashlib.sha256(sys.version.encode())
    paths = [path for folder in SOURCES for path in folder.rglob("*") if path.suffix in (".py", ".md", ".html")]
    for path in sorted([*paths, *map(Path, FILES)]):
        found.update(path.name.encode() + b"\0" + path.read_bytes())
    for program in map(shutil.which, PROGRAMS):
        found.update(f"{program} {os.stat(program).st_mtime_ns if program else 0}".encode())
    for library in sorted(importlib.metadata.distributions(), key=lambda each: each.name):
        if library.name in LIBRARIES:
            found.update(f"{library.name} {library.version}".encode())
    return found.hexdigest()[:16]
