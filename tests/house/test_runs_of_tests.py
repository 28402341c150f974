"""Runs of tests in a small project, with tiers, second tries, hanging tests, and processes that die."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import plugin
import pytest
import waiting

TESTS = Path(__file__).resolve().parents[1]
PASSES = "def test_passes(): pass\n"
FAILS_ONCE = """
from pathlib import Path

def test_{0}():
    seen = Path("{0}")
    before = seen.exists()
    seen.touch()
    print("a line of", "{0}")
    assert before, "not the first time"
"""


def ran(folder, *arguments, strict="", path=None, part=""):
    """Run pytest in a folder with only the plugins that control a run. Return its status and output."""
    plugins = ("-p", "xdist", "-p", "pytest_timeout")
    command = [sys.executable, "-m", "pytest", *plugins, "-rA", *arguments]
    env = {name: value for name, value in os.environ.items() if not name.startswith("TENGEN")}
    env |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "TENGEN_STRICT": strict, "TENGEN_PART": part}
    env |= {} if path is None else {"PATH": str(path)}
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=waiting.LIMIT_S, env=env)
    return ended.returncode, ended.stdout + ended.stderr


@pytest.fixture
def project(tmp_path):
    """Return a function that makes a project of test files. The project's tests run like the real tests."""
    folder = tmp_path / "tests"
    (folder / "support").mkdir(parents=True)
    for name in ("plugin.py", "tiers.py", "ledger.py"):
        shutil.copy(TESTS / "support" / name, folder / "support")
    (folder / "conftest.py").write_text("pytest_plugins = ['plugin']\n")
    options = "addopts = \"-m 'not proof'\"\nmarkers = ['proof: long']\n"
    options = f"testpaths = ['tests']\npythonpath = ['tests', 'tests/support']\n{options}"
    (tmp_path / "pyproject.toml").write_text(f"[tool.pytest.ini_options]\n{options}")

    def make(**files):
        for name, text in files.items():
            path = folder / f"{name.replace('__', '/')}.py"
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        return tmp_path

    return make


def test_a_tier_that_cant_run_is_not_imported_but_named_with_its_cure(project, tmp_path):
    here = project(browser__test_page="import a_module_that_is_nowhere\n", test_a=PASSES)
    told = "NOT RUN: browser: no Chromium: sudo apt-get install chromium-headless-shell"
    for several in ((), ("-n2",)):
        status, said = ran(here, "tests", *several, path=tmp_path)
        assert status == 0 and "1 passed" in said and told in said, said
    assert said.index("NOT RUN") > said.index("short test summary"), "it stands in the last lines"
    status, said = ran(here, "tests", strict="1", path=tmp_path)
    assert status == 1 and "1 passed" in said and "FAILED: TENGEN_STRICT is set, and NOT RUN: browser" in said, said


def test_a_run_of_nothing_but_a_tier_that_cant_run_is_green_unless_strict(project, tmp_path):
    here = project(browser__test_page=PASSES)
    status, said = ran(here, "tests/browser", path=tmp_path)
    assert status == 0 and "NOT RUN: browser" in said, said
    assert ran(here, "tests/browser", path=tmp_path, strict="1")[0] == 1


def test_a_program_that_is_there_but_broken_is_as_none(project, tmp_path):
    here = project(browser__test_page=PASSES, deployment__test_unit=PASSES, test_a=PASSES)
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in ("chromium", "nginx", "systemd-analyze"):
        (programs / name).write_text("#!/bin/sh\necho no luck >&2\nexit 1\n")
        (programs / name).chmod(0o755)
    status, said = ran(here, "tests", path=programs)
    assert status == 0 and f"NOT RUN: browser: {programs}/chromium" in said, said
    assert "NOT RUN: deployment: systemd-analyze fails (no luck): as root, mkdir -p /run/systemd" in said, said


def test_a_check_that_fails_itself_is_a_reason(project):
    here = project(browser__test_page=PASSES, test_a=PASSES)
    tiers = here / "tests" / "support" / "tiers.py"
    tiers.write_text(tiers.read_text().replace("    return browser.missing()", "    raise OSError('no room')"))
    status, said = ran(here, "tests")
    assert status == 0 and "NOT RUN: browser: its check failed: OSError: no room" in said, said


def test_only_the_tiers_that_are_asked_for_are_looked_at(project):
    here = project(browser__test_page=PASSES, test_a=PASSES)
    status, said = ran(here, "tests/test_a.py", path="")
    assert status == 0 and "NOT RUN" not in said, said


def test_a_test_that_fails_once_is_unsteady_and_the_run_is_green(project):
    here = project(test_a=FAILS_ONCE.format("shy"), test_b=PASSES)
    status, said = ran(here, "-n2")
    assert status == 0 and "1 passed, 1 unsteady" in said, said
    assert "not the first time" in said and "a line of shy" in said, "the failure is printed whole"
    assert "unsteady: tests/test_a.py::test_shy failed once, and passed alone" in said


def test_a_fixture_that_fails_once_is_unsteady_too(project):
    fixture = FAILS_ONCE.format("shy").replace("def test_shy", "import pytest\n\n@pytest.fixture\ndef shy")
    status, said = ran(project(test_a=f"{fixture}\ndef test_it(shy): pass\n"), "-n2")
    assert status == 0 and "1 unsteady" in said and "unsteady: tests/test_a.py::test_it" in said, said


def test_more_than_two_unsteady_tests_are_red(project):
    here = project(**{f"test_{name}": FAILS_ONCE.format(name) for name in ("shy", "coy", "timid")})
    status, said = ran(here, "-n2")
    assert status == 1 and "3 unsteady" in said and "FAILED: more than 2 tests are unsteady" in said, said


def test_a_test_that_fails_twice_is_a_failure(project):
    here = project(test_a="def test_fails(): assert False\n", test_b=FAILS_ONCE.format("shy"))
    status, said = ran(here, "-n2")
    assert status == 1 and "1 failed, 1 unsteady" in said and "FAILED tests/test_a.py::test_fails" in said, said


def test_one_process_alone_tries_nothing_again(project):
    status, said = ran(project(test_a=FAILS_ONCE.format("shy")))
    assert status == 1 and "1 failed" in said, said


def test_the_longest_of_the_last_run_begin_first(project):
    here = project(test_a=PASSES, test_b=PASSES, test_c=PASSES)
    kept = here / ".pytest_cache" / "v" / plugin.SECONDS
    kept.parent.mkdir(parents=True)
    kept.write_text(json.dumps({"tests/test_b.py": 7, "tests/test_c.py": 9}))
    _, said = ran(here, "-v")
    assert re.findall(r"tests/test_(.).py::test_passes PASSED", said) == ["c", "b", "a"]
    seconds = json.loads(kept.read_text())
    assert sorted(seconds) == [f"tests/test_{name}.py" for name in "abc"] and max(seconds.values()) < 7


def test_figures_come_from_all_processes(project):
    text = "import ledger\ndef test_{0}(): ledger.note('a figure of {0}')\n"
    status, said = ran(project(test_a=text.format("a"), test_b=text.format("b")), "-n2")
    assert status == 0 and said.count("a figure of a\n") == said.count("a figure of b\n") == 1, said


PROOFS = """
import ledger, pytest

pytestmark = pytest.mark.proof

@pytest.mark.parametrize("seed", range(3))
def test_of_seeds(seed):
    ledger.note(f"seed {seed}")

@pytest.mark.parametrize("number", [1, 2], ids="part{}".format)
def test_of_parts(number):
    pass
"""


def test_a_proof_is_a_function_or_a_part_of_one():
    assert plugin.proof_of("tests/a/test_b.py::test_c") == "tests/a/test_b.py::test_c"
    assert plugin.proof_of("tests/a/test_b.py::test_c[partner/test_puzzles.py-whole]") == "tests/a/test_b.py::test_c"
    assert plugin.proof_of("t.py::test_c[part3]") == "t.py::test_c[part3]"
    assert plugin.proof_of("t.py::test_c[worst-part3]") == "t.py::test_c[worst-part3]"


def test_proofs_are_told_one_by_one(project):
    here = project(test_a=PROOFS, test_b=PASSES)
    status, said = ran(here, "-n2", "-m", "proof")
    assert status == 0 and "5 passed" in said, said
    assert "tests/test_a.py::test_of_seeds: holds\n           seed 0\n           seed 1\n           seed 2\n" in said
    assert "tests/test_a.py::test_of_parts[part2]: holds" in said and "3 of 3 proofs hold" in said
    assert "1 passed, 5 deselected" in ran(here)[1]


def test_a_run_of_chosen_proofs_says_so(project):
    here = project(test_a=PROOFS, test_b=PASSES)
    assert "2 of 2 proofs hold" not in (said := ran(here, "-m", "proof", "-k", "parts")[1]), said
    assert "2 of 2 chosen proofs hold" in said, said
    for chosen in ("tests/test_a.py", "tests/test_a.py::test_of_seeds"):
        assert "chosen proofs hold" in (said := ran(here, "-n2", "-m", "proof", chosen)[1]), said
    assert "3 of 3 proofs hold" in (said := ran(here, "-m", "proof", "-k", "")[1]), said


def test_each_proof_is_in_one_part(project):
    here = project(test_a=PROOFS, test_b=PASSES)
    told = []
    for part in ("1/2", "2/2"):
        status, said = ran(here, "-n2", "-m", "proof", part=part)
        assert status == 0 and re.search(rf"part {part[0]} of 2: (\d) of \1 proofs hold", said), said
        told += re.findall(r"min  (\S+): holds", said)
    of_parts = [f"tests/test_a.py::test_of_parts[part{number}]" for number in (1, 2)]
    assert sorted(told) == [*of_parts, "tests/test_a.py::test_of_seeds"]
    for wrong in ("0/2", "3/2", "2", "x/y"):
        status, said = ran(here, "-m", "proof", part=wrong)
        assert status == pytest.ExitCode.USAGE_ERROR and f"there is no part {wrong} of the proofs" in said, said


def test_a_proof_that_fails_or_is_skipped_does_not_hold(project):
    skipped = "\ndef test_that_is_skipped():\n    pytest.skip('not here')\n"
    status, said = ran(project(test_a=PROOFS + skipped), "-m", "proof")
    assert status == 1 and "test_that_is_skipped: FAILED (skipped)" in said and "3 of 4 proofs hold" in said, said
    fails = "\n@pytest.mark.parametrize('n', [1, 2])\ndef test_that_fails(n):\n    assert n == 1\n"
    status, said = ran(project(test_a=PROOFS + fails), "-m", "proof")
    assert status == 1 and "test_that_fails: FAILED (failed, passed)" in said, said
    assert said.index("assert 2 == 1") < said.index("= FAILURES ="), "it is told at once"


def test_a_test_that_ends_its_process_is_a_failure_and_the_rest_is_run_once(project):
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
    assert (here / "ended").read_text() == "xx", "in the run, and once more at its end"


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


def test_no_two_files_of_tests_have_one_name():
    # pytest imports files by their bare names, and refuses the second of two files with the same name
    names = [path.name for path in TESTS.rglob("test_*.py")]
    assert sorted({name for name in names if names.count(name) > 1}) == []


def test_no_test_decides_for_itself_whether_it_runs():
    for path in TESTS.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if path != Path(__file__).resolve():
            assert not any(word in text for word in ("pytest.skip(", "importorskip(", "unavailable(")), path
