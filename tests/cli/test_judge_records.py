"""`tengen judge` with files of games: every format, one game or several, every kind of game, a missing file."""

import json

import pytest
from tengen_host.cli import app
from tengen_host.records import formats, judged
from tengen_host.records.record import Record
from tengen_host.records.sgf import games as sgf
from typer.testing import CliRunner

# after these moves h8 is a double-three, and a8 does not win
CROSS = ("g8", "a1", "i8", "a3", "h9", "a5", "h7", "a7")
GAME = Record((*CROSS, "h8", "b1"), black="Anna", white="Bo", date="2026-11-21")
OTHER = Record(("h8", "i9", "g7"), black="Cy", white="Di")


def judge(*arguments, data=b""):
    return CliRunner().invoke(app, ["judge", *map(str, arguments)], input=data)


@pytest.mark.parametrize("form", [name for name in formats.FORMATS if name != "pgn"])
def test_every_format_is_judged_from_a_file_and_from_standard_input(form, tmp_path):
    data = formats.write([GAME], form)
    path = tmp_path / f"game{formats.FORMATS[form].endings[0]}"
    path.write_bytes(data)
    for said in (judge(path), judge(data=data)):
        assert said.exit_code == 0, said.output
        assert "Move 9, Black H8: double-three, a foul." in said.stdout and "Black to play move 11." in said.stdout


def test_a_game_is_named():
    said = judge(data=sgf.write([GAME])).stdout
    assert said.startswith("SGF: Anna - Bo, 2026-11-21.\n")


def test_several_games_are_judged_one_after_another():
    said = judge(data=sgf.write([GAME, OTHER]))
    assert said.exit_code == 0
    first, second = said.stdout.split("SGF, game 2 of 2: Cy - Di.\n")
    assert first.startswith("SGF, game 1 of 2: Anna - Bo, 2026-11-21.\n") and "Black to play move 11." in first
    assert "White to play move 4." in second


def test_one_of_several_games_is_chosen():
    data = sgf.write([GAME, OTHER])
    said = judge("--which", 2, "--point", "h9", data=data)
    assert said.exit_code == 0 and "game 2 of 2" in said.stdout and "game 1" not in said.stdout
    assert "H9: legal" in said.stdout
    said = judge("--which", 3, data=data)
    assert (said.exit_code, said.stderr) == (1, "error: standard input has 2 games: there is no game 3\n")
    said = judge("--point", "h9", data=data)
    assert (said.exit_code, said.stderr) == (1, "error: standard input has 2 games: choose one with --which\n")
    said = judge("--which", 1, data=b"h8i9")
    assert said.exit_code == 1 and "one position or one list of moves" in said.stderr


def test_a_picture_of_a_game_of_a_file(tmp_path):
    assert judge("--svg", tmp_path / "x.svg", data=sgf.write([GAME])).exit_code == 0
    assert "<svg" in (tmp_path / "x.svg").read_text()


def test_json_is_a_line_for_each_game():
    lines = judge("--json", data=sgf.write([GAME, OTHER])).stdout.splitlines()
    first, second = map(json.loads, lines)
    assert first["fouls"] == [{"move": 9, "point": "h8", "foul": "double-three"}]
    assert (first["format"], first["number"], first["of"], first["black"], first["game"]) == (
        "sgf",
        1,
        2,
        "Anna",
        "renju",
    )
    assert second["moves"] == ["h8", "i9", "g7"] and second["white"] == "Di"


def test_a_text_of_several_games_and_one_with_numbers_and_comments():
    said = judge(data=b"# Anna - Bo\nh8 i9\n\nh8 j9 j10\n")
    assert said.exit_code == 0 and "TEXT, game 2 of 2." in said.stdout and "White to play move 4." in said.stdout
    said = judge(data=b"1. h8 i9 2. g7")
    assert said.exit_code == 0 and "White to play move 4." in said.stdout


def test_a_game_that_begins_with_stones_on_the_board():
    record = Record(("h8", "o15"), setup=(("g8", "i8", "h9", "h7"), ("a1", "a3", "a5", "a7")))
    said = judge(data=sgf.write([record]))
    assert "Move 1, Black H8: double-three, a foul." in said.stdout, said.output


def test_another_game_is_played_by_its_own_rules():
    record = Record(
        ("h8", "i8", "a1", "j8", "a2", "a3", "k8"),
        game="pente",
        changes=((),) * 6 + ((("i8", "white", "empty"), ("j8", "white", "empty")),),
    )
    data = sgf.write([record])
    said = judge(data=data)
    assert said.exit_code == 0 and "Black 2, White 0" in said.stdout, said.output
    said = judge("--point", "h8", data=data)
    assert said.exit_code == 1 and "--point is for Renju" in said.stderr
    assert json.loads(judge("--json", data=data).stdout)["captures"] == {"B": 2, "W": 0}


def test_a_move_that_may_not_be_made_is_told_with_its_game_and_the_others_are_judged():
    beyond = Record(("h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4", "h12", "o15"))
    said = judge(data=sgf.write([beyond, OTHER]))
    assert said.exit_code == 1 and "White to play move 4." in said.stdout
    assert "error: game 1: o15 would be move 10, but the game is over" in said.stderr


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (Record(("h8", "h8"), game=""), "the file does not name its game, and its moves are not those of Renju"),
        (Record(("h8", "i9"), game="hexapawn"), "Hexapawn is not a known game"),
    ],
    ids=["unnamed", "unknown"],
)
def test_a_game_that_can_not_be_judged_is_told_with_what_shows_it(record, words):
    with pytest.raises(ValueError, match=words) as raised:
        judged.followed(record)
    assert str(raised.value).endswith(": `tengen record show` shows its board")


def test_a_file_that_is_no_file_of_games_is_called_what_it_is(tmp_path):
    picture = tmp_path / "photo.sgf"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n")
    said = judge(picture)
    assert said.exit_code == 1 and said.stderr == (
        "error: photo.sgf is a picture, not a file of games: choose another file\n"
    )
    broken = tmp_path / "broken.sgf"
    broken.write_bytes(b"(;GM[4]SZ[15];B[h8")
    said = judge(broken)
    assert said.exit_code == 1 and said.stderr.startswith("error: broken.sgf")


def test_names_do_not_act_on_the_terminal():
    said = judge(data=sgf.write([Record(("h8",), black="\x1b[31mEve", white="Bo")])).stdout
    assert "\x1b" not in said and "Eve" in said
