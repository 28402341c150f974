"""Fixtures for the tests of hardware/: the project's own board.toml, and slow results, which are made only once."""

import copy
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
from tengen_hardware.simulation import spice
from tengen_host import resources, wiring


@pytest.fixture(scope="session")
def board():
    """The project's board.toml. A test that changes it must make a copy first."""
    return wiring.load()


@pytest.fixture(scope="session")
def changed(board):
    """changed(stack={"base_mm": 16}): a copy of the tables of board.toml with other values."""

    def copied(**tables):
        other = copy.deepcopy(board)
        for table, values in tables.items():
            other[table].update(values)
        return other

    return copied


@pytest.fixture(scope="session")
def kept():
    """The slow results, which are made only once for all processes and runs."""
    return keeping.Kept(resources.cache_root() / "hardware")


@pytest.fixture(scope="session")
def made(board, kept):
    """made("bom"): the files of one maker by their path in hardware/."""

    def products(maker):
        return kept(maker, sources(), lambda: importlib.import_module(f"tengen_hardware.{maker}").products(board))

    return functools.cache(products)


@pytest.fixture(scope="session", autouse=True)
def programs_run_once_for_the_same(kept):
    """Cache ngspice's output for a deck. `__wrapped__` runs the program."""

    def once(name, run, *made_by):
        return functools.wraps(run)(lambda asked: kept(name, (asked, *made_by), lambda: run(asked)))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(spice, "_said", once("ngspice", spice._said, *program("ngspice"), programs.ngspice()))
        yield


@functools.cache
def sources():
    """Return everything that the makers use: Python, packages, programs, the KiCad projects, and the sources."""
    tools = Path(tengen_host.__file__).parent
    folders = (Path(tengen_hardware.__file__).parent, resources.firmware_package())
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    projects = resources.path("hardware/pcb").glob("*/*.kicad_*")
    return (
        sys.version,
        sorted(f"{each.name} {each.version}" for each in importlib.metadata.distributions()),
        *(*program("ngspice"), programs.ngspice(), *program("dot"), programs.graphviz(), programs.kicad()),
        *map(hashed, sorted([*files, *tools.glob("*.py"), *projects, resources.path("hardware/board.toml")])),
    )


def program(name):
    """Return a program's path, size and date."""
    path = shutil.which(name)
    its = os.stat(path)
    return path, its.st_size, its.st_mtime_ns


def hashed(file):
    """Return a file's name, and the hash of its text."""
    return Path(file).name, hashlib.sha256(Path(file).read_bytes()).hexdigest()
