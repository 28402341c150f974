"""A run of the tests: a hang or a process that dies is a failure with a name, and ends no other test."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
SOON_S = 60


def ran(folder, *arguments, env=os.environ, **options):
    """Run pytest in a folder with only the plugins that decide how tests run; return its status and output."""
    plugins = ("-p", "xdist", "-p", "pytest_timeout", "-p", "no:cacheprovider")
    command = [sys.executable, "-m", "pytest", *plugins, "-rA", *arguments]
    env = {**env, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=SOON_S, env=env, **options)
    return ended.returncode, ended.stdout + ended.stderr


@pytest.fixture
def project(tmp_path):
    """A function that makes a project of test files, whose tests are dealt as the real ones are."""
    folder = tmp_path / "tests"
    folder.mkdir()
    for name in ("dealing.py", "tiers.py"):
        shutil.copy(TESTS / name, folder)
    (folder / "conftest.py").write_text(
        "import dealing\ndef pytest_xdist_make_scheduler(config, log):\n    return dealing.Scheduling(config, log)\n"
    )
    (tmp_path / "pyproject.toml").write_text('[tool.pytest.ini_options]\npythonpath = ["tests"]\n')

    def make(**files):
        for name, text in files.items():
            (folder / f"{name}.py").write_text(text)
        return tmp_path

    return make


def test_a_test_that_ends_its_process_is_a_failure_and_is_run_once(project):
    here = project(
        test_a="import os\n"
        "def test_before(): pass\n"
        "def test_ends():\n    open('ended', 'a').write('x')\n    os._exit(3)\n"
        "def test_after(): pass\n",
        test_b="def test_other(): pass\n",
    )
    status, said = ran(here, "-n2")
    assert status == 1 and "1 failed, 3 passed" in said, said
    assert "FAILED tests/test_a.py::test_ends" in said
    assert (here / "ended").read_text() == "x"


def test_all_processes_may_end(project):
    dies = "import os\ndef test_ends(): os._exit(3)\ndef test_after(): pass\n"
    status, said = ran(project(test_a=dies, test_b=dies, test_c="def test_c(): pass\n"), "-n2")
    assert status == 1 and "2 failed, 3 passed" in said, said


def test_a_hang_is_a_failure_with_its_name_and_the_rest_is_run(project):
    hangs = "import threading\ndef test_hangs():\n    threading.Event().wait()\ndef test_after(): pass\n"
    status, said = ran(project(test_a=hangs), "-o", "timeout=1", "-o", "timeout_method=signal")
    assert status == 1 and "1 failed, 1 passed" in said and "FAILED tests/test_a.py::test_hangs" in said, said


def test_every_test_has_a_time_limit(pytestconfig):
    assert 0 < float(pytestconfig.getini("timeout")) < 600 and pytestconfig.pluginmanager.hasplugin("timeout")


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGINT to be ignored")
def test_a_run_in_the_background_of_a_script_ends(tmp_path):
    """A shell without job control starts it with SIGINT ignored: a test that sends SIGINT must not wait for ever."""
    ignoring = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_IGN), "stdin": subprocess.DEVNULL}
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    options = ("-o", "addopts=", "tests/mirror/test_sources.py", "-k", "dark and SIGINT")
    status, said = ran(TESTS.parent, *options, env=env, **ignoring)
    assert status == 0 and "1 passed" in said, said


def test_no_two_files_of_tests_have_one_name():
    # pytest imports them by their bare names: whichever comes second is refused, and in some orders only
    names = [path.name for path in TESTS.rglob("test_*.py")]
    assert sorted({name for name in names if names.count(name) > 1}) == []
