"""`tengen judge --play` and `--game`, called by a program or a person; see firmware/docs/family.md#for-programs."""

import json

import pytest
from examples import answer, examples, match_of, options_of, play
from portable import read_lines
from tengen.games import registry
from tengen_host.cli import app
from tengen_host.judge import playing
from typer.testing import CliRunner

FIVE = "The game is over: White wins, five A1 B1 C1 D1 E1."
FAMILY = [line for line in read_lines("family.jsonl") if line]


def run(*arguments, stdin=""):
    return CliRunner().invoke(app, ["judge", *arguments], input=stdin)


def answers(*lines):
    """Return the answers of --play to lines, each an object or a text."""
    told = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
    result = run("--play", stdin=told.encode("utf-8", "surrogateescape"))  # "\udcff" is an invalid byte
    assert result.exit_code == 0, result.output
    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert len(found) == len(lines)
    return found


def game(name, moves, **options):
    return {"game": name, "options": options, "moves": [word.replace("_", " ") for word in moves.split()]}


def test_random_games():
    for line, found in zip(FAMILY, answers(*FAMILY), strict=True):
        told = json.loads(line)
        over = told["result"] is not None
        for key in ("cells", "captures", "seats", *(() if over else ("turn", "left"))):
            assert found[key] == told[key], (told["game"], told["options"], key)
        if over:
            assert found["result"][:2] == told["result"][:2]
            assert sorted(found["result"][2]) == sorted(told["result"][2])
        else:
            assert found["result"] is None


@pytest.mark.parametrize("row", [row for row in examples() if row.before == "-"], ids=lambda row: row.id)
def test_examples_from_the_empty_board(row):
    name, options = options_of(row.game)
    words = playing.read_words(row.moves)
    (found,) = answers({"game": name, "options": options, "moves": words})
    if row.outcome == "refused":
        assert found["refused"] == len(words) - 1 and found["why"]
        return
    match = match_of(name, options)
    for word in words:
        play(match, word)
    told = answer(match)
    if found["result"]:
        found["result"][2].sort()
    assert {key: found[key] for key in told} == told


def test_moves_that_may_not_be_made():
    for name, moves, options, number, why in (
        ("gomoku", "h8 a1 j10", {}, 2, "stone 3 goes outside the 5x5 square in the middle"),
        ("gomoku", "h8 h8", {}, 1, "there is already a stone"),
        ("gomoku", "h8 p1", {}, 1, "p1 is not on the board: its points are A1 to O15"),
        ("gomoku", "h8 a1 o1 bomb:a2", {}, 3, "that kind of stone does not exist in this game, only: own"),
        ("gomoku", "h8 swap", {}, 1, "'swap' is not a move here"),
        ("gomoku", "h8 offer:a1", {}, 1, "no offer is expected"),
        ("gomoku", "h8 keep:a1", {}, 1, "not one of the fifths"),
        ("gomoku", "h8 offer:", {}, 1, " is not a point"),
        ("gomoku", "h8 a1 i8", {"opening": "swap-5"}, 1, "p2 must decide first: no swap or swap"),
        ("gomoku", "h8 black", {"opening": "swap-5"}, 1, "black can't be chosen, only: no swap or swap"),
        ("pente", "h8 a1 o1 --", {}, 3, "Pente has no passes"),
        ("connect6", "j10 a1 --", {}, 2, "only a whole turn can be a pass"),
        ("renju", "h8 h9 h10 no_swap a1 offer:c3", {"opening": "rif"}, 5, "1 tentative fifth is on the board, not 2"),
        ("renju", "h8 h9 h10 no_swap a1 offer:c3,c3", {"opening": "rif"}, 5, "the same fifth twice"),
        ("renju", "h8 h9 h10 no_swap a1 offer:c3,d3 e5", {"opening": "rif"}, 6, "no stone is expected"),
        ("renju", "h8 h9 h10 no_swap a1 offer:c3,d3 keep:e5", {"opening": "rif"}, 6, "not one of the fifths"),
    ):
        (found,) = answers(game(name, moves, **options))
        assert found["refused"] == number and found["why"].startswith(why), (name, moves, found)


def test_moves_after_the_end():
    (found,) = answers(game("gomoku", "h8 a1 k8 -- l8 -- -- a2"))
    assert found == {"refused": 7, "why": "the game is over"}


def test_tentative_fifths_before_one_is_kept():  # the tentative fifths are not moves yet
    (found,) = answers(game("renju", "h8 h9 h10 no_swap a1 offer:c3,d3", opening="rif"))
    assert found["cells"].count("X") == 2 and (found["turn"], found["left"]) == ("B", 1)
    (found,) = answers(game("renju", "h8 h9 h10 no_swap a1 offer:c3,d3 keep:d3", opening="rif"))
    assert found["cells"].count("X") == 3 and (found["turn"], found["left"]) == ("W", 1)


def test_words_of_each_opening_of_renju():  # firmware/docs/openings.md#rules
    for opening, moves, turn in (
        ("free", "a1 h8", "B"),
        ("centre", "h8 a1", "B"),
        ("free centre", "h8 a1", "B"),
        ("swap", "h8 h9 h10 no_swap a1 offer:c3,d3 keep:c3", "W"),
        ("yamaguchi", "h8 h9 h10 3 swap a1 offer:c3,d3,e3 keep:e3", "W"),
        ("soosyrv-8", "h8 h9 h10 swap a1 1 no_swap offer:c3 keep:c3", "W"),
        ("taraguchi-10", "h8 no_swap h9 no_swap h10 no_swap g8 no_swap 1 d4 swap", "W"),
        ("taraguchi-10", "h8 no_swap h9 no_swap h10 no_swap g8 swap d4 swap", "W"),
        ("tarannikov", "h8 no_swap h9 no_swap h10 no_swap g8 swap d4 swap", "W"),
    ):
        (found,) = answers(game("renju", moves, opening=opening))
        assert found.get("turn") == turn, (opening, found)
    ten = "h8 no_swap h9 no_swap h10 no_swap g8 no_swap 10 offer:a1,b1,c1,d1,e1,f1,g1,h1,i1,j1 keep:f1"
    (found,) = answers(game("renju", ten, opening="taraguchi-10"))
    assert found["cells"][-15:] == ".....X........." and found["seats"] == {"B": "p1", "W": "p2"}


def test_lines_that_are_no_games_get_an_error_and_the_next_is_read():
    good = game("gomoku", "h8")
    wrong = (
        ("go", "game must be one of renju, five, gomoku, "),
        ("[]", "no JSON object"),
        ("", "no JSON object"),
        ("{", "no JSON object"),
        ("[" * 20000, "no JSON object"),
        ({"game": "gomoku"}, "moves: a list of words is needed"),
        ({"game": "gomoku", "moves": [1]}, "moves: a list of words is needed"),
        ({"game": "gomoku", "options": [], "moves": []}, "options: an object is needed"),
        ({"moves": []}, "game must be one of renju"),
        (game("gomoku", "", keryo=True), "Gomoku has no option 'keryo'"),
        (game("gomoku", "", size=13), "Gomoku can't be played on a board of size 13, only 15, 19"),
        (game("gomoku", "", size=0), "Gomoku can't be played on a board of size"),
        (game("gomoku", "", size=None), "Gomoku can't be played on a board of size"),
        (game("gomoku", "", size=15.0), "Gomoku can't be played on a board of size"),
        (game("gomoku", "", opening="rif"), "opening must be one of pro, long pro"),
        (game("gomoku", "", opening=None), "opening must be one of pro, long pro"),
        (game("gomoku", "", tiebreak=1), "tiebreak can't be '1': false, true"),
        (game("pente", "", overline="loses"), "overline of Pente can't be 'loses'"),
        (game("connect6", "", torus=True, size=19), "Connect6 can't be played on a board of size 19, only 15"),
        ("x" * 70000, "the line is too long"),
        ("\udcff\udcfe", "no JSON object"),
    )
    lines = []
    for line, _ in wrong:
        lines += [game(line, "") if line == "go" else line, good]
    found = answers(*lines)
    for (_, why), told in zip(wrong, found[::2], strict=True):
        assert told["error"].startswith(why), told
    assert all(told["turn"] == "W" for told in found[1::2])


def test_a_torus_is_of_size_15():
    (found,) = answers(game("connect6", "h8 a1", torus=True))
    assert len(found["cells"]) == 225 and found["left"] == 1


def test_a_game_for_a_person():
    result = run("--game", "pente", "--option", "keryo", "--option", "opening=free", "h8i8a1j8", "a2a3", "k8")
    assert result.exit_code == 0, result.output
    assert " 8  . . . . . . . O . . O . . . .   8" in result.output.splitlines()
    assert "Captured stones, of 15 that win: Black 0, White 2." in result.output
    assert result.output.splitlines()[-1] == "Black (player 2) to play."


def test_what_a_person_is_told_of_the_next_step():
    for arguments, last in (
        (("gomoku", "h8 a1 k8 -- l8 -- --"), "The game is over: a draw, two passes."),
        (("connect6", "j10"), "White (player 2) to play, 2 stones."),
        (("gomoku", "--option", "opening=swap-2", "h8 i8 j8"), "Player 2 decides: white, black, add."),
        (("renju", "--option", "opening=rif", "h8 h9 h10 no swap a1"), "Player 1 offers 2 tentative fifths."),
        (("renju", "--option", "opening=rif", "h8h9h10 no swap a1 offer:c3,d3"), "Player 2 keeps one of C3 D3."),
        (("pente", "--option", "opening=free", "a1o1b1o3c1o5d1o7e1"), FIVE),
    ):
        result = run("--game", *arguments)
        assert result.exit_code == 0 and result.output.splitlines()[-1] == last, result.output


def test_a_line_that_stands_is_told():
    moves = "d8 h7 e8 a1 f8 a3 g8 a5 h9 a7 h8"
    result = run("--game", "pente", "--option", "boat", "--option", "opening=free", moves)
    assert "A line stands, and wins unless the reply breaks it: D8 E8 F8 G8 H8." in result.output


def test_a_game_as_json_and_from_standard_input():
    found = json.loads(run("--game", "connect6", "--option", "size=15", "--json", stdin="h8 a1").stdout)
    assert found["left"] == 1 and len(found["cells"]) == 225


def test_what_a_person_got_wrong():
    for arguments, said in (
        (("--game", "go", "h8"), "error: there is no game 'go'; choose one of renju, five, gomoku, "),
        (("--game", "pent", "h8"), f", {registry.NAMES[-1]}. Did you mean pente?"),
        (("--game", "gomoku", "a1"), "error: move 1, a1: stone 1 goes on the centre"),
        (("--game", "gomoku", "--option", "size=x", "h8"), "Gomoku can't be played on a board of size 'x', only 15"),
        (("--game", "gomoku", "--option", "boat", "h8"), "error: Gomoku has no option 'boat'"),
    ):
        result = run(*arguments)
        assert result.exit_code == 1 and said in result.output, result.output
    for arguments in (
        ("--play", "--map"),
        ("--play", "--json"),
        ("--play", "--game", "gomoku"),
        ("--option", "boat"),
        ("--game", "gomoku", "--point", "h8"),
        ("one", "two"),
    ):
        assert run(*arguments).exit_code == 2, arguments
