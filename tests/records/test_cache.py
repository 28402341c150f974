"""Test the cache of a folder's games. The list must equal the games in the files, even if the cache is damaged."""

import json
import random
from dataclasses import replace

import pytest
from tengen_host import whole_files
from tengen_host.records import cache, index
from tengen_host.records.library import Library
from tengen_host.records.record import Record
from tengen_host.records.sgf import games as sgf

ONE = Record(moves=("h8", "i9", "g7"), black="Anna", white="Bo", date="2026-11-21", id="one", event="Open")


@pytest.fixture
def library(tmp_path, monkeypatch):
    monkeypatch.setenv("TENGEN_CACHE", str(tmp_path / "cache"))
    made = Library(tmp_path / "games")
    made.folder.mkdir()
    for number in range(40):
        game = replace(ONE, id=f"game-{number}", black=f"Anna {number}", comment="words " * 30)
        (made.folder / f"{number}.sgf").write_bytes(sgf.write([game]))
    made.find()
    return made


def cache_of(library):
    return cache.path_for(library.folder, "games")


@pytest.fixture
def read(monkeypatch):
    """The paths of the files that are read."""
    paths = []
    games_of = index.games_of
    monkeypatch.setattr(index, "games_of", lambda path, *tell: paths.append(path) or games_of(path, *tell))
    return paths


def test_only_what_has_changed_is_read(library, read):
    before = library.find()
    assert not read
    changed = library.folder / "7.sgf"
    changed.write_bytes(sgf.write([replace(ONE, id="game-7", black="Eva")]))
    (library.folder / "8.sgf").unlink()
    now = library.find()
    assert read == [changed] and len(now) == 39 and [entry for entry in before if entry not in now] != []
    assert library.find() == now and read == [changed]


def test_the_folder_has_nothing_but_games(library):
    library.add(replace(ONE, id="another"))
    assert len(library.find()) == 41 == len(list(library.folder.iterdir()))


def test_another_version_of_tengen_reads_the_files_itself(library, read, monkeypatch):
    monkeypatch.setattr(cache.tengen, "__version__", "0.0.0")
    assert len(library.find()) == 40 == len(read)


def test_where_no_cache_can_be_written_the_files_are_read(library, read):
    before, path = library.find(), cache_of(library)
    path.unlink()
    path.mkdir()
    assert library.find() == before and len(read) == 40 and path.is_dir()


def test_caches_of_folders_that_are_no_longer_asked_for_go(library, tmp_path):
    for number in range(cache.MOST + 3):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "1.sgf").write_bytes(sgf.write([ONE]))
        assert len(Library(folder).find()) == 1
    assert len(list((tmp_path / "cache" / "games").iterdir())) == cache.MOST


def flip(data, luck):
    for _ in range(luck.choice((1, 2, 20, 200))):
        data[luck.randrange(len(data))] ^= 1 << luck.randrange(8)


def cut(data, luck):
    del data[luck.randrange(len(data)) :]


def zero(data, luck):
    at = luck.randrange(len(data))
    size = min(luck.choice((1, 16, 512, 100_000)), len(data) - at)
    data[at : at + size] = bytes(size)


def change_words(data, luck):
    """Change data so that they still look right but are wrong: other names, other ids, other numbers."""
    old, new = luck.choice(((b"Anna", b"Emma"), (b"game-1", b"game-2"), (b"Open", b"Shut"), (b"2026", b"1999")))
    data[:] = data.replace(old, new)


def grow(data, luck):
    data += luck.randbytes(luck.choice((1, 4096)))


def empty(data, _luck):
    data.clear()


@pytest.mark.parametrize("damage", [flip, cut, zero, change_words, grow, empty], ids=lambda its: its.__name__)
def test_a_damaged_cache_tells_nothing_wrong_and_is_made_again(library, read, damage):
    expected, path = library.find(), cache_of(library)
    whole = path.read_bytes()
    for number in range(5):
        data = bytearray(whole)
        damage(data, random.Random(number))
        path.write_bytes(data)
        read.clear()
        assert library.find() == expected and library.troubles() == [], number
        assert len(read) == 40 * (data != whole) and path.read_bytes() == whole, number


def test_a_cache_that_is_half_written_is_none(library, monkeypatch):
    """This is as after a power failure.

    The cache is written under a temporary name, and renamed only when it is complete.
    """
    before = cache_of(library).read_bytes()
    (library.folder / "1.sgf").touch()

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(whole_files.os, "fsync", fail)
    assert len(library.find()) == 40 and cache_of(library).read_bytes() == before
    assert json.loads(before[32:])
