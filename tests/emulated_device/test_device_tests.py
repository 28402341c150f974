"""`tengen test-device` on the emulated Pico: pytest's report of tests that ran there."""

import os
import subprocess
import sys
import time

import pytest
import tiers
from tengen_host.device.repl import Repl

MINE = '''
import sys
from support import raises

def helper(number):
    assert number == 1, "one is not %d" % number

def test_it_is_a_board():
    print("on", sys.platform)
    assert sys.implementation.name == "micropython"

def test_that_fails():
    helper(2)

def test_with_a_helper_module():
    assert raises(ValueError, int, "x")
'''


def run(*arguments, timeout=170):
    """The status and the words of the command."""
    code = "from tengen_host.cli import main; main()"
    ended = subprocess.run(
        [sys.executable, "-c", code, "test-device", *arguments],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTEST_ADDOPTS": "-rA"},
        capture_output=True,
        text=True,
        timeout=timeout,
    )
    return ended.returncode, ended.stdout + ended.stderr


def files_of(device):
    """All files on the board's flash, by name with their hashes."""
    with Repl(device.path) as repl:
        return repl.hashes(repl.ask("[e[0] for e in __import__('os').ilistdir() if e[1] == 0x8000]"))


def test_two_files_one_of_them_with_a_test_that_fails(device, tmp_path):
    mine = tmp_path / "test_mine.py"
    mine.write_text(MINE)
    before = files_of(device)
    status, said = run("--port", device.path, "--yes", str(mine), "tests/sensing/test_buttons.py", "-k", "not hold")
    assert status == 1, said
    assert "FAILED test_mine.py::test_that_fails - AssertionError: one is not 2" in said
    assert 'File "tests/given/test_mine.py", line 6, in helper' in said, "the board's traceback, to the line"
    assert "on rp2" in said and "PASSED test_mine.py::test_with_a_helper_module" in said
    assert "PASSED tests/sensing/test_buttons.py::" in said and "2 of 2 test files fit on the board" in said
    assert files_of(device) == before, "nothing is left on its flash"


@pytest.mark.proof
def test_all_that_fits(device):
    began = time.monotonic()
    status, said = run("--port", device.path, "--yes", timeout=3 * 3600)
    fits = next(line for line in said.splitlines() if "test files fit on the board" in line)
    tiers.note(f"emulated Pico: tengen test-device: {fits}, in {(time.monotonic() - began) / 60:.0f} minutes")
    assert status == 0, said
