"""Test the images: their sources, when they are built again, and the errors of a build."""

import io
import os
import re
import sys

import pytest
import tengen
from rich.console import Console
from tengen_host.cli import app
from tengen_host.image import ImageError, builder, choose, debian, native, patches, uf2
from tengen_host.image.steps import Steps
from typer.testing import CliRunner

DEB822 = """\
# a comment
Types: deb
URIs: https://packages.example/debian
# another
suites: bookworm bookworm-updates
Components: main
Signed-By: /k.gpg

Types: deb
URIs: https://packages.example/security
"""
ONE_LINE = "# old\ndeb-src x y z\ndeb [arch=amd64 signed-by=/k.gpg] https://packages.example/debian bookworm main\n"


@pytest.mark.parametrize(
    "files",
    [
        {"sources.list.d/debian.sources": DEB822, "sources.list.d/a.sources": "Types: x", "sources.list": "deb x y z"},
        {"sources.list.d/a.sources": "# none\n\n", "sources.list.d/b.sources": DEB822},
        {"sources.list": ONE_LINE, "sources.list.d/a.list": "deb x y z"},
        {"sources.list": "# see debian.list", "sources.list.d/a.list": ONE_LINE},
    ],
)
def test_the_machines_first_source_is_taken_for_the_other_release(tmp_path, files):
    (tmp_path / "sources.list.d").mkdir()
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert debian.stanza_of(tmp_path).splitlines() == [
        "Types: deb deb-src",
        "URIs: https://packages.example/debian",
        "Suites: trixie",
        "Components: main",
        "Signed-By: /k.gpg",
    ]


def test_a_machine_without_package_sources(tmp_path):
    (tmp_path / "sources.list").write_text("# none", encoding="utf-8")
    with pytest.raises(ImageError, match="no package source"):
        debian.stanza_of(tmp_path)


def test_the_build_changes_with_every_source():
    """The sources include the board's settings, and the changes to MicroPython."""
    files = builder.sources()
    assert {"main.py", "_boot.py", "manifest.py", "tengen/app.py", "tengen/drivers/pico.py"} <= set(files)
    assert {"order.txt", "patches.py", "micropython/mpconfig.h", "micropython/mpconfigboard.cmake"} <= set(files)
    others = [{**files, name: content + b"#"} for name, content in files.items()] + [{**files, "tengen/new.py": b""}]
    assert len({builder.own(other).build for other in others} | {builder.own().build}) == len(files) + 2
    assert len({builder.pico_path(other) for other in others} | {builder.pico_path()}) == len(files) + 2


def test_the_version_is_that_of_the_sources():
    its = builder.own({**builder.sources(), "tengen/__init__.py": b'"""x"""\n__version__ = "9.9"\n'})
    assert its.version == "9.9" and builder.own().version == tengen.__version__


def test_the_image_says_what_it_is_made_of():
    """The board reports the build from BUILD_FILE, and the UF2 contains it as a text."""
    files = builder.frozen_files(builder.sources())
    own = builder.own()
    assert f'BUILD = "{own.build}"'.encode() in files[builder.BUILD_FILE]
    assert f'mark = "{uf2.mark(own)}"'.encode() in files[builder.NAMES_FILE]


def test_the_files_begin_where_the_boards_settings_say():
    text = builder.sources()["micropython/mpconfigboard.h"].decode()
    kb = re.search(r"MICROPY_HW_FLASH_STORAGE_BYTES \((\d+) \* 1024\)", text)[1]
    assert uf2.FLASH + 2 * 1024 * 1024 - int(kb) * 1024 == uf2.FILES_BEGIN


SCRIPT = """\
    .text : {
        KEEP (*(.vectors))
        *(EXCLUDE_FILE(*libgcc.a: *gc.c.obj) .text*)
        *(.fini)
    } > FLASH
"""


def test_functions_in_order_come_before_all_others_and_after_the_vectors():
    lines = [line.strip() for line in patches.ordered(SCRIPT, ["mp_b", "mp_a"]).splitlines()]
    assert lines[1:5] == ["KEEP (*(.vectors))", "*(.text.mp_b)", "*(.text.mp_a)", SCRIPT.splitlines()[2].strip()]
    assert patches.ordered(SCRIPT, []) == SCRIPT
    with pytest.raises(ImageError, match="no rule with EXCLUDE_FILE"):
        patches.ordered("SECTIONS {}", ["mp_a"])


def test_native_code_is_aligned_to_words():
    assert patches.aligned('x += " __attribute__ ((aligned (2)))"') == 'x += " __attribute__ ((aligned (4)))"'
    with pytest.raises(ImageError, match="not align native code"):
        patches.aligned("x")


SEARCH = """\
            for dirpath, _, filenames in os.walk(package_path or ".", followlinks=True):
                for file in filenames:
                    print(os.path.join(dirpath, file))
"""


def test_modules_are_frozen_in_the_order_of_their_names(monkeypatch, tmp_path, capsys):
    """The order of the file system would make another image on each machine."""
    monkeypatch.setattr(os, "walk", lambda *_, **__: [("b", [], ["d", "c"]), ("a", [], ["e"])])
    exec("if True:\n" + patches.in_order(SEARCH), {"package_path": None, "os": os})
    assert capsys.readouterr().out.split() == ["a/e", "b/c", "b/d"]
    with pytest.raises(ImageError, match="does not search a package"):
        patches.in_order("glob")


def test_the_order_has_each_function_once():
    names = [line for line in builder.sources()["order.txt"].decode().splitlines() if line[0] != "#"]
    assert len(names) == len(set(names)) > 30 and all(" " not in name for name in names)


def test_staging_touches_only_what_differs_and_removes_what_is_gone(tmp_path):
    builder.stage({"a.py": b"1", "room/b.py": b"2", "room/old.py": b"3"}, tmp_path)
    before = (tmp_path / "a.py").stat().st_mtime_ns
    builder.stage({"a.py": b"1", "room2/b.py": b"4"}, tmp_path)
    found = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*")}
    assert found == {"a.py", "room2", "room2/b.py"}
    assert (tmp_path / "a.py").stat().st_mtime_ns == before


def test_the_name_of_each_module_is_frozen():
    """Names that are not frozen would be texts on the heap, and would need 1.9 kB together."""
    files = builder.frozen_files(builder.sources())
    lines = set(files["names.py"].decode().splitlines())
    assert {"import tengen as tengen", "import tengen.games.renju.kernels as kernels"} <= lines
    modules = {path for path in files if path.startswith("tengen/")}
    assert len([line for line in lines if line.startswith("import tengen")]) == len(modules)
    assert len(lines) == len(modules) + 4 + 1  # four lines for modules of asyncio, and one line for the mark


def test_a_build_folder_made_for_another_place_or_board_is_made_anew(monkeypatch, tmp_path):
    """Otherwise `make` would use files at the old place, and names that were collected from C for the old settings."""
    files = builder.sources()
    others = [{**files, name: files[name] + b"\n"} for name in files if name.startswith("micropython/")]
    made_for = [builder.made_for(each) for each in [*others, files]]
    monkeypatch.setenv("TENGEN_CACHE", str(tmp_path))
    made_for.append(builder.made_for(files))
    assert builder.made_for({**files, "main.py": b""}) == made_for[-1]
    build = tmp_path / "build-pico"
    for each in made_for:
        builder.forget_foreign_build(build, each)
        assert not (build / "firmware.o").exists()
        (build / "firmware.o").touch()
        builder.forget_foreign_build(build, each)
        assert (build / "firmware.o").exists()
    (build / "made-for.txt").unlink()  # another program has created the folder
    builder.forget_foreign_build(build, made_for[-1])
    assert not (build / "firmware.o").exists()


class MadeSteps(Steps):
    """Steps that create the files of a build, and record whether the files of another build were there before."""

    MAP = " .text 0x10000000 0x8 main.c.o\n.data 0x20000000 0x0 load address 0x10000008\n"
    env = None

    def run(self, command, folder, env=None, cure="", errors=None):
        build = builder.cache() / "build-pico"
        self.env = env or self.env
        self.noted = [*getattr(self, "noted", []), (command[0], (build / "firmware.o").exists())]
        (build / "firmware.bin").write_bytes(b"an image")
        for name in ("firmware.o", "firmware.elf.map", builder.SYMBOLS):
            (build / name).write_text(self.MAP, encoding="utf-8")


def test_the_image_is_not_built_in_a_folder_from_elsewhere(monkeypatch, tmp_path):
    monkeypatch.setenv("TENGEN_CACHE", str(tmp_path))
    source = builder.cache() / "source"
    script, tool = source / "ports" / "rp2" / "memmap_mp_rp2040.ld", source / "tools" / "mpy-tool.py"
    manifest, cross = source / "tools" / "manifestfile.py", source / "mpy-cross" / "build" / "mpy-cross"
    originals = {script: SCRIPT, tool: "((aligned (2)))", manifest: SEARCH, cross: ""}
    for path, text in (originals | {builder.cache() / "build-pico" / "firmware.o": ""}).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.setattr(builder, "can_build", lambda: None)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    monkeypatch.setattr(builder, "prove", lambda *_: None)
    steps = MadeSteps(tmp_path / "logs", Console(file=io.StringIO()))
    built = builder.build_pico(steps)
    assert uf2.pages(built)[uf2.FLASH].startswith(b"an image")
    assert steps.noted == [("make", False), ("sh", True)]
    script_then = script.read_text(encoding="utf-8")
    assert "*(.text.mp_execute_bytecode)" in script_then and "the image" in built.with_suffix(".sizes").read_text()
    built.unlink()
    builder.build_pico(steps)
    assert script.read_text(encoding="utf-8") == script_then, "once, not twice"
    assert tool.read_text(encoding="utf-8") == "((aligned (4)))" and steps.noted[2] == ("make", True)
    assert "sorted(filenames)" in manifest.read_text(encoding="utf-8")
    assert (steps.env["SOURCE_DATE_EPOCH"], steps.env["MICROPY_GIT_TAG"]) == (patches.DATE, "v1.25.0")


def test_the_present_firmwares_image_is_kept_among_the_newest(monkeypatch, tmp_path):
    monkeypatch.setenv("TENGEN_CACHE", str(tmp_path))
    present = builder.pico_path()
    present.parent.mkdir()
    names = [present.name, *(f"tengen-{number:012x}.uf2" for number in range(4))]
    for age, name in enumerate(names):
        for path in (present.with_name(name), present.with_name(name).with_suffix(".sizes")):
            path.touch()
            os.utime(path, (age, age))
    builder.forget_older(present.parent, keep=2)
    left = {path.name for path in present.parent.iterdir()}
    assert left == {name for uf2_name in (names[0], *names[3:]) for name in (uf2_name, uf2_name[:-4] + ".sizes")}


def test_missing_compilers_are_named_with_their_cure(monkeypatch):
    monkeypatch.setattr(builder.shutil, "which", lambda name: None if "arm" in name else f"/bin/{name}")
    reason = builder.can_build()
    assert "arm-none-eabi-gcc" in reason and "apt-get install" in reason and "gcc-arm-none-eabi" in reason


def test_a_failing_step_says_which_how_it_ended_and_what_to_do(tmp_path):
    shown = io.StringIO()
    steps = Steps(tmp_path / "logs", Console(file=shown))
    with pytest.raises(ImageError) as told, steps.step("build the thing", 3):
        script = "print('\\n'.join(f'line {n}' for n in range(40))); raise SystemExit(3)"
        steps.run([sys.executable, "-c", script], tmp_path, cure="install it")
    text = str(told.value)
    assert "step 'build the thing' failed" in text and "status 3" in text
    assert "line 39" in text and "line 20" not in text
    assert "what to do: install it" in text and "build-the-thing.log" in text
    assert shown.getvalue() == "build the thing: usually 3 s ...\n"
    with pytest.raises(ImageError, match="^the step 'x' failed:\na.py:1\nthe whole log: "), steps.step("x", 3):
        steps.run([sys.executable, "-c", "raise SystemExit(1)"], tmp_path, errors=lambda log: ["a.py:1"])


def test_a_first_build_says_beforehand_how_long_it_takes(monkeypatch, tmp_path):
    def no_network(steps, archives):
        raise ImageError("no network")

    monkeypatch.setenv("TENGEN_CACHE", str(tmp_path))
    monkeypatch.setattr(builder, "can_build", lambda: None)
    monkeypatch.setattr(builder.debian, "fetch", no_network)
    said = io.StringIO()
    with pytest.raises(ImageError, match="no network"):
        builder.build_unix(Steps(tmp_path / "logs", Console(file=said, width=500)))
    assert said.getvalue().startswith("MicroPython is built from its sources, this once: it takes about 3 minutes")


def test_each_step_says_its_usual_time_and_then_its_own_also_in_a_terminal(tmp_path):
    shown = io.StringIO()
    with Steps(tmp_path / "logs", Console(file=shown, force_terminal=True)).step("build the thing", 55):
        assert shown.getvalue().startswith("build the thing: usually 55 s ...\n")
    assert "build the thing: done in 0 s" in shown.getvalue()


def test_a_program_that_is_not_there(tmp_path):
    steps = Steps(tmp_path / "logs", Console(file=io.StringIO()))
    with pytest.raises(ImageError, match="can't be run"), steps.step("x", 3):
        steps.run(["no-such-program-at-all"], tmp_path)


@pytest.mark.parametrize(
    ("program", "words"),
    [
        (sys.executable, "is not MicroPython: .* cpython"),
        ("no-such-one", r"can't be run as MicroPython \(No such file"),
    ],
)
def test_a_named_unix_port_that_is_none(monkeypatch, program, words):
    monkeypatch.setenv("TENGEN_MICROPYTHON", program)
    with pytest.raises(ImageError, match=words):
        choose.existing_unix_port()


def test_a_build_that_fails_keeps_nobody_from_going_on_if_possible(monkeypatch, tmp_path):
    def unreachable(*_):
        raise ImageError("the step 'fetch' failed")

    monkeypatch.setenv("TENGEN_CACHE", str(tmp_path))
    monkeypatch.setattr(builder, "can_build", lambda: None)
    monkeypatch.setattr(debian, "fetch", unreachable)
    monkeypatch.setattr(choose, "compile_emulator", lambda: None)
    result = CliRunner().invoke(app, ["image", "--if-possible"])
    assert result.exit_code == 0 and "no image is built: the step 'fetch' failed" in result.output
    result = CliRunner().invoke(app, ["image"])
    assert result.exit_code == 1 and "error: the step 'fetch' failed" in result.output


def test_what_the_emulated_pico_lacks_is_told_and_nothing_is_built(monkeypatch, tmp_path):
    monkeypatch.setenv("TENGEN_CACHE", str(tmp_path))
    monkeypatch.setattr(native, "is_built", lambda: False)
    assert "image with the present firmware is not built" in choose.missing_image()
    path = builder.pico_path()
    path.parent.mkdir()
    for content, words in (
        (b"half", "is not a whole UF2"),
        (uf2.made(b"MicroPython"), "is not built"),
        (uf2.made(uf2.mark(builder.own()).encode()), "emulator is not compiled"),
    ):
        path.write_bytes(content)
        assert words in choose.missing_image()
    monkeypatch.setattr(native, "is_built", lambda: True)
    assert choose.missing_image() is None
    assert list(tmp_path.rglob("*")) == [path.parent, path]


def test_what_the_unix_port_lacks_is_told_and_nothing_is_built(monkeypatch, tmp_path):
    monkeypatch.setenv("TENGEN_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("TENGEN_MICROPYTHON", raising=False)
    assert "there is no unix port" in choose.missing_unix_port()
    for version, words in (("(1, 20)", r"is MicroPython (1, 20): at least"), ("(1, 25)", None)):
        program = tmp_path / "micropython"
        program.write_text(f"#!{sys.executable}\nprint('micropython', *{version})\n", encoding="utf-8")
        program.chmod(0o755)
        told = choose.missing_unix_port()
        assert told is None if words is None else words in told
    assert choose.existing_unix_port() == program
    builder.unix_path().parent.mkdir(parents=True)
    builder.unix_path().write_bytes(b"half")  # this program is preferred to the one on PATH
    assert "can't be run" in choose.missing_unix_port()
