"""Test that the emulator's modules are all compiled once, and that a message says why they can't be compiled."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console
from rp2040py.peripherals import pio
from rp2040py.rp2040 import RP2040
from tengen_host.emulator import chip
from tengen_host.image import choose, native
from tengen_host.image.steps import ImageError, Steps


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("TENGEN_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def sources(tmp_path, monkeypatch):
    """Return a source folder with one small module in place of rp2040py's modules, and an empty loop."""
    folder = tmp_path / "installed"
    folder.mkdir()
    (folder / "_small.pyx").write_text("cpdef int twice(int number):\n    return 2 * number\n", encoding="ascii")
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "loop.pyx").touch()
    monkeypatch.setattr(native, "_OWN", tmp_path / "own")
    monkeypatch.setattr(native, "_installed", lambda: folder)
    return folder


def test_the_tests_run_on_the_modules_of_this_python():
    for used in (sys.modules[RP2040.__module__], sys.modules[pio.RPPIO.__module__], chip.loop):
        assert Path(used.__file__).parent == native.path()


@pytest.mark.parametrize("module", ["bench.pico", "bench.whole_board", "emulator.cable"])
def test_whatever_is_imported_first_runs_on_them(module):
    code = f"import tengen_host.{module}; from tengen_host.emulator import chip; assert chip.COMPILED"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run([sys.executable, "-c", code], env=env, check=True)


def test_a_module_is_compiled_once_and_found(cache, sources, tmp_path):
    steps = Steps(tmp_path / "logs", Console(file=(tmp_path / "told").open("w")))
    folder = native.build(steps)
    assert folder == native.path() and folder.parent == cache
    built = native._Finder(folder).find_spec("rp2040py.native._small", None)
    assert Path(built.origin).parent == folder
    assert Path(native._Finder(folder).find_spec(native.LOOP, None).origin).parent == folder
    assert native._Finder(folder).find_spec("rp2040py.simulator", None) is None
    compiled = Path(built.origin).stat().st_mtime_ns
    assert native.build(steps) == folder and Path(built.origin).stat().st_mtime_ns == compiled


def test_what_does_not_compile_is_told_and_the_wheels_own_serve(cache, sources, tmp_path, capsys):
    (sources / "_small.pyx").write_text("cdef int broken(:\n", encoding="ascii")
    with pytest.raises(ImageError, match=r"(?s)compile the emulator.*_small.*python3-dev"):
        native.build(Steps(tmp_path / "logs", Console(file=(tmp_path / "told").open("w"))))
    assert not native.path().exists()
    choose.compile_emulator()
    assert "some ten times slower: " in capsys.readouterr().err
    finders = list(sys.meta_path)
    native.use()
    assert sys.meta_path == finders
