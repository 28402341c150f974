"""The file of the virtual board's flash and stones, after a kill, or if damaged, foreign, or in use elsewhere."""

import os
import random
import signal
import sqlite3
import subprocess
import sys

import pytest
from tengen_host.virtual.board import Store
from tengen_host.virtual.kept import CannotKeep, Kept, default_path


@pytest.fixture
def path(tmp_path):
    return tmp_path / "data/play.sqlite"


def opened(path, said=None, fresh=False):
    return Kept(path, (said if said is not None else []).append, fresh)


def filled(path):
    kept = opened(path)
    Store(files=kept.flash).save("settings", b"dim")
    kept.stones.replace({"h8": b"black", "i9": b"white"})
    kept.close()


def test_what_was_written_is_there_again_and_fresh_empties_it(path):
    filled(path)
    kept = opened(path)
    assert dict(kept.flash) == {"settings": b"dim"} and dict(kept.stones) == {"h8": b"black", "i9": b"white"}
    kept.stones.replace({"a1": b"white"})
    Store(files=kept.flash).remove("settings")
    kept.close()
    kept = opened(path)
    assert dict(kept.flash) == {} and dict(kept.stones) == {"a1": b"white"}
    kept.flash["one"] = b""
    kept.close()
    kept = opened(path, fresh=True)
    assert dict(kept.flash) == {} == dict(kept.stones)
    kept.close()


WRITES = """
import sys
from pathlib import Path
from tengen_host.virtual.board import Store
from tengen_host.virtual.kept import Kept
sector = Store(files=Kept(Path(sys.argv[1]), print).flash).reserve("games/1", b"head")
for at in range(4, 4096):
    sector.program(at, b"x")
    print(at, flush=True)  # now it may be shown
"""


@pytest.mark.parametrize("after", [1, 7, 100, 1000])
def test_a_process_that_is_killed_has_lost_nothing_that_was_shown(path, after):
    process = subprocess.Popen(
        [sys.executable, "-c", WRITES, str(path)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        text=True,
    )
    for _ in range(after):
        process.stdout.readline()
    process.send_signal(signal.SIGKILL)
    rest, _ = process.communicate()
    shown = after + len(rest.splitlines())
    said = []
    kept = opened(path, said)
    written = kept.flash["games/1"]
    assert said == [] and written.startswith(b"head" + b"x" * shown) and len(written) == 4096
    assert written.count(b"x") <= shown + 1
    kept.close()


OPENS = """
import sys
from pathlib import Path
from tengen_host.virtual.kept import Kept
Kept(Path(sys.argv[1]), print)
"""


def test_another_process_s_file_is_left_alone(path):
    filled(path)
    mine = opened(path)
    other = subprocess.run(
        [sys.executable, "-c", OPENS, str(path)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
    )
    assert f"CannotKeep: another `tengen play` uses {path}" in other.stderr
    with pytest.raises(CannotKeep, match="another `tengen play`"):
        opened(path, fresh=True)
    mine.flash["more"] = b"1"
    mine.close()
    kept = opened(path)
    assert dict(kept.flash) == {"settings": b"dim", "more": b"1"} and len(kept.stones) == 2
    kept.close()


def foreign(path):
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE mine (x)")


@pytest.mark.parametrize(
    "make",
    [
        foreign,
        lambda path: path.write_bytes(b"my diary"),
        lambda path: path.write_bytes(os.urandom(20_000)),
    ],
    ids=["another database", "text", "noise"],
)
def test_a_foreign_file_is_moved_aside_whole(path, make):
    path.parent.mkdir()
    make(path)
    before, said = path.read_bytes(), []
    opened(path, said).close()
    aside = path.with_name("play.sqlite.aside-1")
    assert aside.read_bytes() == before
    why = "it is not a virtual board's flash"
    assert said == [f"{path} can't be used: {why}. It is now {aside}; the board begins with an empty flash"]


def test_a_link_to_a_foreign_file_leaves_that_where_it_is(path, tmp_path):
    path.parent.mkdir()
    diary = tmp_path / "diary"
    diary.write_bytes(b"my diary")
    path.symlink_to(diary)
    opened(path).close()
    assert diary.read_bytes() == b"my diary" and path.with_name("play.sqlite.aside-1").is_symlink()


@pytest.mark.parametrize("seed", range(60))
def test_a_damaged_file_is_moved_aside_or_still_right(path, seed):
    filled(path)
    whole, chance, said = path.read_bytes(), random.Random(seed), []
    data = bytearray(whole)
    if seed % 3 == 0:
        del data[chance.randrange(1, len(data)) :]
    else:
        for _ in range(seed):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    path.write_bytes(data)
    kept = opened(path, said)
    held = dict(kept.flash), dict(kept.stones)
    kept.close()
    if said:
        assert held == ({}, {}) and path.with_name("play.sqlite.aside-1").exists()
    else:
        assert held == ({"settings": b"dim"}, {"h8": b"black", "i9": b"white"})


def test_a_folder_that_can_not_be_made_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotKeep, match="file"):
        opened(tmp_path / "file/play.sqlite")


def test_a_write_that_fails_is_an_error_of_the_flash(path):
    filled(path)
    kept = opened(path)
    kept._file.execute("PRAGMA query_only = ON")
    with pytest.raises(OSError, match="can't be written"):
        kept.flash["settings"] = b"bright"
    with pytest.raises(OSError, match="can't be written"):
        kept.stones.replace({})
    assert kept.flash["settings"] == b"dim" and len(kept.stones) == 2
    kept._file.execute("PRAGMA query_only = OFF")
    kept.stones.replace({})
    assert len(kept.stones) == 0
    kept.close()


def test_the_folder_is_named_by_the_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("TENGEN_DATA", str(tmp_path))
    assert default_path() == tmp_path / "play.sqlite"
    monkeypatch.delenv("TENGEN_DATA")
    assert default_path().name == "play.sqlite" and tmp_path not in default_path().parents
