"""Test `tengen test-device` on the emulated Pico, with pytest's report of the tests there."""

import math
import os
import subprocess
import sys
from ast import literal_eval
from pathlib import Path

import ledger
import pytest
from tengen_host.device.repl import Repl
from tengen_host.device.testing.staging import functions_of, shared_tests

TESTS = Path(__file__).resolve().parents[1]

# All shared tests on an emulated Pico take about 35 minutes of processor time. The weights are their ratios.
PARTS = 10
MOST = 12  # maximum weight of one file in one part
WEIGHTS = {
    "lights/test_prompts.py": 36,
    "journal/test_keeper.py": 24,
    "link/test_room.py": 15,
    "lights/test_scene.py": 13,
    "session/test_referee.py": 9,
    "lights/test_signs.py": 7,
    "journal/test_partfile.py": 7,
    "games/test_symmetry.py": 7,
    "session/test_silent.py": 6,
    "session/test_timing.py": 6,
    "session/test_arbiter.py": 5,
}
OTHER = 1.2

MINE = """
import sys
from portable import raises

def helper(number):
    assert number == 1, "one is not %d" % number

def test_it_is_a_board():
    print("on", sys.platform)
    assert sys.implementation.name == "micropython"

def test_that_fails():
    helper(2)

def test_with_a_helper_module():
    assert raises(ValueError, int, "x")

def test_that_leaves_most_of_the_memory_full():
    assert len([bytearray(1000) for _ in range(150)]) == 150

def test_that_needs_most_of_it_in_one_piece():
    assert len(bytearray(140_000)) == 140_000

def test_that_keeps_a_little_now_and_then_and_needs_much_at_its_end():
    kept = []
    for number in range(4000):
        if len(bytearray(100)) and number % 40 == 0:
            kept.append(bytearray(100))
    assert len(kept) == 100 and len(bytearray(60_000)) == 60_000
"""
LONG = "tests/games/test_kernels.py::test_hard_boards_by_plain_python"


def run(*arguments):
    """Run the command; return its exit status and output."""
    code = "from tengen_host.cli import main; main()"
    ended = subprocess.run(
        [sys.executable, "-c", code, "test-device", *arguments],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTEST_ADDOPTS": "-rA"},
        capture_output=True,
        text=True,
    )
    return ended.returncode, ended.stdout + ended.stderr


def files_of(device):
    """Return the files on the board's flash with their sizes, and let the board's own program run again."""
    with Repl(device.path) as repl:
        found = literal_eval(repl.run("print(list(__import__('os').ilistdir()))").decode())
        repl.restart()
        return [its for its in found if its[0] != "games"]  # the app makes this folder as soon as it has time


@pytest.mark.proof
def test_two_files_one_of_them_with_a_test_that_fails(device, tmp_path):
    """`tengen test-device` runs two files on the emulated Pico, and reports which test fails."""
    mine = tmp_path / "test_mine.py"
    mine.write_text(MINE)
    before = files_of(device)
    files = (str(mine), "tests/sensing/test_buttons.py", LONG)
    status, said = run("--port", device.path, "--yes", *files, "-k", "not hold")
    assert status == 1, said
    assert "FAILED test_mine.py::test_that_fails - AssertionError: one is not 2" in said
    assert 'File "tests/given/test_mine.py", line 6, in helper' in said, "the board's traceback, to the line"
    assert "on rp2" in said and "PASSED test_mine.py::test_with_a_helper_module" in said
    assert "PASSED tests/sensing/test_buttons.py::" in said and "2 of 2 test files fit on the board" in said
    assert "PASSED test_mine.py::test_that_needs_most_of_it" in said
    assert "PASSED test_mine.py::test_that_keeps_a_little_now_and_then_and_needs" in said
    assert "takes too long on an emulated Pico: 20 minutes" in said
    assert files_of(device) == before, "nothing is left on its flash"


def parts():
    """Return all shared tests in PARTS lists with about the same duration.

    A list has whole files, or every n-th test of a long file.
    """
    pieces = []
    for path in shared_tests(TESTS):
        minutes = WEIGHTS.get(path.relative_to(TESTS).as_posix(), OTHER)
        count = math.ceil(minutes / MOST)
        tests = [f"{path}::{name}" for name, _ in functions_of(path.read_text(encoding="utf-8"))]
        pieces += [(minutes / count, tests[each::count] if count > 1 else [str(path)]) for each in range(count)]
    found = [(0.0, [])] * PARTS
    for minutes, piece in sorted(pieces, reverse=True):
        least = min(found)
        found[found.index(least)] = (least[0] + minutes, least[1] + piece)
    return [piece for _, piece in found]


def test_the_parts_are_all_files():
    given = [each for part in parts() for each in part]
    assert len(given) == len(set(given)) and len(parts()) == PARTS
    assert {each.partition("::")[0] for each in given} == {str(path) for path in shared_tests(TESTS)}
    split = [each for each in given if "::" in each]
    of_those = [functions_of(Path(path).read_text("utf-8")) for path in {each.partition("::")[0] for each in split}]
    assert len(split) == sum(map(len, of_those)) > 0


@pytest.mark.proof
@pytest.mark.parametrize("part", range(1, PARTS + 1), ids="part{}".format)
def test_all_that_fits(device, part):
    """`tengen test-device` passes on the emulated Pico with all files that the laptop and the board share."""
    # an emulated Pico on a busy machine is slow: the proof's own limit of time is enough
    status, said = run("--port", device.path, "--yes", "--longest", "3000", *parts()[part - 1])
    fits = next(line for line in said.splitlines() if "test files fit on the board" in line)
    ledger.note(f"{fits}; {said.splitlines()[-1].strip('= ')}")
    assert status == 0, said
    assert said.count("PASSED ") > 5 * said.count("does not fit on the board: "), said
