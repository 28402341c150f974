"""Define a pytest plugin that collects test files on the laptop, then loads and runs them on a board."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from _pytest._code.code import ReprFileLocation, TerminalRepr

from ..errors import BoardError, DeviceError, Gone
from .bench import TestBench
from .fitting import TOO_BIG_TO_TRY, TOO_LONG
from .staging import CPYTHON_ONLY, functions_of


class DevicePlugin:
    """A plugin for pytest.main() that runs test files on the board of `bench`.

    `emulated`: skip the tests in TOO_LONG.
    """

    def __init__(self, bench: TestBench, tests: Path, emulated: bool) -> None:
        self.bench = bench
        self.tests = tests
        self.too_long = TOO_LONG if emulated else {}
        self.loaded: dict[Path, DeviceError | None] = {}
        self.free: dict[Path, int] = {}
        self._present: Path | None = None

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Ignore files that need CPython."""
        return True if collection_path.name.startswith(CPYTHON_ONLY) else None

    @pytest.hookimpl(tryfirst=True)
    def pytest_pycollect_makemodule(self, module_path: Path, parent: Any) -> Any:
        """Return a test file for the board."""
        # otherwise a file outside the checkout would have no name in the report
        near = module_path.is_relative_to(parent.config.rootpath)
        collector = DeviceFile.from_parent(parent, path=module_path, nodeid=None if near else module_path.name)
        collector.plugin = self
        return collector

    def key(self, path: Path) -> str:
        """Return the name that a file has in the lists of fitting.py."""
        return path.relative_to(self.tests).as_posix() if path.is_relative_to(self.tests) else path.name

    def load(self, path: Path) -> None:
        """Load a file on the board, unless it is already loaded.

        If loading failed, each call raises the error again.
        """
        if path != self._present:
            self._present = path
            try:
                self._load(path)
            except Gone:
                raise
            except DeviceError as error:
                self.loaded[path] = error
            else:
                self.loaded[path] = None
                self.free[path] = self.bench.free_bytes
        trouble = self.loaded[path]
        if trouble:
            raise trouble

    def _load(self, path: Path) -> None:
        try:
            self.bench.load(path)
        except BoardError as error:
            # the board waits only a second for each piece of a mounted file, and a busy laptop may take longer
            if "timeout waiting for remote" not in str(error):
                raise
            self.bench.load(path)

    def forget(self) -> None:
        """Note that the present file is no longer loaded, because the board was restarted."""
        self._present = None

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Print which files fit on the board, and the least free memory."""
        if not self.loaded:
            return
        fits = [path for path, error in self.loaded.items() if error is None]
        terminalreporter.section("the board")
        terminalreporter.write_line(f"{len(fits)} of {len(self.loaded)} test files fit on the board")
        for path, error in self.loaded.items():
            if error and out_of_memory(error):
                terminalreporter.write_line(f"does not fit: {self.key(path)}")
        if fits:
            least = min(fits, key=lambda path: self.free[path])
            terminalreporter.write_line(
                f"least free heap with a file loaded: {self.free[least]} bytes, {self.key(least)}"
            )


class DeviceFile(pytest.File):
    """A test file, which is not imported on the laptop."""

    plugin: DevicePlugin

    def collect(self) -> Iterator[DeviceTest]:
        """Yield the test functions of the file."""
        for name, line in functions_of(self.path.read_text(encoding="utf-8")):
            test = DeviceTest.from_parent(self, name=name)
            test.line = line
            yield test


class DeviceTest(pytest.Item):
    """A test function, run on the board."""

    line: int

    def runtest(self) -> None:
        """Run the test on the board; skip it if it does not fit or takes too long."""
        assert isinstance(self.parent, DeviceFile)
        plugin = self.parent.plugin
        name = f"{plugin.key(self.path)}::{self.name}"
        if name in TOO_BIG_TO_TRY:
            pytest.skip(f"does not fit on the board: it reads {TOO_BIG_TO_TRY[name]}")
        if name in plugin.too_long:
            pytest.skip(f"takes too long on an emulated Pico: {plugin.too_long[name]}")
        try:
            plugin.load(self.path)
            said = plugin.bench.run(self.name)
        except Gone as error:
            pytest.exit(str(error), returncode=1)
        except BoardError as error:
            if out_of_memory(error):
                pytest.skip(f"does not fit on the board: {name}")
            raise
        except DeviceError:
            plugin.forget()
            raise
        if said:
            self.add_report_section("call", "the board", said)

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        """Return the failure as pytest shows it."""
        if isinstance(excinfo.value, DeviceError):
            return BoardFailure(str(excinfo.value), self.reportinfo())
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return the place and the name of the test for the report."""
        return self.path, self.line - 1, self.name


class BoardFailure(TerminalRepr):
    """An error on the board: its whole message, or only the last line in pytest's summary."""

    def __init__(self, said: str, place: tuple[Path, int, str]) -> None:
        self.said = said
        self.reprcrash = ReprFileLocation(str(place[0]), place[1] + 1, said.splitlines()[-1])

    def toterminal(self, tw: Any) -> None:
        """Write the board's message to the report."""
        tw.line(self.said)


def out_of_memory(error: DeviceError) -> bool:
    """Return whether a MemoryError ended a run on the board."""
    return isinstance(error, BoardError) and str(error).splitlines()[-1].startswith("MemoryError")
