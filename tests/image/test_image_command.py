"""Test `tengen image`: the check of a UF2, a build after each change, and the errors in the compilers' own words."""

import re
from pathlib import Path

import pytest
from tengen_host.cli import app
from tengen_host.image import ImageError, builder, choose, uf2, watch
from test_found_images import OTHER, installed
from typer.testing import CliRunner


def run(*arguments):
    return CliRunner().invoke(app, ["image", *map(str, arguments)])


def test_a_check_says_what_a_uf2_is(tmp_path):
    path = tmp_path / "x.uf2"
    path.write_bytes(uf2.made(uf2.mark(OTHER).encode() + bytes(1000)))
    result = run("--check", path)
    own = builder.own()
    assert result.exit_code == 0 and result.output == (
        f"{path}: for the RP2040, Tengen 0.0.9 (0123456789ab), "
        f"4 kB of flash (the UF2 file is twice as large); 647 kB are free; "
        f"it has Tengen 0.0.9 (0123456789ab), and this tengen's own is {own.version} ({own.build})\n"
    )
    path.write_bytes(uf2.made(uf2.mark(own).encode()))
    assert "this tengen's own firmware" in run("--check", path).output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("--no-pico --no-unix", "--no-pico, --no-unix: nothing is left to build"),
        ("--no-pico --out x.uf2", "--out: it is the Pico's UF2: leave out --no-pico"),
        ("--watch --check x.uf2", "--check, --watch: choose one of them"),
        ("--sizes --wheel dist", "--sizes, --wheel: choose one of them"),
        ("--watch --out x.uf2", "--watch: it builds no images: leave out --out"),
        ("--check x.uf2 --no-unix", "--check: it builds no images: leave out --out"),
    ],
)
def test_an_option_that_would_do_nothing_is_refused(arguments, words):
    result = run(*arguments.split())
    assert result.exit_code == 2 and words in " ".join(result.output.replace("│", " ").split())


def test_a_check_of_what_is_no_image_fails(tmp_path):
    (tmp_path / "x.uf2").write_bytes(uf2.made(b"MicroPython"))
    result = run("--check", tmp_path / "x.uf2")
    assert result.exit_code == 1 and result.output.startswith("error: ") and "has no Tengen in it" in result.output


def test_the_sizes_are_those_that_stand_beside_the_image(tmp_path, monkeypatch):
    monkeypatch.setenv("TENGEN_CACHE", str(tmp_path))
    path = builder.pico_path()
    path.parent.mkdir()
    path.touch()
    path.with_suffix(".sizes").write_text("tengen/games 50.1\n", encoding="utf-8")
    result = run("--sizes")
    assert result.exit_code == 0 and result.output == "tengen/games 50.1\n"


def test_a_wheels_image_is_copied_where_nothing_can_be_built(tmp_path, monkeypatch):
    site, out = installed(tmp_path / "site", OTHER), tmp_path / "out.uf2"
    monkeypatch.setenv("TENGEN_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(builder, "can_build", lambda: "no compiler here")
    monkeypatch.setattr(choose, "site_folders", lambda: [site])
    monkeypatch.setattr(choose, "compile_emulator", lambda: None)
    result = run("--no-unix", "--out", out)
    assert result.exit_code == 0 and out.read_bytes() == (site / choose.IN_WHEEL).read_bytes()
    assert f"from the wheel in {site}" in result.output and "note: " in result.output
    result = run("--out", out)
    assert result.exit_code == 1 and "error: no compiler here" in result.output, "the unix port is in no wheel"


@pytest.fixture
def watched(monkeypatch, tmp_path):
    """Return a function that returns the output of `tengen image --watch`.

    The sources have these contents one after another, then Ctrl-C follows.

    If an error is among the contents, it is raised. The build of a main.py with the text "wrong" fails.
    """
    own = builder.sources()

    def build(files):
        if files["main.py"] == b"wrong":
            raise ImageError("firmware/main.py:1: SyntaxError")
        path = builder.pico_path(files)
        path.parent.mkdir(exist_ok=True)
        path.touch()
        return path

    def say(*looks):
        left = [{}, *looks]  # the first look checks only this program's own patches

        def look():
            now = left.pop(0) if left else KeyboardInterrupt()
            if isinstance(now, BaseException):
                raise now
            return {**own, **now}

        monkeypatch.setattr(builder, "sources", look)
        return run("--watch")

    monkeypatch.setenv("TENGEN_CACHE", str(tmp_path))
    monkeypatch.setattr(builder, "can_build", lambda: None)
    monkeypatch.setattr(builder, "build_pico", build)
    monkeypatch.setattr(watch, "LOOK_S", 0)
    return say


RIGHT, WRONG, BETTER = ({"main.py": text} for text in (b"right", b"wrong", b"better"))
BUILT, THERE, ERROR = r"\.uf2 in \d+\.\d s$", r"\.uf2 is there$", "^error: firmware/main.py:1: SyntaxError$"


@pytest.mark.parametrize(
    ("looks", "said"),
    [
        ([RIGHT, RIGHT, BETTER, BETTER, RIGHT], [BUILT, BUILT, THERE]),
        ([FileNotFoundError(), RIGHT, FileNotFoundError(), RIGHT, PermissionError(), BETTER], [BUILT, BUILT]),
        ([RIGHT, WRONG, WRONG, RIGHT, BETTER], [BUILT, ERROR, THERE, BUILT]),
    ],
    ids=["each change once", "a file that is being replaced", "it goes on after an error"],
)
def test_the_watch_builds_each_change_until_ctrl_c(watched, looks, said):
    result = watched(*looks)
    lines = result.output.splitlines()
    assert result.exit_code == 0 and len(lines) == len(said)
    assert all(re.search(words, line) for words, line in zip(said, lines, strict=True))


def test_no_watch_where_nothing_can_be_built(watched, monkeypatch):
    monkeypatch.setattr(builder, "can_build", lambda: "no compiler here")
    result = watched(RIGHT)
    assert result.exit_code == 1 and result.output == "error: no compiler here\n"


def test_the_watch_ends_where_a_change_is_in_the_program_itself(watched):
    result = watched(RIGHT, {"patches.py": b"other"}, BETTER)
    assert result.exit_code == 1 and "image/patches.py has changed" in result.output


LOG = """\
MPY tengen/app.py
error compiling tengen/codes.py:
Traceback (most recent call last):
  File "/tmp/tmp_bw63_bv.py", line 45
SyntaxError: invalid syntax

make[3]: *** [CMakeFiles/BUILD_FROZEN_CONTENT] Error 1
"""


@pytest.mark.parametrize(
    ("log", "errors"),
    [
        (LOG, ["firmware/tengen/codes.py:45: SyntaxError: invalid syntax"]),
        (
            'error compiling tengen/a.py:\nTraceback (most recent call last):\n  File "tengen/a.py", line 48, in f\n'
            "ViperTypeError: can't do binary op between 'int' and 'object'\n",
            ["firmware/tengen/a.py:48: ViperTypeError: can't do binary op between 'int' and 'object'"],
        ),
        (
            "/cache/frozen/micropython/absent.c:6:22: error: 'x' undeclared\n/cache/source/py/gc.c:7: fatal error: y\n",
            ["firmware/micropython/absent.c:6: 'x' undeclared", "/cache/source/py/gc.c:7: y"],
        ),
        (
            "/usr/bin/arm-none-eabi-ld: region `FLASH' overflowed by 8 bytes\n/usr/bin/ld: warning: x\n",
            ["the linker: region `FLASH' overflowed by 8 bytes"],
        ),
        ("make: *** Error 1\n", []),
    ],
)
def test_an_error_of_a_compiler_has_the_firmwares_file_and_line(log, errors):
    assert builder.compile_errors(log, Path("/cache/frozen")) == errors
