"""The images: the sources they are made of, the UF2s, when they are built again, and the errors of a build."""

import io
import struct
import sys
from pathlib import Path

import pytest
from rich.console import Console
from tengen_host.cli import app
from tengen_host.image import ImageError, builder, choose, command, debian, native, uf2
from tengen_host.image.steps import Steps
from typer.testing import CliRunner

DEB822 = """\
# a comment
Types: deb
URIs: https://packages.example/debian
Suites: bookworm bookworm-updates
Components: main
Signed-By: /usr/share/keyrings/example.gpg

Types: deb
URIs: https://packages.example/security
Suites: bookworm-security
Components: main
"""


def test_the_machines_first_source_is_taken_for_the_other_release():
    assert debian.deb822(DEB822) == (
        "Types: deb deb-src\n"
        "URIs: https://packages.example/debian\n"
        "Suites: trixie\n"
        "Components: main\n"
        "Signed-By: /usr/share/keyrings/example.gpg\n"
    )


def test_an_old_sources_list_serves_as_well():
    text = "# old\ndeb-src x y z\ndeb [arch=amd64 signed-by=/k.gpg] https://packages.example/debian bookworm main\n"
    assert debian.one_line(text) == (
        "Types: deb deb-src\nURIs: https://packages.example/debian\nSuites: trixie\nComponents: main\n"
        "Signed-By: /k.gpg\n"
    )


def test_a_machine_without_package_sources(tmp_path):
    with pytest.raises(ImageError, match="no package source"):
        debian.stanza_of(tmp_path)


def blocks(*payloads, family=uf2.RP2040, magic=uf2.MAGIC):
    data = b""
    for number, payload in enumerate(payloads):
        head = (*magic, uf2.FAMILY_PRESENT, 0x10000000 + 256 * number, 256, number, len(payloads), family)
        data += struct.pack("<8I", *head) + payload.ljust(476, b"\0") + struct.pack("<I", uf2.MAGIC_END)
    return data


@pytest.fixture
def file(tmp_path):
    def write(data):
        path = tmp_path / "some.uf2"
        path.write_bytes(data)
        return path

    return write


def test_an_image_with_and_without_tengen(file):
    assert not uf2.has_tengen(file(blocks(b"MicroPython")))
    # the name may lie across two blocks
    assert uf2.has_tengen(file(blocks(b"x" * 250 + b"tengen", b"/app.py")))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "no UF2: its size, 0 bytes"),
        (b"x" * 100, "its size, 100 bytes"),
        (blocks(b"", magic=(1, 2)), "block 0 has not its magic numbers"),
        (blocks(b"", family=0xE48BFF59), "for another chip .*RPI_PICO"),
    ],
)
def test_what_is_no_image_for_the_pico(file, data, words):
    with pytest.raises(ImageError, match=words):
        choose.pico_image(file(data))


def test_a_given_image_that_is_not_there(tmp_path):
    with pytest.raises(ImageError, match="name a UF2 that is there"):
        choose.pico_image(tmp_path / "none.uf2")


def test_the_key_changes_with_every_file():
    files = builder.frozen_files()
    assert {"main.py", "_boot.py", "manifest.py", "tengen/app.py", "tengen/drivers/pico.py"} <= set(files)
    keys = {builder.key(files)}
    for name in files:
        keys.add(builder.key({**files, name: files[name] + b"#"}))
    keys.add(builder.key({**files, "tengen/new.py": b""}))
    assert len(keys) == len(files) + 2


SCRIPT = """\
    .text : {
        KEEP (*(.vectors))
        *(EXCLUDE_FILE(*libgcc.a: *gc.c.obj) .text*)
        *(.fini)
    } > FLASH
"""


def test_functions_in_order_come_before_all_others_and_after_the_vectors():
    lines = [line.strip() for line in builder.ordered(SCRIPT, "# why\nmp_b\n\nmp_a\n").splitlines()]
    assert lines[1:5] == ["KEEP (*(.vectors))", "*(.text.mp_b)", "*(.text.mp_a)", SCRIPT.splitlines()[2].strip()]
    assert builder.ordered(SCRIPT, "") == SCRIPT
    with pytest.raises(ImageError, match="no rule with EXCLUDE_FILE"):
        builder.ordered("SECTIONS {}", "mp_a")


def test_native_code_is_aligned_to_words():
    assert builder.aligned('x += " __attribute__ ((aligned (2)))"') == 'x += " __attribute__ ((aligned (4)))"'
    with pytest.raises(ImageError, match="no two bytes"):
        builder.aligned("x")


def test_the_order_has_each_function_once():
    names = [line for line in builder.frozen_files()["order.txt"].decode().splitlines() if line[0] != "#"]
    assert len(names) == len(set(names)) > 30 and all(" " not in name for name in names)


def test_staging_touches_only_what_differs_and_removes_what_is_gone(tmp_path):
    builder.stage({"a.py": b"1", "room/b.py": b"2", "room/old.py": b"3"}, tmp_path)
    before = (tmp_path / "a.py").stat().st_mtime_ns
    builder.stage({"a.py": b"1", "room2/b.py": b"4"}, tmp_path)
    found = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*")}
    assert found == {"a.py", "room2", "room2/b.py"}
    assert (tmp_path / "a.py").stat().st_mtime_ns == before


def test_the_name_of_each_module_is_frozen():
    """Each was a text on the heap: 1.9 kB of them together."""
    files = builder.frozen_files()
    lines = set(files["names.py"].decode().splitlines())
    assert {"import tengen as tengen", "import tengen.games.renju.kernels as kernels"} <= lines
    modules = {path for path in files if path.startswith("tengen/")}
    assert len([line for line in lines if line.startswith("import tengen")]) == len(modules)
    assert len(lines) == len(modules) + 4  # asyncio's, which the firmware uses


def made_by_cmake(build, made_for):
    """A build folder as cmake leaves it, with one object file: its cache names what it was made for."""
    build.mkdir(exist_ok=True)
    (build / "firmware.o").write_bytes(b"old")
    told = "".join(f"{name}:UNINITIALIZED={value}\n" for name, value in made_for.items())
    (build / "CMakeCache.txt").write_text(f"# For build in directory: {build}\n{told}")


def test_a_build_folder_made_for_another_place_or_board_is_made_anew(tmp_path):
    build = tmp_path / "build-pico"
    names = "CMAKE_CACHEFILE_DIR", "MICROPY_FROZEN_MANIFEST", "TENGEN_BOARD_KEY"
    made_for = {name: f"/here/{name}" for name in names}
    builder.forget_foreign_build(build, made_for)  # there is none
    for name, value in made_for.items():
        for strange in ({name: f"{value}.old"}, {name: f"/elsewhere{value}"}):
            made_by_cmake(build, made_for | strange)
            builder.forget_foreign_build(build, made_for)
            assert not build.exists(), strange
    made_by_cmake(build, made_for)
    builder.forget_foreign_build(build, made_for)
    assert (build / "firmware.o").exists()
    (build / "CMakeCache.txt").unlink()  # cmake was ended, or another program has made the folder
    builder.forget_foreign_build(build, made_for)
    assert not build.exists()


def test_other_settings_of_the_board_are_another_image_and_another_build(monkeypatch, tmp_path):
    """make would go on with the names that it has collected from C for the settings before."""
    monkeypatch.setenv("TENGEN_CACHE", str(tmp_path))
    before = builder.made_for(), builder.pico_path()
    board = builder.board_files()
    for name in board:
        changed = {**board, name: board[name] + b"\n"}
        with monkeypatch.context() as patch:
            patch.setattr(builder, "board_files", lambda changed=changed: changed)
            after = builder.made_for(), builder.pico_path()
        assert after[0] != before[0] and after[1] != before[1], name


class NotedSteps(Steps):
    """Steps that note what they are told to run, and whether the build folder is there then."""

    def __init__(self, logs, build):
        super().__init__(logs, Console(file=io.StringIO()))
        self.build = build
        self.noted = []

    def run(self, command, folder, env=None, cure=""):
        self.noted.append((command[0], self.build.exists()))
        if command[0] == "make":
            self.build.mkdir(exist_ok=True)
        else:
            Path(command[command.index("-o") + 1]).write_bytes(b"UF2")


def test_the_image_is_not_built_in_a_folder_from_elsewhere(monkeypatch, tmp_path):
    monkeypatch.setenv("TENGEN_CACHE", str(tmp_path))
    build, source = builder.cache() / "build-pico", builder.cache() / "source"
    (source / "mpy-cross" / "build").mkdir(parents=True)
    (source / "mpy-cross" / "build" / "mpy-cross").touch()
    script = source / "ports" / "rp2" / "memmap_mp_rp2040.ld"
    script.parent.mkdir(parents=True)
    script.write_text(SCRIPT, encoding="utf-8")
    tool = source / "tools" / "mpy-tool.py"
    tool.parent.mkdir()
    tool.write_text("((aligned (2)))", encoding="utf-8")
    made_by_cmake(build, builder.made_for() | {"MICROPY_FROZEN_MANIFEST": "/elsewhere/frozen/manifest.py"})
    steps = NotedSteps(tmp_path / "logs", build)
    assert builder.build_pico(steps).read_bytes() == b"UF2"
    assert steps.noted == [("make", False), (sys.executable, True)]
    script_then = script.read_text(encoding="utf-8")
    assert "*(.text.mp_execute_bytecode)" in script_then
    builder.pico_path().unlink()
    builder.build_pico(steps)
    assert script.read_text(encoding="utf-8") == script_then, "once, not twice"
    assert tool.read_text(encoding="utf-8") == "((aligned (4)))"


def test_missing_compilers_are_named_with_their_cure(monkeypatch):
    monkeypatch.setattr(builder.shutil, "which", lambda name: None if "arm" in name else f"/bin/{name}")
    reason = builder.can_build()
    assert "arm-none-eabi-gcc" in reason and "apt-get install" in reason and "gcc-arm-none-eabi" in reason


def test_no_image_at_all_says_what_was_tried_and_what_to_pass(monkeypatch, tmp_path):
    def offline():
        raise ImageError("offline")

    monkeypatch.setenv("TENGEN_CACHE", str(tmp_path))
    monkeypatch.setattr(builder, "can_build", lambda: "no compiler here")
    monkeypatch.setattr(choose, "_official", offline)
    with pytest.raises(ImageError) as told:
        choose.pico_image()
    assert all(words in str(told.value) for words in ("no compiler here", "offline", "--uf2 FILE"))


def test_a_failing_step_says_which_how_it_ended_and_what_to_do(tmp_path):
    shown = io.StringIO()
    steps = Steps(tmp_path / "logs", Console(file=shown))
    with pytest.raises(ImageError) as told, steps.step("build the thing"):
        script = "print('\\n'.join(f'line {n}' for n in range(40))); raise SystemExit(3)"
        steps.run([sys.executable, "-c", script], tmp_path, cure="install it")
    text = str(told.value)
    assert "step 'build the thing' failed" in text and "status 3" in text
    assert "line 39" in text and "line 20" not in text
    assert "what to do: install it" in text and "build-the-thing.log" in text
    assert "done" not in shown.getvalue()


def test_a_first_build_says_beforehand_how_long_it_takes(monkeypatch, tmp_path):
    def no_network(steps, archives):
        raise ImageError("no network")

    monkeypatch.setenv("TENGEN_CACHE", str(tmp_path))
    monkeypatch.setattr(builder.debian, "fetch", no_network)
    said = io.StringIO()
    with pytest.raises(ImageError, match="no network"):
        builder.build_unix(Steps(tmp_path / "logs", Console(file=said, width=500)))
    assert said.getvalue().startswith("MicroPython is built from its sources, this once: it takes about 3 minutes")


def test_a_program_that_is_not_there(tmp_path):
    steps = Steps(tmp_path / "logs", Console(file=io.StringIO()))
    with pytest.raises(ImageError, match="can't be run"), steps.step("x"):
        steps.run(["no-such-program-at-all"], tmp_path)


def test_another_python_is_no_unix_port(monkeypatch):
    monkeypatch.setenv("TENGEN_MICROPYTHON", sys.executable)
    with pytest.raises(ImageError, match="is no MicroPython: .* cpython"):
        choose.unix_port()


def test_a_build_that_fails_keeps_nobody_from_going_on_if_possible(monkeypatch, tmp_path):
    def unreachable(*_):
        raise ImageError("the step 'fetch' failed")

    monkeypatch.setenv("TENGEN_CACHE", str(tmp_path))
    monkeypatch.setattr(builder, "can_build", lambda: None)
    monkeypatch.setattr(debian, "fetch", unreachable)
    monkeypatch.setattr(command, "compile_emulator", lambda steps: None)
    result = CliRunner().invoke(app, ["image", "--if-possible"])
    assert result.exit_code == 0 and "no image is built: the step 'fetch' failed" in result.output
    result = CliRunner().invoke(app, ["image"])
    assert result.exit_code == 1 and "error: the step 'fetch' failed" in result.output


def test_a_named_unix_port_that_is_none(monkeypatch):
    monkeypatch.setenv("TENGEN_MICROPYTHON", "no-such-micropython")
    with pytest.raises(ImageError, match=r"no MicroPython that can be run \(No such file"):
        choose.unix_port()


def test_what_the_emulated_pico_lacks_is_told_and_nothing_is_built(monkeypatch, tmp_path):
    monkeypatch.setenv("TENGEN_CACHE", str(tmp_path))
    monkeypatch.setattr(native, "is_built", lambda: False)
    assert "image with the present firmware is not built" in choose.missing_image()
    path = builder.pico_path()
    path.parent.mkdir()
    for content, words in (
        (b"half", "is no UF2"),
        (blocks(b"MicroPython"), "is not built"),
        (blocks(b"tengen/app.py"), "emulator is not compiled"),
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
    builder.unix_path().write_bytes(b"half")  # it comes before the one on PATH
    assert "can be run" in choose.missing_unix_port()
