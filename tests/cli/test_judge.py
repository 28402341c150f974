"""`tengen judge`, as a user or another program calls it."""

import json
import subprocess
import sys
import xml.etree.ElementTree as ET

import effort
import pytest
from portable import boards
from tengen_host.cli import app
from typer.testing import CliRunner

SAMPLE = list(boards("verdicts.txt", 10))
# after these moves h8 makes only one three, in the row; with a stone on h7, h8 is a double-three
CROSS = "g8a1i8a3h9a5"


def run(*arguments, stdin=""):
    return CliRunner().invoke(app, ["judge", *arguments], input=stdin)


def test_a_game_as_text():
    result = run(stdin=CROSS + "h7a7")
    assert result.exit_code == 0
    assert " 8  . . . . . . X 3 X . . . . . .   8" in result.output.splitlines()
    assert "Black to play move 9." in result.output
    assert "Double-three for Black at H8." in result.output


def test_after_the_end_nothing_is_said_of_fives_and_fouls(tmp_path):
    won = "h8a1i8a3j8a5k8a7l8"  # g8 and m8 would be overlines
    told, drawn = run(stdin=won).output, tmp_path / "won.svg"
    assert "The game is over: Black won with move 9, five." in told
    assert "verline" not in told and "foul" not in told and "6 X" not in told
    run("--svg", str(drawn), stdin=won)
    assert "overline" not in drawn.read_text(encoding="utf-8")
    assert json.loads(run("--json", stdin=won).stdout)["points"] == {"g8": "overline", "m8": "overline"}


def test_the_reasons_of_a_point():
    result = run("--point", "H8", stdin=CROSS + "h7a7")
    assert "H8: double-three, a foul" in result.output
    assert "three G8 H8 I8 in the row" in result.output and "three H7 H8 H9 in the column" in result.output


def test_json():
    found = json.loads(run("--json", stdin=CROSS + "h7a7h8b1").stdout)
    assert found["fouls"] == [{"move": 9, "point": "h8", "foul": "double-three"}]
    assert found["turn"] == "black" and found["result"] is None and found["moves"][:2] == ["g8", "a1"]


def test_json_without_moves_says_nothing_of_turns():
    board, verdicts = SAMPLE[0]
    found = json.loads(run("--json", stdin=board).stdout)
    assert found["board"] == board and found["verdicts"] == verdicts
    assert "turn" not in found and found["points"] == {"h9": "double-three", "i11": "double-three"}


def test_json_with_reasons():
    found = json.loads(run("--json", "--point", "i11", stdin=SAMPLE[0][0]).stdout)
    assert found["reasons"]["point"] == "i11" and found["reasons"]["verdict"] == "3"


def test_a_file_and_a_picture(tmp_path):
    given, drawn = tmp_path / "game.txt", tmp_path / "game.svg"
    given.write_text(CROSS)
    assert run(str(given), "--svg", str(drawn)).exit_code == 0
    assert ET.parse(drawn).getroot().tag.endswith("svg")


def test_maps_keep_the_order_and_bad_lines_their_place():
    lines = [board for board, _ in SAMPLE]
    wanted = [verdicts for _, verdicts in SAMPLE]
    lines[3], wanted[3] = lines[3][:-1] + "x", ""
    lines[270], wanted[270] = "." * 224, ""
    lines[271], wanted[271] = "", ""
    lines[272], wanted[272] = "X" * 5000, ""
    result = run("--map", stdin="\r\n".join(lines))
    assert result.exit_code == 1
    assert result.stdout.splitlines() == wanted
    assert result.stderr.splitlines() == [
        "error: line 4: column 225: 'x' is neither . nor X nor O",
        "error: line 271: column 225: a board text must have 225 characters, but this one has 224",
        "error: line 272: column 1: a board text must have 225 characters, but this one has 0",
        "error: line 273: column 226: a board text must have 225 characters, but this one has 4096 or more",
    ]


def test_maps_of_nothing():
    result = run("--map", stdin="")
    assert result.exit_code == 0 and result.output == ""


def test_maps_of_a_file_that_begins_as_some_editors_have_it():
    board, verdicts = next(boards("verdicts.txt"))
    result = CliRunner().invoke(app, ["judge", "--map"], input=f"\ufeff{board}\n".encode())
    assert result.exit_code == 0 and result.stdout == f"{verdicts}\n"


def test_bytes_that_are_no_text():
    result = CliRunner().invoke(app, ["judge", "--map"], input=b"\xff" * 225 + b"\n")
    assert result.exit_code == 1 and "error: line 1: column 1: byte 0xff is neither" in result.stderr
    result = CliRunner().invoke(app, ["judge"], input=b"h8\n i\xff9\n")
    assert result.exit_code == 1 and result.stderr == "error: line 2, column 3: this is not UTF-8 text\n"


TURNS = (([], '"turn": "B"'), (["h8"], '"turn": "W"'), (["a1"], "the centre"))
GAMES = [(json.dumps({"game": "gomoku", "moves": moves}), answer) for moves, answer in TURNS]


@pytest.mark.parametrize("option, pairs", [("--map", SAMPLE[:5]), ("--play", GAMES)])
def test_a_program_that_talks_line_by_line(option, pairs):
    command = [sys.executable, "-c", "from tengen_host.cli import main; main()", "judge", option, "--line-buffered"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        for line, answer in pairs:
            process.stdin.write(line + "\n")
            process.stdin.flush()
            assert answer in process.stdout.readline()
        process.stdin.close()
        assert process.wait() == 0


@pytest.mark.parametrize(
    ("arguments", "stdin", "error"),
    [
        ((), "h8i9h8", "line 1, column 5: move 3 may not be h8: there is already a stone"),
        (("--point", "z3"), "h8", "--point z3: z3 is not a point"),
        (("--point", ""), "h8", "--point : "),
        (("--point", "h8"), "h8", "--point h8: there is already a stone"),
        (("nothing-there.txt",), "", "nothing-there.txt"),
        (("--svg", "no/such/folder.svg"), "h8", "no/such/folder.svg"),
    ],
)
def test_errors_say_what_and_where(arguments, stdin, error):
    result = run(*arguments, stdin=stdin)
    assert result.exit_code == 1 and result.stdout == ""
    assert result.stderr.startswith("error: ") and error in result.stderr


@pytest.mark.parametrize("arguments", [("--map", "--json"), ("--line-buffered",), ("--depth", "1")])
def test_options_that_do_not_go_together(arguments):
    assert run(*arguments, stdin="h8").exit_code == 2


def test_of_a_file_that_is_no_map_a_thousand_mistakes_are_told_and_the_rest_counted():
    result = CliRunner().invoke(app, ["judge", "--map"], input=b"x\n" * 5000)
    said = result.stderr.splitlines()
    assert result.exit_code == 1 and result.stdout == "\n" * 5000 and len(said) == 1001
    assert said[999] == "error: line 1000: column 1: 'x' is neither . nor X nor O"
    assert said[1000] == "error: 4000 more lines are not board texts: is this the right file?"


HOSTILE_MAPS = {"empty lines": b"\n", "lines of both ends": b"\r\n", "move numbers": b"1.", "one long line": b"."}
HOSTILE_POSITIONS = {
    **HOSTILE_MAPS,
    "rows of a point": b".\n",
    "numbered rows": b"1.\n",
    "stones": b"X\n",
    "words": b"x\n",
    "moves": b"h8",
    "numbers": b"1 ",
}


@pytest.mark.parametrize("arguments", [("judge", "--map"), ("judge",)], ids=" ".join)
@pytest.mark.parametrize("what", HOSTILE_POSITIONS)
def test_the_time_for_what_is_no_position_grows_with_its_length(arguments, what):
    unit = HOSTILE_POSITIONS[what]

    def judge(size):
        result = CliRunner().invoke(app, list(arguments), input=unit * (size // len(unit)))
        assert result.exit_code == 1 and result.stderr.startswith("error: line ")

    assert effort.grows_evenly(judge, 40_000)
