"""Test the games in a folder. Files must never be overwritten, and any number of processes may use the folder."""

import errno
import itertools
import os
import subprocess
import sys
from dataclasses import replace

import pytest
import waiting
from tengen_host import whole_files
from tengen_host.records import formats, sheet
from tengen_host.records.library import CannotHold, Library, default_folder
from tengen_host.records.record import Note, Record, RecordError
from tengen_host.records.sgf import games as sgf

ANNA = Record(
    moves=("h8", "h9", "i9", "g7"), black="Anna Õun", white="Bo", id="20261121-1404-3f9a", date="2026-11-21T14:04:09",
    over=True, winner="black", reason="resignation", rule="taraguchi-10", event="Club evening",
)  # fmt: skip
CARL = Record(moves=("h8", "i9", "j10"), black="Carl", white="anna", date="2025-02-03", over=True, id="c")
IN_WORDS = Note(1, "comment", {"text": "In a corner"})
DORA = Record(moves=("a1",), white="Dora", comment="a Strange one", notes=(IN_WORDS,))


@pytest.fixture
def library(tmp_path):
    return Library(tmp_path / "games")


@pytest.fixture
def three(library):
    for record in (DORA, CARL, ANNA):
        library.add(record)
    return library


def whites(entries):
    return [entry.white for entry in entries]


def test_a_game_is_kept_and_found(library):
    path = library.add(ANNA)
    (entry,) = library.find()
    assert entry.path == path and entry.id == ANNA.id and entry.number == 1
    assert (entry.black, entry.white, entry.date) == ("Anna Õun", "Bo", ANNA.date)
    assert (entry.code, entry.opening, entry.moves) == ("D4", "Kagetsu 花月", 4)
    assert (entry.over, entry.winner, entry.reason) == (True, "black", "resignation")
    assert library.load(ANNA.id) == ANNA == sgf.read(path.read_bytes())[0]


def test_a_file_is_called_so_that_people_find_it(library):
    assert library.add(ANNA).name == "2026-11-21 Anna Õun - Bo 1404-3f9a.sgf"
    assert library.add(CARL).name == "2025-02-03 Carl - anna c.sgf"
    assert library.add(DORA).name.startswith("undated _ - Dora ")


NAMELESS = Record(moves=("h8", "i9"))
OF_OTHERS = {"one.psq": [ANNA], "club.rif": [CARL, replace(NAMELESS, event="Cup")], "one.sav": [NAMELESS]}


@pytest.fixture
def with_others(library):
    library.folder.mkdir()
    for name, records in OF_OTHERS.items():
        form = name.rpartition(".")[2]
        (library.folder / name).write_bytes(formats.write([replace(its, id="") for its in records], form))
    (library.folder / "notes.txt").write_text("h8i9")
    return library


def test_files_of_other_formats_are_listed_with_their_names(with_others):
    entries = with_others.find()
    assert {(entry.file, entry.black, entry.event) for entry in entries} == {
        ("one.psq", "Anna Õun", "Club evening"), ("club.rif 1", "Carl", ""), ("club.rif 2", "", "Cup"),
        ("one.sav", "", ""),
    }  # fmt: skip
    assert with_others.troubles() == []
    lines = "\n".join(sheet.listed(entries))
    assert "one.sav  " in lines and "Cup  " in lines and "?" not in lines
    for entry in entries:
        assert with_others.load(entry.id).moves in {its.moves for records in OF_OTHERS.values() for its in records}


def test_files_of_other_formats_are_never_changed(with_others):
    before = {name: (with_others.folder / name).read_bytes() for name in OF_OTHERS}
    for entry in with_others.find():
        with pytest.raises(CannotHold, match="is not SGF"):
            with_others.describe(entry.id, {"black": "Eva", "white": "Finn"})
    path = with_others.folder / "begun.psq"
    path.write_bytes(formats.write([replace(ANNA, moves=ANNA.moves[:2], over=False, winner=None, reason="")], "psq"))
    assert with_others.add(ANNA).suffix == ".sgf" and path.read_bytes().startswith(b"Piskvorky")
    assert {name: (with_others.folder / name).read_bytes() for name in OF_OTHERS} == before


def test_a_letter_that_the_system_has_not_for_file_names_is_left_out(library, monkeypatch):
    monkeypatch.setattr(sys, "getfilesystemencoding", lambda: "koi8-r")
    path = library.add(replace(ANNA, white="Бо"))
    assert path.name == "2026-11-21 Anna _un - Бо 1404-3f9a.sgf"


@pytest.mark.parametrize("number", [errno.EILSEQ, errno.EINVAL, errno.ENAMETOOLONG], ids=errno.errorcode.get)
@pytest.mark.parametrize("names", [("Õnne", "Bo"), ("博", ""), ("x" * 60, "y" * 60)])
def test_a_name_that_the_file_system_does_not_take_gives_way_to_a_plain_one(library, monkeypatch, number, names):
    """A memory stick may use a code page without these letters; an encrypted folder may limit names to 143 bytes."""

    def refusing(call, at):
        def made(*given, **more):
            name = os.path.basename(given[at])
            if not name.isascii() or len(name) > 100:
                raise OSError(number, os.strerror(number), name)
            return call(*given, **more)

        return made

    for name, at in (("link", 1), ("open", 0), ("rename", 1)):
        monkeypatch.setattr(whole_files.os, name, refusing(getattr(os, name), at))
    odd = replace(ANNA, black=names[0], white=names[1], date="2026-11-21")
    path, again = (library.add(replace(odd, moves=ANNA.moves[:number])) for number in (3, 2))
    assert path.name == "2026-11-21 1404-3f9a.sgf"
    assert again.name == path.stem + " (2).sgf" and len(library.find()) == 2
    there = library.add(CARL)
    library.describe("c", dict(zip(("black", "white"), names, strict=True)))
    assert there.exists() and library.load("c").black == names[0]


def test_names_are_found_without_their_accents(library):
    library.add(replace(ANNA, black="Zoë Ångström", white="Алёна"))
    for part in ("zoe", "ZOË", "angstrom", "алена", "алёна"):
        assert len(library.find(player=part)) == 1 == len(library.find(text=part)), part
    assert library.find(player="zoo") == []


def test_the_list_says_in_which_files_a_game_can_be_had(library):
    library.add(ANNA)
    assert library.find()[0].files == ("sgf", "txt", "psq", "rif", "sav")
    library.add(replace(ANNA, id="p", game="pente", first="white", size=19, date="2026-11-22"))
    (pente, _) = library.find()
    assert "pgn" in pente.files and not {"rif", "sav"} & {*pente.files}


HOSTILE = ["../../etc/passwd", "a/b", "C:\\x", "CON", "a\x00b", "..", "x" * 300, "安" * 200, "\ud800"]


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_leads_out_of_the_folder(library, name):
    record = replace(ANNA, black=name, id=name, date=name)
    path = library.add(record)
    assert path.parent == library.folder and len(path.name.encode()) < 255
    assert not set('/\\:*?"<>|\x00') & set(path.name)
    assert len(library.find()) == 1


def test_no_folder_is_no_game(library):
    assert library.find() == [] and library.troubles() == [] and not library.folder.exists()
    with pytest.raises(RecordError, match="there is no game x1 in"):
        library.load("x1")


def test_games_are_found_by_what_people_know_of_them(three):
    assert whites(three.find()) == ["Bo", "anna", "Dora"]  # the newest games come first, games without a date last
    assert whites(three.find(player="ANNA")) == ["Bo", "anna"]
    assert whites(three.find(player="õUN")) == ["Bo"]
    assert whites(three.find(since="2026")) == ["Bo"]
    assert whites(three.find(until="2025")) == ["anna"] == whites(three.find(until="2025-02-03"))
    assert whites(three.find(since="2025-02", until="2026-11-21")) == ["Bo", "anna"]
    assert whites(three.find(opening="d4")) == ["Bo"] == whites(three.find(opening="花月"))
    assert whites(three.find(opening="chosei")) == ["anna"] == whites(three.find(opening="I1"))
    assert whites(three.find(result="black")) == ["Bo"] == whites(three.find(result="Resignation"))
    assert whites(three.find(result="draw")) == ["anna"] and whites(three.find(result="unfinished")) == ["Dora"]
    assert whites(three.find(text="strange")) == ["Dora"] == whites(three.find(text="in a CORNER"))
    assert whites(three.find(text="club", player="bo")) == ["Bo"] and three.find(text="club", player="carl") == []


@pytest.mark.parametrize("words", ["%", "_", "' OR 1 --", '"', "\\", "\x00", "\ud800"])
def test_what_is_looked_for_is_only_text(three, words):
    for name in ("player", "since", "until", "opening", "result", "text"):
        assert isinstance(three.find(**{name: words}), list)
    assert three.find(player=words) == []


def test_the_same_game_twice_is_one(library):
    path = library.add(ANNA)
    before = path.stat()
    assert library.add(ANNA) == path and path.stat().st_mtime_ns == before.st_mtime_ns
    assert len(library.find()) == 1


def test_what_people_changed_in_its_file_stays(library):
    path = library.add(ANNA)
    edited = replace(ANNA, comment="Well played!", white="Bo Berg")
    path.write_bytes(sgf.write([edited]))
    assert library.add(ANNA) == path
    assert library.load(ANNA.id) == edited


def test_a_game_that_goes_on_takes_the_place_of_its_beginning(library):
    begun = replace(ANNA, moves=ANNA.moves[:2], over=False, winner=None, reason="")
    path = library.add(begun)
    assert library.add(ANNA) == path and library.load(ANNA.id) == ANNA
    # a game that is over is not replaced by its beginning
    assert library.add(begun) != path and library.load(ANNA.id) == ANNA


def test_another_game_with_the_same_id_is_another_game(library):
    path = library.add(ANNA)
    other = replace(ANNA, moves=("h8", "a1"))
    assert library.add(other) != path and sgf.read(path.read_bytes()) == [ANNA]
    ids = [entry.id for entry in library.find()]
    assert len(set(ids)) == 2 and {library.load(id_).moves for id_ in ids} == {ANNA.moves, other.moves}
    assert library.add(other) == library.add(other) and len(library.find()) == 2


def test_a_game_with_no_id_is_never_taken_for_another(library):
    assert library.add(DORA) != library.add(DORA)
    assert len({entry.id for entry in library.find()}) == 2


def test_nothing_is_overwritten_by_a_file_of_the_same_name(library):
    path = library.add(ANNA)
    path.write_text("somebody's notes")
    again = library.add(ANNA)
    assert again.name == path.stem + " (2).sgf" and path.read_text() == "somebody's notes"


def test_a_file_that_is_put_into_the_folder_by_hand(three):
    (three.folder / "old" / "1999").mkdir(parents=True)
    by_hand = three.folder / "old" / "1999" / "BIG.SGF"
    by_hand.write_bytes(sgf.write([replace(DORA, black="Eva"), replace(DORA, black="Fia")]))
    (three.folder / "notes.txt").write_text("no game")
    (three.folder / ".hidden.sgf").write_text("no game")
    entries = three.find(player="dora")
    assert sorted((entry.black, entry.number) for entry in entries) == [("", 1), ("Eva", 1), ("Fia", 2)]
    assert three.load(next(entry.id for entry in entries if entry.black == "Fia")).black == "Fia"
    by_hand.unlink()
    assert len(three.find()) == 3


def test_a_file_that_is_edited(three):
    path = next(entry.path for entry in three.find(player="carl"))
    path.write_bytes(sgf.write([replace(CARL, black="Karl")]))
    assert three.find(player="carl") == [] and len(three.find(player="karl")) == 1


def test_a_file_that_is_no_game_is_told_of_and_the_others_are_found(three):
    broken = three.folder / "broken.sgf"
    broken.write_bytes(b"\xff\xfe\x00")
    (three.folder / "long.sgf").write_bytes(b"x" * 4_000_001)
    (three.folder / "a folder.sgf").mkdir()
    assert len(three.find()) == 3
    said = three.troubles()
    assert len(said) == 2 and str(broken) in said[0]
    broken.unlink()
    assert len(three.troubles()) == 1


# Several processes, other folders


def test_the_folder_may_be_moved(three):
    before = three.find()
    moved = three.folder.rename(three.folder.parent / "elsewhere")
    assert [entry.path for entry in Library(moved).find()] == [moved / entry.path.name for entry in before]


WRITER = """
import sys
from pathlib import Path
from tengen_host.records.library import Library
from tengen_host.records.record import Record
library = Library(Path(sys.argv[1]))
for number in range(12):
    library.add(Record(moves=("h8", "i9"), black=sys.argv[2], id=f"{sys.argv[2]}-{number}", date="2026-01-01"))
    library.add(Record(moves=("h8", "g7"), black="both", id=f"both-{number}", date="2026-01-01"))
    library.find(player="a")
"""


def test_two_processes_at_once(library):
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path))
    command = [sys.executable, "-c", WRITER, str(library.folder)]
    running = [subprocess.Popen([*command, who], env=environment, stderr=subprocess.PIPE) for who in ("anna", "bo")]
    said = [process.communicate(timeout=waiting.LIMIT_S)[1] for process in running]
    assert [process.returncode for process in running] == [0, 0], said
    found = sorted(entry.id for entry in library.find())
    assert found == sorted(f"{who}-{number}" for who in ("anna", "bo", "both") for number in range(12))
    assert not list(library.folder.glob(".*"))


# Safe writing


@pytest.mark.parametrize("step", ["fsync", "link"])
def test_a_disk_that_fails_leaves_no_half_a_file(library, monkeypatch, step):
    library.add(CARL)

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(whole_files.os, step, fail)
    if step == "link":  # a disk without hard links: there an empty file reserves the name first
        monkeypatch.setattr(whole_files.os, "replace", fail)
    with pytest.raises(OSError, match="No space"):
        library.add(ANNA)
    monkeypatch.undo()
    whole = [path for path in library.folder.glob("*.sgf") if path.stat().st_size]
    assert len(whole) == 1 and not list(library.folder.glob(".*"))
    assert whites(library.find()) == ["anna"]


def test_a_disk_that_knows_no_links(library, monkeypatch):
    def link(*_):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(whole_files.os, "link", link)
    paths = {library.add(replace(DORA, comment=str(number))) for number in range(3)}
    assert len(paths) == 3 and len(library.find()) == 3


def test_it_is_on_the_disk_before_it_has_its_name(library, monkeypatch):
    done = []
    for name in ("fsync", "link"):
        real = getattr(os, name)
        monkeypatch.setattr(os, name, lambda *given, real=real, name=name: (done.append(name), real(*given))[1])
    library.add(ANNA)
    assert [name for name, _ in itertools.groupby(done)][-3:] == ["fsync", "link", "fsync"]


def test_where_games_are_kept_unless_somebody_says_otherwise(monkeypatch, tmp_path):
    monkeypatch.setenv("TENGEN_GAMES", str(tmp_path))
    assert default_folder() == tmp_path
    monkeypatch.delenv("TENGEN_GAMES")
    assert default_folder().name == "Tengen"


def test_a_game_gets_other_names_and_its_file_a_name_that_fits(library):
    path = library.add(ANNA)
    library.describe(ANNA.id, {"black": "Änne [x]\\ ]", "white": "博"})
    (entry,) = library.find()
    assert library.load(ANNA.id) == replace(ANNA, black="Änne [x]\\ ]", white="博")
    assert not path.exists() and entry.path.name == "2026-11-21 Änne _x_ _ - 博 1404-3f9a.sgf"
    library.describe(ANNA.id, {"black": "", "white": ""})
    assert library.load(ANNA.id) == replace(ANNA, black="", white="")
    library.describe(ANNA.id, {"black": ANNA.black, "white": ANNA.white})
    assert library.load(ANNA.id) == ANNA and library.find()[0].path == path
    assert library.add(ANNA) == path and len(library.find()) == 1


def test_a_game_without_an_id_of_its_own_is_listed_under_another_with_other_names(library):
    library.add(DORA)
    before = library.find()[0].id
    now = library.describe(before, {"black": "Cleo", "white": "Dora"})
    assert now != before and library.load(now).black == "Cleo"
    assert library.describe(now, {"black": "Cleo", "white": "Dora"}) == now


def test_nothing_else_in_a_file_that_people_have_edited_changes(three):
    theirs = (
        b"(;GM[4]FF[4]SZ[15]PlayerBlack[Old]C[PB[no\\]name];B[hh](;W[ig]C[first])(;W[hi];B[gg]))\r\n"
        b"(;GM[4]SZ[15]ZZ[kept][too];B[hh];W[hg])"
    )
    path = three.folder / "club games.sgf"
    path.write_bytes(theirs)
    ids = {entry.number: entry.id for entry in three.find() if entry.path == path}
    three.describe(ids[1], {"black": "Eva", "white": "Fia"})
    assert path.read_bytes() == theirs.replace(b"(;GM[4]FF[4]", b"(;PW[Fia]GM[4]FF[4]").replace(
        b"PlayerBlack[Old]", b"PB[Eva]"
    )
    ids = {entry.number: entry.id for entry in three.find() if entry.path == path}
    three.describe(ids[2], {"black": "Gro", "white": ""})
    assert [game.black for game in sgf.read(path.read_bytes())] == ["Eva", "Gro"]
    assert b"ZZ[kept][too]" in path.read_bytes() and b"(;W[hi];B[gg])" in path.read_bytes()


def test_names_that_a_file_can_not_hold_are_refused_and_it_stays_as_it_was(three):
    path = three.folder / "old.sgf"
    theirs = "(;CA[Shift_JIS]GM[4]SZ[15]PB[\u4e95\u4e0a];B[hh])".encode("cp932")
    path.write_bytes(theirs)
    (id_,) = [entry.id for entry in three.find() if entry.path == path]
    with pytest.raises(CannotHold):
        three.describe(id_, {"black": "\ud55c", "white": ""})
    assert path.read_bytes() == theirs
    three.describe(id_, {"black": "\u4e95", "white": ""})
    assert path.read_bytes() == theirs.replace("\u4e95\u4e0a".encode("cp932"), "\u4e95".encode("cp932"))
    with pytest.raises(RecordError):
        three.describe("none", {"black": "A", "white": "B"})
