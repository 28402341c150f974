"""The system's programs that generate hardware/: their paths, their releases, and how to install them."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tengen_host import extras

from .circuit import CircuitError

INSTALL = "sudo apt-get install kicad ngspice graphviz"
PYTHON = (3, 11)
# The oldest releases with which hardware/ was generated: those of Debian 12
KICAD, NGSPICE, GRAPHVIZ = (6, 0), (39,), (2, 42)
# The packages of tengen[test,hardware], by the names for importing them
PACKAGES: tuple[str, ...] = (
    "wireviz", "yaml", "magpylib", "matplotlib", "manifold3d", "ezdxf", "fpdf", "numpy", "gerbonara",
    "markdown_it", "shapely", "trimesh", "pypdf",
)  # fmt: skip
_SECONDS = 120


class Kicad(NamedTuple):
    """An installed KiCad: the Python with its module `pcbnew`, and its release."""

    python: str
    release: tuple[int, ...]


def missing() -> str | None:
    """Return which tools for making and testing hardware/ are missing here, with the install command; or None."""
    if sys.version_info < PYTHON:
        here, least = (".".join(map(str, each[:2])) for each in (sys.version_info, PYTHON))
        return f"Python {here} is older than {least}: make clean, then make PYTHON=python{least} test"
    if absent := [name for name in PACKAGES if importlib.util.find_spec(name) is None]:
        return extras.missing(" and ".join(absent), "test,hardware")
    faults = []
    for program in (kicad, ngspice, graphviz):
        try:
            program()
        except CircuitError as error:
            faults.append(str(error).removesuffix(_HOW))
    return "; ".join(faults) + _HOW if faults else None


def kicad() -> Kicad:
    """Return the first KiCad on the PATH. Raises CircuitError if it is missing or does not run."""
    return _kicad(os.environ.get("PATH", ""))


def ngspice() -> tuple[int, ...]:
    """Return the release of the ngspice on the PATH. Raises CircuitError if it is missing or does not run."""
    return _release("ngspice", ("ngspice", "-v"), NGSPICE, os.environ.get("PATH", ""))


def graphviz() -> tuple[int, ...]:
    """Return the release of the Graphviz on the PATH. Raises CircuitError if it is missing or does not run."""
    return _release("Graphviz", ("dot", "-V"), GRAPHVIZ, os.environ.get("PATH", ""))


def environment(folder: str) -> dict[str, str]:
    """Return environment variables for KiCad's Python, so that it ignores this venv and the user's home."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    return kept | {"LC_ALL": "C.UTF-8", "KICAD_CONFIG_HOME": folder, "HOME": folder}


_HOW = f": {INSTALL} (see hardware/README.md)"


@cache
def _kicad(path: str) -> Kicad:
    program = next(filter(None, (shutil.which(name, path=path) for name in ("kicad-cli", "pcbnew", "kicad"))), None)
    if program is None:
        raise CircuitError(f"KiCad is missing{_HOW}")
    # Debian's package installs `pcbnew` only for the system's Python, not for the Python of a venv
    prefix = Path(program).resolve().parent.parent
    python = prefix / "bin" / "python3"
    asked = "import pcbnew; print(pcbnew.GetBuildVersion())"
    with tempfile.TemporaryDirectory() as folder:
        release = _asked("KiCad", (str(python), "-c", asked), KICAD, environment(folder))
    return Kicad(str(python), release)


@cache
def _release(name: str, command: tuple[str, ...], least: tuple[int, ...], path: str) -> tuple[int, ...]:
    program = shutil.which(command[0], path=path)
    if program is None:
        raise CircuitError(f"{name} is missing{_HOW}")
    return _asked(name, (program, *command[1:]), least, None)


def _asked(
    name: str, command: tuple[str, ...], least: tuple[int, ...], environment: dict[str, str] | None
) -> tuple[int, ...]:
    """Run a command that prints its release; return the release."""
    try:
        ran = subprocess.run(
            command, capture_output=True, text=True, check=False, env=environment, timeout=_SECONDS,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        raise CircuitError(f"{name} does not run, {command[0]}: {error}{_HOW}") from None
    said = ran.stdout + ran.stderr
    found = re.search(r"\d+(?:\.\d+)*", said)
    if ran.returncode or not found:
        last = (said.strip().splitlines() or ["it says nothing"])[-1]
        raise CircuitError(f"{name} does not run, {command[0]} ends with {ran.returncode}: {last}{_HOW}")
    release = tuple(map(int, found[0].split(".")))
    if release < least:
        raise CircuitError(f"{name} {found[0]} is older than {'.'.join(map(str, least))}{_HOW}")
    return release
