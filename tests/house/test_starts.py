"""A run of the tests does not depend on its starter: a terminal, a script, cron, `nohup`, root, another locale."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOON_S = 200
# Tests that send signals, start programs, or use files, names and words that are not ASCII
SUBSET = (
    "tests/mirror/test_sources.py::test_the_wall_is_dark_however_it_is_ended",
    "tests/cli/test_cli.py::test_a_command_whose_output_nobody_reads_ends_without_a_word[rules]",
    "tests/cli/test_record.py::test_a_game_that_is_converted_onto_a_terminal_does_not_act_on_it",
)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="signals, rights, cores and locales are those of Linux")


def ran(*before, env=None, root=ROOT, **options):
    """Run the subset, started in this way. Return its output. Raises AssertionError if a test fails."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "TENGEN"))}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-o", "timeout=60", *SUBSET]
    options = {"stdin": subprocess.DEVNULL, "capture_output": True, "timeout": SOON_S, **options}
    ended = subprocess.run([*before, *command], cwd=root, env=kept if env is None else env, **options)
    said = (ended.stdout + ended.stderr).decode(errors="replace")
    assert ended.returncode == 0 and " passed" in said and "failed" not in said, said
    return said


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP, signal.SIGTERM, signal.SIGPIPE], ids=lambda n: n.name)
def test_started_with_a_signal_ignored(number):
    """A script starts a background program with SIGINT ignored, `nohup` with SIGHUP ignored."""
    ran(preexec_fn=lambda: signal.signal(number, signal.SIG_IGN))


@pytest.mark.parametrize("several", [(), ("-n2",)], ids=["one", "several"])
def test_under_nohup_a_run_outlives_its_terminal(several, tmp_path):
    """All processes of a terminal's session get SIGHUP when it is closed."""
    folders = " ".join(f"{ROOT}/{folder}" for folder in ("tests/support", "tests", "host_tools", "firmware"))
    (tmp_path / "pytest.ini").write_text(f"[pytest]\npythonpath = {folders}\n")
    (tmp_path / "conftest.py").write_text("pytest_plugins = ['plugin']\n")
    (tmp_path / "test_a.py").write_text("import os, signal\ndef test_a():\n    os.killpg(0, signal.SIGHUP)\n")
    command = [sys.executable, "-m", "pytest", "-q", *several]
    ended = subprocess.run(
        command,
        cwd=tmp_path,
        env={name: value for name, value in os.environ.items() if not name.startswith("PYTEST")},
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
        capture_output=True,
        timeout=SOON_S,
    )
    assert ended.returncode == 0 and b"1 passed" in ended.stdout, ended.stdout


def test_started_in_a_session_of_its_own():
    ran(start_new_session=True)


def test_started_by_cron():
    ran(env={"PATH": "/usr/bin:/bin"}, start_new_session=True)


def test_started_with_stdin_closed():
    ran("sh", "-c", 'exec "$@" <&-', "sh")


def test_started_with_a_umask_that_shuts_others_out():
    ran(umask=0o077)


def test_started_on_one_core():
    ran(preexec_fn=lambda: os.sched_setaffinity(0, {min(os.sched_getaffinity(0))}))


@pytest.mark.parametrize(
    "words",
    [
        {"LANG": "C"},
        {"LANG": "ru_RU.KOI8-R"},
        # no locale, and Python may not replace it with UTF-8, so that every text is ASCII
        {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
    ],
    ids=["C", "KOI8-R", "ASCII"],
)
def test_started_in_a_foreign_language(words):
    others = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "PYTEST"))}
    ran(env=others | words)


def test_started_in_a_folder_with_blanks_and_other_letters(tmp_path):
    root = tmp_path / "Доска с камнями"
    for name in ("firmware", "host_tools", "tests"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__", "*.jpg", "*.tsv"))
    for name in ("pyproject.toml", "hardware/board.toml"):
        (root / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, root / name)
    ran(root=root)


def test_started_by_one_without_the_powers_of_root():
    """Root may read and write files in spite of their permissions, but a user may not."""
    if os.geteuid() == 0:
        ran(preexec_fn=_give_up_powers)
    else:
        ran()


def _give_up_powers():
    """Drop all capabilities from the bounding set (prctl(2)), so that the next program has none."""
    import ctypes

    drop = 24  # PR_CAPBSET_DROP
    for capability in range(41):
        ctypes.CDLL(None).prctl(drop, capability, 0, 0, 0)
