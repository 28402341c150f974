"""The command line of the modules that write extra files, besides `make hardware`: order, model, portrait, booklet."""

from __future__ import annotations

import argparse
import importlib
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from tengen_host import extras, resources, wiring

from .circuit import CircuitError


def extra(module: str) -> Any:
    """Return a library of the extra "model". Raises CircuitError if it is missing."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise CircuitError(extras.missing(error, "model")) from None


def run(
    arguments: list[str], module: str, about: str | None, default: str, write: Callable[[Path], Iterable[Path]]
) -> int:
    """Call `write` with the path from --into, or `default` in hardware/, and print each written file.

    Return 1, after an error message, if something can't be made, else 0.
    """
    parser = argparse.ArgumentParser(prog=f"python -m tengen_hardware.{module}", description=about)
    what = "file" if Path(default).suffix else "folder"
    parser.add_argument("--into", type=Path, help=f"another {what} than hardware/{default}")
    into = parser.parse_args(arguments).into or resources.path("hardware") / default
    try:
        for file in write(into):
            print(f"{file}: {file.stat().st_size} bytes")
    except (wiring.WiringError, CircuitError, OSError, subprocess.TimeoutExpired) as error:
        for line in str(error).splitlines():
            print(f"error: {line}", file=sys.stderr)
        return 1
    return 0
