"""The runner of the proofs, on a project with small proofs: which it runs again, and which results count as green."""

import ast
import os
import select
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from proofs import __main__ as command
from proofs import collect, kept, runner

TESTS = Path(__file__).resolve().parents[1]
SOON_S = 60

PROJECT = {
    "README.md": "A project.",
    "pyproject.toml": """
[tool.pytest.ini_options]
pythonpath = ["tests"]
addopts = "-m 'not proof'"
markers = ["proof: long"]
""",
    "tests/tiers.py": "notes = []\nnote = notes.append\n",
    "tests/helper.py": "HELP = 1\n",
    "tests/data/one.txt": "1",
    "tests/data/read_by_a_child.txt": "1",
    "firmware/main.py": "print()",
    "tests/conftest.py": """
from pathlib import Path

import pytest

@pytest.fixture(autouse=True)
def ran(request):
    with Path(".ran").open("a") as file:
        print(request.node.name, file=file)
""",
}
GOOD = '''
import subprocess, sys
from pathlib import Path

import pytest
import tiers

pytestmark = pytest.mark.proof

def test_reads():
    """It reads all data.

    At length.
    """
    found = [path for path in Path("tests/data").iterdir() if path.name.startswith("one")]
    tiers.note("%d | %s" % (len(found), found[0].read_text()))

def test_with_a_child():
    """A child reads."""
    subprocess.run([sys.executable, "-c", "open('tests/data/read_by_a_child.txt').read()"], check=True)

def test_with_another_program():
    """It runs what is no Python."""
    subprocess.run(["true"], check=True)

@pytest.mark.parametrize("seed", range(3))
def test_of_seeds(seed):
    """Some seeds."""
    import helper
    tiers.note("seed %d" % seed)

@pytest.mark.parametrize("number", [1, 2], ids="part{}".format)
def test_of_parts(number):
    """In parts."""
'''
NAMES = ["test_reads", "test_with_a_child", "test_with_another_program"]
NAMES += ["test_of_seeds", "test_of_parts[part1]", "test_of_parts[part2]"]


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A project with proofs, which is the current folder."""
    for name, content in {**PROJECT, "tests/test_good.py": GOOD}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    monkeypatch.setenv("TENGEN_CACHE", str(tmp_path / ".cache"))
    (tmp_path / ".proofs").mkdir()
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # saves half of pytest's start
    return tmp_path


def proofs_run(project, *arguments):
    """Run the proofs without a valid result: the exit status, and the names of the tests that ran."""
    ran = project / ".ran"
    ran.write_text("")
    status = command.main(["--jobs", "3", *arguments])
    return status, sorted(ran.read_text().split())


def results(project):
    return {name.split("::")[1]: result for name, result in kept.Kept(command.results_file()).results.items()}


def change(project, name, content="2"):
    (project / name).write_text(content)


def test_a_result_holds_until_a_file_that_the_proof_uses_changes(project):
    everything = sorted([*NAMES[:3], *(f"test_of_seeds[{seed}]" for seed in range(3)), *NAMES[4:]])
    assert proofs_run(project) == (0, everything)

    def stale(name, content="2"):
        """The proofs whose result does not hold while a file has other contents."""
        before = (project / name).read_text() if (project / name).exists() else None
        change(project, name, content)
        found = [proof for proof, result in results(project).items() if not result.holds(project)]
        if before is None:
            (project / name).unlink()
        else:
            change(project, name, before)
        return found

    assert stale("README.md") == [], "no proof reads it"
    assert stale("tests/data/one.txt") == ["test_reads"]
    assert stale("tests/data/one_more.txt") == ["test_reads"], "it lists that folder"
    assert stale("tests/data/read_by_a_child.txt") == ["test_with_a_child"]
    assert stale("firmware/main.py") == ["test_with_another_program"], "nobody knows what that reads"
    assert stale("tests/helper.py") == ["test_of_seeds", "test_with_another_program"]
    assert sorted(stale("tests/test_good.py", GOOD + "\n")) == sorted(NAMES)
    assert proofs_run(project) == (0, []), "all is as it was"
    change(project, "tests/data/one.txt")
    assert proofs_run(project, "--only", "PART reads") == (0, ["test_reads"])
    assert proofs_run(project, "--only", "PART1", "--again") == (0, ["test_of_parts[part1]"])


def test_a_result_holds_in_another_checkout_with_the_same_files(project, tmp_path_factory, monkeypatch):
    assert proofs_run(project, "--only", "test_reads")[1] == ["test_reads"]
    other = tmp_path_factory.mktemp("other")
    shutil.copytree(project, other, dirs_exist_ok=True, ignore=shutil.ignore_patterns(".*"))
    monkeypatch.chdir(other)
    assert proofs_run(other, "--only", "test_reads") == (0, [])
    change(other, "tests/data/one.txt")
    assert proofs_run(other, "--only", "test_reads") == (0, ["test_reads"])


def test_the_table_says_what_was_shown_and_what_is_missing(project):
    assert proofs_run(project)[0] == 0
    written = (project / "tests/PROOFS.md").read_text()
    row = next(line for line in written.splitlines() if "test_reads" in line)
    assert row.startswith("| `test_good.py::test_reads` | It reads all data. | 1 \\| 1 | 0.") and row.endswith("|  |")
    assert "| Some seeds. | seed 0; seed 1; seed 2 |" in written and "| In parts. (part2) |" in written
    assert "6 of 6 proofs hold" in written
    change(project, "tests/data/one.txt")
    assert proofs_run(project, "--only", "parts") == (0, [])
    assert (project / "tests/PROOFS.md").read_text() == written, "it is left as it is while proofs have no result"
    assert proofs_run(project, "--table") == (1, [])
    assert "**not run since tests/data/one.txt changed**" in (project / "tests/PROOFS.md").read_text()


BAD = """
import os
from pathlib import Path

import pytest

pytestmark = pytest.mark.proof

def test_that_fails():
    assert False

@pytest.mark.parametrize("number", [1, 2])
def test_of_which_one_fails(number):
    assert number == 1

def test_that_is_skipped():
    pytest.skip("not here")

def test_that_dies():
    os._exit(0)

def test_that_ends_pytest():
    pytest.exit("enough", returncode=0)

def test_whose_helper_is_changed_meanwhile():
    import helper
    Path("tests/helper.py").write_text("HELP = 3")

@pytest.fixture
def broken():
    yield
    raise OSError("it can't be put back")

def test_that_ends_badly(broken):
    pass
"""


def test_nothing_but_a_passed_test_is_green(project):
    change(project, "tests/test_good.py", BAD)
    assert command.main(["--jobs", "4"]) == 1
    found = results(project)
    assert [name for name, result in found.items() if result.passed] == []
    assert len(found) == 7 and not any(result.holds(project) for result in found.values())
    for name, why in {
        "test_that_fails": "test_that_fails failed",
        "test_of_which_one_fails": "test_of_which_one_fails[2] failed",
        "test_that_is_skipped": "test_that_is_skipped skipped",
        "test_that_dies": "pytest had not come to its end",
        "test_that_ends_pytest": "test_that_ends_pytest was not run",
        "test_whose_helper_is_changed_meanwhile": "tests/helper.py was changed while it ran",
        "test_that_ends_badly": "test_that_ends_badly failed",
    }.items():
        assert why in found[name].failure, name


HANGS = """
import threading
from pathlib import Path

import pytest

@pytest.mark.proof
def test_that_hangs():
    Path(".hangs").touch()
    threading.Event().wait()
"""


def test_a_hang_is_a_failure_that_says_where(project):
    change(project, "tests/test_good.py", HANGS)
    kept_results = kept.Kept(command.results_file())

    def clock():
        return 3000 if (project / ".hangs").exists() else 0

    runner.run(project, collect.collect(project), kept_results, 1, runner.LIMIT_S, lambda line: None, clock)
    (result,) = kept_results.results.values()
    assert result.failure == "it took longer than 45 minutes" and not result.holds(project)
    assert "in test_that_hangs" in (project / ".proofs/test_good_py__test_that_hangs.log").read_text()


HANGING = """
import subprocess, sys
import pytest

pytestmark = pytest.mark.proof

def test_first():
    pass

def test_that_goes_on():
    with open(".fifo", "w") as fifo:
        fifo.write("begun\\n")
        fifo.flush()
        # so has its child, which ends when nobody can write to it any more
        subprocess.run([sys.executable, "-c", "import signal; signal.pause()"], pass_fds=[fifo.fileno()])
"""


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_ends_all_its_processes_and_keeps_what_had_ended(project, how):
    change(project, "tests/test_good.py", HANGING)
    os.mkfifo(project / ".fifo")
    fifo = os.open(project / ".fifo", os.O_RDONLY | os.O_NONBLOCK)
    started = subprocess.Popen(
        [sys.executable, "-m", "proofs", "--jobs", "1"],
        env={**os.environ, "PYTHONPATH": str(TESTS)},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert select.select([fifo], [], [], SOON_S)[0] and os.read(fifo, 100) == b"begun\n"
        assert command.main([]) == 2, "one at a time"
        started.send_signal(how)
        said, _ = started.communicate(timeout=SOON_S)
    finally:
        started.kill()
    # the end of the pipe: all processes that had it open are gone
    assert select.select([fifo], [], [], SOON_S)[0] and os.read(fifo, 100) == b""
    os.close(fifo)
    assert started.returncode == 130 and "1 of 2 proofs hold" in said
    assert list(results(project)) == ["test_first"]


def test_a_proof_is_a_function_or_a_part_of_one():
    assert collect.proof_of("tests/a/test_b.py::test_c") == ("tests/a/test_b.py::test_c", "")
    assert collect.proof_of("tests/a/test_b.py::test_c[x-1]") == ("tests/a/test_b.py::test_c", "")
    assert collect.proof_of("t.py::test_c[part 3]") == ("t.py::test_c[part 3]", "part 3")
    assert collect.proof_of("t.py::test_c[worst-part3]") == ("t.py::test_c[worst-part3]", "part3")
    assert collect.proof_of("t.py::test_c[apart]") == ("t.py::test_c", "")


def test_the_longest_begin_first(project):
    proofs = [collect.Proof(f"tests/test_good.py::{name}", "", [f"tests/test_good.py::{name}"]) for name in NAMES[:3]]
    kept_results = kept.Kept(command.results_file())
    for proof, seconds in zip(proofs, (20, 10, 30), strict=True):
        kept_results.keep(proof.name, kept.Result("", [], seconds))
    (project / ".ran").write_text("")
    runner.run(project, proofs, kept_results, 1, SOON_S, tell=lambda line: None)
    assert (project / ".ran").read_text().split() == [NAMES[2], NAMES[0], NAMES[1]]


def test_the_commit_tells_whether_its_files_were_as_in_it(project):
    assert kept.commit(project, ["README.md"]) == ""
    who = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    for words in (["init", "-q"], ["add", "README.md", "tests"], [*who, "commit", "-qm", "a"]):
        subprocess.run(["git", *words], check=True)
    now = kept.commit(project, ["README.md", "tests/"])
    assert len(now) >= 7 and not now.endswith("+")
    change(project, "README.md")
    assert kept.commit(project, ["README.md"]) == now + "+"
    assert kept.commit(project, ["tests/helper.py"]) == now


def test_every_proof_says_what_it_shows():
    silent = []
    for path in TESTS.rglob("test_*.py"):
        source = path.read_text(encoding="utf-8")
        if "mark.proof" in source and path != Path(__file__).resolve():
            silent += [f"{path.relative_to(TESTS)}::{name}" for name in _without_words(ast.parse(source))]
    assert silent == [], "the first line of a proof's docstring is what tests/PROOFS.md says that it shows"


def _without_words(module):
    """The proofs of a file that have no docstring."""
    whole = any(isinstance(node, ast.Assign) and "mark.proof" in ast.unparse(node) for node in module.body)
    for node in module.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name.startswith("test_"):
            marked = whole or any("mark.proof" in ast.unparse(each) for each in node.decorator_list)
            if marked and not ast.get_docstring(node):
                yield node.name
