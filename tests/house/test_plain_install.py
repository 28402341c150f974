"""A plain, non-editable install is complete. It is built as a wheel, unpacked, and run in other folders."""

import os
import signal
import subprocess
import sys
import tarfile
import urllib.request
import zipfile
from pathlib import Path

import pytest
from tengen_host import resources
from tengen_host.image import ImageError, builder, choose, uf2, wheel
from tengen_host.image.uf2 import Tengen
from tengen_host.web.page_files import sent
from waiting import LIMIT_S

ROOT = Path(__file__).resolve().parents[2]


def built(folder, kind, image=None):
    """Build a wheel or an sdist (`kind`) with hatchling in a folder, with or without an image. Return the file."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    env = {name: value for name, value in os.environ.items() if name != "TENGEN_IMAGE"}
    env |= {"TENGEN_IMAGE": str(image)} if image else {}
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True, timeout=LIMIT_S, env=env)
    (made,) = folder.glob("tengen-*")
    return made


def unpacked(wheel, site):
    """The environment variables for Python to find the unpacked wheel before the checkout, and no other image."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    return {**os.environ, "PYTHONPATH": str(site), "TENGEN_CACHE": str(site / "cache"), "PATH": str(site)}


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    return unpacked(built(folder, "wheel"), folder / "site")


@pytest.fixture(scope="module")
def with_image(tmp_path_factory):
    """A wheel with an image that is marked as this tengen's own firmware."""
    folder = tmp_path_factory.mktemp("with-image")
    image = folder / "given.uf2"
    image.write_bytes(uf2.made(uf2.mark(builder.own()).encode()))
    return built(folder, "wheel", image)


def run(code, folder, env=None):
    """Run a Python program with an installed Tengen or with this one. Return its output and its standard error."""
    command = [sys.executable, "-c", code]
    ended = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=LIMIT_S)
    return ended.stdout, ended.stderr


def tengen(*arguments):
    """Return the Python code that runs a tengen command."""
    return f"import sys; from tengen_host.cli import main; sys.argv[1:] = {list(map(str, arguments))}; main()"


FIND = "from tengen_host.image import pico_image; its = pico_image(); print(its.uf2, its.source, its.differs)"


def test_a_wheel_without_an_image_says_so(installed, tmp_path):
    _, said = run(FIND, tmp_path, installed)
    assert "there is no image for the Pico: " in said and "no installed wheel of Tengen has one" in said


def test_a_wheel_with_an_image_needs_no_compiler(with_image, tmp_path):
    env = unpacked(with_image, tmp_path / "site")
    file = tmp_path / "site" / choose.IN_WHEEL
    assert run(FIND, tmp_path, env)[0] == f"{file} from the wheel in {tmp_path / 'site'} False\n"
    assert "this tengen's own firmware" in run(tengen("image", "--check", file), tmp_path, env)[0]
    file.write_bytes(uf2.made(uf2.mark(builder.own()).encode() + b"x"))
    assert f"{file} is damaged: its SHA-256 is another" in run(FIND, tmp_path, env)[1]


def test_a_wheel_of_a_release_has_the_image_of_its_own_sources(with_image, installed, tmp_path, monkeypatch):
    image, other = with_image.with_name("given.uf2"), tmp_path / "other.uf2"
    wheel.prove(with_image, image)
    (without,) = Path(installed["PYTHONPATH"]).parent.glob("*.whl")
    with pytest.raises(ImageError, match="given.uf2 is not in tengen-.*build_hook"):
        wheel.prove(without, image)
    other.write_bytes(uf2.made(uf2.mark(builder.own()).encode() + b"x"))
    with pytest.raises(ImageError, match="other.uf2 is not in tengen-"):
        wheel.prove(with_image, other)
    other.write_bytes(uf2.made(uf2.mark(Tengen("0.1.0", "0123456789ab")).encode()))
    with pytest.raises(ImageError, match="it has Tengen 0.1.0 .*, and this tengen's own is"):
        wheel.prove(with_image, other)
    monkeypatch.setattr(wheel, "LARGEST", 100)
    with pytest.raises(ImageError, match="bytes, and may have 100"):
        wheel.prove(with_image, image)


def test_the_files_of_a_package_have_the_date_of_the_commit(tmp_path, monkeypatch):
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert wheel.dated(tmp_path) == {}, "sources without git"
    commit = ["git", "-c", "user.name=a", "-c", "user.email=b", "commit", "-q", "--allow-empty", "-m", "one"]
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    subprocess.run(commit, cwd=tmp_path, check=True, env={**os.environ, "GIT_COMMITTER_DATE": "1700000000 +0900"})
    assert wheel.dated(tmp_path) == {"SOURCE_DATE_EPOCH": "1700000000"}
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1")
    assert wheel.dated(tmp_path) == {"SOURCE_DATE_EPOCH": "1"}


def test_the_sdist_has_the_hook_and_no_image(tmp_path):
    image = tmp_path / "given.uf2"
    image.write_bytes(uf2.made(b"x"))
    with tarfile.open(built(tmp_path, "sdist", image)) as archive:
        names = archive.getnames()
    assert any(name.endswith("/host_tools/build_hook.py") for name in names)
    assert not [name for name in names if ".uf2" in name]


def test_it_carries_the_three_packages_and_no_more(installed, tmp_path):
    found = {path.name for path in Path(installed["PYTHONPATH"]).iterdir() if path.suffix != ".dist-info"}
    # only a checkout has tengen_hardware, which generates hardware/
    assert found == {"tengen", "tengen_host", "tengen_relay"}
    said, _ = run("import tengen_host; print(tengen_host.__file__)", tmp_path, installed)
    assert said.startswith(installed["PYTHONPATH"]), "the other tests would look at the checkout"


@pytest.mark.parametrize(
    "code",
    [
        "from tengen_host import resources as r, wiring; wiring.load(); print(len(r.firmware_files()) > 20)\n"
        "from tengen_host.image import builder; print(builder.own())",
        "from tengen_host import samples as s; print(s.games() + s.dense_boards() + s.hostile_boards())",
        "from tengen_host.device.selftest import run, vectors; print(len(vectors.built_in(1)) == 3053)\n"
        "print(*map(run._source, ('memory', 'rules', 'wiring', 'speed', 'journal')))",
    ],
    ids=["the firmware and the board", "what the bench measures", "what the self-test runs"],
)
def test_it_carries_the_same_as_the_checkout(installed, tmp_path, code):
    there, here = run(code, tmp_path, installed), run(code, tmp_path)
    assert there == here and here[0] and "False" not in here[0].split(), there[1]


def test_the_tests_themselves_need_a_checkout_and_that_is_said(installed, tmp_path):
    said = run(tengen("test-device", "--emulated"), tmp_path, installed)[1]
    assert "run this from a checkout of the project" in said


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C can't be sent to one process there")
def test_it_serves_the_page_and_ends_with_ctrl_c(installed, tmp_path):
    code = "import sys; from tengen_host.cli import main; sys.exit(main())"
    command = [sys.executable, "-u", "-c", code, "play", "--no-browser", "--port", "0"]
    playing = subprocess.Popen(
        command, cwd=tmp_path, env=installed, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        address = next(word for word in playing.stdout.readline().split() if word.startswith("http"))
        page = resources.firmware_package().parent.parent / "host_tools" / "tengen_host" / "web" / "page"
        for file in filter(Path.is_file, page.rglob("*")):
            its = f"{address}page/{file.relative_to(page).as_posix()}"
            with urllib.request.urlopen(its, timeout=LIMIT_S) as answer:
                assert answer.read() == sent(file), file.name
        playing.send_signal(signal.SIGINT)
        rest, _ = playing.communicate(timeout=LIMIT_S)
    finally:
        playing.kill()
    assert playing.returncode == 0 and rest == "", "no traceback"
