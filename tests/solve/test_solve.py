"""Test `tengen solve`, called by a person or another program, and its compiled search."""

import json
import subprocess
import sys
import xml.etree.ElementTree as ET

import plain_fours
import pytest
from fours_boards import boards, drawn_text
from needs import needs_numba
from tengen.games import BLACK, WHITE, points
from tengen.games.renju import position
from tengen.partner.fours import Fours
from tengen_host.cli import app
from tengen_host.extras import command
from tengen_host.solve import compiled, searching
from typer.testing import CliRunner

COMMAND = [sys.executable, "-c", "from tengen_host.cli import main; main()", "solve"]
COLOURS = {"X": BLACK, "O": WHITE}
EMPTY = "." * 225

DRAWN = {board.name: board for board in boards()}
PROBLEMS = plain_fours.problems()
# The problem with the longest search: 11 fours
LONG = max(PROBLEMS, key=lambda problem: problem[2])


def run(*arguments, stdin=""):
    return CliRunner().invoke(app, ["solve", *arguments], input=stdin)


def mapped(lines, *arguments):
    """Return the answers to the lines, from a separate process."""
    text = "".join(line + "\n" for line in lines)
    ended = subprocess.run([*COMMAND, "--map", *arguments], input=text, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in ended.stdout.splitlines()]


def searched(fours, text, turn, limit=None):
    return searching.search(fours, position.of_text(text).cells, COLOURS[turn], limit)


@pytest.fixture(scope="module")
def fast():
    found = compiled.fastest()
    assert isinstance(found, compiled.CompiledFours)
    return found


# Line by line


def test_each_board_is_answered_and_each_line_wins():
    asked = [(board.text, board.turn, board.fours) for board in DRAWN.values()]
    asked += [(text, turn, fours if fours else None) for text, turn, fours in PROBLEMS[::120]]
    answers = mapped([f"{text}\t{turn}" for text, turn, _ in asked])
    assert len(answers) == len(asked)
    for (text, turn, fours), answer in zip(asked, answers, strict=True):
        assert list(answer) == ["wins", "fours", "line", "nodes"]
        assert (answer["wins"], answer["fours"]) == (fours is not None, fours), text
        if fours is None:
            assert answer["line"] == []
        else:
            assert len(answer["line"]) == max(2 * fours - 1, 1)
            assert plain_fours.replay(text, turn, answer["line"]) is None, text


def test_a_line_is_answered_before_the_next_is_read():
    with subprocess.Popen([*COMMAND, "--map"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        for board in list(DRAWN.values())[:3]:
            process.stdin.write(f"{board.text}\t{board.turn}\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["fours"] == board.fours
        process.stdin.close()
        assert process.stdout.read() == "" and process.wait() == 0


FIVE_OF_WHITES = drawn_text(row8=".OOOOOO", row1="X.X.X.X.X.X.X")
FIVE_OF_BLACKS = drawn_text(row8=".XXXXX", row1="O.O.O.O.O")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "column 1: a board text must have 225 characters, but this one has 0"),
        ("..X\tX", "column 4: a board text must have 225 characters, but this one has 3"),
        (EMPTY + ".\tX", "column 226: a board text must have 225 characters, but this one has 226"),
        ("#" + EMPTY[1:] + "\tX", "column 1: '#' is neither . nor X nor O"),
        ("é" + EMPTY[1:] + "\tX", "column 1: byte 0xc3 is neither . nor X nor O"),
        ("." * 5000 + "\tX", "column 226: a board text must have 225 characters, but this one has 4096 or more"),
        (EMPTY, "after the board text, a tab and the side to move, X or O, are missing"),
        (EMPTY + " X", "column 226: ' ' is neither . nor X nor O"),
        (EMPTY + "\tx", "after the board text and its tab, only the side to move, X or O, is allowed"),
        (EMPTY + "\tX\t3", "after the board text and its tab, only the side to move, X or O, is allowed"),
        (EMPTY + "\tO", "X has 0 stones and O has 0: X has one more than O where O is to move"),
        (drawn_text(row8="X") + "\tX", "X has 1 stones and O has 0: X has as many as O where X is to move"),
        (drawn_text(row8="OO") + "\tO", "X has 0 stones and O has 2: X has one more than O where O is to move"),
        (FIVE_OF_BLACKS + "\tX", "Black has a five already"),
        (FIVE_OF_WHITES + "\tO", "White has a five already"),
    ],
)
def test_what_is_wrong_with_a_line_is_said_and_the_next_is_read(line, words, monkeypatch):
    monkeypatch.setattr(compiled, "fastest", Fours)  # the slow Fours is enough for these short searches
    good = drawn_text(row8=".XXXX", row1="O.O.O.O")
    result = run("--map", stdin=f"{line}\r\n{good}\tX")
    assert result.exit_code == 0
    error, answer = map(json.loads, result.stdout.splitlines())
    assert error == {"error": words}
    assert answer["wins"] is True and answer["fours"] == 0 and answer["line"] in (["a8"], ["f8"])


def test_fouls_and_a_full_board_are_no_mistakes(monkeypatch):
    monkeypatch.setattr(compiled, "fastest", Fours)
    overline = drawn_text(row8=".XXXXXX", row1="O.O.O.O.O.O")
    colours = ["XXOO"[(column + 2 * (row % 2)) % 4] for row in range(15) for column in range(15)]
    full = "".join(colours)
    assert (full.count("X"), full.count("O")) == (113, 112)
    answers = [json.loads(line) for line in run("--map", stdin=f"{overline}\tX\n{full}\tO\n").stdout.splitlines()]
    assert answers == [{"wins": False, "fours": None, "line": [], "nodes": 0}] * 2


def test_a_limit_ends_the_search_undecided():
    (answer,) = mapped([f"{LONG[0]}\t{LONG[1]}"], "--limit", "50")
    assert answer == {"wins": None, "fours": None, "line": [], "nodes": 50}


def test_map_goes_with_a_limit_only():
    for option in (["--turn", "black"], ["--svg", "x.svg"], ["--which", "1"]):
        assert run("--map", *option).exit_code == 2
    assert run("--limit", "0").exit_code == 2
    assert run("--turn", "red", stdin="h8").exit_code == 2


# For people


def told(*arguments, stdin):
    """Return the text below the board."""
    result = run(*arguments, stdin=stdin)
    assert result.exit_code == 0, result.output
    return result.stdout.split("\n\n", 1)[1].splitlines()


def test_a_win_is_told_with_each_answer_and_its_reason():
    board = next(board for board in DRAWN.values() if board.end == "straight four" and board.fours == 2)
    said = told(stdin=board.text)
    assert said[0] == "Black to play." and said[1].startswith("Black wins by 2 fours (") and len(said) == 4
    assert ": White must answer at " in said[2] and ": a straight four, and White can't stop the fives at " in said[3]


@pytest.mark.parametrize("foul", ["overline", "double-four", "double-three"])
def test_whites_win_by_a_foul_names_it(foul):
    board = next(board for board in DRAWN.values() if board.end == foul)
    article = "an" if foul == "overline" else "a"
    assert f", is {article} {foul}, a foul." in told(stdin=board.text)[-1]


def test_a_five_at_once_and_no_win():
    assert told(stdin=DRAWN["five at once"].text)[1] == "Black wins at once: I8 makes five."
    assert told(stdin="h8 a1")[1] == "Black has no win by fours (0 fours tried)."


def test_both_sides_are_searched_where_the_turn_is_not_known():
    text = drawn_text(row8="....OOO", row12="....OOO")
    said = told(stdin=text)
    assert said[0] == "The side to move is not known, with 0 black and 6 white stones."
    assert said[1] == "Black has no win by fours (0 fours tried)." and said[2].startswith("White wins by ")
    assert told("--turn", "White", stdin=text)[:1] == ["White to play."]


def test_a_limit_in_words():
    whose = "Black" if LONG[1] == "X" else "White"
    assert told("--limit", "5", stdin=LONG[0])[1] == (
        f"It isn't known whether {whose} has a win by fours: the search ended before that was decided (5 fours tried)."
    )
    said = told("--limit", "50", stdin=LONG[0])
    assert said[1] == (
        f"{whose} has a win by fours; the search ended before it was known if there is a shorter one (50 fours tried):"
    )
    assert len(said) > LONG[2] + 2


def test_the_picture_has_the_numbers_of_the_line(tmp_path):
    board = next(board for board in DRAWN.values() if board.end == "double-three")
    path = tmp_path / "win.svg"
    told("--svg", str(path), stdin=board.text)
    texts = [each.text for each in ET.parse(path).getroot().iter("{http://www.w3.org/2000/svg}text")]
    # a row's number is on both sides of the board; 1 is also the number of a stone; the foul is in the legend
    assert [texts.count(number) for number in "12"] == [3, 2] and "double-three" in texts
    told("--svg", str(path), stdin=LONG[0])
    texts = [each.text for each in ET.parse(path).getroot().iter("{http://www.w3.org/2000/svg}text")]
    assert texts.count(str(2 * LONG[2] - 1)) == 1 and "double-three" not in texts
    result = run("--svg", str(path), stdin=drawn_text(row8="OO"))
    assert result.exit_code == 1 and "the side to move is not known: add --turn" in result.stderr


def test_games_of_a_file_and_one_of_them(tmp_path):
    path = tmp_path / "two.sgf"
    going = "(;GM[4]SZ[15];B[hh];W[aa];B[ih];W[ca];B[jh];W[ea]"
    path.write_text(f"{going}){going};B[kh];W[ga];B[lh])")
    result = run(str(path))
    assert result.exit_code == 1
    assert "SGF, game 1 of 2" in result.stdout and "Black wins by one four" in result.stdout
    assert result.stderr.splitlines()[-1] == "error: game 2: the game is over: Black won with move 9, five"
    assert run(str(path), "--which", "1").exit_code == 0
    assert "two.sgf has 2 games: there is no game 3" in run(str(path), "--which", "3").stderr


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("h8z9", "line 1, column 3: "),
        ("", "line 1: nothing is there"),
        (FIVE_OF_WHITES, "White has a five already"),
        ("h8a1i8a3j8a5k8a7l8", "the game is over: Black won with move 9, five"),
    ],
)
def test_what_can_not_be_read_is_said(text, words):
    result = run(stdin=text)
    assert result.exit_code == 1 and f"error: {words}" in result.stderr


# The compiled search


@needs_numba
def test_the_compiled_search_is_the_plain_one_node_for_node(fast):
    alike = compiled.CompiledFours(fast._inner._module, 4096)
    plain = Fours()
    asked = [(board.text, board.turn) for board in DRAWN.values()] + [each[:2] for each in PROBLEMS[::100]]
    for text, turn in asked:
        one, other = searched(alike, text, turn, 2000), searched(plain, text, turn, 2000)
        assert (one.wins, one.nodes) == (other.wins, other.nodes), text
        assert (one.found and vars(one.found)) == (other.found and vars(other.found)), text


@needs_numba
@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.proof)])
def test_problems_have_their_least_fours(fast, step):
    """The compiled search finds the least number of fours, and a line that wins, for the known positions."""
    for text, turn, fours in PROBLEMS[::step]:
        answer = searched(fast, text, turn)
        assert answer.wins == (fours > 0) and (answer.found.fours if answer.found else 0) == fours, text
        if answer.found:
            line = points.names(answer.found.line, position.SIZE)
            assert plain_fours.replay(text, turn, line) is None, text


@needs_numba
def test_what_is_kept_is_loaded_without_a_word(fast, capsys):
    kept = compiled.fastest()
    assert capsys.readouterr().err == "" and kept._inner._module.search.stats.cache_hits
    assert not kept._inner._module.search.stats.cache_misses


def test_without_numba_the_search_is_plain_and_says_so(monkeypatch):
    monkeypatch.setitem(sys.modules, "numba", None)
    board = DRAWN["five at once"]
    result = run("--map", stdin=f"{board.text}\t{board.turn}\n")
    assert result.exit_code == 0 and json.loads(result.stdout)["wins"] is True
    slow = "the search is slow (about 60 times slower than with numba)"
    assert result.stderr == f"note: {slow}. To install numba: {command('fast')}\n"
    assert type(compiled.fastest()) is Fours


@needs_numba
@pytest.mark.proof  # compiling takes half a minute
def test_a_cache_that_can_not_be_written_is_told_and_does_not_stop_it(monkeypatch, tmp_path, capsys):
    """A solver that can't save its compiled form says so, and finds the same win."""
    file = tmp_path / "file"
    file.touch()
    monkeypatch.setenv("TENGEN_CACHE", str(file))
    fours = compiled.fastest()
    assert isinstance(fours, compiled.CompiledFours)
    assert f"{file}" in capsys.readouterr().err
    assert searched(fours, LONG[0], LONG[1]).found.fours == LONG[2]
