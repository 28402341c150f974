"""A missing extra is named in one sentence, with the command that completes this install."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from portable import boards
from tengen_host import extras, resources
from tengen_host.image import ImageError, native

ROOT = Path(__file__).resolve().parents[2]


def test_the_command_is_that_of_this_install(tmp_path, monkeypatch):
    python = tmp_path / ".venv" / "bin" / "python"
    monkeypatch.setattr(sys, "executable", str(python))
    monkeypatch.setattr(resources, "checkout", lambda: tmp_path)
    monkeypatch.chdir(tmp_path)
    assert extras.command("fast") == '.venv/bin/python -m pip install -e ".[fast]"'
    monkeypatch.chdir("/")
    assert extras.command("fast") == f'{python} -m pip install -e "{tmp_path}[fast]"'
    monkeypatch.setattr(resources, "checkout", lambda: None)
    wheel = "(WHEEL: the wheel of a release, or the folder of a checkout)"
    assert extras.command("relay") == f'{python} -m pip install "WHEEL[relay]" {wheel}'


def test_no_sentence_has_a_command_of_its_own_and_each_extra_is_there():
    known = set(re.findall(r"^(\w+) = \[", (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE))
    named = set()
    for path in (ROOT / "host_tools").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for found in re.findall(r"extras\.missing\(.+, [\"']([\w,]+)[\"']\)", text):
            named.update(found.split(","))
        if path.name != "extras.py":
            assert not re.search(r"pip install [^\n]*(\[\w|numba|cython)", text), path
    assert {"fast", "relay", "mirror", "test"} <= named <= known


def judged(count, without):
    """Return answers and notes of `tengen judge --map` for this number of boards, without a module."""
    lines = [board for board, _ in boards("verdicts.txt")]
    code = f"import sys; sys.modules[{without!r}] = None; from tengen_host.cli import main; main()"
    text = "".join(f"{line}\n" for line in (lines * 2)[:count])
    command = [sys.executable, "-c", code, "judge", "--map"]
    ended = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return ended.stdout, ended.stderr


def test_few_boards_need_no_compiler_and_many_say_once_what_would_be_faster():
    wanted = [verdicts for _, verdicts in boards("verdicts.txt")]
    assert judged(100, "numba") == ("".join(f"{each}\n" for each in wanted[:100]), "")
    for without in ("numba", "llvmlite"):
        found, note = judged(600, without)
        assert found.splitlines() == (wanted * 2)[:600]
        slow = "judging is slow (about 30 times slower than with numba)"
        assert note == f"note: {slow}. To install {without}: {extras.command('fast')}\n"


@pytest.mark.parametrize(
    ("absent", "words"),
    [
        (["Cython"], "Cython is missing: "),
        (["setuptools"], "setuptools is missing: "),
        (["Cython", "setuptools"], "Cython and setuptools are missing: "),
    ],
)
def test_a_half_of_what_compiles_the_emulator_is_named(absent, words, tmp_path, monkeypatch):
    monkeypatch.setenv("TENGEN_CACHE", str(tmp_path))
    for name in absent:
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ImageError) as error:
        native.build()
    assert str(error.value) == words + extras.command("fast")


def test_a_compiler_that_is_missing_is_named(tmp_path, monkeypatch):
    monkeypatch.setenv("TENGEN_CACHE", str(tmp_path))
    monkeypatch.setenv("CC", "no-such-compiler -pthread")
    with pytest.raises(ImageError, match="^the compiler no-such-compiler is missing: .*install"):
        native.build()
