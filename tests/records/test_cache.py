"""The index of games on the disk: whatever happens to it, the list equals the files, and no file is harmed."""

import os
import random
import sqlite3
from dataclasses import replace

import pytest
from tengen_host.records import cache, index, sgf
from tengen_host.records.cache import INDEX
from tengen_host.records.library import Library
from tengen_host.records.record import Record

ONE = Record(moves=("h8", "i9", "g7"), black="Anna", white="Bo", date="2026-11-21", id="one", event="Open")


@pytest.fixture
def library(tmp_path):
    made = Library(tmp_path / "games")
    made.folder.mkdir()
    for number in range(40):
        game = replace(ONE, id=f"game-{number}", black=f"Anna {number}", comment="words " * 30)
        (made.folder / f"{number}.sgf").write_bytes(sgf.write([game]))
    made.find()
    return made


def old_index(path):
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE version (version TEXT)")
        database.execute("CREATE TABLE files (path BLOB PRIMARY KEY, stamp TEXT, trouble TEXT)")


def somebodys_database(path):
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE mail (words TEXT)")
        database.execute("INSERT INTO mail VALUES ('keep this')")


FOREIGN = {
    "a database": somebodys_database,
    "an index of an older Tengen": old_index,
    "a letter": lambda path: path.write_bytes(b"somebody's letter" * 100),
    "one byte": lambda path: path.write_bytes(b"x"),
}


@pytest.mark.parametrize("what", FOREIGN)
@pytest.mark.parametrize("linked", ["itself", "by a link"])
def test_what_is_not_ours_is_left_alone_and_told_of(library, tmp_path, what, linked):
    before = library.find()
    there = library.folder / INDEX
    there.unlink()
    real = there if linked == "itself" else tmp_path / "elsewhere"
    FOREIGN[what](real)
    if real != there:
        there.symlink_to(real)
    data, stamp = real.read_bytes(), real.stat().st_mtime_ns
    assert library.find() == before and library.find(player="anna 7") and library.load("game-3").black == "Anna 3"
    library.add(replace(ONE, id="another"))
    assert len(library.find()) == 41
    (said,) = library.troubles()
    assert str(there) in said and "move it away, or delete it" in said
    assert (real.read_bytes(), real.stat().st_mtime_ns, there.is_symlink()) == (data, stamp, real != there)
    assert sorted(path.name for path in library.folder.iterdir() if path.suffix != ".sgf") == [INDEX]


def test_a_link_is_not_followed_even_to_an_index_of_ours(library, tmp_path):
    there = library.folder / INDEX
    real = there.rename(tmp_path / "elsewhere")
    there.symlink_to(real)
    data = real.read_bytes()
    library.add(replace(ONE, id="another"))
    assert len(library.find()) == 41 and "link" in library.troubles()[0]
    assert there.is_symlink() and real.read_bytes() == data


def test_a_link_to_nowhere_makes_no_file(library, tmp_path):
    there = library.folder / INDEX
    there.unlink()
    there.symlink_to(tmp_path / "nowhere")
    assert len(library.find()) == 40 and there.is_symlink() and not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize("ending", ["-journal", "-wal", "-shm"])
def test_no_file_beside_a_database_that_is_gone_is_touched(library, ending):
    (library.folder / INDEX).unlink()
    beside = library.folder / (INDEX + ending)
    beside.write_bytes(b"what somebody needs to save a database")
    assert len(library.find()) == 40 and str(beside) in library.troubles()[0]
    assert beside.read_bytes() == b"what somebody needs to save a database"
    assert not (library.folder / INDEX).exists()


def test_ours_says_so_in_its_header(library):
    with sqlite3.connect(library.folder / INDEX) as database:
        assert database.execute("PRAGMA application_id").fetchone() == (cache.APPLICATION,)
        assert database.execute("PRAGMA user_version").fetchone() == (cache.SCHEMA,)
    assert library.troubles() == []


def test_a_file_that_has_not_changed_is_not_read_again(library, monkeypatch):
    read = []
    monkeypatch.setattr(index, "games_of", lambda path, _: read.append(path) or [ONE])
    before = library.find()
    assert not read
    next(library.folder.glob("*.sgf")).touch()
    assert library.find() != before and len(read) == 1


def test_another_version_of_tengen_reads_its_files_itself(library, monkeypatch):
    monkeypatch.setattr(cache.tengen, "__version__", "0.0.0")
    assert cache.load(library.folder) is None


def test_a_row_that_was_put_there_by_hand_is_not_believed(library):
    before = library.find()
    with sqlite3.connect(library.folder / INDEX) as database:
        database.execute("UPDATE files SET found = (SELECT found FROM files LIMIT 1)")
    assert library.find() == before


# Corruptions


def flip(data, luck):
    for _ in range(luck.choice((1, 1, 2, 20, 200))):
        data[luck.randrange(len(data))] ^= 1 << luck.randrange(8)


def cut(data, luck):
    del data[luck.randrange(len(data)) :]


def overwrite(data, luck):
    page = luck.randrange(len(data) // 4096)
    other = luck.randrange(len(data) // 4096)
    data[page * 4096 : page * 4096 + 4096] = data[other * 4096 : other * 4096 + 4096]


def zero(data, luck):
    at = luck.randrange(len(data))
    size = min(luck.choice((1, 16, 512, 4096, 100_000)), len(data) - at)
    data[at : at + size] = bytes(size)


def garbage(data, luck):
    at = luck.randrange(len(data))
    data[at : at + luck.choice((1, 16, 512, 4096))] = luck.randbytes(luck.choice((1, 16, 512, 4096)))


def change_words(data, luck):
    """Change data so that it looks right and is wrong: other names, other ids, other numbers."""
    old, new = luck.choice(((b"Anna", b"Emma"), (b"game-1", b"game-2"), (b"Open", b"Shut"), (b"2026", b"1999")))
    data[:] = data.replace(old, new)


def grow(data, luck):
    data += luck.randbytes(luck.choice((1, 4096, 10_000)))


DAMAGE = (flip, cut, overwrite, zero, garbage, change_words, grow)


def corrupt(path, number):
    """Damage an index; every third time also put a foreign or broken journal, or a log, beside it."""
    luck = random.Random(number)
    data = bytearray(path.read_bytes())
    DAMAGE[number % len(DAMAGE)](data, luck)
    path.write_bytes(data)
    if number % 3 == 0:
        beside = path.with_name(path.name + luck.choice(("-journal", "-wal", "-shm")))
        magic = luck.choice((b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", b"\x37\x7f\x06\x82", b""))
        beside.write_bytes(magic + luck.choice((luck.randbytes(5000), bytes(data[:9000]), b"")))


def check(library, sound, numbers):
    """Corrupt the index once for each number, and check that the list of games stays right, also a second time."""
    path = library.folder / INDEX
    expected = library.find(), library.find(player="anna 7")
    kept = 0
    for number in numbers:
        for name in os.listdir(library.folder):
            if name.startswith(INDEX):
                (library.folder / name).unlink()
        path.write_bytes(sound)
        corrupt(path, number)
        for _ in range(2):
            assert (library.find(), library.find(player="anna 7")) == expected, number
            assert library.load("game-5").black == "Anna 5", number
        strange = library.troubles()
        assert strange == [] or INDEX in strange[0], number
        # our index is sound again; a file that may not be ours is unchanged
        kept += cache.load(library.folder) is not None
        assert strange or cache.load(library.folder) is not None, number
    return kept


def test_a_damaged_index_tells_nothing_wrong(library):
    sound = (library.folder / INDEX).read_bytes()
    assert check(library, sound, range(20)) > 14


@pytest.mark.proof
def test_five_hundred_damaged_indexes_tell_nothing_wrong(library):
    """An index of games that is damaged in any of 500 ways is made again: no traceback, and no wrong game."""
    sound = (library.folder / INDEX).read_bytes()
    assert check(library, sound, range(1000, 1500)) > 375
