"""A club's own demonstrations: SGF files of a folder, and what is said about those that are left out."""

import pytest
from tengen_host.demonstrations import own
from tengen_host.demonstrations.demonstration import OWN, Showing
from tengen_host.records.reasons import reasons
from tengen_host.records.record import RecordError

# the last stone is a double-three; the file says that it is allowed
FOUL = b"(;GM[4]SZ[15]GN[Our trap]C[Look]AB[fh][gh][hg][hf]AW[aa][ca][ea][ga]PL[B];B[hh]C[Allowed];W[oo])"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "b.sgf").write_bytes(FOUL)
    return tmp_path


def loaded(folder):
    told = []
    return own.read(folder, told.append), told


def test_the_title_is_gn_or_the_file_s_name_and_the_comments_are_the_sentences(folder):
    (folder / "A line.SGF").write_bytes(b"(;GM[4]SZ[15];B[hh];W[hg]C[Direct])")
    (folder / "notes.txt").write_text("nothing")
    (line, trap), _ = loaded(folder)
    assert (line.name, line.title, trap.name, trap.title) == ("own-1", "A line", "own-2", "Our trap")
    assert {line.group, trap.group} == {OWN}
    assert [(step.moves, step.says) for step in line.steps] == [(0, ""), (1, ""), (2, "Direct")]
    assert [step.says for step in trap.steps] == ["Look", "Allowed", ""]
    assert len(trap.record.setup[0]) == 4


def test_a_file_that_the_judge_contradicts_is_shown_with_the_judge_s_reason(folder):
    (trap,), told = loaded(folder)
    assert told == [
        "b.sgf: Move 2, o1, is against the rules of the game: the game is over. "
        "It is shown all the same, with the judge's reasons"
    ]
    shown = Showing(trap).at(1).fields(reasons(trap.record))
    assert shown["says"] == {"message": "Allowed"}
    assert shown["reasons"][0]["foul"] == "double-three" and len(shown["reasons"][0]["lines"]) == 2


def test_several_games_of_a_file_have_numbers(folder):
    (folder / "a.sgf").write_bytes(b"(;GM[4]SZ[15];B[hh])(;GM[4]SZ[15]GN[Second];B[hh])")
    its, told = loaded(folder)
    assert [each.title for each in its] == ["a 1", "Second", "Our trap"] and len(told) == 1


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "a.sgf"),
        (b"nothing", "a.sgf"),
        (b"(;GM[4]SZ[15];B[hh]", "cut off"),
        (b"(;GM[1]SZ[19])", "a.sgf"),
        (b"(;GM[4]SZ[15])", "a.sgf is left out of the demonstrations: it has no stone"),
        (b"(;GM[4]SZ[15];B[hh];W[hh])", "a.sgf"),
        (b"(;GM[4]SZ[9];B[ee])", "Renju can't be played on a board of size 9, only 15"),
    ],
)
def test_what_can_not_be_shown_is_told_with_its_name_and_left_out(folder, data, said):
    (folder / "a.sgf").write_bytes(data)
    its, (told, _) = loaded(folder)
    assert [each.title for each in its] == ["Our trap"]
    assert said in told and "a.sgf" in told and "left out of the demonstrations" in told and "\n" not in told


def test_long_texts_are_cut_and_there_are_not_endless_demonstrations(folder, monkeypatch):
    monkeypatch.setattr(own, "MOST", 2)
    (folder / "a.sgf").write_bytes(b"(;GM[4]SZ[15]GN[%s];B[hh])" % (b"x" * 5000) * 3)
    its, (told,) = loaded(folder)
    assert [len(each.title) for each in its] == [own.MOST_TEXT] * 2
    assert told == "a.sgf, game 3 and the later games are left out: 2 demonstrations are the most"


def test_a_folder_that_is_none_is_refused(folder):
    for path in (folder / "none", folder / "b.sgf"):
        with pytest.raises(RecordError, match="is not a folder: name a folder with SGF files"):
            own.read(path, print)
