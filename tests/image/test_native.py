"""Test that the folder of the emulator's compiled modules is never shared with another Python, version or source."""

import importlib.metadata
import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES

import pytest
from tengen_host.image import native


@pytest.fixture
def source(tmp_path, monkeypatch):
    """A source of a module in place of rp2040py's sources. The emulator's own loop is empty."""
    monkeypatch.setenv("TENGEN_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "installed" / "_small.pyx"
    path.parent.mkdir()
    path.write_text("cpdef int twice(int number):\n    return 2 * number\n", encoding="ascii")
    monkeypatch.setattr(native, "_OWN", tmp_path / "own")
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "loop.pyx").touch()
    monkeypatch.setattr(native, "_installed", lambda: path.parent)
    return path


def test_other_sources_another_version_or_another_python_have_a_folder_of_their_own(source, monkeypatch):
    folders = {native.path()}
    source.write_text("cpdef int twice(int number):\n    return number + number\n", encoding="ascii")
    folders.add(native.path())
    monkeypatch.setattr(importlib.metadata, "version", lambda name: "9.9")
    folders.add(native.path())
    monkeypatch.setattr(sys.implementation, "cache_tag", "cpython-399")
    folders.add(native.path())
    assert len(folders) == 4


def test_nothing_is_compiled_where_it_can_not_be(source, monkeypatch):
    folder = native.path()
    with monkeypatch.context() as patch:
        patch.setattr(os, "name", "nt")
        built = native.build()
    assert built is None and not folder.parent.exists()


def test_a_folder_that_lacks_a_module_is_not_used_but_built_again(source, monkeypatch):
    builds, finders = [], list(sys.meta_path)
    monkeypatch.setattr(native, "lacking", lambda: None)  # also on a machine without a compiler: nothing is compiled
    monkeypatch.setattr(native, "_build", lambda steps, work, target: builds.append(target))
    monkeypatch.delitem(sys.modules, "rp2040py.native", raising=False)
    monkeypatch.setattr(sys, "meta_path", finders[:])
    folder = native.path()
    folder.mkdir(parents=True)
    native.use()
    assert sys.meta_path == finders and not native.is_built() and native.build() == folder and builds == [folder]
    (folder / f"_small{EXTENSION_SUFFIXES[0]}").touch()
    assert not native.is_built()
    (folder / f"{native.LOOP}{EXTENSION_SUFFIXES[0]}").touch()
    native.use()
    assert len(sys.meta_path) == len(finders) + 1 and native.build() == folder and len(builds) == 1
