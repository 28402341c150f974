"""Runs test files on a board one after another: each with all of the memory, and without using the flash."""

from __future__ import annotations

import ast
from pathlib import Path

from ..errors import BoardError, DeviceError, Gone
from ..repl import Repl
from .staging import Stage

# Bytes. MicroPython collects garbage when the heap is full: what is still in use then lies all over it, and there is no
# room for 10 kB in one piece. The app collects after some events; a test does not.
_COLLECT_AFTER = 32768

_BEGIN = """
import os, sys, gc
os.chdir('/')
sys.path[:] = [place for place in sys.path if place != '/remote']
sys.path += ['/remote/tests', '/remote/host_tools', {folder!r}]
gc.collect()
import {module} as _tests
gc.collect()
gc.threshold({collect_after})
print(gc.mem_free())
"""
# What a test leaves is collected at once: the source of the next, and what the board keeps of it, would else be put
# behind it, and cut the memory in two for all tests that follow.
_RUN = """
gc.collect()
try:
    _tests.{test}()
finally:
    gc.collect()
"""

_FIRMWARE = """
try:
    from tengen import __version__
    from tengen.build import BUILD
    print(repr((__version__, BUILD)))
except ImportError:
    print(None)
"""


class TestBench:
    """The board on a port; a context manager. A test is stopped after `longest_s`.

    `free_bytes`, of its heap, with the present file loaded.
    """

    __test__ = False  # not one of pytest's

    def __init__(self, port: str, stage: Stage, longest_s: float) -> None:
        self._stage = stage
        self._longest_s = longest_s
        self._port = port
        self._repl: Repl | None = Repl(port)
        self._fresh = True
        self.free_bytes = 0

    def __enter__(self) -> TestBench:
        return self

    def __exit__(self, *error: object) -> None:
        """Restart the board: its own program goes on."""
        repl = self._cleared()
        repl.restart()
        repl.close()

    def firmware(self) -> tuple[str, str] | None:
        """Version and build of the Tengen on the board, None where there is none."""
        repl = self._cleared()
        self._fresh = False
        told: tuple[str, str] | None = ast.literal_eval(repl.run(_FIRMWARE).decode().strip())
        return told

    def load(self, path: Path) -> None:
        """Import a test file, alone in the board's memory. Raises BoardError with the board's traceback."""
        folder = self._stage.add(path)
        repl = self._cleared()
        self._fresh = False
        repl.mount(self._stage.folder)
        source = _BEGIN.format(folder=f"/remote/{folder}", module=path.stem, collect_after=_COLLECT_AFTER)
        out = repl.run(source, within_s=self._longest_s)
        self.free_bytes = int(out.split()[-1])

    def run(self, test: str) -> str:
        """Run a test of the file that was loaded: what it printed.

        Raises BoardError with the board's traceback; DeviceError where it does not end, and then the file must be
        loaded again.
        """
        assert self._repl, "a file is loaded before its tests are run"
        try:
            out = self._repl.run(_RUN.format(test=test), within_s=self._longest_s)
        except (BoardError, Gone):
            raise
        except DeviceError:
            # it may be at work still
            self._repl.close()
            self._repl = None
            raise DeviceError(
                f"{self._port}: {test} said nothing for {self._longest_s:.0f} s, and was stopped"
            ) from None
        return out.decode(errors="replace")

    def _cleared(self) -> Repl:
        if self._repl is None:
            self._repl = Repl(self._port)
        elif not self._fresh:
            self._repl.clear()
        return self._repl
