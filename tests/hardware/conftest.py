"""Shared by the tests of hardware/: the project's own board.toml, and what is slow to make, made once."""

import functools
import hashlib
import importlib
import importlib.metadata
import os
import shutil
import sys
from pathlib import Path

import keeping
import pytest
import tengen_hardware
import tengen_host
from tengen_hardware import programs
from tengen_hardware.pcb import library
from tengen_host import resources, wiring
from tengen_host.image import builder

@pytest.fixture(scope="session")
def board():
    """The project's board.toml; a test that changes it makes a copy first."""
    return wiring.load()


@pytest.fixture(scope="session")
def kept():
    """kept(name, make): what make() returns, made once by all processes and runs of tests with the same sources."""
    return keeping.Kept(builder.cache_root() / "hardware", key())


@pytest.fixture(scope="session")
def made(board, kept):
    """made("bom"): the files of one maker by their path in hardware/."""

    def products(maker):
        return kept(maker, lambda: importlib.import_module(f"tengen_hardware.{maker}").products(board))

    return functools.cache(products)


def key():
    """A hash of all that the makers read: Python, packages, programs, KiCad's footprints, and the sources."""
    found = hashlib.sha256(sys.version.encode())
    for told in sorted(f"{each.name} {each.version}" for each in importlib.metadata.distributions()):
        found.update(f"{told}\n".encode())
    for program in (programs.kicad().python, *map(shutil.which, ("ngspice", "dot"))):
        found.update(f"{program} {os.stat(program).st_size} {os.stat(program).st_mtime_ns}\n".encode())
    found.update(repr((programs.kicad(), programs.ngspice(), programs.graphviz())).encode())
    tools = Path(tengen_host.__file__).parent
    sources = [path for folder in (Path(tengen_hardware.__file__).parent, resources.firmware_package())
               for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"]  # fmt: skip
    footprints = {part["footprint"] for part in wiring.load()["parts"].values()} - {""}
    sources += [*tools.glob("*.py"), resources.path("hardware/board.toml"), *map(library.file, footprints)]
    for path in sorted(sources):
        found.update(f"{path.name}\n".encode() + path.read_bytes())
    return found.hexdigest()[:16]
