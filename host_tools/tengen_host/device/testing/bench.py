"""Run test files on a board one after another, each with the whole memory, without using the flash."""

from __future__ import annotations

from pathlib import Path

from ...image.uf2 import Tengen
from ..errors import BoardError, DeviceError, Gone
from ..repl import Repl
from ..stopped import firmware
from .staging import Stage

# Bytes. MicroPython collects garbage only when the heap is full. By then the objects in use are spread over the whole
# heap, and no free piece has 10 kB. The app collects garbage after some events, but a test does not.
_COLLECT_AFTER = 32768

_BEGIN = """
import os, sys, gc
os.chdir('/')
sys.path[:] = [place for place in sys.path if place != '/remote']
sys.path += ['/remote/tests/support', {folder!r}]
gc.collect()
import {module} as _tests
gc.collect()
gc.threshold({collect_after})
print(gc.mem_free())
"""
# The garbage of a test is collected at once. Otherwise the next test's source, and the objects that it creates, would
# be allocated after the garbage, and would split the free memory for all later tests.
_RUN = """
gc.collect()
try:
    _tests.{test}()
finally:
    gc.collect()
"""


class TestBench:
    """The board on a port, as a context manager. A test that prints nothing for `longest_s` seconds is stopped.

    `free_bytes`: the free heap with the present file loaded.
    """

    __test__ = False  # not a test class, despite its name

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
        """Restart the board, so that its own program continues."""
        repl = self._cleared()
        repl.restart()
        repl.close()

    def firmware(self) -> Tengen:
        """Return the board's Tengen. Raises DeviceError if the board has no Tengen."""
        repl = self._cleared()
        self._fresh = False
        return firmware(repl)

    def load(self, path: Path) -> None:
        """Import a test file, with nothing else in the board's memory. Raises BoardError with the board's traceback."""
        folder = self._stage.add(path)
        repl = self._cleared()
        self._fresh = False
        repl.mount(self._stage.folder)
        source = _BEGIN.format(folder=f"/remote/{folder}", module=path.stem, collect_after=_COLLECT_AFTER)
        out = repl.run(source, within_s=self._longest_s)
        self.free_bytes = int(out.split()[-1])

    def run(self, test: str) -> str:
        """Run a test of the loaded file; return its output.

        Raises BoardError with the board's traceback, or DeviceError if the test does not end. After a DeviceError, load
        the file again.
        """
        assert self._repl, "a file is loaded before its tests are run"
        try:
            out = self._repl.run(_RUN.format(test=test), within_s=self._longest_s)
        except (BoardError, Gone):
            raise
        except DeviceError:
            # the test may still be running
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
