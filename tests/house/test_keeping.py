"""The cache for all processes: values are made once, files are never half written, and a full disk is not an error."""

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import keeping
import pytest


class Making:
    """A function that counts its calls."""

    def __init__(self, value="a value"):
        self.value, self.count = value, 0

    def __call__(self):
        self.count += 1
        return self.value


@pytest.fixture
def make():
    return Making()


@pytest.fixture
def kept(tmp_path):
    return keeping.Kept(tmp_path / "kept")


def files(kept):
    return [file for file in kept.folder.iterdir() if file.suffix != ".lock"]


def test_a_value_is_made_once_and_again_for_another_name_or_from_something_else(kept, make):
    for each in (kept, keeping.Kept(kept.folder)):
        assert [each("name", (1, "a"), make) for _ in range(2)] == ["a value"] * 2 and make.count == 1
    assert kept("another name", (1, "a"), make) == "a value" and make.count == 2
    assert kept("name", (1, "b"), make) == "a value" and make.count == 3


@pytest.mark.parametrize("damage", [b"", b"no pickle", b"\x80\x04", b"cno_module\nno_name\n."])
def test_a_damaged_file_is_made_again(kept, make, damage):
    kept("name", 1, make)
    (file,) = files(kept)
    file.write_bytes(damage)
    assert [kept("name", 1, make) for _ in range(2)] == ["a value"] * 2 and make.count == 2


def test_a_failure_is_not_kept_and_leaves_the_lock_open(kept, make):
    with pytest.raises(ZeroDivisionError):
        kept("name", 1, lambda: 1 / 0)
    assert kept("name", 1, make) == "a value"


def test_where_no_folder_can_be_made_the_value_is_made_each_time(tmp_path, make):
    (tmp_path / "file").write_text("")
    kept = keeping.Kept(tmp_path / "file")
    assert [kept("name", 1, make) for _ in range(2)] == ["a value"] * 2 and make.count == 2


def test_on_a_full_disk_the_value_is_made_and_no_half_file_stays(kept, make, monkeypatch):
    def full(path, data):
        with path.open("wb") as file:
            file.write(data[:3])
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", full)
        assert kept("name", 1, make) == "a value"
    assert files(kept) == []
    assert kept("name", 1, make) == "a value" and make.count == 2


def test_the_latest_files_stay(kept, make, monkeypatch):
    for at in range(4):
        kept(f"name{at}", 1, make)
        (file,) = kept.folder.glob(f"name{at}-*[!k]")
        os.utime(file, (at, at))
    monkeypatch.setattr(keeping, "MOST_BYTES", 2 * file.stat().st_size)
    again = keeping.Kept(kept.folder)
    assert {each.name.split("-")[0] for each in files(again)} == {"name2", "name3"}


def test_while_one_makes_a_value_it_is_locked_for_all_others(kept):
    def make():
        (file,) = kept.folder.glob("*.lock")
        with file.open() as lock, pytest.raises(BlockingIOError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return "a value"

    assert kept("name", 1, make) == "a value"


SLOW = """
import sys, keeping, pathlib
folder = pathlib.Path(sys.argv[1])
def make():
    with open(folder / "made", "a") as told:
        told.write("x")
    sys.stdin.readline()  # until the test says so
    return "a value"
print("begun", flush=True)
print(keeping.Kept(folder / "kept")("name", 1, make), flush=True)
"""


def test_of_two_processes_one_makes_it_and_the_other_waits_for_it(tmp_path):
    command = [sys.executable, "-c", SLOW, str(tmp_path)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    here = {**os.environ, "PYTHONPATH": str(Path(keeping.__file__).parent)}
    both = [subprocess.Popen(command, env=here, **pipes) for _ in range(2)]
    assert [each.stdout.readline() for each in both] == ["begun\n"] * 2
    for each in both:
        each.stdin.write("\n")
        each.stdin.flush()
    assert [each.communicate()[0] for each in both] == ["a value\n"] * 2
    assert (tmp_path / "made").read_text() == "x"
