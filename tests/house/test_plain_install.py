"""A plain, non-editable install has all of tengen: built as a wheel, unpacked elsewhere, run from elsewhere."""

import os
import signal
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path

import pytest
from tengen_host import resources
from tengen_host.live.files import sent
from waiting import LIMIT_S

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The environment variables with which Python finds the unpacked wheel before the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True, timeout=LIMIT_S)
    (wheel,) = folder.glob("*.whl")
    site = folder / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    return {**os.environ, "PYTHONPATH": str(site)}


def test_it_carries_the_firmware_and_the_board(installed, tmp_path):
    code = (
        "import hashlib, tengen_host; from tengen_host import resources, wiring; wiring.load(); "
        "files = resources.firmware_files(); print(tengen_host.__file__); "
        "print(*sorted(hashlib.sha256(name.encode() + content).hexdigest() for name, content in files.items()))"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=installed, capture_output=True, text=True, timeout=LIMIT_S
    )
    place, hashes = answer.stdout.splitlines()
    assert place.startswith(installed["PYTHONPATH"]), "the test would look at the checkout"
    assert len(hashes.split()) == len(resources.firmware_files()) > 20
    here = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=LIMIT_S)
    assert here.stdout.splitlines()[1] == hashes


def test_it_carries_the_two_packages_and_no_more(installed):
    found = {path.name for path in Path(installed["PYTHONPATH"]).iterdir() if path.suffix != ".dist-info"}
    assert found == {"tengen", "tengen_host"}, "tengen_hardware, which makes hardware/, is only in a checkout"


def test_it_carries_what_the_bench_measures(installed, tmp_path):
    code = "from tengen_host import samples as s; print(s.games() + s.dense_boards() + s.hostile_boards())"
    command = [sys.executable, "-c", code]
    there = subprocess.run(command, cwd=tmp_path, env=installed, capture_output=True, text=True, timeout=LIMIT_S)
    here = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=LIMIT_S)
    assert there.stdout == here.stdout != ""


def test_it_carries_the_boards_of_the_selftest_and_what_runs_there(installed, tmp_path):
    code = (
        "from tengen_host.device.selftest import command as selftest, vectors; print(len(vectors.built_in(1))); "
        "print(*(len(selftest._source(name)) for name in ('about', 'rules', 'wiring', 'speed', 'journal')))"
    )
    command = [sys.executable, "-c", code]
    there = subprocess.run(command, cwd=tmp_path, env=installed, capture_output=True, text=True, timeout=LIMIT_S)
    here = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=LIMIT_S)
    assert there.stdout == here.stdout and there.stdout.startswith("3053\n"), there.stderr


def test_the_tests_themselves_need_a_checkout_and_that_is_said(installed, tmp_path):
    code = "from tengen_host.cli import main; main()"
    command = [sys.executable, "-c", code, "test-device", "--emulated"]
    ended = subprocess.run(command, cwd=tmp_path, env=installed, capture_output=True, text=True, timeout=LIMIT_S)
    assert ended.returncode == 1 and "run this from a checkout of the project" in ended.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C can't be sent to one process there")
def test_it_serves_the_page_and_ends_with_ctrl_c(installed, tmp_path):
    code = "import sys; from tengen_host.cli import main; sys.exit(main())"
    command = [sys.executable, "-u", "-c", code, "play", "--no-browser", "--port", "0"]
    playing = subprocess.Popen(
        command, cwd=tmp_path, env=installed, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        address = next(word for word in playing.stdout.readline().split() if word.startswith("http"))
        page = resources.firmware_package().parent.parent / "host_tools" / "tengen_host" / "live" / "page"
        for file in filter(Path.is_file, page.rglob("*")):
            place = "" if file.name == "index.html" else file.relative_to(page).as_posix()
            with urllib.request.urlopen(address + place, timeout=LIMIT_S) as answer:
                assert answer.read() == sent(file), file.name
        playing.send_signal(signal.SIGINT)
        rest, _ = playing.communicate(timeout=LIMIT_S)
    finally:
        playing.kill()
    assert playing.returncode == 0 and rest == "", "no traceback"
